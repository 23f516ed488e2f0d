#ifndef ANALYZE_COMPARISON_SET_H
#define ANALYZE_COMPARISON_SET_H

#include "analyze/comparison.h"

struct comparison_set {
    struct comparison *comparisons; /* in the order of struct analysis */
    struct material *materials;     /* materials[i] belongs to comparisons[i] */
    size_t count;
};

/* All comparisons with their states. FAILURE_USAGE when the baseline is not one of the levels, or
   blocks are asked for that no run states. */
NODISCARD bool comparison_set_make(struct arena *arena, const struct cell_table *table,
                                   const struct analysis_options *options, struct text factor,
                                   struct text_list levels, struct comparison_set *set,
                                   struct failure *failure);

#endif
