/* Open addressing with linear probing over the addresses' numbers. */

#include "analyze/pointer_set.h"

#include <stdint.h>

struct pointer_set {
    struct arena *arena;
    const void **items;
    size_t count, item_capacity;
    size_t *table;   /* number + 1; 0 is free */
    size_t capacity; /* a power of two */
};

struct pointer_set *pointer_set_create(struct arena *arena)
{
    return pointer_set_create_for(arena, 0);
}

struct pointer_set *pointer_set_create_for(struct arena *arena, size_t count)
{
    struct pointer_set *set = arena_take(arena, sizeof *set);
    set->arena = arena;
    set->capacity = 16;
    while (set->capacity < 2 * count)
        set->capacity *= 2;
    set->item_capacity = count;
    set->items = arena_take_array(arena, count, sizeof *set->items);
    set->table = arena_take_array(arena, set->capacity, sizeof *set->table);
    return set;
}

/* Fibonacci hashing; the low bits of an address are the same for all. */
static size_t place_of(const struct pointer_set *set, const void *address)
{
    uint64_t hash = ((uint64_t)(uintptr_t)address >> 4) * UINT64_C(0x9e3779b97f4a7c15);
    size_t place = (size_t)(hash >> 32) & (set->capacity - 1);
    while (set->table[place] != 0 && set->items[set->table[place] - 1] != address)
        place = (place + 1) & (set->capacity - 1);
    return place;
}

static void enlarge(struct pointer_set *set)
{
    set->capacity *= 2;
    set->table = arena_take_array(set->arena, set->capacity, sizeof *set->table);
    for (size_t i = 0; i < set->count; i++)
        set->table[place_of(set, set->items[i])] = i + 1;
}

size_t pointer_set_add(struct pointer_set *set, const void *address)
{
    size_t place = place_of(set, address);
    if (set->table[place] != 0)
        return set->table[place] - 1;
    set->items =
        arena_grow(set->arena, set->items, set->count, &set->item_capacity, sizeof *set->items);
    set->items[set->count++] = address;
    set->table[place] = set->count;
    if (set->count * 2 > set->capacity)
        enlarge(set);
    return set->count - 1;
}

size_t pointer_set_find(const struct pointer_set *set, const void *address)
{
    size_t place = place_of(set, address);
    return set->table[place] == 0 ? SIZE_MAX : set->table[place] - 1;
}

size_t pointer_set_count(const struct pointer_set *set)
{
    return set->count;
}

const void **pointer_set_items(struct pointer_set *set)
{
    return set->items;
}
