#include "ingest/table.h"

#include "ingest/column_names.h"
#include "ingest/factor_words.h"
#include "ingest/row_label.h"
#include "ingest/table_cell.h"
#include "ingest/table_commas.h"
#include "ingest/text_lines.h"
#include "model/configuration.h"
#include "model/number.h"

#include <stdio.h>
#include <string.h>

/* What the cells of one column look like. */
struct cell_counts {
    size_t filled, numbers, sizes;
    size_t labels;     /* "Run 3", "Average" */
    size_t directions; /* "4k write", "randread" */
    size_t patterns;   /* more than a direction: "randread", "seq write" */
};

struct column {
    struct heading heading;
    struct cell_counts counts;
    bool labels_runs; /* cells are "Run 3" or "Average" */
    struct comma_proof commas;
};

struct table_reader {
    struct arena *scratch;
    const struct table *table;
    const struct input *input;
    struct reading *reading;
    struct column *columns;
    size_t column_count;
    struct page_unit *page_unit;
    bool page_unit_used;
    bool letters_used;              /* "94,71M" was taken as MB/s */
    enum statistic statistic_above; /* that the nearest heading names: "Peak write speed" */
    const struct unit *megabyte;    /* of the tool whose headings these are; NULL = as spelled */
    size_t added;
    struct heading above;      /* what the nearest heading says of the whole table */
    struct comma_proof commas; /* of all columns together */
};

static const struct unit *unit_of_page(const struct table_reader *reader)
{
    struct page_unit *unit = reader->page_unit;
    if (!unit->known)
        unit->unit = heading_unit_of_page(reader->input->page, &unit->line);
    unit->known = true;
    return unit->unit;
}

static struct text cell_text(const struct table_row *row, size_t column)
{
    return column < row->count ? row->cells[column].text : (struct text){NULL, 0};
}

static unsigned cell_line(const struct table_row *row, size_t column)
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
static struct text bare(struct text text)
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

static bool is_size_with_letter(struct text text)
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
        struct text text = bare(cell_text(&table->rows[r], column));
        struct number number;
        unsigned iteration;
        enum statistic statistic;
        enum number_kind kind = number_read(text, &number);
        if (kind == NUMBER_MISSING)
            continue;
        counts.filled++;
        counts.numbers += kind == NUMBER_FOUND || kind == NUMBER_BOUND;
        counts.sizes += is_size_with_letter(text);
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

static bool names_a_setting(struct text words)
{
    static const char *const names[] = {"block size",
                                        "blocksize",
                                        "bs",
                                        "blockgr\xc3\xb6\xc3\x9f"
                                        "e",
                                        "queue depth",
                                        "queuedepth",
                                        "qd",
                                        "iodepth",
                                        "threads",
                                        "numjobs",
                                        "jobs",
                                        "record size",
                                        "sektorgr\xc3\xb6\xc3\x9f"
                                        "e",
                                        "sector size"};
    size_t bracket = text_find(words, "(", 0), square = text_find(words, "[", 0);
    words = text_trim(text_slice(words, 0, bracket < square ? bracket : square));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is_ignoring_case(words, names[i]))
            return true;
    return false;
}

/* "Block size (KiB)", "capacity (GB)": sizes alone are no results. */
static bool holds_sizes(const struct heading *heading)
{
    return heading->role == HEADING_VALUE && heading->metric == NULL && heading->unit != NULL &&
           heading->unit->dimension == DIMENSION_BYTES;
}

static void make_factor(struct column *column)
{
    column->heading.role = HEADING_FACTOR;
    column->heading.factor = column->heading.words;
}

static size_t count_role(const struct table_reader *reader, enum heading_role role)
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

