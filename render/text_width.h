#ifndef RENDER_TEXT_WIDTH_H
#define RENDER_TEXT_WIDTH_H

#include "model/text.h"

#include <stdbool.h>

struct fonts;

/* How wide a line of text is, in pixels at scale 1. Charts are laid out with it and know no font.
 */
struct text_width {
    double (*measure)(const struct text_width *self, struct text line, double size, bool bold);
    struct fonts *fonts; /* NULL where `measure` needs none */
};

/* Measures with `fonts`, which must outlive it. */
struct text_width text_width_of(struct fonts *fonts);

/* As if every column (line_columns) were 0.6 of the font size wide, 0.65 in bold: the same without
 * any font. */
struct text_width text_width_fixed(void);

#endif
