#ifndef ANALYZE_CHECKER_H
#define ANALYZE_CHECKER_H

#include "analyze/check_scene.h"

/* Makes the credibility checks: those of runs before anything is compared, since some of them make
   a comparison impossible, and those of the comparison afterwards. */
struct checker {
    struct check_scene scene;
    bool *ignored;                   /* by place in the table of rules */
    struct check_findings *findings; /* of each rule */
};

/* FAILURE_USAGE when an ignored check is not one of the table. */
NODISCARD bool checker_begin(struct checker *checker, struct analysis *analysis,
                             const struct selection *selection, const struct cell_table *table,
                             struct failure *failure);

/* Checks of runs; marks the cells whose figures are no measurement. */
void checker_look_at_runs(struct checker *checker);

/* The other checks; fills analysis->checks. */
void checker_look_at_comparisons(struct checker *checker, const struct comparison_set *set);

#endif
