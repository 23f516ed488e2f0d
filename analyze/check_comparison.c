/* Is the comparison sound? Most of these are the warnings and states of docs/statistics.md under
   another name: the same functions decide. */

#include "analyze/check_rules.h"

#include "analyze/pointer_set.h"
#include "analyze/sample.h"
#include "analyze/text_set.h"
#include "analyze/wording.h"

#include <math.h>
#include <stdlib.h>

static const struct text nowhere = {NULL, 0};
static const char no_comparison[] = "nothing is compared";

static bool any_comparison(const struct check_scene *scene, struct check_findings *findings)
{
    for (size_t i = 0; i < scene->set->count; i++)
        if (scene->set->comparisons[i].primary)
            return true;
    check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS, text_of(no_comparison), nowhere);
    return false;
}

/* "Test 1"; with the levels where several pairs are compared. */
static struct text place_of(const struct check_scene *scene, const struct comparison *comparison)
{
    struct text words = wording_workload(scene->arena, comparison);
    if (scene->analysis->levels.count <= 2)
        return words;
    return text_format(scene->arena, "%.*s (%.*s against %.*s)", (int)words.size, words.data,
                       (int)comparison->candidate_level.size, comparison->candidate_level.data,
                       (int)comparison->baseline_level.size, comparison->baseline_level.data);
}

/* The message of this warning about the comparison, without the name of the place before it. */
static struct text warned(const struct check_scene *scene, const struct comparison *comparison,
                          enum warning_code code)
{
    const struct analysis *analysis = scene->analysis;
    for (size_t i = 0; i < comparison->warning_count; i++) {
        const struct warning *warning = &analysis->warnings[comparison->first_warning + i];
        struct text message = warning->message;
        if (warning->code != code)
            continue;
        struct text workload = wording_workload(scene->arena, comparison);
        size_t colon = text_find(message, ": ", 0);
        bool named = workload.size > 0 && text_starts_with(message, workload.data);
        return named && colon < message.size ? text_slice(message, colon + 2, message.size)
                                             : message;
    }
    return nowhere;
}

void check_few_runs(const struct check_scene *scene, struct check_findings *findings)
{
    if (!any_comparison(scene, findings))
        return;
    for (size_t i = 0; i < scene->set->count; i++) {
        const struct comparison *comparison = &scene->set->comparisons[i];
        if (!comparison->primary || comparison->state == STATE_NOT_COMPARABLE)
            continue;
        struct text few = warned(scene, comparison, WARNING_FEW_RUNS);
        bool too_few = comparison->reason == REASON_TOO_FEW_RUNS;
        if (too_few && comparison->detail.size > 0)
            few = comparison->detail;
        else if (too_few)
            few = text_format(scene->arena,
                              "n = %zu and %zu: fewer than 3 runs of a setting say nothing about "
                              "noise",
                              comparison->n_candidate, comparison->n_baseline);
        if (few.size > 0)
            check_findings_add(findings, CHECK_HIT, SEVERITY_INFORMS, few,
                               place_of(scene, comparison));
        else
            check_findings_clean(findings);
    }
}

void check_noise(const struct check_scene *scene, struct check_findings *findings)
{
    struct arena *scratch = arena_create();
    struct pointer_set *seen = pointer_set_create(scratch);
    for (size_t i = 0; i < scene->table->count; i++) {
        const struct cell *cell = &scene->table->cells[i];
        if (!scene->table->places[i].primary || pointer_set_find(seen, cell) != SIZE_MAX)
            continue;
        (void)pointer_set_add(seen, cell);
        struct text place =
            check_place(scene->arena, cell->workload, DIRECTION_UNSTATED, cell->configuration);
        if (isnan(cell->cv))
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("one run shows no noise"), nowhere);
        else if (cell->cv <= 0.1)
            check_findings_clean(findings);
        else
            check_findings_add(
                findings, CHECK_HIT, SEVERITY_WARNS,
                text_format(scene->arena,
                            "the %zu runs differ by %.0f %% (standard deviation over "
                            "mean): find the cause first",
                            cell->n, 100 * cell->cv),
                place);
    }
    arena_free(scratch);
}

