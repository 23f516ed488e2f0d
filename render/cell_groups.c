#include "render/cell_groups.h"

#include "analyze/wording.h"
#include "render/level_name.h"
#include "render/line.h"
#include "render/pairs.h"
#include "render/quantity.h"

#include <math.h>

bool cell_same_quantity(const struct cell *a, const struct cell *b)
{
    return a->metric == b->metric && !a->unit_mixed && !b->unit_mixed &&
           text_equal(a->unit, b->unit);
}

static bool same_row(const struct cell *a, const struct cell *b)
{
    return a->direction == b->direction && text_equal(a->workload, b->workload) &&
           cell_same_quantity(a, b);
}

static const struct settings *stratum_of(const struct analysis *analysis, const struct cell *cell)
{
    if (analysis->factor.size == 0)
        return cell->configuration;
    return settings_without(analysis->results->settings, cell->configuration, analysis->factor);
}

static unsigned level_of(const struct analysis *analysis, const struct cell *cell)
{
    struct text level = settings_value(cell->configuration, analysis->factor);
    for (size_t i = 0; i < analysis->levels.count; i++)
        if (text_equal(analysis->levels.items[i], level))
            return (unsigned)i;
    return 0;
}

static const struct comparison *comparison_of(const struct analysis *analysis,
                                              const struct cell *cell)
{
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (comparison->direction == cell->direction && comparison->metric == cell->metric &&
            text_equal(comparison->workload, cell->workload))
            return comparison;
    }
    return NULL;
}

/* Without comparisons: no other metric of the same workload and direction has a better rank. */
static bool has_best_rank(const struct analysis *analysis, const struct cell *cell)
{
    int rank = cell->metric->primary_rank;
    for (size_t i = 0; i < analysis->cell_count; i++) {
        const struct cell *other = &analysis->cells[i];
        int other_rank = other->metric->primary_rank;
        if (other->direction == cell->direction && text_equal(other->workload, cell->workload) &&
            other_rank > 0 && (rank == 0 || other_rank < rank))
            return false;
    }
    return true;
}

static struct text name_of(struct arena *arena, const struct comparison *comparison,
                           const struct cell *cell)
{
    if (comparison != NULL)
        return comparison_name(arena, comparison, false);
    const char *direction = direction_name(cell->direction);
    struct text name =
        text_format(arena, "%.*s%s%s", (int)cell->workload.size, cell->workload.data,
                    *direction != '\0' && cell->workload.size > 0 ? ", " : "", direction);
    return line_clean(arena, name);
}

static struct cell_group *group_for(struct arena *arena, const struct analysis *analysis,
                                    struct cell_groups *groups, const struct cell *cell)
{
    const struct settings *stratum = stratum_of(analysis, cell);
    for (size_t i = 0; i < groups->count; i++)
        if (groups->items[i].first == cell ||
            (groups->items[i].stratum == stratum && same_row(groups->items[i].first, cell)))
            return &groups->items[i];
    struct cell_group *group = &groups->items[groups->count++];
    const struct comparison *comparison = comparison_of(analysis, cell);
    size_t room = analysis->levels.count + 1;
    group->first = cell;
    group->stratum = stratum;
    group->name = name_of(arena, comparison, cell);
    group->primary = comparison != NULL ? comparison->primary : has_best_rank(analysis, cell);
    group->cells = arena_take_array(arena, room, sizeof(struct cell *));
    group->levels = arena_take_array(arena, room, sizeof *group->levels);
    return group;
}

static void add_cell(struct arena *arena, const struct analysis *analysis,
                     struct cell_groups *groups, const struct cell *cell)
{
    struct cell_group *group = group_for(arena, analysis, groups, cell);
    unsigned level = level_of(analysis, cell);
    size_t k = group->count;
    for (size_t i = 0; i < group->count; i++)
        if (group->cells[i] == cell)
            return;
    if (k > analysis->levels.count) /* two cells of one configuration: the first stands */
        return;
    for (; k > 0 && group->levels[k - 1] > level; k--) {
        group->cells[k] = group->cells[k - 1];
        group->levels[k] = group->levels[k - 1];
    }
    group->cells[k] = cell;
    group->levels[k] = level;
    group->count++;
}

