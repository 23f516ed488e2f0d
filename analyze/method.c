/* Which test an analysis uses; the choice is the user's and is made before the numbers are seen. */

#include "analyze/method.h"

#include "analyze/mean_ratio.h"
#include "analyze/permutation.h"
#include "analyze/rank_test.h"

#include <math.h>

/* The constant that logarithms are taken relative to: the smallest value of all. */
static double constant_of(const double *a, size_t n_a, const double *b, size_t n_b)
{
    double least = a[0];
    for (size_t i = 1; i < n_a; i++)
        least = fmin(least, a[i]);
    for (size_t i = 0; i < n_b; i++)
        least = fmin(least, b[i]);
    return least;
}

/* ln values of both samples, b behind a. */
static double *logs_of(struct arena *arena, const double *a, size_t n_a, const double *b,
                       size_t n_b)
{
    double *logs = arena_take_array(arena, n_a + n_b, sizeof *logs);
    double constant = constant_of(a, n_a, b, n_b);
    significance_logs(a, n_a, constant, logs);
    significance_logs(b, n_b, constant, logs + n_a);
    return logs;
}

static enum outcome by_rank(const struct test_method *method, const double *a, size_t n_a,
                            const double *b, size_t n_b, struct difference *difference)
{
    struct arena *scratch = arena_create();
    const double *logs = logs_of(scratch, a, n_a, b, n_b);
    struct rank_shift found = rank_test(logs, n_a, logs + n_a, n_b, method->alpha);
    arena_free(scratch);
    difference->log_ratio = found.shift;
    difference->t = NAN;
    difference->p = found.p;
    difference->low = found.low;
    difference->high = found.high;
    return found.confidence < (1 - method->alpha) * (1 - 1e-9) ? OUTCOME_TOO_FEW : OUTCOME_FOUND;
}

static enum outcome by_mean(const struct test_method *method, const double *a, size_t n_a,
                            const double *b, size_t n_b, struct difference *difference)
{
    struct mean_ratio found = mean_ratio(a, n_a, b, n_b, method->alpha);
    difference->log_ratio = log(found.ratio);
    difference->df = found.df;
    difference->t = found.t;
    difference->p = found.p;
    if (!isfinite(found.ratio) || !isfinite(found.p))
        return OUTCOME_FAILED;
    if (!found.finite)
        return OUTCOME_TOO_FEW;
    if (!found.bounded)
        return OUTCOME_NOT_POSITIVE;
    difference->low = log(found.low);
    difference->high = log(found.high);
    return isfinite(difference->low) && isfinite(difference->high) ? OUTCOME_FOUND : OUTCOME_FAILED;
}

static enum outcome by_permutation(const struct test_method *method, const double *a, size_t n_a,
                                   const double *b, size_t n_b, struct difference *difference)
{
    struct arena *scratch = arena_create();
    double *logs = logs_of(scratch, a, n_a, b, n_b);
    if (method->paired) {
        for (size_t i = 0; i < n_a; i++)
            logs[i] -= logs[n_a + i];
        difference->p = permutation_paired(logs, n_a, method->seed);
    } else {
        difference->p = permutation_unpaired(logs, n_a, logs + n_a, n_b, method->seed);
    }
    arena_free(scratch);
    return isfinite(difference->p) ? OUTCOME_FOUND : OUTCOME_FAILED;
}

enum outcome method_test(const struct test_method *method, const double *a, size_t n_a,
                         const double *b, size_t n_b, struct difference *difference)
{
    enum outcome outcome = method->paired
                               ? significance_paired(a, b, n_a, method->alpha, difference)
                               : significance_welch(a, n_a, b, n_b, method->alpha, difference);
    if (outcome != OUTCOME_FOUND)
        return outcome;
    switch (method->kind) {
    case METHOD_RANK:
        return by_rank(method, a, n_a, b, n_b, difference);
    case METHOD_MEAN:
        return by_mean(method, a, n_a, b, n_b, difference);
    case METHOD_PERMUTATION:
        return by_permutation(method, a, n_a, b, n_b, difference);
    case METHOD_RATIO:
        break;
    }
    return OUTCOME_FOUND;
}

double method_log_ratio(enum method kind, const double *a, size_t n_a, const double *b, size_t n_b)
{
    if (kind == METHOD_MEAN)
        return log(mean_ratio_of(a, n_a, b, n_b));
    if (kind != METHOD_RANK)
        return significance_log_ratio(a, n_a, b, n_b);
    struct arena *scratch = arena_create();
    const double *logs = logs_of(scratch, a, n_a, b, n_b);
    double shift = rank_test_shift(logs, n_a, logs + n_a, n_b);
    arena_free(scratch);
    return shift;
}

/* The smallest p of n and n values is 2 over the number of their arrangements: (2n over n) of two
   samples, 2^n of the signs of pairs. */
unsigned method_least_runs(enum method kind, bool paired, double alpha)
{
    double arrangements = 2;
    unsigned n = 1;
    if (kind == METHOD_RATIO || kind == METHOD_MEAN)
        return 0;
    while (2 / arrangements > alpha) {
        n++;
        arrangements *= paired ? 2 : 2.0 * (2 * n - 1) / n;
    }
    return n;
}

struct text method_not_positive(struct arena *arena, const struct test_method *method,
                                const double *a, size_t n_a, const double *b, size_t n_b)
{
    struct mean_ratio found = mean_ratio(a, n_a, b, n_b, method->alpha);
    return text_format(arena,
                       "the ratio of the means has no positive interval, it goes from %.3g to %.3g",
                       found.low, found.high);
}

struct text method_shortage(struct arena *arena, const struct test_method *method,
                            const char *repeats, size_t n_a, size_t n_b)
{
    double confidence = 100 * (1 - method->alpha);
    unsigned enough = method_least_runs(method->kind, method->paired, method->alpha);
    if (method->kind == METHOD_MEAN)
        return text_of("they scatter so much that the ratio of the means has no finite interval");
    if (method->paired)
        return text_format(arena,
                           "the signs of %zu %s cannot reach %g %% confidence, those of %u can",
                           n_a, repeats, confidence, enough);
    return text_format(arena, "%s of %zu and %zu %s cannot reach %g %% confidence, %u of each can",
                       method->kind == METHOD_RANK ? "ranks" : "rearrangements", n_a, n_b, repeats,
                       confidence, enough);
}
