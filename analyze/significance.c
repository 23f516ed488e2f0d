/* Differences of two samples on the ln scale.
   Unpaired: Welch, "The generalization of Student's problem when several different population
   variances are involved" (1947), degrees of freedom by Satterthwaite (1946); the ratio of
   geometric means as the summary: Fleming & Wallace, "How not to lie with statistics" (1986).
   Paired: Student's t on ln ratios. */

#include "analyze/significance.h"

#include "analyze/sample.h"
#include "model/arena.h"

#include <float.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

void significance_prepare(void)
{
    (void)gsl_set_error_handler_off();
}

static double smallest(const double *values, size_t n)
{
    double least = values[0];
    for (size_t i = 1; i < n; i++)
        if (values[i] < least)
            least = values[i];
    return least;
}

void significance_logs(const double *values, size_t n, double constant, double *logs)
{
    for (size_t i = 0; i < n; i++)
        logs[i] = sample_log_ratio(values[i], constant);
}

/* Mean and variance of ln(value / constant), summed in sorted order so that the order of runs
 * cannot matter. */
static void log_moments(const double *values, size_t n, double constant, double *mean,
                        double *variance)
{
    struct arena *scratch = arena_create();
    double *logs = arena_take_array(scratch, n, sizeof *logs);
    significance_logs(values, n, constant, logs);
    sample_sort(logs, n);
    *mean = gsl_stats_mean(logs, 1, n);
    *variance = n < 2 ? NAN : gsl_stats_variance_m(logs, 1, n, *mean);
    arena_free(scratch);
}

double significance_log_ratio(const double *a, size_t n_a, const double *b, size_t n_b)
{
    double constant = fmin(smallest(a, n_a), smallest(b, n_b));
    double mean_a, mean_b, variance;
    log_moments(a, n_a, constant, &mean_a, &variance);
    log_moments(b, n_b, constant, &mean_b, &variance);
    return mean_a - mean_b;
}

/* t, p and interval from estimate, standard error and degrees of freedom. */
static enum outcome finish(struct difference *difference, double alpha)
{
    difference->t = difference->log_ratio / difference->se;
    difference->p = significance_two_sided(difference->t, difference->df);
    double reach = significance_t_quantile(alpha, difference->df) * difference->se;
    difference->low = difference->log_ratio - reach;
    difference->high = difference->log_ratio + reach;
    bool finite = isfinite(difference->t) && isfinite(difference->p) && isfinite(difference->low) &&
                  isfinite(difference->high);
    return finite ? OUTCOME_FOUND : OUTCOME_FAILED;
}

enum outcome significance_welch(const double *a, size_t n_a, const double *b, size_t n_b,
                                double alpha, struct difference *difference)
{
    double constant = fmin(smallest(a, n_a), smallest(b, n_b));
    double mean_a, mean_b;
    log_moments(a, n_a, constant, &mean_a, &difference->variance_a);
    log_moments(b, n_b, constant, &mean_b, &difference->variance_b);
    difference->log_ratio = mean_a - mean_b;
    double share_a = difference->variance_a / (double)n_a;
    double share_b = difference->variance_b / (double)n_b;
    double both = share_a + share_b;
    if (both == 0)
        return OUTCOME_NO_SPREAD;
    difference->se = sqrt(both);
    /* As shares of the whole, so that the squares of tiny variances cannot vanish. */
    double part_a = share_a / both, part_b = share_b / both;
    difference->df =
        1 / (part_a * part_a / (double)(n_a - 1) + part_b * part_b / (double)(n_b - 1));
    return finish(difference, alpha);
}

enum outcome significance_paired(const double *a, const double *b, size_t n, double alpha,
                                 struct difference *difference)
{
    struct arena *scratch = arena_create();
    double *logs = arena_take_array(scratch, n, sizeof *logs);
    double largest = 0;
    for (size_t i = 0; i < n; i++) {
        logs[i] = sample_log_ratio(a[i], b[i]);
        largest = fmax(largest, fabs(logs[i]));
    }
    difference->log_ratio = gsl_stats_mean(logs, 1, n);
    difference->variance_a = gsl_stats_variance_m(logs, 1, n, difference->log_ratio);
    difference->variance_b = 0;
    arena_free(scratch);
    /* Equal ratios of unequal values differ by rounding. */
    if (sqrt(difference->variance_a) <= 4 * DBL_EPSILON * (1 + largest))
        return OUTCOME_NO_SPREAD;
    difference->se = sqrt(difference->variance_a / (double)n);
    difference->df = (double)(n - 1);
    return finish(difference, alpha);
}

double significance_two_sided(double t, double df)
{
    return fmin(1, 2 * gsl_cdf_tdist_Q(fabs(t), df));
}

double significance_t_quantile(double p, double df)
{
    return p <= 0 ? INFINITY : gsl_cdf_tdist_Qinv(p / 2, df);
}
