/* From groups of observations to sorted cells with their summaries. */

#include "analyze/cell.h"

#include "analyze/factor.h"
#include "analyze/grouping.h"
#include "analyze/pointer_set.h"
#include "analyze/ranking.h"
#include "analyze/sample.h"

#include <math.h>
#include <stdlib.h>

/* Sorts finite values and computes what is said of them all. */
static void compute(struct cell *cell, double *sorted, bool finite, double confidence)
{
    if (finite)
        sample_sort(sorted, cell->n);
    cell->mean = sample_mean(sorted, cell->n);
    cell->sd = sample_sd(sorted, cell->n);
    cell->cv = sample_cv(sorted, cell->n);
    cell->median = finite ? sample_median(sorted, cell->n) : NAN;
    cell->min = finite ? sorted[0] : NAN;
    cell->max = finite ? sorted[cell->n - 1] : NAN;
    sample_interval(sorted, cell->n, confidence, &cell->ci_low, &cell->ci_high);
    cell->gmean = sample_gmean(sorted, cell->n);
    cell->log_sd = sample_log_sd(sorted, cell->n);
}

/* All values of a cell must mean the same: the base unit, or one token as given. Of others nothing
   is computed. */
static void summarize(struct arena *arena, struct cell *cell, double confidence)
{
    double *values = arena_take_array(arena, cell->n, sizeof *values);
    cell->unit = cell->observations[0]->unit;
    for (size_t i = 0; i < cell->n; i++) {
        values[i] = cell->observations[i]->value;
        cell->unit_mixed |= !text_equal(cell->observations[i]->unit, cell->unit);
    }
    cell->values = values;
    double *sorted = arena_take_array(arena, cell->n, sizeof *sorted);
    bool finite = true;
    for (size_t i = 0; i < cell->n; i++) {
        sorted[i] = values[i];
        finite = finite && isfinite(values[i]);
    }
    cell->sorted = sorted;
    cell->mean = cell->sd = cell->cv = cell->median = cell->min = cell->max = NAN;
    cell->ci_low = cell->ci_high = cell->gmean = cell->log_sd = NAN;
    if (!cell->unit_mixed)
        compute(cell, sorted, finite, confidence);
}

static int compare_sizes(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

struct placed_group {
    const struct group *group;
    size_t number; /* of the group */
    struct cell_place place;
};

static int by_place(const void *a, const void *b)
{
    const struct placed_group *one = a, *other = b;
    const struct cell_place *first = &one->place, *second = &other->place;
    int order = compare_sizes(first->stratum, second->stratum);
    if (order == 0)
        order = compare_sizes(first->workload, second->workload);
    if (order == 0)
        order = compare_sizes(first->metric, second->metric);
    if (order == 0)
        order = compare_sizes(first->direction, second->direction);
    if (order == 0)
        order = text_compare(one->group->metric->name, other->group->metric->name);
    if (order == 0)
        order = compare_sizes(first->level, second->level);
    return order;
}

static bool same_test_and_rank(const struct cell_place *one, const struct cell_place *other)
{
    return one->stratum == other->stratum && one->workload == other->workload &&
           one->metric == other->metric && one->direction == other->direction;
}

/* Of several metrics with one rank only the first decides. */
static void keep_one_primary(struct placed_group *placed, size_t count)
{
    size_t first = 0;
    for (size_t i = 1; i < count; i++) {
        if (!same_test_and_rank(&placed[i].place, &placed[first].place))
            first = i;
        else if (placed[i].group->metric != placed[first].group->metric)
            placed[i].place.primary = false;
    }
}

/* The groups that are kept, in the order of the table. */
static struct placed_group *place_groups(const struct grouping *grouping,
                                         const struct selection *selection,
                                         const struct ranking *ranking, struct text factor,
                                         struct text_list levels, size_t *count)
{
    struct pointer_set *configurations = pointer_set_create(grouping->arena);
    for (size_t i = 0; i < selection->configuration_count; i++)
        (void)pointer_set_add(configurations, selection->configurations[i]);
    size_t *levels_of =
        arena_take_array(grouping->arena, selection->configuration_count + 1, sizeof *levels_of);
    for (size_t i = 0; i < selection->configuration_count; i++)
        levels_of[i] =
            factor_level_index(levels, settings_value(selection->configurations[i], factor));
    struct placed_group *placed =
        arena_take_array(grouping->arena, grouping->count, sizeof *placed);
    *count = 0;
    for (size_t i = 0; i < grouping->count; i++) {
        const struct group *group = &grouping->groups[i];
        if (!group->kept)
            continue;
        size_t configuration = pointer_set_find(configurations, group->configuration);
        struct cell_place place = {
            .stratum = ranking->stratum_of[configuration],
            .workload = ranking->workload_of[group->workload],
            .direction = group->direction,
            .metric = metric_choice_rank(grouping->choice.options, group->metric),
            .level = levels_of[configuration],
            .primary = metric_choice_is_primary(&grouping->choice, group->workload,
                                                group->direction, group->metric),
        };
        placed[(*count)++] = (struct placed_group){group, i, place};
    }
    qsort(placed, *count, sizeof *placed, by_place);
    keep_one_primary(placed, *count);
    return placed;
}

static void fill_cell(struct arena *arena, struct cell *cell, const struct group *group,
                      struct text workload, double confidence)
{
    const struct observation **observations =
        arena_take_array(arena, group->n, sizeof *observations);
    const struct run **runs = arena_take_array(arena, group->n, sizeof *runs);
    for (size_t i = 0; i < group->n; i++) {
        observations[i] = group->observations[i];
        runs[i] = observations[i]->run;
    }
    *cell = (struct cell){
        .configuration = group->configuration,
        .workload = workload,
        .direction = group->direction,
        .metric = group->metric,
        .statistic = group->statistic,
        .n = group->n,
        .observations = observations,
        .runs = runs,
    };
    summarize(arena, cell, confidence);
}

/* cell_of[i]: the cell of selected observation i. */
static void find_cells(struct cell_table *table, const struct selection *selection,
                       const struct grouping *grouping, const struct placed_group *placed)
{
    const struct cell **of_group =
        arena_take_array(grouping->arena, grouping->count, sizeof *of_group);
    for (size_t i = 0; i < table->count; i++)
        of_group[placed[i].number] = &table->cells[i];
    for (size_t i = 0; i < selection->count; i++)
        table->cell_of[i] = of_group[grouping->group_of[i]];
}

bool cell_table_make(struct arena *arena, const struct selection *selection,
                     const struct analysis_options *options, struct text factor,
                     struct text_list levels, struct cell_table *table, struct failure *failure)
{
    *table = (struct cell_table){0};
    struct arena *scratch = arena_create();
    struct grouping grouping;
    bool fits = grouping_make(scratch, selection, options, &grouping, failure);
    if (fits) {
        struct ranking ranking =
            ranking_make(arena, selection, grouping.workloads, factor, &options->group);
        const struct placed_group *placed =
            place_groups(&grouping, selection, &ranking, factor, levels, &table->count);
        table->strata = ranking.strata;
        table->cells = arena_take_array(arena, table->count, sizeof *table->cells);
        table->places = arena_take_array(arena, table->count, sizeof *table->places);
        table->cell_of = arena_take_array(arena, selection->count, sizeof *table->cell_of);
        for (size_t i = 0; i < table->count; i++) {
            table->places[i] = placed[i].place;
            fill_cell(arena, &table->cells[i], placed[i].group,
                      ranking.workloads[placed[i].place.workload], 1 - options->alpha);
        }
        find_cells(table, selection, &grouping, placed);
    }
    arena_free(scratch);
    return fits;
}
