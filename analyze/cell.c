/* Observations to cells: one hash look-up an observation, then only the cells are sorted. */

#include "analyze/cell.h"

#include "analyze/factor.h"
#include "analyze/metric_choice.h"
#include "analyze/pointer_set.h"
#include "analyze/sample.h"
#include "analyze/text_set.h"
#include "model/configuration.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What can stand for a cell, first choice first; only runs count as more than one. */
static const enum statistic choices[] = {STATISTIC_RUN, STATISTIC_MEAN, STATISTIC_MEDIAN,
                                         STATISTIC_BEST};
enum { CHOICE_COUNT = sizeof choices / sizeof *choices };

/* A cell in the making. */
struct group {
    const struct settings *configuration;
    size_t workload;
    enum direction direction;
    const struct metric *metric;
    size_t counts[CHOICE_COUNT]; /* observations by statistic */
    enum statistic statistic;    /* the one that is taken */
    const struct observation **observations;
    size_t filled;
    bool kept;
    struct cell *cell;
};

struct grouping {
    struct arena *arena; /* scratch */
    struct group *groups;
    size_t count, capacity;
    size_t *table; /* number + 1; 0 is free */
    size_t table_capacity;
    size_t *group_of, *workload_of; /* of each selected observation */
    struct text_set *workloads;
};

static size_t place_of(const struct grouping *grouping, const struct group *key)
{
    uint64_t hash = (uint64_t)(uintptr_t)key->configuration >> 4;
    hash = hash * UINT64_C(0x9e3779b97f4a7c15) + ((uint64_t)(uintptr_t)key->metric >> 4);
    hash = hash * UINT64_C(0x9e3779b97f4a7c15) + key->workload * DIRECTION_COUNT + key->direction;
    hash *= UINT64_C(0x9e3779b97f4a7c15);
    size_t place = (size_t)(hash >> 32) & (grouping->table_capacity - 1);
    while (grouping->table[place] != 0) {
        const struct group *group = &grouping->groups[grouping->table[place] - 1];
        if (group->configuration == key->configuration && group->workload == key->workload &&
            group->direction == key->direction && group->metric == key->metric)
            break;
        place = (place + 1) & (grouping->table_capacity - 1);
    }
    return place;
}

static void enlarge(struct grouping *grouping)
{
    grouping->table_capacity = grouping->table_capacity == 0 ? 64 : grouping->table_capacity * 2;
    grouping->table =
        arena_take_array(grouping->arena, grouping->table_capacity, sizeof *grouping->table);
    for (size_t i = 0; i < grouping->count; i++)
        grouping->table[place_of(grouping, &grouping->groups[i])] = i + 1;
}

static size_t group_of(struct grouping *grouping, const struct group *key)
{
    if (grouping->count * 2 >= grouping->table_capacity)
        enlarge(grouping);
    size_t place = place_of(grouping, key);
    if (grouping->table[place] == 0) {
        grouping->groups = arena_grow(grouping->arena, grouping->groups, grouping->count,
                                      &grouping->capacity, sizeof *grouping->groups);
        grouping->groups[grouping->count++] = *key;
        grouping->table[place] = grouping->count;
    }
    return grouping->table[place] - 1;
}

static size_t choice_of(enum statistic statistic)
{
    size_t choice = 0;
    while (choices[choice] != statistic)
        choice++;
    return choice;
}

static void group_all(struct grouping *grouping, const struct selection *selection)
{
    const struct run *run = NULL;
    size_t workload = 0;
    for (size_t i = 0; i < selection->count; i++) {
        const struct observation *observation = selection->observations[i];
        if (observation->run != run) {
            run = observation->run;
            workload = text_set_add(grouping->workloads, run->workload);
        }
        struct group key = {.configuration = run->configuration,
                            .workload = workload,
                            .direction = observation->direction,
                            .metric = observation->metric};
        size_t group = group_of(grouping, &key);
        grouping->groups[group].counts[choice_of(observation->statistic)]++;
        grouping->group_of[i] = group;
        grouping->workload_of[i] = workload;
    }
}

/* The run time of a run that was given one says nothing. */
static bool is_given(const struct observation *observation)
{
    struct text value = settings_value(observation->run->options, text_of("time_based"));
    return text_is(observation->metric->name, "runtime") && value.data != NULL &&
           !text_is(value, "0");
}

