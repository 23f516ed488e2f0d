/* Required runs before there are any, or from a pilot. A coefficient of variation cv stands for a
   variance of ln(1 + cv^2) on the ln scale (lognormal values). */

#include "analyze/run_plan.h"

#include "analyze/power.h"
#include "analyze/wording.h"

#include <math.h>

static const double wanted_power = 0.80, equivalence_power = 0.90, most_runs = 1000;

struct run_plan run_plan_from_cv(double cv, double change, double alpha)
{
    double variance = log1p(cv * cv), log_ratio = log1p(change);
    struct spread spread = {variance, variance, false};
    return (struct run_plan){power_required_runs(&spread, log_ratio, alpha, wanted_power),
                             power_required_runs(&spread, log_ratio, alpha, equivalence_power)};
}

/* Three runs is the least that is compared at all. */
static double at_least_three(double runs)
{
    return runs < 3 ? 3 : runs;
}

/* "784", "more than 1000". */
static struct text number_of_runs(struct arena *arena, double runs)
{
    if (runs > most_runs)
        return text_format(arena, "more than %.0f", most_runs);
    return text_format(arena, "%.0f", at_least_three(runs));
}

struct text_list wording_run_plan(struct arena *arena, double cv, double change, double alpha)
{
    struct run_plan plan = run_plan_from_cv(cv, change, alpha);
    struct text *items = arena_take_array(arena, 3, sizeof *items);
    size_t count = 0;
    if (plan.detect > most_runs) {
        items[count++] = text_format(arena,
                                     "More than %.0f runs of each setting would be needed to show "
                                     "a difference of %g %% when "
                                     "runs scatter by %g %%: first make the runs more even.",
                                     most_runs, change * 100, cv * 100);
        return (struct text_list){items, count};
    }
    struct text detect = number_of_runs(arena, plan.detect);
    struct text equivalent = number_of_runs(arena, plan.equivalent);
    items[count++] =
        text_format(arena,
                    "%.*s runs of each setting show a difference of %g %% with a chance of 80 %% "
                    "when runs scatter by %g %%.",
                    (int)detect.size, detect.data, change * 100, cv * 100);
    items[count++] = text_format(
        arena, "To show that there is no difference that large, when there is none: %.*s.",
        (int)equivalent.size, equivalent.data);
    if (plan.detect < 3)
        items[count++] = text_of("Fewer than three runs of each setting are never compared.");
    return (struct text_list){items, count};
}

/* "Test 1, 13 against 12". */
static struct text name_of(struct arena *arena, const struct analysis *analysis,
                           const struct comparison *comparison)
{
    struct text_builder name = {.arena = arena};
    text_add(&name, wording_workload(arena, comparison));
    for (size_t i = 0; i < comparison->stratum->count; i++) {
        struct setting setting = comparison->stratum->items[i];
        text_add_string(&name, name.size > 0 ? ", " : "");
        text_add(&name, wording_level(arena, setting.name, setting.value));
    }
    if (analysis->levels.count > 2 || name.size == 0)
        text_add_format(&name, "%s%.*s against %.*s", name.size > 0 ? ", " : "",
                        (int)comparison->candidate_level.size, comparison->candidate_level.data,
                        (int)comparison->baseline_level.size, comparison->baseline_level.data);
    return text_built(&name);
}

