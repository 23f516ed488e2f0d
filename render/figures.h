#ifndef RENDER_FIGURES_H
#define RENDER_FIGURES_H

#include "render/figure_set.h"

/* The only place (with the NAME_figure.c files) where an analysis becomes charts. */

struct figure_options {
    double scale;           /* pixels of the PNG for one of the chart; 0 stands for 1 */
    bool *lacks_characters; /* may be NULL; set to whether a chart has characters that no installed
                               font has (fonts-noto-core and fonts-noto-cjk have most) */
};

/* The figures of an analysis, the lead chart first. Owned by `arena`. */
struct figure_set figures_of(struct arena *arena, const struct analysis *analysis);

/* Writes NAME.svg and NAME.png of every figure into `directory`, which is made when it is missing.
   `options` may be NULL. */
NODISCARD bool figures_write(const struct analysis *analysis, const char *directory,
                             const struct figure_options *options, struct failure *failure);

#endif
