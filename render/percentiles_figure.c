/* Completion latency by percentile: of runs whose latencies fio counted in bins exactly, of others
   by the percentiles that they list, where they list a few. */
#include "render/figure_set.h"

#include "analyze/wording.h"
#include "model/number.h"
#include "render/cell_groups.h"
#include "render/conditions.h"
#include "render/line.h"
#include "render/pairs.h"
#include "render/quantity.h"
#include "render/run_shapes.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    LEAST_POINTS = 3,
    STEPS = 10, /* points of a histogram to each nine */
    MOST_NINES = 6,
};

struct listed {
    const struct run *run;
    enum direction direction;
    double percent, value;
};

/* All that is listed, by run, direction and percentile. */
struct listing {
    struct listed *items; /* of whole runs */
    size_t count;
    struct listed *of_jobs; /* of single jobs of several */
    size_t of_jobs_count;
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

/* 50 %, then a tenth of a nine further each time, as long as one request lies beyond. */
static void list_histogram(struct listing *listing, const struct histogram *histogram)
{
    for (int step = STEPS * 3 / 10; step <= MOST_NINES * STEPS; step++) {
        double nines = (double)step / STEPS;
        double beyond = step == STEPS * 3 / 10 ? 50 : 100 / pow(10, nines);
        if (histogram->total * beyond < 100)
            return;
        listing->items[listing->count++] =
            (struct listed){histogram->run, histogram->direction, 100 - beyond,
                            histogram_percentile(histogram, 100 - beyond)};
    }
}

/* True for a percentile of completion latency from 50 to below 100. */
static bool is_listed(const struct observation *observation, double *percent)
{
    struct text name = observation->metric->name;
    return observation->statistic == STATISTIC_RUN &&
           observation->metric->dimension == DIMENSION_TIME && text_starts_with(name, "clat_p") &&
           number_read_plain(text_slice(name, 6, name.size), false, percent) && *percent >= 50 &&
           *percent < 100 && observation->value > 0 && isfinite(observation->value);
}

static struct listing listing_of(struct arena *arena, const struct results *results)
{
    struct listing listing = {0};
    struct run_shapes shapes = run_shapes_of(arena, results);
    listing.items = arena_take_array(
        arena, results->observation_count + shapes.histogram_count * MOST_NINES * STEPS + 1,
        sizeof *listing.items);
    listing.of_jobs =
        arena_take_array(arena, results->observation_count + 1, sizeof *listing.of_jobs);
    for (size_t i = 0; i < shapes.histogram_count; i++)
        if (text_is(shapes.histograms[i]->latency, "clat"))
            list_histogram(&listing, shapes.histograms[i]);
    for (size_t i = 0; i < results->observation_count; i++) {
        const struct observation *observation = &results->observations[i];
        const struct histogram *counted =
            run_shapes_histogram(&shapes, observation->run, observation->direction);
        struct listed listed = {observation->run, observation->direction, 0, observation->value};
        if (!is_listed(observation, &listed.percent) ||
            (counted != NULL && text_is(counted->latency, "clat")))
            continue;
        if (observation->job.size > 0)
            listing.of_jobs[listing.of_jobs_count++] = listed;
        else
            listing.items[listing.count++] = listed;
    }
    qsort(listing.items, listing.count, sizeof *listing.items, compare_listed);
    qsort(listing.of_jobs, listing.of_jobs_count, sizeof *listing.of_jobs, compare_listed);
    return listing;
}

/* The percentiles of one run among sorted ones; the count. */
static size_t find_run(const struct listed *items, size_t item_count, const struct run *run,
                       enum direction direction, const struct listed **first)
{
    size_t low = 0, high = item_count;
    struct listed wanted = {run, direction, 0, 0};
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_listed(&items[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    size_t end = low;
    while (end < item_count && items[end].run == run && items[end].direction == direction)
        end++;
    *first = items + low;
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
        size_t count = find_run(listing->items, listing->count, cell->observations[i]->run,
                                cell->direction, &first);
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
        if (!labelled)
            line.label = cell_short_label(arena, analysis, cell);
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

static bool is_of_slowest(const struct comparison *comparison)
{
    return text_is(comparison->metric->name, "clat_p99");
}

static bool is_shown(const struct comparison *comparison)
{
    return comparison->state == STATE_BETTER || comparison->state == STATE_WORSE;
}

/* What the comparisons of the 99th percentile say. */
static struct text title_of(struct arena *arena, const struct analysis *analysis)
{
    size_t compared = 0, shown = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (!is_of_slowest(comparison))
            continue;
        compared +=
            comparison->state != STATE_NOT_COMPARABLE && comparison->state != STATE_INSUFFICIENT;
        shown += is_shown(comparison);
    }
    if (compared == 0)
        return text_of("How long the slow requests take, run by run");
    if (shown == 0)
        return text_of("No difference shown in the slowest 1 % of requests");
    return text_format(arena, "The slowest 1 %% of requests differ in %zu of %zu comparisons",
                       shown, compared);
}

/* The differences that the title counts, each as a sentence. */
static void describe_differences(struct text_builder *out, const struct analysis *analysis)
{
    struct arena *arena = out->arena;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (!is_of_slowest(comparison) || !is_shown(comparison))
            continue;
        struct text name = comparison_name(arena, comparison, false);
        struct text finding = line_clean(arena, wording_headline(arena, comparison));
        text_add_format(out, "%.*s%s%.*s. ", (int)name.size, name.data, name.size > 0 ? ": " : "",
                        (int)finding.size, finding.data);
    }
}

/* The latency within which `percent` of the requests lie, between the smallest and the largest of
   the runs of a level: "3.1 to 3.4". */
static struct text range_words(struct arena *arena, const struct percentiles_panel *panel,
                               unsigned level, double percent)
{
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < panel->line_count; i++) {
        const struct percentiles_line *line = &panel->lines[i];
        size_t k = 0;
        while (k < line->count && line->percents[k] < percent)
            k++;
        if (line->level != level || k == line->count)
            continue;
        least = fmin(least, line->values[k]);
        most = fmax(most, line->values[k]);
    }
    struct text low = quantity_short(arena, least, 3), high = quantity_short(arena, most, 3);
    return text_equal(low, high) ? low
                                 : text_format(arena, "%.*s to %.*s", (int)low.size, low.data,
                                               (int)high.size, high.data);
}

/* The lowest percentile that all runs of a level have, and the highest. */
static void common_percents(const struct percentiles_panel *panel, unsigned level, double *low,
                            double *high)
{
    *low = 0;
    *high = 100;
    for (size_t i = 0; i < panel->line_count; i++) {
        const struct percentiles_line *line = &panel->lines[i];
        if (line->level != level)
            continue;
        *low = fmax(*low, line->percents[0]);
        *high = fmin(*high, line->percents[line->count - 1]);
    }
}

static struct text describe(struct arena *arena, const struct analysis *analysis,
                            const struct percentiles_spec *spec)
{
    struct text_builder out = {.arena = arena};
    describe_differences(&out, analysis);
    const char *separator = "";
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].line_count; i++) {
            const struct percentiles_panel *panel = &spec->panels[p];
            const struct percentiles_line *line = &panel->lines[i];
            double low, high;
            if (line->label.size == 0)
                continue;
            common_percents(panel, line->level, &low, &high);
            struct text fast = range_words(arena, panel, line->level, low);
            struct text slow = range_words(arena, panel, line->level, high);
            text_add_format(&out, "%s%.*s, %.*s (%.*s): %g %% within %.*s, %g %% within %.*s",
                            separator, (int)panel->label.size, panel->label.data,
                            (int)line->label.size, line->label.data, (int)panel->unit.size,
                            panel->unit.data, low, (int)fast.size, fast.data, high, (int)slow.size,
                            slow.data);
            separator = "; ";
        }
    text_add_string(&out, ".");
    return text_built(&out);
}

