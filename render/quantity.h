#ifndef RENDER_QUANTITY_H
#define RENDER_QUANTITY_H

#include "model/unit.h"

/* Figures as people read them. */

/* One unit for figures between `smallest` and `largest` (positive, base unit): as large as reads
   well without pushing the small ones below 1. */
struct display_unit quantity_unit(enum dimension dimension, double smallest, double largest);

/* Decimals that give `value` about four significant digits: 3 for 1.5, 0 from 1000. */
int quantity_decimals(double value);

/* `significant` digits without trailing zeros: "176", "92.6", "2234.75". */
struct text quantity_short(struct arena *arena, double value, int significant);

/* "145.4", "12 345.7" (thousands apart by a narrow no-break space from 10 000), "1.5e9" beyond 10
 * million; U+2212 for minus. */
struct text quantity_figure(struct arena *arena, double value, int decimals);

/* A figure of a column whose figures have `decimals`: one that would show less than two digits is
   given `significant` ones: "0.0700" beside "192.0". */
struct text quantity_in_column(struct arena *arena, double value, int decimals, int significant);

#endif