/* Columns whose heading says nothing known are told by their cells. */
static void decide_unknown_columns(struct table_reader *reader)
{
    number_run_columns(reader);
    bool values_known = count_role(reader, HEADING_VALUE) > 0;
    /* numbers under headings of no meaning are results only in a table that names tests, runs or
     * settings */
    bool labels_known = count_role(reader, HEADING_WORKLOAD) + count_role(reader, HEADING_FACTOR) +
                            count_role(reader, HEADING_ITERATION) >
                        0;
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
        } else if (names_a_setting(column->heading.words) ||
                   (counts.sizes == counts.filled && column->heading.words.size > 0)) {
            make_factor(column);
        } else if (counts.numbers * 2 > counts.filled &&
                   label_names_another_quantity(column->heading.words)) {
            column->heading.role = HEADING_IGNORED;
        } else if (counts.numbers * 2 > counts.filled) {
            bool result = reader->above.metric != NULL || reader->above.unit != NULL ||
                          (labels_known && unit_of_page(reader) != NULL);
            column->heading.role = values_known || !result ? HEADING_IGNORED : HEADING_VALUE;
            if (column->heading.role == HEADING_IGNORED)
                reading_note(reader->reading, cell_line(&reader->table->headings, c),
                             "column \"%.*s\" names no known metric: left out",
                             (int)column->heading.words.size, column->heading.words.data);
        } else if (count_role(reader, HEADING_WORKLOAD) == 0) {
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

static void join_commas(struct comma_proof *all, const struct comma_proof *column)
{
    all->decimal = all->decimal || column->decimal;
    all->point = all->point || column->point;
    all->groups = all->groups || column->groups;
}

static void read_columns(struct table_reader *reader)
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
        if (holds_sizes(&column->heading) && names_a_setting(column->heading.words))
            make_factor(column);
        else if (holds_sizes(&column->heading) && column->heading.metric == NULL)
            column->heading.role =
                HEADING_IGNORED; /* a capacity, a file size: nothing that was measured */
    }
    for (size_t c = 0; c < reader->column_count; c++)
        join_commas(&reader->commas, &reader->columns[c].commas);
    read_heading_above(reader);
    decide_unknown_columns(reader);
}

/* What the label cells of one row say. */
struct row_labels {
    struct text workload, metric;
    const struct unit *unit;
    struct row_label said; /* by the words of the workload */
    bool no_result;        /* the row is a difference, a limit, a price ... */
    enum direction direction;
    enum statistic statistic;
    unsigned iteration;
    bool pair; /* "Read/Write" */
};

/* False for a text that numbers no run and names no statistic: then it names the workload. */
static bool read_iteration_cell(struct row_labels *labels, struct text text)
{
    int64_t integer;
    struct number number;
    if (number_read_integer(text, &integer) && integer > 0 && integer < 1000000) {
        labels->iteration = (unsigned)integer;
        return true;
    }
    return heading_names_iteration(text, &labels->iteration) ||
           heading_names_statistic(text, &labels->statistic) ||
           (number_read(text, &number) == NUMBER_FOUND && number.rest.size == 0);
}

/* A cell that is only a number names a workload with its column heading: "Test" + "1". */
static struct text workload_part(struct arena *arena, struct text heading, struct text text)
{
    double number;
    if (number_read_plain(text, false, &number) && heading.size > 0)
        return text_format(arena, "%.*s %.*s", (int)heading.size, heading.data, (int)text.size,
                           text.data);
    return text;
}

/* "Average" is no level but what the row holds; "max" and "best" are so in a column of numbers. */
static bool names_statistic_of_rows(const struct column *column, struct text text,
                                    enum statistic *statistic)
{
    enum statistic named = STATISTIC_RUN;
    if (!heading_names_statistic(text, &named))
        return false;
    bool never_a_level = named == STATISTIC_MEAN || named == STATISTIC_SD ||
                         named == STATISTIC_MEDIAN || named == STATISTIC_TOTAL;
    if (!never_a_level && column->counts.numbers == 0)
        return false;
    *statistic = named;
    return true;
}

static void add_workload(struct arena *arena, struct row_labels *labels, struct text part)
{
    labels->workload = labels->workload.size == 0
                           ? part
                           : text_format(arena, "%.*s %.*s", (int)labels->workload.size,
                                         labels->workload.data, (int)part.size, part.data);
}