/* Adds "Not shown, REASON: A, B and 2 more." */
static void add_missing(struct text_builder *out, const char *reason, const struct text *names,
                        size_t count)
{
    enum { NAMED = 4 };
    for (size_t i = 0; i < count && i < NAMED; i++)
        text_add_format(out, "%s%s%s%.*s", i == 0 ? " Not shown, " : "", i == 0 ? reason : "",
                        i == 0 ? ": " : "; ", (int)names[i].size, names[i].data);
    if (count > NAMED)
        text_add_format(out, " and %zu more", count - NAMED);
    if (count > 0)
        text_add_string(out, ".");
}

/* Workloads without a panel. */
struct missing {
    struct text *of_jobs, *unlisted; /* percentiles of single jobs only; none */
    size_t of_jobs_count, unlisted_count;
};

static void note_missing(struct missing *missing, const struct listing *listing,
                         const struct cell_group *group)
{
    const struct listed *first;
    for (size_t i = 0; i < group->count; i++)
        for (size_t k = 0; k < group->cells[i]->n; k++)
            if (find_run(listing->of_jobs, listing->of_jobs_count,
                         group->cells[i]->observations[k]->run, group->first->direction,
                         &first) > 0) {
                missing->of_jobs[missing->of_jobs_count++] = group->name;
                return;
            }
    if (!metric_is_of_log(group->first->metric)) /* nobody looks for them there */
        missing->unlisted[missing->unlisted_count++] = group->name;
}

