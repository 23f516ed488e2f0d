#include "render/paint_png.h"

#include "render/fonts.h"

bool paint_png(struct arena *arena, const struct scene *scene, struct fonts *fonts,
               enum theme theme, double scale, struct text *png, struct failure *failure)
{
    return fonts->paint(fonts, arena, scene, theme, scale, png, failure);
}
