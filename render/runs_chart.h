#ifndef RENDER_RUNS_CHART_H
#define RENDER_RUNS_CHART_H

#include "render/canvas.h"

/* What was measured: one panel a workload, one row a level, every run as a mark on an axis that
 * starts at zero. */
struct runs_row {
    struct text label;       /* "ashift 12" */
    unsigned level;          /* its place in the order of levels: colour and shape */
    const double *values;    /* in the panel's unit */
    const unsigned *numbers; /* printed in the marks; 0 = none */
    size_t count;
    double gmean; /* NaN: no tick */
    struct text mean, deviation, n;
};

struct runs_panel {
    struct text label;
    struct text unit; /* "MB/s" */
    const struct runs_row *rows;
    size_t row_count;
};

struct runs_spec {
    const struct runs_panel *panels;
    size_t panel_count;
    bool bars; /* pale bars from zero to the tick */
};

/* Draws from `top` down; returns where it ends. */
double runs_chart_lay_out(struct canvas *canvas, const struct runs_spec *spec, double top);

#endif
