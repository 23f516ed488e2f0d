#ifndef COLLECT_JSON_LINE_H
#define COLLECT_JSON_LINE_H

#include "model/text.h"

#include <stdint.h>

/* One flat JSON object on one line: the form of manifest.jsonl and made.jsonl. Values are strings
   and integers only. Strings must be UTF-8. */

/* Adds `"name":value` to a line; the first addition opens the object. */
void json_line_text(struct text_builder *line, const char *name, struct text value);
void json_line_integer(struct text_builder *line, const char *name, int64_t value);

/* Closes the object and the line; the result is what text_built gives. */
struct text json_line_end(struct text_builder *line);

struct json_field {
    struct text name;
    struct text string; /* empty when the value is an integer */
    int64_t integer;
    bool is_integer;
};

enum { JSON_FIELDS_MAX = 32 };

struct json_record {
    size_t count;
    struct json_field fields[JSON_FIELDS_MAX];
};

/* Reads a line written by the functions above (without its line end). Strict: anything else, down
   to a trailing blank, is false. Strings are copied to `arena` where they have escapes. */
bool json_line_read(struct arena *arena, struct text line, struct json_record *record);

/* The string of this name; the empty text when there is none. */
struct text json_record_text(const struct json_record *record, const char *name);

/* The integer of this name; 0 when there is none. */
int64_t json_record_integer(const struct json_record *record, const char *name);

#endif