/* Winners that a post states and the verdict does not show. */
static void find_unshown_winners(const struct check_scene *scene, struct check_findings *findings)
{
    const struct analysis *analysis = scene->analysis;
    for (size_t i = 0; i < analysis->stated_count; i++) {
        const struct stated_change *stated = &analysis->stated[i];
        if (text_is(stated->claim->metric->name, "winner") && stated->result != CHECK_CLEAN)
            check_findings_add(findings, stated->result,
                               stated->result == CHECK_HIT ? SEVERITY_WARNS : SEVERITY_INFORMS,
                               stated->message, nowhere);
    }
}

/* "0.62", "0.0034", "less than 1/1000". */
static struct text say_times(struct arena *arena, double ratio)
{
    static const double most = 1000;
    if (ratio > most)
        return text_format(arena, "more than %.0f", most);
    if (ratio < 1 / most)
        return text_format(arena, "less than 1/%.0f", most);
    return text_format(arena, ratio < 0.1 ? "%.2g" : "%.2f", ratio);
}

static struct text say_interval(struct arena *arena, const struct comparison *comparison)
{
    struct text one = wording_level(arena, comparison->factor, comparison->candidate_level);
    struct text other = wording_level(arena, comparison->factor, comparison->baseline_level);
    bool speed = comparison->metric->better == BETTER_HIGHER;
    struct text low = say_times(arena, comparison->ratio_low);
    struct text high = say_times(arena, comparison->ratio_high);
    return text_format(arena, "%.*s is somewhere between %.*s and %.*s times %s %.*s",
                       (int)one.size, one.data, (int)low.size, low.data, (int)high.size, high.data,
                       speed ? "as fast as" : "the value of", (int)other.size, other.data);
}

void check_no_difference_shown(const struct check_scene *scene, struct check_findings *findings)
{
    if (!any_comparison(scene, findings))
        return;
    find_unshown_winners(scene, findings);
    for (size_t i = 0; i < scene->set->count; i++) {
        const struct comparison *comparison = &scene->set->comparisons[i];
        if (!comparison->primary)
            continue;
        if (!scene->set->materials[i].tested)
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("too few runs to tell"), nowhere);
        else if (comparison->state == STATE_INCONCLUSIVE && comparison->ratio_low < 1 &&
                 comparison->ratio_high > 1)
            check_findings_add(findings, CHECK_HIT, SEVERITY_INFORMS,
                               say_interval(scene->arena, comparison), place_of(scene, comparison));
        else
            check_findings_clean(findings);
    }
}

/* True when the means say one thing and the medians the other, by more than the margin. */
static bool medians_disagree(const struct comparison *comparison)
{
    double means = log(comparison->candidate->mean / comparison->baseline->mean);
    double medians = log(comparison->candidate->median / comparison->baseline->median);
    double least = log1p(comparison->margin);
    return means * medians < 0 && fabs(means) >= least && fabs(medians) >= least;
}

void check_one_run_decides(const struct check_scene *scene, struct check_findings *findings)
{
    if (!any_comparison(scene, findings))
        return;
    for (size_t i = 0; i < scene->set->count; i++) {
        const struct comparison *comparison = &scene->set->comparisons[i];
        if (!comparison->primary)
            continue;
        struct text fragile = warned(scene, comparison, WARNING_FRAGILE);
        struct text place = place_of(scene, comparison);
        if (!scene->set->materials[i].tested)
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("too few runs to leave one out"), nowhere);
        else if (fragile.size > 0)
            check_findings_add(findings, CHECK_HIT, SEVERITY_WARNS, fragile, place);
        else if (!comparison->paired && medians_disagree(comparison))
            check_findings_add(findings, CHECK_HIT, SEVERITY_WARNS,
                               text_of("by the means one side leads, by the medians the other"),
                               place);
        else
            check_findings_clean(findings);
    }
}

