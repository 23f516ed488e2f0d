/* Completion latency by the percentiles that the runs list, where they list a few. */
#include "render/figure_set.h"

#include "model/number.h"
#include "render/cell_groups.h"
#include "render/conditions.h"
#include "render/line.h"
#include "render/pairs.h"
#include "render/quantity.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    PAGE_PANELS = 12,
    LEAST_POINTS = 3,
};

struct listed {
    const struct run *run;
    enum direction direction;
    double percent, value;
};

/* All that is listed, by run, direction and percentile. */
struct listing {
    struct listed *items;
    size_t count;
};

static int compare_listed(const void *a, const void *b)
{
    const struct listed *p = a, *q = b;
    uintptr_t r = (uintptr_t)p->run, s = (uintptr_t)q->run;
    if (r != s)
        return r < s ? -1 : 1;
    if (p->direction != q->direction)
        return p->direction < q->direction ? -1 : 1;
    return (p->percent > q->percent) - (p->percent < q->percent);
}

static struct listing listing_of(struct arena *arena, const struct results *results)
{
    struct listing listing = {0};
    listing.items = arena_take_array(arena, results->observation_count + 1, sizeof *listing.items);
    for (size_t i = 0; i < results->observation_count; i++) {
        const struct observation *observation = &results->observations[i];
        struct text name = observation->metric->name;
        double percent;
        if (observation->job.size > 0 || observation->statistic != STATISTIC_RUN ||
            observation->metric->dimension != DIMENSION_TIME || !text_starts_with(name, "clat_p") ||
            !number_read_plain(text_slice(name, 6, name.size), false, &percent) || percent < 50 ||
            percent >= 100 || !(observation->value > 0) || !isfinite(observation->value))
            continue;
        listing.items[listing.count++] =
            (struct listed){observation->run, observation->direction, percent, observation->value};
    }
    qsort(listing.items, listing.count, sizeof *listing.items, compare_listed);
    return listing;
}

/* The percentiles of one run; the count. */
static size_t find_run(const struct listing *listing, const struct run *run,
                       enum direction direction, const struct listed **first)
{
    size_t low = 0, high = listing->count;
    struct listed wanted = {run, direction, 0, 0};
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_listed(&listing->items[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    size_t end = low;
    while (end < listing->count && listing->items[end].run == run &&
           listing->items[end].direction == direction)
        end++;
    *first = listing->items + low;
    return end - low;
}

/* A line for each run of the cell; values are still in nanoseconds. */
static void add_lines(struct arena *arena, const struct analysis *analysis,
                      const struct listing *listing, const struct cell *cell, unsigned level,
                      struct percentiles_panel *panel, struct percentiles_line *lines)
{
    bool labelled = false;
    for (size_t i = 0; i < cell->n; i++) {
        const struct listed *first;
        size_t count = find_run(listing, cell->observations[i]->run, cell->direction, &first);
        if (count < LEAST_POINTS)
            continue;
        double *percents = arena_take_array(arena, 2 * count, sizeof *percents);
        double *values = percents + count;
        struct percentiles_line line = {{NULL, 0}, level, percents, values, 0};
        for (size_t k = 0; k < count; k++)
            if (k == 0 || first[k].percent > first[k - 1].percent) {
                percents[line.count] = first[k].percent;
                values[line.count++] = first[k].value;
            }
        struct text name = settings_value(cell->configuration, analysis->factor);
        if (!labelled)
            line.label =
                name.size > 0 ? line_clean(arena, name) : cell_label(arena, analysis, cell);
        labelled = true;
        lines[panel->line_count++] = line;
    }
}

static struct percentiles_panel panel_of(struct arena *arena, const struct analysis *analysis,
                                         const struct listing *listing,
                                         const struct cell_group *group)
{
    size_t runs = 0;
    for (size_t i = 0; i < group->count; i++)
        runs += group->cells[i]->n;
    struct percentiles_line *lines = arena_take_array(arena, runs + 1, sizeof *lines);
    struct percentiles_panel panel = {.label = group->name, .lines = lines};
    for (size_t i = 0; i < group->count; i++)
        add_lines(arena, analysis, listing, group->cells[i], group->levels[i], &panel, lines);
    return panel;
}

/* Puts all panels into one unit. */
static void scale(struct arena *arena, struct percentiles_panel *panels, size_t count)
{
    double least = INFINITY, most = 0;
    for (size_t p = 0; p < count; p++)
        for (size_t i = 0; i < panels[p].line_count; i++)
            for (size_t k = 0; k < panels[p].lines[i].count; k++) {
                least = fmin(least, panels[p].lines[i].values[k]);
                most = fmax(most, panels[p].lines[i].values[k]);
            }
    struct display_unit unit = quantity_unit(DIMENSION_TIME, least, most);
    for (size_t p = 0; p < count; p++) {
        panels[p].unit = text_format(arena, "completion latency, %s", unit.label);
        for (size_t i = 0; i < panels[p].line_count; i++) {
            double *values = (double *)panels[p].lines[i].values;
            for (size_t k = 0; k < panels[p].lines[i].count; k++)
                values[k] /= unit.divisor;
        }
    }
}

/* What the comparisons of the 99th percentile say. */
static struct text title_of(struct arena *arena, const struct analysis *analysis)
{
    size_t compared = 0, shown = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (!text_is(comparison->metric->name, "clat_p99"))
            continue;
        bool known =
            comparison->state != STATE_NOT_COMPARABLE && comparison->state != STATE_INSUFFICIENT;
        compared += known;
        shown += comparison->state == STATE_BETTER || comparison->state == STATE_WORSE;
    }
    if (compared == 0)
        return text_of("How long the slow requests take, run by run");
    if (shown == 0)
        return text_of("No difference shown in the slowest 1 % of requests");
    return text_format(arena, "The slowest 1 %% of requests differ in %zu of %zu comparisons",
                       shown, compared);
}

static struct text describe(struct arena *arena, const struct percentiles_spec *spec)
{
    struct text_builder out = {.arena = arena};
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].line_count; i++) {
            const struct percentiles_line *line = &spec->panels[p].lines[i];
            if (line->label.size == 0)
                continue;
            text_add_format(&out,
                            "%s%.*s, %.*s, first run (%.*s): %g %% within %.3g, %g %% within "
                            "%.3g",
                            out.size > 0 ? "; " : "", (int)spec->panels[p].label.size,
                            spec->panels[p].label.data, (int)line->label.size, line->label.data,
                            (int)spec->panels[p].unit.size, spec->panels[p].unit.data,
                            line->percents[0], line->values[0], line->percents[line->count - 1],
                            line->values[line->count - 1]);
        }
    text_add_string(&out, ".");
    return text_built(&out);
}

