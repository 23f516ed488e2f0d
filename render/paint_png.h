#ifndef RENDER_PAINT_PNG_H
#define RENDER_PAINT_PNG_H

#include "render/fonts.h"
#include "render/scene.h"

/* The scene as a PNG, `scale` pixels for one that it is shown in, with title and description as
   text chunks. `*png` is owned by `arena`. FAILURE_SYSTEM when the picture is too large to be held.
 */
NODISCARD bool paint_png(struct arena *arena, const struct scene *scene, struct fonts *fonts,
                         enum theme theme, double scale, struct text *png, struct failure *failure);

#endif
