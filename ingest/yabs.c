/* The disk table of YABS (Yet-Another-Bench-Script) and of scripts with the same table: two block
   sizes side by side, "211.48 MB/s  (52.8k)". The script divides fio's KiB/s by 1000 and calls the
   outcome MB/s; since 2026-07-03 its MB is 1,000,000 bytes. IOPS times block size tells which it is
   where the figures are exact enough. Figures are cut off, not rounded. The network and processor
   tables of the same page are no results here. Reference: yabs.sh, format_speed(), format_iops().
 */
#include "ingest/column_names.h"
#include "ingest/headings_above.h"
#include "ingest/posted_figure.h"
#include "ingest/reader.h"
#include "ingest/text_lines.h"
#include "model/number.h"

enum { CELLS = 5 };

struct yabs_cell {
    struct text block; /* "4k" */
    double block_bytes;
    struct text row; /* "Read", "Randwrite" */
    struct posted_figure rate, iops;
    unsigned line;
};

struct yabs_reader {
    struct arena *scratch;
    struct reading *reading;
    struct headings_above headings;
    struct text version;   /* "v2024-04-22"; empty = none seen */
    struct text partition; /* of the open listing */
    unsigned first, last;  /* lines of the open listing; first 0: none */
    bool in_banner;        /* between the script's name and the disk table */
    struct yabs_cell *cells;
    size_t count, capacity;
    struct text blocks[CELLS]; /* of the columns being read; blocks[0] is the row's label */
    size_t columns;
    size_t added;
};

static size_t split_cells(struct text line, struct text *cells)
{
    size_t count = 0;
    struct text piece;
    while (count < CELLS && text_next_piece(&line, '|', &piece))
        cells[count++] = text_trim(piece);
    return count;
}

/* "Block Size | 4k            (IOPS) | 64k           (IOPS)" */
static bool read_headings(struct yabs_reader *reader, struct text line)
{
    struct text cells[CELLS];
    size_t count = split_cells(line, cells);
    if (count < 2 || !text_is(cells[0], "Block Size"))
        return false;
    for (size_t i = 1; i < count; i++) {
        double bytes;
        struct text block = text_slice(cells[i], 0, text_find(cells[i], " ", 0));
        if (!text_ends_with(cells[i], "(IOPS)") || !number_read_size(block, &bytes))
            return false;
        if (reader != NULL)
            reader->blocks[i] = block;
    }
    if (reader != NULL)
        reader->columns = count;
    return true;
}

/* "211.48 MB/s  (52.8k)" */
static bool read_cell(struct text text, struct yabs_cell *cell)
{
    if (!posted_figure_read(text, 0, &cell->rate) || cell->rate.unit == NULL ||
        cell->rate.unit->dimension != DIMENSION_BYTE_RATE)
        return false;
    size_t open = text_find(text, "(", cell->rate.end), close = text_find(text, ")", open);
    if (close == text.size)
        return false; /* the page is cut off here */
    struct text inside = text_slice(text, open + 1, close);
    return posted_figure_read(inside, 0, &cell->iops) && cell->iops.end == inside.size;
}

/* Takes a row of the table; false when the line is none. */
static bool read_row(struct yabs_reader *reader, struct text line, unsigned number)
{
    struct text cells[CELLS];
    size_t count = split_cells(line, cells);
    if (reader->columns == 0 || count < 2 || count > reader->columns)
        return false; /* fewer: the page is cut off here */
    for (size_t i = 1; i < count; i++) {
        struct yabs_cell cell = {.block = reader->blocks[i], .row = cells[0], .line = number};
        bool read = cells[0].size > 0 && read_cell(cells[i], &cell) &&
                    number_read_size(cell.block, &cell.block_bytes);
        if (!read || text_is_ignoring_case(cells[0], "Total"))
            continue;
        reader->cells = arena_grow(reader->scratch, reader->cells, reader->count, &reader->capacity,
                                   sizeof cell);
        reader->cells[reader->count++] = cell;
    }
    return true;
}

