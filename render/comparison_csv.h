#ifndef RENDER_COMPARISON_CSV_H
#define RENDER_COMPARISON_CSV_H

#include "analyze/analysis.h"

/* Tables of an analysis as CSV with a line of column names; 17 significant digits, empty where
   nothing was computed. Owned by `arena`. */

/* One line a comparison; ratios are candidate over baseline, not turned. */
struct text comparison_csv(struct arena *arena, const struct analysis *analysis);

/* One line a cell: arithmetic mean with its t interval, spread, geometric mean. */
struct text cell_csv(struct arena *arena, const struct analysis *analysis);

/* The observations behind the cells, with the columns of the tidy CSV. */
struct text run_csv(struct arena *arena, const struct analysis *analysis);

#endif
