#ifndef RENDER_INTERVAL_CHART_H
#define RENDER_INTERVAL_CHART_H

#include "render/canvas.h"

/* Candidate against baseline as a ratio with its interval, one row a comparison, on a logarithmic
   axis labelled in percent. */
struct interval_row {
    struct text label;
    struct text state;       /* "cannot tell" */
    struct text change;      /* "+14.3 % (−37.8 to +110.0)" */
    struct text runs;        /* "4 → 784" */
    struct text full;        /* told when pointed at */
    double ratio, low, high; /* NaN where there is nothing to draw; ends may be infinite or 0 */
    enum role role;          /* of a decided row: the better level's; else ROLE_INK */
    bool decided;            /* filled mark */
};

/* Rows with the same two sides. */
struct interval_panel {
    struct text heading;     /* empty: none */
    struct text left, right; /* who is ahead on either side of no change: "13" */
    const char *ahead;       /* " faster"; NULL: neither is */
    enum role left_role, right_role;
    struct text subject, base; /* of the changes, "12" against "13"; empty: each row says its own */
    const struct interval_row *rows;
    size_t row_count;
};

struct interval_spec {
    const struct interval_panel *panels;
    size_t panel_count;
    double margin;
    struct text margin_label; /* "shaded: under 5 %, too small to matter", where that is seen */
    struct text runs_header;  /* "runs: now → needed for 5 %"; empty: no such column */
};

/* Draws from `top` down; returns where it ends. */
double interval_chart_lay_out(struct canvas *canvas, const struct interval_spec *spec, double top);

#endif
