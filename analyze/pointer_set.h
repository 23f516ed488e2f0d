#ifndef ANALYZE_POINTER_SET_H
#define ANALYZE_POINTER_SET_H

#include "model/arena.h"

#include <stddef.h>

/* Addresses, each once, numbered from 0 in the order in which they came. */
struct pointer_set;

/* An empty set that lives in `arena`; the second with room for `count` addresses. */
struct pointer_set *pointer_set_create(struct arena *arena);
struct pointer_set *pointer_set_create_for(struct arena *arena, size_t count);

/* The number of `address`, which is added when it is new. */
size_t pointer_set_add(struct pointer_set *set, const void *address);

/* The number of `address`, or SIZE_MAX when it is not in the set. */
size_t pointer_set_find(const struct pointer_set *set, const void *address);

size_t pointer_set_count(const struct pointer_set *set);

/* The addresses by number; valid until the next addition. */
const void **pointer_set_items(struct pointer_set *set);

#endif
