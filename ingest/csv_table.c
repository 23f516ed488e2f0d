/* Comma, semicolon or tab separated tables by libcsv; the only file that knows it. Strict parsing
   first (RFC 4180); a file with stray quotes is divided line by line without them. libcsv counts no
   lines: one line is fed at a time, and a record starts in the line before which the parser was
   between records. */
#include "ingest/column_names.h"
#include "ingest/posted_figure.h"
#include "ingest/reader.h"
#include "ingest/table.h"
#include "ingest/tidy_csv.h"
#include "model/number.h"

#include <csv.h>
#include <string.h>

/* Every cell is kept while a table is read, so a larger one would take more memory than a machine
 * has. */
enum { LARGEST_TABLE = 64 << 20 };

static const char separators[] = {',', ';', '\t'};

struct csv_rows {
    struct arena *arena;
    struct table_row *rows;
    size_t count, capacity;
    struct table_row row; /* being filled */
    size_t cell_capacity;
    unsigned line; /* of the record's start */
};

static void add_cell(struct csv_rows *rows, struct text text)
{
    struct table_row *row = &rows->row;
    row->cells =
        arena_grow(rows->arena, row->cells, row->count, &rows->cell_capacity, sizeof *row->cells);
    row->cells[row->count++] =
        (struct table_cell){.text = text_copy(rows->arena, text), .line = rows->line};
}

static void end_row(struct csv_rows *rows)
{
    bool blank = rows->row.count == 0 ||
                 (rows->row.count == 1 && text_trim(rows->row.cells[0].text).size == 0);
    if (!blank) {
        rows->rows =
            arena_grow(rows->arena, rows->rows, rows->count, &rows->capacity, sizeof *rows->rows);
        rows->rows[rows->count++] = rows->row;
    }
    /* the next row is as long as this one, as a rule */
    rows->cell_capacity = rows->row.count;
    rows->row = (struct table_row){
        .cells = arena_take_array(rows->arena, rows->cell_capacity, sizeof *rows->row.cells)};
}

static void on_field(void *field, size_t size, void *rows)
{
    add_cell(rows, (struct text){field, size});
}

static void on_row(int character, void *rows)
{
    (void)character;
    end_row(rows);
}

static bool parse_strictly(struct csv_rows *rows, struct text text, char separator)
{
    struct csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
        return false;
    csv_set_delim(&parser, (unsigned char)separator);
    bool good = true;
    unsigned line = 1;
    while (good && text.size > 0) {
        const char *end = memchr(text.data, '\n', text.size);
        size_t size = end == NULL ? text.size : (size_t)(end - text.data) + 1;
        if (parser.pstate == 0)
            rows->line = line;
        good = csv_parse(&parser, text.data, size, on_field, on_row, rows) == size;
        text = text_slice(text, size, text.size);
        line++;
    }
    good = good && csv_fini(&parser, on_field, on_row, rows) == 0;
    csv_free(&parser);
    return good;
}

static void split_without_quotes(struct csv_rows *rows, struct text text, char separator)
{
    struct text line, piece;
    for (rows->line = 1; text_next_line(&text, &line); rows->line++) {
        while (text_next_piece(&line, separator, &piece))
            add_cell(rows, text_trim(piece));
        end_row(rows);
    }
}

/* Cells that the separator makes of the first lines: the count when two or more lines agree, else
 * 0. */
static size_t agreed_columns(struct text head, char separator)
{
    struct text line;
    size_t columns = 0, agreeing = 0, lines = 0;
    while (lines < 12 && text_next_line(&head, &line)) {
        if (text_trim(line).size == 0)
            continue;
        size_t count = 1;
        bool quoted = false;
        for (size_t i = 0; i < line.size; i++) {
            quoted = quoted != (line.data[i] == '"');
            count += !quoted && line.data[i] == separator;
        }
        if (lines == 0)
            columns = count;
        agreeing += count == columns;
        lines++;
    }
    return columns >= 2 && agreeing >= 2 && agreeing + 1 >= lines ? columns : 0;
}

static char choose_separator(struct text head)
{
    char best = '\0';
    size_t most = 0;
    for (size_t i = 0; i < sizeof separators; i++) {
        size_t columns = agreed_columns(head, separators[i]);
        if (columns > most) {
            most = columns;
            best = separators[i];
        }
    }
    return best;
}

