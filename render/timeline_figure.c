/* How the speed of each run went over its time, from its log: one figure for each metric. */
#include "render/figure_set.h"

#include "analyze/series.h"
#include "render/cell_groups.h"
#include "render/conditions.h"
#include "render/line.h"
#include "render/pairs.h"
#include "render/quantity.h"
#include "render/run_shapes.h"

#include <math.h>

enum {
    ROUNDS = 5, /* of a window in which a run may be steady */
    TENTHS = 10,
    LAST_START = 5, /* the window begins in the first half of the run */
};

/* The means of five equal stretches from `begin` to the end; false when one of them is empty. */
static bool rounds_of(const struct time_series *series, double begin, double *rounds)
{
    double end = series->seconds[series->count - 1];
    size_t counts[ROUNDS] = {0};
    for (size_t r = 0; r < ROUNDS; r++)
        rounds[r] = 0;
    for (size_t k = 0; k < series->count; k++) {
        if (series->seconds[k] < begin)
            continue;
        double place = (series->seconds[k] - begin) / (end - begin) * ROUNDS;
        size_t round = place < ROUNDS ? (size_t)place : ROUNDS - 1;
        rounds[round] += series->values[k];
        counts[round]++;
    }
    bool all = true;
    for (size_t r = 0; r < ROUNDS; r++) {
        all = all && counts[r] > 0;
        rounds[r] /= (double)counts[r];
    }
    return all;
}

/* The time from which the rest of the run, cut into five rounds, is steady: in tenths of the run up
   to its half. Infinite when there is none. */
static double steady_from(const struct time_series *series)
{
    double first = series->seconds[0], end = series->seconds[series->count - 1];
    double rounds[ROUNDS];
    for (int start = 0; start <= LAST_START && end > first; start++) {
        double begin = first + (end - first) * start / TENTHS;
        if (rounds_of(series, begin, rounds) && series_steady(rounds, ROUNDS).steady)
            return begin;
    }
    return INFINITY;
}

/* Which runs kept their speed from beginning to end, in all directions. */
struct tally {
    struct arena *arena;
    struct held_run {
        const struct run *run;
        bool held;
    } * items;
    size_t count, capacity;
};

static void tally_add(struct tally *tally, const struct run *run, bool held)
{
    size_t i = 0;
    while (i < tally->count && tally->items[i].run != run)
        i++;
    if (i == tally->count) {
        tally->items = arena_grow(tally->arena, tally->items, tally->count, &tally->capacity,
                                  sizeof *tally->items);
        tally->items[tally->count++] = (struct held_run){run, true};
    }
    tally->items[i].held = tally->items[i].held && held;
}

static struct timeline_line line_of(struct arena *arena, const struct time_series *series,
                                    struct timeline_panel *panel)
{
    double *values = arena_take_array(arena, series->count, sizeof *values);
    for (size_t k = 0; k < series->count; k++)
        values[k] = series->values[k];
    panel->steady_from = fmax(panel->steady_from, steady_from(series));
    panel->steady_to = fmin(panel->steady_to, series->seconds[series->count - 1]);
    return (struct timeline_line){
        .seconds = series->seconds, .values = values, .count = series->count};
}

/* fio names a log "WORKLOAD_bw.1.log": of a run that is known from its log alone the ending tells
   the metric, which the panel says by itself. "randwrite-4k_bw, write" -> "randwrite-4k, write". */
static struct text panel_name(struct arena *arena, const struct cell_group *group)
{
    static const char *const endings[] = {"_bw", "_iops", "_clat_hist", "_clat", "_slat", "_lat"};
    struct text workload = line_clean(arena, group->first->workload), name = group->name;
    bool log = group->first->n > 0 &&
               text_ends_with(group->first->observations[0]->run->source.path, ".log");
    if (!log || !text_starts_with(name, text_string(arena, workload)))
        return name;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t end = workload.size - text_of(endings[i]).size;
        if (!text_ends_with(workload, endings[i]) || end == 0)
            continue;
        struct text rest = text_slice(name, workload.size, name.size);
        return text_format(arena, "%.*s%.*s", (int)end, workload.data, (int)rest.size, rest.data);
    }
    return name;
}

