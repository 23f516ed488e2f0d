/* Brown & Forsythe, "Robust tests for the equality of variances" (1974). The first value of the
   data is taken off before anything is summed, so a large common offset costs no digits. */

#include "analyze/spread.h"

#include "analyze/sample.h"
#include "model/arena.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

struct variance_table spread_analyze_variance(const double *values, const size_t *counts,
                                              size_t levels)
{
    struct arena *scratch = arena_create();
    size_t n = 0, start = 0;
    for (size_t level = 0; level < levels; level++)
        n += counts[level];
    double *shifted = arena_take_array(scratch, n, sizeof *shifted);
    for (size_t i = 0; i < n; i++)
        shifted[i] = values[i] - values[0];
    double all = sample_mean(shifted, n);
    struct variance_table table = {.between_df = (double)levels - 1,
                                   .within_df = (double)n - (double)levels};
    for (size_t level = 0; level < levels; start += counts[level++]) {
        double mean = sample_mean(shifted + start, counts[level]), deviation = mean - all;
        table.between_ss += (double)counts[level] * deviation * deviation;
        for (size_t i = start; i < start + counts[level]; i++)
            table.within_ss += (shifted[i] - mean) * (shifted[i] - mean);
    }
    arena_free(scratch);
    double within = table.within_ss / table.within_df;
    table.f = table.between_ss / table.between_df / within;
    table.p = gsl_cdf_fdist_Q(table.f, table.between_df, table.within_df);
    table.r_squared = table.between_ss / (table.between_ss + table.within_ss);
    table.residual_sd = sqrt(within);
    return table;
}

static void take_deviations(const double *values, size_t n, double *deviations)
{
    memcpy(deviations, values, n * sizeof *deviations);
    sample_sort(deviations, n);
    double median = sample_median(deviations, n);
    for (size_t i = 0; i < n; i++)
        deviations[i] = fabs(deviations[i] - median);
}

struct variance_table spread_brown_forsythe(const double *values, const size_t *counts,
                                            size_t levels)
{
    struct arena *scratch = arena_create();
    size_t n = 0, start = 0;
    for (size_t level = 0; level < levels; level++)
        n += counts[level];
    double *deviations = arena_take_array(scratch, n, sizeof *deviations);
    for (size_t level = 0; level < levels; start += counts[level++])
        take_deviations(values + start, counts[level], deviations + start);
    struct variance_table table = spread_analyze_variance(deviations, counts, levels);
    arena_free(scratch);
    return table;
}
