/* The table that iozone prints in automatic mode: file and record size in kB, then up to thirteen
   tests in columns of fixed width (16, 8, then 9 each; tests that were not run are blank). Figures
   are kB/s of 1024 bytes unless a line above says "Output is in Ops/sec". Reference: iozone.c,
   "%16lu%8lu",
   "%9ld". */
#include "ingest/headings_above.h"
#include "ingest/reader.h"
#include "ingest/text_lines.h"
#include "model/number.h"

enum { SIZE_WIDTH = 16, RECORD_WIDTH = 8, TEST_WIDTH = 9, TESTS = 13 };

static const struct {
    const char *name;
    enum direction direction;
} tests[TESTS] = {{"write", DIRECTION_WRITE},      {"rewrite", DIRECTION_WRITE},
                  {"read", DIRECTION_READ},        {"reread", DIRECTION_READ},
                  {"random read", DIRECTION_READ}, {"random write", DIRECTION_WRITE},
                  {"bkwd read", DIRECTION_READ},   {"record rewrite", DIRECTION_WRITE},
                  {"stride read", DIRECTION_READ}, {"fwrite", DIRECTION_WRITE},
                  {"frewrite", DIRECTION_WRITE},   {"fread", DIRECTION_READ},
                  {"freread", DIRECTION_READ}};

/* "kB  reclen    write  rewrite    read    reread ..." */
static bool is_header(struct text line)
{
    line = text_trim(line);
    return line.size < 200 && text_starts_with_ignoring_case(line, "kb ") &&
           text_find(line, "reclen", 0) < line.size && text_find(line, "rewrite", 0) < line.size;
}

/* A number that ends where its column ends, all digits. False when the column is cut or holds
   anything else. */
static bool read_column(struct text line, size_t start, size_t width, double *value)
{
    struct text text = text_trim(text_slice(line, start, start + width));
    bool whole = start + width == line.size ||
                 (start + width < line.size && line.data[start + width] == ' ');
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
    return whole && number_read_plain(text, false, value);
}

static size_t read_row(struct arena *scratch, struct text line, bool operations,
                       struct text headings, struct reading *reading, unsigned number)
{
    double size, record, value;
    size_t added = 0;
    if (!read_column(line, 0, SIZE_WIDTH, &size) ||
        !read_column(line, SIZE_WIDTH, RECORD_WIDTH, &record))
        return 0;
    for (size_t t = 0; t < TESTS; t++) {
        size_t start = SIZE_WIDTH + RECORD_WIDTH + t * TEST_WIDTH;
        struct text written = text_trim(text_slice(line, start, start + TEST_WIDTH));
        if (written.size == 0)
            continue;
        if (!read_column(line, start, TEST_WIDTH, &value)) {
            reading_note(reading, number,
                         "the columns of iozone are not where they belong, or the line is cut: the "
                         "rest of it is left out");
            break;
        }
        size_t run = reading_add_run(reading, number);
        struct found_run *found = &reading->runs[run];
        found->headings = headings;
        found->workload = text_format(reading->arena, "%s %.0fk", tests[t].name, record);
        found->tool = text_of("iozone");
        reading_set_option(reading, run, text_of("bs"),
                           text_format(scratch, "%.0f", record * 1024));
        reading_set_option(reading, run, text_of("size"),
                           text_format(scratch, "%.0f", size * 1024));
        reading_add_observation(
            reading, (struct found_observation){.run = run,
                                                .direction = tests[t].direction,
                                                .metric = text_of(operations ? "iops" : "bw"),
                                                .value = operations ? value : value * 1024,
                                                .unit = text_of(operations ? "1/s" : "B/s"),
                                                .written = text_copy(reading->arena, written),
                                                .source = {reading->path, number}});
        added++;
    }
    return added;
}

static int bid(struct text head)
{
    struct text line;
    if (text_find(head, "reclen", 0) == head.size)
        return 0;
    while (text_next_line(&head, &line))
        if (is_header(line))
            return 90;
    return 0;
}

static bool read_tables(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct text_lines lines = text_lines_of(scratch, input->text);
    struct headings_above headings = {.plain = false};
    bool operations = false, microseconds = false, in_table = false, in_banner = false;
    size_t added = 0;
    for (size_t i = 0; i < lines.count; i++) {
        struct text line = lines.items[i];
        unsigned number = (unsigned)i + 1;
        in_banner = in_banner || text_find(line, "Iozone: Performance Test", 0) < line.size;
        if (text_find(line, "Output is in", 0) < line.size) {
            operations = text_find(line, "Ops/sec", 0) < line.size;
            microseconds = text_find(line, "icroseconds", 0) < line.size;
        }
        if (is_header(line)) {
            in_table = true;
            in_banner = false;
            continue;
        }
        struct text above = headings_above_joined(reading->arena, &headings);
        size_t read = in_table && !microseconds
                          ? read_row(scratch, line, operations, above, reading, number)
                          : 0;
        added += read;
        in_table = in_table && (read > 0 || text_trim(line).size == 0);
        if (read > 0)
            reading_claim(reading, number, number);
        else if (!in_banner)
            (void)headings_above_pass(&headings, line);
    }
    arena_free(scratch);
    return added > 0 || failure_set(failure, FAILURE_INPUT,
                                    "its table of iozone holds no rate that could be read");
}

const struct reader iozone_reader = {"iozone", "the table of iozone -a", bid, read_tables};
