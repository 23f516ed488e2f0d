/* Tables whose columns are aligned with blanks or divided by tabs, in running text: what `column
   -t`, printf and terminal programs make. A line of headings of which one at least names a metric
   or a unit, rows below it, perhaps rules between them. A column is a gap of two blanks or more
   that no line of the table crosses, so an empty cell stays empty. Where the lines cannot be
   divided in this way the table is left out with a note; so is a copy of a table with one cell on
   each line. */
#include "ingest/column_names.h"
#include "ingest/headings_above.h"
#include "ingest/posted_figure.h"
#include "ingest/reader.h"
#include "ingest/table.h"
#include "ingest/text_lines.h"
#include "model/number.h"

#include <string.h>

enum { MOST_COLUMNS = 40, WIDEST = 400, WIDEST_HEADING = 40, GAP = 2 };

/* Lines of one table: the headings in `first`, rows up to `end` (exclusive), from 0. */
struct block {
    size_t first, end;
};

static bool is_rule_line(struct text line)
{
    line = text_trim(line);
    for (size_t i = 0; i < line.size; i++)
        if (strchr("-=+ \t_", line.data[i]) == NULL)
            return false;
    return line.size >= 3;
}

/* Divides a line at gaps of two blanks or a tab. */
static size_t split_at_gaps(struct text line, struct text *cells)
{
    size_t count = 0;
    line = text_trim(line);
    while (line.size > 0 && count < MOST_COLUMNS) {
        size_t gap = text_find(line, "  ", 0), tab = text_find(line, "\t", 0);
        gap = tab < gap ? tab : gap;
        cells[count++] = text_trim(text_slice(line, 0, gap));
        line = text_trim(text_slice(line, gap, line.size));
    }
    return count;
}

/* "41.90 MB/s", "2742 IOPS (10969 KB/s)", "12": a value, never a heading. */
static bool is_value(struct text cell)
{
    struct posted_figure figure;
    if (!posted_figure_read(cell, 0, &figure))
        return false;
    struct text rest = text_trim(text_slice(cell, figure.end, cell.size));
    return rest.size == 0 || rest.data[0] == '(';
}

/* Headings: two cells or more, no number among them, one names a metric or a unit. */
static bool is_heading_line(struct arena *scratch, struct text line)
{
    struct text cells[MOST_COLUMNS];
    bool telling = false;
    if (line.size > WIDEST || text_find(line, "|", 0) < line.size)
        return false;
    size_t count = split_at_gaps(line, cells);
    for (size_t i = 0; i < count; i++) {
        struct heading heading = heading_read(scratch, cells[i]);
        if (is_value(cells[i]) || cells[i].size > WIDEST_HEADING)
            return false;
        bool size = heading.unit != NULL && heading.unit->dimension >= DIMENSION_BYTES;
        telling = telling || (heading.role == HEADING_VALUE && !size &&
                              (heading.metric != NULL || heading.unit != NULL));
    }
    return count >= 2 && telling;
}

/* A row: two cells or more, one of them a value. */
static bool is_row(struct text line)
{
    struct text cells[MOST_COLUMNS];
    if (line.size > WIDEST || text_find(line, "|", 0) < line.size)
        return false;
    size_t count = split_at_gaps(line, cells);
    for (size_t i = 0; i < count; i++)
        if (is_value(cells[i]))
            return count >= 2;
    return false;
}

/* The next table at or after `from`. */
static bool next_block(struct arena *scratch, const struct text_lines *lines, size_t from,
                       struct block *block)
{
    for (size_t i = from; i + 1 < lines->count; i++) {
        size_t next = i + 1;
        while (next + 1 < lines->count && is_rule_line(lines->items[next]))
            next++;
        /* rows are told with less work than headings, so they are looked at first */
        if (!is_row(lines->items[next]) || !is_heading_line(scratch, lines->items[i]))
            continue;
        size_t end = i + 1, rows = 0;
        while (end < lines->count && (is_row(lines->items[end]) || is_rule_line(lines->items[end])))
            rows += !is_rule_line(lines->items[end++]);
        if (rows == 0)
            continue;
        *block = (struct block){i, end};
        return true;
    }
    return false;
}

/* Which places (characters from the left) hold something in any line of the block. */
static void mark_filled(const struct text_lines *lines, const struct block *block,
                        bool filled[WIDEST + 1])
{
    for (size_t i = block->first; i < block->end; i++) {
        struct text line = lines->items[i];
        size_t place = 0;
        if (is_rule_line(line))
            continue;
        for (size_t b = 0; b < line.size && place < WIDEST; b++) {
            if (((unsigned char)line.data[b] & 0xc0) == 0x80)
                continue; /* the middle of a character */
            filled[place] = filled[place] || line.data[b] != ' ';
            place++;
        }
    }
}