/* "read IOPS", "p99 (ms)"; a label of more words than that names the workload too. */
static void read_metric_cell(const struct table_reader *reader, struct row_labels *labels,
                             struct text text)
{
    struct arena *arena = reader->reading->arena;
    struct row_label named = row_label_read(arena, text);
    bool understood = named.metric != NULL || named.unit != NULL;
    labels->no_result = labels->no_result || named.no_result;
    labels->unit = named.unit != NULL ? named.unit : labels->unit;
    labels->pair = named.pair;
    labels->direction = named.direction != DIRECTION_UNSTATED ? named.direction : labels->direction;
    if (named.metric != NULL)
        labels->metric = text_of(named.metric);
    else if (!understood && named.statistic != STATISTIC_RUN)
        labels->statistic = named.statistic;
    else if (!understood && named.direction == DIRECTION_UNSTATED)
        labels->metric = text;
    if (named.names_workload && (understood || named.direction != DIRECTION_UNSTATED) &&
        count_role(reader, HEADING_WORKLOAD) == 0)
        add_workload(arena, labels, text);
}

static void read_label(const struct table_reader *reader, size_t c, struct text text,
                       struct row_labels *labels)
{
    struct arena *arena = reader->reading->arena;
    const struct column *column = &reader->columns[c];
    switch (column->heading.role) {
    case HEADING_WORKLOAD:
        add_workload(arena, labels, workload_part(arena, column->heading.words, text));
        if (column->counts.numbers < column->counts.filled)
            (void)heading_names_statistic(text, &labels->statistic);
        break;
    case HEADING_ITERATION:
        if (!read_iteration_cell(labels, text))
            add_workload(arena, labels, text);
        break;
    case HEADING_DIRECTION:
        labels->direction = heading_direction(text);
        break;
    case HEADING_METRIC:
        read_metric_cell(reader, labels, text);
        break;
    case HEADING_FACTOR:
        (void)names_statistic_of_rows(column, text, &labels->statistic);
        labels->no_result = labels->no_result || row_label_read(arena, text).no_result;
        break;
    case HEADING_UNIT:
        labels->unit = unit_find(text);
        break;
    default:
        break;
    }
}

static struct row_labels read_labels(const struct table_reader *reader, const struct table_row *row)
{
    struct row_labels labels = {.statistic = STATISTIC_RUN};
    for (size_t c = 0; c < reader->column_count; c++) {
        struct text text = bare(cell_text(row, c));
        if (text.size > 0)
            read_label(reader, c, text, &labels);
    }
    labels.said = row_label_read(reader->reading->arena, labels.workload);
    labels.no_result = labels.no_result || labels.said.no_result;
    if (labels.said.metric != NULL && row_label_dimension(labels.said.metric) == DIMENSION_TIME)
        labels.statistic =
            labels.said.statistic; /* "Max latency": a metric, no statistic of runs */
    if (labels.direction == DIRECTION_UNSTATED)
        labels.direction = heading_direction(labels.workload);
    if (labels.direction == DIRECTION_UNSTATED)
        labels.direction = heading_direction(reader->table->headings_above);
    if (labels.statistic == STATISTIC_RUN)
        labels.statistic = reader->statistic_above;
    return labels;
}

/* A run of this row: one for each iteration and each level that a value column states. */
struct row_run {
    unsigned iteration;
    struct text level, label;
    bool posted_statistic;
    size_t run;
};

struct row_runs {
    struct row_run *items;
    size_t count, capacity;
};

static void state_row(const struct table_reader *reader, const struct table_row *row, size_t run)
{
    for (size_t c = 0; c < reader->column_count; c++) {
        const struct heading *heading = &reader->columns[c].heading;
        struct text text = bare(cell_text(row, c));
        if (heading->role == HEADING_FACTOR && text.size > 0 &&
            !names_statistic_of_rows(&reader->columns[c], text, &(enum statistic){STATISTIC_RUN}))
            reading_state(reader->reading, run, heading->factor, text);
    }
}