void check_order_effect(const struct check_scene *scene, struct check_findings *findings)
{
    enum { LEAST = 4 };
    if (!any_comparison(scene, findings))
        return;
    for (size_t i = 0; i < scene->set->count; i++) {
        const struct comparison *comparison = &scene->set->comparisons[i];
        if (!comparison->primary)
            continue;
        struct text pattern = warned(scene, comparison, WARNING_POSITION_PATTERN);
        if (pattern.size == 0)
            pattern = warned(scene, comparison, WARNING_DRIFT);
        bool enough = comparison->n_baseline >= LEAST && comparison->n_candidate >= LEAST;
        if (pattern.size > 0)
            check_findings_add(findings, CHECK_HIT, SEVERITY_WARNS, pattern,
                               place_of(scene, comparison));
        else if (!scene->set->materials[i].tested || (!enough && !comparison->order_known))
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("too few runs to see a pattern"), nowhere);
        else
            check_findings_clean(findings);
    }
}

/* Median of the distances from `middle`: the farthest is always at one of the ends of what is left.
 */
static double median_distance(const double *sorted, size_t n, double middle, double *scratch)
{
    for (size_t below = 0, above = n; below < above;) {
        double first = fabs(sorted[below] - middle), last = fabs(sorted[above - 1] - middle);
        size_t farthest = above - below - 1;
        scratch[farthest] = first > last ? first : last;
        if (first > last)
            below++;
        else
            above--;
    }
    return sample_median(scratch, n);
}

/* -1 or 1 when the cell's first run is far below or above the others, by the scatter of those. */
static int first_run_stands_apart(const struct cell *cell)
{
    struct arena *scratch = arena_create();
    double *rest = arena_take_array(scratch, cell->n, sizeof *rest);
    size_t first = 0, n = cell->n - 1;
    while (cell->sorted[first] != cell->values[0])
        first++;
    for (size_t i = 0; i < n; i++)
        rest[i] = cell->sorted[i < first ? i : i + 1];
    double middle = sample_median(rest, n), off = cell->values[0] - middle;
    double distance = median_distance(rest, n, middle, arena_take_array(scratch, n, sizeof *rest));
    arena_free(scratch);
    if (fabs(off) <= 3 * distance || fabs(off) <= 0.01 * middle)
        return 0;
    return off < 0 ? -1 : 1;
}

void check_first_run(const struct check_scene *scene, struct check_findings *findings)
{
    enum { LEAST_RUNS = 4, LEAST_CELLS = 3 };
    size_t cells = 0, below = 0, above = 0;
    for (size_t i = 0; i < scene->table->count; i++) {
        const struct cell *cell = &scene->table->cells[i];
        if (!scene->table->places[i].primary || cell->n < LEAST_RUNS || isnan(cell->median) ||
            cell->observations[0]->run->iteration != 1)
            continue;
        int side = first_run_stands_apart(cell);
        cells++;
        below += side < 0;
        above += side > 0;
    }
    if (cells < LEAST_CELLS) {
        check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                           text_of("too few tests of 4 numbered runs or more"), nowhere);
        return;
    }
    size_t most = below > above ? below : above;
    if (2 * most < cells) {
        check_findings_clean(findings);
        return;
    }
    check_findings_add(findings, CHECK_HIT, SEVERITY_WARNS,
                       text_format(scene->arena,
                                   "the first run is %s the others in %zu of %zu "
                                   "tests",
                                   below > above ? "below" : "above", most, cells),
                       nowhere);
}

