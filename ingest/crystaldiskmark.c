/* What CrystalDiskMark 3 to 8 and KDiskMark put into a text file or the clipboard. Versions 3 to 6
   name the direction in each line ("Random Read 4KB (QD=32) :"), later ones in sections ([Read],
   [Write], [Mix]); 7 and 8 print the latency too. Two listings can stand side by side.

   CrystalDiskMark prints the best of its runs, in MB of 1,000,000 bytes. KDiskMark claims the same
   unit, but prints fio's KiB/s divided by 1000; its Default profile shows the mean of the runs, the
   others the best. References: CrystalDiskMark, SaveText(); KDiskMark, src/. */
#include "ingest/disk_mark_line.h"
#include "ingest/headings_above.h"
#include "ingest/reader.h"
#include "ingest/text_lines.h"
#include "model/number.h"

#include <string.h>

enum { COLUMNS = 4 };

struct mark_result {
    struct disk_mark mark;
    enum direction direction;
    size_t column;
    unsigned line;
};

/* One listing, or several side by side. */
struct listing {
    unsigned first, last; /* lines; first 0: none open */
    const char *tool;     /* NULL until a banner names it */
    struct text version;
    struct text profile[COLUMNS], comment, names[COLUMNS];
    enum direction section[COLUMNS];
    size_t sections, columns, names_count;
    bool zeros; /* "0 Fill" */
    unsigned zeros_line, passes_line;
    struct text passes; /* "x5" */
    struct mark_result *results;
    size_t count, capacity;
    struct text headings;
};

struct mark_reader {
    struct arena *scratch;
    struct reading *reading;
    struct headings_above headings, headings_before; /* before: without the line read last */
    struct text last_line;                           /* the last that is no part of a listing */
    struct listing listing;
    size_t added;
};

static const struct {
    const char *name, *tool;
} banners[] = {{"KDiskMark (", "KDiskMark"}, {"CrystalDiskMark ", "CrystalDiskMark"}};

/* "CrystalDiskMark 8.0.4 x64 (C)", "KDiskMark (3.1.4):" */
static bool is_banner(struct text line, const char **tool, struct text *version)
{
    for (size_t i = 0; i < sizeof banners / sizeof *banners; i++) {
        size_t start = text_find(line, banners[i].name, 0) + strlen(banners[i].name), end = start;
        while (end < line.size &&
               ((line.data[end] >= '0' && line.data[end] <= '9') || line.data[end] == '.'))
            end++;
        if (start >= line.size || end < start + 3)
            continue;
        *tool = banners[i].tool;
        *version = text_slice(line, start, end);
        return true;
    }
    return false;
}

/* Notes the sections that a line names, from left to right. */
static bool read_sections(struct listing *listing, struct text line)
{
    static const struct {
        const char *mark;
        enum direction direction;
    } sections[] = {
        {"[Read]", DIRECTION_READ}, {"[Write]", DIRECTION_WRITE}, {"[Mix", DIRECTION_MIXED}};
    size_t found = 0;
    for (size_t at = 0; (at = text_find(line, "[", at)) < line.size; at++)
        for (size_t i = 0; i < sizeof sections / sizeof *sections && found < COLUMNS; i++)
            if (text_starts_with(text_slice(line, at, line.size), sections[i].mark))
                listing->section[found++] = sections[i].direction;
    if (found > 0)
        listing->sections = found;
    return found > 0;
}

/* What stands behind `name` and its colon in each column; empty where there is none. */
static size_t read_property(struct text line, const char *name, struct text *values)
{
    size_t count = 0;
    for (size_t at = 0; count < COLUMNS && (at = text_find(line, name, at)) < line.size;) {
        size_t start = at + strlen(name), end;
        while (start < line.size && line.data[start] == ' ')
            start++;
        at += strlen(name);
        if (start >= line.size || line.data[start] != ':')
            continue;
        end = text_find(line, "   ", start + 2);
        values[count++] = text_trim(text_slice(line, start + 1, end));
    }
    return count;
}

