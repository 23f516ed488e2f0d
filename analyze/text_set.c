/* Open addressing with linear probing over the texts' numbers. */

#include "analyze/text_set.h"

#include <stdint.h>

struct text_set {
    struct arena *arena;
    struct text *items;
    size_t count, item_capacity;
    size_t *table;   /* number + 1; 0 is free */
    size_t capacity; /* a power of two */
};

struct text_set *text_set_create(struct arena *arena)
{
    struct text_set *set = arena_take(arena, sizeof *set);
    set->arena = arena;
    set->capacity = 16;
    set->table = arena_take_array(arena, set->capacity, sizeof *set->table);
    return set;
}

static size_t place_of(const struct text_set *set, struct text text)
{
    size_t place = (size_t)text_hash(text) & (set->capacity - 1);
    while (set->table[place] != 0 && !text_equal(set->items[set->table[place] - 1], text))
        place = (place + 1) & (set->capacity - 1);
    return place;
}

static void enlarge(struct text_set *set)
{
    set->capacity *= 2;
    set->table = arena_take_array(set->arena, set->capacity, sizeof *set->table);
    for (size_t i = 0; i < set->count; i++)
        set->table[place_of(set, set->items[i])] = i + 1;
}

size_t text_set_add(struct text_set *set, struct text text)
{
    size_t place = place_of(set, text);
    if (set->table[place] != 0)
        return set->table[place] - 1;
    set->items =
        arena_grow(set->arena, set->items, set->count, &set->item_capacity, sizeof *set->items);
    set->items[set->count++] = text;
    set->table[place] = set->count;
    if (set->count * 2 > set->capacity)
        enlarge(set);
    return set->count - 1;
}

size_t text_set_find(const struct text_set *set, struct text text)
{
    size_t place = place_of(set, text);
    return set->table[place] == 0 ? SIZE_MAX : set->table[place] - 1;
}

size_t text_set_count(const struct text_set *set)
{
    return set->count;
}

const struct text *text_set_items(const struct text_set *set)
{
    return set->items;
}
