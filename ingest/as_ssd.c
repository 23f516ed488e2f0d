/* What AS SSD Benchmark puts into the clipboard or a text file, in German or English: a section for
   each test with "Lesen: 355,75 MB/s" below it, or, from its other view, "Read: 15521 iops". Its MB
   is 1,048,576 bytes: the two views of one run agree only so (60.63 MB/s of 4K blocks are 15521
   iops). "Access Times" are mean latencies; scores are no results. */
#include "ingest/headings_above.h"
#include "ingest/posted_figure.h"
#include "ingest/reader.h"
#include "ingest/text_lines.h"
#include "model/number.h"

struct as_ssd_reader {
    struct arena *scratch;
    struct reading *reading;
    struct headings_above headings;
    bool open; /* a banner was seen and nothing foreign since */
    unsigned first, last;
    struct text version, drive;
    bool drive_follows;  /* "Name:" stood alone */
    struct text section; /* empty: none, or one without results */
    size_t first_run;
    size_t added;
};

/* Names of sections as the program writes them. */
static const struct {
    const char *name;
    bool results;
} sections[] = {{"Sequentiell", true},  {"Sequential", true},     {"Seq", true},
                {"16MB", true},         {"16 MB", true},          {"4K", true},
                {"4K-64Threads", true}, {"4K-64Thrd", true},      {"512B", true},
                {"512 B", true},        {"Zugriffszeiten", true}, {"Access Times", true},
                {"Access Time", true},  {"Acc.time", true},       {"Score", false},
                {"Punkte", false}};

static bool take_section(struct as_ssd_reader *reader, struct text line)
{
    if (text_ends_with(line, ":"))
        line = text_slice(line, 0, line.size - 1);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (!text_is_ignoring_case(line, sections[i].name))
            continue;
        reader->section = sections[i].results ? line : (struct text){NULL, 0};
        return true;
    }
    return false;
}

static void close_listing(struct as_ssd_reader *reader)
{
    if (reader->open && reader->last > 0)
        reading_claim(reader->reading, reader->first, reader->last);
    *reader = (struct as_ssd_reader){.scratch = reader->scratch,
                                     .reading = reader->reading,
                                     .headings = reader->headings,
                                     .first_run = reader->first_run,
                                     .added = reader->added};
}

static bool take_banner(struct as_ssd_reader *reader, struct text line, unsigned number)
{
    size_t at = text_find(line, "AS SSD Benchmark", 0);
    struct text rest = text_trim(text_slice(line, at + 16, line.size));
    if (at != 0 || (rest.size > 0 && (rest.data[0] < '0' || rest.data[0] > '9')))
        return false;
    close_listing(reader);
    reader->open = true;
    reader->first = number;
    reader->version = text_slice(rest, 0, text_find(rest, " ", 0));
    return true;
}

static bool has_figure(const struct reading *reading, size_t run, const char *metric,
                       enum direction direction)
{
    for (size_t i = 0; i < reading->observation_count; i++) {
        const struct found_observation *have = &reading->observations[i];
        if (have->run == run && have->direction == direction && text_is(have->metric, metric))
            return true;
    }
    return false;
}

/* The two views of one run stand one after the other: the figures of both belong to one run. */
static size_t run_of(struct as_ssd_reader *reader, const char *metric, enum direction direction,
                     unsigned line)
{
    struct reading *reading = reader->reading;
    struct text headings = headings_above_joined(reading->arena, &reader->headings);
    for (size_t r = reader->first_run; r < reading->run_count; r++) {
        const struct found_run *have = &reading->runs[r];
        if (text_equal(have->workload, reader->section) && text_equal(have->headings, headings) &&
            text_equal(have->row_label, reader->drive) &&
            !has_figure(reading, r, metric, direction))
            return r;
    }
    size_t run = reading_add_run(reading, line);
    struct found_run *found = &reading->runs[run];
    found->headings = headings;
    found->row_label = text_copy(reading->arena, reader->drive);
    found->workload = text_copy(reading->arena, reader->section);
    found->tool = text_of("AS SSD");
    found->tool_version = text_copy(reading->arena, reader->version);
    return run;
}

