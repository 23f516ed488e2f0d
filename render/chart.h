#ifndef RENDER_CHART_H
#define RENDER_CHART_H

#include "render/distribution_chart.h"
#include "render/grid_chart.h"
#include "render/interval_chart.h"
#include "render/order_chart.h"
#include "render/percentiles_chart.h"
#include "render/runs_chart.h"
#include "render/sweep_chart.h"
#include "render/timeline_chart.h"

enum chart_kind {
#define CHART(name, question, needs) CHART_##name,
#include "render/charts.h"
#undef CHART
    CHART_KINDS,
};

/* What to draw: words around the picture, and the picture's numbers. */
struct chart {
    enum chart_kind kind;
    struct text title;         /* the finding */
    struct text subtitle;      /* the conditions */
    const struct text *footer; /* what the marks mean, where it comes from */
    size_t footer_count;
    struct text description; /* the numbers in words, for those who do not see it */
    union {
#define CHART(name, question, needs) struct name##_spec name;
#include "render/charts.h"
#undef CHART
    } of;
};

const char *chart_name(enum chart_kind kind);
const char *chart_question(enum chart_kind kind);
const char *chart_needs(enum chart_kind kind); /* "latency bins: ..." */

/* Numbers in, marks out: CHART_WIDTH wide and as high as it needs. Owned by `arena`. */
struct scene *chart_lay_out(struct arena *arena, const struct chart *chart,
                            const struct text_width *ruler);

/* The same to be shown `width` wide and `height` high (0: as high as it needs). A chart that is too
   high for this shape is laid out wider, so that its text is shown smaller; one that is too low
   gets room around its picture. */
struct scene *chart_fit(struct arena *arena, const struct chart *chart,
                        const struct text_width *ruler, double width, double height);

#endif
