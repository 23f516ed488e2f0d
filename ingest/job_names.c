#include "ingest/job_names.h"

#include "ingest/text_index.h"

struct text job_names_joined(struct arena *arena, const struct text *names, size_t count)
{
    enum { LONGEST = 400 };
    struct text_builder joined = {.arena = arena};
    struct text_index known = {.arena = arena};
    size_t left_out = 0;
    for (size_t i = 0; i < count; i++) {
        bool added;
        (void)text_index_at(&known, names[i], &added);
        if (!added)
            continue;
        if (joined.size > 0 && (left_out > 0 || joined.size + names[i].size > LONGEST)) {
            left_out++;
            continue;
        }
        text_add_string(&joined, joined.size > 0 ? "+" : "");
        text_add(&joined, names[i]);
    }
    if (left_out > 0)
        text_add_format(&joined, "+%zu more", left_out);
    return text_built(&joined);
}

struct text *job_names_numbered(struct arena *arena, const struct text *names, size_t count)
{
    struct text *numbered = arena_take_array(arena, count, sizeof *numbered);
    struct text_index known = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        size_t number = ++*text_index_at(&known, names[i], NULL);
        numbered[i] =
            number == 1 ? names[i]
                        : text_format(arena, "%.*s#%zu", (int)names[i].size, names[i].data, number);
    }
    return numbered;
}
