#include "ingest/tidy_csv.h"

#include "ingest/text_index.h"
#include "model/number.h"
#include "model/settings.h"

#include <string.h>

enum tidy_column {
    TIDY_CONFIG,
    TIDY_WORKLOAD,
    TIDY_DIRECTION,
    TIDY_METRIC,
    TIDY_VALUE,
    TIDY_UNIT,
    TIDY_ITERATION,
    TIDY_STATISTIC,
    TIDY_JOB,
    TIDY_WRITTEN,
    TIDY_SOURCE,
    TIDY_LINE,
    TIDY_BLOCK,
    TIDY_POSITION,
    TIDY_SESSION,
    TIDY_STARTED,
    TIDY_OPTIONS,
    TIDY_TOOL,
    TIDY_TOOL_VERSION,
    TIDY_FAULT,
    TIDY_COLUMNS,
    TIDY_FACTOR = TIDY_COLUMNS, /* any other heading */
    TIDY_NEEDED = TIDY_UNIT,    /* those before must be there */
};

static const char *const names[TIDY_COLUMNS] = {
    "config",    "workload", "direction", "metric", "value",        "unit",  "iteration",
    "statistic", "job",      "written",   "source", "line",         "block", "position",
    "session",   "started",  "options",   "tool",   "tool_version", "fault"};

enum { NO_COLUMN = -1 };

static enum tidy_column column_of(struct text heading)
{
    for (size_t i = 0; i < TIDY_COLUMNS; i++)
        if (text_is(text_trim(heading), names[i]))
            return (enum tidy_column)i;
    return TIDY_FACTOR;
}

bool tidy_csv_has_headings(struct text line)
{
    unsigned found = 0;
    struct text piece = {NULL, 0};
    for (size_t i = 0; i <= line.size; i++) {
        if (i == line.size || strchr(",;\t", line.data[i]) != NULL) {
            struct text name = text_trim(piece);
            if (name.size > 1 && name.data[0] == '"')
                name = text_slice(name, 1, name.size - 1);
            enum tidy_column column = column_of(name);
            if (column < TIDY_NEEDED)
                found |= 1u << column;
            piece = (struct text){NULL, 0};
        } else if (piece.size == 0) {
            piece = text_slice(line, i, i + 1);
        } else {
            piece.size++;
        }
    }
    return found == (1u << TIDY_NEEDED) - 1;
}

bool tidy_csv_is(const struct table *table)
{
    unsigned found = 0;
    for (size_t c = 0; c < table->headings.count; c++) {
        enum tidy_column column = column_of(table->headings.cells[c].text);
        if (column < TIDY_NEEDED)
            found |= 1u << column;
    }
    return found == (1u << TIDY_NEEDED) - 1;
}

/* The row that an observation stands in. */
struct taken_row {
    unsigned line;
    bool contested; /* another row of the same run has another figure */
};

struct tidy_reader {
    const struct table *table;
    struct reading *reading;
    struct arena *scratch;
    struct settings_pool *pool;
    struct metric_table *metrics;
    int places[TIDY_COLUMNS];      /* column index, or NO_COLUMN */
    size_t *factors, factor_count; /* columns of factors */
    struct text_index runs;        /* what identifies a run -> its index */
    struct text_index repeated; /* a number of a run -> how often it was there; where the iteration
                                   is stated: its observation + 1 */
    struct text_index measured; /* a metric -> 1 when any row states its unit */
    struct text_builder key;    /* written anew for each row */
    size_t first;               /* observations before this table */
    struct taken_row *taken;    /* of each observation of this table */
};

static struct text field(const struct tidy_reader *reader, const struct table_row *row,
                         enum tidy_column column)
{
    int place = reader->places[column];
    if (place == NO_COLUMN || (size_t)place >= row->count)
        return (struct text){NULL, 0};
    struct text text = row->cells[place].text;
    /* a leading apostrophe keeps spreadsheets from running a text as a formula; one is taken off */
    size_t marks = 0;
    while (marks < text.size && text.data[marks] == '\'')
        marks++;
    bool guarded = marks > 0 && marks < text.size && strchr("=+-@\t\r", text.data[marks]) != NULL;
    return text_slice(text, guarded, text.size);
}

static unsigned field_number(const struct tidy_reader *reader, const struct table_row *row,
                             enum tidy_column column)
{
    int64_t number;
    return number_read_integer(field(reader, row, column), &number) && number > 0 &&
                   number <= UINT32_MAX
               ? (unsigned)number
               : 0;
}

static void add_field(struct text_builder *key, struct text text)
{
    text_add_string(key, "\x1f");
    text_add(key, text);
}

