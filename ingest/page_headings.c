#include "ingest/page_headings.h"

#include "ingest/headings_above.h"
#include "ingest/input.h"
#include "ingest/page_commands.h"

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

/* What the lines say that belong to no result. */
struct page_state {
    struct headings_above headings;
    struct page_commands commands;
};

static void pass_line(struct page_state *state, struct text line)
{
    if (text_trim(line).size == 0)
        return;
    (void)page_commands_pass(&state->commands, line);
    (void)headings_above_pass(&state->headings, line);
}

/* The run begins in the next line: what stands above it is of it. */
static void give_to(struct page_state *state, struct reading *reading, struct found_run *run)
{
    struct arena *arena = reading->arena;
    struct text above = headings_above_joined(arena, &state->headings);
    /* what words of JSON around the run state is nearer */
    struct text stated = headings_with_nearer(arena, above, run->headings);
    run->headings = headings_with(arena, stated, page_commands_settings(arena, &state->commands));
    run->headings_of_page = run->headings.size > 0;
    run->column_words = page_commands_options(arena, &state->commands);
}

void page_headings_give(struct text page, struct reading *reading)
{
    struct arena *scratch = arena_create();
    struct placed_run *runs;
    size_t count = find_runs(scratch, reading, &runs), next = 0;
    if (count > 0) {
        unsigned lines = input_line_at(page, page.size, 1);
        bool *claimed = reading_claimed_lines(scratch, reading, lines), in_result = false;
        struct page_state state = {.headings = {.marked_only = true},
                                   .commands = {.arena = scratch}};
        struct text rest = page, line;
        for (unsigned number = 1; next < count && text_next_line(&rest, &line); number++) {
            for (; next < count && runs[next].line <= number; next++)
                give_to(&state, reading, &reading->runs[runs[next].run]);
            if (!claimed[number] && text_trim(line).size > 0) {
                if (in_result)
                    page_commands_end_run(&state.commands);
                pass_line(&state, line);
            }
            in_result = claimed[number] || (in_result && text_trim(line).size == 0);
        }
    }
    arena_free(scratch);
}