/* Where columns begin; returns how many. */
static size_t find_columns(const bool filled[WIDEST + 1], size_t *starts)
{
    size_t count = 0, blanks = GAP;
    for (size_t place = 0; place < WIDEST && count < MOST_COLUMNS; place++) {
        if (filled[place] && blanks >= GAP)
            starts[count++] = place;
        blanks = filled[place] ? 0 : blanks + 1;
    }
    return count;
}

static size_t byte_of_place(struct text line, size_t place)
{
    size_t at = 0;
    for (size_t b = 0; b < line.size; b++) {
        if (((unsigned char)line.data[b] & 0xc0) == 0x80)
            continue;
        if (at++ == place)
            return b;
    }
    return line.size;
}

static struct table_row make_row(struct arena *scratch, size_t count, unsigned line)
{
    struct table_row row = {.count = count,
                            .cells = arena_take_array(scratch, count, sizeof *row.cells)};
    for (size_t c = 0; c < count; c++)
        row.cells[c].line = line;
    return row;
}

/* Cells by place; tabs divide by themselves. */
static struct table_row row_by_place(struct arena *scratch, struct text line, const size_t *starts,
                                     size_t count, unsigned number)
{
    struct table_row row = make_row(scratch, count, number);
    for (size_t c = 0; c < count; c++) {
        size_t end = c + 1 < count ? byte_of_place(line, starts[c + 1]) : line.size;
        row.cells[c].text = text_trim(text_slice(line, byte_of_place(line, starts[c]), end));
    }
    return row;
}

static struct table_row row_by_tabs(struct arena *scratch, struct text line, size_t count,
                                    unsigned number)
{
    struct table_row row = make_row(scratch, count, number);
    struct text piece;
    for (size_t c = 0; text_next_piece(&line, '\t', &piece) && c < count; c++)
        row.cells[c].text = text_trim(piece);
    return row;
}

static size_t count_tabs(struct text line)
{
    size_t count = 0;
    for (size_t i = 0; i < line.size; i++)
        count += line.data[i] == '\t';
    return count;
}

static struct table_row row_of_chunks(struct arena *scratch, struct text line, size_t count,
                                      unsigned number)
{
    struct table_row row = make_row(scratch, count, number);
    struct text cells[MOST_COLUMNS];
    (void)split_at_gaps(line, cells);
    for (size_t c = 0; c < count; c++)
        row.cells[c].text = cells[c];
    return row;
}

/* Where chunk `number` of a line begins and ends, in characters; false behind the last. */
static bool place_of_chunk(struct text line, size_t number, size_t *start, size_t *end)
{
    size_t place = 0, blanks = GAP, count = 0;
    *start = *end = 0;
    for (size_t b = 0; b < line.size; b++) {
        if (((unsigned char)line.data[b] & 0xc0) == 0x80)
            continue;
        if (line.data[b] != ' ') {
            if (blanks >= GAP && ++count > number + 1)
                return true;
            if (blanks >= GAP)
                *start = place;
            *end = place + 1;
            blanks = 0;
        } else {
            blanks++;
        }
        place++;
    }
    return count == number + 1;
}

static bool repeats(const struct table_row *row, size_t column)
{
    for (size_t c = 0; c < row->count; c++)
        if (c != column && text_equal(row->cells[c].text, row->cells[column].text))
            return true;
    return false;
}

/* A line of groups above headings, divided by tabs: a group holds up to the next one. */
static void join_groups_by_tabs(struct arena *scratch, struct text groups,
                                struct table_row *headings)
{
    struct text piece, group = {NULL, 0};
    size_t named = 0, c = 0;
    bool number = false;
    for (struct text rest = groups; text_next_piece(&rest, '\t', &piece);) {
        named += text_trim(piece).size > 0;
        number = number || is_value(text_trim(piece));
    }
    if (named < 2 || number || named >= headings->count || groups.data[0] != '\t')
        return;
    for (; c < headings->count; c++) {
        struct text own = headings->cells[c].text;
        if (text_next_piece(&groups, '\t', &piece) && text_trim(piece).size > 0)
            group = text_trim(piece);
        if (c > 0 && group.size > 0 && own.size > 0)
            headings->cells[c].text = text_format(scratch, "%.*s %.*s", (int)group.size, group.data,
                                                  (int)own.size, own.data);
    }
}

