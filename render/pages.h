#ifndef RENDER_PAGES_H
#define RENDER_PAGES_H

#include "render/figure_set.h"

/* The figures split so that each can be shown `width` wide and `height` high with its smallest text
   still 11 pixels high when the picture is shown 800 wide (pictures wider than 1200 need no larger
   text than one of 1200). Rows of the charts of intervals and of grids, and panels of the others,
   stay whole: one that is too high by itself has a page of its own. Parts say "page 1 of 3" in
   their subtitle and are named in a row: "runs", "runs-2". Owned by the set's arena. */
struct figure_set pages_of(const struct figure_set *set, const struct text_width *ruler,
                           double width, double height);

#endif
