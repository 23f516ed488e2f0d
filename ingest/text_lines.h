#ifndef INGEST_TEXT_LINES_H
#define INGEST_TEXT_LINES_H

#include "model/text.h"

/* A text divided into its lines: items[i] is line i + 1, without its end. */
struct text_lines {
    struct text *items;
    size_t count;
};

/* No tool prints longer lines of results: longer ones are not searched for them. */
enum { LONGEST_POSTED_LINE = 4096 };

struct text_lines text_lines_of(struct arena *arena, struct text text);

/* One blank where there are several, none at the ends. */
struct text text_folded(struct arena *arena, struct text text);

/* Words between blanks. */
size_t text_count_words(struct text text);

/* True when the line consists of this character and blanks: "-----", "-----   -----". */
bool text_is_rule(struct text line, char character);

#endif
