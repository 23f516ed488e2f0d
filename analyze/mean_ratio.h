#ifndef ANALYZE_MEAN_RATIO_H
#define ANALYZE_MEAN_RATIO_H

#include <stdbool.h>
#include <stddef.h>

/* The ratio of two arithmetic means: for totals, such as the run time of a whole job. */
struct mean_ratio {
    double ratio, df;
    double t, p;      /* of equal means, with the same degrees of freedom */
    bool finite;      /* the interval is */
    bool bounded;     /* it is, and positive at both ends */
    double low, high; /* only when it is finite */
};

/* The ratio alone; both samples need one value or more, positive and finite. Not finite when no
   double holds it. */
double mean_ratio_of(const double *a, size_t n_a, const double *b, size_t n_b);

/* Positive, finite values; both samples need two or more, and one of them must vary. Exchanging the
   samples turns ratio and interval into their inverses. */
struct mean_ratio mean_ratio(const double *a, size_t n_a, const double *b, size_t n_b,
                             double alpha);

#endif
