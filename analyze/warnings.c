/* What weakens a comparison, one function a warning (docs/statistics.md, "Warnings"). Only primary
   comparisons are looked at: the metrics beside them come from the same runs. */

#include "analyze/warnings.h"

#include "analyze/comparability.h"
#include "analyze/copies.h"
#include "analyze/fragility.h"
#include "analyze/pointer_set.h"
#include "analyze/rank_test.h"
#include "analyze/sample.h"
#include "analyze/text_set.h"
#include "analyze/wording.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    ENOUGH_RUNS = 5,
    ENOUGH_RANKED = 6,
    ENOUGH_SESSIONS = 3,
    LEAST_FOR_PATTERN = 4,
    LEAST_FOR_COPY = 4,
    LISTED = 8
};

static const double split_ratio = 1.5, pattern_correlation = 0.9;

struct warner {
    struct analysis *analysis;
    struct arena *arena;
    size_t capacity;
    const struct comparison *comparison; /* the one looked at */
    const struct material *material;
    const struct text *levels;       /* of the factor, as people say them */
    struct text baseline, candidate; /* those of the comparison */
};

static void warn(struct warner *warner, enum warning_code code, struct text message)
{
    struct analysis *analysis = warner->analysis;
    analysis->warnings = arena_grow(warner->arena, analysis->warnings, analysis->warning_count,
                                    &warner->capacity, sizeof *analysis->warnings);
    analysis->warnings[analysis->warning_count++] =
        (struct warning){.code = code, .comparison = warner->comparison, .message = message};
}

static void warn_few_runs(struct warner *warner)
{
    const struct comparison *comparison = warner->comparison;
    size_t baseline = comparison->n_baseline, candidate = comparison->n_candidate;
    struct text message;
    if (baseline >= ENOUGH_RUNS && candidate >= ENOUGH_RUNS)
        return;
    int better = comparison->method == METHOD_RANK ? ENOUGH_RANKED : ENOUGH_RUNS;
    if (comparison->by_session)
        message =
            text_format(warner->arena, "only %zu sessions of a setting: %d or more are better",
                        baseline < candidate ? baseline : candidate, better);
    else if (comparison->paired)
        message =
            text_format(warner->arena, "only %zu blocks: %d or more are better", baseline, better);
    else if (baseline == candidate)
        message = text_format(warner->arena, "only %zu runs of each setting: %d or more are better",
                              baseline, better);
    else
        message = text_format(
            warner->arena, "only %zu runs of %.*s and %zu of %.*s: %d or more of each are better",
            candidate, (int)warner->candidate.size, warner->candidate.data, baseline,
            (int)comparison->baseline_level.size, comparison->baseline_level.data, better);
    warn(warner, WARNING_FEW_RUNS, message);
}

static void warn_order(struct warner *warner)
{
    const struct comparison *comparison = warner->comparison;
    const struct material *material = warner->material;
#define CHANGES                                                                                    \
    "anything that changed in between (temperature, drive fill, a reinstall) looks like a "        \
    "difference"
    if (comparison->interleaved || analysis_compares_sources(comparison->factor))
        return;
    if (!comparison->order_known) {
        warn(warner, WARNING_ORDER_UNKNOWN,
             text_of("the order of the runs is not stated: " CHANGES));
        return;
    }
    struct text first = warner->baseline, second = comparison->candidate_level;
    bool sequential = run_order_is_sequential(material->order, material->baseline_level,
                                              material->candidate_level);
    if (run_order_entry(material->order, material->candidate_runs[0])->position <
        run_order_entry(material->order, material->baseline_runs[0])->position) {
        first = warner->candidate;
        second = comparison->baseline_level;
    }
    const char *form = sequential ? "all runs of %.*s were done before all runs of %.*s: " CHANGES
                                  : "the runs of %.*s and %.*s were not done in turn: " CHANGES;
#undef CHANGES
    warn(warner, WARNING_NOT_INTERLEAVED,
         text_format(warner->arena, form, (int)first.size, first.data, (int)second.size,
                     second.data));
}

