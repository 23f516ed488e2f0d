#ifndef RENDER_TIMELINE_CHART_H
#define RENDER_TIMELINE_CHART_H

#include "render/canvas.h"

/* Did the speed hold during a run? Bandwidth over time, one line a run, the window in which the
   speed is taken as steady shaded. */
struct timeline_line {
    struct text label; /* "ashift 12"; empty for the further runs of a level */
    unsigned level;
    const double *seconds; /* since the run began; rising */
    const double *values;  /* in the panel's unit */
    size_t count;
};

struct timeline_panel {
    struct text label, unit;
    const struct timeline_line *lines;
    size_t line_count;
    double steady_from, steady_to; /* seconds; equal: no window */
};

struct timeline_spec {
    const struct timeline_panel *panels;
    size_t panel_count;
};

/* Draws from `top` down; returns where it ends. */
double timeline_chart_lay_out(struct canvas *canvas, const struct timeline_spec *spec, double top);

#endif