/* A line for each run of the group that has a log of this metric; in base units. */
static struct timeline_panel panel_of(struct arena *arena, const struct analysis *analysis,
                                      const struct run_shapes *shapes,
                                      const struct cell_group *group, const struct metric *metric)
{
    size_t runs = 0;
    for (size_t i = 0; i < group->count; i++)
        runs += group->cells[i]->n;
    struct timeline_line *lines = arena_take_array(arena, runs + 1, sizeof *lines);
    struct timeline_panel panel = {
        .label = panel_name(arena, group), .lines = lines, .steady_to = INFINITY};
    for (size_t i = 0; i < group->count; i++) {
        const struct cell *cell = group->cells[i];
        bool labelled = false;
        for (size_t k = 0; k < cell->n; k++) {
            const struct time_series *series =
                run_shapes_series(shapes, cell->observations[k]->run, cell->direction);
            if (series == NULL || series->metric != metric)
                continue;
            struct timeline_line *line = &lines[panel.line_count++];
            *line = line_of(arena, series, &panel);
            line->level = group->levels[i];
            if (!labelled)
                line->label = cell_short_label(arena, analysis, cell);
            labelled = true;
        }
    }
    if (!(panel.steady_to > panel.steady_from))
        panel.steady_from = panel.steady_to = 0;
    return panel;
}

/* Puts all panels into one unit. */
static void scale(struct arena *arena, struct timeline_panel *panels, size_t count,
                  const struct metric *metric)
{
    double least = INFINITY, most = 0;
    for (size_t p = 0; p < count; p++)
        for (size_t i = 0; i < panels[p].line_count; i++)
            for (size_t k = 0; k < panels[p].lines[i].count; k++) {
                double value = panels[p].lines[i].values[k];
                if (value > 0)
                    least = fmin(least, value);
                most = fmax(most, value);
            }
    struct display_unit unit = quantity_unit(metric->dimension, least, most);
    struct text label = rate_words(unit.label);
    for (size_t p = 0; p < count; p++) {
        panels[p].unit = text_format(arena, "%.*s, %.*s", (int)metric->label.size,
                                     metric->label.data, (int)label.size, label.data);
        for (size_t i = 0; i < panels[p].line_count; i++) {
            double *values = (double *)panels[p].lines[i].values;
            for (size_t k = 0; k < panels[p].lines[i].count; k++)
                values[k] /= unit.divisor;
        }
    }
}

/* The runs of these panels. */
static struct tally tally_of(struct arena *arena, const struct run_shapes *shapes,
                             const struct cell_group *const *groups, size_t count,
                             const struct metric *metric)
{
    struct tally tally = {.arena = arena};
    for (size_t g = 0; g < count; g++)
        for (size_t i = 0; i < groups[g]->count; i++) {
            const struct cell *cell = groups[g]->cells[i];
            for (size_t k = 0; k < cell->n; k++) {
                const struct run *run = cell->observations[k]->run;
                const struct time_series *series = run_shapes_series(shapes, run, cell->direction);
                if (series != NULL && series->metric == metric)
                    tally_add(&tally, run, steady_from(series) == series->seconds[0]);
            }
        }
    return tally;
}

static struct text title_of(struct arena *arena, const struct metric *metric,
                            const struct tally *tally)
{
    struct text name = figure_subtitle(arena, &metric->label, 1); /* begins with a large letter */
    size_t held = 0;
    for (size_t i = 0; i < tally->count; i++)
        held += tally->items[i].held;
    if (held == tally->count)
        return text_format(arena, "%.*s held from beginning to end of %s", (int)name.size,
                           name.data, held == 1 ? "the run" : "every run");
    if (held == 0)
        return text_format(arena, "%.*s did not hold during %s", (int)name.size, name.data,
                           tally->count == 1 ? "the run" : "any run");
    return text_format(arena, "%.*s held during %zu of %zu runs", (int)name.size, name.data, held,
                       tally->count);
}

/* The mean of the tenth part of a line that begins with sample `from`. */
static double tenth_at(const struct timeline_line *line, size_t from, size_t part)
{
    double sum = 0;
    for (size_t k = from; k < from + part; k++)
        sum += line->values[k];
    return sum / (double)part;
}

