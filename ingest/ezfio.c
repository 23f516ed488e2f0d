/* The table of tests that ezFIO writes (ezfio_tests_*.csv): a few lines about drive and machine,
   then one line a test. Its MB is 1,048,576 bytes. Write % tells the direction; with both,
   bandwidth and IOPS are of reads and writes together. Reference: ezfio.py, SetupFiles() and
   RunTest(). */
#include "ingest/posted_figure.h"
#include "ingest/reader.h"
#include "ingest/text_lines.h"
#include "model/number.h"

#include <string.h>

static const char header[] =
    "Type,Write %,Block Size,Threads,Queue Depth/Thread,IOPS,Bandwidth (MB/s)";

enum { TYPE, WRITES, BLOCK, THREADS, DEPTH, IOPS, BANDWIDTH, READ_LATENCY, WRITE_LATENCY, FIELDS };

struct ezfio_row {
    struct text fields[FIELDS];
    double numbers[FIELDS];
    size_t count;
};

/* A line of the table; false when the line is none or its test did not end well. */
static bool read_row(struct text line, struct ezfio_row *row)
{
    row->count = 0;
    struct text piece;
    while (row->count < FIELDS && text_next_piece(&line, ',', &piece))
        row->fields[row->count++] = text_trim(piece);
    if (row->count < FIELDS ||
        (!text_is(row->fields[TYPE], "Seq") && !text_is(row->fields[TYPE], "Rand")))
        return false;
    for (size_t i = WRITES; i < FIELDS; i++)
        if (!number_read_plain(row->fields[i], false, &row->numbers[i]))
            return false;
    return row->numbers[BLOCK] > 0;
}

static double megabyte_of(struct reading *reading, const struct text_lines *lines, size_t from)
{
    struct megabyte_proof proof = {.printed = 0x1p20};
    enum megabyte_verdict verdict;
    struct ezfio_row row;
    for (size_t i = from; i < lines->count; i++) {
        struct number bandwidth, iops;
        if (read_row(lines->items[i], &row) &&
            number_read(row.fields[BANDWIDTH], &bandwidth) == NUMBER_FOUND &&
            number_read(row.fields[IOPS], &iops) == NUMBER_FOUND)
            megabyte_proof_add(&proof, row.numbers[BANDWIDTH], bandwidth.last_digit,
                               row.numbers[IOPS], iops.last_digit, row.numbers[BLOCK]);
    }
    double megabyte = megabyte_proof_decide(&proof, &verdict);
    reading_note(reading, (unsigned)from, "MB/s of this table is %.0f bytes/s%s", megabyte,
                 verdict == MEGABYTE_PROVED || verdict == MEGABYTE_CORRECTED
                     ? ": IOPS times block size agrees with that in every line"
                     : ", as ezFIO counts");
    return megabyte;
}

static size_t add_run(struct arena *scratch, struct reading *reading, const struct ezfio_row *row,
                      unsigned line)
{
    bool random = text_is(row->fields[TYPE], "Rand");
    double writes = row->numbers[WRITES];
    const char *loads[][3] = {{"read", "write", "rw"}, {"randread", "randwrite", "randrw"}};
    size_t kind = writes <= 0 ? 0 : writes >= 100 ? 1 : 2;
    size_t run = reading_add_run(reading, line);
    struct found_run *found = &reading->runs[run];
    found->tool = text_of("ezfio");
    found->workload = text_format(
        reading->arena, "%s %.*s B, %.*s %% write, %.*s threads, depth %.*s",
        row->fields[TYPE].data[0] == 'S' ? "Seq" : "Rand", (int)row->fields[BLOCK].size,
        row->fields[BLOCK].data, (int)row->fields[WRITES].size, row->fields[WRITES].data,
        (int)row->fields[THREADS].size, row->fields[THREADS].data, (int)row->fields[DEPTH].size,
        row->fields[DEPTH].data);
    reading_set_option(reading, run, text_of("rw"), text_of(loads[random][kind]));
    reading_set_option(reading, run, text_of("bs"),
                       text_format(scratch, "%.0f", row->numbers[BLOCK]));
    reading_set_option(reading, run, text_of("numjobs"), row->fields[THREADS]);
    reading_set_option(reading, run, text_of("iodepth"), row->fields[DEPTH]);
    if (kind == 2)
        reading_set_option(reading, run, text_of("rwmixread"),
                           text_format(scratch, "%g", 100 - writes));
    return run;
}

static void add_row(struct arena *scratch, struct reading *reading, const struct ezfio_row *row,
                    double megabyte, unsigned line)
{
    double writes = row->numbers[WRITES];
    size_t run = add_run(scratch, reading, row, line);
    enum direction moved = writes <= 0     ? DIRECTION_READ
                           : writes >= 100 ? DIRECTION_WRITE
                                           : DIRECTION_MIXED;
    const struct {
        const char *metric, *unit;
        double factor;
        size_t field;
        enum direction direction;
        bool there;
    } figures[] = {{"iops", "1/s", 1, IOPS, moved, true},
                   {"bw", "B/s", megabyte, BANDWIDTH, moved, true},
                   {"lat_mean", "ns", 1e3, READ_LATENCY, DIRECTION_READ, writes < 100},
                   {"lat_mean", "ns", 1e3, WRITE_LATENCY, DIRECTION_WRITE, writes > 0}};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (figures[i].there)
            reading_add_observation(
                reading, (struct found_observation){
                             .run = run,
                             .direction = figures[i].direction,
                             .metric = text_of(figures[i].metric),
                             .value = row->numbers[figures[i].field] * figures[i].factor,
                             .unit = text_of(figures[i].unit),
                             .written = text_copy(reading->arena, row->fields[figures[i].field]),
                             .source = {reading->path, line}});
}

static int bid(struct text head)
{
    return text_find(head, header, 0) < head.size ? 200 : 0;
}

static bool read_tests(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct text_lines lines = text_lines_of(scratch, input->text);
    size_t first = 0, added = 0;
    while (first < lines.count && !text_starts_with(text_trim(lines.items[first]), header))
        first++;
    first++; /* behind the header; as a line number, the header's own */
    double megabyte = first <= lines.count ? megabyte_of(reading, &lines, first) : 0;
    size_t last = first;
    for (size_t i = first; i < lines.count; i++) {
        struct ezfio_row row;
        if (text_trim(lines.items[i]).size == 0)
            continue;
        if (!read_row(lines.items[i], &row)) {
            reading_note(reading, (unsigned)i + 1, "not a finished test of ezFIO: left out");
            continue;
        }
        add_row(scratch, reading, &row, megabyte, (unsigned)i + 1);
        added++;
        last = i + 1;
    }
    if (added > 0)
        reading_claim(reading, 1, (unsigned)last);
    arena_free(scratch);
    return added > 0 || failure_set(failure, FAILURE_INPUT, "holds no finished test of ezFIO");
}

const struct reader ezfio_reader = {"ezfio", "the table of tests of ezFIO", bid, read_tests};
