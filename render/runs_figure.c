/* Every run that the verdict rests on. */
#include "render/figure_set.h"

#include "analyze/wording.h"
#include "render/cell_groups.h"
#include "render/conditions.h"
#include "render/line.h"
#include "render/pairs.h"
#include "render/quantity.h"

#include <math.h>

enum {
    PAGE_ROWS = 32,
};

/* How the spread of runs within a level stands to the difference between levels, over the primary
 * comparisons. */
static struct text title_of(struct arena *arena, const struct analysis *analysis)
{
    size_t count = 0, within = 0;
    bool repeated = false;
    for (size_t i = 0; i < analysis->cell_count; i++)
        repeated = repeated || analysis->cells[i].n > 1;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (!comparison->primary || comparison->baseline == NULL || comparison->candidate == NULL ||
            comparison->baseline->n < 2 || comparison->candidate->n < 2 || !(comparison->ratio > 0))
            continue;
        double spread = fmax(comparison->baseline->max / comparison->baseline->min,
                             comparison->candidate->max / comparison->candidate->min);
        count++;
        within += log(spread) > fabs(log(comparison->ratio));
    }
    if (analysis->comparison_count > 0 && !repeated)
        return text_of("One run of each setting: a repeat may look quite different");
    if (count == 0)
        return text_of("What was measured, run by run");
    if (within == count)
        return text_of("Runs of one setting differ more than the settings do");
    if (within == 0)
        return text_of("The settings differ more than runs of one setting do");
    return text_format(arena, "The settings differ more than their runs in %zu of %zu comparisons",
                       count - within, count);
}

static struct runs_row row_of(struct arena *arena, const struct analysis *analysis,
                              const struct cell *cell, unsigned level, struct display_unit unit,
                              int decimals)
{
    double *values = arena_take_array(arena, cell->n + 1, sizeof *values);
    unsigned *numbers = arena_take_array(arena, cell->n + 1, sizeof *numbers);
    struct runs_row row = {.label = cell_row_label(arena, analysis, cell), .level = level};
    for (size_t i = 0; i < cell->n; i++) {
        if (!isfinite(cell->values[i]))
            continue;
        values[row.count] = cell->values[i] / unit.divisor;
        numbers[row.count++] = cell->observations[i]->run->iteration;
    }
    row.values = values;
    row.numbers = numbers;
    row.gmean = cell->n > 1 ? cell->gmean / unit.divisor : NAN;
    row.mean = quantity_figure(arena, cell->mean / unit.divisor, decimals);
    row.deviation = cell_deviation(arena, cell, unit, decimals);
    if (row.deviation.size == 0)
        row.deviation = text_of("\xe2\x80\x93");
    row.n = text_format(arena, "%zu", cell->n);
    return row;
}

static struct runs_panel panel_of(struct arena *arena, const struct analysis *analysis,
                                  const struct cell_group *group, struct display_unit unit,
                                  bool with_metric)
{
    struct runs_row *rows = arena_take_array(arena, group->count + 1, sizeof *rows);
    double largest = 0;
    for (size_t i = 0; i < group->count; i++)
        largest = fmax(largest, fabs(group->cells[i]->mean));
    for (size_t i = 0; i < group->count; i++)
        rows[i] = row_of(arena, analysis, group->cells[i], group->levels[i], unit,
                         quantity_decimals(largest / unit.divisor));
    struct text label = group->name;
    if (with_metric || label.size == 0)
        label = text_format(arena, "%.*s%s%.*s", (int)label.size, label.data,
                            label.size > 0 ? ", " : "", (int)group->first->metric->label.size,
                            group->first->metric->label.data);
    return (struct runs_panel){
        .label = label,
        .unit = line_clean(arena, cell_unit_label(group->first, unit)),
        .rows = rows,
        .row_count = group->count,
    };
}

