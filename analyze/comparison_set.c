/* From cells to comparisons: which pairs of levels there are, and how many results count among so
 * many. */

#include "analyze/comparison_set.h"

#include "analyze/correction.h"
#include "analyze/factor.h"
#include "model/configuration.h"

#include <math.h>

/* The numbers of one comparison before anything was computed. */
static const struct comparison nothing_computed = {
    .log_ratio = NAN,
    .se = NAN,
    .df = NAN,
    .t = NAN,
    .p = NAN,
    .p_adjusted = NAN,
    .ratio = NAN,
    .ratio_low = NAN,
    .ratio_high = NAN,
    .n_detect_margin = NAN,
    .n_detect_observed = NAN,
    .n_equiv_margin = NAN,
    .n_detect_margin_low = NAN,
    .n_detect_margin_high = NAN,
    .n_detect_observed_low = NAN,
    .n_detect_observed_high = NAN,
    .spread_baseline = NAN,
    .spread_candidate = NAN,
    .cv_baseline = NAN,
    .cv_candidate = NAN,
    .cv_ratio = NAN,
    .spread_f = NAN,
    .spread_p = NAN,
    .visible_ratio = NAN,
    .slope_per_run = NAN,
};

/* The correction over the family: every primary comparison that was tested. */
static void adjust(struct comparison_set *set, enum correction correction, double alpha)
{
    struct arena *scratch = arena_create();
    size_t *members = arena_take_array(scratch, set->count, sizeof *members), count = 0;
    for (size_t i = 0; i < set->count; i++) {
        set->materials[i].p_limit = alpha;
        if (set->comparisons[i].primary && set->materials[i].tested)
            members[count++] = i;
    }
    double *p = arena_take_array(scratch, count, sizeof *p);
    double *adjusted = arena_take_array(scratch, count, sizeof *adjusted);
    double *limits = arena_take_array(scratch, count, sizeof *limits);
    for (size_t i = 0; i < count; i++)
        p[i] = set->comparisons[members[i]].p;
    if (correction == CORRECTION_HOLM) {
        correction_holm(p, count, adjusted);
        correction_holm_limits(p, count, alpha, limits);
    } else if (correction == CORRECTION_BENJAMINI_HOCHBERG) {
        correction_benjamini_hochberg(p, count, adjusted);
        correction_benjamini_hochberg_limits(p, count, alpha, limits);
    }
    for (size_t i = 0; i < count; i++) {
        set->comparisons[members[i]].family_size = count;
        if (correction == CORRECTION_NONE)
            continue;
        set->comparisons[members[i]].p_adjusted = adjusted[i];
        set->materials[members[i]].p_limit = limits[i];
    }
    arena_free(scratch);
}

/* Cells that differ in the level only. */
struct rivals {
    const struct cell_place *place; /* of any of them */
    const struct settings *stratum;
    const struct cell **by_level; /* NULL: no runs of this level */
    const struct run_order *order;
    bool only_direction;
};

struct listing {
    struct arena *arena;
    struct comparison_set *set;
    const struct analysis_options *options;
    struct text factor;
    struct text_list levels;
    enum pairing pairing;
    size_t baseline; /* level, or levels.count for all pairs */
};

static void add_pair(struct listing *listing, const struct rivals *rivals, size_t baseline,
                     size_t candidate)
{
    struct comparison_set *set = listing->set;
    const struct cell_place *place = rivals->place;
    struct comparison comparison = nothing_computed;
    comparison.baseline = rivals->by_level[baseline];
    comparison.candidate = rivals->by_level[candidate];
    const struct cell *cell =
        comparison.baseline != NULL ? comparison.baseline : comparison.candidate;
    if (cell == NULL)
        return;
    comparison.workload = cell->workload;
    comparison.direction = cell->direction;
    comparison.metric = cell->metric;
    comparison.stratum = rivals->stratum;
    comparison.factor = listing->factor;
    comparison.baseline_level = listing->levels.items[baseline];
    comparison.candidate_level = listing->levels.items[candidate];
    comparison.primary = place->primary;
    comparison.method = listing->options->method;
    comparison.margin = listing->options->margin;
    comparison.alpha = listing->options->alpha;
    comparison.only_direction = rivals->only_direction;
    struct material material = {.stratum = place->stratum,
                                .workload = place->workload,
                                .baseline_level = baseline,
                                .candidate_level = candidate,
                                .order = rivals->order};
    comparison_compute(listing->arena, &comparison, &material, listing->pairing,
                       listing->options->seed);
    set->comparisons[set->count] = comparison;
    set->materials[set->count++] = material;
}

static void add_rivals(struct listing *listing, const struct rivals *rivals)
{
    for (size_t i = 0; i < listing->levels.count; i++) {
        if (listing->baseline < listing->levels.count) {
            if (i != listing->baseline)
                add_pair(listing, rivals, listing->baseline, i);
            continue;
        }
        for (size_t j = i + 1; j < listing->levels.count; j++)
            add_pair(listing, rivals, i, j);
    }
}

/* Pairing by run number needs no order. */
static bool any_order(const struct cell_table *table, size_t start, size_t end,
                      enum pairing pairing)
{
    if (pairing == PAIRING_RUN)
        return true;
    for (size_t i = start; i < end; i++)
        for (size_t j = 0; j < table->cells[i].n; j++)
            if (run_order_is_stated_by(table->cells[i].runs[j]))
                return true;
    return false;
}

