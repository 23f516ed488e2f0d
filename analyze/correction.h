#ifndef ANALYZE_CORRECTION_H
#define ANALYZE_CORRECTION_H

#include <stddef.h>

/* Several comparisons in one report. adjusted[i] belongs to p[i]; the order of p does not matter.
 */

/* Holm: the chance of any false difference stays at alpha. */
void correction_holm(const double *p, size_t count, double *adjusted);

/* Benjamini and Hochberg: of the differences found a share of alpha may be false. */
void correction_benjamini_hochberg(const double *p, size_t count, double *adjusted);

/* limits[i]: the largest p[i] with which comparison i would still count at `alpha`, the others
   staying as they are. */
void correction_holm_limits(const double *p, size_t count, double alpha, double *limits);
void correction_benjamini_hochberg_limits(const double *p, size_t count, double alpha,
                                          double *limits);

#endif
