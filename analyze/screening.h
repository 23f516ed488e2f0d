#ifndef ANALYZE_SCREENING_H
#define ANALYZE_SCREENING_H

#include "analyze/cell.h"

/* Main effects of all factors that vary, workload and direction among them. With repeats their
   error is that of the repeats, and the two-way interactions of each setting are tested first (Holm
   over those of the setting). NULL when no setting varies among cells with positive values. Lives
   in `arena`. */
struct screening *screening_make(struct arena *arena, const struct cell_table *table,
                                 const struct analysis_options *options);

#endif
