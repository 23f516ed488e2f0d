/* In which order strata and workloads are shown: by name and level, never by the order of reading.
 */

#include "analyze/ranking.h"

#include "analyze/pointer_set.h"
#include "model/configuration.h"

#include <stdlib.h>

/* For sorting. */
struct stratum {
    const struct settings *settings;
    const struct text_list *sections;
};

static int by_sections_and_levels(const void *a, const void *b)
{
    const struct stratum *one = a, *other = b;
    for (size_t i = 0; i < one->sections->count; i++) {
        struct text name = one->sections->items[i];
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
    if (one->settings->count != other->settings->count)
        return one->settings->count < other->settings->count ? -1 : 1;
    return 0;
}

static void rank_strata(struct arena *arena, const struct selection *selection, struct text factor,
                        const struct text_list *sections, struct ranking *ranking)
{
    size_t *ranks = arena_take_array(arena, selection->configuration_count, sizeof *ranks);
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
        strata[i] = (struct stratum){pointer_set_items(set)[i], sections};
    qsort(strata, count, sizeof *strata, by_sections_and_levels);
    const struct settings **sorted = arena_take_array(arena, count, sizeof *sorted);
    size_t *rank_of = arena_take_array(arena, count, sizeof *rank_of);
    for (size_t i = 0; i < count; i++) {
        sorted[i] = strata[i].settings;
        rank_of[pointer_set_find(set, sorted[i])] = i;
    }
    for (size_t i = 0; i < selection->configuration_count; i++)
        ranks[i] = rank_of[ranks[i]];
    ranking->strata = sorted;
    ranking->stratum_count = count;
    ranking->stratum_of = ranks;
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

static void rank_workloads(struct arena *arena, const struct text_set *set, struct ranking *ranking)
{
    size_t count = text_set_count(set);
    size_t *ranks = arena_take_array(arena, count, sizeof *ranks);
    struct numbered_text *numbered = arena_take_array(arena, count, sizeof *numbered);
    struct text *sorted = arena_take_array(arena, count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        numbered[i] = (struct numbered_text){text_set_items(set)[i], i};
    qsort(numbered, count, sizeof *numbered, by_name);
    for (size_t i = 0; i < count; i++) {
        sorted[i] = numbered[i].text;
        ranks[numbered[i].number] = i;
    }
    ranking->workloads = sorted;
    ranking->workload_count = count;
    ranking->workload_of = ranks;
}

struct ranking ranking_make(struct arena *arena, const struct selection *selection,
                            const struct text_set *workloads, struct text factor,
                            const struct text_list *sections)
{
    struct ranking ranking = {0};
    rank_strata(arena, selection, factor, sections, &ranking);
    rank_workloads(arena, workloads, &ranking);
    return ranking;
}
