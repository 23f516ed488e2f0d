/* In which order runs were made, and which were made close together.

   The order is known when every run states a position, or every run a start time, none twice. Runs
   are interleaved when, in this order, they split into consecutive blocks that hold every level
   exactly once. A run may be missing (it failed): the split with the fewest blocks is taken, of
   several the one whose blocks are shortest in time, and at most one run in ten may be missing.
   Where every run states its block these numbers are used, unless the known order shows that the
   blocks were not done one after the other. */

#include "analyze/run_order.h"

#include "analyze/pointer_set.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

bool run_order_is_stated_by(const struct run *run)
{
    return run->position > 0 || run->started_at != 0 || run->block > 0;
}

struct run_order *run_order_create(struct arena *arena, size_t most)
{
    struct run_order *order = arena_take(arena, sizeof *order);
    order->arena = arena;
    order->index = pointer_set_create_for(arena, most);
    order->capacity = most;
    order->runs = arena_take_array(arena, most, sizeof *order->runs);
    return order;
}

void run_order_add(struct run_order *order, const struct run *run, size_t level)
{
    if (pointer_set_add(order->index, run) < order->count)
        return;
    order->runs =
        arena_grow(order->arena, order->runs, order->count, &order->capacity, sizeof *order->runs);
    order->runs[order->count++] = (struct ordered_run){.run = run, .level = level};
}

const struct ordered_run *run_order_entry(const struct run_order *order, const struct run *run)
{
    size_t number = pointer_set_find(order->index, run);
    return number == SIZE_MAX ? NULL : &order->runs[number];
}

/* A number by which runs are sorted or put together; 0 = the run does not state it. */
typedef int64_t stated(const struct run *run);

static int64_t stated_position(const struct run *run)
{
    return run->position;
}

static int64_t stated_start(const struct run *run)
{
    return run->started_at;
}

static int64_t stated_block(const struct run *run)
{
    return run->block;
}

static int64_t stated_iteration(const struct run *run)
{
    return run->iteration;
}

struct keyed_run {
    int64_t key;
    struct ordered_run *run;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed_run *one = a, *other = b;
    return one->key < other->key ? -1 : one->key > other->key;
}

/* The runs sorted by what they state; false when one does not state it. */
static bool sort_by(struct run_order *order, stated *key, struct keyed_run *sorted)
{
    for (size_t i = 0; i < order->count; i++) {
        sorted[i] = (struct keyed_run){key(order->runs[i].run), &order->runs[i]};
        if (sorted[i].key == 0)
            return false;
    }
    qsort(sorted, order->count, sizeof *sorted, by_key);
    return true;
}

static bool all_differ(const struct keyed_run *sorted, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (sorted[i].key == sorted[i - 1].key)
            return false;
    return true;
}

/* The runs in the order of running; keys are positions or times. */
static bool sort_by_time(struct run_order *order, struct keyed_run *sorted)
{
    if (sort_by(order, stated_position, sorted) && all_differ(sorted, order->count))
        return true;
    return sort_by(order, stated_start, sorted) && all_differ(sorted, order->count);
}

/* Gives runs with the same stated number the same block; false when one states none. */
static bool take_blocks(struct run_order *order, stated *key, struct arena *scratch)
{
    struct keyed_run *sorted = arena_take_array(scratch, order->count, sizeof *sorted);
    if (order->count == 0 || !sort_by(order, key, sorted))
        return false;
    order->block_count = 0;
    for (size_t i = 0; i < order->count; i++) {
        order->block_count += i == 0 || sorted[i].key != sorted[i - 1].key;
        sorted[i].run->block = order->block_count;
    }
    return true;
}

static size_t level_count(const struct run_order *order)
{
    size_t count = 0;
    for (size_t i = 0; i < order->count; i++)
        if (order->runs[i].level >= count)
            count = order->runs[i].level + 1;
    return count;
}

/* Takes runs out of their block where it holds their level twice; returns how many. */
static size_t leave_out_doubles(struct run_order *order, struct arena *scratch)
{
    size_t levels = level_count(order), left_out = 0;
    unsigned char *seen =
        arena_take_array(scratch, (order->block_count + 1) * levels, sizeof *seen);
    for (size_t i = 0; i < order->count; i++) {
        unsigned char *place = &seen[order->runs[i].block * levels + order->runs[i].level];
        *place = *place == 0 ? 1 : 2;
    }
    for (size_t i = 0; i < order->count; i++) {
        struct ordered_run *run = &order->runs[i];
        if (run->block == 0 || seen[run->block * levels + run->level] < 2)
            continue;
        run->block = 0;
        left_out++;
    }
    return left_out;
}

/* Blocks done one after the other make as many stretches as blocks; a run that was repeated at the
 * end adds one. */
static bool blocks_follow_time(const struct keyed_run *by_time, size_t count, size_t block_count)
{
    size_t stretches = 0;
    for (size_t i = 0; i < count; i++)
        stretches += i == 0 || by_time[i].run->block != by_time[i - 1].run->block;
    return 2 * stretches < 3 * block_count;
}

