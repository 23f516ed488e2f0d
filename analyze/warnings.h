#ifndef ANALYZE_WARNINGS_H
#define ANALYZE_WARNINGS_H

#include "analyze/comparison_set.h"

/* Fills analysis->warnings with what weakens the primary comparisons; states are not changed. */
void warnings_find(struct analysis *analysis, const struct comparison_set *set);

#endif
