/* The JSON file of tn-bench: for each pool how fast dd wrote and read files of 20 GiB in blocks of
   1 MiB, once for each number of threads and iteration; for each disk how fast it was read. Its MB
   is 1,048,576 bytes. Reference: tn-bench, save_results_to_json() and run_single_iteration(). */
#include "ingest/json_document.h"
#include "ingest/reader.h"

#include <string.h>

static const double mebibyte = 0x1p20;

/* What a series of speeds is of. */
struct series {
    const char *key, *average_key; /* with their quotes */
    enum direction direction;
};

static const struct series of_pool[] = {
    {"\"write_speeds\"", "\"average_write_speed\"", DIRECTION_WRITE},
    {"\"read_speeds\"", "\"average_read_speed\"", DIRECTION_READ}};
static const struct series of_disk = {"\"speeds\"", "\"average_speed\"", DIRECTION_READ};

/* Moves forward through the text. */
struct key_place {
    struct text text;
    size_t offset, end;
    unsigned line;
};

struct tn_reader {
    struct reading *reading;
    struct key_place place;
    size_t added;
};

/* Moves to the next `key` (with its quotes); false, without moving, when it is not there. */
static bool find_key(struct key_place *place, const char *key)
{
    struct text range = text_slice(place->text, 0, place->end);
    size_t found = text_find(range, key, place->offset);
    if (found == range.size)
        return false;
    for (const char *at = range.data + place->offset;
         (at = memchr(at, '\n', (size_t)(range.data + found - at))) != NULL; at++)
        place->line++;
    place->offset = found;
    return true;
}

/* Moves to the next number and takes it; false when a bracket that closes stands before it. */
static bool next_number(struct key_place *place, struct text *written)
{
    const struct text text = place->text;
    size_t i = place->offset;
    while (i < place->end && strchr("-0123456789]}", text.data[i]) == NULL)
        place->line += text.data[i++] == '\n';
    place->offset = i;
    if (i >= place->end || text.data[i] == ']' || text.data[i] == '}')
        return false;
    while (i < place->end && strchr("+-.0123456789eE", text.data[i]) != NULL)
        i++;
    *written = text_slice(text, place->offset, i);
    place->offset = i;
    return true;
}

static const struct json *member(const struct json *object, const char *quoted)
{
    char name[32] = "";
    memcpy(name, quoted + 1, strlen(quoted) - 2);
    return json_member(object, name);
}

static void add_speed(struct tn_reader *reader, size_t run, const struct series *series,
                      enum statistic statistic, double value, struct text written, unsigned line)
{
    struct reading *reading = reader->reading;
    reading_add_observation(
        reading, (struct found_observation){.run = run,
                                            .direction = series->direction,
                                            .metric = text_of("bw"),
                                            .statistic = statistic,
                                            .value = value * mebibyte,
                                            .unit = text_of("B/s"),
                                            .written = text_copy(reading->arena, written),
                                            .source = {reading->path, line}});
    reader->added++;
}

/* A run of the entry; iteration 0: what its average is of. */
static size_t add_run(struct tn_reader *reader, size_t iteration, const char *factor,
                      struct text level, double threads)
{
    struct reading *reading = reader->reading;
    size_t run = reading_add_run(reading, reader->place.line);
    struct found_run *found = &reading->runs[run];
    found->tool = text_of("tn-bench");
    found->iteration = (unsigned)iteration;
    reading_state(reading, run, text_of(factor), level);
    if (threads > 0) {
        found->workload = text_format(reading->arena, "Seq 1M, %.0f threads", threads);
        reading_set_option(reading, run, text_of("bs"), text_of("1048576"));
        reading_set_option(reading, run, text_of("numjobs"),
                           text_format(reading->arena, "%.0f", threads));
    } else {
        found->workload = text_of("disk");
    }
    return run;
}

/* Reads one series of an entry, an iteration a number. The runs of an entry stand one after the
   other from `first`. */
