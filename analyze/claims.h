#ifndef ANALYZE_CLAIMS_H
#define ANALYZE_CLAIMS_H

#include "analyze/cell.h"

/* Fills analysis->claims: every posted mean beside the mean of the runs with the same
   configuration, workload, direction and metric. */
void claims_check(struct analysis *analysis, const struct selection *selection,
                  const struct cell_table *table);

/* The worth of one unit of the last printed digit, in the unit of the value; 0 when the text cannot
   tell. */
double claim_last_digit(const struct observation *posted);

#endif
