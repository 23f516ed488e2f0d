#ifndef ANALYZE_SIGNIFICANCE_H
#define ANALYZE_SIGNIFICANCE_H

#include <stdbool.h>
#include <stddef.h>

/* Pure functions on two samples of positive, finite values: the difference on the ln scale with its
   interval. Exchanging the samples changes the sign of `log_ratio` and `t` and turns the interval
   over, nothing else. */

struct difference {
    double log_ratio;              /* mean ln(a) - mean ln(b) */
    double variance_a, variance_b; /* of the ln values; paired: of the ln ratios, and 0 */
    double se, df, t;
    double p;         /* two-sided */
    double low, high; /* interval of log_ratio at 1 - alpha */
};

/* What became of a test. */
enum outcome {
    OUTCOME_FOUND,
    OUTCOME_NO_SPREAD,    /* nothing varies: only log_ratio is set */
    OUTCOME_TOO_FEW,      /* the method has no interval with so few runs */
    OUTCOME_NOT_POSITIVE, /* the interval of the ratio reaches down to 0 or below */
    OUTCOME_FAILED,       /* a result is not finite */
};

/* GSL reports through return values from now on instead of ending the program. */
void significance_prepare(void);

/* The log ratio of the geometric means alone; both samples need one value or more. */
double significance_log_ratio(const double *a, size_t n_a, const double *b, size_t n_b);

/* Two independent samples (Welch); both need two values or more. */
enum outcome significance_welch(const double *a, size_t n_a, const double *b, size_t n_b,
                                double alpha, struct difference *difference);

/* n pairs, a[i] beside b[i]; needs two or more. */
enum outcome significance_paired(const double *a, const double *b, size_t n, double alpha,
                                 struct difference *difference);

/* ln(values / constant) in `logs`. */
void significance_logs(const double *values, size_t n, double constant, double *logs);

/* P(|T| >= |t|) for Student's t with df degrees of freedom. */
double significance_two_sided(double t, double df);

/* The |t| whose two-sided p is `p`; infinite for p = 0. */
double significance_t_quantile(double p, double df);

#endif