/* Of each run what its first and its last tenth measured. */
static struct text describe(struct arena *arena, const struct timeline_spec *spec)
{
    struct text_builder out = {.arena = arena};
    for (size_t p = 0; p < spec->panel_count; p++) {
        const struct timeline_panel *panel = &spec->panels[p];
        const char *separator = "";
        for (size_t i = 0; i < panel->line_count; i++) {
            const struct timeline_line *line = &panel->lines[i];
            size_t part = line->count < TENTHS ? 1 : line->count / TENTHS;
            struct text first = quantity_short(arena, tenth_at(line, 0, part), 3);
            struct text last = quantity_short(arena, tenth_at(line, line->count - part, part), 3);
            if (line->label.size > 0)
                text_add_format(&out,
                                "%s%.*s, %.*s (%.*s, means of the first and the last tenth "
                                "of the samples of each run): ",
                                out.size > 0 ? "; " : "", (int)panel->label.size, panel->label.data,
                                (int)line->label.size, line->label.data, (int)panel->unit.size,
                                panel->unit.data);
            text_add_format(&out, "%s%.*s to %.*s", line->label.size > 0 ? "" : separator,
                            (int)first.size, first.data, (int)last.size, last.data);
            separator = ", ";
        }
    }
    text_add_string(&out, ".");
    return text_built(&out);
}

static bool is_shaded(const struct timeline_spec *spec)
{
    for (size_t p = 0; p < spec->panel_count; p++)
        if (spec->panels[p].steady_to > spec->panels[p].steady_from)
            return true;
    return false;
}

static void add_figure(struct figure_set *set, const struct analysis *analysis,
                       const struct settings *stratum, const struct metric *metric,
                       struct timeline_spec spec, const struct tally *tally)
{
    struct arena *arena = set->arena;
    struct chart *chart = &figure_set_add(set, CHART_timeline)->chart;
    struct text conditions[] = {
        text_format(arena, "%.*s as the logs have it", (int)metric->label.size, metric->label.data),
        conditions_levels(arena, analysis),
        analysis->factor.size > 0 ? stratum_name(arena, stratum) : (struct text){NULL, 0},
        conditions_runs(arena, analysis),
        conditions_tool(arena, analysis->results),
    };
    chart->of.timeline = spec;
    chart->title = title_of(arena, metric, tally);
    chart->subtitle = figure_subtitle(arena, conditions, sizeof conditions / sizeof *conditions);
    chart->description = describe(arena, &chart->of.timeline);
    figure_set_footer(
        set, chart, analysis,
        text_format(arena,
                    "Each line is one run, every panel with its own scale from zero. Held: of five "
                    "equal parts of the time the largest and the smallest mean lie within 20 %%, "
                    "and their trend within 10 %%, of all.%s",
                    is_shaded(&spec) ? " Shaded: from where that is so for all runs." : ""));
}

/* The figures of one metric. */
static void add_metric(struct figure_set *set, const struct analysis *analysis,
                       const struct run_shapes *shapes, const struct cell_groups *groups,
                       const struct metric *metric)
{
    struct arena *arena = set->arena;
    struct timeline_panel *panels = arena_take_array(arena, groups->count + 1, sizeof *panels);
    const struct cell_group **shown = arena_take_array(arena, groups->count + 1, sizeof(void *));
    const struct settings **strata = arena_take_array(arena, groups->count + 1, sizeof(void *));
    size_t count = 0;
    for (size_t i = 0; i < groups->count; i++) {
        shown[count] = &groups->items[i];
        if (!cell_group_is_first(groups, shown[count]))
            continue;
        panels[count] = panel_of(arena, analysis, shapes, shown[count], metric);
        strata[count] = shown[count]->stratum;
        count += panels[count].line_count > 0;
    }
    for (size_t first = 0, end; first < count; first = end) {
        end = figure_page_end(analysis, strata, first, count);
        struct tally tally = tally_of(arena, shapes, shown + first, end - first, metric);
        scale(arena, panels + first, end - first, metric);
        add_figure(set, analysis, strata[first], metric,
                   (struct timeline_spec){panels + first, end - first}, &tally);
    }
}

void timeline_figures(struct figure_set *set, const struct analysis *analysis)
{
    const struct results *results = analysis->results;
    struct run_shapes shapes = run_shapes_of(set->arena, results);
    struct cell_groups groups = cell_groups_of(set->arena, analysis);
    for (size_t i = 0; i < results->series_count; i++) {
        bool before = false;
        for (size_t k = 0; k < i && !before; k++)
            before = results->series[k].metric == results->series[i].metric;
        if (!before)
            add_metric(set, analysis, &shapes, &groups, results->series[i].metric);
    }
}
