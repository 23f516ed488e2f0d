/* Did speed change while the runs were made? Least squares with one level for each side and one
   slope for both (analysis of covariance), in closed form: the slope is that of the values with
   their side's mean taken off. */

#include "analyze/drift.h"

#include "analyze/sample.h"
#include "analyze/significance.h"
#include "model/arena.h"

#include <math.h>

/* Deviations of ln(value) and position from the means of their side; returns the mean position. */
static double deviations(const struct drift_side *side, double *x, double *y)
{
    for (size_t i = 0; i < side->n; i++)
        y[i] = sample_log_ratio(side->values[i], side->values[0]);
    double mean_log = sample_mean(y, side->n);
    double mean_position = sample_mean(side->positions, side->n);
    for (size_t i = 0; i < side->n; i++) {
        x[i] = side->positions[i] - mean_position;
        y[i] -= mean_log;
    }
    return mean_position;
}

struct drift drift_fit(const struct drift_side *a, const struct drift_side *b)
{
    struct drift drift = {NAN, NAN, NAN};
    size_t n = a->n + b->n;
    if (a->n == 0 || b->n == 0 || n < 4)
        return drift;
    struct arena *scratch = arena_create();
    double *x = arena_take_array(scratch, n, sizeof *x),
           *y = arena_take_array(scratch, n, sizeof *y);
    double distance = deviations(a, x, y) - deviations(b, x + a->n, y + a->n);
    double xx = 0, xy = 0, residual = 0;
    for (size_t i = 0; i < n; i++) {
        xx += x[i] * x[i];
        xy += x[i] * y[i];
    }
    drift.slope = xy / xx;
    drift.confounded = drift.slope * distance;
    for (size_t i = 0; i < n; i++)
        residual += (y[i] - drift.slope * x[i]) * (y[i] - drift.slope * x[i]);
    arena_free(scratch);
    double df = (double)(n - 3);
    double error = sqrt(residual / df / xx);
    if (drift.slope == 0)
        drift.p = 1;
    else
        drift.p = error > 0 ? significance_two_sided(drift.slope / error, df) : 0;
    return drift;
}
