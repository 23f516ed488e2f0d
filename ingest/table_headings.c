#include "ingest/table_reader.h"

#include "model/configuration.h"
#include "model/number.h"
#include "model/unit.h"

/* True when two columns have the same heading, so that a second row has to tell them apart. */
static bool headings_repeat(const struct table_row *headings)
{
    for (size_t c = 0; c < headings->count; c++)
        for (size_t k = 0; k < c && headings->cells[c].text.size > 0; k++)
            if (text_equal(headings->cells[c].text, headings->cells[k].text))
                return true;
    return false;
}

static bool is_number(struct text cell)
{
    struct number number;
    enum number_kind kind = number_read(cell, &number);
    return kind != NUMBER_NONE;
}

/* "MiB/s | MiB/s | kIOPS": two units at least, and nothing else. */
static bool holds_units(const struct table_row *row)
{
    size_t units = 0;
    for (size_t c = 0; c < row->count; c++) {
        struct text cell = table_cell_bare(row->cells[c].text);
        bool unit = unit_find(cell) != NULL;
        units += unit;
        if (!unit && cell.size > 0)
            return false;
    }
    return units >= 2;
}

/* "| QD1 | QD32 | QD1": words below every heading that stands there twice, no number. */
static bool holds_names(const struct table_row *headings, const struct table_row *row)
{
    for (size_t c = 0; c < headings->count; c++) {
        struct text cell = table_cell_bare(table_cell_text(row, c));
        if (cell.size > 0 ? is_number(cell) : c > 0)
            return false;
    }
    return headings_repeat(headings);
}

/* "ashift | 9 | 12": the levels of a factor below headings that stand there twice. */
static bool holds_levels(const struct table_row *headings, const struct table_row *row,
                         struct text *factor)
{
    for (size_t c = 1; c < headings->count; c++)
        if (table_cell_bare(table_cell_text(row, c)).size == 0)
            return false;
    return headings_repeat(headings) &&
           factor_is_known(table_cell_bare(table_cell_text(row, 0)), factor);
}

/* "IOPS | MB/s | IOPS | MB/s" below groups, which leave cells empty: two headings of results at
   least, no number. */
static bool holds_headings(struct arena *scratch, const struct table_row *groups,
                           const struct table_row *row)
{
    size_t results = 0;
    bool needed = headings_repeat(groups) || row->count > groups->count;
    for (size_t c = 0; c < row->count; c++) {
        struct text cell = table_cell_bare(row->cells[c].text);
        struct heading heading = heading_read(scratch, cell);
        if (cell.size > 0 && is_number(cell))
            return false;
        results += heading.metric != NULL || heading.unit != NULL;
        needed = needed || (c > 0 && table_cell_text(groups, c).size == 0);
    }
    return results >= 2 && needed;
}

/* "| run 1 | run 2 | run 1 | run 2", "| 1 | 2 | 1 | 2": below each group its runs, from 1. */
static bool holds_runs(struct arena *scratch, const struct table_row *groups,
                       const struct table_row *row)
{
    unsigned number, wanted = 1;
    struct text first = table_cell_bare(table_cell_text(row, 0));
    if (row->count < 3 ||
        (first.size > 0 && heading_read(scratch, first).role != HEADING_ITERATION))
        return false;
    for (size_t c = 1; c < row->count; c++) {
        struct text cell = table_cell_bare(row->cells[c].text);
        struct text group = table_cell_text(groups, c);
        int64_t integer = 0;
        bool begins = group.size > 0 && !text_equal(group, table_cell_text(groups, c - 1));
        if (begins)
            wanted = 1;
        if (heading_names_iteration(cell, &number))
            integer = number;
        else if (!number_read_integer(cell, &integer))
            return false;
        if (integer != wanted++)
            return false;
    }
    return table_cell_text(groups, 1).size > 0 &&
           (headings_repeat(groups) || row->count > groups->count ||
            table_cell_text(groups, 2).size == 0);
}

/* What the second row is to the first. */
enum second_row {
    ROW_OF_RESULTS,
    ROW_OF_UNITS,
    ROW_OF_NAMES,
    ROW_OF_LEVELS,
    ROW_OF_RUNS,
    ROW_OF_HEADINGS
};

static enum second_row kind_of(struct arena *scratch, const struct table_row *headings,
                               const struct table_row *row, struct text *factor)
{
    bool wider = row->count > headings->count;
    if (!wider && holds_units(row))
        return ROW_OF_UNITS;
    if (holds_runs(scratch, headings, row))
        return ROW_OF_RUNS;
    if (!wider && holds_names(headings, row))
        return ROW_OF_NAMES;
    if (!wider && holds_levels(headings, row, factor))
        return ROW_OF_LEVELS;
    return holds_headings(scratch, headings, row) ? ROW_OF_HEADINGS : ROW_OF_RESULTS;
}

static struct text join(struct arena *scratch, enum second_row kind, struct text above,
                        struct text below, struct text factor)
{
    if (below.size == 0 || above.size == 0)
        return above.size == 0 ? below : above;
    if (kind == ROW_OF_LEVELS)
        return text_format(scratch, "%.*s %.*s=%.*s", (int)above.size, above.data, (int)factor.size,
                           factor.data, (int)below.size, below.data);
    bool bare = kind == ROW_OF_RUNS && text_is_digit(below.data[0]);
    const char *form = kind == ROW_OF_UNITS ? "%.*s (%.*s)" : bare ? "%.*s run %.*s" : "%.*s %.*s";
    return text_format(scratch, form, (int)above.size, above.data, (int)below.size, below.data);
}

struct table table_with_one_heading_row(struct arena *scratch, const struct table *table)
{
    struct table joined = *table;
    struct text factor = {NULL, 0}, group = {NULL, 0};
    if (table->row_count < 2)
        return joined;
    const struct table_row *second = table->rows;
    enum second_row kind = kind_of(scratch, &table->headings, second, &factor);
    if (kind == ROW_OF_RESULTS)
        return joined;
    if (second->count > joined.headings.count)
        joined.headings.count = second->count;
    joined.headings.cells =
        arena_take_array(scratch, joined.headings.count, sizeof *joined.headings.cells);
    for (size_t c = 0; c < joined.headings.count; c++) {
        struct text below = table_cell_bare(table_cell_text(second, c));
        struct text above = table_cell_text(&table->headings, c);
        group = above.size > 0 ? above : group;
        if ((kind == ROW_OF_HEADINGS || kind == ROW_OF_RUNS) && c > 0)
            above = group;
        joined.headings.cells[c] =
            c < table->headings.count ? table->headings.cells[c] : second->cells[c];
        joined.headings.cells[c].text = (kind == ROW_OF_LEVELS || kind == ROW_OF_RUNS) && c == 0
                                            ? above
                                            : join(scratch, kind, above, below, factor);
    }
    joined.rows++;
    joined.row_count--;
    return joined;
}
