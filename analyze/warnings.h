#ifndef ANALYZE_WARNINGS_H
#define ANALYZE_WARNINGS_H

#include "analyze/comparison_set.h"

/* Fills analysis->warnings with what weakens the primary comparisons, and what looks copied; states
 * are not changed. */
void warnings_find(struct analysis *analysis, const struct cell_table *table,
                   const struct comparison_set *set);

#endif
