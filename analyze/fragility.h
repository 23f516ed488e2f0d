#ifndef ANALYZE_FRAGILITY_H
#define ANALYZE_FRAGILITY_H

#include "analyze/comparison.h"

enum fragility {
    FRAGILITY_NONE,
    FRAGILITY_STATE, /* without one run BETTER or WORSE would be something else */
    FRAGILITY_SIGN,  /* without one run the other side would be ahead */
};

struct fragile_run {
    enum fragility fragility;
    bool of_candidate; /* which side it is of; paired: the run of both sides is left out */
    size_t number;     /* in the material's values of that side */
};

/* Leaves out each run (paired: each block) of a tested comparison in turn. Of several runs on which
   the outcome depends the one that moves the difference most is named; a change of sign goes before
   a change of state. Who is ahead by less than the margin may well depend on one run and is not
   looked at. */
struct fragile_run fragility_find(const struct comparison *comparison,
                                  const struct material *material);

#endif
