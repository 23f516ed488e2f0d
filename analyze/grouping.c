/* Observations to groups: one hash look-up an observation, so a million of them cost no more than
 * reading them. */

#include "analyze/grouping.h"

#include <stdint.h>
#include <stdlib.h>

static const enum statistic choices[GROUPED_STATISTICS] = {STATISTIC_RUN, STATISTIC_MEAN,
                                                           STATISTIC_MEDIAN, STATISTIC_BEST};
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
        if (run == NULL || !text_equal(observation->run->workload, run->workload))
            workload = text_set_add(grouping->workloads, observation->run->workload);
        run = observation->run;
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

static bool is_run_time(const struct group *group)
{
    return text_is(group->metric->name, "runtime");
}

/* The run time of a run that was given one says nothing. */
static void drop_given_run_times(struct grouping *grouping, const struct selection *selection)
{
    bool any = false;
    for (size_t i = 0; i < grouping->count; i++)
        any = any || is_run_time(&grouping->groups[i]);
    for (size_t i = 0; i < selection->count && any; i++) {
        struct group *group = &grouping->groups[grouping->group_of[i]];
        const struct settings *options = selection->observations[i]->run->options;
        struct text value = settings_value(options, text_of("time_based"));
        if (is_run_time(group) && value.data != NULL && !text_is(value, "0"))
            group->kept = false;
    }
}

static void choose_metrics(struct grouping *grouping, const struct selection *selection,
                           const struct analysis_options *options)
{
    size_t workloads = text_set_count(grouping->workloads);
    struct metric_choice *choice = &grouping->choice;
    *choice = metric_choice_create(grouping->arena, options, workloads);
    for (size_t i = 0; i < grouping->count; i++)
        grouping->groups[i].kept = true;
    drop_given_run_times(grouping, selection);
    for (size_t i = 0; i < grouping->count; i++) {
        const struct group *group = &grouping->groups[i];
        if (group->kept)
            metric_choice_note(choice, group->workload, group->direction, group->metric);
    }
    metric_choice_weigh(choice, selection, grouping->workload_of, workloads);
    for (size_t i = 0; i < grouping->count; i++) {
        struct group *group = &grouping->groups[i];
        group->kept = group->kept &&
                      metric_choice_keeps(choice, group->workload, group->direction, group->metric);
    }
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

/* As they mostly were read. */
static bool are_in_order(const struct group *group)
{
    for (size_t i = 1; i < group->n; i++)
        if (by_order_of_running(&group->observations[i - 1], &group->observations[i]) > 0)
            return false;
    return true;
}

/* Hands the observations to the groups that are kept, each in the order of running. */
static void distribute(struct grouping *grouping, const struct selection *selection)
{
    for (size_t i = 0; i < grouping->count; i++) {
        struct group *group = &grouping->groups[i];
        size_t choice = 0;
        while (group->counts[choice] == 0)
            choice++;
        group->statistic = choices[choice];
        if (group->kept)
            group->observations = arena_take_array(grouping->arena, group->counts[choice],
                                                   sizeof *group->observations);
    }
    for (size_t i = 0; i < selection->count; i++) {
        struct group *group = &grouping->groups[grouping->group_of[i]];
        if (group->kept && selection->observations[i]->statistic == group->statistic)
            group->observations[group->n++] = selection->observations[i];
    }
    for (size_t i = 0; i < grouping->count; i++) {
        struct group *group = &grouping->groups[i];
        if (!group->kept)
            continue;
        if (!are_in_order(group))
            qsort(group->observations, group->n, sizeof *group->observations, by_order_of_running);
        if (group->statistic != STATISTIC_RUN)
            group->n = 1;
    }
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

bool grouping_make(struct arena *arena, const struct selection *selection,
                   const struct analysis_options *options, struct grouping *grouping,
                   struct failure *failure)
{
    *grouping = (struct grouping){.arena = arena, .workloads = text_set_create(arena)};
    grouping->group_of = arena_take_array(arena, selection->count, sizeof *grouping->group_of);
    grouping->workload_of =
        arena_take_array(arena, selection->count, sizeof *grouping->workload_of);
    group_all(grouping, selection);
    if (!check_metrics(grouping, options, failure))
        return false;
    choose_metrics(grouping, selection, options);
    distribute(grouping, selection);
    return true;
}
