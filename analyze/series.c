/* Autocorrelation time by the initial positive sequence: Geyer, "Practical Markov chain Monte
   Carlo" (1992). Batch means: Flegal & Jones (2010). Steady state: SNIA, "Solid State Storage
   Performance Test Specification": five rounds, range within 20 % and slope within 10 % of the
   mean. */

#include "analyze/series.h"

#include "analyze/sample.h"
#include "model/arena.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>

enum { WINDOW = 5 };

static const double most_range = 0.20, most_slope = 0.10;

static bool varies(const double *values, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (values[i] != values[0])
            return true;
    return false;
}

double series_lag1(const double *values, size_t n)
{
    if (!varies(values, n))
        return NAN;
    return gsl_stats_lag1_autocorrelation_m(values, 1, n, gsl_stats_mean(values, 1, n));
}

/* Autocovariance with divisor n, so that the sequence is a proper one. */
static double autocovariance(const double *values, size_t n, double mean, size_t lag)
{
    double sum = 0;
    for (size_t i = 0; i + lag < n; i++)
        sum += (values[i] - mean) * (values[i + lag] - mean);
    return sum / (double)n;
}

double series_tau(const double *values, size_t n)
{
    if (!varies(values, n))
        return NAN;
    double mean = gsl_stats_mean(values, 1, n), all = autocovariance(values, n, mean, 0), tau = -1;
    for (size_t lag = 0; lag + 1 < n; lag += 2) {
        double pair =
            (autocovariance(values, n, mean, lag) + autocovariance(values, n, mean, lag + 1)) / all;
        if (!(pair > 0))
            break;
        tau += 2 * pair;
    }
    return fmax(tau, 1 / (double)n);
}

struct series_batches series_batch_means(const double *values, size_t n)
{
    struct series_batches batches = {.se = NAN};
    if (n == 0)
        return batches;
    batches.size = (size_t)floor(sqrt((double)n));
    batches.count = n / batches.size;
    struct arena *scratch = arena_create();
    double *means = arena_take_array(scratch, batches.count, sizeof *means);
    for (size_t i = 0; i < batches.count; i++)
        means[i] = gsl_stats_mean(values + i * batches.size, 1, batches.size);
    batches.se = sample_sd(means, batches.count) / sqrt((double)batches.count);
    arena_free(scratch);
    return batches;
}

struct series_window series_steady(const double *values, size_t n)
{
    struct series_window window = {NAN, NAN, false};
    if (n < 2)
        return window;
    double mean = gsl_stats_mean(values, 1, n), least, largest, xx = 0, xy = 0;
    gsl_stats_minmax(&least, &largest, values, 1, n);
    for (size_t i = 0; i < n; i++) {
        double x = (double)i - (double)(n - 1) / 2;
        xx += x * x;
        xy += x * (values[i] - mean);
    }
    window.range = (largest - least) / mean;
    window.slope = xy / xx * (double)(n - 1) / mean;
    window.steady = window.range <= most_range && fabs(window.slope) <= most_slope;
    return window;
}

size_t series_steady_from(const double *values, size_t n)
{
    for (size_t end = WINDOW; end <= n; end++)
        if (series_steady(values + end - WINDOW, WINDOW).steady)
            return end;
    return 0;
}
