#ifndef INGEST_LINE_INDEX_H
#define INGEST_LINE_INDEX_H

#include "model/text.h"

/* Where the lines of a text end, so that the line of an offset is found without counting again. */
struct line_index {
    size_t *ends; /* offsets of "\n" */
    size_t count, capacity;
};

struct line_index line_index_of(struct arena *arena, struct text text);

/* Line number, from 1, of the byte at `offset`. */
unsigned line_index_at(const struct line_index *index, size_t offset);

#endif
