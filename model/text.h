#ifndef MODEL_TEXT_H
#define MODEL_TEXT_H

#include "model/arena.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* A borrowed run of bytes. It never owns and needs no NUL; {NULL, 0} is the empty text. */
struct text {
    const char *data;
    size_t size;
};

/* The text of a C string (NULL gives the empty text); borrowed. */
struct text text_of(const char *string);

/* A copy owned by `arena`, with a NUL behind its end. */
struct text text_copy(struct arena *arena, struct text text);

/* The text as a C string owned by `arena`; stops at an embedded NUL. */
const char *text_string(struct arena *arena, struct text text);

/* printf into text owned by `arena`, with a NUL behind its end. */
struct text text_format(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Bytes from `start` to `end` (both clipped to the text). */
struct text text_slice(struct text text, size_t start, size_t end);

/* True for an ASCII digit; stands here because numbers are read byte by byte with it. */
static inline bool text_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* True when there is nothing but blanks, tabs and line ends. */
bool text_is_blank(struct text text);

/* Without blanks, tabs, line ends and no-break spaces at either end. */
struct text text_trim(struct text text);

bool text_equal(struct text a, struct text b);
bool text_is(struct text text, const char *string);
bool text_equal_ignoring_case(struct text a, struct text b); /* ASCII letters only */
bool text_is_ignoring_case(struct text text, const char *string);
bool text_starts_with(struct text text, const char *prefix);
bool text_starts_with_ignoring_case(struct text text, const char *prefix);
bool text_ends_with(struct text text, const char *suffix);
bool text_ends_with_ignoring_case(struct text text, const char *suffix);

/* Byte order; negative, 0 or positive. */
int text_compare(struct text a, struct text b);

/* Natural order: runs of digits compare as numbers, so "2" < "10"; equal only for equal bytes. */
int text_compare_naturally(struct text a, struct text b);

/* Offset of the first occurrence at or after `start`, or `text.size` when there is none. */
size_t text_find(struct text text, const char *needle, size_t start);
size_t text_find_ignoring_case(struct text text, const char *needle, size_t start);

/* Takes the next line off `*rest` (without its "\n" or "\r\n") into `*line`; false at the end. */
bool text_next_line(struct text *rest, struct text *line);

/* Takes the next piece up to `separator` off `*rest`; false when `*rest` was used up (data NULL).
 */
bool text_next_piece(struct text *rest, char separator, struct text *piece);

/* True when every byte belongs to a well-formed UTF-8 sequence. */
bool text_is_utf8(struct text text);

/* True when text_clean would change nothing. */
bool text_is_clean(struct text text);

/* A copy with malformed bytes replaced by U+FFFD and control characters (but tab, newline) by a
 * blank. */
struct text text_clean(struct arena *arena, struct text text);

/* MurmurHash64A; for hash tables in memory only. */
unsigned long long text_hash(struct text text);

/* Text that grows at its end. Start from {.arena = arena}. */
struct text_builder {
    struct arena *arena;
    char *data;
    size_t size, capacity;
};

void text_add(struct text_builder *builder, struct text text);
void text_add_string(struct text_builder *builder, const char *string);
void text_add_format(struct text_builder *builder, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Takes line ends off the end until one is left. */
void text_end_once(struct text_builder *builder);

/* What was added so far, with a NUL behind its end; valid until the next addition. */
struct text text_built(struct text_builder *builder);

#endif