static bool is_property(struct text line)
{
    static const char *const names[] = {"Profile", "Test", "Mode", "Time", "Date", "OS", "Comment"};
    struct text values[COLUMNS];
    line = text_trim(line);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_starts_with(line, names[i]) && read_property(line, names[i], values) > 0)
            return true;
    return false;
}

static void read_properties(struct listing *listing, struct text line, unsigned number)
{
    struct text values[COLUMNS];
    (void)read_property(line, "Profile", listing->profile);
    if (read_property(line, "Comment", values) > 0)
        listing->comment = values[0];
    if (text_find(line, "0Fill", 0) < line.size || text_find(line, "0 Fill", 0) < line.size) {
        listing->zeros = true;
        listing->zeros_line = number;
    }
    size_t at = text_find(line, "(x", 0), end = text_find(line, ")", at);
    if (at < line.size && end < line.size && end - at <= 5 && listing->passes.size == 0) {
        listing->passes = text_slice(line, at + 2, end);
        listing->passes_line = number;
    }
}

static bool is_filling(struct text line)
{
    static const char *const parts[] = {"Crystal Dew World", "Flexible I/O Tester",
                                        "* MB/s =", "* KB ="};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (text_find(line, parts[i], 0) < line.size)
            return true;
    return text_trim(line).size == 0 || text_is_rule(line, '-');
}

/* Names above two listings that stand side by side: as many chunks as there are columns. */
static void name_columns(struct mark_reader *reader, struct listing *listing)
{
    struct text rest = text_trim(reader->last_line);
    listing->names_count = 0;
    while (rest.size > 0 && listing->names_count < COLUMNS) {
        size_t end = text_find(rest, "   ", 0), tab = text_find(rest, "\t", 0);
        end = tab < end ? tab : end;
        listing->names[listing->names_count++] = text_trim(text_slice(rest, 0, end));
        rest = text_trim(text_slice(rest, end, rest.size));
    }
    if (rest.size > 0 || listing->columns < 2 || listing->names_count != listing->columns)
        listing->names_count = 0;
}

static double megabyte_of(struct mark_reader *reader, const struct listing *listing, size_t column)
{
    bool by_1024 = listing->tool != NULL && strcmp(listing->tool, "KDiskMark") == 0;
    struct megabyte_proof proof = {.printed = by_1024 ? 1024e3 : 1e6};
    enum megabyte_verdict verdict;
    for (size_t i = 0; i < listing->count; i++) {
        const struct disk_mark *mark = &listing->results[i].mark;
        double scale = mark->rate.unit->factor / 1e6; /* GB/s -> 1000 MB/s */
        if (listing->results[i].column == column && mark->iops.written.size > 0)
            megabyte_proof_add(&proof, mark->rate.value * scale, mark->rate.last_digit * scale,
                               mark->iops.value, mark->iops.last_digit, mark->block_bytes);
    }
    double megabyte = megabyte_proof_decide(&proof, &verdict);
    if (verdict == MEGABYTE_UNCLEAR)
        reading_note(reader->reading, listing->first,
                     "IOPS times block size does not agree with the rates of this listing: MB/s is "
                     "taken as %.0f bytes/s",
                     megabyte);
    else if (verdict == MEGABYTE_CORRECTED || by_1024)
        reading_note(
            reader->reading, listing->first, "MB/s of this listing is %.0f bytes/s: %s", megabyte,
            verdict == MEGABYTE_UNPROVED ? "KDiskMark divides KiB/s by 1000"
                                         : "IOPS times block size agrees with that in every line");
    return megabyte;
}

/* Without the name of a program and all that only these programs print, a line tells of one run. */
static bool is_of_tool(const struct listing *listing)
{
    bool layout = listing->tool != NULL || listing->sections > 0 || listing->passes.size > 0;
    for (size_t i = 0; i < listing->count && !layout; i++)
        layout =
            listing->results[i].mark.queues > 0 || listing->results[i].mark.iops.written.size > 0;
    return layout;
}

