#include "model/settings.h"

#include <string.h>

struct settings_pool {
    struct arena *arena;
    size_t count, capacity; /* capacity is a power of two or 0 */
    const struct settings **table;
    const struct settings *empty; /* the set without items; NULL before it is asked for */
};

struct settings_pool *settings_pool_create(struct arena *arena)
{
    struct settings_pool *pool = arena_take(arena, sizeof *pool);
    pool->arena = arena;
    return pool;
}

static void write_escaped(struct text_builder *builder, struct text text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (strchr(";=\\", text.data[i]) != NULL && text.data[i] != '\0')
            text_add_string(builder, "\\");
        text_add(builder, text_slice(text, i, i + 1));
    }
}

static struct text write_items(struct arena *arena, const struct setting *items, size_t count)
{
    struct text_builder builder = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            text_add_string(&builder, ";");
        write_escaped(&builder, items[i].name);
        text_add_string(&builder, "=");
        write_escaped(&builder, items[i].value);
    }
    return text_built(&builder);
}

/* Where `written` is in the table, or the empty place for it. */
static size_t place_of(const struct settings_pool *pool, struct text written)
{
    size_t place = (size_t)text_hash(written) & (pool->capacity - 1);
    while (pool->table[place] != NULL && !text_equal(pool->table[place]->written, written))
        place = (place + 1) & (pool->capacity - 1);
    return place;
}

static void enlarge(struct settings_pool *pool)
{
    const struct settings **old = pool->table;
    size_t old_capacity = pool->capacity;
    pool->capacity = old_capacity == 0 ? 64 : old_capacity * 2;
    pool->table = arena_take_array(pool->arena, pool->capacity, sizeof *pool->table);
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i] != NULL)
            pool->table[place_of(pool, old[i]->written)] = old[i];
}

/* Insertion sort: sets are small, and the first of equal names must stay first. */
static size_t sort_and_drop_repeated(struct setting *items, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct setting item = items[i];
        size_t at = kept;
        while (at > 0 && text_compare(items[at - 1].name, item.name) > 0)
            at--;
        if (at > 0 && text_equal(items[at - 1].name, item.name))
            continue;
        memmove(items + at + 1, items + at, (kept - at) * sizeof *items);
        items[at] = item;
        kept++;
    }
    return kept;
}

static const struct settings *intern(struct settings_pool *pool, const struct setting *items,
                                     size_t count)
{
    if (pool->count * 2 >= pool->capacity)
        enlarge(pool);
    struct arena *scratch = arena_create();
    struct setting *sorted = arena_take_array(scratch, count + 1, sizeof *sorted);
    if (count > 0)
        memcpy(sorted, items, count * sizeof *sorted);
    size_t kept = sort_and_drop_repeated(sorted, count);
    size_t place = place_of(pool, write_items(scratch, sorted, kept));
    if (pool->table[place] == NULL) {
        struct settings *settings = arena_take(pool->arena, sizeof *settings);
        struct setting *copies = arena_take_array(pool->arena, kept, sizeof *copies);
        for (size_t i = 0; i < kept; i++)
            copies[i] = (struct setting){text_copy(pool->arena, sorted[i].name),
                                         text_copy(pool->arena, sorted[i].value)};
        settings->count = kept;
        settings->items = copies;
        settings->written = write_items(pool->arena, copies, kept);
        pool->table[place] = settings;
        pool->count++;
    }
    arena_free(scratch);
    return pool->table[place];
}

const struct settings *settings_intern(struct settings_pool *pool, const struct setting *items,
                                       size_t count)
{
    if (count > 0)
        return intern(pool, items, count);
    if (pool->empty == NULL)
        pool->empty = intern(pool, NULL, 0);
    return pool->empty;
}

/* Takes one name or value off `*rest` up to an unescaped `stop`, with escapes undone. */
static struct text take_escaped(struct arena *arena, struct text *rest, const char *stops)
{
    struct text_builder builder = {.arena = arena};
    size_t i = 0;
    for (; i < rest->size && strchr(stops, rest->data[i]) == NULL; i++) {
        if (rest->data[i] == '\\' && i + 1 < rest->size)
            i++;
        text_add(&builder, text_slice(*rest, i, i + 1));
    }
    *rest = text_slice(*rest, i, rest->size);
    return text_built(&builder);
}

const struct settings *settings_parse(struct settings_pool *pool, struct text written)
{
    struct arena *scratch = arena_create();
    struct setting *items = NULL;
    size_t count = 0, capacity = 0;
    while (written.size > 0) {
        struct text name = take_escaped(scratch, &written, "=;");
        if (written.size > 0 && written.data[0] == '=') {
            written = text_slice(written, 1, written.size);
            struct text value = take_escaped(scratch, &written, ";");
            items = arena_grow(scratch, items, count, &capacity, sizeof *items);
            items[count++] = (struct setting){text_trim(name), text_trim(value)};
        }
        written = text_slice(written, 1, written.size);
    }
    const struct settings *settings = settings_intern(pool, items, count);
    arena_free(scratch);
    return settings;
}

const struct settings *settings_without(struct settings_pool *pool, const struct settings *settings,
                                        struct text name)
{
    if (settings_value(settings, name).data == NULL)
        return settings;
    struct arena *scratch = arena_create();
    struct setting *items = arena_take_array(scratch, settings->count, sizeof *items);
    size_t count = 0;
    for (size_t i = 0; i < settings->count; i++)
        if (!text_equal(settings->items[i].name, name))
            items[count++] = settings->items[i];
    const struct settings *rest = settings_intern(pool, items, count);
    arena_free(scratch);
    return rest;
}

struct text settings_value(const struct settings *settings, struct text name)
{
    for (size_t i = 0; settings != NULL && i < settings->count; i++)
        if (text_equal(settings->items[i].name, name))
            return settings->items[i].value;
    return (struct text){NULL, 0};
}
