/* Speed along a numeric setting, whose levels are sizes or other numbers; names that look like
   numbers, such as versions, are no scale. */
#include "render/figure_set.h"

#include "model/number.h"
#include "render/cell_groups.h"
#include "render/conditions.h"
#include "render/line.h"
#include "render/pairs.h"
#include "render/quantity.h"

#include <math.h>

enum {
    PAGE_PANELS = 12,
    LABEL_COLUMNS = 14,
    INTERVAL_RUNS = 3, /* from so many runs of a point its interval is drawn */
};

/* The groups of one panel: one workload, metric and stratum, its directions. */
struct bundle {
    const struct cell_group *groups[5];
    size_t count;
};

static bool names_things(struct text factor)
{
    static const char *const names[] = {"version", "label", "directory", "file",   "source",
                                        "kernel",  "host",  "device",    "machine"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is_ignoring_case(factor, names[i]))
            return true;
    return false;
}

static bool is_power(struct text factor)
{
    return text_is_ignoring_case(factor, "ashift");
}

/* Where the levels stand: a power of two at its exponent. False when this is no sweep. */
static bool find_levels(struct arena *arena, const struct analysis *analysis, struct tick *levels)
{
    if (names_things(analysis->factor))
        return false;
    for (size_t i = 0; i < analysis->levels.count; i++) {
        double value;
        struct text level = analysis->levels.items[i];
        if (!number_read_size(level, &value) && !number_read_plain(level, false, &value))
            return false;
        if (!(value > 0) || !isfinite(value))
            return false;
        levels[i].at = is_power(analysis->factor) ? value : log2(value);
        levels[i].label = line_shorten(arena, line_clean(arena, level), LABEL_COLUMNS);
        if (i > 0 && !(levels[i].at > levels[i - 1].at))
            return false;
    }
    return analysis->levels.count > 1;
}

/* A line that has a panel for itself and is neither reading nor writing needs no name. */
static struct text direction_label(const struct cell_group *group, bool alone)
{
    if (group->first->direction != DIRECTION_UNSTATED)
        return text_of(direction_name(group->first->direction));
    return text_of(alone ? "" : "all");
}

static struct sweep_line line_of(struct arena *arena, const struct cell_group *group, bool alone,
                                 const struct tick *levels, double divisor)
{
    size_t runs = 0;
    for (size_t i = 0; i < group->count; i++)
        runs += group->cells[i]->n;
    double *places = arena_take_array(arena, 4 * (group->count + 1), sizeof *places);
    double *means = places + group->count, *low = means + group->count, *high = low + group->count;
    double *run_places = arena_take_array(arena, 2 * (runs + 1), sizeof *run_places);
    double *values = run_places + runs;
    enum direction direction = group->first->direction;
    struct sweep_line line = {
        .label = direction_label(group, alone),
        .role = direction == DIRECTION_READ    ? ROLE_READ
                : direction == DIRECTION_WRITE ? ROLE_WRITE
                                               : ROLE_QUIET,
        .shape = direction == DIRECTION_WRITE ? SHAPE_SQUARE : SHAPE_CIRCLE,
        .places = places,
        .means = means,
        .low = low,
        .high = high,
        .run_places = run_places,
        .runs = values,
    };
    for (size_t i = 0; i < group->count; i++) {
        const struct cell *cell = group->cells[i];
        if (!isfinite(cell->mean))
            continue;
        bool interval = cell->n >= INTERVAL_RUNS;
        places[line.count] = levels[group->levels[i]].at;
        means[line.count] = cell->mean / divisor;
        low[line.count] = interval ? cell->ci_low / divisor : NAN;
        high[line.count++] = interval ? cell->ci_high / divisor : NAN;
        for (size_t k = 0; k < cell->n && cell->n > 1; k++) {
            run_places[line.run_count] = levels[group->levels[i]].at;
            values[line.run_count++] = cell->values[k] / divisor;
        }
    }
    return line;
}

/* Without a name of the workload the metric is the heading. */
static void label_panel(struct arena *arena, const struct cell *cell, struct text unit,
                        struct sweep_panel *panel)
{
    struct text metric = cell->metric->label, workload = line_clean(arena, cell->workload);
    struct text capital = figure_subtitle(arena, &metric, 1);
    panel->label = workload.size > 0 ? workload : line_clean(arena, capital);
    panel->unit = line_clean(arena, unit);
    if (workload.size > 0)
        panel->unit =
            line_clean(arena, text_format(arena, "%.*s%s%.*s", (int)metric.size, metric.data,
                                          unit.size > 0 ? ", " : "", (int)unit.size, unit.data));
}

