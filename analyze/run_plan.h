#ifndef ANALYZE_RUN_PLAN_H
#define ANALYZE_RUN_PLAN_H

#include "analyze/analysis.h"

/* How many runs of each setting a question takes. */

/* Runs for two settings whose runs scatter by `cv` (standard deviation over mean, as a share). */
struct run_plan {
    double detect; /* to see a change of `change` with a chance of 80 % */
    double
        equivalent; /* to show "no difference larger than" it with about 80 % when there is none */
};
struct run_plan run_plan_from_cv(double cv, double change, double alpha);

/* The answer in sentences, the headline first. */
struct text_list wording_run_plan(struct arena *arena, double cv, double change, double alpha);

/* The same from a pilot: the headline, then one sentence a primary comparison, with the range that
   the scatter seen leaves open; where only one setting was measured, one a cell from its scatter.
   The change asked for is the margin of the analysis. */
struct text_list wording_run_plan_of(struct arena *arena, const struct analysis *analysis);

#endif