/* What the marks mean, what is not shown, and why. */
static struct text meaning(struct arena *arena, const struct missing *missing)
{
    struct text_builder out = {.arena = arena};
    text_add_string(&out, "Each line is one run; so many percent of its requests took at most as "
                          "long. Both scales are logarithmic, across in nines.");
    add_missing(&out, "as fio lists percentiles of each job only (json+ tells those of all)",
                missing->of_jobs, missing->of_jobs_count);
    add_missing(&out, "as no percentiles are known", missing->unlisted, missing->unlisted_count);
    return text_built(&out);
}

static void add_figure(struct figure_set *set, const struct analysis *analysis,
                       const struct settings *stratum, struct percentiles_spec spec,
                       struct text words)
{
    struct arena *arena = set->arena;
    struct chart *chart = &figure_set_add(set, CHART_percentiles)->chart;
    struct text conditions[] = {
        text_of("percentiles of completion latency of every run"),
        conditions_levels(arena, analysis),
        analysis->factor.size > 0 ? stratum_name(arena, stratum) : (struct text){NULL, 0},
        conditions_runs(arena, analysis),
        conditions_tool(arena, analysis->results),
    };
    chart->of.percentiles = spec;
    chart->title = title_of(arena, analysis);
    chart->subtitle = figure_subtitle(arena, conditions, sizeof conditions / sizeof *conditions);
    chart->description = describe(arena, analysis, &chart->of.percentiles);
    figure_set_footer(set, chart, analysis, words);
}

void percentiles_figures(struct figure_set *set, const struct analysis *analysis)
{
    struct arena *arena = set->arena;
    struct cell_groups groups = cell_groups_of(arena, analysis);
    struct listing listing = listing_of(arena, analysis->results);
    struct percentiles_panel *panels = arena_take_array(arena, groups.count + 1, sizeof *panels);
    const struct settings **strata = arena_take_array(arena, groups.count + 1, sizeof(void *));
    struct missing missing = {
        .of_jobs = arena_take_array(arena, groups.count + 1, sizeof *missing.of_jobs),
        .unlisted = arena_take_array(arena, groups.count + 1, sizeof *missing.unlisted)};
    size_t count = 0;
    for (size_t i = 0; i < groups.count && listing.count > 0; i++) {
        const struct cell_group *group = &groups.items[i];
        if (!cell_group_is_first(&groups, group))
            continue;
        panels[count] = panel_of(arena, analysis, &listing, group);
        strata[count] = group->stratum;
        if (panels[count].line_count == 0)
            note_missing(&missing, &listing, group);
        else
            count++;
    }
    struct text words = meaning(arena, &missing);
    for (size_t first = 0, end; first < count; first = end) {
        end = figure_page_end(analysis, strata, first, count);
        scale(arena, panels + first, end - first);
        add_figure(set, analysis, strata[first],
                   (struct percentiles_spec){panels + first, end - first}, words);
    }
}
