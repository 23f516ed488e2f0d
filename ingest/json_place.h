#ifndef INGEST_JSON_PLACE_H
#define INGEST_JSON_PLACE_H

#include "ingest/line_index.h"

#include <stdbool.h>

/* Where a value of a JSON text stands: its first byte. A parser says what the values are, a place
   says where they were printed. The text is one that was parsed. */
struct json_place {
    struct text text;
    size_t at;
    size_t base; /* offset of `text` in the text that `lines` is of */
    const struct line_index *lines;
};

/* Line, from 1, on which the value begins. */
unsigned json_place_line(struct json_place place);

/* A number as it is printed there; empty when it is longer than a number is. */
struct text json_place_written(struct json_place place);

/* The place of an object's own member of this name, the first where it stands twice; false when it
   has none, or is no object. Strings and what is nested are passed over. */
bool json_place_member(struct json_place object, const char *name, struct json_place *value);

/* Steps through the members of an object or the elements of an array. */
struct json_walk {
    struct json_place next; /* the value last given is passed over by the next step */
    bool begun;
};

struct json_walk json_walk_into(struct json_place container);

/* `*name` is the member's name as it stands between its quotes; empty for an element. False at the
   end. */
bool json_walk_next(struct json_walk *walk, struct text *name, struct json_place *value);

#endif
