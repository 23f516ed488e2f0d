#ifndef RENDER_TEXT_FIT_H
#define RENDER_TEXT_FIT_H

#include "render/text_width.h"

/* Making text fit into a width in pixels. */

/* The line, or the line with an ellipsis in its middle, at most `width` wide. */
struct text text_fit(struct arena *arena, const struct text_width *ruler, struct text line,
                     double size, bool bold, double width);

struct text_lines {
    struct text *items;
    size_t count;
    double width;   /* of the widest */
    bool shortened; /* something was left out */
};

/* Broken at blanks (inside words where a word is wider) into at most `most` lines; when they do not
   suffice the text is shortened in its middle. */
struct text_lines text_wrap(struct arena *arena, const struct text_width *ruler, struct text line,
                            double size, bool bold, double width, size_t most);

/* The same, with lines of about the same length. */
struct text_lines text_wrap_evenly(struct arena *arena, const struct text_width *ruler,
                                   struct text line, double size, bool bold, double width,
                                   size_t most);

#endif