/* Empty where the runs say nothing of it. */
static const struct run_order *
order_of_workload(struct listing *listing, const struct cell_table *table, size_t start, size_t end)
{
    size_t most = 0;
    if (!any_order(table, start, end, listing->pairing))
        return run_order_create(listing->arena, 0);
    for (size_t i = start; i < end && table->cells[i].metric == table->cells[start].metric; i++)
        most += table->cells[i].n;
    struct run_order *order = run_order_create(listing->arena, most);
    for (size_t i = start; i < end; i++)
        for (size_t j = 0; j < table->cells[i].n && table->places[i].level < listing->levels.count;
             j++)
            run_order_add(order, table->cells[i].runs[j], table->places[i].level);
    run_order_find(order, listing->pairing);
    return order;
}

/* All comparisons of one workload in one stratum: the cells from `start` to `end`. */
static void add_workload(struct listing *listing, const struct cell_table *table, size_t start,
                         size_t end)
{
    const struct cell_place *places = table->places;
    struct arena *scratch = arena_create();
    struct rivals rivals = {.stratum = table->strata[places[start].stratum],
                            .order = order_of_workload(listing, table, start, end),
                            .only_direction = true};
    for (size_t i = start; i < end; i++)
        rivals.only_direction =
            rivals.only_direction && places[i].direction == places[start].direction;
    for (size_t i = start; i < end;) {
        rivals.place = &places[i];
        rivals.by_level =
            arena_take_array(scratch, listing->levels.count + 1, sizeof *rivals.by_level);
        const struct metric *metric = table->cells[i].metric;
        for (; i < end && places[i].direction == rivals.place->direction &&
               table->cells[i].metric == metric;
             i++)
            rivals.by_level[places[i].level] = &table->cells[i];
        add_rivals(listing, &rivals);
    }
    arena_free(scratch);
}

/* Nothing varies, so nothing is compared; but a baseline that was not measured is a slip. */
static bool was_measured(const struct cell_table *table, struct text level)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct settings *configuration = table->cells[i].configuration;
        for (size_t j = 0; j < configuration->count; j++)
            if (level_compare(configuration->items[j].value, level) == 0)
                return true;
    }
    return false;
}

static bool find_baseline(struct listing *listing, const struct cell_table *table,
                          struct failure *failure)
{
    struct text asked = listing->options->baseline;
    listing->baseline = listing->levels.count;
    if (asked.size == 0)
        return true;
    if (listing->levels.count == 0)
        return listing->options->compare_if_clear || was_measured(table, asked) ||
               failure_set(failure, FAILURE_USAGE,
                           "the baseline %.*s was not measured, and no setting varies: there is "
                           "nothing to compare",
                           (int)asked.size, asked.data);
    listing->baseline = factor_level_index(listing->levels, asked);
    if (listing->baseline < listing->levels.count)
        return true;
    struct text_builder list = {.arena = listing->arena};
    for (size_t i = 0; i < listing->levels.count; i++)
        text_add_format(&list, "%s%.*s", i == 0 ? "" : ", ", (int)listing->levels.items[i].size,
                        listing->levels.items[i].data);
    return failure_set(failure, FAILURE_USAGE, "the baseline %.*s is not a level of %.*s: %.*s",
                       (int)asked.size, asked.data, (int)listing->factor.size, listing->factor.data,
                       (int)list.size, list.data);
}

/* Room for all pairs of levels of all cells that differ in the level only. */
static void reserve(struct listing *listing, const struct cell_table *table)
{
    const struct cell_place *places = table->places;
    size_t levels = listing->levels.count, rivals = table->count > 0;
    bool named = listing->baseline < levels;
    for (size_t i = 1; i < table->count; i++)
        rivals += places[i].stratum != places[i - 1].stratum ||
                  places[i].workload != places[i - 1].workload ||
                  places[i].direction != places[i - 1].direction ||
                  table->cells[i].metric != table->cells[i - 1].metric;
    size_t most = rivals * (named ? levels - 1 : levels * (levels - 1) / 2);
    struct comparison_set *set = listing->set;
    set->comparisons = arena_take_array(listing->arena, most, sizeof *set->comparisons);
    set->materials = arena_take_array(listing->arena, most, sizeof *set->materials);
}

bool comparison_set_make(struct arena *arena, const struct cell_table *table,
                         const struct analysis_options *options, struct text factor,
                         struct text_list levels, struct comparison_set *set,
                         struct failure *failure)
{
    *set = (struct comparison_set){0};
    struct listing listing = {
        .arena = arena, .set = set, .options = options, .factor = factor, .levels = levels};
    bool knows_blocks = options->method == METHOD_RATIO || options->method == METHOD_PERMUTATION;
    listing.pairing = knows_blocks ? options->pairing : PAIRING_NONE;
    if (!find_baseline(&listing, table, failure))
        return false;
    if (levels.count > 1)
        reserve(&listing, table);
    for (size_t start = 0, end; levels.count > 1 && start < table->count; start = end) {
        end = start;
        while (end < table->count && table->places[end].stratum == table->places[start].stratum &&
               table->places[end].workload == table->places[start].workload)
            end++;
        add_workload(&listing, table, start, end);
    }
    adjust(set, options->correction, options->alpha);
    for (size_t i = 0; i < set->count; i++)
        comparison_conclude(&set->comparisons[i], &set->materials[i]);
    return true;
}