/* What makes two rows belong to one run, written into `key` from its start. */
static void write_identity(const struct tidy_reader *reader, const struct table_row *row,
                           bool of_run, struct text_builder *key)
{
    static const enum tidy_column identity[] = {
        TIDY_CONFIG,  TIDY_WORKLOAD, TIDY_ITERATION, TIDY_BLOCK,        TIDY_POSITION, TIDY_SESSION,
        TIDY_STARTED, TIDY_OPTIONS,  TIDY_TOOL,      TIDY_TOOL_VERSION, TIDY_FAULT};
    key->size = 0;
    text_add_string(key, of_run ? "run" : "posted");
    for (size_t i = 0; i < sizeof identity / sizeof *identity; i++)
        add_field(key, field(reader, row, identity[i]));
    for (size_t i = 0; i < reader->factor_count && reader->factors[i] < row->count; i++)
        add_field(key, row->cells[reader->factors[i]].text);
}

static void describe_run(struct tidy_reader *reader, const struct table_row *row, size_t run)
{
    struct reading *reading = reader->reading;
    struct found_run *found = &reading->runs[run];
    int64_t started;
    found->workload = text_copy(reading->arena, field(reader, row, TIDY_WORKLOAD));
    found->workload_is_final = true;
    found->iteration = field_number(reader, row, TIDY_ITERATION);
    found->block = field_number(reader, row, TIDY_BLOCK);
    found->position = field_number(reader, row, TIDY_POSITION);
    found->session = text_copy(reading->arena, field(reader, row, TIDY_SESSION));
    if (number_read_integer(field(reader, row, TIDY_STARTED), &started))
        found->started_at = started;
    found->tool = text_copy(reading->arena, field(reader, row, TIDY_TOOL));
    found->tool_version = text_copy(reading->arena, field(reader, row, TIDY_TOOL_VERSION));
    found->fault = text_copy(reading->arena, field(reader, row, TIDY_FAULT));
    const struct settings *config = settings_parse(reader->pool, field(reader, row, TIDY_CONFIG));
    for (size_t i = 0; i < config->count; i++)
        reading_state(reading, run, config->items[i].name, config->items[i].value);
    const struct settings *options = settings_parse(reader->pool, field(reader, row, TIDY_OPTIONS));
    for (size_t i = 0; i < options->count; i++)
        reading_set_option(reading, run, options->items[i].name, options->items[i].value);
    const struct table_row *headings = &reader->table->headings;
    for (size_t i = 0; i < reader->factor_count && reader->factors[i] < row->count; i++) {
        size_t c = reader->factors[i];
        if (row->cells[c].text.size > 0)
            reading_state(reading, run, text_trim(headings->cells[c].text), row->cells[c].text);
    }
}

/* What is kept of this number of the run. */
static size_t *number_of_run(struct tidy_reader *reader,
                             const struct found_observation *observation)
{
    size_t identity = reader->key.size;
    add_field(&reader->key, observation->metric);
    add_field(&reader->key, observation->job);
    text_add_format(&reader->key, "\x1f%d %d", observation->direction, observation->statistic);
    size_t *kept = text_index_at(&reader->repeated, text_built(&reader->key), NULL);
    reader->key.size = identity;
    return kept;
}

/* One run has one value: the same figure again counts once, and of two figures neither is taken, as
   nothing tells which is right. */
static void settle_repeated(struct tidy_reader *reader, const struct table_row *row,
                            const struct found_observation *observation, size_t place)
{
    const struct found_observation *earlier = &reader->reading->observations[place];
    struct taken_row *taken = &reader->taken[place - reader->first];
    bool same =
        earlier->value == observation->value && text_equal(earlier->unit, observation->unit);
    if (!same)
        taken->contested = true;
    reading_note(reader->reading, row->cells[0].line,
                 taken->contested
                     ? "%.*s of this run and iteration stands in line %u too, with another "
                       "figure: both left out"
                     : "%.*s of this run and iteration stands in line %u too: counted once",
                 (int)observation->metric.size, observation->metric.data, taken->line);
}

/* Where no iteration is stated, a number that the run has already is of the next run; where one is,
   it is a slip: false, with a note. */
static bool find_run(struct tidy_reader *reader, const struct table_row *row,
                     const struct found_observation *observation, size_t *run)
{
    write_identity(reader, row, observation->statistic == STATISTIC_RUN, &reader->key);
    size_t *kept = number_of_run(reader, observation), repetition = 0;
    if (field_number(reader, row, TIDY_ITERATION) == 0) {
        repetition = (*kept)++;
    } else if (*kept > 0) {
        settle_repeated(reader, row, observation, *kept - 1);
        return false;
    } else {
        *kept = reader->reading->observation_count + 1;
        reader->taken[*kept - 1 - reader->first].line = row->cells[0].line;
    }
    text_add_format(&reader->key, "\x1f%zu", repetition);
    bool added;
    size_t *place = text_index_at(&reader->runs, text_built(&reader->key), &added);
    if (added) {
        *place = reading_add_run(reader->reading, row->cells[0].line);
        describe_run(reader, row, *place);
    }
    *run = *place;
    return true;
}