static struct sweep_panel panel_of(struct arena *arena, const struct bundle *bundle,
                                   const struct tick *levels, struct display_unit unit)
{
    const struct cell *first = bundle->groups[0]->first;
    struct sweep_line *lines = arena_take_array(arena, bundle->count, sizeof *lines);
    struct sweep_panel panel = {.lines = lines, .line_count = bundle->count};
    for (size_t i = 0; i < bundle->count; i++)
        lines[i] = line_of(arena, bundle->groups[i], bundle->count == 1, levels, unit.divisor);
    label_panel(arena, first, cell_unit_label(first, unit), &panel);
    return panel;
}

static bool was_shown(const struct analysis *analysis, const struct cell *a, const struct cell *b)
{
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        bool both = (comparison->baseline == a && comparison->candidate == b) ||
                    (comparison->baseline == b && comparison->candidate == a);
        if (both && (comparison->state == STATE_BETTER || comparison->state == STATE_WORSE))
            return true;
    }
    return false;
}

/* A line, and between which of its cells it changes most. */
struct change {
    const struct cell_group *group;
    const struct cell *best, *worst;
    double ratio;
    bool shown;
};

static struct change change_of(const struct analysis *analysis, const struct cell_group *group)
{
    struct change change = {group, group->cells[0], group->cells[0], 1, false};
    for (size_t i = 0; i < group->count; i++) {
        const struct cell *cell = group->cells[i];
        change.best = cell->mean > change.best->mean ? cell : change.best;
        change.worst = cell->mean < change.worst->mean ? cell : change.worst;
    }
    if (change.worst->mean > 0)
        change.ratio = change.best->mean / change.worst->mean;
    change.shown = was_shown(analysis, change.best, change.worst);
    return change;
}

/* The largest change, one that was shown before all others. */
static struct change largest_change(const struct analysis *analysis, const struct bundle *bundles,
                                    size_t count)
{
    struct change largest = {.ratio = 0};
    for (size_t b = 0; b < count; b++)
        for (size_t g = 0; g < bundles[b].count; g++) {
            struct change change = change_of(analysis, bundles[b].groups[g]);
            if (change.shown > largest.shown ||
                (change.shown == largest.shown && change.ratio > largest.ratio))
                largest = change;
        }
    return largest;
}

static bool is_repeated(const struct bundle *bundles, size_t count)
{
    for (size_t b = 0; b < count; b++)
        for (size_t g = 0; g < bundles[b].count; g++)
            for (size_t i = 0; i < bundles[b].groups[g]->count; i++)
                if (bundles[b].groups[g]->cells[i]->n > 1)
                    return true;
    return false;
}

/* "block size 4 KiB" that is not broken over two lines. */
static struct text unbroken(struct arena *arena, struct text text)
{
    struct text_builder out = {.arena = arena};
    for (size_t i = 0; i < text.size; i++)
        text_add(&out, text.data[i] == ' ' ? text_of("\xc2\xa0") : text_slice(text, i, i + 1));
    return text_built(&out);
}

static bool is_rate(const struct metric *metric)
{
    return metric->dimension == DIMENSION_BYTE_RATE || metric->dimension == DIMENSION_RATE;
}

/* "randread-4k, read"; "simulation3's run time" where the figure is no speed. */
static struct text subject_of(struct arena *arena, const struct cell_group *group)
{
    struct text metric = group->first->metric->label;
    if (group->first->workload.size == 0)
        return figure_subtitle(arena, &group->name, 1);
    if (is_rate(group->first->metric))
        return group->name;
    return text_format(arena, "%.*s's %.*s", (int)group->name.size, group->name.data,
                       (int)metric.size, metric.data);
}

static struct text change_words(struct arena *arena, const struct analysis *analysis,
                                const struct change *change)
{
    struct text name = subject_of(arena, change->group);
    struct text top = unbroken(arena, cell_label(arena, analysis, change->best));
    struct text bottom = unbroken(
        arena, line_clean(arena, settings_value(change->worst->configuration, analysis->factor)));
    struct text times = quantity_short(arena, change->ratio, 3);
    return text_format(arena, "%.*s %s %.*s times as %s at %.*s as at %.*s%s", (int)name.size,
                       name.data, change->shown ? "is" : "measured", (int)times.size, times.data,
                       is_rate(change->best->metric) ? "fast" : "high", (int)top.size, top.data,
                       (int)bottom.size, bottom.data, change->shown ? "" : ", one run each");
}

static struct text title_of(struct arena *arena, const struct analysis *analysis,
                            const struct bundle *bundles, size_t count)
{
    struct change change = largest_change(analysis, bundles, count);
    bool repeated = is_repeated(bundles, count);
    if (repeated && !change.shown)
        return line_clean(arena, text_format(arena, "No change shown along %.*s",
                                             (int)analysis->factor.size, analysis->factor.data));
    if (change.ratio >= 1 + analysis->options.margin)
        return line_clean(arena, change_words(arena, analysis, &change));
    return line_clean(arena, text_format(arena, "No change over %g %% measured along %.*s%s",
                                         100 * analysis->options.margin, (int)analysis->factor.size,
                                         analysis->factor.data, repeated ? "" : ", one run each"));
}

