#ifndef ANALYZE_RANK_TEST_H
#define ANALYZE_RANK_TEST_H

#include <stddef.h>

/* Two samples by ranks: outliers weigh no more than any other value. */

struct rank_shift {
    double u;          /* pairs with a above b; a tie counts half */
    double p;          /* two-sided */
    double shift;      /* median of all differences a - b (Hodges & Lehmann) */
    double low, high;  /* interval of the shift */
    double confidence; /* that the interval really has; below 1 - alpha with too few values */
};

/* Both samples need one value or more, all finite. Exact up to n_a * n_b = 2500, ties included;
   beyond by the normal approximation. Exchanging the samples turns shift and interval over and
   leaves p as it is. */
struct rank_shift rank_test(const double *a, size_t n_a, const double *b, size_t n_b, double alpha);

/* The shift alone. */
double rank_test_shift(const double *a, size_t n_a, const double *b, size_t n_b);

/* p alone, exact where that is cheap, or where up to 400 pairs bring the approximation within a
   factor of 1.5 of `limit`; from 20 values a side the two differ by less than that matters. */
double rank_test_p_near(const double *a, size_t n_a, const double *b, size_t n_b, double limit);

#endif