static void warn_drift(struct warner *warner)
{
    if (!warner->material->drifted)
        return;
    double change = expm1(warner->material->drift.slope);
    bool time = warner->comparison->metric->better == BETTER_LOWER;
    struct text percent = wording_percent(warner->arena, fabs(change));
    warn(warner, WARNING_DRIFT,
         text_format(warner->arena, "%s %s by about %.*s per run while the runs were made",
                     time ? "latency" : "speed", change > 0 ? "rose" : "fell", (int)percent.size,
                     percent.data));
}

static void warn_constant(struct warner *warner)
{
    const struct difference *difference = &warner->material->difference;
    if (warner->comparison->paired || (difference->variance_a > 0 && difference->variance_b > 0))
        return;
    struct text level = difference->variance_a > 0 ? warner->baseline : warner->candidate;
    warn(warner, WARNING_ONE_SIDE_CONSTANT,
         text_format(warner->arena, "all runs of %.*s gave the same figure: rounded or copied?",
                     (int)level.size, level.data));
}

static void warn_fragile(struct warner *warner)
{
    const struct comparison *comparison = warner->comparison;
    struct fragile_run fragile = fragility_find(comparison, warner->material);
    if (fragile.fragility == FRAGILITY_NONE)
        return;
    const struct run *const *runs =
        fragile.of_candidate ? warner->material->candidate_runs : warner->material->baseline_runs;
    struct text run = comparability_run_name(warner->arena, runs[fragile.number], fragile.number);
    struct text level = fragile.of_candidate ? warner->candidate : warner->baseline;
    struct text whose = text_format(warner->arena, "%.*s of %.*s", (int)run.size, run.data,
                                    (int)level.size, level.data);
    if (comparison->by_session)
        whose = text_format(warner->arena, "session %.*s of %.*s",
                            (int)runs[fragile.number]->session.size,
                            runs[fragile.number]->session.data, (int)level.size, level.data);
    else if (comparison->paired)
        whose = text_format(warner->arena, "block %zu", fragile.number + 1);
    bool sign = fragile.fragility == FRAGILITY_SIGN;
    warn(warner, WARNING_FRAGILE,
         text_format(warner->arena, "%s depends on %.*s alone: without it %s",
                     sign ? "which setting is ahead" : "the verdict", (int)whose.size, whose.data,
                     sign ? "the other one leads" : "it would be another"));
}

static void warn_incomplete(struct warner *warner)
{
    size_t left_out = warner->comparison->incomplete_blocks;
    if (left_out > 0)
        warn(warner, WARNING_INCOMPLETE_BLOCKS,
             text_format(warner->arena, "%zu block%s lack%s a run of one setting and %s left out",
                         left_out, left_out == 1 ? "" : "s", left_out == 1 ? "s" : "",
                         left_out == 1 ? "is" : "are"));
}

static void warn_definition(struct warner *warner)
{
    struct text one_sided = warner->material->one_sided;
    if (one_sided.size > 0)
        warn(warner, WARNING_DEFINITION_UNKNOWN,
             text_format(warner->arena,
                         "stated for one setting only: %.*s; if the other ran with something else "
                         "these are two different tests",
                         (int)one_sided.size, one_sided.data));
}

/* Sessions of one side; 0 when a run does not state its session. */
static size_t count_sessions(const struct run *const *runs, size_t n)
{
    if (n == 0 || runs[0]->session.size == 0)
        return 0;
    struct arena *scratch = arena_create();
    struct text_set *sessions = text_set_create(scratch);
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        if (runs[i]->session.size == 0)
            break;
        (void)text_set_add(sessions, runs[i]->session);
        count = i + 1 == n ? text_set_count(sessions) : 0;
    }
    arena_free(scratch);
    return count;
}

static void warn_sessions(struct warner *warner)
{
    const struct material *material = warner->material;
    size_t baseline = count_sessions(material->baseline_runs, warner->comparison->n_baseline);
    size_t candidate = count_sessions(material->candidate_runs, warner->comparison->n_candidate);
    size_t least = baseline < candidate ? baseline : candidate;
    if (least == 0 || least >= ENOUGH_SESSIONS)
        return;
    const char *times = least == 1 ? "once" : "twice";
    if (baseline == candidate) {
        warn(warner, WARNING_ONE_SESSION,
             text_format(warner->arena,
                         "each setting was installed only %s: a difference between two "
                         "installations looks the same",
                         times));
        return;
    }
    struct text level = baseline < candidate ? warner->baseline : warner->candidate;
    warn(warner, WARNING_ONE_SESSION,
         text_format(warner->arena,
                     "%.*s was installed only %s: a difference between two installations looks "
                     "the same",
                     (int)level.size, level.data, times));
}