static struct text describe(struct arena *arena, const struct sweep_spec *spec)
{
    struct text_builder out = {.arena = arena};
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].line_count; i++) {
            const struct sweep_panel *panel = &spec->panels[p];
            const struct sweep_line *line = &panel->lines[i];
            text_add_format(&out, "%s%.*s%s%.*s (%.*s):", out.size > 0 ? "; " : "",
                            (int)panel->label.size, panel->label.data,
                            line->label.size > 0 ? ", " : "", (int)line->label.size,
                            line->label.data, (int)panel->unit.size, panel->unit.data);
            for (size_t k = 0; k < line->count; k++)
                for (size_t t = 0; t < spec->level_count; t++)
                    if (spec->levels[t].at == line->places[k])
                        text_add_format(&out, "%s %.*s %.*s", k > 0 ? "," : "",
                                        (int)spec->levels[t].label.size, spec->levels[t].label.data,
                                        (int)quantity_short(arena, line->means[k], 4).size,
                                        quantity_short(arena, line->means[k], 4).data);
        }
    text_add_string(&out, ".");
    return text_built(&out);
}

static bool has_interval(const struct sweep_spec *spec)
{
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].line_count; i++)
            for (size_t k = 0; k < spec->panels[p].lines[i].count; k++)
                if (!isnan(spec->panels[p].lines[i].low[k]))
                    return true;
    return false;
}

static void add_figure(struct figure_set *set, const struct analysis *analysis,
                       const struct bundle *bundles, size_t count, struct sweep_spec spec)
{
    struct arena *arena = set->arena;
    struct chart *chart = &figure_set_add(set, CHART_sweep)->chart;
    bool repeated = is_repeated(bundles, count);
    struct text conditions[] = {
        conditions_on_files(analysis->results)
            ? text_of("pools on sparse files: this says nothing about a drive's sectors")
            : (struct text){NULL, 0},
        stratum_name(arena, bundles[0].groups[0]->stratum),
        conditions_runs(arena, analysis),
        conditions_tool(arena, analysis->results),
    };
    chart->title = title_of(arena, analysis, bundles, count);
    chart->subtitle = figure_subtitle(arena, conditions, sizeof conditions / sizeof *conditions);
    chart->description = describe(arena, &spec);
    chart->of.sweep = spec;
    figure_set_footer(
        set, chart, analysis,
        repeated ? text_format(
                       arena,
                       "Line: means; small marks: runs%s. Each panel has its own scale from zero.",
                       has_interval(&spec)
                           ? text_format(arena,
                                         "; shaded from %d runs a point: %g %% t interval of "
                                         "the mean",
                                         INTERVAL_RUNS, 100 * (1 - analysis->options.alpha))
                                 .data
                           : "")
                 : text_of("Each mark is one run. Each panel has its own scale from zero."));
}

/* The primary groups by panel. */
static struct bundle *bundles_of(struct arena *arena, const struct cell_groups *groups,
                                 size_t *count)
{
    struct bundle *bundles = arena_take_array(arena, groups->count + 1, sizeof *bundles);
    *count = 0;
    for (size_t i = 0; i < groups->count; i++) {
        const struct cell_group *group = &groups->items[i];
        struct bundle *bundle = NULL;
        for (size_t b = 0; b < *count && bundle == NULL; b++)
            if (bundles[b].groups[0]->stratum == group->stratum &&
                cell_same_quantity(bundles[b].groups[0]->first, group->first) &&
                bundles[b].count < sizeof bundle->groups / sizeof *bundle->groups &&
                text_equal(bundles[b].groups[0]->first->workload, group->first->workload))
                bundle = &bundles[b];
        if (!group->primary)
            continue;
        if (bundle == NULL)
            bundle = &bundles[(*count)++];
        bundle->groups[bundle->count++] = group;
    }
    return bundles;
}

void sweep_figures(struct figure_set *set, const struct analysis *analysis)
{
    struct arena *arena = set->arena;
    struct tick *levels = arena_take_array(arena, analysis->levels.count + 1, sizeof *levels);
    if (analysis->factor.size == 0 || !find_levels(arena, analysis, levels))
        return;
    size_t count;
    struct cell_groups groups = cell_groups_of(arena, analysis);
    struct bundle *bundles = bundles_of(arena, &groups, &count);
    struct sweep_panel *panels = arena_take_array(arena, count + 1, sizeof *panels);
    for (size_t i = 0; i < count; i++)
        panels[i] = panel_of(arena, &bundles[i], levels,
                             cell_panel_unit(&groups, bundles[i].groups, bundles[i].count));
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && end - first < PAGE_PANELS; end++)
            if (bundles[end].groups[0]->stratum != bundles[first].groups[0]->stratum)
                break;
        add_figure(set, analysis, bundles + first, end - first,
                   (struct sweep_spec){panels + first, end - first, levels, analysis->levels.count,
                                       line_clean(arena, analysis->factor)});
    }
}
