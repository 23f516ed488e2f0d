/* One comparison: which runs are held against each other, what that gives, and what it means
   (docs/statistics.md, "Order of work"). */

#include "analyze/comparison.h"

#include "analyze/comparability.h"
#include "analyze/method.h"
#include "analyze/power.h"
#include "analyze/sample.h"
#include "analyze/session.h"
#include "analyze/spread.h"
#include "analyze/verdict.h"

#include <math.h>

enum { LEAST_RUNS = 3, LEAST_FOR_EVENNESS = 10 };

static const double drift_alpha = 0.05, wanted_power = 0.80, equivalence_power = 0.90;

/* Takes every run of both sides. */
static void take_all(struct comparison *comparison, struct material *material)
{
    const struct cell *baseline = comparison->baseline, *candidate = comparison->candidate;
    material->baseline_runs = baseline->runs;
    material->candidate_runs = candidate->runs;
    material->baseline = baseline->values;
    material->candidate = candidate->values;
    material->sorted_baseline = baseline->sorted;
    material->sorted_candidate = candidate->sorted;
    comparison->n_baseline = baseline->n;
    comparison->n_candidate = candidate->n;
}

/* Where in `cell` the run of each block stands, as place + 1; returns how many runs are in no
 * block. */
static size_t places_by_block(const struct run_order *order, const struct cell *cell,
                              size_t *places)
{
    size_t without = 0;
    for (size_t i = 0; i < cell->n; i++) {
        size_t block = run_order_entry(order, cell->runs[i])->block;
        if (block == 0)
            without++;
        else
            places[block] = i + 1;
    }
    return without;
}

/* Takes the runs of complete blocks, block by block; counts the blocks left out. */
static void take_blocks(struct arena *arena, struct comparison *comparison,
                        struct material *material, const struct run_order *order)
{
    struct arena *scratch = arena_create();
    size_t blocks = order->block_count, n = 0;
    size_t *first = arena_take_array(scratch, blocks + 1, sizeof *first);
    size_t *second = arena_take_array(scratch, blocks + 1, sizeof *second);
    size_t without = places_by_block(order, comparison->baseline, first);
    size_t without_too = places_by_block(order, comparison->candidate, second);
    comparison->incomplete_blocks = without > without_too ? without : without_too;
    double *baseline = arena_take_array(arena, blocks, sizeof *baseline);
    double *candidate = arena_take_array(arena, blocks, sizeof *candidate);
    const struct run **baseline_runs = arena_take_array(arena, blocks, sizeof *baseline_runs);
    const struct run **candidate_runs = arena_take_array(arena, blocks, sizeof *candidate_runs);
    for (size_t block = 1; block <= blocks; block++) {
        comparison->incomplete_blocks += (first[block] > 0) != (second[block] > 0);
        if (first[block] == 0 || second[block] == 0)
            continue;
        baseline[n] = comparison->baseline->values[first[block] - 1];
        candidate[n] = comparison->candidate->values[second[block] - 1];
        baseline_runs[n] = comparison->baseline->runs[first[block] - 1];
        candidate_runs[n++] = comparison->candidate->runs[second[block] - 1];
    }
    material->baseline_runs = baseline_runs;
    material->candidate_runs = candidate_runs;
    material->baseline = material->sorted_baseline = baseline;
    material->candidate = material->sorted_candidate = candidate;
    comparison->n_baseline = comparison->n_candidate = n;
    arena_free(scratch);
}

/* By session where there are enough of them and no pairing was declared. Else paired by the blocks
   of all levels, else by those of these two alone. Blocks that the program found by itself must be
   complete more often than not; otherwise the runs are taken as independent. */
static void choose_runs(struct arena *arena, struct comparison *comparison,
                        struct material *material, enum pairing pairing)
{
    const struct run_order *order = material->order;
    bool by_itself = pairing == PAIRING_AUTO;
    if (by_itself && order->stated && !order->interleaved && order->levels > 2)
        order = run_order_of_pair(arena, order, material->baseline_level, material->candidate_level,
                                  pairing);
    material->order = order;
    comparison->order_known = order->known;
    comparison->interleaved = order->interleaved;
    if ((by_itself || pairing == PAIRING_NONE) && session_take(arena, comparison, material))
        return;
    comparison->paired = order->block_count > 0;
    if (comparison->paired) {
        take_blocks(arena, comparison, material, order);
        if (!by_itself || comparison->n_baseline > comparison->incomplete_blocks)
            return;
    }
    comparison->interleaved = comparison->interleaved && !comparison->paired;
    comparison->paired = false;
    comparison->incomplete_blocks = 0;
    take_all(comparison, material);
}

