/* Where the latencies of each run lie, as far as fio counted them in bins: one figure for each kind
   of latency. */
#include "render/figure_set.h"

#include "render/cell_groups.h"
#include "render/conditions.h"
#include "render/line.h"
#include "render/pairs.h"
#include "render/quantity.h"
#include "render/run_shapes.h"

#include <limits.h>
#include <math.h>

/* A point is drawn for each such step of the share, in percent; and a bin whose latency is further
   than this from the point before it begins upright. */
static const double share_step = 0.5, wide_gap = 1.05;

/* Where lines end, in percent: the slowest requests would take most of the width, and have a chart
   of their own. */
static const double last_share = 99.5;

/* Half the width of a bin of fio as a share of its latency. */
static const double half_bin = 1.0 / 128;

static const struct latency_kind {
    const char *name, *label;
} kinds[] = {
    {"clat", "completion latency"}, {"lat", "total latency"}, {"slat", "submission latency"}};

/* The shares that words name have a point of their own. */
static bool is_named(double before, double share)
{
    return (before < 50 && share >= 50) || (before < 99 && share >= 99);
}

/* In nanoseconds. */
static struct distribution_line line_of(struct arena *arena, const struct histogram *histogram)
{
    size_t room = 2 * histogram->bin_count + 2;
    double *latencies = arena_take_array(arena, 2 * room, sizeof *latencies);
    double *shares = latencies + room;
    struct distribution_line line = {.latencies = latencies, .shares = shares};
    double sum = 0, drawn = 0;
    for (size_t i = 0; i < histogram->bin_count && drawn < last_share; i++) {
        struct histogram_bin bin = histogram->bins[i];
        double before = 100 * sum / histogram->total;
        sum += bin.count;
        double share = 100 * sum / histogram->total;
        bool told =
            share - drawn >= share_step || is_named(before, share) || i + 1 == histogram->bin_count;
        if (!(bin.ns > 0) || !told)
            continue;
        if (line.count == 0 || bin.ns > latencies[line.count - 1] * wide_gap) {
            latencies[line.count] = bin.ns * (1 - half_bin);
            shares[line.count++] = before;
        }
        latencies[line.count] = bin.ns;
        shares[line.count++] = drawn = share;
    }
    return line;
}

/* A line for each run of the group whose latencies of this kind are known. */
static struct distribution_panel panel_of(struct arena *arena, const struct analysis *analysis,
                                          const struct run_shapes *shapes,
                                          const struct cell_group *group, const char *kind)
{
    size_t runs = 0;
    for (size_t i = 0; i < group->count; i++)
        runs += group->cells[i]->n;
    struct distribution_line *lines = arena_take_array(arena, runs + 1, sizeof *lines);
    struct distribution_panel panel = {.label = group->name, .lines = lines};
    for (size_t i = 0; i < group->count; i++) {
        const struct cell *cell = group->cells[i];
        bool labelled = false;
        for (size_t k = 0; k < cell->n; k++) {
            const struct histogram *histogram =
                run_shapes_histogram(shapes, cell->observations[k]->run, cell->direction);
            if (histogram == NULL || !text_is(histogram->latency, kind))
                continue;
            struct distribution_line *line = &lines[panel.line_count];
            *line = line_of(arena, histogram);
            if (line->count == 0)
                continue;
            panel.line_count++;
            line->level = group->levels[i];
            if (!labelled)
                line->label = cell_short_label(arena, analysis, cell);
            labelled = true;
        }
    }
    return panel;
}

/* The latency that `share` percent of the requests of this line took at most. */
static double within(const struct distribution_line *line, double share)
{
    for (size_t k = 0; k < line->count; k++)
        if (line->shares[k] >= share)
            return line->latencies[k];
    return NAN;
}

/* The smallest and the largest latency within which `share` percent of the requests of a run lie,
   over the lines of a panel that have this level (ANY_LEVEL: all). */
struct span {
    double least, most;
    size_t runs;
};

enum { ANY_LEVEL = UINT_MAX };

static struct span span_of(const struct distribution_panel *panel, unsigned level, double share)
{
    struct span span = {INFINITY, 0, 0};
    for (size_t i = 0; i < panel->line_count; i++) {
        if (level != ANY_LEVEL && panel->lines[i].level != level)
            continue;
        double latency = within(&panel->lines[i], share);
        span.least = fmin(span.least, latency);
        span.most = fmax(span.most, latency);
        span.runs++;
    }
    return span;
}

/* "3.15 to 3.3" */
static struct text span_words(struct arena *arena, struct span span)
{
    struct text low = quantity_short(arena, span.least, 3);
    struct text high = quantity_short(arena, span.most, 3);
    if (text_equal(low, high))
        return low;
    return text_format(arena, "%.*s to %.*s", (int)low.size, low.data, (int)high.size, high.data);
}

/* Puts all lines into one unit. */
static struct display_unit scale(struct distribution_panel *panels, size_t count)
{
    double least = INFINITY, most = 0;
    for (size_t p = 0; p < count; p++) {
        struct span medians = span_of(&panels[p], ANY_LEVEL, 50);
        least = fmin(least, medians.least);
        most = fmax(most, medians.most);
    }
    struct display_unit unit = quantity_unit(DIMENSION_TIME, least, most);
    for (size_t p = 0; p < count; p++)
        for (size_t i = 0; i < panels[p].line_count; i++) {
            double *latencies = (double *)panels[p].lines[i].latencies;
            for (size_t k = 0; k < panels[p].lines[i].count; k++)
                latencies[k] /= unit.divisor;
        }
    return unit;
}