static struct text say_one(struct arena *arena, const struct analysis *analysis,
                           const struct comparison *comparison)
{
    struct text name = name_of(arena, analysis, comparison);
    if (isnan(comparison->n_detect_margin)) {
        struct text why = wording_headline(arena, comparison);
        return text_format(arena, "%.*s: the scatter is not known; %.*s.", (int)name.size,
                           name.data, (int)why.size, why.data);
    }
    size_t made = comparison->n_baseline < comparison->n_candidate ? comparison->n_baseline
                                                                   : comparison->n_candidate;
    if (comparison->n_detect_margin > most_runs)
        return text_format(arena, "%.*s: more than %.0f; made: %zu.", (int)name.size, name.data,
                           most_runs, made);
    struct text runs = number_of_runs(arena, comparison->n_detect_margin);
    struct text low = number_of_runs(arena, floor(comparison->n_detect_margin_low));
    struct text high = number_of_runs(arena, ceil(comparison->n_detect_margin_high));
    struct text equivalent = number_of_runs(arena, comparison->n_equiv_margin);
    const char *noun = comparison->by_session ? "sessions"
                       : comparison->paired   ? "blocks"
                                              : "runs of each";
    return text_format(arena,
                       "%.*s: %.*s %s (80 %% range: %.*s to %.*s), %.*s to show that there is "
                       "none; made: %zu.",
                       (int)name.size, name.data, (int)runs.size, runs.data, noun, (int)low.size,
                       low.data, (int)high.size, high.data, (int)equivalent.size, equivalent.data,
                       made);
}

static struct text say_most(struct arena *arena, const struct analysis *analysis, double most)
{
    double change = 100 * analysis->options.margin;
    if (isnan(most))
        return text_of("These runs do not say how much runs scatter: make at least three of each "
                       "setting, then ask again.");
    if (most > most_runs)
        return text_format(arena,
                           "More than %.0f runs of each setting would be needed to show a "
                           "difference of %g %% in every test: first make the runs more even.",
                           most_runs, change);
    return text_format(arena,
                       "About %.0f runs of each setting show a difference of %g %% in every test "
                       "with a chance of 80 %%.",
                       at_least_three(most), change);
}

/* One setting alone: its scatter, with that of the other taken to be the same. */
static struct text say_alone(struct arena *arena, const struct analysis *analysis,
                             const struct cell *cell)
{
    const struct analysis_options *options = &analysis->options;
    struct spread spread = {cell->log_sd * cell->log_sd, cell->log_sd * cell->log_sd, false};
    double runs =
        power_required_runs(&spread, log1p(options->margin), options->alpha, wanted_power);
    struct text_builder name = {.arena = arena};
    text_add(&name, cell->configuration->written);
    if (cell->workload.size > 0)
        text_add_format(&name, "%s%.*s", name.size > 0 ? ", " : "", (int)cell->workload.size,
                        cell->workload.data);
    const char *direction = direction_name(cell->direction);
    text_add_format(&name, "%s%s%s%.*s", name.size > 0 && direction[0] != '\0' ? ", " : "",
                    direction, name.size > 0 ? ", " : "", (int)cell->metric->label.size,
                    cell->metric->label.data);
    struct text subject = text_built(&name);
    if (isnan(runs))
        return text_format(arena, "%.*s: %zu run%s, the scatter is not known.", (int)subject.size,
                           subject.data, cell->n, cell->n == 1 ? "" : "s");
    struct text needed = number_of_runs(arena, runs);
    return text_format(
        arena,
        "%.*s: runs scatter by %.1f %%; %.*s runs of each show a difference of %g %% "
        "if another setting scatters alike; made: %zu.",
        (int)subject.size, subject.data, 100 * cell->cv, (int)needed.size, needed.data,
        100 * options->margin, cell->n);
}

static struct text_list plan_alone(struct arena *arena, const struct analysis *analysis)
{
    struct text *items = arena_take_array(arena, analysis->cell_count + 1, sizeof *items);
    items[0] = wording_title(arena, analysis);
    for (size_t i = 0; i < analysis->cell_count; i++)
        items[i + 1] = say_alone(arena, analysis, &analysis->cells[i]);
    return (struct text_list){items, analysis->cell_count + 1};
}

struct text_list wording_run_plan_of(struct arena *arena, const struct analysis *analysis)
{
    struct text *items = arena_take_array(arena, analysis->comparison_count + 1, sizeof *items);
    size_t count = 1;
    double most = NAN;
    if (analysis->comparison_count == 0 && analysis->screening == NULL)
        return plan_alone(arena, analysis);
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (!comparison->primary)
            continue;
        items[count++] = say_one(arena, analysis, comparison);
        most = fmax(most, comparison->n_detect_margin);
    }
    items[0] = say_most(arena, analysis, most);
    return (struct text_list){items, count};
}
