#ifndef MODEL_SETTINGS_H
#define MODEL_SETTINGS_H

#include "model/text.h"

#include <stdbool.h>
#include <stddef.h>

/* A set of name=value, sorted by name, interned: within one pool equal sets are the same pointer.
   Used for a configuration (factor=level) and for the options of a workload (rw=randwrite). */
struct setting {
    struct text name, value;
};

struct settings {
    size_t count;
    const struct setting *items; /* sorted by name, each name once */
    struct text written; /* "a=1;b=2"; in names and values ';', '=' and '\' are written "\;" ... */
};

struct settings_pool;

/* A pool whose sets live in `arena`. */
struct settings_pool *settings_pool_create(struct arena *arena);

/* The interned set of these items. Texts are copied. Where a name stands twice the first counts. */
const struct settings *settings_intern(struct settings_pool *pool, const struct setting *items,
                                       size_t count);

/* The set written as "a=1;b=2" (escapes as in `written`); pieces without '=' are passed over. */
const struct settings *settings_parse(struct settings_pool *pool, struct text written);

/* `settings` without `name` (the same pointer when the name is not in it). */
const struct settings *settings_without(struct settings_pool *pool, const struct settings *settings,
                                        struct text name);

/* The value of `name`; {NULL, 0} when the set (which may be NULL) does not have it. */
struct text settings_value(const struct settings *settings, struct text name);

#endif
