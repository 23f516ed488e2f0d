/* From cells to the rows of a design. */

#include "analyze/sweep.h"

#include "analyze/pointer_set.h"
#include "analyze/sample.h"
#include "analyze/text_set.h"
#include "model/configuration.h"

#include <math.h>
#include <stdlib.h>

static bool usable(const struct cell *cell, const struct cell_place *place)
{
    return place->primary && !cell->unit_mixed && isfinite(cell->gmean);
}

/* The metric of most usable cells; of equally many the one that comes first in the table. */
static const struct metric *most_frequent(struct arena *arena, const struct cell_table *table)
{
    struct pointer_set *metrics = pointer_set_create(arena);
    size_t *counts = arena_take_array(arena, table->count, sizeof *counts), best = 0;
    for (size_t i = 0; i < table->count; i++)
        if (usable(&table->cells[i], &table->places[i]))
            counts[pointer_set_add(metrics, table->cells[i].metric)]++;
    for (size_t i = 1; i < pointer_set_count(metrics); i++)
        best = counts[i] > counts[best] ? i : best;
    return pointer_set_count(metrics) == 0 ? NULL : pointer_set_items(metrics)[best];
}

static void take_rows(struct sweep *sweep, const struct cell_table *table)
{
    double sum = 0;
    sweep->rows = arena_take_array(sweep->arena, table->count, sizeof *sweep->rows);
    for (size_t i = 0; i < table->count; i++) {
        const struct cell *cell = &table->cells[i];
        if (cell->metric != sweep->metric || !usable(cell, &table->places[i]))
            continue;
        struct sweep_row *row = &sweep->rows[sweep->row_count++];
        row->cell = cell;
        row->log = sample_log_ratio(cell->gmean, sweep->rows[0].cell->gmean);
        sum += (double)cell->n * row->log;
        sweep->runs += (double)cell->n;
        if (cell->n > 1)
            sweep->within_ss += (double)(cell->n - 1) * cell->log_sd * cell->log_sd;
    }
    for (size_t i = 0; i < sweep->row_count; i++)
        sweep->rows[i].log -= sum / sweep->runs;
    if (sweep->row_count > 0)
        sweep->origin = log(sweep->rows[0].cell->gmean) + sum / sweep->runs;
}

static int by_level(const void *a, const void *b)
{
    return level_compare(*(const struct text *)a, *(const struct text *)b);
}

typedef struct text level_of_cell(const struct cell *cell, struct text name);

static struct text level_of_setting(const struct cell *cell, struct text name)
{
    struct text level = settings_value(cell->configuration, name);
    return level.data == NULL ? text_of("not stated") : level;
}

static struct text workload_of(const struct cell *cell, struct text name)
{
    (void)name;
    return cell->workload;
}

static struct text direction_of(const struct cell *cell, struct text name)
{
    (void)name;
    return text_of(direction_name(cell->direction));
}

/* Adds the factor when it has two levels or more. */
static void add_factor(struct sweep *sweep, struct text name, bool setting, level_of_cell *level_of)
{
    struct arena *arena = sweep->arena;
    struct text_set *set = text_set_create(arena);
    size_t *number_of = arena_take_array(arena, sweep->row_count, sizeof *number_of);
    for (size_t i = 0; i < sweep->row_count; i++)
        number_of[i] = text_set_add(set, level_of(sweep->rows[i].cell, name));
    size_t count = text_set_count(set);
    if (count < 2)
        return;
    struct text *levels = arena_take_array(arena, count, sizeof *levels);
    size_t *rank = arena_take_array(arena, count, sizeof *rank);
    for (size_t i = 0; i < count; i++)
        levels[i] = text_set_items(set)[i];
    qsort(levels, count, sizeof *levels, by_level);
    for (size_t i = 0; i < count; i++)
        rank[text_set_add(set, levels[i])] = i;
    for (size_t i = 0; i < sweep->row_count; i++)
        number_of[i] = rank[number_of[i]];
    sweep->factors[sweep->factor_count++] =
        (struct sweep_factor){name, {levels, count}, 1, setting, number_of};
}

/* True when each level of one always comes with the same level of the other. */
static bool move_together(const struct sweep *sweep, const struct sweep_factor *one,
                          const struct sweep_factor *other, size_t *partner)
{
    if (one->levels.count != other->levels.count)
        return false;
    for (size_t i = 0; i < one->levels.count; i++)
        partner[i] = SIZE_MAX;
    for (size_t i = 0; i < sweep->row_count; i++) {
        size_t *known = &partner[one->level_of[i]];
        if (*known == SIZE_MAX)
            *known = other->level_of[i];
        if (*known != other->level_of[i])
            return false;
    }
    for (size_t i = 0; i < one->levels.count; i++)
        for (size_t j = 0; j < i; j++)
            if (partner[i] == partner[j])
                return false;
    return true;
}