struct cell_groups cell_groups_of(struct arena *arena, const struct analysis *analysis)
{
    struct cell_groups groups = {0};
    groups.items = arena_take_array(arena, analysis->cell_count + 1, sizeof *groups.items);
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        if (analysis->comparisons[i].baseline != NULL)
            add_cell(arena, analysis, &groups, analysis->comparisons[i].baseline);
        if (analysis->comparisons[i].candidate != NULL)
            add_cell(arena, analysis, &groups, analysis->comparisons[i].candidate);
    }
    for (size_t i = 0; i < analysis->cell_count; i++)
        add_cell(arena, analysis, &groups, &analysis->cells[i]);
    return groups;
}

bool cell_group_is_first(const struct cell_groups *groups, const struct cell_group *group)
{
    for (const struct cell_group *before = groups->items; before < group; before++)
        if (before->stratum == group->stratum &&
            before->first->direction == group->first->direction &&
            text_equal(before->first->workload, group->first->workload))
            return false;
    return true;
}

/* What could not be resolved to the base unit is shown as it was given. */
static const struct display_unit as_given = {"", 1};

static bool can_be_scaled(const struct cell *cell)
{
    return !cell->unit_mixed && text_is(cell->unit, unit_base(cell->metric->dimension));
}

/* The absolute means of what can be scaled lie between these. */
struct span {
    double smallest, largest;
};

static void span_group(struct span *span, const struct cell_group *group)
{
    for (size_t k = 0; k < group->count; k++) {
        double mean = fabs(group->cells[k]->mean);
        if (!can_be_scaled(group->cells[k]))
            continue;
        if (mean > 0 && mean < span->smallest)
            span->smallest = mean;
        if (mean > span->largest && isfinite(mean))
            span->largest = mean;
    }
}

static struct span span_of(const struct cell_groups *groups, const struct metric *metric)
{
    struct span span = {INFINITY, 0};
    for (size_t i = 0; i < groups->count; i++)
        if (groups->items[i].first->metric == metric)
            span_group(&span, &groups->items[i]);
    return span;
}

/* How the figures of one metric are given. */
struct given {
    bool scaled; /* some can be scaled */
    bool differ; /* they are of several units */
    const struct cell *first;
};

static struct given given_of(const struct cell_groups *groups, const struct metric *metric)
{
    struct given given = {0};
    for (size_t i = 0; i < groups->count; i++)
        for (size_t k = 0; k < groups->items[i].count; k++) {
            const struct cell *cell = groups->items[i].cells[k];
            if (cell->metric != metric)
                continue;
            given.first = given.first == NULL ? cell : given.first;
            given.scaled = given.scaled || can_be_scaled(cell);
            given.differ =
                given.differ || cell->unit_mixed || !text_equal(cell->unit, given.first->unit);
        }
    return given;
}

struct display_unit cell_groups_unit(const struct cell_groups *groups, const struct metric *metric)
{
    if (!given_of(groups, metric).scaled)
        return as_given;
    struct span span = span_of(groups, metric);
    return quantity_unit(metric->dimension, span.smallest, span.largest);
}

/* In one unit the small ones would read as next to nothing. */
static bool is_too_wide(struct span span, const struct metric *metric)
{
    static const double most_span = 1000;
    struct display_unit unit = quantity_unit(metric->dimension, span.smallest, span.largest);
    return span.largest / span.smallest > most_span && span.smallest < unit.divisor;
}

bool cell_groups_need_units(const struct cell_groups *groups, const struct metric *metric)
{
    return given_of(groups, metric).differ || is_too_wide(span_of(groups, metric), metric);
}

static const struct cell_group *group_of(const struct cell_groups *groups, const struct cell *cell)
{
    for (size_t i = 0; i < groups->count; i++)
        for (size_t k = 0; k < groups->items[i].count; k++)
            if (groups->items[i].cells[k] == cell)
                return &groups->items[i];
    return NULL;
}