static bool shows_mean(const struct listing *listing, size_t column)
{
    return listing->tool != NULL && strcmp(listing->tool, "KDiskMark") == 0 &&
           text_starts_with(listing->profile[column], "Default");
}

static size_t run_of(struct mark_reader *reader, const struct listing *listing,
                     const struct mark_result *result, size_t first_run)
{
    struct reading *reading = reader->reading;
    const struct disk_mark *mark = &result->mark;
    for (size_t r = first_run; r < reading->run_count; r++)
        if (text_equal(reading->runs[r].workload, mark->label))
            return r;
    size_t run = reading_add_run(reading, result->line);
    struct found_run *found = &reading->runs[run];
    found->headings = listing->headings;
    found->row_label = text_copy(reading->arena, listing->comment);
    if (listing->names_count > 0)
        found->column_label = text_copy(reading->arena, listing->names[result->column]);
    else if (listing->columns > 1)
        found->column_label = text_format(reading->arena, "column %zu", result->column + 1);
    found->workload = mark->label;
    found->tool = text_of(listing->tool);
    found->tool_version = text_copy(reading->arena, listing->version);
    const struct {
        const char *name;
        double value;
    } options[] = {{"bs", mark->block_bytes},
                   {"iodepth", mark->queues},
                   {"numjobs", mark->threads},
                   {"zero_buffers", listing->zeros}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].value > 0)
            reading_set_option(reading, run, text_of(options[i].name),
                               text_format(reader->scratch, "%.0f", options[i].value));
    return run;
}

static void add_figure(struct mark_reader *reader, size_t run, const struct mark_result *result,
                       enum statistic statistic, const char *metric, double value,
                       struct text written)
{
    static const struct {
        const char *metric, *unit;
    } units[] = {{"bw", "B/s"}, {"iops", "1/s"}, {"lat_mean", "ns"}};
    struct reading *reading = reader->reading;
    if (written.size == 0)
        return;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(metric, units[i].metric) == 0)
            reading_add_observation(
                reading, (struct found_observation){.run = run,
                                                    .direction = result->direction,
                                                    .statistic = statistic,
                                                    .metric = text_of(metric),
                                                    .value = value,
                                                    .unit = text_of(units[i].unit),
                                                    .written = text_copy(reading->arena, written),
                                                    .source = {reading->path, result->line}});
    reader->added++;
}

static void add_column(struct mark_reader *reader, const struct listing *listing, size_t column)
{
    double megabyte = megabyte_of(reader, listing, column);
    bool mean = shows_mean(listing, column);
    enum statistic statistic = mean || !is_of_tool(listing) ? STATISTIC_RUN : STATISTIC_BEST;
    size_t first_run = reader->reading->run_count;
    for (size_t i = 0; i < listing->count; i++) {
        const struct mark_result *result = &listing->results[i];
        const struct disk_mark *mark = &result->mark;
        if (result->column != column)
            continue;
        size_t run = run_of(reader, listing, result, first_run);
        double factor = mark->rate.unit->factor / 1e6 * megabyte;
        add_figure(reader, run, result, statistic, "bw", number_scaled(mark->rate.value, factor),
                   mark->rate.written);
        add_figure(reader, run, result, statistic, "iops", mark->iops.value, mark->iops.written);
        add_figure(reader, run, result, statistic, "lat_mean",
                   mark->latency.unit == NULL
                       ? 0
                       : number_scaled(mark->latency.value, mark->latency.unit->factor),
                   mark->latency.written);
    }
    if (!mean && statistic == STATISTIC_RUN)
        return;
    struct text passes = listing->passes.size > 0 ? listing->passes : text_of("several");
    reading_note(reader->reading, listing->passes_line > 0 ? listing->passes_line : listing->first,
                 mean ? "the figures are means of %.*s passes, which count as one run"
                      : "the figures are the best of %.*s runs, not their mean",
                 (int)passes.size, passes.data);
}

