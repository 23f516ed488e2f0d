#ifndef RENDER_SWEEP_CHART_H
#define RENDER_SWEEP_CHART_H

#include "render/axis.h"
#include "render/canvas.h"

/* How does speed change along a numeric setting? One panel a workload, a line for reading and one
   for writing, on an axis from zero; every run is a dot. */
struct sweep_line {
    struct text label;
    enum role role;
    enum shape shape;
    const double *places, *means; /* rising places */
    const double *low, *high;     /* interval of the mean; NaN below 3 runs */
    size_t count;
    const double *run_places, *runs;
    size_t run_count;
};

struct sweep_panel {
    struct text label, unit;
    const struct sweep_line *lines;
    size_t line_count;
};

struct sweep_spec {
    const struct sweep_panel *panels;
    size_t panel_count;
    const struct tick *levels; /* rising */
    size_t level_count;
    struct text setting; /* "block size" */
};

/* Draws from `top` down; returns where it ends. */
double sweep_chart_lay_out(struct canvas *canvas, const struct sweep_spec *spec, double top);

#endif
