#include "render/level_name.h"

#include "render/line.h"

#include <string.h>

enum {
    LONG = 20, /* columns from which a name is cut */
    KEPT = 4,  /* bytes that stay beside the difference where no word ends */
};

static bool is_border(char c)
{
    return strchr(" -_=+;/,:.", c) != NULL;
}

static bool begins_character(struct text text, size_t at)
{
    return at >= text.size || ((unsigned char)text.data[at] & 0xc0) != 0x80;
}

/* Bytes that all names begin with (`from_end`: end with), at most those of the shortest. */
static size_t shared_bytes(const struct text *names, size_t count, bool from_end)
{
    size_t shared = names[0].size;
    for (size_t i = 1; i < count; i++) {
        size_t k = 0;
        while (k < shared && k < names[i].size &&
               (from_end
                    ? names[0].data[names[0].size - 1 - k] == names[i].data[names[i].size - 1 - k]
                    : names[0].data[k] == names[i].data[k]))
            k++;
        shared = k;
    }
    return shared;
}

/* Where the part begins that is kept: behind the last word that all share. */
static size_t kept_from(struct text name, size_t shared)
{
    for (size_t at = shared; at > 0; at--)
        if (is_border(name.data[at - 1]))
            return at;
    size_t at = shared > KEPT ? shared - KEPT : 0;
    while (!begins_character(name, at))
        at--;
    return at;
}

/* Where it ends: before the first word that all share. */
static size_t kept_to(struct text name, size_t shared)
{
    for (size_t at = name.size - shared; at < name.size; at++)
        if (is_border(name.data[at]))
            return at;
    size_t at = shared > KEPT ? name.size - shared + KEPT : name.size;
    while (!begins_character(name, at))
        at++;
    return at;
}

struct text level_name(struct arena *arena, struct text_list levels, struct text level)
{
    enum { LEAST_SAVED = 4 };
    struct text name = line_clean(arena, level);
    if (line_columns(name) < LONG || levels.count < 2)
        return name;
    struct text *names = arena_take_array(arena, levels.count, sizeof *names);
    size_t least = name.size;
    for (size_t i = 0; i < levels.count; i++) {
        names[i] = line_clean(arena, levels.items[i]);
        least = names[i].size < least ? names[i].size : least;
    }
    size_t head = shared_bytes(names, levels.count, false);
    size_t tail = shared_bytes(names, levels.count, true);
    if (head + tail > least)
        tail = least - head;
    size_t from = kept_from(name, head), to = kept_to(name, tail);
    from = from < LEAST_SAVED ? 0 : from;
    to = name.size - to < LEAST_SAVED ? name.size : to;
    if (to <= from)
        return name;
    return text_format(arena, "%s%.*s%s", from > 0 ? "\xe2\x80\xa6" : "", (int)(to - from),
                       name.data + from, to < name.size ? "\xe2\x80\xa6" : "");
}