/* The best way to split the first runs: fewest blocks, then least time inside blocks. */
struct split {
    size_t blocks, start; /* of the last block */
    double time;
};

static bool is_better(const struct split *one, const struct split *other)
{
    return one->blocks != other->blocks ? one->blocks < other->blocks : one->time < other->time;
}

/* Splits the order into blocks that hold each level at most once; returns how many. */
static size_t split_into_blocks(const struct keyed_run *by_time, size_t count, size_t levels,
                                struct arena *scratch)
{
    struct split *best = arena_take_array(scratch, count + 1, sizeof *best);
    size_t *last = arena_take_array(scratch, levels, sizeof *last); /* block start + 1 by level */
    for (size_t end = 1; end <= count; end++) {
        best[end] = (struct split){.blocks = SIZE_MAX};
        for (size_t start = end; start-- > 0;) {
            size_t level = by_time[start].run->level;
            if (last[level] == end)
                break;
            last[level] = end;
            struct split split = {.blocks = best[start].blocks + 1, .start = start};
            split.time = best[start].time + (double)(by_time[end - 1].key - by_time[start].key);
            if (is_better(&split, &best[end]))
                best[end] = split;
        }
    }
    for (size_t end = count; end > 0; end = best[end].start)
        for (size_t i = best[end].start; i < end; i++)
            by_time[i].run->block = best[end].blocks;
    return best[count].blocks;
}

static size_t levels_present(const struct run_order *order, struct arena *scratch)
{
    size_t levels = level_count(order), present = 0;
    bool *seen = arena_take_array(scratch, levels, sizeof *seen);
    for (size_t i = 0; i < order->count; i++) {
        present += !seen[order->runs[i].level];
        seen[order->runs[i].level] = true;
    }
    return present;
}

static void forget_blocks(struct run_order *order)
{
    for (size_t i = 0; i < order->count; i++)
        order->runs[i].block = 0;
    order->block_count = 0;
}

/* Blocks as stated, else as the order shows them; none when the runs are not interleaved. */
static void find_blocks(struct run_order *order, const struct keyed_run *by_time,
                        struct arena *scratch)
{
    order->interleaved =
        take_blocks(order, stated_block, scratch) && leave_out_doubles(order, scratch) == 0 &&
        (by_time == NULL || blocks_follow_time(by_time, order->count, order->block_count));
    if (order->interleaved)
        return;
    forget_blocks(order);
    if (by_time == NULL)
        return;
    size_t blocks = split_into_blocks(by_time, order->count, level_count(order), scratch);
    size_t places = blocks * order->levels;
    order->interleaved = 10 * (places - order->count) <= places;
    order->block_count = blocks;
    if (!order->interleaved)
        forget_blocks(order);
}

void run_order_find(struct run_order *order, enum pairing pairing)
{
    struct arena *scratch = arena_create();
    struct keyed_run *by_time = arena_take_array(scratch, order->count, sizeof *by_time);
    order->levels = levels_present(order, scratch);
    for (size_t i = 0; i < order->count && !order->stated; i++)
        order->stated = run_order_is_stated_by(order->runs[i].run);
    order->known = order->count > 0 && sort_by_time(order, by_time);
    for (size_t i = 0; order->known && i < order->count; i++)
        by_time[i].run->position = i + 1;
    find_blocks(order, order->known ? by_time : NULL, scratch);
    if (pairing == PAIRING_NONE)
        forget_blocks(order);
    if (pairing == PAIRING_RUN || pairing == PAIRING_BLOCK) {
        forget_blocks(order);
        if (take_blocks(order, pairing == PAIRING_RUN ? stated_iteration : stated_block, scratch))
            (void)leave_out_doubles(order, scratch);
        else
            forget_blocks(order);
    }
    arena_free(scratch);
}

struct run_order *run_order_of_pair(struct arena *arena, const struct run_order *order,
                                    size_t level, size_t other_level, enum pairing pairing)
{
    struct run_order *pair = run_order_create(arena, order->count);
    for (size_t i = 0; i < order->count; i++)
        if (order->runs[i].level == level || order->runs[i].level == other_level)
            run_order_add(pair, order->runs[i].run, order->runs[i].level);
    run_order_find(pair, pairing);
    for (size_t i = 0; order->known && i < pair->count; i++)
        pair->runs[i].position = run_order_entry(order, pair->runs[i].run)->position;
    return pair;
}

bool run_order_is_sequential(const struct run_order *order, size_t level, size_t other_level)
{
    size_t first = SIZE_MAX, last = 0, other_first = SIZE_MAX, other_last = 0;
    for (size_t i = 0; i < order->count; i++) {
        size_t position = order->runs[i].position;
        if (order->runs[i].level == level) {
            first = position < first ? position : first;
            last = position > last ? position : last;
        } else if (order->runs[i].level == other_level) {
            other_first = position < other_first ? position : other_first;
            other_last = position > other_last ? position : other_last;
        }
    }
    return order->known && (last < other_first || other_last < first);
}
