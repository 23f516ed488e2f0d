#ifndef RENDER_JSON_WRITER_H
#define RENDER_JSON_WRITER_H

#include "model/text.h"

#include <stdint.h>

/* Writes JSON (RFC 8259) as it goes. Start from {.out = builder}. Inside an object every value has
   a name, inside a list `name` is NULL. Numbers that are NaN or infinite are null. */
struct json_writer {
    struct text_builder *out;
    unsigned spread; /* containers nested less deep than this have a line for each item */
    unsigned depth;
    bool begun; /* the innermost container has an item */
};

void json_begin(struct json_writer *writer, const char *name, char bracket); /* '{' or '[' */
void json_end(struct json_writer *writer, char bracket);                     /* '}' or ']' */
void json_text(struct json_writer *writer, const char *name, struct text text);
void json_string(struct json_writer *writer, const char *name, const char *string);
void json_double(struct json_writer *writer, const char *name, double value);   /* 17 digits */
void json_shortest(struct json_writer *writer, const char *name, double value); /* shortest */
void json_integer(struct json_writer *writer, const char *name, int64_t value);
void json_bool(struct json_writer *writer, const char *name, bool value);
void json_null(struct json_writer *writer, const char *name);

#endif
