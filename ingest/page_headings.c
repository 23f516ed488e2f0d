#include "ingest/page_headings.h"

#include "ingest/factor_words.h"
#include "ingest/headings_above.h"
#include "ingest/input.h"

#include <stdlib.h>

struct placed_run {
    unsigned line;
    size_t run;
};

static int compare_lines(const void *a, const void *b)
{
    const struct placed_run *left = a, *right = b;
    return (left->line > right->line) - (left->line < right->line);
}

/* The runs of fio without headings, in order of their lines. */
static size_t find_runs(struct arena *arena, const struct reading *reading,
                        struct placed_run **runs)
{
    size_t count = 0;
    *runs = arena_take_array(arena, reading->run_count, sizeof **runs);
    for (size_t r = 0; r < reading->run_count; r++) {
        const struct found_run *run = &reading->runs[r];
        if (text_is(run->tool, "fio") && !run->is_log && !run->workload_is_final &&
            (run->headings.size == 0 || run->headings_of_page))
            (*runs)[count++] = (struct placed_run){run->source.line, r};
    }
    if (count > 1)
        qsort(*runs, count, sizeof **runs, compare_lines);
    return count;
}

/* Of each line (from 1) whether a reader has understood it. */
static bool *claimed_lines(struct arena *arena, const struct reading *reading, unsigned lines)
{
    bool *claimed = arena_take_array(arena, (size_t)lines + 1, sizeof *claimed);
    for (size_t i = 0; i < reading->claim_count; i++)
        for (unsigned line = reading->claims[i].first;
             line <= reading->claims[i].last && line <= lines; line++)
            claimed[line] = true;
    return claimed;
}

/* The headings above, without what the run's own words (of JSON around it) state, then these. */
static struct text before_own(struct arena *arena, struct text above, struct text own)
{
    struct found_settings nearer = {.arena = arena};
    if (own.size == 0)
        return above;
    (void)factor_pairs_take(&nearer, factor_words_take(&nearer, own));
    above = text_trim(factor_words_remove(arena, above, &nearer));
    if (above.size == 0)
        return own;
    return text_format(arena, "%.*s | %.*s", (int)above.size, above.data, (int)own.size, own.data);
}

void page_headings_give(struct text page, struct reading *reading)
{
    struct arena *scratch = arena_create();
    struct placed_run *runs;
    size_t count = find_runs(scratch, reading, &runs), next = 0;
    if (count > 0) {
        unsigned lines = input_line_at(page, page.size, 1);
        bool *claimed = claimed_lines(scratch, reading, lines);
        struct headings_above headings = {.marked_only = true};
        struct text rest = page, line;
        for (unsigned number = 1; next < count && text_next_line(&rest, &line); number++) {
            for (; next < count && runs[next].line <= number; next++) {
                struct found_run *run = &reading->runs[runs[next].run];
                run->headings =
                    before_own(reading->arena, headings_above_joined(reading->arena, &headings),
                               run->headings);
                run->headings_of_page = run->headings.size > 0;
            }
            if (!claimed[number])
                (void)headings_above_pass(&headings, line);
        }
    }
    arena_free(scratch);
}