static struct text without_quotes(struct text field)
{
    field = text_trim(field);
    bool quoted = field.size > 1 && field.data[0] == '"' && text_ends_with(field, "\"");
    return quoted ? text_slice(field, 1, field.size - 1) : field;
}

/* "randread: 2400 IOPS", "9.4 MB/s": a result, so the first line holds no headings. */
static bool holds_rate(struct text cell)
{
    for (size_t i = 0; i < cell.size; i++) {
        struct posted_figure figure;
        bool starts = text_is_digit(cell.data[i]) && (i == 0 || cell.data[i - 1] == ' ');
        if (starts && posted_figure_read(cell, i, &figure) && figure.unit != NULL &&
            (figure.unit->dimension == DIMENSION_BYTE_RATE ||
             figure.unit->dimension == DIMENSION_RATE))
            return true;
    }
    return false;
}

static int bid(struct text head)
{
    head = text_slice(head, 0, 1 << 16);
    char separator = choose_separator(head);
    struct text first, piece, rest = head;
    if (separator == '\0' || !text_next_line(&rest, &first))
        return 0;
    if (tidy_csv_has_headings(first))
        return SURE_BID;
    struct arena *scratch = arena_create();
    int known = 0, numbers = 0;
    bool results = false;
    for (struct text headings = first; text_next_piece(&headings, separator, &piece);) {
        struct number number;
        piece = without_quotes(piece);
        enum heading_role role = heading_read(scratch, piece).role;
        known += role == HEADING_VALUE && number_read(piece, &number) != NUMBER_FOUND;
        results = results || holds_rate(piece);
    }
    arena_free(scratch);
    if (results)
        return 0;
    while (text_next_line(&rest, &first))
        for (; text_next_piece(&first, separator, &piece);) {
            struct number number;
            numbers += number_read(without_quotes(piece), &number) == NUMBER_FOUND;
        }
    return known > 0 && numbers > 0 ? 20 + 2 * known : 0;
}

/* A last row that lacks its line end and cells that the row before has was cut within a cell. */
static void leave_out_cut_cell(struct csv_rows *rows, struct text text, struct reading *reading)
{
    if (rows->count < 2 || text_ends_with(text, "\n") || text_ends_with(text, "\r"))
        return;
    struct table_row *last = &rows->rows[rows->count - 1];
    if (last->count == 0 || last->count >= last[-1].count)
        return;
    last->count--;
    reading_note(reading, last->cells[0].line,
                 "the text ends within this row of the table: its last cell was left out");
}

static bool read_csv(const struct input *input, struct reading *reading, struct failure *failure)
{
    if (input->text.size > LARGEST_TABLE)
        return failure_set(failure, FAILURE_INPUT,
                           "is a table of %zu MiB: more than %d MiB are not read, divide it",
                           input->text.size >> 20, LARGEST_TABLE >> 20);
    struct arena *scratch = arena_create();
    struct csv_rows rows = {.arena = scratch};
    char separator = choose_separator(input_head(input->text));
    if (!parse_strictly(&rows, input->text, separator)) {
        reading_note(reading, rows.line,
                     "a quotation mark here is not closed or stands inside a field: the file was "
                     "divided at its separators, without regard to quotation marks");
        rows = (struct csv_rows){.arena = scratch};
        split_without_quotes(&rows, input->text, separator);
    }
    size_t added = 0, notes = reading->note_count;
    leave_out_cut_cell(&rows, input->text, reading);
    if (rows.count > 1) {
        struct table table = {.headings = rows.rows[0],
                              .row_count = rows.count - 1,
                              .rows = rows.rows + 1,
                              .comma_is_decimal = separator == ';'};
        added = tidy_csv_is(&table) ? tidy_csv_read(&table, reading)
                                    : table_read(scratch, &table, input, reading);
    }
    if (added == 0)
        reading->note_count = notes; /* not a table of results: nothing to say of its cells */
    arena_free(scratch);
    return added > 0 || failure_set(failure, FAILURE_INPUT, "holds no result that could be read");
}

const struct reader csv_table_reader = {
    "csv_table", "tables divided by commas, semicolons or tabs; tidy CSV of this program", bid,
    read_csv};