void check_sequential_levels(const struct check_scene *scene, struct check_findings *findings)
{
    if (!any_comparison(scene, findings))
        return;
    for (size_t i = 0; i < scene->set->count; i++) {
        const struct comparison *comparison = &scene->set->comparisons[i];
        if (!comparison->primary || comparison->reason == REASON_MISSING_SIDE)
            continue;
        struct text not_in_turn = warned(scene, comparison, WARNING_NOT_INTERLEAVED);
        if (not_in_turn.size > 0)
            check_findings_add(findings, CHECK_HIT, SEVERITY_WARNS, not_in_turn,
                               place_of(scene, comparison));
        else if (!comparison->order_known)
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("the order of the runs is not stated"), nowhere);
        else if (!scene->set->materials[i].tested)
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("too few runs to be in turn"), nowhere);
        else
            check_findings_clean(findings);
    }
}

void check_many_tests(const struct check_scene *scene, struct check_findings *findings)
{
    size_t family = 0, small = 0;
    double alpha = scene->analysis->options.alpha;
    for (size_t i = 0; i < scene->set->count; i++) {
        const struct comparison *comparison = &scene->set->comparisons[i];
        if (comparison->family_size == 0)
            continue;
        family = comparison->family_size;
        small += comparison->p <= alpha;
    }
    if (family == 0)
        check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS, text_of("nothing was tested"),
                           nowhere);
    else if (family == 1 || small == 0)
        check_findings_clean(findings);
    else
        check_findings_add(findings, CHECK_HIT, SEVERITY_INFORMS,
                           text_format(scene->arena,
                                       "%zu of %zu tests are below %g %%; by chance %.2g are "
                                       "expected, and the verdict allows for that",
                                       small, family, 100 * alpha, alpha * (double)family),
                           nowhere);
}

void check_below_any_use(const struct check_scene *scene, struct check_findings *findings)
{
    if (!any_comparison(scene, findings))
        return;
    for (size_t i = 0; i < scene->set->count; i++) {
        const struct comparison *comparison = &scene->set->comparisons[i];
        if (!comparison->primary)
            continue;
        if (!scene->set->materials[i].tested)
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("too few runs to tell"), nowhere);
        else if (comparison->state == STATE_EQUIVALENT)
            check_findings_add(findings, CHECK_HIT, SEVERITY_INFORMS,
                               text_format(scene->arena,
                                           "equal for practical purposes: the difference is less "
                                           "than %g %%",
                                           100 * comparison->margin),
                               place_of(scene, comparison));
        else
            check_findings_clean(findings);
    }
}

/* The nearest multiple of a step that is round for a figure of this size. */
static double round_figure(double value, double least_step)
{
    double step = least_step;
    while (0.03 * value > step)
        step *= 10;
    return step * round(value / step);
}

void check_round_figure(const struct check_scene *scene, struct check_findings *findings)
{
    enum { LEAST = 3 };
    for (size_t i = 0; i < scene->table->count; i++) {
        const struct cell *cell = &scene->table->cells[i];
        bool iops = text_is(cell->metric->name, "iops"), bw = text_is(cell->metric->name, "bw");
        if (cell->statistic != STATISTIC_RUN || (!iops && !bw) || cell->unit_mixed ||
            !text_is(cell->unit, unit_base(cell->metric->dimension)))
            continue;
        double near = round_figure(cell->mean, iops ? 100 : 10e6);
        if (cell->n < LEAST)
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("fewer than 3 runs of a setting"), nowhere);
        else if (!(cell->cv < 0.003) || fabs(cell->mean / near - 1) >= 0.003)
            check_findings_clean(findings);
        else
            check_findings_add(
                findings, CHECK_HIT, SEVERITY_INFORMS,
                iops ? text_format(scene->arena,
                                   "all %zu runs give %.0f IOPS: this looks like a provider's cap",
                                   cell->n, near)
                     : text_format(scene->arena,
                                   "all %zu runs give %.0f MB/s: this looks like a provider's cap",
                                   cell->n, near / 1e6),
                check_place(scene->arena, cell->workload, cell->direction, cell->configuration));
    }
}
