/* The decision table. Equivalence by two one-sided tests: Schuirmann (1987); a claim about all
   workloads needs no correction when every single one must hold: intersection-union, Berger (1982).
   The boundaries are strict. */

#include "analyze/verdict.h"

#include <math.h>
#include <stdlib.h>

enum state verdict_decide(double low, double high, double p_adjusted, double margin, double alpha,
                          bool drifted, enum reason *reason)
{
    double m = log1p(margin);
    bool differs = low > 0 || high < 0, counts = p_adjusted <= alpha;
    bool equivalent = low > -m && high < m;
    *reason = REASON_NONE;
    if (drifted && (equivalent || (differs && counts))) {
        *reason = REASON_DRIFT_CONFOUNDED;
        return STATE_INCONCLUSIVE;
    }
    if (equivalent) {
        *reason = differs ? REASON_SMALL_BUT_REAL : REASON_NONE;
        return STATE_EQUIVALENT;
    }
    if (differs && counts)
        return low > 0 ? STATE_BETTER : STATE_WORSE;
    *reason = differs ? REASON_NOT_AFTER_MULTIPLICITY : REASON_INTERVAL_TOO_WIDE;
    return STATE_INCONCLUSIVE;
}

enum state verdict_combine(const size_t counts[STATE_COUNT])
{
    size_t better = counts[STATE_BETTER], worse = counts[STATE_WORSE];
    size_t equivalent = counts[STATE_EQUIVALENT], inconclusive = counts[STATE_INCONCLUSIVE];
    size_t insufficient = counts[STATE_INSUFFICIENT], incomparable = counts[STATE_NOT_COMPARABLE];
    size_t unknown = inconclusive + insufficient + incomparable;
    size_t total = better + worse + equivalent + unknown;
    if (incomparable == total)
        return STATE_NOT_COMPARABLE;
    if (better + worse + equivalent + inconclusive == 0)
        return STATE_INSUFFICIENT;
    if (better > 0 && worse > 0)
        return STATE_MIXED;
    if (better > 0)
        return unknown == 0 ? STATE_BETTER : STATE_PARTLY_BETTER;
    if (worse > 0)
        return unknown == 0 ? STATE_WORSE : STATE_PARTLY_WORSE;
    return equivalent == total ? STATE_EQUIVALENT : STATE_INCONCLUSIVE;
}

/* Geometric mean of the ratios: mean ln ratio, its variance the mean of the variances over their
   number, degrees of freedom by Satterthwaite from those of the single estimates. Only where all
   were estimated and all metrics are better in the same direction. */
static void average(struct overall *overall, const struct comparison *const *members)
{
    double sum = 0, variance = 0, spread = 0, k = (double)overall->total;
    overall->ratio = overall->ratio_low = overall->ratio_high = NAN;
    for (size_t i = 0; i < overall->total; i++) {
        if (isnan(members[i]->se) || members[i]->metric->better != members[0]->metric->better)
            return;
        double square = members[i]->se * members[i]->se;
        sum += members[i]->log_ratio;
        variance += square;
        spread += square * square / members[i]->df;
    }
    double se = sqrt(variance) / k, df = variance * variance / spread;
    double reach = significance_t_quantile(members[0]->alpha, df) * se;
    overall->ratio = exp(sum / k);
    overall->ratio_low = exp(sum / k - reach);
    overall->ratio_high = exp(sum / k + reach);
}

struct member {
    const struct material *material;
    const struct comparison *comparison;
    size_t number;
};

static int compare_sizes(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int by_stratum_and_pair(const void *a, const void *b)
{
    const struct member *one = a, *other = b;
    int order = compare_sizes(one->material->stratum, other->material->stratum);
    if (order == 0)
        order = compare_sizes(one->material->baseline_level, other->material->baseline_level);
    if (order == 0)
        order = compare_sizes(one->material->candidate_level, other->material->candidate_level);
    return order == 0 ? compare_sizes(one->number, other->number) : order;
}

static bool same_pair(const struct member *one, const struct member *other)
{
    return one->material->stratum == other->material->stratum &&
           one->material->baseline_level == other->material->baseline_level &&
           one->material->candidate_level == other->material->candidate_level;
}

static void add_overall(struct analysis *analysis, const struct member *members, size_t count)
{
    struct overall *overall = &analysis->overalls[analysis->overall_count++];
    const struct comparison *first = members[0].comparison;
    *overall = (struct overall){.factor = first->factor,
                                .baseline_level = first->baseline_level,
                                .candidate_level = first->candidate_level,
                                .stratum = first->stratum,
                                .total = count};
    struct arena *scratch = arena_create();
    const struct comparison **comparisons = arena_take_array(scratch, count, sizeof *comparisons);
    for (size_t i = 0; i < count; i++) {
        comparisons[i] = members[i].comparison;
        overall->counts[comparisons[i]->state]++;
        overall->order_known += comparisons[i]->order_known;
    }
    overall->state = verdict_combine(overall->counts);
    average(overall, comparisons);
    arena_free(scratch);
}

void verdict_overalls(struct analysis *analysis, const struct comparison_set *set)
{
    struct arena *scratch = arena_create();
    struct member *members = arena_take_array(scratch, set->count, sizeof *members);
    size_t count = 0;
    for (size_t i = 0; i < set->count; i++)
        if (set->comparisons[i].primary)
            members[count++] = (struct member){&set->materials[i], &set->comparisons[i], i};
    qsort(members, count, sizeof *members, by_stratum_and_pair);
    analysis->overalls = arena_take_array(analysis->arena, count, sizeof *analysis->overalls);
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start + 1; end < count && same_pair(&members[start], &members[end]); end++)
            ;
        add_overall(analysis, members + start, end - start);
    }
    arena_free(scratch);
}
