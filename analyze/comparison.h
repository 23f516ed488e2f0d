#ifndef ANALYZE_COMPARISON_H
#define ANALYZE_COMPARISON_H

#include "analyze/cell.h"
#include "analyze/drift.h"
#include "analyze/run_order.h"
#include "analyze/significance.h"

/* What a comparison was computed from; not shown. */
struct material {
    size_t stratum, workload;                           /* ranks in the table of cells */
    size_t baseline_level, candidate_level;             /* numbers of the levels */
    const struct run_order *order;                      /* NULL unless both sides have runs */
    double *baseline, *candidate;                       /* values used; paired: by block */
    const struct run **baseline_runs, **candidate_runs; /* which gave them */
    bool tested;                                        /* an interval and p were found */
    struct difference difference;                       /* candidate (a) against baseline (b) */
    struct drift drift;
    bool drifted;          /* significantly, and enough to matter */
    struct text one_sided; /* options known on one side only */
    double p_limit;        /* largest p with which it would still count */
};

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
