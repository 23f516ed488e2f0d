#ifndef COLLECT_PREDICTION_H
#define COLLECT_PREDICTION_H

#include "collect/preparation.h"

/* The credibility checks that a plan is going to hit, as far as that can be told before anything
   runs: one line each, "C25 randwrite-4k, ...: 1 s is short: ...". Advice, never a refusal. */
struct text predictions_written(struct arena *arena, const struct plan *plan,
                                const struct preparation *preparation);

#endif