static void fit_drift(struct comparison *comparison, struct material *material)
{
    if (!comparison->order_known)
        return;
    size_t n_a = comparison->n_candidate, n_b = comparison->n_baseline;
    struct arena *scratch = arena_create();
    double *positions = arena_take_array(scratch, n_a + n_b, sizeof *positions);
    for (size_t i = 0; i < n_a; i++)
        positions[i] =
            (double)run_order_entry(material->order, material->candidate_runs[i])->position;
    for (size_t i = 0; i < n_b; i++)
        positions[n_a + i] =
            (double)run_order_entry(material->order, material->baseline_runs[i])->position;
    material->drift = drift_fit(&(struct drift_side){material->candidate, positions, n_a},
                                &(struct drift_side){material->baseline, positions + n_a, n_b});
    comparison->slope_per_run = material->drift.slope;
    material->drifted = material->drift.p < drift_alpha &&
                        fabs(material->drift.confounded) > log1p(comparison->margin) / 2;
    arena_free(scratch);
}

/* Standard deviation over mean of the candidate's values over the baseline's, block by block.
   Relative to the first, as the ratios themselves may leave a double. */
static double cv_of_ratios(const struct material *material, size_t n)
{
    struct arena *scratch = arena_create();
    double *ratios = arena_take_array(scratch, n, sizeof *ratios);
    double first = sample_log_ratio(material->candidate[0], material->baseline[0]);
    for (size_t i = 0; i < n; i++)
        ratios[i] = exp(sample_log_ratio(material->candidate[i], material->baseline[i]) - first);
    double cv = sample_cv(ratios, n);
    arena_free(scratch);
    return cv;
}

/* How much the values scatter, as people are told. */
static void show_spreads(struct comparison *comparison, const struct material *material)
{
    bool whole = !comparison->paired && !comparison->by_session;
    size_t n_a = comparison->n_candidate, n_b = comparison->n_baseline;
    comparison->cv_candidate =
        whole ? comparison->candidate->cv : sample_cv(material->candidate, n_a);
    comparison->cv_baseline = whole ? comparison->baseline->cv : sample_cv(material->baseline, n_b);
    if (comparison->paired)
        comparison->cv_ratio = cv_of_ratios(material, n_a);
}

/* Which side is more even; the tested values are positive. */
static void compare_spreads(struct comparison *comparison, const struct material *material)
{
    size_t counts[] = {comparison->n_candidate, comparison->n_baseline};
    show_spreads(comparison, material);
    bool whole = !comparison->paired && !comparison->by_session;
    comparison->spread_candidate =
        whole ? comparison->candidate->log_sd : sample_log_sd(material->candidate, counts[0]);
    comparison->spread_baseline =
        whole ? comparison->baseline->log_sd : sample_log_sd(material->baseline, counts[1]);
    struct arena *scratch = arena_create();
    double *logs = arena_take_array(scratch, counts[0] + counts[1], sizeof *logs);
    significance_logs(material->sorted_candidate, counts[0], material->baseline[0], logs);
    significance_logs(material->sorted_baseline, counts[1], material->baseline[0],
                      logs + counts[0]);
    struct variance_table table = spread_brown_forsythe(logs, counts, 2);
    arena_free(scratch);
    comparison->spread_f = table.f;
    comparison->spread_p = table.p;
    bool enough = counts[0] >= LEAST_FOR_EVENNESS && counts[1] >= LEAST_FOR_EVENNESS;
    if (!enough)
        comparison->evenness = EVENNESS_TOO_FEW;
    else if (!(table.p <= comparison->alpha))
        comparison->evenness = EVENNESS_CANNOT_TELL;
    else
        comparison->evenness = comparison->spread_candidate < comparison->spread_baseline
                                   ? EVENNESS_MORE
                                   : EVENNESS_LESS;
}

/* The ratio alone, all there is to show when nothing can be tested. */
static void show_ratio(struct comparison *comparison, const struct material *material)
{
    if (comparison->n_baseline == 0 || comparison->n_candidate == 0)
        return;
    double log_ratio =
        method_log_ratio(comparison->method, material->candidate, comparison->n_candidate,
                         material->baseline, comparison->n_baseline);
    double ratio = exp(log_ratio);
    if (!isfinite(ratio) || ratio == 0) /* no double holds it */
        return;
    comparison->log_ratio = log_ratio;
    comparison->ratio = ratio;
}

static void show_difference(struct comparison *comparison, const struct material *material)
{
    const struct difference *difference = &material->difference;
    bool by_t = comparison->method == METHOD_RATIO || comparison->method == METHOD_PERMUTATION;
    comparison->log_ratio = difference->log_ratio;
    comparison->se = by_t ? difference->se : NAN;
    comparison->df = comparison->method == METHOD_RANK ? NAN : difference->df;
    comparison->t = difference->t;
    comparison->p = difference->p;
    comparison->p_adjusted = difference->p;
    comparison->ratio = exp(difference->log_ratio);
    comparison->ratio_low = exp(difference->low);
    comparison->ratio_high = exp(difference->high);
}

const char *comparison_repeats(const struct comparison *comparison)
{
    return comparison->by_session ? "sessions" : comparison->paired ? "blocks" : "runs";
}

