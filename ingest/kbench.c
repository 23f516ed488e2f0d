/* The summary of kbench, the storage benchmark of Longhorn: three blocks (IOPS, bandwidth in KiB/s,
   latency in ns), in each "Random: read / write", in older versions "Random Read: ..." with the
   processor's load in brackets. A comparison has two volumes in a line with "vs" between them and
   the change behind a colon. "CPU Idleness" is no result. Reference: kbench, fio/parse.sh,
   fio/cmp.sh. */
#include "ingest/headings_above.h"
#include "ingest/reader.h"
#include "ingest/text_lines.h"
#include "model/number.h"

#include <string.h>

static const struct block {
    const char *title, *metric, *unit;
    double factor;
} blocks[] = {{"IOPS", "iops", "1/s", 1},
              {"Bandwidth in KiB/sec", "bw", "B/s", 1024},
              {"Latency in ns", "lat_mean", "ns", 1}};

enum { SIDES = 2 };

struct kbench_reader {
    struct arena *scratch;
    struct reading *reading;
    struct headings_above headings;
    unsigned first, last; /* lines of the open summary; first 0: none */
    size_t first_run;
    const struct block *block; /* being read */
    bool seen_iops, banner;
    struct text volumes[SIDES];
    size_t added;
};

/* "IOPS (Read/Write)", "Latency in ns" */
static const struct block *find_block(struct text line)
{
    line = text_trim(line);
    size_t bracket = text_find(line, " (Read/Write)", 0);
    line = text_slice(line, 0, bracket);
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (text_is(line, blocks[i].title))
            return &blocks[i];
    return NULL;
}

/* "FIO Benchmark Summary", "FIO Benchmark Comparsion Summary" (so spelled) */
static bool is_banner(struct text line)
{
    line = text_trim(line);
    return text_starts_with(line, "FIO Benchmark ") && text_ends_with(line, "Summary");
}

static void close_summary(struct kbench_reader *reader)
{
    if (reader->first > 0)
        reading_claim(reader->reading, reader->first, reader->last);
    *reader = (struct kbench_reader){.scratch = reader->scratch,
                                     .reading = reader->reading,
                                     .headings = reader->headings,
                                     .first_run = reader->reading->run_count,
                                     .added = reader->added};
}

static size_t run_of(struct kbench_reader *reader, struct text workload, size_t side, bool compared,
                     unsigned line)
{
    struct reading *reading = reader->reading;
    struct text volume = compared ? reader->volumes[side] : (struct text){NULL, 0};
    if (compared && volume.size == 0)
        volume = text_of(side == 0 ? "first volume" : "second volume");
    for (size_t r = reader->first_run; r < reading->run_count; r++)
        if (text_equal(reading->runs[r].workload, workload) &&
            text_equal(reading->runs[r].column_label, volume))
            return r;
    size_t run = reading_add_run(reading, line);
    struct found_run *found = &reading->runs[run];
    found->headings = headings_above_joined(reading->arena, &reader->headings);
    found->workload = text_copy(reading->arena, workload);
    found->column_label = text_copy(reading->arena, volume);
    found->tool = text_of("kbench");
    return run;
}

static void add_figure(struct kbench_reader *reader, size_t run, enum direction direction,
                       struct text text, unsigned line)
{
    struct reading *reading = reader->reading;
    struct number number;
    text = text_trim(text);
    if (number_read(text, &number) != NUMBER_FOUND || number.rest.size > 0 || number.approximate) {
        reading_note(reading, line, "\"%.*s\" is not a number: left out",
                     (int)(text.size > 40 ? 40 : text.size), text.data);
        return;
    }
    reading_add_observation(
        reading, (struct found_observation){.run = run,
                                            .direction = direction,
                                            .metric = text_of(reader->block->metric),
                                            .value = number.value * reader->block->factor,
                                            .unit = text_of(reader->block->unit),
                                            .written = text_copy(reading->arena, text),
                                            .source = {reading->path, line}});
    reader->added++;
}

/* The label of a result line: a pattern, and in older versions a direction. */
static bool read_label(struct text label, struct text *workload, enum direction *direction)
{
    static const struct {
        const char *word;
        enum direction direction;
    } directions[] = {
        {"Read", DIRECTION_READ}, {"Rread", DIRECTION_READ}, {"Write", DIRECTION_WRITE}};
    size_t end = text_find(label, " ", 0);
    *workload = text_slice(label, 0, end);
    *direction = DIRECTION_UNSTATED;
    if (!text_is(*workload, "Random") && !text_is(*workload, "Sequential"))
        return false;
    struct text rest = text_trim(text_slice(label, end, label.size));
    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++)
        if (text_is(rest, directions[i].word))
            *direction = directions[i].direction;
    return rest.size == 0 || *direction != DIRECTION_UNSTATED;
}

