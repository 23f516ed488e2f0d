#ifndef ANALYZE_METHOD_H
#define ANALYZE_METHOD_H

#include "analyze/analysis.h"
#include "analyze/significance.h"

/* How two samples are compared, with what the methods need to know. */
struct test_method {
    enum method kind;
    bool paired; /* only with METHOD_RATIO and METHOD_PERMUTATION */
    double alpha;
    unsigned long seed;
};

/* Compares a with b (paired: a[i] beside b[i]); both need two values or more, positive and finite.
   Whatever the method, the variances, the standard error and the degrees of freedom are those of
   Welch's (paired: Student's) test, which required runs are computed from; except that `df` of
   METHOD_MEAN is its own. `t` is NaN where the method has none. */
enum outcome method_test(const struct test_method *method, const double *a, size_t n_a,
                         const double *b, size_t n_b, struct difference *difference);

/* The ln ratio of a to b as the method estimates it, for samples that it cannot test; both need one
   value or more. Not finite when no double holds the ratio. */
double method_log_ratio(enum method kind, const double *a, size_t n_a, const double *b, size_t n_b);

/* Fewest values on each side (paired: pairs) with which the method can find a difference at `alpha`
   at all: 4 for ranks and rearrangements at 0.05, 6 for pairs. 0 for the methods with no such
   limit.
 */
unsigned method_least_runs(enum method kind, bool paired, double alpha);

/* After OUTCOME_TOO_FEW, or with fewer values than method_least_runs: what is missing, for a
   sentence that begins "too few runs". `repeats`: what the values are, "runs", "blocks" or
   "sessions". */
struct text method_shortage(struct arena *arena, const struct test_method *method,
                            const char *repeats, size_t n_a, size_t n_b);

/* After OUTCOME_NOT_POSITIVE: the interval, for a sentence that begins "too much scatter". */
struct text method_not_positive(struct arena *arena, const struct test_method *method,
                                const double *a, size_t n_a, const double *b, size_t n_b);

#endif
