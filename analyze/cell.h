#ifndef ANALYZE_CELL_H
#define ANALYZE_CELL_H

#include "analyze/selection.h"

/* Where a cell stands among all; equal in all but `level` are the cells that are compared. Numbers
   are ranks in the order in which things are shown. */
struct cell_place {
    size_t stratum; /* all factors but the compared one */
    size_t workload;
    enum direction direction;
    size_t metric; /* rank; equal ranks sort by name */
    size_t level;  /* of the compared factor; the number of levels when the cell has none */
    bool primary;  /* the metric decides for its workload and direction */
};

/* All cells, sorted by stratum, workload, metric, direction and level. */
struct cell_table {
    struct cell *cells;
    struct cell_place *places; /* places[i] is that of cells[i] */
    size_t count;
    const struct settings *const *strata; /* by rank */
    size_t stratum_count;
    const struct text *workloads; /* by rank */
    size_t workload_count;
    const struct cell *
        *cell_of; /* of each selected observation; NULL: its metric is not analyzed */
};

/* Groups the selected observations. `factor` is taken out of the configurations to give the strata;
   it and `levels` may be empty. Only the metrics that the options ask for become cells.
   FAILURE_USAGE when a metric is named that nothing was measured of. */
NODISCARD bool cell_table_make(struct arena *arena, const struct selection *selection,
                               const struct analysis_options *options, struct text factor,
                               struct text_list levels, struct cell_table *table,
                               struct failure *failure);

#endif
