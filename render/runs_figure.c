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

/* Shares of one kind, such as the deviations of all cells. */
struct range {
    double least, most;
    size_t count;
};

static void range_add(struct range *range, double share)
{
    if (!isfinite(share))
        return;
    range->least = range->count == 0 ? share : fmin(range->least, share);
    range->most = range->count == 0 ? share : fmax(range->most, share);
    range->count++;
}

/* "13", "2.1", "0.004", "2780", of a share in percent. */
static struct text percent_figure(struct arena *arena, double share)
{
    static const double beyond = 1e5;
    double percent = 100 * share;
    if (percent > beyond)
        return text_format(arena, "more than %.0f", beyond);
    if (percent < 0.05)
        return quantity_short(arena, percent, 1);
    if (percent >= 1000) {
        double step = pow(10, floor(log10(percent)) - 2);
        return text_format(arena, "%.0f", round(percent / step) * step);
    }
    return text_format(arena, percent < 9.95 ? "%.1f" : "%.0f", percent);
}

/* "13 to 61 %" */
static struct text range_words(struct arena *arena, const struct range *range)
{
    struct text least = percent_figure(arena, range->least);
    struct text most = percent_figure(arena, range->most);
    bool one = text_equal(least, most);
    return text_format(arena, "%.*s%s%.*s %%", one ? 0 : (int)least.size, least.data,
                       one ? "" : " to ", (int)most.size, most.data);
}

/* What a page shows, in numbers that do not grow with the number of runs. */
struct spreads {
    struct range within, between; /* deviation of runs over their mean; how far means lie apart */
    size_t single;                /* groups without a repeat */
};

static bool holds_cell(const struct cell_group *group, const struct cell *cell)
{
    for (size_t i = 0; i < group->count; i++)
        if (group->cells[i] == cell)
            return true;
    return false;
}

static struct spreads spreads_of(const struct analysis *analysis,
                                 const struct cell_group *const *groups, size_t count)
{
    struct spreads spreads = {0};
    for (size_t g = 0; g < count; g++) {
        bool repeated = false;
        for (size_t i = 0; i < groups[g]->count; i++) {
            range_add(&spreads.within, fabs(groups[g]->cells[i]->cv));
            repeated = repeated || groups[g]->cells[i]->n > 1;
        }
        spreads.single += !repeated;
        for (size_t i = 0; i < analysis->comparison_count; i++) {
            const struct comparison *comparison = &analysis->comparisons[i];
            if (comparison->ratio > 0 && comparison->primary &&
                holds_cell(groups[g], comparison->baseline))
                range_add(&spreads.between, expm1(fabs(log(comparison->ratio))));
        }
    }
    return spreads;
}

/* What was measured: how far runs of one setting scatter, and how far the settings lie apart. Which
   of the two counts for more is for the verdict to say. */
static struct text title_of(struct arena *arena, const struct analysis *analysis,
                            const struct cell_group *const *groups, size_t count)
{
    struct spreads spreads = spreads_of(analysis, groups, count);
    struct text within = range_words(arena, &spreads.within);
    struct text between = range_words(arena, &spreads.between);
    struct text_builder title = {.arena = arena};
    if (spreads.single == count && analysis->comparison_count > 0)
        return text_of("One run of each setting: a repeat may look quite different");
    if (spreads.within.count == 0)
        return text_of("What was measured, run by run");
    if (spreads.within.most > 0)
        text_add_format(&title, "Runs of one setting scatter by %.*s", (int)within.size,
                        within.data);
    else
        text_add_string(&title, "Runs of one setting are all alike");
    if (spreads.between.count > 0 && spreads.between.most > 0)
        text_add_format(&title, ", the settings measured %.*s apart", (int)between.size,
                        between.data);
    else if (spreads.between.count > 0)
        text_add_string(&title, ", the settings measured the same");
    if (spreads.single > 0)
        text_add_format(&title, "; one run each in %.*s of %.*s tests",
                        (int)wording_number(arena, spreads.single).size,
                        wording_number(arena, spreads.single).data,
                        (int)wording_number(arena, count).size, wording_number(arena, count).data);
    return text_built(&title);
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
    row.mean = quantity_in_column(arena, cell->mean / unit.divisor, decimals, MEAN_DIGITS);
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
    return text_format(arena, "Each mark is one run%s.%s%s",
                       numbered ? ", numbered where there is room" : "",
                       !repeated        ? ""
                       : means_compared ? " Tall tick: geometric mean, which the verdict compares."
                                        : " Tall tick: geometric mean.",
                       !repeated ? ""
                                 : " Std. dev.: between runs, and as a share of the mean, the "
                                   "scatter. Apart: the larger figure against the smaller.");
}

static void add_figure(struct figure_set *set, const struct analysis *analysis,
                       const struct cell_group *const *groups, const struct metric *metric,
                       struct runs_spec spec)
{
    struct arena *arena = set->arena;
    struct chart *chart = &figure_set_add(set, CHART_runs)->chart;
    struct text conditions[] = {
        metric == NULL
            ? text_of("every run")
            : text_format(arena, "%.*s of every run", (int)metric->label.size, metric->label.data),
        analysis->factor.size > 0 ? stratum_name(arena, groups[0]->stratum)
                                  : (struct text){NULL, 0},
        text_of("each panel has its own scale from zero"),
        conditions_order(analysis),
        conditions_tool(arena, analysis->results),
    };
    chart->title = title_of(arena, analysis, groups, spec.panel_count);
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
    const struct cell_group **shown = arena_take_array(arena, groups.count + 1, sizeof(void *));
    size_t first = 0, next = 0, rows = 0;
    for (size_t i = 0; i < groups.count; i++) {
        const struct cell_group *group = &groups.items[i];
        if (!group->primary)
            continue;
        bool other_page =
            rows + group->count > PAGE_ROWS ||
            (next > 0 && analysis->factor.size > 0 && shown[next - 1]->stratum != group->stratum);
        if (next > first && other_page) {
            add_figure(set, analysis, shown + first, metric,
                       (struct runs_spec){.panels = panels + first, .panel_count = next - first});
            first = next;
            rows = 0;
        }
        rows += group->count;
        shown[next] = group;
        panels[next++] =
            panel_of(arena, analysis, group, cell_panel_unit(&groups, &group, 1), metric == NULL);
    }
    if (next > first)
        add_figure(set, analysis, shown + first, metric,
                   (struct runs_spec){.panels = panels + first, .panel_count = next - first});
}