static size_t run_for(struct table_reader *reader, struct row_runs *runs,
                      const struct table_row *row, const struct row_labels *labels,
                      const struct row_run *wanted, const struct heading *heading)
{
    for (size_t i = 0; i < runs->count; i++) {
        const struct row_run *have = &runs->items[i];
        if (have->iteration == wanted->iteration && text_equal(have->level, wanted->level) &&
            text_equal(have->label, wanted->label) &&
            have->posted_statistic == wanted->posted_statistic)
            return have->run;
    }
    size_t run = reading_add_run(reader->reading, cell_line(row, 0));
    state_row(reader, row, run);
    if (heading->level.size > 0)
        reading_state(reader->reading, run, heading->factor, heading->level);
    struct found_run *found = &reader->reading->runs[run];
    found->headings = text_copy(reader->reading->arena, reader->table->headings_above);
    found->workload = text_copy(reader->reading->arena, labels->workload);
    found->column_label = wanted->label;
    found->iteration = wanted->iteration;
    runs->items =
        arena_grow(reader->scratch, runs->items, runs->count, &runs->capacity, sizeof *runs->items);
    runs->items[runs->count] = *wanted;
    runs->items[runs->count++].run = run;
    return run;
}

/* A column that holds values but whose heading names no metric, unit, level, iteration or
 * statistic. */
static bool heading_is_plain(const struct heading *heading)
{
    return heading->metric == NULL && heading->unit == NULL && heading->level.size == 0 &&
           heading->iteration == 0 && heading->statistic == STATISTIC_RUN &&
           heading->direction == DIRECTION_UNSTATED;
}

static bool says_the_same(const struct heading *a, const struct heading *b)
{
    return a->role == b->role && a->metric == b->metric && a->unit == b->unit &&
           a->direction == b->direction && a->statistic == b->statistic &&
           a->iteration == b->iteration && text_equal(a->level, b->level);
}

/* True when another column means the same in all but words that are not understood ("4k read", "1M
   read"): then the heading tells the columns apart. */
static bool has_twin(const struct table_reader *reader, size_t column)
{
    for (size_t c = 0; c < reader->column_count; c++)
        if (c != column &&
            says_the_same(&reader->columns[c].heading, &reader->columns[column].heading))
            return true;
    return false;
}

struct value_unit {
    const struct unit *unit; /* NULL = none known: as given */
    struct text metric;
    double factor; /* times this gives the base unit */
};

static struct text metric_of_unit(const struct unit *unit)
{
    static const char *const by_dimension[] = {"bw", "iops", "lat_mean", "io_bytes", "ios"};
    if (unit == NULL || unit->dimension > DIMENSION_COUNT)
        return text_of("value");
    if (unit->dimension == DIMENSION_TIME && unit->factor >= 1e9)
        return text_of("runtime");
    return text_of(by_dimension[unit->dimension]);
}

static enum dimension dimension_of_heading(const struct heading *heading)
{
    return heading->unit != NULL ? heading->unit->dimension : row_label_dimension(heading->metric);
}

/* What the label of a row says of metric and unit holds where the column says nothing else. */
static bool label_counts(const struct heading *heading, const struct row_labels *labels)
{
    enum dimension column = dimension_of_heading(heading);
    enum dimension row = labels->said.unit != NULL ? labels->said.unit->dimension
                                                   : row_label_dimension(labels->said.metric);
    return column == DIMENSION_UNKNOWN || column == row;
}

/* The row's label states a unit that the column's heading denies: "Rand read (IOPS)" under MB/s. */
static bool label_contradicts(const struct heading *heading, const struct row_labels *labels)
{
    const struct unit *unit = labels->said.unit;
    if (unit == NULL || heading->role != HEADING_VALUE)
        return false;
    enum dimension column = dimension_of_heading(heading);
    return (column != DIMENSION_UNKNOWN && column != unit->dimension) ||
           (heading->unit != NULL && heading->unit->factor != unit->factor);
}