static struct source source_of(const struct tidy_reader *reader, const struct table_row *row)
{
    struct text path = field(reader, row, TIDY_SOURCE);
    if (path.size == 0)
        return (struct source){reader->reading->path, row->cells[0].line};
    return (struct source){text_copy(reader->reading->arena, path),
                           field_number(reader, row, TIDY_LINE)};
}

/* Where no row of the metric has a unit its figures are in the base unit; beside rows that have one
   the unit of a row without is unknown. */
static void take_unit(struct tidy_reader *reader, const struct table_row *row,
                      struct found_observation *observation)
{
    struct text unit = text_trim(field(reader, row, TIDY_UNIT));
    const struct unit *known = unit_find(unit);
    bool stated = *text_index_at(&reader->measured, observation->metric, NULL) != 0;
    if (unit.size == 0 && !stated) {
        unit = text_of(unit_base(metric_find(reader->metrics, observation->metric)->dimension));
        observation->unit_assumed = unit.size > 0 && !text_is(unit, "1");
    }
    if (known != NULL)
        observation->value *= known->factor;
    observation->unit = known != NULL ? text_of(unit_base(known->dimension))
                                      : text_copy(reader->reading->arena, unit);
}

static bool read_row(struct tidy_reader *reader, const struct table_row *row)
{
    struct reading *reading = reader->reading;
    unsigned line = row->cells[0].line;
    struct found_observation observation = {.statistic = STATISTIC_RUN};
    struct text value = field(reader, row, TIDY_VALUE);
    struct text direction = field(reader, row, TIDY_DIRECTION);
    if (value.size == 0) {
        reading_note(reading, line, "there is no value: row left out");
        return false;
    }
    if (!number_read_plain(value, true, &observation.value)) {
        reading_note(reading, line, "value \"%.*s\" is not a plain decimal number: row left out",
                     (int)(value.size > 60 ? 60 : value.size), value.data);
        return false;
    }
    if (!direction_find(direction, &observation.direction) ||
        !statistic_find(field(reader, row, TIDY_STATISTIC), &observation.statistic)) {
        reading_note(reading, line, "direction or statistic is unknown: row left out");
        return false;
    }
    observation.metric = text_copy(reading->arena, field(reader, row, TIDY_METRIC));
    take_unit(reader, row, &observation);
    observation.job = text_copy(reading->arena, field(reader, row, TIDY_JOB));
    observation.written = text_copy(reading->arena, field(reader, row, TIDY_WRITTEN));
    if (observation.written.size == 0)
        observation.written = text_copy(reading->arena, value);
    observation.source = source_of(reader, row);
    if (!find_run(reader, row, &observation, &observation.run))
        return false;
    reading_add_observation(reading, observation);
    return true;
}

/* Takes the contested figures out; how many. */
static size_t drop_contested(struct tidy_reader *reader)
{
    struct reading *reading = reader->reading;
    size_t kept = reader->first;
    for (size_t i = reader->first; i < reading->observation_count; i++)
        if (!reader->taken[i - reader->first].contested)
            reading->observations[kept++] = reading->observations[i];
    size_t dropped = reading->observation_count - kept;
    reading->observation_count = kept;
    return dropped;
}

static void find_units(struct tidy_reader *reader)
{
    for (size_t r = 0; r < reader->table->row_count; r++) {
        const struct table_row *row = &reader->table->rows[r];
        if (text_trim(field(reader, row, TIDY_UNIT)).size > 0)
            *text_index_at(&reader->measured, field(reader, row, TIDY_METRIC), NULL) = 1;
    }
}

static void find_columns(struct tidy_reader *reader)
{
    const struct table_row *headings = &reader->table->headings;
    for (size_t i = 0; i < TIDY_COLUMNS; i++)
        reader->places[i] = NO_COLUMN;
    reader->factors = arena_take_array(reader->scratch, headings->count, sizeof *reader->factors);
    for (size_t c = 0; c < headings->count; c++) {
        enum tidy_column column = column_of(headings->cells[c].text);
        if (column == TIDY_FACTOR)
            reader->factors[reader->factor_count++] = c;
        else if (reader->places[column] == NO_COLUMN)
            reader->places[column] = (int)c;
    }
}

size_t tidy_csv_read(const struct table *table, struct reading *reading)
{
    struct arena *scratch = arena_create();
    struct tidy_reader reader = {
        .table = table,
        .reading = reading,
        .scratch = scratch,
        .pool = settings_pool_create(scratch),
        .metrics = metric_table_create(scratch),
        .runs = {.arena = scratch},
        .repeated = {.arena = scratch},
        .measured = {.arena = scratch},
        .key = {.arena = scratch},
        .first = reading->observation_count,
        .taken = arena_take_array(scratch, table->row_count + 1, sizeof *reader.taken)};
    find_columns(&reader);
    size_t added = 0;
    find_units(&reader);
    for (size_t r = 0; r < table->row_count; r++)
        added += read_row(&reader, &table->rows[r]);
    added -= drop_contested(&reader);
    arena_free(scratch);
    return added;
}
