#ifndef RENDER_LINE_H
#define RENDER_LINE_H

#include "model/text.h"

/* Text from inputs as one line that is safe to show: valid UTF-8 without control characters, line
   ends and characters that turn the direction of writing; blanks in a row become one. */
struct text line_clean(struct arena *arena, struct text text);

/* How many columns of a terminal the line takes: wide characters (CJK, emoji) take two, combining
 * marks none. */
size_t line_columns(struct text line);

/* At most `columns` wide: what does not fit is taken out of the middle, where an ellipsis shows it.
 */
struct text line_shorten(struct arena *arena, struct text line, size_t columns);

/* The piece of `*rest` that fits into `columns`, broken at a blank where there is one and inside a
   word where a word is longer; `*rest` is moved behind it. False when nothing is left. */
bool line_wrap(struct text *rest, size_t columns, struct text *piece);

/* Only ASCII: dashes, quotes, the ellipsis and a few signs get their plain form, all else '?'. */
struct text line_ascii(struct arena *arena, struct text line);

#endif
