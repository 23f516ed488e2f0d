/* HTML pages: their tables, and whatever other formats stand in their text (fio's output in <pre>,
   lines of results). Cells that cover several rows or columns count for each; headings are the rows
   of <th> or of <thead>, or a first row without numbers; a row of one cell is a heading for the
   rows below it; h1 to h6 and the caption are headings above. In a page of another kind (Markdown,
   a mail) only the passages from <table to </table> are read. */
#include "ingest/headings_above.h"
#include "ingest/html_document.h"
#include "ingest/line_index.h"
#include "ingest/page_headings.h"
#include "ingest/plain_text.h"
#include "ingest/reader.h"
#include "ingest/table.h"
#include "model/number.h"

#include <stdint.h>
#include <string.h>

enum { MOST_COLUMNS = 200, MOST_READERS = 64 };

extern const struct reader html_table_reader;

/* The cells of a table, those that cover several places repeated. */
struct grid {
    struct arena *scratch;
    const struct html_document *document;
    struct table_row *rows;
    bool *headings, *sections; /* of each row: all its cells are headings; it is one cell */
    size_t count, columns;
};

/* A cell of an earlier row that reaches into this one. */
struct reaching {
    struct table_cell cell;
    bool heading;
    unsigned rows;
};

static void place(struct grid *grid, struct table_row *row, struct table_cell cell)
{
    if (row->count < MOST_COLUMNS)
        row->cells[row->count++] = cell;
    grid->columns = row->count > grid->columns ? row->count : grid->columns;
}

static void place_reaching(struct grid *grid, struct table_row *row, struct reaching *reaching)
{
    while (row->count < MOST_COLUMNS && reaching[row->count].rows > 0) {
        reaching[row->count].rows--;
        place(grid, row, reaching[row->count].cell);
    }
}

static void fill_row(struct grid *grid, const struct html_row *from, struct table_row *row,
                     struct reaching *reaching, unsigned row_line)
{
    row->cells = arena_take_array(grid->scratch, MOST_COLUMNS, sizeof *row->cells);
    place_reaching(grid, row, reaching);
    for (size_t c = 0; c < from->count; c++) {
        const struct html_cell *cell = &from->cells[c];
        struct table_cell taken = {.text = cell->text,
                                   .line =
                                       cell->line == SIZE_MAX ? row_line : (unsigned)cell->line + 1,
                                   .spans = cell->columns > 1 || cell->rows > 1};
        for (unsigned i = 0; i < cell->columns && row->count < MOST_COLUMNS; i++) {
            reaching[row->count] = (struct reaching){taken, cell->heading, cell->rows - 1};
            place(grid, row, taken);
        }
        place_reaching(grid, row, reaching);
    }
}

static unsigned line_of_row(const struct html_row *row, unsigned before)
{
    for (size_t c = 0; c < row->count; c++)
        if (row->cells[c].line != SIZE_MAX)
            return (unsigned)row->cells[c].line + 1;
    return before;
}

static struct grid make_grid(struct arena *scratch, const struct html_document *document,
                             const struct html_table *table)
{
    struct grid grid = {.scratch = scratch, .document = document};
    struct reaching reaching[MOST_COLUMNS] = {{.rows = 0}};
    grid.rows = arena_take_array(scratch, table->count, sizeof *grid.rows);
    grid.headings = arena_take_array(scratch, table->count, sizeof *grid.headings);
    grid.sections = arena_take_array(scratch, table->count, sizeof *grid.sections);
    unsigned line = 1;
    for (size_t r = 0; r < table->count; r++) {
        const struct html_row *from = &table->rows[r];
        if (from->count == 0)
            continue;
        line = line_of_row(from, line);
        fill_row(&grid, from, &grid.rows[grid.count], reaching, line);
        bool headings = true;
        for (size_t c = 0; c < from->count; c++)
            headings = headings && from->cells[c].heading;
        grid.headings[grid.count] = headings;
        grid.sections[grid.count] = from->count == 1;
        grid.count++;
    }
    for (size_t r = 0; r < grid.count; r++)
        grid.sections[r] = grid.sections[r] && grid.columns > 1 &&
                           (grid.rows[r].count == 1 || grid.rows[r].count == grid.columns);
    return grid;
}

static bool has_number(const struct table_row *row)
{
    struct number number;
    for (size_t c = 0; c < row->count; c++)
        if (number_read(row->cells[c].text, &number) == NUMBER_FOUND)
            return true;
    return false;
}

/* One row of headings out of several: the different texts of each column, from top to bottom. */
static struct table_row join_headings(const struct grid *grid, size_t first, size_t end)
{
    struct table_row row = {.count = grid->columns,
                            .cells =
                                arena_take_array(grid->scratch, grid->columns, sizeof *row.cells)};
    for (size_t c = 0; c < grid->columns; c++) {
        struct text_builder builder = {.arena = grid->scratch};
        for (size_t r = first; r < end; r++) {
            if (c >= grid->rows[r].count)
                continue;
            const struct table_cell *cell = &grid->rows[r].cells[c];
            bool again = r > first && c < grid->rows[r - 1].count &&
                         text_equal(grid->rows[r - 1].cells[c].text, cell->text);
            row.cells[c].line = row.cells[c].line == 0 ? cell->line : row.cells[c].line;
            if (again || cell->text.size == 0)
                continue;
            if (builder.size > 0)
                text_add_string(&builder, " ");
            text_add(&builder, cell->text);
        }
        row.cells[c].text = text_built(&builder);
    }
    return row;
}

