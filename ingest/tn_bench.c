/* The JSON file of tn-bench: for each pool how fast dd wrote and read files of 20 GiB in blocks of
   1 MiB, once for each number of threads and iteration; for each disk how fast it was read. Its MB
   is 1,048,576 bytes. Reference: tn-bench, save_results_to_json() and run_single_iteration(). */
#include "ingest/headings_above.h"
#include "ingest/json_document.h"
#include "ingest/json_place.h"
#include "ingest/reader.h"

static const double mebibyte = 0x1p20;

/* What a series of speeds is of. */
struct series {
    const char *key, *average_key;
    enum direction direction;
};

static const struct series of_pool[] = {{"write_speeds", "average_write_speed", DIRECTION_WRITE},
                                        {"read_speeds", "average_read_speed", DIRECTION_READ}};
static const struct series of_disk[] = {{"speeds", "average_speed", DIRECTION_READ}};

struct tn_reader {
    struct reading *reading;
    size_t added;
};

/* Series measured together: of a pool with one number of threads, or of a disk. */
struct entry {
    const struct json *json;
    struct json_place place;
    const char *factor;
    struct text level;
    double threads; /* 0 = a disk */
};

static void add_speed(struct tn_reader *reader, size_t run, const struct series *series,
                      enum statistic statistic, double value, struct json_place place)
{
    struct reading *reading = reader->reading;
    reading_add_observation(
        reading,
        (struct found_observation){.run = run,
                                   .direction = series->direction,
                                   .metric = text_of("bw"),
                                   .statistic = statistic,
                                   .value = value * mebibyte,
                                   .unit = text_of("B/s"),
                                   .written = text_copy(reading->arena, json_place_written(place)),
                                   .source = {reading->path, json_place_line(place)}});
    reader->added++;
}

/* A run of the entry; iteration 0: what its average is of. */
static size_t add_run(struct tn_reader *reader, const struct entry *entry, size_t iteration)
{
    struct reading *reading = reader->reading;
    size_t run = reading_add_run(reading, json_place_line(entry->place));
    struct found_run *found = &reading->runs[run];
    found->tool = text_of("tn-bench");
    found->iteration = (unsigned)iteration;
    reading_state(reading, run, text_of(entry->factor), entry->level);
    if (entry->threads > 0) {
        found->workload = text_format(reading->arena, "Seq 1M, %.0f threads", entry->threads);
        reading_set_option(reading, run, text_of("bs"), text_of("1048576"));
        reading_set_option(reading, run, text_of("numjobs"),
                           text_format(reading->arena, "%.0f", entry->threads));
    } else {
        found->workload = text_of("disk");
    }
    return run;
}

/* Reads one series, an iteration a number. The runs of an entry stand one after the other from
   `first`. */
static void read_series(struct tn_reader *reader, const struct entry *entry,
                        const struct series *series, size_t first)
{
    struct json_place list, own;
    struct text none;
    size_t iteration = 0;
    double value;
    if (!json_place_member(entry->place, series->key, &list))
        return;
    struct json_walk walk = json_walk_into(list);
    for (const struct json *item = json_first(json_member(entry->json, series->key));
         item != NULL && json_walk_next(&walk, &none, &own); item = json_next(item)) {
        size_t run = first + iteration++;
        if (run >= reader->reading->run_count)
            run = add_run(reader, entry, iteration);
        if (json_number(item, &value) && value > 0)
            add_speed(reader, run, series, STATISTIC_RUN, value, own);
    }
}

/* The average that stands beside a series of several numbers. */
static void read_average(struct tn_reader *reader, const struct entry *entry,
                         const struct series *series)
{
    struct json_place own;
    double value;
    if (json_next(json_first(json_member(entry->json, series->key))) != NULL &&
        json_number(json_member(entry->json, series->average_key), &value) &&
        json_place_member(entry->place, series->average_key, &own))
        add_speed(reader, add_run(reader, entry, 0), series, STATISTIC_MEAN, value, own);
}

static void read_entry(struct tn_reader *reader, const struct entry *entry,
                       const struct series *series, size_t count)
{
    size_t first = reader->reading->run_count;
    for (size_t i = 0; i < count; i++)
        read_series(reader, entry, &series[i], first);
    for (size_t i = 0; i < count; i++)
        read_average(reader, entry, &series[i]);
}

