#include "ingest/table_cell.h"
#include "ingest/table_reader.h"

#include <string.h>

struct text table_metric_of_unit(const struct unit *unit)
{
    static const char *const by_dimension[] = {"bw", "iops", "lat_mean", "io_bytes", "ios"};
    if (unit == NULL || unit->dimension > DIMENSION_COUNT)
        return text_of("value");
    if (unit->dimension == DIMENSION_TIME && unit->factor >= 1e9)
        return text_of("runtime");
    return text_of(by_dimension[unit->dimension]);
}

enum dimension table_heading_dimension(const struct heading *heading)
{
    return heading->unit != NULL ? heading->unit->dimension : row_label_dimension(heading->metric);
}

enum dimension table_labels_dimension(const struct row_labels *labels)
{
    return labels->said.unit != NULL ? labels->said.unit->dimension
                                     : row_label_dimension(labels->said.metric);
}

/* What the label of a row says of metric and unit holds where the column says nothing else. */
static bool label_counts(const struct heading *heading, const struct row_labels *labels)
{
    enum dimension column = table_heading_dimension(heading);
    return column == DIMENSION_UNKNOWN || column == table_labels_dimension(labels);
}

bool table_label_contradicts(const struct heading *heading, const struct row_labels *labels)
{
    const struct unit *unit = labels->said.unit;
    if (unit == NULL || heading->role != HEADING_VALUE)
        return false;
    enum dimension column = table_heading_dimension(heading);
    return (column != DIMENSION_UNKNOWN && column != unit->dimension) ||
           (heading->unit != NULL && heading->unit->factor != unit->factor);
}

bool table_unit_fits(const struct unit *unit, struct text metric)
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

struct value_unit table_resolve_unit(struct table_reader *reader, const struct heading *heading,
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
        metric = table_metric_of_unit(labels->said.unit);
    if (metric.size == 0 && reader->above.metric != NULL &&
        table_unit_fits(resolved.unit, text_of(reader->above.metric)))
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
    resolved.metric = metric.size > 0 ? metric : table_metric_of_unit(resolved.unit);
    if (resolved.unit == NULL)
        return resolved;
    resolved.unclear =
        letter > 0 && !reader->letters_used && !cell_letter_is_clear(resolved.unit, letter);
    resolved.factor = letter > 0 ? cell_unit_factor(resolved.unit, letter) : resolved.unit->factor;
    if (reader->megabyte != NULL && text_is(text_of(resolved.unit->spelling), "MB/s"))
        resolved.factor = reader->megabyte->factor;
    return resolved;
}
