#ifndef MODEL_ARENA_H
#define MODEL_ARENA_H

#include <stddef.h>

/* Memory that is given back all at once. Not shared between threads. An arena that cannot grow ends
   the program with one line on standard error and exit status 3, so no caller checks for NULL. */
struct arena;

/* A new empty arena; the caller frees it with arena_free. */
struct arena *arena_create(void);

/* Gives back everything taken from the arena, and the arena. NULL is allowed. */
void arena_free(struct arena *arena);

/* `size` zeroed bytes, aligned for any type; owned by the arena. */
void *arena_take(struct arena *arena, size_t size);

/* Room for `count` zeroed items of `size` bytes; a product that overflows ends the program. */
void *arena_take_array(struct arena *arena, size_t count, size_t size);

/* Makes room for one more item in a growing array: when `count` has reached `*capacity` a larger
   array is taken and the items are copied. Returns the array to use from now on. */
void *arena_grow(struct arena *arena, void *items, size_t count, size_t *capacity, size_t size);

#endif