/* Turns what the open listing holds into runs. */
static void close_listing(struct mark_reader *reader)
{
    struct listing *listing = &reader->listing;
    if (listing->count > 0) {
        struct headings_above *above = &reader->headings;
        name_columns(reader, listing);
        if (listing->names_count > 0)
            above = &reader->headings_before;
        listing->headings = headings_above_joined(reader->reading->arena, above);
        for (size_t c = 0; c < listing->columns; c++)
            add_column(reader, listing, c);
        if (listing->zeros)
            reading_note(reader->reading, listing->zeros_line,
                         "the data written were zeros (0 Fill): compression leaves almost nothing "
                         "to write");
        reading_claim(reader->reading, listing->first, listing->last);
    }
    *listing = (struct listing){.first = 0};
}

static void keep_results(struct mark_reader *reader, struct text line, unsigned number)
{
    struct listing *listing = &reader->listing;
    struct disk_mark mark;
    size_t column = 0;
    for (size_t from = 0;
         column < COLUMNS && disk_mark_find(reader->reading->arena, line, from, &mark);
         from = mark.end, column++) {
        size_t section = column < listing->sections ? column : listing->sections - 1;
        struct mark_result result = {
            .mark = mark, .direction = mark.direction, .column = column, .line = number};
        if (result.direction == DIRECTION_UNSTATED && listing->sections > 0)
            result.direction = listing->section[section];
        if (mark.rate.value == 0) {
            reading_note(reader->reading, number, "\"%.*s\": a test that was not run has no result",
                         (int)mark.rate.written.size, mark.rate.written.data);
            continue;
        }
        listing->results = arena_grow(reader->scratch, listing->results, listing->count,
                                      &listing->capacity, sizeof result);
        listing->results[listing->count++] = result;
    }
    listing->columns = column > listing->columns ? column : listing->columns;
}

/* Takes one line; false when it is no part of a listing. */
static bool take_line(struct mark_reader *reader, struct text line, unsigned number)
{
    struct listing *listing = &reader->listing;
    struct disk_mark mark;
    const char *tool;
    struct text version;
    if (is_banner(line, &tool, &version)) {
        if (listing->count > 0)
            close_listing(reader);
        listing->tool = tool;
        listing->version = version;
    } else if (disk_mark_find(reader->scratch, line, 0, &mark)) {
        keep_results(reader, line, number);
    } else if (listing->count > 0 && is_property(line)) {
        read_properties(listing, line, number);
    } else if (!read_sections(listing, line)) {
        return is_filling(line);
    }
    if (listing->first == 0)
        listing->first = number;
    listing->last = number;
    return true;
}

static int bid(struct text head)
{
    struct disk_mark mark;
    struct text line, version;
    const char *tool;
    int bid = 0, banner = 0;
    if (text_find(head, "B/s", 0) == head.size)
        return 0;
    struct arena *scratch = arena_create();
    while (text_next_line(&head, &line)) {
        if (is_banner(line, &tool, &version))
            banner = 60;
        if (bid == 0 && disk_mark_find(scratch, line, 0, &mark))
            bid = 50;
    }
    arena_free(scratch);
    return bid == 0 ? 0 : bid + banner;
}

static bool read_listings(const struct input *input, struct reading *reading,
                          struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct mark_reader reader = {.scratch = scratch, .reading = reading};
    struct text_lines lines = text_lines_of(scratch, input->text);
    for (size_t i = 0; i < lines.count; i++) {
        if (take_line(&reader, lines.items[i], (unsigned)i + 1))
            continue;
        close_listing(&reader);
        reader.headings_before = reader.headings;
        reader.last_line = lines.items[i];
        (void)headings_above_pass(&reader.headings, lines.items[i]);
    }
    close_listing(&reader);
    arena_free(scratch);
    return reader.added > 0 ||
           failure_set(failure, FAILURE_INPUT, "its listing holds no result that could be read");
}

const struct reader crystaldiskmark_reader = {
    "crystaldiskmark", "listings of CrystalDiskMark 3 to 8 and KDiskMark", bid, read_listings};
