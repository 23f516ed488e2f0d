#ifndef ANALYZE_POWER_H
#define ANALYZE_POWER_H

#include <stdbool.h>

/* How many runs would settle a question, from the spread seen. */

/* Variances of ln(value) of the two sides; paired: of the ln ratios, and 0. */
struct spread {
    double variance_a, variance_b;
    bool paired;
};

/* Chance that a two-sided t test at `alpha` with `df` degrees of freedom finds a difference of
   `noncentrality` standard errors, in either direction. */
double power_of_t(double df, double noncentrality, double alpha);

/* The same for n runs on each side (paired: n blocks) and a true ln ratio of `log_ratio`; n >= 2.
 */
double power_of_runs(const struct spread *spread, double n, double log_ratio, double alpha);

/* Smallest n >= 2 with at least `power`; NaN when log_ratio is 0 or nothing varies. */
double power_required_runs(const struct spread *spread, double log_ratio, double alpha,
                           double power);

/* How far a variance with `df` degrees of freedom may be off: the 10th and 90th percentile of
   chi-square, which a variance over the true one is times `df`. */
struct variance_range {
    double df, most, least;
};

struct variance_range power_variance_range(double df);

/* 80 % interval of a required n that rests on such a variance. */
void power_required_range(double n, const struct variance_range *range, double *low, double *high);

/* The ln ratio that a test with this standard error and `df` finds with `power`; NaN when none was
 * found. */
double power_visible_log_ratio(double se, double df, double alpha, double power);

#endif
