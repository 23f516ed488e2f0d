#ifndef RENDER_GRID_CHART_H
#define RENDER_GRID_CHART_H

#include "render/canvas.h"

/* Which of many settings matter? Settings as rows, workloads as columns, the number in the cell,
   shaded by one neutral ramp from the worst to the best of its column. */
struct grid_cell {
    struct text figure; /* empty: nothing was measured */
    double share;       /* 0 the worst of its column, 1 the best; NaN: not shaded */
    bool single;        /* one run: hatched */
    struct text full;   /* told when pointed at */
};

struct grid_row {
    const struct text *labels; /* a level of each factor; what the row above has is not repeated */
    const struct grid_cell *cells; /* one a column */
    bool separated;                /* a line above: another level of the first factor */
};

struct grid_column {
    struct text group, label; /* columns of one group stand side by side: "seq1m": "read" */
};

struct grid_spec {
    const struct text *factors;
    size_t factor_count;
    const struct grid_column *columns;
    size_t column_count;
    const struct grid_row *rows;
    size_t row_count;
};

/* Draws from `top` down; returns where it ends. */
double grid_chart_lay_out(struct canvas *canvas, const struct grid_spec *spec, double top);

#endif