/* The place in the runs of one side that has this run number; most often `guess`. */
static size_t place_of_number(const struct run *const *runs, size_t n, unsigned number,
                              size_t guess)
{
    if (runs[guess]->iteration == number)
        return guess;
    for (size_t i = 0; i < n; i++)
        if (runs[i]->iteration == number)
            return i;
    return SIZE_MAX;
}

/* ln values of both sides by run number (by place where no numbers are stated); false when the
   numbers do not match. */
static bool logs_by_run_number(const struct warner *warner, size_t n, double *baseline,
                               double *candidate)
{
    const struct material *material = warner->material;
    const struct run *const *runs = material->candidate_runs;
    for (size_t i = 0; i < n; i++) {
        unsigned number = material->baseline_runs[i]->iteration;
        size_t other = number == 0 ? i : place_of_number(runs, n, number, i);
        if (other == SIZE_MAX || (number == 0 && runs[other]->iteration != 0))
            return false;
        baseline[i] = sample_log_ratio(material->baseline[i], material->baseline[0]);
        candidate[i] = sample_log_ratio(material->candidate[other], material->baseline[0]);
    }
    return true;
}

/* A drift looks like a pattern too, but pairing by run number would not take it away. */
static void warn_pattern(struct warner *warner)
{
    const struct comparison *comparison = warner->comparison;
    size_t n = comparison->n_baseline, farthest = 0;
    if (comparison->paired || comparison->by_session || warner->material->drifted ||
        analysis_compares_sources(comparison->factor) || n != comparison->n_candidate ||
        n < LEAST_FOR_PATTERN)
        return;
    struct arena *scratch = arena_create();
    double *baseline = arena_take_array(scratch, n, sizeof *baseline);
    double *candidate = arena_take_array(scratch, n, sizeof *candidate);
    if (logs_by_run_number(warner, n, baseline, candidate) &&
        sample_correlation(baseline, candidate, n) > pattern_correlation) {
        double middle = sample_mean(baseline, n) + sample_mean(candidate, n);
        for (size_t i = 1; i < n; i++)
            if (fabs(baseline[i] + candidate[i] - middle) >
                fabs(baseline[farthest] + candidate[farthest] - middle))
                farthest = i;
        bool less = baseline[farthest] + candidate[farthest] < middle;
        bool slow = less == (comparison->metric->better == BETTER_HIGHER);
        struct text run = comparability_run_name(
            warner->arena, warner->material->baseline_runs[farthest], farthest);
        warn(warner, WARNING_POSITION_PATTERN,
             text_format(warner->arena,
                         "%.*s was %s under both settings: interleave the runs, or pair them by "
                         "run number (--pairing run)",
                         (int)run.size, run.data, slow ? "slow" : "fast"));
    }
    arena_free(scratch);
}

/* Ranks beside the method that decided: does an outlier hide a difference, or make one? Where the
   difference stands out as it is and something else keeps it from counting, ranks say nothing more.
 */
static void warn_rank(struct warner *warner)
{
    const struct comparison *comparison = warner->comparison;
    const struct material *material = warner->material;
    size_t n_a = comparison->n_candidate, n_b = comparison->n_baseline;
    bool undecided = comparison->reason == REASON_INTERVAL_TOO_WIDE;
    bool decided = comparison->state == STATE_BETTER || comparison->state == STATE_WORSE;
    bool enough = n_a >= ENOUGH_RUNS && n_b >= ENOUGH_RUNS;
    if (comparison->paired || comparison->method == METHOD_RANK ||
        !(undecided || (decided && enough)))
        return;
    double limit = undecided ? comparison->alpha : 4 * comparison->alpha;
    double p =
        rank_test_p_near(material->sorted_candidate, n_a, material->sorted_baseline, n_b, limit);
    if (undecided ? p <= limit : p > limit)
        warn(warner, WARNING_RANK_DISAGREES,
             text_format(warner->arena,
                         "a method that ignores outliers (ranks) %s between %.*s and %.*s: look at "
                         "the single runs",
                         undecided ? "does see a difference" : "sees no difference",
                         (int)warner->baseline.size, warner->baseline.data,
                         (int)comparison->candidate_level.size, comparison->candidate_level.data));
}

