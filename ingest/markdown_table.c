/* Pipe tables: Markdown (GitHub Flavored Markdown 4.10) and rows of cells divided by "|" in running
   text, with or without the delimiter row; tables that terminal programs draw with "+---+" or with
   box characters; Jira's ("||heading||"). The row above the delimiter row holds the headings; a
   table without one has headings when its first row holds no number. */
#include "ingest/headings_above.h"
#include "ingest/reader.h"
#include "ingest/table.h"
#include "model/number.h"

#include <string.h>

/* The ASCII character for a box character (U+2500 to U+257F), whose second and third bytes these
   are: "|" for upright lines, "-" for level ones, "+" where lines meet. */
static char ascii_of_box(unsigned char second, unsigned char third)
{
    static const unsigned char upright[] = {0x02, 0x03, 0x06, 0x07, 0x0a, 0x0b, 0x51};
    static const unsigned char level[] = {0x00, 0x01, 0x04, 0x05, 0x08, 0x09, 0x50};
    unsigned char code = (unsigned char)((second - 0x94) * 0x40 + (third - 0x80));
    if (memchr(upright, code, sizeof upright) != NULL)
        return '|';
    return memchr(level, code, sizeof level) != NULL ? '-' : '+';
}

/* A line as a row of a pipe table: box characters as ASCII, Jira's "||" as "|". */
static struct text as_pipe_row(struct arena *arena, struct text line)
{
    struct text_builder builder = {.arena = arena};
    bool jira = text_starts_with(text_trim(line), "||") && text_ends_with(text_trim(line), "||");
    if (!jira && memchr(line.data, 0xe2, line.size) == NULL)
        return line;
    for (size_t i = 0; i < line.size; i++) {
        const unsigned char *at = (const unsigned char *)line.data + i;
        bool box = i + 2 < line.size && at[0] == 0xe2 && (at[1] == 0x94 || at[1] == 0x95);
        if (box) {
            char plain = ascii_of_box(at[1], at[2]);
            text_add(&builder, (struct text){&plain, 1});
            i += 2;
            continue;
        }
        i += jira && at[0] == '|' && i + 1 < line.size && at[1] == '|';
        text_add(&builder, text_slice(line, i, i + 1));
    }
    return text_built(&builder);
}

/* "+------+-----+" */
static bool is_drawn_rule(struct text line)
{
    line = text_trim(line);
    size_t dashes = 0;
    for (size_t i = 0; i < line.size; i++) {
        if (strchr("+-=|: ", line.data[i]) == NULL)
            return false;
        dashes += line.data[i] == '-' || line.data[i] == '=';
    }
    return dashes >= 3 && line.data[0] == '+' && line.data[line.size - 1] == '+';
}

static bool is_pipe_row(struct text line)
{
    line = text_trim(line);
    size_t pipes = 0;
    for (size_t i = 0; i < line.size; i++)
        pipes += line.data[i] == '|';
    return pipes >= 2 || (pipes == 1 && line.size > 2 && line.data[0] != '|');
}

static bool is_delimiter_row(struct text line)
{
    line = text_trim(line);
    size_t dashes = 0;
    for (size_t i = 0; i < line.size; i++) {
        char c = line.data[i];
        if (c != '|' && c != '-' && c != ':' && c != ' ' && c != '\t')
            return false;
        dashes += c == '-';
    }
    return dashes > 0;
}

/* Divides a row at unescaped pipes; "\|" becomes "|". */
static struct table_row split_row(struct arena *arena, struct text line, unsigned number)
{
    struct table_row row = {.count = 0};
    size_t capacity = 0;
    line = text_trim(line);
    if (text_starts_with(line, "|"))
        line = text_slice(line, 1, line.size);
    if (text_ends_with(line, "|") && !text_ends_with(line, "\\|"))
        line = text_slice(line, 0, line.size - 1);
    for (size_t i = 0; i <= line.size; i++) {
        struct text_builder cell = {.arena = arena};
        for (; i < line.size && line.data[i] != '|'; i++) {
            if (line.data[i] == '\\' && i + 1 < line.size && line.data[i + 1] == '|')
                i++;
            text_add(&cell, text_slice(line, i, i + 1));
        }
        row.cells = arena_grow(arena, row.cells, row.count, &capacity, sizeof *row.cells);
        row.cells[row.count++] =
            (struct table_cell){.text = text_trim(text_built(&cell)), .line = number};
    }
    return row;
}

