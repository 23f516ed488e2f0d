#ifndef ANALYZE_DRIFT_H
#define ANALYZE_DRIFT_H

#include <stddef.h>

/* Values of one level in the order of running. */
struct drift_side {
    const double *values;    /* positive and finite */
    const double *positions; /* place of each in the order of running */
    size_t n;
};

struct drift {
    double slope;      /* change of ln(value) a position; NaN below four values in all */
    double p;          /* of the slope being 0 */
    double confounded; /* ln difference of the levels that the slope alone explains */
};

/* Least squares of ln(value) = level + slope * position over two levels. */
struct drift drift_fit(const struct drift_side *a, const struct drift_side *b);

#endif
