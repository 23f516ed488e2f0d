#ifndef ANALYZE_COMPARABILITY_H
#define ANALYZE_COMPARABILITY_H

#include "analyze/comparison.h"

/* Can the two sides be held against each other at all? REASON_NONE, or the first of the reasons
   from REASON_MISSING_SIDE to REASON_NON_POSITIVE_OR_NON_FINITE that applies, with
   `comparison->detail` set; options that are known on one side only go to `material->one_sided`. */
enum reason comparability_check(struct arena *arena, struct comparison *comparison,
                                struct material *material);

/* "run 3": the number that the source gives a run, else its place in the cell. */
struct text comparability_run_name(struct arena *arena, const struct run *run, size_t place);

#endif
