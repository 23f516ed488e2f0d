#include "ingest/line_index.h"

#include <string.h>

struct line_index line_index_of(struct arena *arena, struct text text)
{
    struct line_index index = {.count = 0};
    size_t at = 0;
    for (const char *end;
         at < text.size && (end = memchr(text.data + at, '\n', text.size - at)) != NULL; at++) {
        at = (size_t)(end - text.data);
        index.ends =
            arena_grow(arena, index.ends, index.count, &index.capacity, sizeof *index.ends);
        index.ends[index.count++] = at;
    }
    return index;
}

unsigned line_index_at(const struct line_index *index, size_t offset)
{
    size_t low = 0, high = index->count; /* ends before `low` lie before the offset */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (index->ends[middle] < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return (unsigned)low + 1;
}
