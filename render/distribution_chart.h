#ifndef RENDER_DISTRIBUTION_CHART_H
#define RENDER_DISTRIBUTION_CHART_H

#include "render/canvas.h"

/* How do the latencies lie? The share of requests that took at most so long, one line a run, across
   logarithmic. */
struct distribution_line {
    struct text label; /* "ashift 12"; empty for the further runs of a level */
    unsigned level;
    const double *latencies; /* positive, rising, in the chart's unit */
    const double *shares;    /* of the requests up to there, in percent; rising to 100 */
    size_t count;
};

struct distribution_panel {
    struct text label;
    const struct distribution_line *lines;
    size_t line_count;
};

struct distribution_spec {
    const struct distribution_panel *panels;
    size_t panel_count;
    struct text latency; /* "completion latency, ms" */
};

/* Draws from `top` down; returns where it ends. */
double distribution_chart_lay_out(struct canvas *canvas, const struct distribution_spec *spec,
                                  double top);

#endif
