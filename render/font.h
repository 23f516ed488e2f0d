#ifndef RENDER_FONT_H
#define RENDER_FONT_H

/* For text_width.c and paint_png.c alone: the Pango side of `struct fonts`. */

#include "render/text_width.h"

#include <pango/pangocairo.h>

/* A layout of one line; the caller frees it with g_object_unref. */
PangoLayout *font_layout(struct fonts *fonts, struct text line, double size, bool bold);

#endif
