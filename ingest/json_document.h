#ifndef INGEST_JSON_DOCUMENT_H
#define INGEST_JSON_DOCUMENT_H

#include "model/text.h"

#include <stdbool.h>

/* A parsed JSON value; owned by the arena it was parsed into. */
struct json;

/* Call once before any thread parses. */
void json_prepare(void);

/* What was read although it is no JSON: bare nan and inf, which are no numbers, and commas before a
   closing bracket. fio can print both. */
struct json_repair {
    bool numbers, commas;
};

/* Parses the value at the start of `text` into `arena`. `*end` gets the offset behind it, or on
   failure the offset near which the text stopped being JSON. NULL on failure. */
const struct json *json_parse(struct arena *arena, struct text text, size_t *end,
                              struct json_repair *repaired);

/* Member of an object by exact name, the first where it stands twice; NULL when there is none. */
const struct json *json_member(const struct json *object, const char *name);

/* First member or element of an object or array, and the next after it; NULL at the end. */
const struct json *json_first(const struct json *container);
const struct json *json_next(const struct json *item);

/* Name of a member; empty for others. */
struct text json_name(const struct json *item);

bool json_is_object(const struct json *item);
bool json_is_array(const struct json *item);

/* False when `item` is NULL or not a finite number. */
bool json_number(const struct json *item, double *value);

/* The text of a string; empty when `item` is NULL or not a string. */
struct text json_string_value(const struct json *item);

#endif
