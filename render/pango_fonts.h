#ifndef RENDER_PANGO_FONTS_H
#define RENDER_PANGO_FONTS_H

/* For paint_cairo.c alone: the Pango side of `struct fonts`. */

#include "render/fonts.h"

#include <pango/pangocairo.h>

/* A layout of one line; the caller frees it with g_object_unref. */
PangoLayout *font_layout(struct fonts *fonts, struct text line, double size, bool bold);

#endif
