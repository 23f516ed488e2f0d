/* Leave-one-out: does the outcome rest on a single run? Mean and variance without one value follow
   from those with it, so a comparison of n runs costs n steps. The methods that have no such short
   cut are run again for each run left out; rank only while that is quick. With `permutation` the
   interval is Welch's, and so is this check. */

#include "analyze/fragility.h"

#include "analyze/method.h"
#include "analyze/sample.h"
#include "analyze/significance.h"

#include <math.h>
#include <string.h>

enum { ENOUGH_RUNS = 5, MOST_RANKED = 40 };

struct logs {
    const double *values; /* ln values */
    size_t n;
    double mean, squares; /* sum of squared deviations */
};

static struct logs logs_of(double *values, size_t n)
{
    struct logs logs = {.values = values, .n = n, .mean = sample_mean(values, n)};
    for (size_t i = 0; i < n; i++)
        logs.squares += (values[i] - logs.mean) * (values[i] - logs.mean);
    return logs;
}

static struct logs without(const struct logs *logs, size_t i)
{
    double deviation = logs->values[i] - logs->mean, n = (double)logs->n;
    double squares = logs->squares - deviation * deviation * n / (n - 1);
    return (struct logs){
        .n = logs->n - 1, .mean = logs->mean - deviation / (n - 1), .squares = fmax(0, squares)};
}

/* Estimate, standard error and degrees of freedom; `b` is NULL for pairs. */
struct estimate {
    double log_ratio, se, df;
};

static struct estimate estimate(const struct logs *a, const struct logs *b)
{
    double n_a = (double)a->n, share_a = a->squares / (n_a - 1) / n_a;
    if (b == NULL)
        return (struct estimate){a->mean, sqrt(share_a), n_a - 1};
    double n_b = (double)b->n, share_b = b->squares / (n_b - 1) / n_b, both = share_a + share_b;
    double part_a = share_a / both, part_b = share_b / both;
    return (struct estimate){a->mean - b->mean, sqrt(both),
                             1 / (part_a * part_a / (n_a - 1) + part_b * part_b / (n_b - 1))};
}

/* Would this estimate still be the same side's win? */
static bool still_counts(const struct estimate *estimate, const struct comparison *comparison,
                         const struct material *material, double sure_t)
{
    if (estimate->se == 0)
        return true;
    double t = fabs(estimate->log_ratio) / estimate->se;
    if (t < sure_t && significance_two_sided(t, estimate->df) > material->p_limit)
        return false;
    double margin = log1p(comparison->margin), distance = fabs(estimate->log_ratio);
    return distance >= margin ||
           distance + significance_t_quantile(comparison->alpha, estimate->df) * estimate->se >=
               margin;
}

struct search {
    const struct comparison *comparison;
    const struct material *material;
    bool decided; /* a change of state is looked for */
    bool matters; /* a change of sign is looked for */
    double sure_t;
    struct fragile_run found;
    double moved; /* by the run found */
};

static void note(struct search *search, double log_ratio, bool counts, size_t number,
                 bool of_candidate)
{
    double before = search->material->difference.log_ratio;
    enum fragility fragility = FRAGILITY_NONE;
    if (search->matters && (log_ratio > 0) != (before > 0))
        fragility = FRAGILITY_SIGN;
    else if (search->decided && !counts)
        fragility = FRAGILITY_STATE;
    double moved = fabs(log_ratio - before);
    if (fragility < search->found.fragility || fragility == FRAGILITY_NONE ||
        (fragility == search->found.fragility && moved <= search->moved))
        return;
    search->found = (struct fragile_run){fragility, of_candidate, number};
    search->moved = moved;
}

static void consider(struct search *search, const struct estimate *estimate, size_t number,
                     bool of_candidate)
{
    bool counts = !search->decided ||
                  still_counts(estimate, search->comparison, search->material, search->sure_t);
    note(search, estimate->log_ratio, counts, number, of_candidate);
}

