#ifndef ANALYZE_SPREAD_H
#define ANALYZE_SPREAD_H

#include <stddef.h>

/* One-way analysis of variance of `levels` levels; level l has counts[l] values, one level behind
   the other in `values`. */
struct variance_table {
    double between_ss, within_ss, between_df, within_df, f, p, r_squared, residual_sd;
};

/* `f`, `p` and what follows are NaN where there is nothing to compute. */
struct variance_table spread_analyze_variance(const double *values, const size_t *counts,
                                              size_t levels);

/* Do levels scatter differently? Brown-Forsythe: the same of |x - median of its level|. Give ln
   values: then a level that is 30 % faster with a 30 % larger deviation has the same spread. */
struct variance_table spread_brown_forsythe(const double *values, const size_t *counts,
                                            size_t levels);

#endif