static void drop_given_run_times(struct grouping *grouping, const struct selection *selection)
{
    for (size_t i = 0; i < selection->count; i++)
        if (is_given(selection->observations[i]))
            grouping->groups[grouping->group_of[i]].kept = false;
}

static struct metric_choice choose_metrics(struct grouping *grouping,
                                           const struct selection *selection,
                                           const struct analysis_options *options)
{
    size_t workloads = text_set_count(grouping->workloads);
    struct metric_choice choice = metric_choice_create(grouping->arena, options, workloads);
    for (size_t i = 0; i < grouping->count; i++)
        grouping->groups[i].kept = true;
    drop_given_run_times(grouping, selection);
    for (size_t i = 0; i < grouping->count; i++) {
        const struct group *group = &grouping->groups[i];
        if (group->kept)
            metric_choice_note(&choice, group->workload, group->direction, group->metric);
    }
    metric_choice_weigh(&choice, selection, grouping->workload_of, workloads);
    for (size_t i = 0; i < grouping->count; i++) {
        struct group *group = &grouping->groups[i];
        group->kept = group->kept && metric_choice_keeps(&choice, group->workload, group->direction,
                                                         group->metric);
    }
    return choice;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/* Unknown (0) comes last. */
static int compare_known(uint64_t a, uint64_t b)
{
    return compare_numbers(a - 1, b - 1);
}

static int by_order_of_running(const void *a, const void *b)
{
    const struct observation *one = *(const struct observation *const *)a;
    const struct observation *other = *(const struct observation *const *)b;
    const struct run *first = one->run, *second = other->run;
    int order = compare_known(first->position, second->position);
    if (order == 0)
        order = compare_known(first->block, second->block);
    if (order == 0)
        order = compare_known(first->iteration, second->iteration);
    if (order == 0)
        order = compare_known((uint64_t)first->started_at, (uint64_t)second->started_at);
    if (order == 0)
        order = text_compare_naturally(one->source.path, other->source.path);
    if (order == 0)
        order = compare_numbers(one->source.line, other->source.line);
    if (order == 0 && one->value != other->value)
        order = one->value < other->value ? -1 : 1;
    return order;
}

/* Hands the observations to the groups that are kept, each in the order of running. */
static void distribute(struct grouping *grouping, struct arena *arena,
                       const struct selection *selection)
{
    for (size_t i = 0; i < grouping->count; i++) {
        struct group *group = &grouping->groups[i];
        size_t choice = 0;
        while (group->counts[choice] == 0)
            choice++;
        group->statistic = choices[choice];
        if (group->kept)
            group->observations =
                arena_take_array(arena, group->counts[choice], sizeof *group->observations);
    }
    for (size_t i = 0; i < selection->count; i++) {
        struct group *group = &grouping->groups[grouping->group_of[i]];
        if (group->kept && selection->observations[i]->statistic == group->statistic)
            group->observations[group->filled++] = selection->observations[i];
    }
    for (size_t i = 0; i < grouping->count; i++) {
        struct group *group = &grouping->groups[i];
        if (!group->kept)
            continue;
        qsort(group->observations, group->filled, sizeof *group->observations, by_order_of_running);
        if (group->statistic != STATISTIC_RUN)
            group->filled = 1;
    }
}

/* All values of a cell must mean the same: the base unit, or one token as given. */
static void summarize(struct arena *arena, struct cell *cell, double confidence)
{
    double *values = arena_take_array(arena, cell->n, sizeof *values);
    cell->unit = cell->observations[0]->unit;
    for (size_t i = 0; i < cell->n; i++) {
        values[i] = cell->observations[i]->value;
        cell->unit_mixed |= !text_equal(cell->observations[i]->unit, cell->unit);
    }
    cell->values = values;
    struct arena *scratch = arena_create();
    double *sorted = arena_take_array(scratch, cell->n, sizeof *sorted);
    bool finite = true;
    for (size_t i = 0; i < cell->n; i++) {
        sorted[i] = values[i];
        finite = finite && isfinite(values[i]);
    }
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
    arena_free(scratch);
}

/* A stratum with the factors that make sections, for sorting. */
struct stratum {
    const struct settings *settings;
    const struct text_list *group;
};

static int by_sections_and_levels(const void *a, const void *b)
{
    const struct stratum *one = a, *other = b;
    for (size_t i = 0; i < one->group->count; i++) {
        struct text name = one->group->items[i];
        int order = level_compare(settings_value(one->settings, name),
                                  settings_value(other->settings, name));
        if (order != 0)
            return order;
    }
    for (size_t i = 0; i < one->settings->count && i < other->settings->count; i++) {
        const struct setting *first = &one->settings->items[i];
        const struct setting *second = &other->settings->items[i];
        int order = text_compare(first->name, second->name);
        if (order == 0)
            order = level_compare(first->value, second->value);
        if (order != 0)
            return order;
    }
    return compare_numbers(one->settings->count, other->settings->count);
}

/* The strata by rank; ranks[i] is that of configuration i of the selection. */
static void rank_strata(struct arena *arena, const struct selection *selection,
                        const struct analysis_options *options, struct text factor, size_t *ranks,
                        struct cell_table *table)
{
    struct settings_pool *pool = settings_pool_create(arena);
    struct pointer_set *set = pointer_set_create(arena);
    for (size_t i = 0; i < selection->configuration_count; i++) {
        const struct settings *all = selection->configurations[i];
        all = settings_intern(pool, all->items, all->count);
        ranks[i] = pointer_set_add(set, settings_without(pool, all, factor));
    }
    size_t count = pointer_set_count(set);
    struct stratum *strata = arena_take_array(arena, count, sizeof *strata);
    for (size_t i = 0; i < count; i++)
        strata[i] = (struct stratum){pointer_set_items(set)[i], &options->group};
    qsort(strata, count, sizeof *strata, by_sections_and_levels);
    const struct settings **sorted = arena_take_array(arena, count, sizeof *sorted);
    size_t *rank_of = arena_take_array(arena, count, sizeof *rank_of);
    for (size_t i = 0; i < count; i++) {
        sorted[i] = strata[i].settings;
        rank_of[pointer_set_find(set, sorted[i])] = i;
    }
    for (size_t i = 0; i < selection->configuration_count; i++)
        ranks[i] = rank_of[ranks[i]];
    table->strata = sorted;
    table->stratum_count = count;
}

struct numbered_text {
    struct text text;
    size_t number;
};

static int by_name(const void *a, const void *b)
{
    const struct numbered_text *one = a, *other = b;
    return text_compare_naturally(one->text, other->text);
}

/* The workloads by rank; ranks[i] is that of workload number i. */
static void rank_workloads(struct arena *arena, const struct text_set *set, size_t *ranks,
                           struct cell_table *table)
{
    size_t count = text_set_count(set);
    struct numbered_text *numbered = arena_take_array(arena, count, sizeof *numbered);
    struct text *sorted = arena_take_array(arena, count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        numbered[i] = (struct numbered_text){text_set_items(set)[i], i};
    qsort(numbered, count, sizeof *numbered, by_name);
    for (size_t i = 0; i < count; i++) {
        sorted[i] = numbered[i].text;
        ranks[numbered[i].number] = i;
    }
    table->workloads = sorted;
    table->workload_count = count;
}

struct placed_group {
    struct group *group;
    struct cell_place place;
};

static int by_place(const void *a, const void *b)
{
    const struct placed_group *one = a, *other = b;
    const struct cell_place *first = &one->place, *second = &other->place;
    int order = compare_numbers(first->stratum, second->stratum);
    if (order == 0)
        order = compare_numbers(first->workload, second->workload);
    if (order == 0)
        order = compare_numbers(first->direction, second->direction);
    if (order == 0)
        order = compare_numbers(first->metric, second->metric);
    if (order == 0)
        order = text_compare(one->group->metric->name, other->group->metric->name);
    if (order == 0)
        order = compare_numbers(first->level, second->level);
    return order;
}

/* The kept groups in the order of the table. */
static struct placed_group *place_groups(struct grouping *grouping, struct arena *arena,
                                         const struct selection *selection,
                                         const struct metric_choice *choice, struct text factor,
                                         struct text_list levels, struct cell_table *table)
{
    struct pointer_set *configurations = pointer_set_create(grouping->arena);
    for (size_t i = 0; i < selection->configuration_count; i++)
        (void)pointer_set_add(configurations, selection->configurations[i]);
    size_t *strata =
        arena_take_array(grouping->arena, selection->configuration_count, sizeof *strata);
    size_t *workloads =
        arena_take_array(grouping->arena, text_set_count(grouping->workloads), sizeof *workloads);
    rank_strata(arena, selection, choice->options, factor, strata, table);
    rank_workloads(arena, grouping->workloads, workloads, table);
    struct placed_group *placed =
        arena_take_array(grouping->arena, grouping->count, sizeof *placed);
    for (size_t i = 0; i < grouping->count; i++) {
        struct group *group = &grouping->groups[i];
        if (!group->kept)
            continue;
        struct text level = settings_value(group->configuration, factor);
        placed[table->count].group = group;
        placed[table->count++].place = (struct cell_place){
            .stratum = strata[pointer_set_find(configurations, group->configuration)],
            .workload = workloads[group->workload],
            .direction = group->direction,
            .metric = metric_choice_rank(choice->options, group->metric),
            .level = factor_level_index(levels, level),
            .primary =
                metric_choice_is_primary(choice, group->workload, group->direction, group->metric),
        };
    }
    qsort(placed, table->count, sizeof *placed, by_place);
    return placed;
}

static bool check_metrics(const struct grouping *grouping, const struct analysis_options *options,
                          struct failure *failure)
{
    for (size_t i = 0; i < options->metrics.count && grouping->count > 0; i++) {
        struct text name = options->metrics.items[i];
        bool found = false;
        for (size_t j = 0; j < grouping->count && !found; j++)
            found = text_equal(grouping->groups[j].metric->name, name);
        if (found)
            continue;
        struct text_set *names = text_set_create(grouping->arena);
        struct text_builder list = {.arena = grouping->arena};
        for (size_t j = 0; j < grouping->count; j++)
            (void)text_set_add(names, grouping->groups[j].metric->name);
        for (size_t j = 0; j < text_set_count(names); j++)
            text_add_format(&list, "%s%.*s", j == 0 ? "" : ", ", (int)text_set_items(names)[j].size,
                            text_set_items(names)[j].data);
        return failure_set(failure, FAILURE_USAGE,
                           "nothing was measured of the metric %.*s; measured: %.*s",
                           (int)name.size, name.data, (int)list.size, list.data);
    }
    return true;
}

static void fill_cells(struct arena *arena, const struct placed_group *placed,
                       const struct text *workloads, double confidence, struct cell_table *table)
{
    table->cells = arena_take_array(arena, table->count, sizeof *table->cells);
    table->places = arena_take_array(arena, table->count, sizeof *table->places);
    for (size_t i = 0; i < table->count; i++) {
        struct group *group = placed[i].group;
        group->cell = &table->cells[i];
        table->places[i] = placed[i].place;
        table->cells[i] = (struct cell){
            .configuration = group->configuration,
            .workload = workloads[group->workload],
            .direction = group->direction,
            .metric = group->metric,
            .statistic = group->statistic,
            .n = group->filled,
            .observations = group->observations,
        };
        summarize(arena, &table->cells[i], confidence);
    }
}

bool cell_table_make(struct arena *arena, const struct selection *selection,
                     const struct analysis_options *options, struct text factor,
                     struct text_list levels, struct cell_table *table, struct failure *failure)
{
    *table = (struct cell_table){0};
    struct arena *scratch = arena_create();
    struct grouping grouping = {.arena = scratch, .workloads = text_set_create(scratch)};
    grouping.group_of = arena_take_array(scratch, selection->count, sizeof *grouping.group_of);
    grouping.workload_of =
        arena_take_array(scratch, selection->count, sizeof *grouping.workload_of);
    group_all(&grouping, selection);
    bool fits = check_metrics(&grouping, options, failure);
    if (fits) {
        struct metric_choice choice = choose_metrics(&grouping, selection, options);
        distribute(&grouping, arena, selection);
        const struct placed_group *placed =
            place_groups(&grouping, arena, selection, &choice, factor, levels, table);
        fill_cells(arena, placed, text_set_items(grouping.workloads), 1 - options->alpha, table);
        table->cell_of = arena_take_array(arena, selection->count, sizeof *table->cell_of);
        for (size_t i = 0; i < selection->count; i++)
            table->cell_of[i] = grouping.groups[grouping.group_of[i]].cell;
    }
    arena_free(scratch);
    return fits;
}
