#ifndef ANALYZE_SERIES_H
#define ANALYZE_SERIES_H

#include <stdbool.h>
#include <stddef.h>

/* What happened inside one run, from its samples in the order of time (a bandwidth log). It
   describes that run; it never stands for repeats of it. */

/* Autocorrelation of neighbours; NaN below two values or when nothing varies. */
double series_lag1(const double *values, size_t n);

/* Integrated autocorrelation time: so many samples are worth one independent one; at least 1/n. NaN
   below two values or when nothing varies. */
double series_tau(const double *values, size_t n);

/* Batch means: the standard error of the mean that allows for what neighbours have in common. */
struct series_batches {
    size_t size, count;
    double se; /* NaN below two batches */
};
struct series_batches series_batch_means(const double *values, size_t n);

/* Steady over a window: largest less smallest at most 20 % of the mean, and the fitted line climbs
   or falls by at most 10 % of it. */
struct series_window {
    double range, slope; /* largest less smallest and slope times (n - 1), as shares of the mean */
    bool steady;
};
struct series_window series_steady(const double *values, size_t n);

/* The last value (from 1) of the first window of five that is steady; 0 when none is. */
size_t series_steady_from(const double *values, size_t n);

#endif
