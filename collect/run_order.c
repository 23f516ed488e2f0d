/* The order of running. Levels are compared with each other, so what must not happen is that one
   level runs early and another late; workloads are never compared with each other and keep their
   order. Random numbers: SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number
   generators"; the constants are those of Vigna's reference code), indices from it without bias by
   rejection. */
#include "collect/run_order.h"

static const char *const names[] = {"random", "interleaved", "blocked"};

const char *order_name(enum order order)
{
    return names[order];
}

bool order_find(struct text name, enum order *order)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (text_is(name, names[i])) {
            *order = (enum order)i;
            return true;
        }
    }
    return false;
}

static uint64_t splitmix64(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15U;
    uint64_t mixed = *state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31);
}

/* An index below `count`, each equally likely. */
static size_t random_index(uint64_t *state, size_t count)
{
    uint64_t unfair =
        (UINT64_MAX % count + 1) % count; /* so many values at the top would be unfair */
    uint64_t value;
    do {
        value = splitmix64(state);
    } while (value > UINT64_MAX - unfair);
    return (size_t)(value % count);
}

/* Fisher and Yates, in Durstenfeld's form. */
static void levels_shuffle(size_t *levels, size_t count, uint64_t *state)
{
    for (size_t i = count; i > 1; i--) {
        size_t other = random_index(state, i);
        size_t kept = levels[i - 1];
        levels[i - 1] = levels[other];
        levels[other] = kept;
    }
}

size_t run_count_total(struct run_count count)
{
    return count.levels * count.workloads * (count.iterations + count.warm_up);
}

static void runs_in_blocks(struct planned_run *runs, struct run_count count, size_t *levels,
                           uint64_t *state)
{
    size_t next = 0;
    for (unsigned block = 1; block <= count.iterations; block++) {
        for (size_t workload = 0; workload < count.workloads; workload++) {
            if (state != NULL) {
                levels_shuffle(levels, count.levels, state);
            }
            for (size_t i = 0; i < count.levels; i++) {
                bool is_way_back = state == NULL && block % 2 == 0;
                runs[next++] =
                    (struct planned_run){.level = levels[is_way_back ? count.levels - 1 - i : i],
                                         .workload = workload,
                                         .iteration = block,
                                         .block = block};
            }
        }
    }
}

static void runs_level_by_level(struct planned_run *runs, struct run_count count)
{
    size_t next = 0;
    for (size_t level = 0; level < count.levels; level++) {
        for (unsigned iteration = 1; iteration <= count.iterations; iteration++) {
            for (size_t workload = 0; workload < count.workloads; workload++) {
                runs[next++] = (struct planned_run){
                    .level = level, .workload = workload, .iteration = iteration};
            }
        }
    }
}

/* Each workload at each level, so many times, in the order given. */
static size_t runs_to_warm_up(struct planned_run *runs, struct run_count count)
{
    size_t next = 0;
    for (unsigned iteration = 1; iteration <= count.warm_up; iteration++) {
        for (size_t workload = 0; workload < count.workloads; workload++) {
            for (size_t level = 0; level < count.levels; level++) {
                runs[next++] = (struct planned_run){.level = level,
                                                    .workload = workload,
                                                    .iteration = iteration,
                                                    .is_warm_up = true};
            }
        }
    }
    return next;
}

struct planned_run *run_order_make(struct arena *arena, enum order order, struct run_count count,
                                   uint64_t seed)
{
    size_t total = run_count_total(count);
    struct planned_run *runs = arena_take_array(arena, total, sizeof *runs);
    size_t first = runs_to_warm_up(runs, count);
    if (order == ORDER_BLOCKED) {
        runs_level_by_level(runs + first, count);
    } else {
        size_t *levels = arena_take_array(arena, count.levels, sizeof *levels);
        for (size_t i = 0; i < count.levels; i++) {
            levels[i] = i;
        }
        runs_in_blocks(runs + first, count, levels, order == ORDER_RANDOM ? &seed : NULL);
    }
    for (size_t i = 0; i < total; i++) {
        runs[i].position = (unsigned)i + 1;
    }
    return runs;
}
