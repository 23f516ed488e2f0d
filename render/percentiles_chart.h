#ifndef RENDER_PERCENTILES_CHART_H
#define RENDER_PERCENTILES_CHART_H

#include "render/canvas.h"

/* What happens to the slow requests? Completion latency by percentile, one line a run; across in
   nines (50, 90, 99, 99.9 ...), up logarithmic. */
struct percentiles_line {
    struct text label; /* "ashift 12"; empty for the further runs of a level */
    unsigned level;
    const double *percents; /* rising, from 50 to below 100 */
    const double *values;   /* positive, in the panel's unit */
    size_t count;
};

struct percentiles_panel {
    struct text label, unit;
    const struct percentiles_line *lines;
    size_t line_count;
};

struct percentiles_spec {
    const struct percentiles_panel *panels;
    size_t panel_count;
};

/* Draws from `top` down; returns where it ends. */
double percentiles_chart_lay_out(struct canvas *canvas, const struct percentiles_spec *spec,
                                 double top);

#endif
