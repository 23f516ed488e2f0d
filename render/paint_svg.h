#ifndef RENDER_PAINT_SVG_H
#define RENDER_PAINT_SVG_H

#include "render/scene.h"

/* Stands near the beginning of every SVG that the program makes. */
#define SVG_MAKER "<!-- drawn by ashiftstat -->"

/* The scene as an SVG document with real text. `name` (letters, digits and '-') makes ids and
   classes unlike those of other charts in the same page. Owned by `arena`. */
struct text paint_svg(struct arena *arena, const struct scene *scene, const char *name,
                      enum theme theme);

#endif