/* Unit and metric of one cell; `word` is what stands behind its number. */
static struct value_unit resolve_unit(struct table_reader *reader, const struct heading *heading,
                                      const struct row_labels *labels, struct text word)
{
    struct value_unit resolved = {.unit = unit_find(word), .factor = 1};
    double letter = cell_letter_factor(word);
    bool row_counts = label_counts(heading, labels);
    if (letter > 0 || resolved.unit == NULL)
        resolved.unit = heading->unit != NULL                 ? heading->unit
                        : labels->unit != NULL || !row_counts ? labels->unit
                                                              : labels->said.unit;
    struct text metric = heading->metric != NULL ? text_of(heading->metric) : labels->metric;
    if (metric.size == 0 && row_counts && labels->said.metric != NULL)
        metric = text_of(labels->said.metric);
    else if (metric.size == 0 && row_counts && labels->said.unit != NULL)
        metric = metric_of_unit(labels->said.unit);
    if (metric.size == 0 && reader->above.metric != NULL)
        metric = text_of(reader->above.metric);
    bool above_fits =
        metric.size == 0 || (reader->above.metric != NULL && text_is(metric, reader->above.metric));
    if (resolved.unit == NULL && above_fits)
        resolved.unit = reader->above.unit;
    bool rate = metric.size == 0 || text_is(metric, "bw");
    if (resolved.unit == NULL && rate && unit_of_page(reader) != NULL) {
        resolved.unit = unit_of_page(reader);
        reader->page_unit_used = true;
    }
    if (resolved.unit == NULL && text_is(metric, "iops"))
        resolved.unit = unit_find(text_of("1/s"));
    if (resolved.unit == NULL && letter > 0 && text_is(metric, "bw")) {
        resolved.unit = unit_find(text_of("MB/s"));
        reader->letters_used = true;
    }
    resolved.metric = metric.size > 0 ? metric : metric_of_unit(resolved.unit);
    if (resolved.unit == NULL)
        return resolved;
    resolved.factor = letter > 0 ? cell_unit_factor(resolved.unit, letter) : resolved.unit->factor;
    if (reader->megabyte != NULL && text_is(text_of(resolved.unit->spelling), "MB/s"))
        resolved.factor = reader->megabyte->factor;
    return resolved;
}

/* "1.234": three digits behind a point, which groups thousands where commas are decimal. */
static bool has_doubtful_point(struct text text)
{
    struct number number;
    if (number_read(text, &number) != NUMBER_FOUND)
        return false;
    size_t point = text_find(number.digits, ".", 0);
    return point >= 1 && point <= 3 && number.digits.size == point + 4 &&
           number.digits.data[0] != '0' && text_find(number.digits, ",", 0) == number.digits.size;
}

/* Adds the value of one cell, or of one half of a pair. */
static void add_value(struct table_reader *reader, struct row_runs *runs,
                      const struct table_row *row, const struct row_labels *labels, size_t c,
                      struct text text, enum direction direction)
{
    const struct heading *heading = &reader->columns[c].heading;
    struct arena *arena = reader->reading->arena;
    struct cell_value value;
    const char *metric = heading->metric != NULL ? heading->metric : labels->said.metric;
    bool counts = (metric != NULL && strcmp(metric, "iops") == 0) ||
                  text_find_ignoring_case(text, "iops", 0) < text.size;
    enum comma_meaning comma =
        comma_meaning_of(text, &reader->columns[c].commas, &reader->commas, counts);
    const struct unit *unit = heading->unit;
    if (comma == COMMA_DOUBTFUL && !reader->commas.decimal && unit != NULL &&
        unit->dimension == DIMENSION_BYTE_RATE && unit->factor < 1e9) {
        comma = COMMA_GROUPS;
        cell_note(reader->reading, cell_line(row, c), text,
                  "is taken as thousands: nothing in the table shows a decimal comma");
    }
    struct text plain =
        comma == COMMA_DECIMAL ? cell_with_decimal_point(reader->scratch, text) : text;
    bool doubtful =
        comma == COMMA_DOUBTFUL || (has_doubtful_point(text) && (reader->commas.decimal || counts));
    if (doubtful) {
        reading_note(reader->reading, cell_line(row, c),
                     "\"%.*s\" may be thousands or a fraction: left out", (int)text.size,
                     text.data);
        return;
    }
    if (!cell_read(reader->reading, plain, cell_line(row, c), heading->words, &value))
        return;
    struct value_unit resolved = resolve_unit(reader, heading, labels, value.unit);
    enum statistic statistic = heading->statistic != STATISTIC_RUN ? heading->statistic
                               : value.is_mean                     ? STATISTIC_MEAN
                                                                   : labels->statistic;
    struct row_run wanted = {
        .iteration = heading->iteration > 0 ? heading->iteration : labels->iteration,
        .level = heading->level,
        .label = heading_is_plain(heading) || has_twin(reader, c) ? heading->words
                                                                  : (struct text){NULL, 0},
        .posted_statistic = statistic != STATISTIC_RUN};
    reading_add_observation(
        reader->reading,
        (struct found_observation){.run = run_for(reader, runs, row, labels, &wanted, heading),
                                   .direction = direction,
                                   .statistic = statistic,
                                   .metric = text_copy(arena, resolved.metric),
                                   .value = number_scaled(value.number.value, resolved.factor),
                                   .unit = resolved.unit == NULL
                                               ? text_copy(arena, value.unit)
                                               : text_of(unit_base(resolved.unit->dimension)),
                                   .written = text_copy(arena, text),
                                   .source = {reader->reading->path, cell_line(row, c)}});
    reader->added++;
}