/* "MB/s" and its decimal neighbours are in question; MiB/s says what it is. */
static bool is_decimal(const struct unit *unit)
{
    return text_starts_with(text_of(unit->spelling), "KB") ||
           text_starts_with(text_of(unit->spelling), "MB") ||
           text_starts_with(text_of(unit->spelling), "GB");
}

static double megabyte_of(struct yabs_reader *reader)
{
    bool newer =
        reader->version.size > 0 && text_compare(reader->version, text_of("v2026-07-03")) >= 0;
    struct megabyte_proof proof = {.printed = newer ? 1e6 : 1024e3};
    enum megabyte_verdict verdict;
    for (size_t i = 0; i < reader->count; i++) {
        const struct yabs_cell *cell = &reader->cells[i];
        double scale = cell->rate.unit->factor / 1e6;
        if (is_decimal(cell->rate.unit))
            megabyte_proof_add(&proof, cell->rate.value * scale, cell->rate.last_digit * scale,
                               cell->iops.value, cell->iops.last_digit, cell->block_bytes);
    }
    double megabyte = megabyte_proof_decide(&proof, &verdict);
    if (proof.rows > 0)
        reading_note(reader->reading, reader->first, "MB/s of this table is %.0f bytes/s: %s",
                     megabyte,
                     verdict == MEGABYTE_PROVED || verdict == MEGABYTE_CORRECTED
                         ? "IOPS times block size agrees with that in every cell"
                     : verdict == MEGABYTE_UNCLEAR
                         ? "taken from the script's version, though IOPS times block size does not "
                           "agree in every cell"
                     : newer ? "as in the script since 2026-07-03"
                             : "the script divided KiB/s by 1000 until 2026-07-03");
    return megabyte;
}

/* "Read" and "Write" are the two sides of one mixed test; other rows are tests of their own. */
static size_t run_of(struct yabs_reader *reader, const struct yabs_cell *cell, size_t first_run)
{
    struct reading *reading = reader->reading;
    bool plain =
        text_is_ignoring_case(cell->row, "Read") || text_is_ignoring_case(cell->row, "Write");
    struct text workload = plain
                               ? text_copy(reading->arena, cell->block)
                               : text_format(reading->arena, "%.*s %.*s", (int)cell->block.size,
                                             cell->block.data, (int)cell->row.size, cell->row.data);
    for (size_t r = first_run; r < reading->run_count; r++)
        if (text_equal(reading->runs[r].workload, workload))
            return r;
    size_t run = reading_add_run(reading, cell->line);
    struct found_run *found = &reading->runs[run];
    found->headings = headings_above_joined(reading->arena, &reader->headings);
    found->row_label = text_copy(reading->arena, reader->partition);
    found->workload = workload;
    found->tool = text_of(reader->version.size > 0 ? "YABS" : "");
    found->tool_version = text_copy(reading->arena, reader->version);
    reading_set_option(reading, run, text_of("bs"),
                       text_format(reader->scratch, "%.0f", cell->block_bytes));
    return run;
}

static void close_listing(struct yabs_reader *reader)
{
    struct reading *reading = reader->reading;
    size_t first_run = reading->run_count;
    double megabyte = reader->count > 0 ? megabyte_of(reader) : 0;
    for (size_t i = 0; i < reader->count; i++) {
        const struct yabs_cell *cell = &reader->cells[i];
        size_t run = run_of(reader, cell, first_run);
        double factor = cell->rate.unit->factor;
        struct found_observation found = {
            .run = run,
            .direction = heading_direction(cell->row),
            .metric = text_of("bw"),
            .value = number_scaled(cell->rate.value,
                                   is_decimal(cell->rate.unit) ? factor / 1e6 * megabyte : factor),
            .unit = text_of("B/s"),
            .written = text_copy(reading->arena, cell->rate.written),
            .source = {reading->path, cell->line}};
        reading_add_observation(reading, found);
        found.metric = text_of("iops");
        found.value = cell->iops.value;
        found.unit = text_of("1/s");
        found.written = text_copy(reading->arena, cell->iops.written);
        reading_add_observation(reading, found);
        reader->added += 2;
    }
    if (reader->count > 0 || reader->columns > 0)
        reading_claim(reading, reader->first, reader->last);
    reader->count = 0;
    reader->first = 0;
    reader->columns = 0;
    reader->partition = (struct text){NULL, 0};
}

