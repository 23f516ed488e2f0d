#ifndef RENDER_PAINT_SVG_H
#define RENDER_PAINT_SVG_H

#include "render/scene.h"

/* The scene as an SVG document with real text, light and, where the reader's system asks for it,
   dark. `name` (letters, digits and '-') makes ids and classes unlike those of other charts in the
   same page. Owned by `arena`. */
struct text paint_svg(struct arena *arena, const struct scene *scene, const char *name);

#endif
