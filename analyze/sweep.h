#ifndef ANALYZE_SWEEP_H
#define ANALYZE_SWEEP_H

#include "analyze/cell.h"

/* The cells of a sweep as rows of a design: which level of which factor each one has. */

/* A factor with two levels or more. Settings that always change together are one factor. */
struct sweep_factor {
    struct text name;
    struct text_list levels;
    size_t joined;
    bool setting;     /* false: workload, direction */
    size_t *level_of; /* by row */
};

struct sweep_row {
    const struct cell *cell;
    double log; /* mean ln(value), less the mean of all runs */
};

struct sweep {
    struct arena *arena;
    const struct metric *metric;
    struct sweep_factor *factors; /* settings first, then workload and direction */
    size_t factor_count;
    struct text *tied; /* settings that the workload decides: part of the test */
    size_t tied_count;
    struct sweep_row *rows;
    size_t row_count;
    double origin;    /* ln(value) of row->log = 0, in the base unit */
    double within_ss; /* of runs around the mean of their cell */
    double runs;
};

/* Rows are the cells whose metric decides, of the metric that most of them have, with positive
   values only. No factors when nothing varies. */
struct sweep sweep_make(struct arena *arena, const struct cell_table *table);

/* The number of the group that each row is in when rows are put together that agree in all factors
   but `factor` (SWEEP_NONE: in all); `*count` gets how many there are. */
enum { SWEEP_NONE = -1 };
size_t *sweep_groups(const struct sweep *sweep, struct arena *arena, long factor, size_t *count);

#endif
