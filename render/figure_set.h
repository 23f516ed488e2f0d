#ifndef RENDER_FIGURE_SET_H
#define RENDER_FIGURE_SET_H

#include "analyze/analysis.h"
#include "render/chart.h"

/* A chart that will be a file. */
struct figure {
    struct text name; /* of the file, without extension: "interval", "interval-2" */
    struct chart chart;
};

struct figure_set {
    struct arena *arena;
    struct figure *figures;
    size_t count, capacity;
};

/* A new figure of this kind, named after it; valid until the next is added. */
struct figure *figure_set_add(struct figure_set *set, enum chart_kind kind);

/* The parts that are not empty, " · " between them, the first letter large. */
struct text figure_subtitle(struct arena *arena, const struct text *parts, size_t count);

/* Sets the footer: `meaning` (what the marks mean), then source, number of runs, program and
 * version. */
void figure_set_footer(struct figure_set *set, struct chart *chart, const struct analysis *analysis,
                       struct text meaning);

/* Where the page ends that begins with panel `first` of `count`: twelve panels, all of the same
   other factors when a factor is compared. strata[i] are those of panel i. */
size_t figure_page_end(const struct analysis *analysis, const struct settings *const *strata,
                       size_t first, size_t count);

/* Each adds the figures of its kind; several where there are several strata or too many rows for
 * one. */
void interval_figures(struct figure_set *set, const struct analysis *analysis);
void runs_figures(struct figure_set *set, const struct analysis *analysis);
/* True when there is a grid and none of its cells has two runs: then it says all there is. */
bool grid_figures(struct figure_set *set, const struct analysis *analysis);
void sweep_figures(struct figure_set *set, const struct analysis *analysis);
void order_figures(struct figure_set *set, const struct analysis *analysis);
void percentiles_figures(struct figure_set *set, const struct analysis *analysis);
void distribution_figures(struct figure_set *set, const struct analysis *analysis);
void timeline_figures(struct figure_set *set, const struct analysis *analysis);

#endif