/* A line of groups above headings that stand there twice ("Random 4K" and "Sequential" above twice
   "Read MB/s  Write MB/s"): each such heading gets the group whose middle is nearest to its own. */
static void join_groups(struct arena *scratch, struct text groups, struct text line,
                        struct table_row *headings)
{
    struct text names[MOST_COLUMNS], joined[MOST_COLUMNS] = {{NULL, 0}};
    size_t count = split_at_gaps(groups, names), start, end;
    if (count_tabs(line) > 0) {
        join_groups_by_tabs(scratch, groups, headings);
        return;
    }
    if (count < 2 || count >= headings->count || groups.data[0] != ' ' || is_row(groups))
        return;
    size_t unnamed = headings->cells[0].text.size == 0; /* nothing stands above the labels */
    for (size_t c = 1; c < headings->count; c++) {
        if (headings->cells[c].text.size == 0 || !place_of_chunk(line, c - unnamed, &start, &end))
            return;
        if (!repeats(headings, c))
            continue;
        size_t middle = start + end, nearest = 0, least = SIZE_MAX;
        for (size_t g = 0; g < count && place_of_chunk(groups, g, &start, &end); g++) {
            size_t away = start + end > middle ? start + end - middle : middle - start - end;
            if (away < least)
                nearest = g;
            least = away < least ? away : least;
        }
        joined[c] = text_format(scratch, "%.*s %.*s", (int)names[nearest].size, names[nearest].data,
                                (int)headings->cells[c].text.size, headings->cells[c].text.data);
    }
    for (size_t c = 1; c < headings->count; c++)
        if (joined[c].size > 0)
            headings->cells[c].text = joined[c];
}

/* How the lines of a block are divided. */
enum division { BY_TABS, BY_PLACE, BY_CHUNKS, NOT_AT_ALL };

static enum division choose_division(const struct text_lines *lines, const struct block *block,
                                     size_t count, size_t *starts)
{
    bool filled[WIDEST + 1] = {false}, chunks = true, tabs = true;
    size_t wanted = count_tabs(lines->items[block->first]);
    struct text cells[MOST_COLUMNS];
    for (size_t i = block->first; i < block->end; i++) {
        size_t have = count_tabs(lines->items[i]);
        if (is_rule_line(lines->items[i]))
            continue;
        tabs = tabs && have > 0 && have <= wanted;
        chunks = chunks && have == 0 && split_at_gaps(lines->items[i], cells) == count;
    }
    mark_filled(lines, block, filled);
    if (wanted > 0)
        return tabs ? BY_TABS : NOT_AT_ALL;
    return find_columns(filled, starts) == count ? BY_PLACE : chunks ? BY_CHUNKS : NOT_AT_ALL;
}

/* Takes the lines of a block apart; false when headings and rows do not agree on the columns. */
static bool take_apart(struct arena *scratch, const struct text_lines *lines,
                       const struct block *block, struct table *table)
{
    struct text headings = lines->items[block->first], cells[MOST_COLUMNS];
    size_t starts[MOST_COLUMNS], tabs = count_tabs(headings);
    size_t count = tabs > 0 ? tabs + 1 : split_at_gaps(headings, cells);
    enum division division = choose_division(lines, block, count, starts);
    if (division == NOT_AT_ALL && tabs == 0 && headings.data[0] == ' ') {
        count++; /* nothing stands above the labels */
        division = choose_division(lines, block, count, starts);
        if (division != BY_PLACE)
            return false;
    }
    if (division == NOT_AT_ALL)
        return false;
    table->rows = arena_take_array(scratch, block->end - block->first, sizeof *table->rows);
    for (size_t i = block->first; i < block->end; i++) {
        struct text line = lines->items[i];
        unsigned number = (unsigned)i + 1;
        if (is_rule_line(line))
            continue;
        struct table_row row = division == BY_TABS ? row_by_tabs(scratch, line, count, number)
                               : division == BY_PLACE
                                   ? row_by_place(scratch, line, starts, count, number)
                                   : row_of_chunks(scratch, line, count, number);
        if (i == block->first)
            table->headings = row;
        else
            table->rows[table->row_count++] = row;
    }
    return true;
}

static bool is_number_line(struct text line)
{
    struct number number;
    return number_read(line, &number) == NUMBER_FOUND && number.rest.size < 8;
}