/* "3.15 to 3.3 ms (randrw, write)" */
static struct text named(struct arena *arena, struct text figures, const char *unit,
                         const struct distribution_panel *panel)
{
    enum { NAME_COLUMNS = 32 };
    struct text name = line_shorten(arena, panel->label, NAME_COLUMNS);
    return text_format(arena, "%.*s %s (%.*s)", (int)figures.size, figures.data, unit,
                       (int)name.size, name.data);
}

/* The lowest and the highest median, with the panels that have them. */
static struct text title_of_many(struct arena *arena, const struct distribution_spec *spec,
                                 const char *unit)
{
    size_t low = 0, high = 0;
    double least = INFINITY, most = 0;
    for (size_t p = 0; p < spec->panel_count; p++) {
        struct span medians = span_of(&spec->panels[p], ANY_LEVEL, 50);
        low = medians.least < least ? p : low;
        high = medians.most > most ? p : high;
        least = fmin(least, medians.least);
        most = fmax(most, medians.most);
    }
    struct text from = named(arena, quantity_short(arena, least, 3), unit, &spec->panels[low]);
    struct text to = named(arena, quantity_short(arena, most, 3), unit, &spec->panels[high]);
    return text_format(arena, "Half of the requests took at most %.*s to %.*s", (int)from.size,
                       from.data, (int)to.size, to.data);
}

/* Panels are different loads: one range over them would say that runs differ so much. */
static struct text title_of(struct arena *arena, const struct distribution_spec *spec,
                            const char *unit)
{
    if (spec->panel_count > 2)
        return title_of_many(arena, spec, unit);
    struct text first = span_words(arena, span_of(&spec->panels[0], ANY_LEVEL, 50));
    if (spec->panel_count == 1)
        return text_format(
            arena, "Half of the requests took at most %.*s %s%s", (int)first.size, first.data, unit,
            text_find(first, " to ", 0) < first.size ? ", depending on the run" : "");
    struct text second = span_words(arena, span_of(&spec->panels[1], ANY_LEVEL, 50));
    first = named(arena, first, unit, &spec->panels[0]);
    second = named(arena, second, unit, &spec->panels[1]);
    return text_format(arena, "Half of the requests took at most %.*s and %.*s", (int)first.size,
                       first.data, (int)second.size, second.data);
}

/* Of each setting the range over its runs. */
static struct text describe(struct arena *arena, const struct distribution_spec *spec)
{
    struct text_builder out = {.arena = arena};
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].line_count; i++) {
            const struct distribution_panel *panel = &spec->panels[p];
            const struct distribution_line *line = &panel->lines[i];
            if (line->label.size == 0)
                continue;
            struct span half = span_of(panel, line->level, 50);
            struct text median = span_words(arena, half);
            struct text slow = span_words(arena, span_of(panel, line->level, 99));
            text_add_format(&out,
                            "%s%.*s, %.*s, %zu run%s (%.*s): 50 %% within %.*s, 99 %% within "
                            "%.*s",
                            out.size > 0 ? "; " : "", (int)panel->label.size, panel->label.data,
                            (int)line->label.size, line->label.data, half.runs,
                            half.runs == 1 ? "" : "s", (int)spec->latency.size, spec->latency.data,
                            (int)median.size, median.data, (int)slow.size, slow.data);
        }
    text_add_string(&out, ".");
    return text_built(&out);
}

static void add_figure(struct figure_set *set, const struct analysis *analysis,
                       const struct settings *stratum, const struct latency_kind *kind,
                       struct distribution_panel *panels, size_t count)
{
    struct arena *arena = set->arena;
    struct chart *chart = &figure_set_add(set, CHART_distribution)->chart;
    struct text conditions[] = {
        text_format(arena, "%s of every request", kind->label),
        conditions_levels(arena, analysis),
        analysis->factor.size > 0 ? stratum_name(arena, stratum) : (struct text){NULL, 0},
        conditions_runs(arena, analysis),
        conditions_tool(arena, analysis->results),
    };
    struct display_unit unit = scale(panels, count);
    struct text latency = text_format(arena, "%s, %s", kind->label, unit.label);
    chart->of.distribution = (struct distribution_spec){panels, count, latency};
    chart->title = title_of(arena, &chart->of.distribution, unit.label);
    chart->subtitle = figure_subtitle(arena, conditions, sizeof conditions / sizeof *conditions);
    chart->description = describe(arena, &chart->of.distribution);
    figure_set_footer(set, chart, analysis,
                      text_of("Each line is one run: how many of its requests took at most as long "
                              "as stands below, but for the slowest 0.5 %. Across the scale is "
                              "logarithmic and the same in all panels."));
}

void distribution_figures(struct figure_set *set, const struct analysis *analysis)
{
    struct arena *arena = set->arena;
    struct run_shapes shapes = run_shapes_of(arena, analysis->results);
    struct cell_groups groups = cell_groups_of(arena, analysis);
    const struct settings **strata = arena_take_array(arena, groups.count + 1, sizeof(void *));
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds && shapes.histogram_count > 0; k++) {
        struct distribution_panel *panels =
            arena_take_array(arena, groups.count + 1, sizeof *panels);
        size_t count = 0;
        for (size_t i = 0; i < groups.count; i++) {
            if (!cell_group_is_first(&groups, &groups.items[i]))
                continue;
            panels[count] = panel_of(arena, analysis, &shapes, &groups.items[i], kinds[k].name);
            strata[count] = groups.items[i].stratum;
            count += panels[count].line_count > 0;
        }
        for (size_t first = 0, end; first < count; first = end) {
            end = figure_page_end(analysis, strata, first, count);
            add_figure(set, analysis, strata[first], &kinds[k], panels + first, end - first);
        }
    }
}