static void add_figure(struct text_builder *list, double figure)
{
    text_add_format(list, figure < 1000 ? "%.4g" : "%.0f", figure);
}

/* Values in one unit of display: "1104, 1126"; of many only the ends: "1104 to 1280 (9 runs)". */
static void list_values(struct text_builder *list, const double *sorted, size_t n, double divisor)
{
    size_t step = n > LISTED ? n - 1 : 1;
    for (size_t i = 0; i < n; i += step) {
        if (i > 0)
            text_add_string(list, n > LISTED ? " to " : ", ");
        add_figure(list, sorted[i] / divisor);
    }
    if (n > LISTED)
        text_add_format(list, " (%zu runs)", n);
}

/* "run 2 of ashift 12 stands apart: 92.6 | 150, 163, 176 MB/s". */
static struct text describe_split(struct warner *warner, const struct cell *cell,
                                  const double *sorted, size_t below)
{
    struct arena *arena = warner->arena;
    struct text factor = warner->analysis->factor;
    struct text level = wording_level(arena, factor, settings_value(cell->configuration, factor));
    struct display_unit unit = {"", 1};
    bool lone = below == 1 || cell->n - below == 1;
    if (text_is(cell->unit, unit_base(cell->metric->dimension)))
        unit = unit_for_display(cell->metric->dimension, cell->min / 10);
    struct text_builder words = {.arena = arena};
    size_t place = 0;
    while (cell->values[place] != (below == 1 ? cell->min : cell->max))
        place++;
    if (lone) {
        struct text run = comparability_run_name(arena, cell->observations[place]->run, place);
        text_add(&words, run);
        text_add_format(&words, " of %.*s stands apart: ", (int)level.size, level.data);
    } else {
        text_add_format(&words, "the runs of %.*s fall into two groups: ", (int)level.size,
                        level.data);
    }
    list_values(&words, sorted, below, unit.divisor);
    text_add_string(&words, " | ");
    list_values(&words, sorted + below, cell->n - below, unit.divisor);
    if (unit.label[0] != '\0')
        text_add_format(&words, " %s", unit.label);
    else if (cell->unit.size > 0 && !text_is(cell->unit, "1"))
        text_add_format(&words, " %.*s", (int)cell->unit.size, cell->unit.data);
    return text_built(&words);
}

static void warn_split(struct warner *warner, const struct cell *cell)
{
    size_t below;
    if (sample_gap_ratio(cell->sorted, cell->n, &below) >= split_ratio) {
        warn(warner, WARNING_SPLIT, describe_split(warner, cell, cell->sorted, below));
        warner->analysis->warnings[warner->analysis->warning_count - 1].cell = cell;
    }
}

static void warn_removed(struct warner *warner)
{
    size_t count = 0; /* warm-up runs were declared beforehand: nothing to warn of */
    for (size_t i = 0; i < warner->analysis->excluded_count; i++)
        count += !text_starts_with(warner->analysis->excluded[i].reason, "a warm-up run");
    if (count > 0)
        warn(warner, WARNING_REMOVED_RUNS,
             text_format(warner->arena, "%zu run%s that failed %s left out", count,
                         count == 1 ? "" : "s", count == 1 ? "is" : "are"));
}

static bool same_figures(const struct cell *one, const struct cell *other)
{
    return one->n == other->n && one->metric == other->metric &&
           memcmp(one->values, other->values, one->n * sizeof *one->values) == 0;
}

