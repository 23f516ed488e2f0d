#include "ingest/table.h"

#include "ingest/headings_above.h"
#include "ingest/posted_figure.h"
#include "ingest/table_cell.h"
#include "ingest/table_reader.h"
#include "model/number.h"

#include <string.h>

/* A run of this row: one for each iteration and each level that a value column states. */
struct row_run {
    unsigned iteration;
    struct text level, label;
    bool posted_statistic;
    size_t repeat; /* columns of the same heading are runs of one test */
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

/* The words of its column name the test; the row's label does so too where it names a way of access
   or a direction, and is a setting otherwise: "lz4" below "Sequential read". */
static void name_test(struct table_reader *reader, struct found_run *found, struct text column)
{
    struct text row = found->workload;
    bool test = label_names_pattern(row) || heading_direction(row) != DIRECTION_UNSTATED;
    if (column.size == 0)
        return;
    if (!test)
        found->row_label = row;
    found->workload = !test || row.size == 0
                          ? column
                          : text_format(reader->reading->arena, "%.*s %.*s", (int)row.size,
                                        row.data, (int)column.size, column.data);
}

static size_t run_for(struct table_reader *reader, struct row_runs *runs,
                      const struct table_row *row, const struct row_labels *labels,
                      const struct row_run *wanted, const struct heading *heading)
{
    for (size_t i = 0; i < runs->count; i++) {
        const struct row_run *have = &runs->items[i];
        if (have->iteration == wanted->iteration && text_equal(have->level, wanted->level) &&
            text_equal(have->label, wanted->label) && have->repeat == wanted->repeat &&
            have->posted_statistic == wanted->posted_statistic)
            return have->run;
    }
    size_t run = reading_add_run(reader->reading, table_cell_line(row, 0));
    state_row(reader, row, run);
    if (heading->level.size > 0)
        reading_state(reader->reading, run, heading->factor, heading->level);
    struct found_run *found = &reader->reading->runs[run];
    struct text headings =
        headings_with_nearer(reader->scratch, reader->table->headings_above, row->section);
    found->headings = text_copy(reader->reading->arena, headings);
    found->workload = text_copy(reader->reading->arena, labels->workload);
    if (reader->columns_are_tests)
        name_test(reader, found, wanted->label);
    else
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
    return table_heading_dimension(a) == table_heading_dimension(b);
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
    const struct comma_proof *column = &reader->columns[c].commas;
    enum comma_meaning comma = comma_meaning_of(text, column, &reader->commas, counts);
    const struct unit *unit = heading->unit;
    if (comma == COMMA_DOUBTFUL && !reader->commas.decimal && unit != NULL &&
        unit->dimension == DIMENSION_BYTE_RATE && unit->factor < 1e9) {
        comma = COMMA_GROUPS;
        cell_note(reader->reading, table_cell_line(row, c), text,
                  "is taken as thousands: nothing in the table shows a decimal comma");
    }
    /* "30.848" IOPS beside "120,5" MB/s: the point groups */
    bool grouped = has_doubtful_point(text) && counts && reader->commas.decimal &&
                   !reader->commas.point && !column->whole_hundreds;
    if (comma == COMMA_DOUBTFUL ||
        (has_doubtful_point(text) && !grouped && (reader->commas.decimal || counts))) {
        cell_note(reader->reading, table_cell_line(row, c), text,
                  "may be thousands or a fraction: left out");
        return false;
    }
    struct text plain = comma == COMMA_DECIMAL ? cell_with_decimal_point(reader->scratch, text)
                        : grouped              ? cell_without_point(reader->scratch, text)
                                               : text;
    return cell_read(reader->reading, plain, table_cell_line(row, c), heading->words, value);
}

/* "31.2k (122MiB/s)": two figures of one run, of different kinds. `parts` gets them; a first one
   with a letter or nothing behind it counts I/Os where the second is a rate of bytes. */
static bool split_bracketed(struct table_reader *reader, const struct heading *heading,
                            const struct row_labels *labels, struct text text, struct text parts[2])
{
    struct posted_figure outer, inner;
    size_t open = text_find(text, "(", 0);
    if (open == text.size || !text_ends_with(text, ")"))
        return false;
    parts[0] = text_trim(text_slice(text, 0, open));
    parts[1] = text_trim(text_slice(text, open + 1, text.size - 1));
    if (!posted_figure_read(parts[0], 0, &outer) || outer.end != parts[0].size ||
        !posted_figure_read(parts[1], 0, &inner) || inner.end != parts[1].size ||
        inner.unit == NULL || inner.unit->dimension > DIMENSION_TIME)
        return false;
    enum dimension of_column = table_heading_dimension(heading);
    enum dimension of_outer = outer.unit != NULL               ? outer.unit->dimension
                              : of_column != DIMENSION_UNKNOWN ? of_column
                                                               : table_labels_dimension(labels);
    if (of_outer == DIMENSION_UNKNOWN && inner.unit->dimension == DIMENSION_BYTE_RATE) {
        parts[0] = text_format(reader->scratch, "%.*s IOPS", (int)parts[0].size, parts[0].data);
        return true;
    }
    return of_outer != DIMENSION_UNKNOWN && of_outer != inner.unit->dimension;
}

/* A figure of a cell. */
struct cell_part {
    struct text text, written;
    enum direction direction;
    bool unit_decides; /* which metric it is: it stands beside that of the column */
};

/* Adds the value of one cell, or of one of the two that it holds. */
static void add_value(struct table_reader *reader, struct row_runs *runs,
                      const struct table_row *row, const struct row_labels *labels, size_t c,
                      const struct cell_part *part)
{
    const struct heading *heading = &reader->columns[c].heading;
    struct arena *arena = reader->reading->arena;
    struct cell_value value;
    if (!read_number(reader, row, labels, c, part->text, &value))
        return;
    struct value_unit resolved =
        table_resolve_unit(reader, heading, labels, unit_word_of(reader, row, c, value.unit));
    if (resolved.unclear) {
        cell_note(reader->reading, table_cell_line(row, c), part->text,
                  "has a letter that may be the prefix of the column's unit or multiply it: left "
                  "out");
        return;
    }
    if (part->unit_decides)
        resolved.metric = table_metric_of_unit(resolved.unit);
    if (!table_unit_fits(resolved.unit, resolved.metric)) {
        reading_note(reader->reading, table_cell_line(row, c),
                     "\"%.*s\" has the unit %s, which %.*s cannot have: left out",
                     (int)(part->text.size > 60 ? 60 : part->text.size), part->text.data,
                     resolved.unit->spelling, (int)resolved.metric.size, resolved.metric.data);
        return;
    }
    enum statistic statistic = heading->statistic != STATISTIC_RUN ? heading->statistic
                               : value.is_mean                     ? STATISTIC_MEAN
                                                                   : labels->statistic;
    struct row_run wanted = {
        .iteration = heading->iteration > 0 ? heading->iteration : labels->iteration,
        .level = heading->level,
        .label = reader->columns_are_tests                          ? reader->columns[c].test
                 : heading_is_plain(heading) || has_twin(reader, c) ? heading->words
                                                                    : (struct text){NULL, 0},
        .posted_statistic = statistic != STATISTIC_RUN};
    if (statistic == STATISTIC_RUN && wanted.iteration == 0)
        wanted.repeat = reader->columns[c].repeat;
    reading_add_observation(
        reader->reading,
        (struct found_observation){.run = run_for(reader, runs, row, labels, &wanted, heading),
                                   .direction = part->direction,
                                   .statistic = statistic,
                                   .metric = text_copy(arena, resolved.metric),
                                   .value = number_scaled(value.number.value, resolved.factor),
                                   .unit = resolved.unit == NULL
                                               ? text_copy(arena, value.unit)
                                               : text_of(unit_base(resolved.unit->dimension)),
                                   .written = text_copy(arena, part->written),
                                   .source = {reader->reading->path, table_cell_line(row, c)}});
    reader->added++;
}

/* "45.3/24.4MiB/s": read and write, the unit once behind the second. */
static void read_pair(struct table_reader *reader, struct row_runs *runs,
                      const struct table_row *row, const struct row_labels *labels, size_t c,
                      const struct text halves[2])
{
    struct cell_part read = {halves[0], halves[0], DIRECTION_READ, false};
    struct cell_part write = {halves[1], halves[1], DIRECTION_WRITE, false};
    struct number first, second;
    (void)number_read(halves[0], &first);
    (void)number_read(halves[1], &second);
    if (first.rest.size == 0 && second.rest.size > 0)
        read.text = read.written =
            text_format(reader->scratch, "%.*s %.*s", (int)halves[0].size, halves[0].data,
                        (int)second.rest.size, second.rest.data);
    add_value(reader, runs, row, labels, c, &read);
    add_value(reader, runs, row, labels, c, &write);
}

static void read_value(struct table_reader *reader, struct row_runs *runs,
                       const struct table_row *row, const struct row_labels *labels, size_t c)
{
    const struct heading *heading = &reader->columns[c].heading;
    struct text text = table_cell_bare(table_cell_text(row, c)), halves[2];
    struct cell_part part = {text, text, heading->direction, false};
    if (part.direction == DIRECTION_UNSTATED)
        part.direction = labels->direction;
    if (c < row->count && row->cells[c].spans) {
        cell_note(reader->reading, table_cell_line(row, c), text,
                  "covers several rows or columns: left out");
    } else if (split_bracketed(reader, heading, labels, text, halves)) {
        part.text = halves[0];
        add_value(reader, runs, row, labels, c, &part);
        part.text = part.written = halves[1];
        part.unit_decides = true;
        add_value(reader, runs, row, labels, c, &part);
    } else if (!cell_split_pair(text, halves)) {
        add_value(reader, runs, row, labels, c, &part);
    } else if (heading->pair || labels->pair) {
        read_pair(reader, runs, row, labels, c, halves);
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
        if (table_label_contradicts(heading, labels))
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

size_t table_read(struct arena *scratch, const struct table *given, const struct input *input,
                  struct reading *reading)
{
    struct table divided = table_with_sections(scratch, given);
    struct table joined = table_with_one_heading_row(scratch, &divided);
    struct table named = table_with_levels_named(scratch, &joined);
    const struct table *table = &named;
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