static void add_figure(struct figure_set *set, const struct analysis *analysis,
                       const struct settings *stratum, struct percentiles_panel *panels,
                       size_t count)
{
    struct arena *arena = set->arena;
    struct chart *chart = &figure_set_add(set, CHART_percentiles)->chart;
    struct text conditions[] = {
        text_of("percentiles of completion latency of every run"),
        analysis->factor.size > 0 ? stratum_name(arena, stratum) : (struct text){NULL, 0},
        conditions_runs(arena, analysis),
        conditions_tool(arena, analysis->results),
    };
    scale(arena, panels, count);
    chart->of.percentiles = (struct percentiles_spec){panels, count};
    chart->title = title_of(arena, analysis);
    chart->subtitle = figure_subtitle(arena, conditions, sizeof conditions / sizeof *conditions);
    chart->description = describe(arena, &chart->of.percentiles);
    figure_set_footer(set, chart, analysis,
                      text_of("Each line is one run; so many percent of its requests took at most "
                              "as long. Both scales are logarithmic, across in nines."));
}

void percentiles_figures(struct figure_set *set, const struct analysis *analysis)
{
    struct arena *arena = set->arena;
    struct cell_groups groups = cell_groups_of(arena, analysis);
    struct listing listing = listing_of(arena, analysis->results);
    struct percentiles_panel *panels = arena_take_array(arena, groups.count + 1, sizeof *panels);
    const struct settings *stratum = NULL;
    size_t first = 0, next = 0;
    for (size_t i = 0; i < groups.count && listing.count > 0; i++) {
        const struct cell_group *group = &groups.items[i];
        if (!group->primary)
            continue;
        struct percentiles_panel panel = panel_of(arena, analysis, &listing, group);
        if (panel.line_count == 0)
            continue;
        bool other_page =
            next - first == PAGE_PANELS || (analysis->factor.size > 0 && stratum != group->stratum);
        if (next > first && other_page) {
            add_figure(set, analysis, stratum, panels + first, next - first);
            first = next;
        }
        stratum = group->stratum;
        panels[next++] = panel;
    }
    if (next > first)
        add_figure(set, analysis, stratum, panels + first, next - first);
}
