/* Pipe tables: Markdown (GitHub Flavored Markdown 4.10) and rows of cells divided by "|" in running
   text, with or without the delimiter row. A table without a delimiter row has headings when its
   first row holds no number. */
#include "ingest/reader.h"
#include "ingest/table.h"
#include "model/number.h"

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
        row.cells[row.count++] = (struct table_cell){text_trim(text_built(&cell)), number};
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

static int bid(struct text head)
{
    struct text rest = head, line, first = {NULL, 0};
    struct arena *scratch = arena_create();
    size_t rows = 0, lines = 0, numbers = 0, columns = 0;
    while (text_next_line(&rest, &line)) {
        if (text_trim(line).size == 0)
            continue;
        lines++;
        if (!is_pipe_row(line))
            continue;
        struct table_row row = split_row(scratch, line, 0);
        if (first.data == NULL) {
            first = line;
            columns = row.count;
        }
        rows += row.count == columns;
        numbers += row.count == columns && has_number(&row);
    }
    arena_free(scratch);
    if (rows < 2 || columns < 2 || numbers == 0 || rows * 10 < lines * 9)
        return 0;
    return 24 + (int)(rows > 8 ? 8 : rows);
}

static void make_headings_up(struct arena *arena, struct table_row *headings, size_t count)
{
    headings->count = count;
    headings->cells = arena_take_array(arena, count, sizeof *headings->cells);
}

static bool read_table(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct table table = {.row_count = 0};
    size_t capacity = 0;
    struct text rest = input->text, line;
    unsigned number = input->first_line;
    for (; text_next_line(&rest, &line); number++) {
        if (!is_pipe_row(line) || is_delimiter_row(line))
            continue;
        table.rows =
            arena_grow(scratch, table.rows, table.row_count, &capacity, sizeof *table.rows);
        table.rows[table.row_count++] = split_row(scratch, line, number);
    }
    size_t added = 0;
    if (table.row_count > 1 && !has_number(&table.rows[0])) {
        table.headings = table.rows[0];
        table.rows++;
        table.row_count--;
    } else if (table.row_count > 0) {
        make_headings_up(scratch, &table.headings, table.rows[0].count);
        table.headings.cells[0].line = input->first_line;
    }
    if (table.row_count > 0)
        added = table_read(scratch, &table, input, reading);
    arena_free(scratch);
    return added > 0 || failure_set(failure, FAILURE_INPUT,
                                    "line %u: the table here holds no result that could be read",
                                    input->first_line);
}

const struct reader markdown_table_reader = {
    "markdown_table", "pipe tables of Markdown and of running text", bid, read_table};
