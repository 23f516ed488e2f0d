#ifndef RENDER_PLOT_H
#define RENDER_PLOT_H

#include "render/axis.h"
#include "render/canvas.h"

/* Small panels of lines, as the charts of order, sweep, percentiles, timeline and distribution have
   them: side by side, each with its own axes. The lines are labelled at their ends; where in one of
   the panels a label could not stand next to its own line's end, and only there, a legend above the
   panels names them all. */

enum scale_kind {
    SCALE_ZERO,  /* linear, zero is on it, ends at round numbers */
    SCALE_WHOLE, /* linear from `low` to `high`, marked at whole numbers */
    SCALE_LOG,   /* logarithmic */
    SCALE_GIVEN, /* linear from `low` to `high`, marked at `ticks` */
};

struct plot_scale {
    enum scale_kind kind;
    double low, high;
    const struct tick *ticks;
    size_t tick_count;
};

struct plot_line {
    struct text label; /* empty: none */
    enum role role;
    enum shape shape;
    const double *across, *up; /* across rising */
    size_t count;
    const double *low, *high; /* an interval around `up`; NULL, or NaN where there is none */
    const double *dot_across, *dot_up; /* loose dots */
    size_t dot_count;
    double stroke; /* width */
    unsigned dash; /* of the stroke */
    bool marked;   /* at each point */
};

struct plot_panel {
    struct text label, unit;
    const struct plot_line *lines;
    size_t line_count;
    struct plot_scale across, up;
    double window_from, window_to; /* shaded; nothing when equal */
};

struct plot {
    const struct plot_panel *panels;
    size_t panel_count;
    struct text across_label;
    double height; /* least, of a panel's drawing */
};

/* Draws from `top` down; returns where it ends. */
double plot_lay_out(struct canvas *canvas, const struct plot *plot, double top);

#endif
