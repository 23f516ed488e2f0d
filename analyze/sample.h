#ifndef ANALYZE_SAMPLE_H
#define ANALYZE_SAMPLE_H

#include <stddef.h>

/* Pure functions on an array of values. NaN where there are too few values; nothing is kept.
   Results may differ in the last digit when the same values come in another order: sort first where
   that matters. */

double sample_mean(const double *values, size_t n);

/* Standard deviation with n - 1; NaN below two values. */
double sample_sd(const double *values, size_t n);

/* Standard deviation over mean; NaN when the mean is 0. */
double sample_cv(const double *values, size_t n);

/* Sorts ascending, in place. */
void sample_sort(double *values, size_t n);

/* Of values sorted ascending, `share` from 0 to 1: linear between order statistics (type 7). */
double sample_quantile(const double *sorted, size_t n, double share);
double sample_median(const double *sorted, size_t n);

/* The t interval of the arithmetic mean at `confidence` (0.95); both ends NaN below two values. */
void sample_interval(const double *values, size_t n, double confidence, double *low, double *high);

/* ln(value / constant) with full accuracy where the two are close; both must be positive.
   Exchanging the two changes the sign and nothing else. */
double sample_log_ratio(double value, double constant);

/* Geometric mean; NaN unless all values are positive and finite. */
double sample_gmean(const double *values, size_t n);

/* Standard deviation of ln(value); NaN below two values or unless all are positive and finite. */
double sample_log_sd(const double *values, size_t n);

/* The largest ratio of neighbours among positive values sorted ascending, and how many lie below
   that gap; NaN below two values. */
double sample_gap_ratio(const double *sorted, size_t n, size_t *below);

/* Pearson correlation; NaN below two values or when one side does not vary. */
double sample_correlation(const double *a, const double *b, size_t n);

#endif
