#ifndef ANALYZE_PERMUTATION_H
#define ANALYZE_PERMUTATION_H

#include <stddef.h>

/* p without the assumption of a bell curve: the share of rearrangements of the values whose
   statistic is at least as large as the one found. All of them when there are at most 200,000, else
   99,999 random ones by `seed`. Exchanging the samples changes nothing. */

/* Two samples of ln values, |Welch's t|; both need two values or more, not all equal. */
double permutation_unpaired(const double *a, size_t n_a, const double *b, size_t n_b,
                            unsigned long seed);

/* ln ratios of n pairs with their signs turned. */
double permutation_paired(const double *differences, size_t n, unsigned long seed);

#endif
