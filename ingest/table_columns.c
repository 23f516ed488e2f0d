#include "ingest/table_cell.h"
#include "ingest/table_reader.h"
#include "ingest/text_index.h"
#include "ingest/text_lines.h"
#include "model/number.h"

#include <stdio.h>
#include <string.h>

const struct unit *table_unit_of_page(const struct table_reader *reader)
{
    struct page_unit *unit = reader->page_unit;
    if (!unit->known)
        unit->unit = heading_unit_of_page(reader->input->page, &unit->line);
    unit->known = true;
    return unit->unit;
}

struct text table_cell_text(const struct table_row *row, size_t column)
{
    return column < row->count ? row->cells[column].text : (struct text){NULL, 0};
}

unsigned table_cell_line(const struct table_row *row, size_t column)
{
    return column < row->count ? row->cells[column].line : row->count > 0 ? row->cells[0].line : 0;
}

/* The text between "<b>" and "</b>" where they stand around all of it. */
static struct text without_tags(struct text text)
{
    size_t open = text_find(text, ">", 0), close = text.size;
    while (close > 0 && text.data[close - 1] != '<')
        close--;
    bool around = text.size > 6 && text.data[0] == '<' && text.data[1] != '/' &&
                  text.data[text.size - 1] == '>' && close > open && text.data[close] == '/';
    return around ? text_trim(text_slice(text, open + 1, close - 1)) : text;
}

/* Emphasis and code marks around a cell: "**176**", "<b>176</b>"; what is struck out stays so. */
struct text table_cell_bare(struct text text)
{
    size_t before;
    text = text_trim(text);
    do {
        before = text.size;
        text = without_tags(text);
        if (text.size > 1 && strchr("*_`", text.data[0]) != NULL &&
            text.data[0] == text.data[text.size - 1])
            text = text_trim(text_slice(text, 1, text.size - 1));
    } while (text.size < before);
    return text;
}

bool text_is_sized(struct text text)
{
    double bytes;
    struct number number;
    return number_read_size(text, &bytes) && number_read(text, &number) == NUMBER_FOUND &&
           number.rest.size > 0;
}

static struct cell_counts count_cells(const struct table *table, size_t column)
{
    struct cell_counts counts = {.filled = 0};
    for (size_t r = 0; r < table->row_count; r++) {
        struct text text = table_cell_bare(table_cell_text(&table->rows[r], column));
        struct number number;
        unsigned iteration;
        enum statistic statistic;
        enum number_kind kind = number_read(text, &number);
        if (kind == NUMBER_MISSING)
            continue;
        counts.filled++;
        counts.numbers += kind == NUMBER_FOUND || kind == NUMBER_BOUND;
        const struct unit *unit = kind == NUMBER_FOUND ? unit_find(number.rest) : NULL;
        counts.rates += unit != NULL && (unit->dimension == DIMENSION_BYTE_RATE ||
                                         unit->dimension == DIMENSION_RATE);
        counts.sizes += text_is_sized(text);
        counts.directions += heading_direction(text) != DIRECTION_UNSTATED;
        counts.patterns += text_count_words(text) > 1 ||
                           text_find_ignoring_case(text, "rand", 0) < text.size ||
                           text_find_ignoring_case(text, "rw", 0) < text.size ||
                           text_find_ignoring_case(text, "seq", 0) < text.size;
        counts.labels += kind != NUMBER_FOUND && (heading_names_iteration(text, &iteration) ||
                                                  heading_names_statistic(text, &statistic));
    }
    return counts;
}

bool table_names_setting(struct text words)
{
    static const char *const names[] = {"blocksize", "bs",      "queue depth", "queuedepth", "qd",
                                        "iodepth",   "threads", "numjobs",     "jobs"};
    size_t bracket = text_find(words, "(", 0), square = text_find(words, "[", 0);
    words = text_trim(text_slice(words, 0, bracket < square ? bracket : square));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is_ignoring_case(words, names[i]))
            return true;
    static const char *const ends[] = {" size", " sizes",
                                       "gr\xc3\xb6\xc3\x9f"
                                       "e"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) /* "Record size", "Write size" */
        if (words.size > strlen(ends[i]) && text_ends_with_ignoring_case(words, ends[i]))
            return true;
    return false;
}

/* "Block size (KiB)", "capacity (GB)": sizes alone are no results. */
bool column_holds_sizes(const struct heading *heading)
{
    return heading->role == HEADING_VALUE && heading->metric == NULL && heading->unit != NULL &&
           heading->unit->dimension == DIMENSION_BYTES;
}

static void make_factor(struct column *column)
{
    column->heading.role = HEADING_FACTOR;
    column->heading.factor = column->heading.words;
}