/* Reads a table section by section; returns how many observations were added. */
static size_t read_table(struct arena *scratch, const struct html_document *document,
                         const struct html_table *html, struct text above,
                         const struct input *input, struct reading *reading)
{
    struct grid grid = make_grid(scratch, document, html);
    struct text section = {NULL, 0};
    size_t at = 0, added = 0, notes = reading->note_count;
    above = headings_with(scratch, above, html->caption);
    if (grid.count > 0 && grid.sections[0]) /* a title inside the table */
        section = grid.rows[at++].cells[0].text;
    size_t first = at;
    while (at < grid.count && grid.headings[at] && !grid.sections[at])
        at++;
    if (at == first && at < grid.count && !has_number(&grid.rows[at]))
        at++;
    struct table_row headings = join_headings(&grid, first, at);
    while (at < grid.count) {
        size_t end = at;
        while (end < grid.count && !grid.sections[end])
            end++;
        struct table table = {.headings = headings,
                              .rows = grid.rows + at,
                              .row_count = end - at,
                              .headings_above = headings_with(scratch, above, section)};
        if (end > at)
            added += table_read(scratch, &table, input, reading);
        if (end < grid.count)
            section = grid.rows[end].cells[0].text;
        at = end + 1;
    }
    if (added == 0)
        reading->note_count = notes; /* not a table of results: nothing to say of its cells */
    return added;
}

/* How much a reading held before something was added. */
struct mark {
    size_t runs, observations, notes, claims;
};

static struct mark mark_of(const struct reading *reading)
{
    return (struct mark){reading->run_count, reading->observation_count, reading->note_count,
                         reading->claim_count};
}

/* From lines of the document to lines of the source, for all that was added since. */
static void use_source_lines(struct reading *reading, struct mark since,
                             const struct html_document *document)
{
    for (size_t i = since.runs; i < reading->run_count; i++) {
        unsigned *line = &reading->runs[i].source.line;
        *line = *line > 0 && *line <= document->count ? document->lines[*line - 1].source : 0;
    }
    for (size_t i = since.observations; i < reading->observation_count; i++) {
        unsigned *line = &reading->observations[i].source.line;
        *line = *line > 0 && *line <= document->count ? document->lines[*line - 1].source : 0;
    }
    for (size_t i = since.notes; i < reading->note_count; i++) {
        unsigned *line = &reading->notes[i].source.line;
        *line = *line > 0 && *line <= document->count ? document->lines[*line - 1].source : 0;
    }
}

/* The document's lines; those of tables only when `tables`. */
static struct text lines_joined(struct arena *arena, const struct html_document *document,
                                bool tables)
{
    struct text_builder builder = {.arena = arena};
    for (size_t i = 0; i < document->count; i++) {
        if (tables || document->lines[i].table == NULL)
            text_add(&builder, document->lines[i].text);
        text_add_string(&builder, "\n");
    }
    return text_built(&builder);
}

static void read_document_tables(struct arena *scratch, const struct html_document *document,
                                 struct headings_above *headings, const struct input *input,
                                 struct reading *reading)
{
    const struct html_table *last = NULL;
    for (size_t i = 0; i < document->count; i++) {
        const struct html_line *line = &document->lines[i];
        if (line->table == NULL)
            (void)headings_above_pass(headings, line->text);
        else if (line->table != last)
            (void)read_table(scratch, document, line->table,
                             headings_above_joined(scratch, headings), input, reading);
        last = line->table != NULL ? line->table : last;
    }
}

/* Lets the other readers take turns at the text outside the tables. */
static void read_document_text(struct arena *scratch, struct text left, struct reading *reading)
{
    bool tried[MOST_READERS] = {false};
    const struct reader *reader;
    struct text page = left;
    for (size_t i = 0; i < reader_count && i < MOST_READERS; i++)
        tried[i] = readers[i] == &html_table_reader;
    while (text_trim(left).size > 0 && (reader = reader_choose(left, tried)) != NULL) {
        struct input input = {.path = reading->path, .text = left, .page = page};
        size_t claims = reading->claim_count;
        (void)reader->read(&input, reading, NULL);
        left = plain_text_without(scratch, left, reading->claims, claims, reading->claim_count);
    }
    page_headings_give(page, reading); /* here, where each block of the page is a line of its own */
}