static struct text describe(struct arena *arena, const struct runs_spec *spec)
{
    struct text_builder out = {.arena = arena};
    for (size_t p = 0; p < spec->panel_count; p++) {
        const struct runs_panel *panel = &spec->panels[p];
        for (size_t i = 0; i < panel->row_count; i++) {
            const struct runs_row *row = &panel->rows[i];
            text_add_format(&out, "%s%.*s, %.*s: mean %.*s %.*s, standard deviation %.*s, n = %.*s",
                            out.size > 0 ? "; " : "", (int)panel->label.size, panel->label.data,
                            (int)row->label.size, row->label.data, (int)row->mean.size,
                            row->mean.data, (int)panel->unit.size, panel->unit.data,
                            (int)row->deviation.size, row->deviation.data, (int)row->n.size,
                            row->n.data);
        }
    }
    text_add_string(&out, ".");
    return text_built(&out);
}

static struct text meaning_of(struct arena *arena, const struct runs_spec *spec,
                              bool means_compared)
{
    bool numbered = false, repeated = false;
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].row_count; i++) {
            const struct runs_row *row = &spec->panels[p].rows[i];
            numbered = numbered || (row->count > 0 && row->numbers[0] > 0);
            repeated = repeated || !isnan(row->gmean);
        }
    return text_format(arena,
                       "Each mark is one run%s.%s Std. dev.: between runs, and as a share of "
                       "the mean.",
                       numbered ? ", numbered where there is room" : "",
                       !repeated        ? ""
                       : means_compared ? " Tall tick: geometric mean, which the verdict compares."
                                        : " Tall tick: geometric mean.");
}

static void add_figure(struct figure_set *set, const struct analysis *analysis,
                       const struct settings *stratum, const struct metric *metric,
                       struct runs_spec spec)
{
    struct arena *arena = set->arena;
    struct chart *chart = &figure_set_add(set, CHART_runs)->chart;
    struct text conditions[] = {
        metric == NULL
            ? text_of("every run")
            : text_format(arena, "%.*s of every run", (int)metric->label.size, metric->label.data),
        analysis->factor.size > 0 ? stratum_name(arena, stratum) : (struct text){NULL, 0},
        text_of("each panel has its own scale from zero"),
        conditions_order(analysis),
        conditions_tool(arena, analysis->results),
    };
    chart->title = title_of(arena, analysis);
    chart->subtitle = figure_subtitle(arena, conditions, sizeof conditions / sizeof *conditions);
    chart->description = describe(arena, &spec);
    chart->of.runs = spec;
    figure_set_footer(set, chart, analysis,
                      meaning_of(arena, &spec,
                                 analysis->options.method == METHOD_RATIO ||
                                     analysis->options.method == METHOD_PERMUTATION));
}

static const struct metric *shared_metric(const struct cell_groups *groups)
{
    const struct metric *metric = NULL;
    for (size_t i = 0; i < groups->count; i++) {
        if (!groups->items[i].primary)
            continue;
        if (metric != NULL && metric != groups->items[i].first->metric)
            return NULL;
        metric = groups->items[i].first->metric;
    }
    return metric;
}

void runs_figures(struct figure_set *set, const struct analysis *analysis)
{
    struct arena *arena = set->arena;
    struct cell_groups groups = cell_groups_of(arena, analysis);
    const struct metric *metric = shared_metric(&groups);
    struct runs_panel *panels = arena_take_array(arena, groups.count + 1, sizeof *panels);
    size_t first = 0, next = 0, rows = 0;
    const struct settings *stratum = NULL;
    for (size_t i = 0; i < groups.count; i++) {
        const struct cell_group *group = &groups.items[i];
        if (!group->primary)
            continue;
        bool other_page = rows + group->count > PAGE_ROWS ||
                          (analysis->factor.size > 0 && stratum != group->stratum);
        if (next > first && other_page) {
            add_figure(set, analysis, stratum, metric,
                       (struct runs_spec){.panels = panels + first, .panel_count = next - first});
            first = next;
            rows = 0;
        }
        stratum = group->stratum;
        rows += group->count;
        panels[next++] =
            panel_of(arena, analysis, group, cell_panel_unit(&groups, &group, 1), metric == NULL);
    }
    if (next > first)
        add_figure(set, analysis, stratum, metric,
                   (struct runs_spec){.panels = panels + first, .panel_count = next - first});
}
