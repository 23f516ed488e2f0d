#ifndef INGEST_FACTOR_WORDS_H
#define INGEST_FACTOR_WORDS_H

#include "model/settings.h"

#include <stdbool.h>

/* Factors that a text states in passing, and the text without them. */

struct found_settings {
    struct arena *arena;
    struct setting *items;
    size_t count, capacity;
};

/* Keeps name=value unless the name is there already (the first that states a factor wins). */
void found_settings_add(struct found_settings *found, struct text name, struct text value);

/* Known factor names with a level in a path component, name or heading: "ashift12", "ashift=12",
   "ashift-12", "recordsize_16k"; levels that are words need "=": "sync=always", but for a few that
   people write without: "qemu cache writeback". Adds them and
   returns the text without them. A factor that stands with two different levels is left alone, and
   so is a text of what is not set yet ("before changing to ashift=12"). */
struct text factor_words_take(struct found_settings *found, struct text text);

/* True when a text states one level of a known factor; options of fio ("direct=1") do not count. */
bool factor_words_state(struct text text);

/* True when both state a level of the same known factor. */
bool factor_words_share(struct text a, struct text b);

/* `text` without what it states of the factors in `named`. */
struct text factor_words_remove(struct arena *arena, struct text text,
                                const struct found_settings *named);

/* Any name=value in a heading or label; names that are options of fio, words after "--" and names
   that stand with two different values are left alone. */
struct text factor_pairs_take(struct found_settings *found, struct text text);

/* One space between words, no separators at the ends: what is left after taking words out. */
struct text factor_words_tidy(struct arena *arena, struct text text);

#endif
