#ifndef COLLECT_RUN_ORDER_H
#define COLLECT_RUN_ORDER_H

#include "model/arena.h"
#include "model/text.h"

#include <stdbool.h>
#include <stdint.h>

enum order {
    ORDER_RANDOM, /* blocks of one run of each level, levels in random order within the block */
    ORDER_INTERLEAVED, /* the same blocks, levels in the order given and back: A B B A */
    ORDER_BLOCKED,     /* all runs of a level before the next level: no blocks */
};

struct planned_run {
    size_t level, workload; /* indices into the plan */
    unsigned iteration;     /* from 1 */
    unsigned block;         /* from 1; 0 where the order has none */
    unsigned position;      /* from 1, over all runs */
    bool is_warm_up;        /* declared beforehand not to count; block 0 */
};

struct run_count {
    size_t levels, workloads;
    unsigned iterations, warm_up;
};

/* "random", "interleaved", "blocked". */
const char *order_name(enum order order);
bool order_find(struct text name, enum order *order);

/* All runs in the order they are to be made, warm-up runs first; `seed` matters for ORDER_RANDOM
   only. Equal arguments give equal orders on every machine. */
struct planned_run *run_order_make(struct arena *arena, enum order order, struct run_count count,
                                   uint64_t seed);

size_t run_count_total(struct run_count count);

#endif