/* "150,120 / 61,050", or a single figure of a line that states its direction. */
static void add_side(struct kbench_reader *reader, struct text text, size_t run,
                     enum direction direction, unsigned line)
{
    text = text_slice(text, 0, text_find(text, "(", 0));
    size_t slash = text_find(text, "/", 0);
    if (direction != DIRECTION_UNSTATED) {
        add_figure(reader, run, direction, text, line);
        return;
    }
    if (slash == text.size) {
        reading_note(reader->reading, line, "not a pair of read and write: left out");
        return;
    }
    add_figure(reader, run, DIRECTION_READ, text_slice(text, 0, slash), line);
    add_figure(reader, run, DIRECTION_WRITE, text_slice(text, slash + 1, text.size), line);
}

static bool read_result(struct kbench_reader *reader, struct text line, unsigned number)
{
    size_t colon = text_find(line, ":", 0);
    struct text workload;
    enum direction direction;
    if (reader->block == NULL || colon == line.size ||
        !read_label(text_trim(text_slice(line, 0, colon)), &workload, &direction))
        return false;
    struct text rest = text_slice(line, colon + 1, line.size);
    size_t vs = text_find(rest, " vs ", 0);
    bool compared = vs < rest.size;
    add_side(reader, text_slice(rest, 0, vs), run_of(reader, workload, 0, compared, number),
             direction, number);
    if (!compared)
        return true;
    rest = text_slice(rest, vs + 4, rest.size);
    add_side(reader, text_slice(rest, 0, text_find(rest, ":", 0)),
             run_of(reader, workload, 1, true, number), direction, number);
    return true;
}

/* The last line of a text that ends within it: whole lines end below each other, or further right.
 */
static bool is_cut(const struct text_lines *lines, size_t i, struct text text)
{
    size_t shortest = SIZE_MAX;
    if (i + 1 < lines->count || text_ends_with(text, "\n"))
        return false;
    for (size_t k = 0; k < i; k++)
        if (text_find(lines->items[k], " / ", 0) < lines->items[k].size &&
            lines->items[k].size < shortest)
            shortest = lines->items[k].size;
    return text_find(lines->items[i], "/", 0) < lines->items[i].size && shortest < SIZE_MAX &&
           lines->items[i].size < shortest;
}

/* "For: first vs second", "Size: 30G" and what else the summary says of itself. */
static bool read_property(struct kbench_reader *reader, struct text line)
{
    static const char *const names[] = {
        "For:", "CPU Idleness", "Size:", "SIZE:", "Quick Mode:", "QUICK MODE:"};
    line = text_trim(line);
    size_t vs = text_find(line, " vs ", 0);
    if (text_starts_with(line, "For:") && vs < line.size) {
        reader->volumes[0] = text_trim(text_slice(line, 4, vs));
        reader->volumes[1] = text_trim(text_slice(line, vs + 4, line.size));
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_starts_with(line, names[i]))
            return true;
    return text_ends_with(line, "Change") && text_find(line, " vs ", 0) < line.size;
}

static bool take_line(struct kbench_reader *reader, struct text line, unsigned number)
{
    const struct block *block = find_block(line);
    bool banner = is_banner(line);
    bool open = reader->first > 0;
    if (banner || (block == &blocks[0] && reader->seen_iops)) {
        close_summary(reader);
        reader->banner = banner;
    }
    if (block != NULL) {
        reader->block = block;
        reader->seen_iops = reader->seen_iops || block == &blocks[0];
    } else if (!banner && !read_result(reader, line, number) &&
               !(open && (text_trim(line).size == 0 || text_is_rule(line, '=') ||
                          read_property(reader, line)))) {
        return false;
    }
    reader->first = reader->first == 0 ? number : reader->first;
    reader->last = number;
    return true;
}

/* Two block titles, or the banner and one. */
static int bid(struct text head)
{
    int titles = 0, banners = 0;
    struct text line;
    if (text_find(head, "KiB/sec", 0) == head.size &&
        text_find(head, "Latency in ns", 0) == head.size)
        return 0;
    while (text_next_line(&head, &line)) {
        titles += find_block(line) != NULL;
        banners += is_banner(line);
    }
    return titles >= 2 ? 80 : titles + banners >= 2 ? 60 : 0;
}

static bool read_summaries(const struct input *input, struct reading *reading,
                           struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct kbench_reader reader = {
        .scratch = scratch, .reading = reading, .first_run = reading->run_count};
    struct text_lines lines = text_lines_of(scratch, input->text);
    for (size_t i = 0; i < lines.count; i++) {
        unsigned number = (unsigned)i + 1;
        if (is_cut(&lines, i, input->text)) {
            reading_note(reading, number, "the text ends within this line: it is left out");
            break;
        }
        if (take_line(&reader, lines.items[i], number))
            continue;
        close_summary(&reader);
        (void)headings_above_pass(&reader.headings, lines.items[i]);
    }
    close_summary(&reader);
    arena_free(scratch);
    return reader.added > 0 ||
           failure_set(failure, FAILURE_INPUT, "its summary holds no result that could be read");
}

const struct reader kbench_reader = {"kbench", "summaries of kbench (Longhorn)", bid,
                                     read_summaries};