static void read_value(struct table_reader *reader, struct row_runs *runs,
                       const struct table_row *row, const struct row_labels *labels, size_t c)
{
    const struct heading *heading = &reader->columns[c].heading;
    struct text text = bare(cell_text(row, c)), halves[2];
    enum direction direction =
        heading->direction != DIRECTION_UNSTATED ? heading->direction : labels->direction;
    if (c < row->count && row->cells[c].spans) {
        cell_note(reader->reading, cell_line(row, c), text,
                  "covers several rows or columns: left out");
    } else if (!cell_split_pair(text, halves)) {
        add_value(reader, runs, row, labels, c, text, direction);
    } else if (heading->pair || labels->pair) {
        /* the unit stands once, behind the second: "45.3/24.4MiB/s" */
        struct number second;
        (void)number_read(halves[1], &second);
        struct number first;
        (void)number_read(halves[0], &first);
        if (first.rest.size == 0 && second.rest.size > 0)
            halves[0] = text_format(reader->scratch, "%.*s %.*s", (int)halves[0].size,
                                    halves[0].data, (int)second.rest.size, second.rest.data);
        add_value(reader, runs, row, labels, c, halves[0], DIRECTION_READ);
        add_value(reader, runs, row, labels, c, halves[1], DIRECTION_WRITE);
    } else {
        cell_note(reader->reading, cell_line(row, c), text,
                  "is a pair, and nothing says of what: left out");
    }
}

static void read_row(struct table_reader *reader, const struct table_row *row,
                     const struct row_labels *labels)
{
    struct row_runs runs = {.count = 0};
    if (labels->no_result) {
        reading_note(reader->reading, cell_line(row, 0),
                     "the label of this row names a difference, a limit or another quantity, no "
                     "result of storage: left out");
        return;
    }
    for (size_t c = 0; c < reader->column_count; c++) {
        const struct heading *heading = &reader->columns[c].heading;
        if (heading->role != HEADING_VALUE)
            continue;
        if (label_contradicts(heading, labels))
            reading_note(reader->reading, cell_line(row, c),
                         "the row is labelled in %s, column \"%.*s\" says otherwise: left out",
                         labels->said.unit->spelling, (int)heading->words.size,
                         heading->words.data);
        else
            read_value(reader, &runs, row, labels, c);
    }
}

static void note_units(const struct table_reader *reader)
{
    unsigned line = cell_line(&reader->table->headings, 0);
    if (reader->page_unit_used)
        reading_note(reader->reading, reader->page_unit->line,
                     "the table in line %u states no unit: %s is taken from here, the only rate "
                     "unit of the page",
                     line, reader->page_unit->unit->spelling);
    if (reader->letters_used)
        reading_note(
            reader->reading, line,
            "the table has letters for units: K, M and G are taken as kB/s, MB/s and GB/s");
    if (reader->megabyte != NULL)
        reading_note(reader->reading, line, "MB/s of this table is %s, as its tool counts",
                     reader->megabyte->spelling);
}

