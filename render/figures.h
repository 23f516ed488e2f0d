#ifndef RENDER_FIGURES_H
#define RENDER_FIGURES_H

#include "render/figure_set.h"

/* The only place (with the NAME_figure.c files) where an analysis becomes charts. */

struct figure_options {
    enum theme theme; /* auto: the SVG follows the reader's system, the PNG is light */
    double width,
        height;        /* pixels to be shown in; 0 stands for CHART_WIDTH and as high as needed */
    double scale;      /* pixels of the PNG for one of these; 0 stands for 1 */
    bool bars;         /* in the chart of runs */
    const bool *kinds; /* which kinds are wanted, by enum chart_kind; NULL: all */
};

/* The figures of an analysis, the lead chart first. Owned by `arena`. */
struct figure_set figures_of(struct arena *arena, const struct analysis *analysis);

/* Leaves the kinds that are wanted, drawn as wanted, and split into pages that are readable in the
   size that is wanted. */
NODISCARD bool figures_choose(struct figure_set *set, const struct figure_options *options,
                              struct failure *failure);

struct drawing {
    struct text name; /* of the figure */
    struct text svg, png;
    double text_height; /* of the smallest text, in the pixels it is shown in */
};

struct drawings {
    struct drawing *items;
    size_t count;
    bool lacks_characters; /* a chart has characters that no installed font has (fonts-noto-core and
                              fonts-noto-cjk have most) */
};

/* Draws each figure. Owned by `arena`. */
NODISCARD bool figures_draw(struct arena *arena, const struct figure_set *set,
                            const struct figure_options *options, struct drawings *drawings,
                            struct failure *failure);

/* Writes NAME.svg and NAME.png of every drawing into `directory`, which is made when it is missing,
   and takes away what an earlier time left there of pages that are no more ("runs-3.png"), if this
   program made it. */
NODISCARD bool drawings_write(const struct drawings *drawings, const char *directory,
                              struct failure *failure);

#endif