/* "primarycache+sync" with levels "all+standard" and "metadata+always". */
static void join(struct arena *arena, struct sweep_factor *one, const struct sweep_factor *other,
                 const size_t *partner)
{
    struct text *levels = arena_take_array(arena, one->levels.count, sizeof *levels);
    for (size_t i = 0; i < one->levels.count; i++) {
        struct text first = one->levels.items[i], second = other->levels.items[partner[i]];
        levels[i] = text_format(arena, "%.*s+%.*s", (int)first.size, first.data, (int)second.size,
                                second.data);
    }
    one->name = text_format(arena, "%.*s+%.*s", (int)one->name.size, one->name.data,
                            (int)other->name.size, other->name.data);
    one->levels.items = levels;
    one->joined += other->joined;
}

static void join_factors(struct sweep *sweep)
{
    size_t kept = 0;
    for (size_t i = 0; i < sweep->factor_count; i++) {
        struct sweep_factor *factor = &sweep->factors[i];
        size_t *partner = arena_take_array(sweep->arena, factor->levels.count + 1, sizeof *partner),
               k = 0;
        while (k < kept && !move_together(sweep, &sweep->factors[k], factor, partner))
            k++;
        if (k < kept)
            join(sweep->arena, &sweep->factors[k], factor, partner);
        else
            sweep->factors[kept++] = *factor;
    }
    sweep->factor_count = kept;
}

/* True when all rows of one level of `by` have the same level of `factor`. */
static bool decides(const struct sweep *sweep, const struct sweep_factor *by,
                    const struct sweep_factor *factor)
{
    struct arena *scratch = arena_create();
    size_t *known = arena_take_array(scratch, by->levels.count, sizeof *known);
    bool same = true;
    for (size_t i = 0; i < sweep->row_count && same; i++) {
        size_t *level = &known[by->level_of[i]];
        same = *level == 0 || *level == factor->level_of[i] + 1;
        *level = factor->level_of[i] + 1;
    }
    arena_free(scratch);
    return same;
}

/* Takes out the settings whose level goes with the workload. */
static void leave_out_tied(struct sweep *sweep)
{
    const struct sweep_factor *workload = NULL;
    size_t kept = 0;
    for (size_t i = 0; i < sweep->factor_count; i++)
        if (!sweep->factors[i].setting && text_is(sweep->factors[i].name, "workload"))
            workload = &sweep->factors[i];
    if (workload == NULL)
        return;
    const struct sweep_factor by = *workload;
    sweep->tied = arena_take_array(sweep->arena, sweep->factor_count, sizeof *sweep->tied);
    for (size_t i = 0; i < sweep->factor_count; i++) {
        if (sweep->factors[i].setting && decides(sweep, &by, &sweep->factors[i]))
            sweep->tied[sweep->tied_count++] = sweep->factors[i].name;
        else
            sweep->factors[kept++] = sweep->factors[i];
    }
    sweep->factor_count = kept;
}

static void find_factors(struct sweep *sweep)
{
    struct text_set *names = text_set_create(sweep->arena);
    for (size_t i = 0; i < sweep->row_count; i++) {
        const struct settings *configuration = sweep->rows[i].cell->configuration;
        for (size_t j = 0; j < configuration->count; j++)
            (void)text_set_add(names, configuration->items[j].name);
    }
    size_t count = text_set_count(names);
    struct text *sorted = arena_take_array(sweep->arena, count + 1, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = text_set_items(names)[i];
    qsort(sorted, count, sizeof *sorted, by_level);
    sweep->factors = arena_take_array(sweep->arena, count + 2, sizeof *sweep->factors);
    for (size_t i = 0; i < count; i++)
        add_factor(sweep, sorted[i], true, level_of_setting);
    add_factor(sweep, text_of("workload"), false, workload_of);
    add_factor(sweep, text_of("direction"), false, direction_of);
    leave_out_tied(sweep);
    join_factors(sweep);
}

struct sweep sweep_make(struct arena *arena, const struct cell_table *table)
{
    struct sweep sweep = {.arena = arena, .metric = most_frequent(arena, table)};
    if (sweep.metric == NULL)
        return sweep;
    take_rows(&sweep, table);
    find_factors(&sweep);
    return sweep;
}

size_t *sweep_groups(const struct sweep *sweep, struct arena *arena, long factor, size_t *count)
{
    size_t width = sweep->factor_count;
    struct text_set *keys = text_set_create(arena);
    size_t *group_of = arena_take_array(arena, sweep->row_count, sizeof *group_of);
    size_t *levels = arena_take_array(arena, sweep->row_count * width, sizeof *levels);
    for (size_t i = 0; i < sweep->row_count; i++) {
        size_t *key = levels + i * width;
        for (size_t k = 0; k < width; k++)
            key[k] = (long)k == factor ? 0 : sweep->factors[k].level_of[i];
        group_of[i] = text_set_add(keys, (struct text){(const char *)key, width * sizeof *key});
    }
    *count = text_set_count(keys);
    return group_of;
}
