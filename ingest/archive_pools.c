#include "ingest/archive_pools.h"

static struct pool_ashift *find(struct archive_pools *pools, struct text asked)
{
    for (size_t i = 0; i < pools->count; i++)
        if (text_equal(pools->items[i].asked, asked))
            return &pools->items[i];
    pools->items = arena_grow(pools->arena, pools->items, pools->count, &pools->capacity,
                              sizeof *pools->items);
    pools->items[pools->count] = (struct pool_ashift){.asked = text_copy(pools->arena, asked)};
    return &pools->items[pools->count++];
}

static bool is_listed(struct text list, struct text value)
{
    struct text piece;
    while (text_next_piece(&list, ' ', &piece))
        if (text_equal(piece, value))
            return true;
    return false;
}

void archive_pools_add(struct archive_pools *pools, struct text asked, struct text label)
{
    struct text line, key;
    while (text_next_line(&label, &line)) {
        line = text_trim(line);
        if (!text_next_piece(&line, ':', &key) || !text_is(key, "ashift"))
            continue;
        struct text value = text_trim(line);
        struct pool_ashift *pool = find(pools, asked);
        if (value.size == 0 || is_listed(pool->measured, value))
            continue;
        pool->measured =
            text_format(pools->arena, "%.*s%s%.*s", (int)pool->measured.size,
                        pool->measured.data == NULL ? "" : pool->measured.data,
                        pool->measured.size > 0 ? " and " : "", (int)value.size, value.data);
    }
}

void archive_pools_write(const struct archive_pools *pools, struct reading *reading)
{
    struct text_builder value = {.arena = pools->arena};
    for (size_t i = 0; i < pools->count; i++)
        text_add_format(&value, "%s%.*s%s%.*s", i > 0 ? "; " : "", (int)pools->items[i].asked.size,
                        pools->items[i].asked.data, pools->items[i].asked.size > 0 ? ": " : "",
                        (int)pools->items[i].measured.size,
                        pools->items[i].measured.data == NULL ? "" : pools->items[i].measured.data);
    if (pools->count > 0)
        reading_add_fact(reading, "measured_ashift", text_built(&value),
                         text_of("zdb -l of each pool"));
}
