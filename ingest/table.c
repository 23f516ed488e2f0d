#include "ingest/table.h"

#include "ingest/table_cell.h"
#include "ingest/table_reader.h"
#include "model/number.h"

#include <string.h>

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
        struct text text = table_cell_bare(table_cell_text(row, c));
        if (heading->role == HEADING_FACTOR && text.size > 0 &&
            !column_names_statistic(&reader->columns[c], text, &(enum statistic){STATISTIC_RUN}))
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
    size_t run = reading_add_run(reader->reading, table_cell_line(row, 0));
    state_row(reader, row, run);
    if (heading->level.size > 0)
        reading_state(reader->reading, run, heading->factor, heading->level);
    struct found_run *found = &reader->reading->runs[run];
    found->headings = text_copy(reader->reading->arena, reader->table->headings_above);
    found->workload = text_copy(reader->reading->arena, labels->workload);
    found->column_label = wanted->label;
    if (wanted->label.size == 0 && heading->iteration == 0 && heading->level.size == 0)
        found->column_words = label_telling_words(reader->reading->arena, heading->words);
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

/* "MB/s" and "KB/s" measure the same. */
static bool measure_the_same(const struct heading *a, const struct heading *b)
{
    enum dimension of_a = a->unit != NULL ? a->unit->dimension : row_label_dimension(a->metric);
    enum dimension of_b = b->unit != NULL ? b->unit->dimension : row_label_dimension(b->metric);
    return of_a == of_b;
}

