/* With more than two levels: who is left when everybody that was beaten in a test is taken out. */

#include "analyze/unbeaten.h"

/* What is known of one level in one test. */
struct standing {
    bool measured, beaten;
    size_t wins;
};

static bool same_test(const struct comparison_set *set, size_t a, size_t b)
{
    return set->materials[a].stratum == set->materials[b].stratum &&
           set->materials[a].workload == set->materials[b].workload &&
           set->comparisons[a].direction == set->comparisons[b].direction &&
           set->comparisons[a].metric == set->comparisons[b].metric;
}

static void note(const struct comparison *comparison, const struct material *material,
                 struct standing *standings)
{
    struct standing *baseline = &standings[material->baseline_level];
    struct standing *candidate = &standings[material->candidate_level];
    baseline->measured = baseline->measured || comparison->baseline != NULL;
    candidate->measured = candidate->measured || comparison->candidate != NULL;
    baseline->beaten = baseline->beaten || comparison->state == STATE_BETTER;
    candidate->beaten = candidate->beaten || comparison->state == STATE_WORSE;
    baseline->wins += comparison->state == STATE_WORSE;
    candidate->wins += comparison->state == STATE_BETTER;
}

/* Against a stated baseline alone the others were never held against each other: then nobody can
   say who is beaten by none. */
static bool all_compared(const struct standing *standings, size_t levels, size_t comparisons)
{
    size_t measured = 0;
    for (size_t level = 0; level < levels; level++)
        measured += standings[level].measured;
    return measured == 0 || comparisons >= measured * (measured - 1) / 2;
}

static void add(struct analysis *analysis, const struct comparison *comparison,
                const struct standing *standings)
{
    struct unbeaten *unbeaten = &analysis->unbeaten[analysis->unbeaten_count++];
    struct text *levels = arena_take_array(analysis->arena, analysis->levels.count, sizeof *levels);
    size_t count = 0, measured = 0, wins = 0;
    for (size_t level = 0; level < analysis->levels.count; level++) {
        measured += standings[level].measured;
        if (!standings[level].measured || standings[level].beaten)
            continue;
        levels[count++] = analysis->levels.items[level];
        wins = standings[level].wins;
    }
    *unbeaten = (struct unbeaten){.workload = comparison->workload,
                                  .direction = comparison->direction,
                                  .metric = comparison->metric,
                                  .stratum = comparison->stratum,
                                  .only_direction = comparison->only_direction,
                                  .levels = {levels, count},
                                  .winner = count == 1 && measured > 1 && wins == measured - 1};
}

void unbeaten_find(struct analysis *analysis, const struct comparison_set *set)
{
    if (analysis->levels.count < 3)
        return;
    analysis->unbeaten = arena_take_array(analysis->arena, set->count, sizeof *analysis->unbeaten);
    for (size_t start = 0, end; start < set->count; start = end) {
        struct arena *scratch = arena_create();
        struct standing *standings =
            arena_take_array(scratch, analysis->levels.count, sizeof *standings);
        for (end = start; end < set->count && same_test(set, start, end); end++)
            note(&set->comparisons[end], &set->materials[end], standings);
        if (set->comparisons[start].primary &&
            all_compared(standings, analysis->levels.count, end - start))
            add(analysis, &set->comparisons[start], standings);
        arena_free(scratch);
    }
}
