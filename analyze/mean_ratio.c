/* Fieller, "Some problems in interval estimation" (1954), degrees of freedom by Satterthwaite at
   the ratio found. The interval leaves 1 out exactly when p is below alpha. */

#include "analyze/mean_ratio.h"

#include "analyze/sample.h"
#include "analyze/significance.h"
#include "model/arena.h"

#include <math.h>

/* Mean of values / unit and its standard error as a share of it, summed in sorted order. */
static void moments(const double *values, size_t n, double unit, double *mean, double *error)
{
    struct arena *scratch = arena_create();
    double *scaled = arena_take_array(scratch, n, sizeof *scaled);
    for (size_t i = 0; i < n; i++)
        scaled[i] = values[i] / unit;
    sample_sort(scaled, n);
    *mean = sample_mean(scaled, n);
    *error = sample_cv(scaled, n) / sqrt((double)n);
    arena_free(scratch);
}

static double smallest(const double *values, size_t n)
{
    double least = values[0];
    for (size_t i = 1; i < n; i++)
        least = fmin(least, values[i]);
    return least;
}

double mean_ratio_of(const double *a, size_t n_a, const double *b, size_t n_b)
{
    double unit = fmin(smallest(a, n_a), smallest(b, n_b)), mean_a, mean_b, error;
    moments(a, n_a, unit, &mean_a, &error);
    moments(b, n_b, unit, &mean_b, &error);
    return mean_a / mean_b;
}

/* Everything in errors relative to the means, whose squares a double holds whatever the values. */
struct mean_ratio mean_ratio(const double *a, size_t n_a, const double *b, size_t n_b, double alpha)
{
    double unit = fmin(smallest(a, n_a), smallest(b, n_b)), mean_a, mean_b, e_a, e_b;
    moments(a, n_a, unit, &mean_a, &e_a);
    moments(b, n_b, unit, &mean_b, &e_b);
    struct mean_ratio found = {.ratio = mean_a / mean_b, .low = NAN, .high = NAN};
    double both = e_a * e_a + e_b * e_b;
    double part_a = e_a * e_a / both, part_b = e_b * e_b / both;
    found.df = 1 / (part_a * part_a / (double)(n_a - 1) + part_b * part_b / (double)(n_b - 1));
    found.t = (mean_a - mean_b) / mean_b / hypot(found.ratio * e_a, e_b);
    found.p = significance_two_sided(found.t, found.df);
    /* The roots of Fieller's quadratic, without the difference of nearly equal squares. */
    double q = significance_t_quantile(alpha, found.df);
    double g_a = q * q * e_a * e_a, g_b = q * q * e_b * e_b;
    double root = sqrt(g_a + g_b - g_a * g_b);
    found.finite = g_b < 1;
    found.bounded = found.finite && g_a < 1;
    if (found.finite) {
        found.low = found.ratio * (1 - g_a) / (1 + root);
        found.high = found.ratio * (1 + root) / (1 - g_b);
    }
    return found;
}