static void read_pool(struct tn_reader *reader, const struct json *pool, struct json_place place)
{
    struct entry entry = {.factor = "pool", .level = json_string_value(json_member(pool, "name"))};
    struct json_place list;
    struct text none;
    if (!json_place_member(place, "benchmark", &list))
        return;
    struct json_walk walk = json_walk_into(list);
    for (entry.json = json_first(json_member(pool, "benchmark"));
         entry.json != NULL && json_walk_next(&walk, &none, &entry.place);
         entry.json = json_next(entry.json)) {
        entry.threads = 0;
        (void)json_number(json_member(entry.json, "threads"), &entry.threads);
        read_entry(reader, &entry, of_pool, sizeof of_pool / sizeof *of_pool);
    }
}

static void read_disk(struct tn_reader *reader, const struct json *disk, struct json_place place)
{
    struct entry entry = {.json = json_member(disk, "benchmark"),
                          .factor = "disk",
                          .level = json_string_value(json_member(disk, "name"))};
    if (entry.json != NULL && json_place_member(place, "benchmark", &entry.place))
        read_entry(reader, &entry, of_disk, sizeof of_disk / sizeof *of_disk);
}

/* Reads each element of a list of the document. */
static void read_list(struct tn_reader *reader, const struct json *root, struct json_place document,
                      const char *name,
                      void (*read)(struct tn_reader *reader, const struct json *item,
                                   struct json_place place))
{
    struct json_place list, own;
    struct text none;
    if (!json_place_member(document, name, &list))
        return;
    struct json_walk walk = json_walk_into(list);
    for (const struct json *item = json_first(json_member(root, name));
         item != NULL && json_walk_next(&walk, &none, &own); item = json_next(item))
        read(reader, item, own);
}

static int bid(struct text head)
{
    static const char *const keys[] = {"\"schema_version\"", "\"benchmark_config\"", "\"pools\""};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (text_find(head, keys[i], 0) == head.size)
            return 0;
    return 100;
}

/* The document that begins at `*at`; moves `*at` behind it. False when it is damaged. */
static bool read_document(struct arena *scratch, struct tn_reader *reader, struct text text,
                          struct line_index *lines, size_t *at)
{
    size_t open = *at, end = 0, before = reader->added;
    struct json_repair repaired;
    const struct json *root =
        json_parse(scratch, text_slice(text, open, text.size), &end, &repaired);
    *at = open + (end > 0 ? end : 1);
    if (root == NULL)
        return false;
    struct json_place document = {text_slice(text, 0, *at), open, 0, lines};
    read_list(reader, root, document, "pools", read_pool);
    read_list(reader, root, document, "disks", read_disk);
    if (reader->added > before)
        reading_claim(reader->reading, line_index_at(lines, open), line_index_at(lines, *at));
    return true;
}

static bool read_results(const struct input *input, struct reading *reading,
                         struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct text text = input->text, line;
    struct tn_reader reader = {.reading = reading};
    struct line_index lines = line_index_of(scratch, text);
    struct headings_above headings = {.plain = false};
    unsigned first = 0, damaged = 0;
    for (size_t at = 0, open; (open = text_find(text, "{", at)) < text.size && damaged == 0;
         at = open) {
        struct text above = text_slice(text, at, open);
        while (text_next_line(&above, &line))
            (void)headings_above_pass(&headings, line);
        size_t run = reading->run_count, added = reader.added;
        unsigned number = line_index_at(&lines, open);
        damaged = read_document(scratch, &reader, text, &lines, &open) ? 0 : number;
        for (; run < reading->run_count; run++)
            reading->runs[run].headings = headings_above_joined(reading->arena, &headings);
        first = first == 0 && reader.added > added ? number : first;
    }
    arena_free(scratch);
    if (damaged > 0 && reader.added == 0)
        return failure_set(failure, FAILURE_INPUT, "line %u: the JSON of tn-bench is damaged here",
                           damaged);
    if (damaged > 0)
        reading_note(reading, damaged, "JSON that is damaged: left out");
    if (reader.added == 0)
        return failure_set(failure, FAILURE_INPUT, "holds no result of tn-bench");
    reading_note(reading, first, "MB/s of this file is 1048576 bytes/s, as tn-bench counts");
    return true;
}

const struct reader tn_bench_reader = {"tn_bench", "the JSON file of tn-bench", bid, read_results};
