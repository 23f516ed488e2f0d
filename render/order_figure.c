/* The runs in the order in which they were made; without positions by number of the run; without
   either there is no such figure. */
#include "render/figure_set.h"

#include "render/cell_groups.h"
#include "render/conditions.h"
#include "render/line.h"
#include "render/pairs.h"
#include "render/quantity.h"

#include <math.h>

enum place_kind {
    PLACE_NONE,
    PLACE_NUMBER,
    PLACE_POSITION,
};

static double place_of(const struct run *run, enum place_kind kind)
{
    return kind == PLACE_POSITION ? run->position : run->iteration;
}

/* The best place that all runs of the primary cells have; none when no cell has two runs. */
static enum place_kind place_kind_of(const struct cell_groups *groups)
{
    bool positions = true, numbers = true, repeated = false;
    for (size_t g = 0; g < groups->count; g++) {
        const struct cell_group *group = &groups->items[g];
        for (size_t i = 0; group->primary && i < group->count; i++) {
            repeated = repeated || group->cells[i]->n > 1;
            for (size_t k = 0; k < group->cells[i]->n; k++) {
                const struct run *run = group->cells[i]->observations[k]->run;
                positions = positions && run->position > 0;
                numbers = numbers && run->iteration > 0;
            }
        }
    }
    if (!repeated)
        return PLACE_NONE;
    return positions ? PLACE_POSITION : numbers ? PLACE_NUMBER : PLACE_NONE;
}

static struct order_line line_of(struct arena *arena, const struct analysis *analysis,
                                 const struct cell *cell, unsigned level, enum place_kind kind,
                                 struct display_unit unit)
{
    double *places = arena_take_array(arena, cell->n + 1, sizeof *places);
    double *values = arena_take_array(arena, cell->n + 1, sizeof *values);
    struct order_line line = {.level = level, .places = places, .values = values};
    line.label = cell_short_label(arena, analysis, cell);
    for (size_t i = 0; i < cell->n; i++) {
        double place = place_of(cell->observations[i]->run, kind);
        if (!isfinite(cell->values[i]))
            continue;
        size_t k = line.count++;
        for (; k > 0 && places[k - 1] > place; k--) {
            places[k] = places[k - 1];
            values[k] = values[k - 1];
        }
        places[k] = place;
        values[k] = cell->values[i] / unit.divisor;
    }
    return line;
}

static struct order_panel panel_of(struct arena *arena, const struct analysis *analysis,
                                   const struct cell_group *group, enum place_kind kind,
                                   struct display_unit unit)
{
    struct order_line *lines = arena_take_array(arena, group->count + 1, sizeof *lines);
    for (size_t i = 0; i < group->count; i++)
        lines[i] = line_of(arena, analysis, group->cells[i], group->levels[i], kind, unit);
    struct text label = cell_unit_label(group->first, unit);
    struct text_builder measured = {.arena = arena};
    text_add(&measured, group->first->metric->label);
    if (label.size > 0) {
        text_add_string(&measured, ", ");
        text_add(&measured, label);
    }
    return (struct order_panel){
        .label = group->name.size > 0 ? group->name : group->first->metric->label,
        .unit = line_clean(arena, text_built(&measured)),
        .lines = lines,
        .line_count = group->count,
    };
}

static bool warns(const struct analysis *analysis, enum warning_code code)
{
    for (size_t i = 0; i < analysis->warning_count; i++)
        if (analysis->warnings[i].code == code)
            return true;
    return false;
}

/* In how many comparisons runs of the same number are slow or fast under both settings. */
static size_t patterns(const struct analysis *analysis)
{
    size_t count = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        bool found = false;
        for (size_t k = 0; k < analysis->warning_count; k++)
            found = found || (analysis->warnings[k].code == WARNING_POSITION_PATTERN &&
                              analysis->warnings[k].comparison == &analysis->comparisons[i]);
        count += analysis->comparisons[i].primary && found;
    }
    return count;
}