void comparison_compute(struct arena *arena, struct comparison *comparison,
                        struct material *material, enum pairing pairing, unsigned long seed)
{
    comparison->state = STATE_NOT_COMPARABLE;
    comparison->reason = comparability_check(arena, comparison, material);
    if (comparison->reason == REASON_MISSING_SIDE)
        return;
    choose_runs(arena, comparison, material, pairing);
    if (comparison->reason != REASON_NONE)
        return;
    comparison->state = STATE_INSUFFICIENT;
    comparison->reason = REASON_TOO_FEW_RUNS;
    if (comparison->n_baseline < LEAST_RUNS || comparison->n_candidate < LEAST_RUNS) {
        show_ratio(comparison, material);
        return;
    }
    struct test_method method = {comparison->method, comparison->paired, comparison->alpha, seed};
    enum outcome outcome =
        method_test(&method, material->sorted_candidate, comparison->n_candidate,
                    material->sorted_baseline, comparison->n_baseline, &material->difference);
    /* A ratio that no double holds is no result. */
    double ratio = exp(material->difference.log_ratio);
    if (outcome == OUTCOME_FOUND && (!isfinite(ratio) || ratio == 0))
        outcome = OUTCOME_FAILED;
    if (outcome != OUTCOME_FOUND)
        show_ratio(comparison, material);
    if (outcome == OUTCOME_NO_SPREAD) {
        comparison->reason = REASON_NO_SPREAD;
        return;
    }
    if (outcome == OUTCOME_TOO_FEW || outcome == OUTCOME_NOT_POSITIVE) {
        bool shortage = outcome == OUTCOME_TOO_FEW;
        comparison->reason = shortage ? REASON_TOO_FEW_RUNS : REASON_NO_POSITIVE_INTERVAL;
        material->scatters = true;
        comparison->detail =
            shortage
                ? method_shortage(arena, &method, comparison_repeats(comparison),
                                  comparison->n_candidate, comparison->n_baseline)
                : method_not_positive(arena, &method, material->candidate, comparison->n_candidate,
                                      material->baseline, comparison->n_baseline);
        compare_spreads(comparison, material);
        return;
    }
    if (outcome == OUTCOME_FAILED) {
        comparison->state = STATE_NOT_COMPARABLE;
        comparison->reason = REASON_NUMERIC_FAILURE;
        return;
    }
    material->tested = material->scatters = true;
    compare_spreads(comparison, material);
    show_difference(comparison, material);
    fit_drift(comparison, material);
}

/* Where the method needs more runs than that to find anything, those; NaN stays. */
static double at_least(double runs, unsigned least)
{
    return runs < least ? least : runs;
}

/* Required runs from the ln variances, whatever the method. */
static void count_required_runs(struct comparison *comparison, const struct material *material)
{
    const struct difference *difference = &material->difference;
    struct spread spread = {difference->variance_a, difference->variance_b, comparison->paired};
    double margin = log1p(comparison->margin), alpha = comparison->alpha;
    unsigned least = method_least_runs(comparison->method, comparison->paired, alpha);
    double detect = power_required_runs(&spread, margin, alpha, wanted_power);
    double observed = power_required_runs(&spread, comparison->log_ratio, alpha, wanted_power);
    double equivalent = power_required_runs(&spread, margin, alpha, equivalence_power);
    struct variance_range range = power_variance_range(difference->df);
    double ranges[4];
    power_required_range(detect, &range, &ranges[0], &ranges[1]);
    power_required_range(observed, &range, &ranges[2], &ranges[3]);
    comparison->n_detect_margin = at_least(detect, least);
    comparison->n_detect_margin_low = at_least(ranges[0], least);
    comparison->n_detect_margin_high = at_least(ranges[1], least);
    comparison->n_detect_observed = at_least(observed, least);
    comparison->n_detect_observed_low = at_least(ranges[2], least);
    comparison->n_detect_observed_high = at_least(ranges[3], least);
    comparison->n_equiv_margin = at_least(equivalent, least);
}

static void decide(struct comparison *comparison, const struct material *material)
{
    const struct difference *difference = &material->difference;
    bool turned = comparison->metric->better == BETTER_LOWER;
    double low = turned ? -difference->high : difference->low;
    double high = turned ? -difference->low : difference->high;
    bool confounded = material->drifted && !comparison->paired && !comparison->interleaved;
    comparison->state = verdict_decide(low, high, comparison->p_adjusted, comparison->margin,
                                       comparison->alpha, confounded, &comparison->reason);
    bool decided = comparison->state == STATE_BETTER || comparison->state == STATE_WORSE;
    if (decided && analysis_compares_sources(comparison->factor)) {
        comparison->state = STATE_INCONCLUSIVE;
        comparison->reason = REASON_DIFFERENT_MACHINES;
    }
    comparison->visible_ratio = exp(
        power_visible_log_ratio(difference->se, difference->df, comparison->alpha, wanted_power));
}

void comparison_conclude(struct comparison *comparison, const struct material *material)
{
    if (material->tested)
        decide(comparison, material);
    if (material->scatters)
        count_required_runs(comparison, material);
}
