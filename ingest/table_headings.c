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

struct table table_with_one_heading_row(struct arena *scratch, const struct table *table)
{
    struct table joined = *table;
    struct text factor = {NULL, 0};
    const struct table_row *second = table->rows;
    if (table->row_count < 2 || second->count > table->headings.count)
        return joined;
    bool units = holds_units(second), names = !units && holds_names(&table->headings, second);
    bool levels = !units && !names && holds_levels(&table->headings, second, &factor);
    if (!units && !names && !levels)
        return joined;
    joined.headings.cells =
        arena_take_array(scratch, joined.headings.count, sizeof *joined.headings.cells);
    for (size_t c = 0; c < joined.headings.count; c++) {
        struct text below = table_cell_bare(table_cell_text(second, c));
        struct table_cell *heading = &joined.headings.cells[c];
        *heading = table->headings.cells[c];
        struct text above = heading->text;
        if (below.size == 0 || (levels && c == 0))
            continue;
        heading->text =
            units    ? text_format(scratch, "%.*s (%.*s)", (int)above.size, above.data,
                                   (int)below.size, below.data)
            : levels ? text_format(scratch, "%.*s %.*s=%.*s", (int)above.size, above.data,
                                   (int)factor.size, factor.data, (int)below.size, below.data)
                     : text_format(scratch, "%.*s %.*s", (int)above.size, above.data,
                                   (int)below.size, below.data);
    }
    joined.rows++;
    joined.row_count--;
    return joined;
}