/* Headings one to a line, then numbers one to a line: a table whose cells were copied as lines. */
static unsigned one_cell_per_line(struct arena *scratch, const struct text_lines *lines)
{
    size_t headings = 0, numbers = 0, all = 0;
    unsigned first = 0;
    for (size_t i = 0; i < lines->count; i++)
        all += is_number_line(lines->items[i]);
    for (size_t i = 0; i < lines->count && all >= 6; i++) {
        struct text line = text_trim(lines->items[i]);
        if (line.size == 0)
            continue;
        struct heading heading = heading_read(scratch, text_slice(line, 0, 60));
        bool is_number = is_number_line(line);
        if (!is_number && numbers == 0 && text_count_words(line) <= 4 &&
            heading.role != HEADING_UNKNOWN) {
            first = headings++ == 0 ? (unsigned)i + 1 : first;
        } else if (is_number && headings >= 3) {
            numbers++;
        } else if (!(headings >= 3 && numbers > 0 && text_count_words(line) <= 3)) {
            headings = numbers = 0;
        }
        if (headings >= 3 && numbers >= 2 * headings)
            return first;
    }
    return 0;
}

static int bid(struct text head)
{
    struct arena *scratch = arena_create();
    struct text_lines lines = text_lines_of(scratch, head);
    struct block block;
    int bid = next_block(scratch, &lines, 0, &block)   ? 14
              : one_cell_per_line(scratch, &lines) > 0 ? 2
                                                       : 0;
    arena_free(scratch);
    return bid;
}

/* A text that ends in a row, without a line end and before the other rows end, was cut in its last
   figure. */
static void leave_out_cut_cell(struct text text, const struct text_lines *lines,
                               const struct block *block, struct table *table,
                               struct reading *reading)
{
    size_t last = block->end - 1, longest = 0;
    if (block->end < lines->count || text_ends_with(text, "\n") || table->row_count == 0 ||
        is_rule_line(lines->items[last]))
        return;
    for (size_t i = block->first; i < last; i++)
        if (lines->items[i].size > longest)
            longest = lines->items[i].size;
    struct table_row *row = &table->rows[table->row_count - 1];
    size_t cell = row->count;
    while (cell > 0 && row->cells[cell - 1].text.size == 0)
        cell--;
    if (cell == 0 || lines->items[last].size >= longest)
        return;
    row->cells[cell - 1].text = (struct text){NULL, 0};
    reading_note(reading, (unsigned)last + 1,
                 "the text ends within this row of the table: its last cell was left out");
}

static size_t read_block(struct arena *scratch, const struct input *input,
                         const struct text_lines *lines, const struct block *block,
                         struct headings_above *headings, struct reading *reading)
{
    unsigned line = (unsigned)block->first + 1;
    struct table table = {.headings_above = headings_above_joined(scratch, headings)};
    if (!take_apart(scratch, lines, block, &table)) {
        reading_note(reading, line,
                     "the columns of the table here cannot be told apart surely: left out");
        return 0;
    }
    if (block->first > 0)
        join_groups(scratch, lines->items[block->first - 1], lines->items[block->first],
                    &table.headings);
    leave_out_cut_cell(input->text, lines, block, &table, reading);
    size_t notes = reading->note_count;
    size_t added = table_read(scratch, &table, input, reading);
    if (added > 0)
        reading_claim(reading, line, (unsigned)block->end);
    else
        reading->note_count = notes; /* not a table of results: nothing to say of its cells */
    return added;
}

static bool read_tables(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct text_lines lines = text_lines_of(scratch, input->text);
    struct headings_above headings = {.plain = false};
    struct block block;
    size_t added = 0, at = 0, notes = reading->note_count;
    while (next_block(scratch, &lines, at, &block)) {
        for (; at < block.first; at++)
            (void)headings_above_pass(&headings, lines.items[at]);
        added += read_block(scratch, input, &lines, &block, &headings, reading);
        at = block.end;
    }
    unsigned line = added > 0 ? 0 : one_cell_per_line(scratch, &lines);
    arena_free(scratch);
    if (line > 0)
        return failure_set(failure, FAILURE_INPUT,
                           "line %u: a table with each cell on a line of its own cannot be read; "
                           "copy it as rows",
                           line);
    if (added == 0 && reading->note_count > notes) {
        struct note note = reading->notes[notes];
        reading->note_count = notes;
        return failure_set(failure, FAILURE_INPUT, "line %u: %.*s", note.source.line,
                           (int)note.message.size, note.message.data);
    }
    return added > 0 ||
           failure_set(failure, FAILURE_INPUT, "its tables hold no result that could be read");
}

const struct reader fixed_columns_reader = {
    "fixed_columns", "tables aligned with blanks or divided by tabs, in running text", bid,
    read_tables};
