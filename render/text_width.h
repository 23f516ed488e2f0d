#ifndef RENDER_TEXT_WIDTH_H
#define RENDER_TEXT_WIDTH_H

#include "model/failure.h"
#include "model/text.h"

/* How wide a line of text is, in pixels at scale 1. Charts are laid out with it and know no font.
 */
struct text_width {
    double (*measure)(const struct text_width *self, struct text line, double size, bool bold);
    struct fonts *fonts; /* NULL where `measure` needs none */
};

/* The fonts of the system, without the user's or the desktop's settings, so that the same text is
   drawn the same everywhere. */
struct fonts;

/* NULL with FAILURE_SYSTEM when no font is installed. The caller closes it with fonts_close. */
struct fonts *fonts_open(struct failure *failure);
void fonts_close(struct fonts *fonts);

/* True when a text measured so far had characters that no installed font has. */
bool fonts_lack_characters(const struct fonts *fonts);

/* Measures with `fonts`, which must outlive it. */
struct text_width text_width_of(struct fonts *fonts);

/* As if every column (line_columns) were 0.6 of the font size wide, 0.65 in bold: the same without
 * any font. */
struct text_width text_width_fixed(void);

#endif
