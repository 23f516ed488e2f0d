#ifndef ANALYZE_RUN_ORDER_H
#define ANALYZE_RUN_ORDER_H

#include "analyze/analysis.h"

/* One run of a workload under one of the levels compared. */
struct ordered_run {
    const struct run *run;
    size_t level;    /* number of its level */
    size_t position; /* from 1 in the order of running; 0 = unknown */
    size_t block;    /* from 1; 0 = in no block */
};

/* The runs of one workload in one stratum, in the order they were given. */
struct run_order {
    struct arena *arena;
    struct ordered_run *runs;
    size_t count, capacity;
    struct pointer_set *index; /* run -> number in `runs` */
    size_t levels;             /* that have runs */
    bool stated;               /* a run states its position, start or block */
    bool known;                /* every run has a position */
    bool interleaved;          /* the runs fall into blocks done close together in time */
    size_t block_count;        /* complete or not; 0 when there are no blocks */
};

/* True when the run says something of when it was made: its position, start or block. */
bool run_order_is_stated_by(const struct run *run);

/* Collects runs, each once; lives in `arena`. About `most` of them are expected. */
struct run_order *run_order_create(struct arena *arena, size_t most);
void run_order_add(struct run_order *order, const struct run *run, size_t level);

/* Finds positions and, as `pairing` asks, blocks among the runs added. A block never holds two runs
   of one level: where the numbers stated say so, those runs are in no block. */
void run_order_find(struct run_order *order, enum pairing pairing);

/* A new order of only the runs of two levels, with positions as among all and blocks found anew. */
struct run_order *run_order_of_pair(struct arena *arena, const struct run_order *order,
                                    size_t level, size_t other_level, enum pairing pairing);

/* The entry of a run, or NULL. */
const struct ordered_run *run_order_entry(const struct run_order *order, const struct run *run);

/* True when all runs of one level came before all runs of the other; both known. */
bool run_order_is_sequential(const struct run_order *order, size_t level, size_t other_level);

#endif