static bool has_number(const struct table_row *row)
{
    struct number number;
    for (size_t i = 0; i < row->count; i++)
        if (number_read(row->cells[i].text, &number) == NUMBER_FOUND)
            return true;
    return false;
}

/* A run of pipe rows with an equal number of cells, one of them a number. */
struct row_run {
    struct table_row *rows;
    size_t count, capacity;
    bool numbers;
    bool delimited; /* a delimiter row stands below the first */
    bool closed;    /* the first row ends with a pipe */
    bool cut; /* the text ends in the last row, which does not: its last cell may lack its end */
};

/* Takes the next run of pipe rows off `*rest`, whose first line has the number `*line`. False at
   the end. A run is a table when it has two rows or more (the delimiter row is left out) and a
   number. */
static bool next_run(struct arena *arena, struct text *rest, unsigned *line, struct row_run *run)
{
    struct text row;
    *run = (struct row_run){.count = 0};
    while (rest->size > 0) {
        struct text before = *rest;
        (void)text_next_line(rest, &row);
        row = as_pipe_row(arena, row);
        bool rule = is_drawn_rule(row), pipes = rule || is_pipe_row(row);
        if (!pipes && run->count > 0) {
            *rest = before;
            return true;
        }
        if (pipes && (rule || is_delimiter_row(row))) {
            run->delimited = run->delimited || run->count == 1;
        } else if (pipes) {
            struct table_row cells = split_row(arena, row, *line);
            run->rows = arena_grow(arena, run->rows, run->count, &run->capacity, sizeof cells);
            run->rows[run->count++] = cells;
            run->numbers = run->numbers || has_number(&cells);
            bool ends_with_pipe = text_ends_with(text_trim(row), "|");
            run->closed = run->count == 1 ? ends_with_pipe : run->closed;
            bool fewer = run->count > 1 && cells.count < run->rows[run->count - 2].count &&
                         !text_ends_with(before, "\n");
            run->cut = rest->size == 0 && !ends_with_pipe && (run->closed || fewer);
        }
        ++*line;
    }
    return run->count > 0;
}

static bool is_table(const struct row_run *run)
{
    return run->count >= 2 && run->numbers && run->rows[0].count >= 2;
}

static int bid(struct text head)
{
    struct arena *scratch = arena_create();
    struct row_run run;
    unsigned line = 1;
    int bid = 0;
    while (bid == 0 && next_run(scratch, &head, &line, &run))
        if (is_table(&run))
            bid = 24;
    arena_free(scratch);
    return bid;
}

static size_t read_run(struct arena *scratch, const struct input *input, struct reading *reading,
                       const struct row_run *run)
{
    unsigned first = run->rows[0].cells[0].line, last = run->rows[run->count - 1].cells[0].line;
    struct table table = {.rows = run->rows,
                          .row_count = run->count,
                          .headings_above = headings_above_line(scratch, input->page, first)};
    if (!run->delimited && has_number(&run->rows[0])) {
        table.headings.count = run->rows[0].count;
        table.headings.cells =
            arena_take_array(scratch, table.headings.count, sizeof *table.headings.cells);
        table.headings.cells[0].line = first;
    } else {
        table.headings = run->rows[0];
        table.rows++;
        table.row_count--;
    }
    size_t notes = reading->note_count;
    size_t added = table_read(scratch, &table, input, reading);
    if (added > 0) {
        reading_claim(reading, first, last);
        return added;
    }
    reading->note_count = notes; /* not a table of results: nothing to say of its cells */
    reading_note(reading, first, "the table here holds no result that could be read");
    return 0;
}

static void leave_out_cut_cell(struct reading *reading, struct row_run *run)
{
    struct table_row *last = &run->rows[run->count - 1];
    last->count--;
    reading_note(reading, last->cells[0].line,
                 "the text ends within this row of the table: its last cell was left out");
}

static bool read_tables(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct text rest = input->text;
    struct row_run run;
    unsigned line = 1;
    size_t added = 0, notes = reading->note_count;
    while (next_run(scratch, &rest, &line, &run)) {
        if (!is_table(&run))
            continue;
        if (run.cut)
            leave_out_cut_cell(reading, &run);
        added += read_run(scratch, input, reading, &run);
    }
    arena_free(scratch);
    if (added == 0)
        reading->note_count = notes;
    return added > 0 ||
           failure_set(failure, FAILURE_INPUT, "its tables hold no result that could be read");
}

const struct reader markdown_table_reader = {
    "markdown_table", "pipe tables of Markdown and of running text", bid, read_tables};