/* "fio Disk Speed Tests (Mixed R/W 50/50) (Partition rpool/data):" */
static bool open_listing(struct yabs_reader *reader, struct text line, unsigned number)
{
    size_t at = text_find(line, "fio Disk Speed Tests", 0);
    if (at == line.size)
        return false;
    close_listing(reader);
    size_t partition = text_find(line, "(Partition ", at);
    if (partition < line.size)
        reader->partition = text_slice(line, partition + 11, text_find(line, ")", partition));
    reader->first = reader->last = number;
    reader->in_banner = false;
    return true;
}

/* The script's name, version and description of the machine. */
static bool is_banner(struct yabs_reader *reader, struct text line)
{
    size_t version = text_find(line, "v20", 0);
    line = text_trim(line);
    if (text_find(line, "Yet-Another-Bench-Script", 0) < line.size) {
        reader->in_banner = true;
        reader->version = (struct text){NULL, 0};
    }
    if (reader->in_banner && reader->version.size == 0 && version + 11 <= line.size)
        reader->version =
            text_slice(line, text_find(line, "v20", 0), text_find(line, "v20", 0) + 11);
    bool hashes = line.size > 0;
    for (size_t i = 0; i < line.size; i++)
        hashes = hashes && (line.data[i] == '#' || line.data[i] == ' ');
    return reader->in_banner || (hashes && line.size > 8);
}

/* Tables of network and processor tests: claimed, so that nobody takes them for storage. */
static bool is_other_test(struct text line)
{
    return text_starts_with(line, "iperf3 Network Speed Tests") ||
           (text_starts_with(line, "Geekbench ") && text_find(line, "Test", 0) < line.size);
}

static int bid(struct text head)
{
    struct text line;
    if (text_find(head, "(IOPS)", 0) == head.size)
        return 0;
    while (text_next_line(&head, &line))
        if (read_headings(NULL, line))
            return 90;
    return 0;
}

static void take_line(struct yabs_reader *reader, struct text line, unsigned number)
{
    if (open_listing(reader, line, number))
        return;
    if (read_headings(reader, line)) {
        reader->first = reader->first == 0 ? number : reader->first;
        reader->last = number;
        return;
    }
    if (reader->first > 0 && read_row(reader, line, number)) {
        reader->last = number;
        return;
    }
    if (reader->first > 0 && (text_trim(line).size == 0 || text_is_rule(line, '-')))
        return;
    close_listing(reader);
    if (!is_banner(reader, line))
        (void)headings_above_pass(&reader->headings, line);
}

static bool read_pages(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct yabs_reader reader = {.scratch = scratch, .reading = reading};
    struct text_lines lines = text_lines_of(scratch, input->text);
    for (size_t i = 0; i < lines.count; i++) {
        unsigned number = (unsigned)i + 1;
        if (!is_other_test(lines.items[i])) {
            take_line(&reader, lines.items[i], number);
            continue;
        }
        close_listing(&reader);
        while (i + 1 < lines.count && text_trim(lines.items[i + 1]).size > 0)
            i++;
        reading_claim(reading, number, (unsigned)i + 1);
    }
    close_listing(&reader);
    arena_free(scratch);
    return reader.added > 0 ||
           failure_set(failure, FAILURE_INPUT, "its disk table holds no result that could be read");
}

const struct reader yabs_reader = {"yabs", "the disk table of YABS", bid, read_pages};