/* Four or more figures, not all alike, that stand in two cells in the same order. */
static void warn_copies(struct warner *warner, const struct cell *const *cells, size_t count)
{
    struct arena *scratch = arena_create();
    struct text_set *seen = text_set_create(scratch);
    const struct cell **first = arena_take_array(scratch, count, sizeof *first);
    for (size_t i = 0; i < count; i++) {
        const struct cell *cell = cells[i];
        if (cell->n < LEAST_FOR_COPY || !(cell->max > cell->min))
            continue;
        struct text figures = {(const char *)cell->values, cell->n * sizeof *cell->values};
        size_t known = text_set_count(seen), number = text_set_add(seen, figures);
        if (number == known) {
            first[number] = cell;
            continue;
        }
        if (!same_figures(first[number], cell))
            continue;
        const struct cell *sides[] = {first[number], cell};
        struct text_builder names = {.arena = warner->arena};
        for (size_t side = 0; side < 2; side++)
            text_add_format(&names, "%s%.*s (%.*s)", side == 0 ? "" : " and ",
                            (int)sides[side]->workload.size, sides[side]->workload.data,
                            (int)sides[side]->configuration->written.size,
                            sides[side]->configuration->written.data);
        struct text both = text_built(&names);
        warn(warner, WARNING_COPYING_SLIP,
             text_format(warner->arena, "the same %zu figures stand in %.*s: a copying slip?",
                         cell->n, (int)both.size, both.data));
        struct warning *warning = &warner->analysis->warnings[warner->analysis->warning_count - 1];
        warning->cell = cell;
        warning->copied[0] = first[number]->configuration;
        warning->copied[1] = cell->configuration;
    }
    arena_free(scratch);
}

/* "size 64k, storage volume": what of `settings` the other configuration does not have; of the
   other's what this one does not have is said by the other. */
static struct text name_difference(struct arena *arena, const struct settings *settings,
                                   const struct settings *other)
{
    struct text_builder name = {.arena = arena};
    for (size_t i = 0; i < settings->count; i++) {
        struct setting setting = settings->items[i];
        if (text_equal(settings_value(other, setting.name), setting.value))
            continue;
        text_add_string(&name, name.size > 0 ? ", " : "");
        text_add(&name, wording_level(arena, setting.name, setting.value));
    }
    return text_built(&name);
}

/* What both configurations have in common, after a comma. */
static struct text name_common(struct arena *arena, const struct settings *settings,
                               const struct settings *other)
{
    struct text_builder name = {.arena = arena};
    for (size_t i = 0; i < settings->count; i++) {
        struct setting setting = settings->items[i];
        if (!text_equal(settings_value(other, setting.name), setting.value))
            continue;
        text_add_string(&name, name.size > 0 ? ", " : " (both ");
        text_add(&name, wording_level(arena, setting.name, setting.value));
    }
    text_add_string(&name, name.size > 0 ? ")" : "");
    return text_built(&name);
}

/* Blocks of single figures that stand under two configurations. */
static void warn_copied_blocks(struct warner *warner, const struct cell_table *table)
{
    struct copied_block *blocks;
    struct arena *arena = warner->arena;
    size_t count = copies_find(arena, table, &blocks);
    for (size_t i = 0; i < count; i++) {
        const struct settings *first = blocks[i].first, *second = blocks[i].second;
        struct text one = name_difference(arena, first, second);
        struct text other = name_difference(arena, second, first);
        struct text common = name_common(arena, first, second);
        warn(warner, WARNING_COPYING_SLIP,
             text_format(arena,
                         "the same %zu figures stand under %.*s and %.*s%.*s: a copying slip?",
                         blocks[i].figures, (int)one.size, one.data, (int)other.size, other.data,
                         (int)common.size, common.data));
        struct warning *warning = &warner->analysis->warnings[warner->analysis->warning_count - 1];
        warning->copied[0] = first;
        warning->copied[1] = second;
    }
}

/* Puts the workload (and the levels, where several pairs are compared) before a message that does
   not hold for all comparisons alike. */