/* The unit that a tool means by MB/s, when the headings are that tool's. */
static const struct unit *megabyte_of_tool(const struct table_row *headings)
{
    static const struct {
        const char *first, *other, *unit;
    } tools[] = {{"Pod Name", "R-Tail Ratio (P99/avg)", "MiB/s"}}; /* fio-benchmark-chart */
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        for (size_t c = 1; c < headings->count; c++)
            if (text_is(headings->cells[0].text, tools[i].first) &&
                text_is(headings->cells[c].text, tools[i].other))
                return unit_find(text_of(tools[i].unit));
    return NULL;
}

/* Sizes alone make no table of results. */
static bool has_results(const struct table_reader *reader)
{
    for (size_t c = 0; c < reader->column_count; c++)
        if (reader->columns[c].heading.role == HEADING_VALUE &&
            !holds_sizes(&reader->columns[c].heading))
            return true;
    return false;
}

static bool speaks_of_storage(struct text text)
{
    static const char *const words[] = {
        "seq",  "rand",  "rnd",  "fio",   "zfs", "raid", "ssd",   "hdd",        "nvme",
        "disk", "drive", "pool", "cache", "qd",  "sync", "bench", "throughput", "bandwidth"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_find_ignoring_case(text, words[i], 0) < text.size)
            return true;
    return heading_direction(text) != DIRECTION_UNSTATED || is_size_with_letter(text);
}

/* True when the figures added since say by unit, direction, level or words that they are of
   storage: a table of anything else may have a column named "speed", "min" or "best". */
static bool is_of_storage(const struct table_reader *reader, size_t first_observation,
                          size_t first_run)
{
    const struct reading *reading = reader->reading;
    for (size_t c = 0; c < reader->column_count; c++) {
        struct text words = reader->columns[c].heading.words;
        if (text_find(words, "/*", 0) < words.size || text_find(words, "#define", 0) < words.size)
            return false; /* source code */
    }
    for (size_t i = first_observation; i < reading->observation_count; i++) {
        const struct found_observation *row = &reading->observations[i];
        if (row->unit.size > 0 || row->direction != DIRECTION_UNSTATED)
            return true;
    }
    for (size_t c = 0; c < reader->column_count; c++)
        if (reader->columns[c].heading.level.size > 0 ||
            names_a_setting(reader->columns[c].heading.words) ||
            speaks_of_storage(reader->columns[c].heading.words))
            return true;
    for (size_t i = first_run; i < reading->run_count; i++) {
        struct found_settings found = {.arena = reader->scratch};
        (void)factor_words_take(&found, reading->runs[i].headings);
        (void)factor_words_take(&found, reading->runs[i].workload);
        if (found.count > 0 || speaks_of_storage(reading->runs[i].headings) ||
            speaks_of_storage(reading->runs[i].workload))
            return true;
    }
    return false;
}

size_t table_read(struct arena *scratch, const struct table *table, const struct input *input,
                  struct reading *reading)
{
    size_t observations = reading->observation_count, runs_before = reading->run_count;
    struct table_reader reader = {
        .scratch = scratch, .table = table, .input = input, .reading = reading};
    struct page_unit unit_here = {.known = false};
    reader.page_unit = input->page_unit == NULL ? &unit_here : input->page_unit;
    reader.statistic_above = headings_statistic(table->headings_above);
    reader.megabyte = megabyte_of_tool(&table->headings);
    read_columns(&reader);
    for (size_t r = 0; r < table->row_count && has_results(&reader); r++) {
        struct row_labels labels = read_labels(&reader, &table->rows[r]);
        read_row(&reader, &table->rows[r], &labels);
    }
    note_units(&reader);
    if (reader.added > 0 && !is_of_storage(&reader, observations, runs_before)) {
        reading->observation_count = observations;
        reading->run_count = runs_before;
        reading_note(reading, cell_line(&table->headings, 0),
                     "nothing in this table says that it is of storage (no unit, read, write or "
                     "setting): left out");
        return 0;
    }
    return reader.added;
}