static void search_pairs(struct search *search, struct arena *scratch)
{
    const struct material *material = search->material;
    size_t n = search->comparison->n_candidate;
    double *values = arena_take_array(scratch, n, sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = sample_log_ratio(material->candidate[i], material->baseline[i]);
    struct logs logs = logs_of(values, n);
    for (size_t i = 0; i < n; i++) {
        struct logs fewer = without(&logs, i);
        struct estimate left = estimate(&fewer, NULL);
        consider(search, &left, i, true);
    }
}

static void search_runs(struct search *search, struct arena *scratch)
{
    const struct material *material = search->material;
    size_t n_a = search->comparison->n_candidate, n_b = search->comparison->n_baseline;
    double *values = arena_take_array(scratch, n_a + n_b, sizeof *values);
    for (size_t i = 0; i < n_a; i++)
        values[i] = sample_log_ratio(material->candidate[i], material->baseline[0]);
    for (size_t i = 0; i < n_b; i++)
        values[n_a + i] = sample_log_ratio(material->baseline[i], material->baseline[0]);
    struct logs a = logs_of(values, n_a), b = logs_of(values + n_a, n_b);
    for (size_t i = 0; i < n_a; i++) {
        struct logs fewer = without(&a, i);
        struct estimate left = estimate(&fewer, &b);
        consider(search, &left, i, true);
    }
    for (size_t i = 0; i < n_b; i++) {
        struct logs fewer = without(&b, i);
        struct estimate left = estimate(&a, &fewer);
        consider(search, &left, i, false);
    }
}

/* Runs the method again without run `i` of the candidate (a) or of the baseline. */
static void test_without(struct search *search, struct arena *scratch, size_t i, bool of_candidate)
{
    const struct comparison *comparison = search->comparison;
    const struct material *material = search->material;
    size_t n_a = comparison->n_candidate, n_b = comparison->n_baseline;
    double *a = arena_take_array(scratch, n_a, sizeof *a);
    double *b = arena_take_array(scratch, n_b, sizeof *b);
    memcpy(a, material->candidate, n_a * sizeof *a);
    memcpy(b, material->baseline, n_b * sizeof *b);
    double *values = of_candidate ? a : b;
    size_t *n = of_candidate ? &n_a : &n_b;
    values[i] = values[--*n];
    struct test_method method = {.kind = comparison->method, .alpha = comparison->alpha};
    struct difference left;
    enum outcome outcome = method_test(&method, a, n_a, b, n_b, &left);
    if (outcome != OUTCOME_FOUND && outcome != OUTCOME_TOO_FEW)
        return;
    double margin = log1p(comparison->margin);
    bool counts = outcome == OUTCOME_FOUND && left.p <= material->p_limit &&
                  (left.low > 0 || left.high < 0) && (left.low <= -margin || left.high >= margin);
    note(search, left.log_ratio, counts, i, of_candidate);
}

static void search_by_method(struct search *search, struct arena *scratch)
{
    size_t n_a = search->comparison->n_candidate, n_b = search->comparison->n_baseline;
    if (search->comparison->method == METHOD_RANK && n_a + n_b > MOST_RANKED)
        return;
    for (size_t i = 0; i < n_a; i++)
        test_without(search, scratch, i, true);
    for (size_t i = 0; i < n_b; i++)
        test_without(search, scratch, i, false);
}

struct fragile_run fragility_find(const struct comparison *comparison,
                                  const struct material *material)
{
    size_t least = comparison->n_baseline < comparison->n_candidate ? comparison->n_baseline
                                                                    : comparison->n_candidate;
    struct search search = {.comparison = comparison, .material = material};
    search.decided = least >= ENOUGH_RUNS &&
                     (comparison->state == STATE_BETTER || comparison->state == STATE_WORSE);
    search.matters = fabs(material->difference.log_ratio) >= log1p(comparison->margin);
    /* No t test has fewer degrees of freedom than this, so a larger t counts in any case. */
    if (search.decided)
        search.sure_t = significance_t_quantile(material->p_limit, (double)least - 2);
    if (!search.decided && !search.matters)
        return search.found;
    struct arena *scratch = arena_create();
    if (comparison->method == METHOD_RANK || comparison->method == METHOD_MEAN)
        search_by_method(&search, scratch);
    else if (comparison->paired)
        search_pairs(&search, scratch);
    else
        search_runs(&search, scratch);
    arena_free(scratch);
    return search.found;
}
