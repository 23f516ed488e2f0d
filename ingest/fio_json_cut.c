/* A document that ends too early (a full disk, a killed fio, a copy that lacks its end) still holds
   whole jobs. Brackets are followed, strings respected, and the text is cut behind the last job
   that was closed. */
#include "ingest/fio_json_cut.h"

/* Depth of brackets around a job: the document's brace and the list of jobs. */
enum { AROUND_JOB = 2, DEEPEST = 64 };

struct bracket_walk {
    char open[DEEPEST];
    size_t depth, job_end, list_end;
    bool in_jobs; /* the list at depth 2 is that of the jobs */
};

static bool names_jobs(struct text text, size_t bracket)
{
    struct text before = text_trim(text_slice(text, 0, bracket));
    if (!text_ends_with(before, ":"))
        return false;
    before = text_trim(text_slice(before, 0, before.size - 1));
    return text_ends_with(before, "\"jobs\"") || text_ends_with(before, "\"client_stats\"");
}

/* Takes the bracket at `i`; false when it does not fit the one that is open. */
static bool take_bracket(struct bracket_walk *walk, struct text text, size_t i)
{
    char c = text.data[i];
    if (c == '{' || c == '[') {
        if (walk->depth == DEEPEST)
            return false;
        walk->open[walk->depth++] = c;
        if (walk->depth == AROUND_JOB)
            walk->in_jobs = c == '[' && names_jobs(text, i);
        return true;
    }
    if (walk->depth == 0 || walk->open[walk->depth - 1] != (c == '}' ? '{' : '['))
        return false;
    walk->depth--;
    if (walk->in_jobs && walk->depth == AROUND_JOB)
        walk->job_end = i + 1;
    if (walk->in_jobs && walk->depth == AROUND_JOB - 1) {
        walk->list_end = i + 1;
        walk->in_jobs = false;
    }
    return walk->depth > 0;
}

static void walk_brackets(struct bracket_walk *walk, struct text text)
{
    bool quoted = false;
    for (size_t i = 0; i < text.size && walk->list_end == 0; i++) {
        char c = text.data[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '[' || c == '}' || c == ']') &&
                 !take_bracket(walk, text, i))
            break;
    }
}

struct text fio_json_cut(struct arena *arena, struct text text, bool *all_jobs)
{
    struct bracket_walk walk = {.depth = 0};
    walk_brackets(&walk, text);
    *all_jobs = walk.list_end > 0;
    size_t end = *all_jobs ? walk.list_end : walk.job_end;
    if (end == 0)
        return (struct text){NULL, 0};
    return text_format(arena, "%.*s%s", (int)end, text.data, *all_jobs ? "}" : "]}");
}
