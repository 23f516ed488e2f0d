#include "ingest/table_reader.h"
#include "model/number.h"

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

bool column_names_statistic(const struct column *column, struct text text,
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
        table_count_role(reader, HEADING_WORKLOAD) == 0)
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
        (void)column_names_statistic(column, text, &labels->statistic);
        labels->no_result = labels->no_result || row_label_read(arena, text).no_result;
        break;
    case HEADING_UNIT:
        labels->unit = unit_find(text);
        break;
    default:
        break;
    }
}

struct row_labels table_read_labels(const struct table_reader *reader, const struct table_row *row)
{
    struct row_labels labels = {.statistic = STATISTIC_RUN};
    for (size_t c = 0; c < reader->column_count; c++) {
        struct text text = table_cell_bare(table_cell_text(row, c));
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
    for (size_t c = 0; c < reader->column_count && labels.direction == DIRECTION_UNSTATED; c++)
        if (reader->columns[c].heading.role == HEADING_FACTOR) /* "Write size" */
            labels.direction = heading_direction(reader->columns[c].heading.words);
    if (labels.statistic == STATISTIC_RUN)
        labels.statistic = reader->statistic_above;
    return labels;
}