/* "Lesen: 355,75 MB/s" */
static bool take_value(struct as_ssd_reader *reader, struct text line, unsigned number)
{
    static const struct {
        const char *name;
        enum direction direction;
    } names[] = {{"Lesen:", DIRECTION_READ},      {"Read:", DIRECTION_READ},
                 {"Schreiben:", DIRECTION_WRITE}, {"Write:", DIRECTION_WRITE},
                 {"Gesamt:", DIRECTION_UNSTATED}, {"Total:", DIRECTION_UNSTATED}};
    static const struct {
        const char *metric;
        double factor;
    } by_dimension[] = {[DIMENSION_BYTE_RATE] = {"bw", 0x1p20 / 1e6},
                        [DIMENSION_RATE] = {"iops", 1},
                        [DIMENSION_TIME] = {"lat_mean", 1}};
    size_t i = 0, count = sizeof names / sizeof *names;
    while (i < count && !text_starts_with(line, names[i].name))
        i++;
    if (i == count)
        return false;
    struct text rest = text_trim(text_slice(line, text_find(line, ":", 0) + 1, line.size));
    struct posted_figure figure;
    if (reader->section.size == 0 || names[i].direction == DIRECTION_UNSTATED ||
        !posted_figure_read(rest, 0, &figure) || figure.unit == NULL ||
        figure.unit->dimension > DIMENSION_TIME || figure.end != rest.size)
        return true;
    const char *metric = by_dimension[figure.unit->dimension].metric;
    struct reading *reading = reader->reading;
    reading_add_observation(reading, (struct found_observation){
                                         .run = run_of(reader, metric, names[i].direction, number),
                                         .direction = names[i].direction,
                                         .metric = text_of(metric),
                                         .value = number_scaled(figure.value, figure.unit->factor) *
                                                  by_dimension[figure.unit->dimension].factor,
                                         .unit = text_of(unit_base(figure.unit->dimension)),
                                         .written = text_copy(reading->arena, figure.written),
                                         .source = {reading->path, number}});
    reader->added++;
    return true;
}

/* What the listing says of drive, size and date. */
static bool take_property(struct as_ssd_reader *reader, struct text line)
{
    static const char *const names[] = {"Name:",
                                        "Firmware:",
                                        "Controller:",
                                        "Offset:",
                                        "Gr\xc3\xb6\xc3\x9f"
                                        "e:",
                                        "Size:",
                                        "Date:",
                                        "Datum:"};
    if (reader->drive_follows && line.size > 0) {
        reader->drive = line;
        reader->drive_follows = false;
        return true;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!text_starts_with(line, names[i]))
            continue;
        if (i == 0) {
            reader->drive = text_trim(text_slice(line, 5, line.size));
            reader->drive_follows = reader->drive.size == 0;
        }
        return true;
    }
    return line.size == 0 || text_is_rule(line, '-');
}

static bool take_line(struct as_ssd_reader *reader, struct text line, unsigned number)
{
    line = text_trim(line);
    if (take_banner(reader, line, number))
        return true;
    if (!reader->open || !(take_section(reader, line) || take_value(reader, line, number) ||
                           take_property(reader, line)))
        return false;
    reader->last = number;
    return true;
}

static int bid(struct text head)
{
    size_t at = text_find(head, "AS SSD Benchmark ", 0);
    struct text after = text_slice(head, at, head.size);
    bool version = after.size > 17 && after.data[17] >= '0' && after.data[17] <= '9';
    bool starts = at == 0 || head.data[at - 1] == '\n' || head.data[at - 1] == ' ';
    bool values =
        text_find(after, "MB/s", 0) < after.size || text_find(after, "iops", 0) < after.size;
    return values && starts && version ? 110 : 0;
}

static bool read_listings(const struct input *input, struct reading *reading,
                          struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct as_ssd_reader reader = {
        .scratch = scratch, .reading = reading, .first_run = reading->run_count};
    struct text_lines lines = text_lines_of(scratch, input->text);
    for (size_t i = 0; i < lines.count; i++) {
        if (take_line(&reader, lines.items[i], (unsigned)i + 1))
            continue;
        close_listing(&reader);
        (void)headings_above_pass(&reader.headings, lines.items[i]);
    }
    close_listing(&reader);
    arena_free(scratch);
    return reader.added > 0 ||
           failure_set(failure, FAILURE_INPUT, "its listing holds no result that could be read");
}

const struct reader as_ssd_reader = {"as_ssd", "listings of AS SSD Benchmark", bid, read_listings};