size_t table_count_role(const struct table_reader *reader, enum heading_role role)
{
    size_t count = 0;
    for (size_t c = 0; c < reader->column_count; c++)
        count += reader->columns[c].heading.role == role;
    return count;
}

/* "1 | 2 | 3 | avg": columns numbered from 1 beside an average are the runs that it is of. */
static void number_run_columns(struct table_reader *reader)
{
    size_t numbered = 0, averages = 0;
    for (size_t c = 0; c < reader->column_count; c++) {
        const struct heading *heading = &reader->columns[c].heading;
        char next[24];
        (void)snprintf(next, sizeof next, "%zu", numbered + 1);
        numbered += heading->role == HEADING_UNKNOWN && text_is(heading->words, next);
        averages += heading->role == HEADING_VALUE && heading->statistic != STATISTIC_RUN;
    }
    if (numbered < 2 || averages == 0)
        return;
    for (size_t c = 0, number = 1; c < reader->column_count; c++) {
        struct heading *heading = &reader->columns[c].heading;
        char own[24];
        (void)snprintf(own, sizeof own, "%zu", number);
        if (heading->role != HEADING_UNKNOWN || !text_is(heading->words, own))
            continue;
        heading->role = HEADING_VALUE;
        heading->iteration = (unsigned)number++;
    }
}

/* True when most rows are labelled with what was measured: "IOPS read", "Latency (ms)". */
static bool rows_name_metrics(const struct table_reader *reader)
{
    size_t named = 0;
    for (size_t c = 0; c < reader->column_count; c++) {
        enum heading_role role = reader->columns[c].heading.role;
        if (role != HEADING_METRIC && role != HEADING_WORKLOAD)
            continue;
        for (size_t r = 0; r < reader->table->row_count; r++) {
            struct text cell = table_cell_bare(table_cell_text(&reader->table->rows[r], c));
            struct row_label label = row_label_read(reader->scratch, cell);
            named += label.metric != NULL || label.unit != NULL;
        }
        return named * 2 > reader->table->row_count;
    }
    return false;
}

/* Counts equal headings of results. */
static void count_repeats(struct table_reader *reader)
{
    struct text_index headings = {.arena = reader->scratch};
    for (size_t c = 0; c < reader->column_count; c++) {
        struct column *column = &reader->columns[c];
        if (column->heading.role == HEADING_VALUE)
            column->repeat = (*text_index_at(&headings, column->heading.words, NULL))++;
    }
}

/* Columns whose heading says nothing known are told by their cells. */
static void decide_unknown_columns(struct table_reader *reader)
{
    number_run_columns(reader);
    bool values_known = table_count_role(reader, HEADING_VALUE) > 0;
    /* numbers under headings of no meaning are results only in a table that names tests, runs or
     * settings */
    bool labels_known = table_count_role(reader, HEADING_WORKLOAD) +
                            table_count_role(reader, HEADING_FACTOR) +
                            table_count_role(reader, HEADING_ITERATION) >
                        0;
    bool metrics_named = false, looked = false; /* looked for once, when a column needs it */
    for (size_t c = 0; c < reader->column_count; c++) {
        struct column *column = &reader->columns[c];
        struct cell_counts counts = column->counts;
        if (column->heading.role != HEADING_UNKNOWN || counts.filled == 0)
            continue;
        if (counts.labels == counts.filled) {
            column->heading.role = HEADING_ITERATION;
            column->labels_runs = true;
        } else if (counts.directions == counts.filled) {
            column->heading.role = HEADING_WORKLOAD;
        } else if (table_names_setting(column->heading.words) ||
                   (counts.sizes == counts.filled && column->heading.words.size > 0)) {
            make_factor(column);
        } else if (counts.numbers * 2 > counts.filled &&
                   label_names_another_quantity(column->heading.words)) {
            column->heading.role = HEADING_IGNORED;
        } else if (counts.numbers * 2 > counts.filled) {
            if (!looked)
                metrics_named = rows_name_metrics(reader);
            looked = true;
            bool result = reader->above.metric != NULL || reader->above.unit != NULL ||
                          (labels_known && table_unit_of_page(reader) != NULL) || metrics_named ||
                          counts.rates * 2 > counts.filled;
            column->heading.role = values_known || !result ? HEADING_IGNORED : HEADING_VALUE;
            column->unknown = column->heading.role == HEADING_IGNORED;
        } else if (table_count_role(reader, HEADING_WORKLOAD) == 0) {
            column->heading.role = HEADING_WORKLOAD;
        } else if (column->heading.words.size > 0) {
            make_factor(column);
        } else {
            column->heading.role = HEADING_IGNORED;
        }
    }
}

