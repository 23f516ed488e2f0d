#ifndef ANALYZE_CLAIMS_H
#define ANALYZE_CLAIMS_H

#include "analyze/cell.h"

/* Fills analysis->claims: every posted mean beside the mean of the runs with the same
   configuration, workload, direction and metric. */
void claims_check(struct analysis *analysis, const struct selection *selection,
                  const struct cell_table *table);

#endif
