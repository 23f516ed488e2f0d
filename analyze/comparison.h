#ifndef ANALYZE_COMPARISON_H
#define ANALYZE_COMPARISON_H

#include "analyze/cell.h"
#include "analyze/drift.h"
#include "analyze/run_order.h"
#include "analyze/significance.h"

/* What a comparison was computed from; not shown. */
struct material {
    size_t stratum, workload;                         /* ranks in the table of cells */
    size_t baseline_level, candidate_level;           /* numbers of the levels */
    const struct run_order *order;                    /* NULL unless both sides have runs */
    const double *baseline, *candidate;               /* values used; paired: by block */
    const double *sorted_baseline, *sorted_candidate; /* the same; ascending unless paired */
    const struct run *const *baseline_runs;           /* which gave them */
    const struct run *const *candidate_runs;
    bool tested;                  /* an interval and p were found */
    bool scatters;                /* the scatter is known, from which required runs follow */
    struct difference difference; /* candidate (a) against baseline (b), as the method has it */
    struct drift drift;
    bool drifted;          /* significantly, and enough to matter */
    struct text one_sided; /* options known on one side only */
    double p_limit;        /* largest p with which it would still count */
};

/* What the values compared are: "runs", "blocks" or "sessions". */
const char *comparison_repeats(const struct comparison *comparison);

/* Fills in everything up to p: state and reason where a comparison is not possible, else the
   estimate. Levels, cells, margin and alpha are set already; so are the levels' numbers and the
   order of the runs in `material`. */
void comparison_compute(struct arena *arena, struct comparison *comparison,
                        struct material *material, enum pairing pairing, unsigned long seed);

/* After p_adjusted is known: state, reason and required runs of a comparison that was tested. */
void comparison_conclude(struct comparison *comparison, const struct material *material);

#endif