/* The nearest heading may say what the whole table holds: "Latency (ms)". */
static void read_heading_above(struct table_reader *reader)
{
    struct text above = reader->table->headings_above;
    size_t start = 0;
    for (size_t at = 0; (at = text_find(above, " | ", at)) < above.size; at++)
        start = at + 3;
    reader->above = heading_read(reader->reading->arena, text_slice(above, start, above.size));
}

/* "lat_unit", "bw unit": the stem before the word; empty for others. */
static struct text unit_column_stem(struct text words)
{
    static const char *const ends[] = {"_unit", " unit", "_units", " units", " einheit"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (text_ends_with_ignoring_case(words, ends[i]))
            return text_slice(words, 0, words.size - strlen(ends[i]));
    return (struct text){NULL, 0};
}

/* A column of units belongs to the column of values that has its name or its metric. */
static void join_unit_columns(struct table_reader *reader)
{
    for (size_t c = 0; c < reader->column_count; c++) {
        struct text stem = unit_column_stem(reader->columns[c].heading.words);
        if (stem.size == 0 || reader->columns[c].counts.numbers > 0)
            continue;
        struct heading own = heading_read(reader->scratch, stem);
        for (size_t v = 0; v < reader->column_count; v++) {
            struct heading *value = &reader->columns[v].heading;
            bool same =
                text_equal(value->words, stem) ||
                (own.metric != NULL && value->metric != NULL &&
                 strcmp(own.metric, value->metric) == 0 && own.direction == value->direction);
            if (v == c || value->role != HEADING_VALUE || !same)
                continue;
            reader->columns[v].unit_column = c + 1;
            reader->columns[c].heading.role = HEADING_IGNORED;
            reader->columns[c].unit_of_others = true;
        }
    }
}

static void join_commas(struct comma_proof *all, const struct comma_proof *column)
{
    all->decimal = all->decimal || column->decimal;
    all->point = all->point || column->point;
    all->groups = all->groups || column->groups;
}

static bool cells_state_units(const struct table *table)
{
    for (size_t r = 0; r < table->row_count; r++)
        for (size_t c = 0; c < table->rows[r].count; c++) {
            struct number number;
            struct text cell = table_cell_bare(table->rows[r].cells[c].text);
            if (number_read(cell, &number) != NUMBER_FOUND)
                continue;
            const struct unit *unit = unit_find(number.rest);
            if (unit != NULL &&
                (unit->dimension == DIMENSION_BYTE_RATE || unit->dimension == DIMENSION_RATE))
                return true;
        }
    return false;
}

/* A column whose cells tell rows apart, as far as its heading says. */
static bool tells_rows(const struct column *column)
{
    enum heading_role role = column->heading.role;
    return role == HEADING_WORKLOAD || role == HEADING_FACTOR || role == HEADING_ITERATION ||
           role == HEADING_DIRECTION || role == HEADING_METRIC || role == HEADING_UNIT;
}

/* True when two rows say the same in all columns that tell rows apart. */
static bool rows_look_alike(const struct table_reader *reader)
{
    struct text_index rows = {.arena = reader->scratch};
    bool added = true;
    for (size_t r = 0; r < reader->table->row_count && added; r++) {
        struct text_builder key = {.arena = reader->scratch};
        for (size_t c = 0; c < reader->column_count; c++) {
            if (!tells_rows(&reader->columns[c]))
                continue;
            text_add_string(&key, "\x1f");
            text_add(&key, table_cell_bare(table_cell_text(&reader->table->rows[r], c)));
        }
        (void)text_index_at(&rows, text_built(&key), &added);
    }
    return !added;
}

/* Cells that count 1, 2, 3 ... number runs. */
static bool counts_rows(const struct table_reader *reader, size_t column)
{
    for (size_t r = 0; r < reader->table->row_count; r++) {
        int64_t number;
        if (!number_read_integer(table_cell_bare(table_cell_text(&reader->table->rows[r], column)),
                                 &number) ||
            number != (int64_t)r + 1)
            return false;
    }
    return true;
}

/* "| seq 1M | read", then "| | write": a cell left empty beside another label is that of the row
   above, where the column begins filled. */
static void fill_down(struct table_reader *reader)
{
    const struct table *table = reader->table;
    for (size_t c = 0; c < reader->column_count; c++) {
        enum heading_role role = reader->columns[c].heading.role;
        if (role == HEADING_VALUE)
            return;
        if (role != HEADING_WORKLOAD && role != HEADING_FACTOR)
            continue;
        for (size_t r = 1; r < table->row_count; r++) {
            bool labelled = false;
            for (size_t k = 0; k < reader->column_count; k++)
                labelled = labelled || (k != c && tells_rows(&reader->columns[k]) &&
                                        table_cell_text(&table->rows[r], k).size > 0);
            if (labelled && c < table->rows[r].count && table->rows[r].cells[c].text.size == 0)
                table->rows[r].cells[c].text = table_cell_text(&table->rows[r - 1], c);
        }
    }
}

/* Rows that only a column of unknown numbers before the figures tells apart ("", "VMs", "File size
   (GB)") are no runs of one test: the column is a setting. */
static void use_unknown_labels(struct table_reader *reader)
{
    for (size_t c = 0; c < reader->column_count; c++) {
        struct column *column = &reader->columns[c];
        if (column->heading.role == HEADING_VALUE)
            return;
        if (column->heading.role != HEADING_IGNORED || column->unit_of_others ||
            column->counts.filled == 0 || counts_rows(reader, c) || !rows_look_alike(reader))
            continue;
        if (column->heading.words.size > 0)
            make_factor(column);
        else
            column->heading.role = HEADING_WORKLOAD;
    }
}

/* "Seq Read MB/s | 4k Read IOPS": columns of results whose headings name how they access, and not
   all the same way. */
static bool name_tests(struct table_reader *reader)
{
    const struct column *first = NULL;
    bool patterns = false, differ = false;
    for (size_t c = 0; c < reader->column_count; c++) {
        struct column *column = &reader->columns[c];
        const struct heading *heading = &column->heading;
        if (heading->role != HEADING_VALUE)
            continue;
        if (heading->level.size > 0 || heading->iteration > 0)
            return false;
        column->test = label_telling_words(reader->reading->arena, heading->words);
        first = first == NULL ? column : first;
        differ = differ || !text_equal(column->test, first->test);
        patterns = patterns || label_names_pattern(column->test);
    }
    return patterns && differ;
}

/* Rows that only the words of a remark tell apart ("empty pool", "80% full") are no runs of one
 * test.
 */
static void use_remarks(struct table_reader *reader)
{
    static const char *const names[] = {"note",     "notes",     "remark",    "remarks", "comment",
                                        "comments", "bemerkung", "kommentar", "hinweis"};
    for (size_t c = 0; c < reader->column_count; c++) {
        struct column *column = &reader->columns[c];
        bool remark = false;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            remark = remark || text_is_ignoring_case(column->heading.words, names[i]);
        if (remark && column->counts.filled > 0 && rows_look_alike(reader))
            make_factor(column);
    }
}

void table_read_columns(struct table_reader *reader)
{
    const struct table *table = reader->table;
    reader->column_count = table->headings.count;
    reader->columns =
        arena_take_array(reader->scratch, reader->column_count, sizeof *reader->columns);
    for (size_t c = 0; c < reader->column_count; c++) {
        struct column *column = &reader->columns[c];
        column->heading = heading_read(reader->reading->arena, table->headings.cells[c].text);
        column->counts = count_cells(table, c);
        column->commas = comma_proof_of(table, c);
        struct cell_counts counts = column->counts;
        if (column->heading.role == HEADING_ITERATION && counts.labels > 0)
            column->labels_runs = true;
        if (column->heading.role == HEADING_VALUE && counts.filled > 0 && counts.numbers == 0)
            column->heading.role = HEADING_UNKNOWN;
        if (column->heading.role == HEADING_DIRECTION && counts.patterns > 0)
            column->heading.role = HEADING_WORKLOAD;
        bool sizes = column_holds_sizes(&column->heading) ||
                     (column->heading.role == HEADING_VALUE && counts.filled > 0 &&
                      counts.sizes == counts.filled && column->heading.unit == NULL);
        if (sizes && table_names_setting(column->heading.words))
            make_factor(column);
        else if (column_holds_sizes(&column->heading) && column->heading.metric == NULL)
            column->heading.role =
                HEADING_IGNORED; /* a capacity, a file size: nothing that was measured */
    }
    reader->cells_state_units = cells_state_units(table);
    for (size_t c = 0; c < reader->column_count; c++)
        join_commas(&reader->commas, &reader->columns[c].commas);
    join_unit_columns(reader);
    read_heading_above(reader);
    decide_unknown_columns(reader);
    fill_down(reader);
    use_unknown_labels(reader);
    use_remarks(reader);
    reader->columns_are_tests = name_tests(reader);
    count_repeats(reader);
    for (size_t c = 0; c < reader->column_count; c++)
        if (reader->columns[c].unknown && reader->columns[c].heading.role == HEADING_IGNORED)
            reading_note(reader->reading, table_cell_line(&table->headings, c),
                         "column \"%.*s\" names no known metric: left out",
                         (int)reader->columns[c].heading.words.size,
                         reader->columns[c].heading.words.data);
}
