#include "model/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST_BLOCK = 1 << 12, LARGEST_BLOCK = 1 << 16, ALIGNMENT = 16 };

struct block {
    struct block *next;
    size_t used, size;
    bool zeroed;
    max_align_t bytes[];
};

struct arena {
    struct block *newest;
};

static void end_without_memory(void)
{
    (void)fputs("ashiftstat: out of memory\n", stderr);
    exit(3);
}

struct arena *arena_create(void)
{
    struct arena *arena = calloc(1, sizeof *arena);
    if (arena == NULL)
        end_without_memory();
    return arena;
}

void arena_free(struct arena *arena)
{
    if (arena == NULL)
        return;
    for (struct block *block = arena->newest; block != NULL;) {
        struct block *next = block->next;
        free(block);
        block = next;
    }
    free(arena);
}

/* Room for `size` bytes. What stands alone in its block comes zeroed from the system; a shared
   block is cleared piece by piece as it is given, so that a short-lived arena costs what is used
   of it. */
static struct block *add_block(struct arena *arena, size_t size)
{
    size_t usual = arena->newest == NULL ? SMALLEST_BLOCK : arena->newest->size * 2;
    usual = usual > LARGEST_BLOCK ? LARGEST_BLOCK : usual;
    bool large = size > usual / 4;
    size_t room = large ? size : usual;
    struct block *block = large ? calloc(1, sizeof *block + room) : malloc(sizeof *block + room);
    if (block == NULL)
        end_without_memory();
    block->used = 0;
    block->size = room;
    block->zeroed = large;
    if (large && arena->newest != NULL) { /* keep filling the newest block */
        block->next = arena->newest->next;
        arena->newest->next = block;
    } else {
        block->next = arena->newest;
        arena->newest = block;
    }
    return block;
}

void *arena_take(struct arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        end_without_memory();
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct block *block = arena->newest;
    if (block == NULL || block->size - block->used < size)
        block = add_block(arena, size);
    void *taken = (char *)block->bytes + block->used;
    if (!block->zeroed)
        memset(taken, 0, size);
    block->used += size;
    return taken; /* no byte is given twice */
}

void *arena_take_array(struct arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        end_without_memory();
    return arena_take(arena, count * size);
}

void *arena_grow(struct arena *arena, void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    size_t larger = *capacity < 2 ? 2 : *capacity * 2;
    void *grown = arena_take_array(arena, larger, size);
    if (count > 0)
        memcpy(grown, items, count * size);
    *capacity = larger;
    return grown;
}
