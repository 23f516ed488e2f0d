/* Summaries of one sample. Means and deviations are two-pass (mean first, then squared deviations),
   so a large common offset costs no digits; logarithms are taken relative to one of the values for
   the same reason. Quantiles: type 7 of Hyndman & Fan, "Sample quantiles in statistical packages"
   (1996). */

#include "analyze/sample.h"

#include "model/arena.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>

double sample_mean(const double *values, size_t n)
{
    return n == 0 ? NAN : gsl_stats_mean(values, 1, n);
}

/* Mean and standard deviation of values / 2^exponent. */
struct moments {
    double mean, sd;
    int exponent;
};

/* Squares of values near the ends of a double's range leave it, so there the values are taken down
   or up by a power of two first, which costs no digits. */
static struct moments moments_of(const double *values, size_t n)
{
    double mean = gsl_stats_mean(values, 1, n);
    double variance = gsl_stats_variance_m(values, 1, n, mean), largest = 0;
    if (isnormal(variance) || isnan(variance))
        return (struct moments){mean, sqrt(variance), 0};
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(values[i]));
    struct moments found = {mean, sqrt(variance), 0};
    if (largest == 0 || !isfinite(largest))
        return found;
    struct arena *scratch = arena_create();
    double *scaled = arena_take_array(scratch, n, sizeof *scaled);
    (void)frexp(largest, &found.exponent);
    for (size_t i = 0; i < n; i++)
        scaled[i] = ldexp(values[i], -found.exponent);
    found.mean = gsl_stats_mean(scaled, 1, n);
    found.sd = sqrt(gsl_stats_variance_m(scaled, 1, n, found.mean));
    arena_free(scratch);
    return found;
}

double sample_sd(const double *values, size_t n)
{
    if (n < 2)
        return NAN;
    struct moments moments = moments_of(values, n);
    return ldexp(moments.sd, moments.exponent);
}

double sample_cv(const double *values, size_t n)
{
    if (n < 2)
        return NAN;
    struct moments moments = moments_of(values, n);
    return moments.mean == 0 ? NAN : moments.sd / moments.mean;
}

void sample_sort(double *values, size_t n)
{
    size_t ascending = 1;
    while (ascending < n && values[ascending - 1] <= values[ascending])
        ascending++;
    if (ascending < n)
        gsl_sort(values, 1, n);
}

double sample_quantile(const double *sorted, size_t n, double share)
{
    return n == 0 ? NAN : gsl_stats_quantile_from_sorted_data(sorted, 1, n, share);
}

double sample_median(const double *sorted, size_t n)
{
    double median = n == 0 ? NAN : gsl_stats_median_from_sorted_data(sorted, 1, n);
    /* The sum of the middle two may be larger than a double. */
    return isinf(median) ? sorted[n / 2 - 1] / 2 + sorted[n / 2] / 2 : median;
}

void sample_interval(const double *values, size_t n, double confidence, double *low, double *high)
{
    *low = *high = NAN;
    if (n < 2)
        return;
    double mean = sample_mean(values, n);
    double error = sample_sd(values, n) / sqrt((double)n);
    double quantile = gsl_cdf_tdist_Pinv((1 + confidence) / 2, (double)(n - 1));
    *low = mean - quantile * error;
    *high = mean + quantile * error;
}

double sample_log_ratio(double value, double constant)
{
    if (value < constant)
        return -sample_log_ratio(constant, value);
    double excess = (value - constant) / constant;
    if (excess < 0.5)
        return gsl_log1p(excess);
    return isfinite(excess) ? log(value / constant) : log(value) - log(constant);
}

static bool all_positive(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(values[i] > 0) || !isfinite(values[i]))
            return false;
    return true;
}

/* Running mean of the logs relative to the first value, as gsl_stats_mean does it. */
static double mean_log(const double *values, size_t n)
{
    long double mean = 0;
    for (size_t i = 0; i < n; i++)
        mean += (sample_log_ratio(values[i], values[0]) - mean) / (long double)(i + 1);
    return (double)mean;
}

double sample_gmean(const double *values, size_t n)
{
    if (n == 0 || !all_positive(values, n))
        return NAN;
    /* In two steps, as the ratio to the first value may be larger than a double although the result
       is not. */
    double half = exp(mean_log(values, n) / 2);
    return values[0] * half * half;
}

double sample_log_sd(const double *values, size_t n)
{
    if (n < 2 || !all_positive(values, n))
        return NAN;
    double mean = mean_log(values, n);
    long double squares = 0;
    for (size_t i = 0; i < n; i++) {
        long double deviation = sample_log_ratio(values[i], values[0]) - mean;
        squares += deviation * deviation;
    }
    return sqrt((double)(squares / (long double)(n - 1)));
}

double sample_gap_ratio(const double *sorted, size_t n, size_t *below)
{
    double largest = NAN;
    *below = 0;
    for (size_t i = 1; i < n; i++) {
        double ratio = sorted[i] / sorted[i - 1];
        if (i > 1 && !(ratio > largest))
            continue;
        largest = ratio;
        *below = i;
    }
    return largest;
}

double sample_correlation(const double *a, const double *b, size_t n)
{
    if (n < 2 || sample_sd(a, n) == 0 || sample_sd(b, n) == 0)
        return NAN;
    return gsl_stats_correlation(a, 1, b, 1, n);
}
