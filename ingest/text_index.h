#ifndef INGEST_TEXT_INDEX_H
#define INGEST_TEXT_INDEX_H

#include "model/text.h"

/* Numbers kept under texts (open addressing). Start from {.arena = arena}; keys are copied. */
struct text_index_entry {
    struct text key; /* data NULL: free place */
    size_t value;
};

struct text_index {
    struct arena *arena;
    struct text_index_entry *entries;
    size_t count, capacity;
};

/* The value kept under `key`, which is added with the value 0 when it is not there (`*added` tells;
   may be NULL). Valid until the next addition. */
size_t *text_index_at(struct text_index *index, struct text key, bool *added);

#endif