static void read_series(struct tn_reader *reader, const struct json *entry,
                        const struct series *series, size_t first, const char *factor,
                        struct text level, double threads)
{
    struct key_place place = reader->place;
    struct text written;
    size_t iteration = 0;
    double value;
    if (!find_key(&place, series->key))
        return;
    place.offset += strlen(series->key);
    for (const struct json *item = json_first(member(entry, series->key)); item != NULL;
         item = json_next(item)) {
        if (!next_number(&place, &written))
            return;
        size_t run = first + iteration++;
        if (run >= reader->reading->run_count)
            run = add_run(reader, iteration, factor, level, threads);
        if (json_number(item, &value) && value > 0)
            add_speed(reader, run, series, STATISTIC_RUN, value, written, place.line);
    }
}

/* The average that stands beside a series of several numbers. */
static void read_average(struct tn_reader *reader, const struct json *entry,
                         const struct series *series, const char *factor, struct text level,
                         double threads)
{
    struct key_place place = reader->place;
    struct text written;
    double value;
    if (json_next(json_first(member(entry, series->key))) == NULL ||
        !json_number(member(entry, series->average_key), &value) ||
        !find_key(&place, series->average_key))
        return;
    place.offset += strlen(series->average_key);
    if (next_number(&place, &written))
        add_speed(reader, add_run(reader, 0, factor, level, threads), series, STATISTIC_MEAN, value,
                  written, place.line);
}

static void read_pool(struct tn_reader *reader, const struct json *pool)
{
    struct text name = json_string_value(json_member(pool, "name"));
    for (const struct json *entry = json_first(json_member(pool, "benchmark")); entry != NULL;
         entry = json_next(entry)) {
        double threads = 0;
        (void)json_number(json_member(entry, "threads"), &threads);
        size_t first = reader->reading->run_count;
        if (!find_key(&reader->place, "\"threads\""))
            return;
        for (size_t i = 0; i < sizeof of_pool / sizeof *of_pool; i++)
            read_series(reader, entry, &of_pool[i], first, "pool", name, threads);
        for (size_t i = 0; i < sizeof of_pool / sizeof *of_pool; i++)
            read_average(reader, entry, &of_pool[i], "pool", name, threads);
        reader->place.offset++;
    }
}

static void read_disk(struct tn_reader *reader, const struct json *disk)
{
    const struct json *entry = json_member(disk, "benchmark");
    if (entry == NULL || !find_key(&reader->place, of_disk.key))
        return;
    struct text name = json_string_value(json_member(disk, "name"));
    read_series(reader, entry, &of_disk, reader->reading->run_count, "disk", name, 0);
    read_average(reader, entry, &of_disk, "disk", name, 0);
    reader->place.offset++;
}

static int bid(struct text head)
{
    static const char *const keys[] = {"\"schema_version\"", "\"benchmark_config\"", "\"pools\""};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (text_find(head, keys[i], 0) == head.size)
            return 0;
    return 100;
}

static bool read_results(const struct input *input, struct reading *reading,
                         struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct text text = input->text;
    size_t open = text_find(text, "{", 0), end = 0;
    struct json_repair repaired;
    const struct json *root =
        json_parse(scratch, text_slice(text, open, text.size), &end, &repaired);
    struct tn_reader reader = {.reading = reading, .place = {text, open, open + end, 1}};
    reader.place.line = input_line_at(text, open, 1);
    for (const struct json *pool = json_first(json_member(root, "pools")); pool != NULL;
         pool = json_next(pool))
        read_pool(&reader, pool);
    for (const struct json *disk = json_first(json_member(root, "disks")); disk != NULL;
         disk = json_next(disk))
        read_disk(&reader, disk);
    if (reader.added > 0) {
        unsigned first = input_line_at(text, open, 1);
        reading_claim(reading, first, input_line_at(text, open + end, 1));
        reading_note(reading, first, "MB/s of this file is 1048576 bytes/s, as tn-bench counts");
    }
    arena_free(scratch);
    if (root == NULL)
        return failure_set(failure, FAILURE_INPUT, "line %u: the JSON of tn-bench is damaged here",
                           input_line_at(text, open + end, 1));
    return reader.added > 0 || failure_set(failure, FAILURE_INPUT, "holds no result of tn-bench");
}

const struct reader tn_bench_reader = {"tn_bench", "the JSON file of tn-bench", bid, read_results};
