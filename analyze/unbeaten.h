#ifndef ANALYZE_UNBEATEN_H
#define ANALYZE_UNBEATEN_H

#include "analyze/comparison_set.h"

/* Fills analysis->unbeaten from the primary comparisons; needs three levels or more,
   each compared with each. */
void unbeaten_find(struct analysis *analysis, const struct comparison_set *set);

#endif
