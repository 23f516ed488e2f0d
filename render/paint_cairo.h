#ifndef RENDER_PAINT_CAIRO_H
#define RENDER_PAINT_CAIRO_H

#include "render/fonts.h"

/* What paint_png.h says, by cairo and libpng; `fonts` are of pango_fonts.c. */
NODISCARD bool paint_cairo(struct fonts *fonts, struct arena *arena, const struct scene *scene,
                           enum theme theme, double scale, struct text *png,
                           struct failure *failure);

#endif
