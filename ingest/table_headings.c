#include "ingest/factor_words.h"
#include "ingest/table_reader.h"
#include "ingest/text_index.h"

#include "model/configuration.h"
#include "model/number.h"
#include "model/unit.h"

#include <string.h>

/* True when two columns have the same heading, so that a second row has to tell them apart. */
static bool headings_repeat(struct arena *scratch, const struct table_row *headings)
{
    struct text_index seen = {.arena = scratch};
    bool added = true;
    for (size_t c = 0; c < headings->count && added; c++)
        if (headings->cells[c].text.size > 0)
            (void)text_index_at(&seen, headings->cells[c].text, &added);
    return !added;
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
static bool holds_names(struct arena *scratch, const struct table_row *headings,
                        const struct table_row *row)
{
    for (size_t c = 0; c < headings->count; c++) {
        struct text cell = table_cell_bare(table_cell_text(row, c));
        if (cell.size > 0 ? is_number(cell) : c > 0)
            return false;
    }
    return headings_repeat(scratch, headings);
}

/* "ashift | 9 | 12": the levels of a factor below headings that stand there twice. */
static bool holds_levels(struct arena *scratch, const struct table_row *headings,
                         const struct table_row *row, struct text *factor)
{
    for (size_t c = 1; c < headings->count; c++)
        if (table_cell_bare(table_cell_text(row, c)).size == 0)
            return false;
    return headings_repeat(scratch, headings) &&
           factor_is_known(table_cell_bare(table_cell_text(row, 0)), factor);
}

/* "IOPS | MB/s | IOPS | MB/s" below groups, which leave cells empty: two headings of results at
   least, no number. */
static bool holds_headings(struct arena *scratch, const struct table_row *groups,
                           const struct table_row *row)
{
    size_t results = 0;
    bool needed = headings_repeat(scratch, groups) || row->count > groups->count;
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
           (headings_repeat(scratch, groups) || row->count > groups->count ||
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
    if (!wider && holds_names(scratch, headings, row))
        return ROW_OF_NAMES;
    if (!wider && holds_levels(scratch, headings, row, factor))
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

/* "ashift | 9 | 12" above rows of labels: the first heading names the factor of the others' levels.
 */
static bool states_levels(struct arena *scratch, const struct table *table, struct text *factor)
{
    double level;
    if (table->headings.count < 2 || table->row_count == 0 ||
        !factor_is_known(table_cell_bare(table->headings.cells[0].text), factor))
        return false;
    for (size_t c = 1; c < table->headings.count; c++) {
        struct text heading = table_cell_bare(table->headings.cells[c].text);
        if (!number_read_plain(heading, false, &level) && !text_is_sized(heading) &&
            !factor_words_state(text_format(scratch, "%.*s=%.*s", (int)factor->size, factor->data,
                                            (int)heading.size, heading.data)))
            return false;
        if (heading_read(scratch, heading).role != HEADING_UNKNOWN)
            return false;
    }
    for (size_t r = 0; r < table->row_count; r++) {
        struct text label = table_cell_bare(table_cell_text(&table->rows[r], 0));
        if (number_read_plain(label, false, &level) || text_is_sized(label))
            return false;
    }
    return true;
}

struct table table_with_levels_named(struct arena *scratch, const struct table *table)
{
    struct table named = *table;
    struct text factor;
    if (!states_levels(scratch, table, &factor))
        return named;
    named.headings.cells =
        arena_take_array(scratch, named.headings.count, sizeof *named.headings.cells);
    for (size_t c = 0; c < named.headings.count; c++) {
        struct text level = table_cell_bare(table->headings.cells[c].text);
        named.headings.cells[c] = table->headings.cells[c];
        named.headings.cells[c].text = c == 0
                                           ? text_of("Test")
                                           : text_format(scratch, "%.*s=%.*s", (int)factor.size,
                                                         factor.data, (int)level.size, level.data);
    }
    return named;
}

/* The only cell of the row that holds anything, when it is no number; empty otherwise. */
static struct text only_cell(const struct table_row *row)
{
    struct text only = {NULL, 0};
    for (size_t c = 0; c < row->count; c++) {
        struct text cell = text_trim(row->cells[c].text);
        if (cell.size > 0 && only.size > 0)
            return (struct text){NULL, 0};
        only = cell.size > 0 ? cell : only;
    }
    return only.size > 0 && !is_number(table_cell_bare(only)) ? only : (struct text){NULL, 0};
}

/* Rows of one cell name what is below them when there are two, or one that is marked, states a
   setting or stands between rows of the same labels; a single plain one may be a test without
   results. */
static bool has_sections(struct arena *scratch, const struct table *table)
{
    struct text_index labels = {.arena = scratch};
    size_t rows = 0;
    bool sure = false, added;
    for (size_t r = 0; r + 1 < table->row_count; r++) {
        struct text cell = only_cell(&table->rows[r]);
        bool followed = only_cell(&table->rows[r + 1]).size == 0;
        rows += cell.size > 0 && followed;
        size_t *seen = text_index_at(&labels, table_cell_text(&table->rows[r], 0), &added);
        sure = sure || (!added && rows > *seen);
        *seen = rows;
        sure = sure || (cell.size > 0 && followed &&
                        (strchr("*_", cell.data[0]) != NULL || factor_words_state(cell)));
    }
    return sure || rows >= 2;
}

struct table table_with_sections(struct arena *scratch, const struct table *table)
{
    struct table divided = *table;
    struct text section = {NULL, 0};
    if (table->headings.count < 2 || !has_sections(scratch, table))
        return divided;
    divided.rows = arena_take_array(scratch, table->row_count, sizeof *divided.rows);
    divided.row_count = 0;
    for (size_t r = 0; r < table->row_count; r++) {
        struct text cell = only_cell(&table->rows[r]);
        section = cell.size > 0 ? table_cell_bare(cell) : section;
        if (cell.size > 0)
            continue;
        divided.rows[divided.row_count] = table->rows[r];
        divided.rows[divided.row_count++].section = section;
    }
    return divided;
}