static bool read_page(struct arena *scratch, const struct input *input, struct reading *reading,
                      struct failure *failure)
{
    struct html_document document;
    if (!html_read(reading->arena, input->text, 1, &document, failure))
        return false;
    struct headings_above headings = {.plain = false};
    struct mark before = mark_of(reading);
    struct page_unit unit = {.known = false};
    struct input tables = {.path = input->path,
                           .text = lines_joined(scratch, &document, true),
                           .page = lines_joined(scratch, &document, true),
                           .page_unit = &unit};
    read_document_tables(scratch, &document, &headings, &tables, reading);
    read_document_text(scratch, lines_joined(reading->arena, &document, false), reading);
    use_source_lines(reading, before, &document);
    reading->claim_count = before.claims; /* lines of the document; the page is read as a whole */
    return true;
}

/* Where the tag begins at or after `from`, whatever its case. */
static size_t find_tag(struct text text, const char *tag, size_t from)
{
    for (size_t at = from; (at = text_find(text, "<", at)) < text.size; at++)
        if (text_starts_with_ignoring_case(text_slice(text, at, text.size), tag))
            return at;
    return text.size;
}

/* Where the table that begins at `start` ends, tables inside it counted. */
static size_t table_end(struct text text, size_t start)
{
    size_t depth = 0;
    for (size_t at = start; at < text.size; at++) {
        struct text rest = text_slice(text, at, text.size);
        if (rest.data[0] != '<')
            continue;
        depth += text_starts_with_ignoring_case(rest, "<table");
        if (text_starts_with_ignoring_case(rest, "</table") && --depth == 0)
            return at + 8 < text.size ? at + 8 : text.size;
    }
    return text.size;
}

/* Only the tables of a page that is no HTML otherwise. */
static bool read_passages(struct arena *scratch, const struct input *input, struct reading *reading,
                          struct failure *failure)
{
    struct line_index lines = line_index_of(scratch, input->text);
    struct headings_above page_headings = {.plain = false};
    size_t passed = 0;
    for (size_t at = 0; (at = find_tag(input->text, "<table", at)) < input->text.size;) {
        size_t end = table_end(input->text, at);
        unsigned first = line_index_at(&lines, at), last = line_index_at(&lines, end);
        struct html_document document;
        if (!html_read(reading->arena, text_slice(input->text, at, end), first, &document, failure))
            return false;
        struct text above = text_slice(input->text, passed, at), line;
        while (text_next_line(&above, &line))
            (void)headings_above_pass(&page_headings, line);
        passed = at;
        struct headings_above headings = page_headings;
        struct mark before = mark_of(reading);
        read_document_tables(scratch, &document, &headings, input, reading);
        use_source_lines(reading, before, &document);
        if (reading->observation_count > before.observations)
            reading_claim(reading, first, last);
        at = end;
    }
    return true;
}

/* The text begins as HTML pages do. */
static bool is_page(struct text text)
{
    static const char *const starts[] = {"<!doctype html",
                                         "<html",
                                         "<head",
                                         "<body",
                                         "<table",
                                         "<div",
                                         "<p>",
                                         "<h1",
                                         "<h2",
                                         "<h3",
                                         "<h4",
                                         "<section",
                                         "<article",
                                         "<main",
                                         "<pre",
                                         "<center",
                                         "<meta",
                                         "<link"};
    text = text_trim(text);
    while (text_starts_with(text, "<!--") || text_starts_with(text, "<?xml")) {
        size_t end = text_find(text, ">", 0);
        if (text_starts_with(text, "<!--"))
            end = text_find(text, "-->", 0) + 2;
        text = text_trim(text_slice(text, end + 1, text.size));
    }
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (text_starts_with_ignoring_case(text, starts[i]))
            return true;
    return false;
}

static int bid(struct text head)
{
    if (is_page(head))
        return 250;
    size_t table = find_tag(head, "<table", 0);
    return table < head.size && find_tag(head, "<td", table) < head.size ? 60 : 0;
}

/* The text up to its last cell where no tag follows that cell: the page was cut in it. */
static struct text without_cut_cell(struct text text, struct reading *reading)
{
    size_t last = text.size;
    while (last > 0 && text.data[last - 1] != '<')
        last--;
    struct text rest = text_slice(text, last, text.size);
    if (last == 0 || (!text_starts_with_ignoring_case(rest, "td") &&
                      !text_starts_with_ignoring_case(rest, "th")))
        return text;
    reading_note(reading, input_line_at(text, last, 1),
                 "the page ends inside this cell of a table: left out");
    return text_slice(text, 0, last - 1);
}

static bool read_html(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    size_t before = reading->observation_count;
    struct input whole = *input;
    whole.text = without_cut_cell(input->text, reading);
    bool read = is_page(whole.text) ? read_page(scratch, &whole, reading, failure)
                                    : read_passages(scratch, &whole, reading, failure);
    arena_free(scratch);
    return (read && reading->observation_count > before) ||
           failure_set(failure, FAILURE_INPUT, "this HTML page holds no result that could be read");
}

const struct reader html_table_reader = {
    "html_table", "tables of HTML pages, and what else stands in their text", bid, read_html};