struct display_unit cell_unit(const struct cell_groups *groups, const struct cell *cell)
{
    const struct metric *metric = cell->metric;
    const struct cell_group *group = group_of(groups, cell);
    struct span span = {INFINITY, 0};
    if (!can_be_scaled(cell))
        return as_given;
    if (group == NULL || !cell_groups_need_units(groups, metric))
        return cell_groups_unit(groups, metric);
    span_group(&span, group);
    double mean = fabs(cell->mean);
    if (is_too_wide(span, metric) && mean > 0 && isfinite(mean))
        span = (struct span){mean, mean};
    return quantity_unit(metric->dimension, span.smallest, span.largest);
}

struct display_unit cell_panel_unit(const struct cell_groups *groups,
                                    const struct cell_group *const *shown, size_t count)
{
    static const double least_shown = 0.01;
    const struct metric *metric = shown[0]->first->metric;
    if (!can_be_scaled(shown[0]->first))
        return as_given;
    struct display_unit unit = cell_groups_unit(groups, metric);
    struct span span = {INFINITY, 0};
    for (size_t i = 0; i < count; i++)
        span_group(&span, shown[i]);
    bool mixed = cell_groups_need_units(groups, metric);
    if (span.largest > 0 && (mixed || span.largest < least_shown * unit.divisor))
        return quantity_unit(metric->dimension, span.smallest, span.largest);
    return unit;
}

struct display_unit cell_own_unit(const struct cell *cell)
{
    return can_be_scaled(cell) ? unit_for_display(cell->metric->dimension, cell->mean) : as_given;
}

struct text cell_label(struct arena *arena, const struct analysis *analysis,
                       const struct cell *cell)
{
    struct text level = settings_value(cell->configuration, analysis->factor);
    if (analysis->factor.size == 0 || level.size == 0)
        return stratum_name(arena, cell->configuration);
    return line_clean(arena, wording_level(arena, analysis->factor, level));
}

struct text cell_row_label(struct arena *arena, const struct analysis *analysis,
                           const struct cell *cell)
{
    struct text level = settings_value(cell->configuration, analysis->factor);
    struct text name = level_name(arena, analysis->levels, level);
    if (text_equal(name, line_clean(arena, level)))
        return cell_label(arena, analysis, cell);
    return line_clean(arena, wording_level(arena, analysis->factor, name));
}

struct text cell_short_label(struct arena *arena, const struct analysis *analysis,
                             const struct cell *cell)
{
    struct text level = settings_value(cell->configuration, analysis->factor);
    return level.size > 0 ? level_name(arena, analysis->levels, level)
                          : cell_label(arena, analysis, cell);
}

struct text cell_deviation(struct arena *arena, const struct cell *cell, struct display_unit unit,
                           int decimals)
{
    if (cell->statistic != STATISTIC_RUN)
        return text_format(arena, "posted %s", statistic_name(cell->statistic));
    if (cell->n < 2 || isnan(cell->sd))
        return (struct text){NULL, 0};
    struct text figure =
        quantity_in_column(arena, cell->sd / unit.divisor, decimals, DEVIATION_DIGITS);
    double percent = 100 * cell->cv;
    if (!isfinite(percent))
        return figure;
    if (percent > 0 && percent < 0.05) {
        struct text share = quantity_short(arena, percent, 1);
        return text_format(arena, "%.*s (%.*s %%)", (int)figure.size, figure.data, (int)share.size,
                           share.data);
    }
    return text_format(arena, percent < 9.95 ? "%.*s (%.1f %%)" : "%.*s (%.0f %%)",
                       (int)figure.size, figure.data, percent);
}

struct text rate_words(const char *unit)
{
    static const struct {
        const char *label, *words;
    } rates[] = {{"1/s", "per second"},
                 {"k/s", "thousand per second"},
                 {"M/s", "million per second"},
                 {"G/s", "thousand million per second"}};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        if (text_is(text_of(unit), rates[i].label))
            return text_of(rates[i].words);
    return text_of(unit);
}

struct text cell_unit_label(const struct cell *cell, struct display_unit unit)
{
    struct text label = rate_words(unit.label);
    if (cell->unit_mixed)
        return text_of("(different units)");
    return label.size > 0 ? label : cell->unit;
}
