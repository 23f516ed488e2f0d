#ifndef ANALYZE_VERDICT_H
#define ANALYZE_VERDICT_H

#include "analyze/comparison_set.h"

/* Rows 3 to 7 of the decision table (docs/statistics.md). [low, high] is the ln interval, turned so
   that positive is better for the candidate; `drifted` tells that drift could explain the
   difference. */
enum state verdict_decide(double low, double high, double p_adjusted, double margin, double alpha,
                          bool drifted, enum reason *reason);

/* The verdict over several workloads from the number of comparisons in each state. */
enum state verdict_combine(const size_t counts[STATE_COUNT]);

/* One entry for each stratum and pair of levels with a primary comparison, in the order of the
 * comparisons. */
void verdict_overalls(struct analysis *analysis, const struct comparison_set *set);

#endif