static void name_comparisons(struct analysis *analysis, size_t comparisons)
{
    struct arena *scratch = arena_create();
    struct text_set *messages = text_set_create(scratch);
    size_t *counts = arena_take_array(scratch, analysis->warning_count, sizeof *counts);
    for (size_t i = 0; i < analysis->warning_count; i++)
        counts[text_set_add(messages, analysis->warnings[i].message)]++;
    for (size_t i = 0; i < analysis->warning_count; i++) {
        struct warning *warning = &analysis->warnings[i];
        const struct comparison *comparison = warning->comparison;
        if ((comparison == NULL && warning->cell == NULL) ||
            counts[text_set_add(messages, warning->message)] >= comparisons ||
            warning->code == WARNING_COPYING_SLIP)
            continue;
        struct text_builder words = {.arena = analysis->arena};
        if (comparison != NULL)
            text_add(&words, wording_workload(analysis->arena, comparison));
        if (comparison != NULL && warning->cell == NULL && analysis->levels.count > 2)
            text_add_format(&words, "%s%.*s against %.*s", words.size > 0 ? ", " : "",
                            (int)comparison->candidate_level.size, comparison->candidate_level.data,
                            (int)comparison->baseline_level.size, comparison->baseline_level.data);
        if (words.size > 0)
            text_add_string(&words, ": ");
        text_add(&words, warning->message);
        warning->message = text_built(&words);
    }
    arena_free(scratch);
}

static void warn_machines(struct warner *warner)
{
    if (analysis_compares_sources(warner->comparison->factor))
        warn(warner, WARNING_DIFFERENT_MACHINES,
             text_of("different machines: a difference between them says nothing of a setting"));
}

static void look_at(struct warner *warner, const struct comparison *comparison,
                    const struct material *material)
{
    warner->comparison = comparison;
    warner->material = material;
    warner->baseline = warner->levels[material->baseline_level];
    warner->candidate = warner->levels[material->candidate_level];
    if (comparison->state != STATE_NOT_COMPARABLE)
        warn_definition(warner);
    if (comparison->state != STATE_NOT_COMPARABLE)
        warn_machines(warner);
    if (!material->tested)
        return;
    warn_few_runs(warner);
    warn_order(warner);
    warn_drift(warner);
    warn_constant(warner);
    warn_fragile(warner);
    warn_pattern(warner);
    warn_rank(warner);
    warn_incomplete(warner);
    warn_sessions(warner);
}

/* The levels as people say them. */
static const struct text *name_levels(struct arena *arena, const struct analysis *analysis)
{
    struct text *names = arena_take_array(arena, analysis->levels.count, sizeof *names);
    for (size_t i = 0; i < analysis->levels.count; i++)
        names[i] = wording_level(arena, analysis->factor, analysis->levels.items[i]);
    return names;
}

void warnings_find(struct analysis *analysis, const struct cell_table *table,
                   const struct comparison_set *set)
{
    struct arena *scratch = arena_create();
    struct warner warner = {.analysis = analysis,
                            .arena = analysis->arena,
                            .levels = name_levels(analysis->arena, analysis)};
    struct pointer_set *cells = pointer_set_create(scratch);
    size_t tested = 0;
    warn_removed(&warner);
    for (size_t i = 0; i < set->count; i++) {
        const struct comparison *comparison = &set->comparisons[i];
        if (!comparison->primary)
            continue;
        set->comparisons[i].first_warning = analysis->warning_count;
        look_at(&warner, comparison, &set->materials[i]);
        set->comparisons[i].warning_count =
            analysis->warning_count - set->comparisons[i].first_warning;
        tested += set->materials[i].tested;
        const struct cell *sides[] = {comparison->baseline, comparison->candidate};
        for (size_t side = 0; side < 2 && set->materials[i].tested; side++) {
            size_t known = pointer_set_count(cells);
            if (pointer_set_add(cells, sides[side]) == known)
                warn_split(&warner, sides[side]);
        }
    }
    warner.comparison = NULL;
    warn_copies(&warner, (const struct cell *const *)pointer_set_items(cells),
                pointer_set_count(cells));
    warn_copied_blocks(&warner, table);
    name_comparisons(analysis, tested);
    for (size_t i = 0; i < analysis->warning_count; i++)
        if (analysis->warnings[i].cell != NULL)
            analysis->warnings[i].comparison = NULL;
    arena_free(scratch);
}
