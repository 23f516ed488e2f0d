#ifndef ANALYZE_TEXT_SET_H
#define ANALYZE_TEXT_SET_H

#include "model/text.h"

/* Texts, each once, numbered from 0 in the order in which they came. The bytes are borrowed. */
struct text_set;

/* An empty set that lives in `arena`. */
struct text_set *text_set_create(struct arena *arena);

/* The number of `text`, which is added when it is new. */
size_t text_set_add(struct text_set *set, struct text text);

/* The number of `text`; SIZE_MAX when it is not in the set. */
size_t text_set_find(const struct text_set *set, struct text text);

size_t text_set_count(const struct text_set *set);

/* The texts by number; valid until the next addition. */
const struct text *text_set_items(const struct text_set *set);

#endif