static bool says_the_same(const struct heading *a, const struct heading *b)
{
    const char *metric_a = a->metric != NULL ? a->metric : "",
               *metric_b = b->metric != NULL ? b->metric : "";
    return a->role == b->role && strcmp(metric_a, metric_b) == 0 && measure_the_same(a, b) &&
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

/* A unit that a metric can have; no unit fits all, and any fits a metric that is not known. */
static bool fits(const struct unit *unit, struct text metric)
{
    static const struct {
        const char *start;
        enum dimension dimension;
    } metrics[] = {{"bw", DIMENSION_BYTE_RATE}, {"iops", DIMENSION_RATE},
                   {"lat_", DIMENSION_TIME},    {"clat_", DIMENSION_TIME},
                   {"slat_", DIMENSION_TIME},   {"runtime", DIMENSION_TIME}};
    for (size_t i = 0; unit != NULL && i < sizeof metrics / sizeof *metrics; i++)
        if (text_starts_with(metric, metrics[i].start))
            return unit->dimension == metrics[i].dimension;
    return true;
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
    if (metric.size == 0 && reader->above.metric != NULL &&
        fits(resolved.unit, text_of(reader->above.metric)))
        metric = text_of(reader->above.metric);
    bool above_fits =
        metric.size == 0 || (reader->above.metric != NULL && text_is(metric, reader->above.metric));
    if (resolved.unit == NULL && above_fits)
        resolved.unit = reader->above.unit;
    bool rate = metric.size == 0 || text_is(metric, "bw");
    if (resolved.unit == NULL && rate && !reader->cells_state_units &&
        !(letter > 0 && metric.size == 0) && table_unit_of_page(reader) != NULL) {
        resolved.unit = table_unit_of_page(reader);
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

/* The unit that stands behind a number, else in the column of units that belongs to its column. */
static struct text unit_word_of(const struct table_reader *reader, const struct table_row *row,
                                size_t c, struct text behind)
{
    size_t column = reader->columns[c].unit_column;
    if (behind.size > 0 || column == 0)
        return behind;
    struct text cell = table_cell_bare(table_cell_text(row, column - 1));
    return unit_find(cell) != NULL ? cell : behind;
}

/* The number of a cell with its commas understood; false, with a note, when it cannot be known. */
static bool read_number(struct table_reader *reader, const struct table_row *row,
                        const struct row_labels *labels, size_t c, struct text text,
                        struct cell_value *value)
{
    const struct heading *heading = &reader->columns[c].heading;
    const char *metric = heading->metric != NULL ? heading->metric : labels->said.metric;
    bool counts = (metric != NULL && strcmp(metric, "iops") == 0) ||
                  text_find_ignoring_case(text, "iops", 0) < text.size;
    enum comma_meaning comma =
        comma_meaning_of(text, &reader->columns[c].commas, &reader->commas, counts);
    const struct unit *unit = heading->unit;
    if (comma == COMMA_DOUBTFUL && !reader->commas.decimal && unit != NULL &&
        unit->dimension == DIMENSION_BYTE_RATE && unit->factor < 1e9) {
        comma = COMMA_GROUPS;
        cell_note(reader->reading, table_cell_line(row, c), text,
                  "is taken as thousands: nothing in the table shows a decimal comma");
    }
    if (comma == COMMA_DOUBTFUL ||
        (has_doubtful_point(text) && (reader->commas.decimal || counts))) {
        cell_note(reader->reading, table_cell_line(row, c), text,
                  "may be thousands or a fraction: left out");
        return false;
    }
    struct text plain =
        comma == COMMA_DECIMAL ? cell_with_decimal_point(reader->scratch, text) : text;
    return cell_read(reader->reading, plain, table_cell_line(row, c), heading->words, value);
}

/* Adds the value of one cell, or of one half of a pair. */
static void add_value(struct table_reader *reader, struct row_runs *runs,
                      const struct table_row *row, const struct row_labels *labels, size_t c,
                      struct text text, enum direction direction)
{
    const struct heading *heading = &reader->columns[c].heading;
    struct arena *arena = reader->reading->arena;
    struct cell_value value;
    if (!read_number(reader, row, labels, c, text, &value))
        return;
    struct value_unit resolved =
        resolve_unit(reader, heading, labels, unit_word_of(reader, row, c, value.unit));
    if (!fits(resolved.unit, resolved.metric)) {
        reading_note(reader->reading, table_cell_line(row, c),
                     "\"%.*s\" has the unit %s, which %.*s cannot have: left out",
                     (int)(text.size > 60 ? 60 : text.size), text.data, resolved.unit->spelling,
                     (int)resolved.metric.size, resolved.metric.data);
        return;
    }
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
                                   .source = {reader->reading->path, table_cell_line(row, c)}});
    reader->added++;
}

static void read_value(struct table_reader *reader, struct row_runs *runs,
                       const struct table_row *row, const struct row_labels *labels, size_t c)
{
    const struct heading *heading = &reader->columns[c].heading;
    struct text text = table_cell_bare(table_cell_text(row, c)), halves[2];
    enum direction direction =
        heading->direction != DIRECTION_UNSTATED ? heading->direction : labels->direction;
    if (c < row->count && row->cells[c].spans) {
        cell_note(reader->reading, table_cell_line(row, c), text,
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
        cell_note(reader->reading, table_cell_line(row, c), text,
                  "is a pair, and nothing says of what: left out");
    }
}

static void read_row(struct table_reader *reader, const struct table_row *row,
                     const struct row_labels *labels)
{
    struct row_runs runs = {.count = 0};
    if (labels->no_result) {
        reading_note(reader->reading, table_cell_line(row, 0),
                     "the label of this row names a difference, a limit or another quantity, no "
                     "result of storage: left out");
        return;
    }
    for (size_t c = 0; c < reader->column_count; c++) {
        const struct heading *heading = &reader->columns[c].heading;
        if (heading->role != HEADING_VALUE)
            continue;
        if (label_contradicts(heading, labels))
            reading_note(reader->reading, table_cell_line(row, c),
                         "the row is labelled in %s, column \"%.*s\" says otherwise: left out",
                         labels->said.unit->spelling, (int)heading->words.size,
                         heading->words.data);
        else
            read_value(reader, &runs, row, labels, c);
    }
}

static void note_units(const struct table_reader *reader)
{
    unsigned line = table_cell_line(&reader->table->headings, 0);
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
            !column_holds_sizes(&reader->columns[c].heading))
            return true;
    return false;
}

/* A second row of headings that holds the units ("MiB/s | MiB/s | kIOPS") goes into the first. */
static struct table with_units_in_headings(struct arena *scratch, const struct table *table)
{
    struct table joined = *table;
    size_t units = 0;
    for (size_t c = 0; table->row_count > 1 && c < table->rows[0].count; c++) {
        struct text cell = table_cell_bare(table->rows[0].cells[c].text);
        bool unit = unit_find(cell) != NULL;
        units += unit;
        if (!unit && cell.size > 0)
            return joined;
    }
    if (units < 2 || table->rows[0].count > table->headings.count)
        return joined;
    joined.headings.cells =
        arena_take_array(scratch, joined.headings.count, sizeof *joined.headings.cells);
    for (size_t c = 0; c < joined.headings.count; c++) {
        struct text unit = table_cell_bare(table_cell_text(&table->rows[0], c));
        struct table_cell *heading = &joined.headings.cells[c];
        *heading = table->headings.cells[c];
        if (unit.size > 0)
            heading->text = text_format(scratch, "%.*s (%.*s)", (int)heading->text.size,
                                        heading->text.data, (int)unit.size, unit.data);
    }
    joined.rows++;
    joined.row_count--;
    return joined;
}

size_t table_read(struct arena *scratch, const struct table *given, const struct input *input,
                  struct reading *reading)
{
    struct table with_units = with_units_in_headings(scratch, given);
    const struct table *table = &with_units;
    size_t observations = reading->observation_count, runs_before = reading->run_count;
    struct table_reader reader = {
        .scratch = scratch, .table = table, .input = input, .reading = reading};
    struct page_unit unit_here = {.known = false};
    reader.page_unit = input->page_unit == NULL ? &unit_here : input->page_unit;
    reader.statistic_above = headings_statistic(table->headings_above);
    reader.megabyte = megabyte_of_tool(&table->headings);
    table_read_columns(&reader);
    for (size_t r = 0; r < table->row_count && has_results(&reader); r++) {
        struct row_labels labels = table_read_labels(&reader, &table->rows[r]);
        read_row(&reader, &table->rows[r], &labels);
    }
    note_units(&reader);
    if (reader.added > 0 && !table_is_of_storage(&reader, observations, runs_before)) {
        reading->observation_count = observations;
        reading->run_count = runs_before;
        reading_note(reading, table_cell_line(&table->headings, 0),
                     "nothing in this table says that it is of storage (no unit, read, write or "
                     "setting): left out");
        return 0;
    }
    return reader.added;
}
