#ifndef RENDER_ORDER_CHART_H
#define RENDER_ORDER_CHART_H

#include "render/canvas.h"

/* Did something drift, or is the first run different? Small panels, one a workload: value by order
   of running, one line a level. */
struct order_line {
    struct text label; /* "12" */
    unsigned level;
    const double *places; /* position in the order of running, or number of the run; rising */
    const double *values; /* in the panel's unit */
    size_t count;
};

struct order_panel {
    struct text label;
    struct text unit;
    const struct order_line *lines;
    size_t line_count;
};

struct order_spec {
    const struct order_panel *panels;
    size_t panel_count;
    struct text place_label; /* "order of running", "run" */
};

/* Draws from `top` down; returns where it ends. */
double order_chart_lay_out(struct canvas *canvas, const struct order_spec *spec, double top);

#endif
