/* Which factor is compared, and between which levels. */

#include "analyze/factor.h"

#include "model/configuration.h"

#include <stdlib.h>

static int by_name_and_level(const void *a, const void *b)
{
    const struct setting *one = a, *other = b;
    int order = text_compare(one->name, other->name);
    return order != 0 ? order : level_compare(one->value, other->value);
}

/* Each factor=level that occurs, once, sorted by factor and level. */
static struct setting *collect(struct arena *arena, const struct settings *const *configurations,
                               size_t count, size_t *found)
{
    size_t total = 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        total += configurations[i]->count;
    struct setting *all = arena_take_array(arena, total + 1, sizeof *all);
    total = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < configurations[i]->count; j++)
            all[total++] = configurations[i]->items[j];
    qsort(all, total, sizeof *all, by_name_and_level);
    for (size_t i = 0; i < total; i++)
        if (kept == 0 || by_name_and_level(&all[kept - 1], &all[i]) != 0)
            all[kept++] = all[i];
    *found = kept;
    return all;
}

/* One past the last level of the factor that starts at `start`. */
static size_t end_of_factor(const struct setting *all, size_t count, size_t start)
{
    size_t end = start;
    while (end < count && text_equal(all[end].name, all[start].name))
        end++;
    return end;
}

static void take_factor(struct arena *arena, const struct setting *all, size_t start, size_t end,
                        struct text *factor, struct text_list *levels)
{
    struct text *items = arena_take_array(arena, end - start, sizeof *items);
    for (size_t i = start; i < end; i++)
        items[i - start] = all[i].value;
    *factor = all[start].name;
    *levels = (struct text_list){items, end - start};
}

static bool fail_listing(struct text_builder *builder, const struct setting *all, size_t count,
                         bool varying_only, struct failure *failure)
{
    const char *separator = "";
    for (size_t start = 0, end; start < count; start = end) {
        end = end_of_factor(all, count, start);
        if (varying_only && end - start < 2)
            continue;
        text_add_format(builder, "%s%.*s (%zu level%s)", separator, (int)all[start].name.size,
                        all[start].name.data, end - start, end - start == 1 ? "" : "s");
        separator = ", ";
    }
    if (separator[0] == '\0')
        text_add_string(builder, "none");
    if (varying_only)
        text_add_string(builder, "; choose one with --compare FACTOR");
    struct text message = text_built(builder);
    return failure_set(failure, FAILURE_USAGE, "%.*s", (int)message.size, message.data);
}

bool factor_choose(struct arena *arena, const struct settings *const *configurations, size_t count,
                   struct text compare, struct text *factor, struct text_list *levels,
                   bool *several, struct failure *failure)
{
    size_t found, varying = 0, chosen_start = 0, chosen_end = 0;
    struct setting *all = collect(arena, configurations, count, &found);
    struct text_builder builder = {.arena = arena};
    *factor = (struct text){NULL, 0};
    *levels = (struct text_list){NULL, 0};
    *several = false;
    for (size_t start = 0, end; start < found; start = end) {
        end = end_of_factor(all, found, start);
        bool named = compare.size > 0 && text_equal(all[start].name, compare);
        if (named || (compare.size == 0 && end - start > 1 && text_is(all[start].name, "ashift"))) {
            take_factor(arena, all, start, end, factor, levels);
            return true;
        }
        if (end - start < 2)
            continue;
        varying++;
        chosen_start = start;
        chosen_end = end;
    }
    if (compare.size > 0 && count > 0) {
        text_add_format(&builder,
                        "no run states the setting %.*s; settings stated: ", (int)compare.size,
                        compare.data);
        return fail_listing(&builder, all, found, false, failure);
    }
    *several = varying > 1;
    if (varying == 1)
        take_factor(arena, all, chosen_start, chosen_end, factor, levels);
    return true;
}

bool factor_ask(struct arena *arena, const struct settings *const *configurations, size_t count,
                struct failure *failure)
{
    size_t found;
    const struct setting *all = collect(arena, configurations, count, &found);
    struct text_builder builder = {.arena = arena};
    text_add_string(&builder, "several settings vary: ");
    return fail_listing(&builder, all, found, true, failure);
}

size_t factor_level_index(struct text_list levels, struct text level)
{
    size_t low = 0, high = levels.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = level_compare(levels.items[middle], level);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return levels.count;
}
