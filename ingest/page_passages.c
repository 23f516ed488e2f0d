#include "ingest/page_passages.h"

#include "ingest/column_names.h"
#include "ingest/headings_above.h"
#include "ingest/input.h"
#include "ingest/page_commands.h"

#include <string.h>

enum { LONGEST_PASSAGE = 60 };

/* What is done between runs of one test. */
static bool is_of_shell(struct text line)
{
    static const char *const programs[] = {"fio", "dd",   "sync",  "cat",  "ls",
                                           "cd",  "rm",   "lsblk", "time", "for",
                                           "do",  "done", "sleep", "df",   "uname"};
    static const char *const quiet[] = {"zpool status", "zpool list", "zpool iostat",
                                        "zfs list",     "zfs get",    "drop_caches"};
    line = page_commands_without_prompt(line);
    if (line.size == 0 || page_commands_are_understood(line))
        return true;
    struct text program = page_commands_program(line);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (text_is(program, programs[i]))
            return true;
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        if (text_find(line, quiet[i], 0) < line.size)
            return true;
    return false;
}

static bool has_letters(struct text line)
{
    size_t letters = 0;
    for (size_t i = 0; i < line.size; i++)
        letters += (line.data[i] >= 'a' && line.data[i] <= 'z') ||
                   (line.data[i] >= 'A' && line.data[i] <= 'Z') ||
                   (unsigned char)line.data[i] >= 0x80;
    return letters >= 2;
}

static bool says_again(struct text line)
{
    static const char *const words[] = {"again",      "repeat",     "rerun",    "once more",
                                        "second run", "nochmal",    "noch mal", "erneut",
                                        "wiederhol",  "another run"};
    unsigned number;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_find_ignoring_case(line, words[i], 0) < line.size)
            return true;
    return heading_names_iteration(line, &number);
}

/* "[ext4]": a heading, no JSON. */
static bool is_in_brackets(struct text line)
{
    return text_starts_with(line, "[") && text_ends_with(line, "]") &&
           text_find(line, "\"", 0) == line.size && text_find(line, ",", 0) == line.size;
}

/* A line that can tell what is below it; marks around it go. */
static bool divides(struct text *line)
{
    static const char marks[] = "$#*_=->`|:.[]() \t";
    *line = text_trim(*line);
    if (text_starts_with(*line, "```") || text_starts_with(*line, "~~~") ||
        text_starts_with(*line, "fio:") ||
        (line->size > 0 && strchr("{}[]\"", line->data[0]) != NULL && !is_in_brackets(*line)) ||
        text_starts_with(*line, "![") || !has_letters(*line) || is_of_shell(*line))
        return false;
    while (line->size > 0 && strchr(marks, line->data[0]) != NULL)
        *line = text_slice(*line, 1, line->size);
    while (line->size > 0 && strchr(marks, line->data[line->size - 1]) != NULL)
        *line = text_slice(*line, 0, line->size - 1);
    return line->size > 0 && !says_again(*line);
}

/* No longer than a label should be, cut between two words. */
static struct text shortened(struct text line)
{
    size_t end = LONGEST_PASSAGE;
    if (line.size <= LONGEST_PASSAGE)
        return line;
    while (end > 0 && line.data[end] != ' ')
        end--;
    return text_slice(line, 0, end);
}

/* The lines between two results are of the second; the nearest are kept when they are many. */
static struct text with_line(struct arena *arena, struct text above, struct text line)
{
    enum { MOST_BETWEEN = 240 };
    line = shortened(line);
    while (above.size + line.size > MOST_BETWEEN && above.size > 0) {
        size_t next = text_find(above, " | ", 0);
        above = text_slice(above, next + 3 < above.size ? next + 3 : above.size, above.size);
    }
    return headings_with(arena, above, line);
}

void page_passages_give(struct text page, struct reading *reading)
{
    if (reading->claim_count == 0 || reading->run_count == 0)
        return;
    struct arena *scratch = arena_create();
    unsigned lines = input_line_at(page, page.size, 1);
    bool *claimed = reading_claimed_lines(scratch, reading, lines), in_results = false;
    struct text *passages = arena_take_array(scratch, (size_t)lines + 1, sizeof *passages);
    struct text line, above = {NULL, 0}, passage = {NULL, 0};
    for (unsigned number = 1; number <= lines && text_next_line(&page, &line); number++) {
        if (claimed[number]) {
            passage = !in_results && above.size > 0 ? above : passage;
            above = (struct text){NULL, 0};
        } else if (divides(&line)) {
            above = with_line(scratch, above, line);
        }
        in_results = claimed[number] || (in_results && text_trim(line).size == 0);
        passages[number] = passage;
    }
    for (size_t i = 0; i < reading->run_count; i++) {
        struct found_run *run = &reading->runs[i];
        if (run->source.line > 0 && run->source.line <= lines && !run->workload_is_final)
            run->passage = text_copy(reading->arena, passages[run->source.line]);
    }
    arena_free(scratch);
}