static struct text title_of(struct arena *arena, const struct analysis *analysis,
                            enum place_kind kind)
{
    size_t all = 0, alike = patterns(analysis);
    for (size_t i = 0; i < analysis->comparison_count; i++)
        all += analysis->comparisons[i].primary;
    if (warns(analysis, WARNING_DRIFT))
        return text_of("Speed drifted while the runs were made");
    if (alike > 0 && alike == all)
        return text_of("Runs with the same number move together, whatever the setting");
    if (alike * 4 >= all && alike > 0)
        return text_format(
            arena, "Runs with the same number move together in %zu of %zu comparisons", alike, all);
    if (kind == PLACE_POSITION)
        return text_of("No steady drift seen while the runs were made");
    return text_of("No common pattern seen run by run; the order of running is not known");
}

/* All runs of each line, of many the first and the last. */
static struct text describe(struct arena *arena, const struct order_spec *spec)
{
    enum { LISTED = 12 };
    struct text_builder out = {.arena = arena};
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].line_count; i++) {
            const struct order_panel *panel = &spec->panels[p];
            const struct order_line *line = &panel->lines[i];
            text_add_format(&out, "%s%.*s, %.*s (%.*s, by %.*s):", out.size > 0 ? "; " : "",
                            (int)panel->label.size, panel->label.data, (int)line->label.size,
                            line->label.data, (int)panel->unit.size, panel->unit.data,
                            (int)spec->place_label.size, spec->place_label.data);
            for (size_t k = 0; k < line->count; k++) {
                if (line->count > LISTED && k > 0 && k + 1 < line->count)
                    continue;
                struct text figure = quantity_short(arena, line->values[k], 3);
                text_add_format(&out, "%s %.*s",
                                k == 0                 ? ""
                                : line->count > LISTED ? " at first, at last"
                                                       : ",",
                                (int)figure.size, figure.data);
            }
        }
    text_add_string(&out, ".");
    return text_built(&out);
}

static void add_figure(struct figure_set *set, const struct analysis *analysis,
                       const struct settings *stratum, enum place_kind kind, struct order_spec spec)
{
    struct arena *arena = set->arena;
    struct chart *chart = &figure_set_add(set, CHART_order)->chart;
    struct text conditions[] = {
        text_of(kind == PLACE_POSITION ? "every run in the order of running"
                                       : "every run by its number"),
        conditions_levels(arena, analysis),
        analysis->factor.size > 0 ? stratum_name(arena, stratum) : (struct text){NULL, 0},
        conditions_order(analysis),
        conditions_tool(arena, analysis->results),
    };
    chart->title = title_of(arena, analysis, kind);
    chart->subtitle = figure_subtitle(arena, conditions, sizeof conditions / sizeof *conditions);
    chart->description = describe(arena, &spec);
    chart->of.order = spec;
    figure_set_footer(
        set, chart, analysis,
        text_of("Each mark is one run; lines join the runs of one setting. Every panel "
                "has its own scale from zero."));
}

void order_figures(struct figure_set *set, const struct analysis *analysis)
{
    struct arena *arena = set->arena;
    struct cell_groups groups = cell_groups_of(arena, analysis);
    enum place_kind kind = place_kind_of(&groups);
    if (kind == PLACE_NONE)
        return;
    struct text place = text_of(kind == PLACE_POSITION ? "order of running" : "number of the run");
    struct order_panel *panels = arena_take_array(arena, groups.count + 1, sizeof *panels);
    const struct settings **strata = arena_take_array(arena, groups.count + 1, sizeof(void *));
    size_t count = 0;
    for (size_t i = 0; i < groups.count; i++) {
        const struct cell_group *group = &groups.items[i];
        if (!group->primary)
            continue;
        strata[count] = group->stratum;
        panels[count++] =
            panel_of(arena, analysis, group, kind, cell_panel_unit(&groups, &group, 1));
    }
    for (size_t first = 0, end; first < count; first = end) {
        end = figure_page_end(analysis, strata, first, count);
        add_figure(set, analysis, strata[first], kind,
                   (struct order_spec){panels + first, end - first, place});
    }
}
