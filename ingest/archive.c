#include "ingest/archive.h"

#include "ingest/archive_disks.h"
#include "ingest/archive_identities.h"
#include "ingest/archive_pools.h"
#include "ingest/archive_run_facts.h"
#include "ingest/input.h"
#include "ingest/json_document.h"
#include "ingest/posted_job.h"
#include "ingest/reader.h"
#include "model/digest.h"
#include "model/number.h"

static const char *join(struct arena *arena, const char *folder, const char *name)
{
    return text_format(arena, "%s/%s", folder, name).data;
}

/* Names of files in a manifest stay inside the archive. */
static bool is_inside(struct text file)
{
    return file.size > 0 && file.data[0] != '/' && text_find(file, "..", 0) == file.size;
}

static unsigned whole_number(const struct json *entry, const char *name)
{
    double value;
    return json_number(json_member(entry, name), &value) && value > 0 && value < 4e9
               ? (unsigned)value
               : 0;
}

/* Nanoseconds since 1970 do not fit a double: they are read as digits of the line. */
static int64_t nanoseconds(struct text line, const char *key)
{
    int64_t value = 0;
    size_t at = text_find(line, key, 0);
    size_t start = text_find(line, ":", at) + 1, end = start;
    while (end < line.size && line.data[end] != ',' && line.data[end] != '}')
        end++;
    struct text digits = text_trim(text_slice(line, start, end));
    if (digits.size > 1 && digits.data[0] == '"')
        digits = text_slice(digits, 1, digits.size - 1);
    return at < line.size && number_read_integer(digits, &value) ? value : 0;
}

struct archive_reader {
    const char *folder;
    const struct packed_members *packed;
    struct reading *reading;
    struct text manifest_path;
    size_t runs_used;
    struct archive_pools pools;
};

static void describe(struct archive_reader *archive, size_t index, const struct json *entry,
                     struct text line, struct settings_pool *pool)
{
    struct reading *reading = archive->reading;
    struct found_run *run = &reading->runs[index];
    run->workload = text_copy(reading->arena, json_string_value(json_member(entry, "workload")));
    run->workload_is_final = true;
    run->iteration = whole_number(entry, "iteration");
    run->block = whole_number(entry, "block");
    run->position = whole_number(entry, "position");
    run->session = text_copy(reading->arena, json_string_value(json_member(entry, "session")));
    int64_t started = nanoseconds(line, "\"started\"");
    if (started > 0)
        run->started_at = started;
    struct text failed = json_string_value(json_member(entry, "failed"));
    if (failed.size > 0)
        run->fault = text_copy(reading->arena, failed);
    else if (whole_number(entry, "warm_up") == 1)
        run->fault = text_of("a warm-up run, declared as such beforehand");
    const struct settings *config =
        settings_parse(pool, json_string_value(json_member(entry, "config")));
    struct text host = {NULL, 0}; /* of a run on several hosts, stated by fio */
    for (size_t i = 0; i < run->stated_count; i++)
        host = text_is(run->stated[i].name, "host") ? run->stated[i].value : host;
    run->stated_count = 0;
    if (host.size > 0)
        reading_state(reading, index, text_of("host"), host);
    for (size_t i = 0; i < config->count; i++)
        reading_state(reading, index, config->items[i].name, config->items[i].value);
}

/* Reads the file of one manifest line with the reader that its content asks for. */
static bool read_run_file(struct archive_reader *archive, const struct json *entry, unsigned line,
                          struct failure *failure)
{
    struct reading *reading = archive->reading;
    struct text file = json_string_value(json_member(entry, "file"));
    struct text expected = json_string_value(json_member(entry, "sha256"));
    char found[65];
    struct input input = {.path = {NULL, 0}};
    if (!is_inside(file))
        return failure_set(failure, FAILURE_INPUT, "line %u names no file inside the archive",
                           line);
    const char *path = join(reading->arena, archive->folder, text_string(reading->arena, file));
    struct text bytes;
    if (!input_bytes(reading->arena, archive->packed, path, &bytes, failure))
        return false;
    digest_sha256(bytes, found);
    if (expected.size > 0 && !text_is(expected, found))
        return failure_set(failure, FAILURE_INPUT, "has not the SHA-256 that the manifest states");
    if (!input_decode(reading->arena, bytes, &input.text, failure))
        return false;
    input.path = text_of(path);
    input.page = input.text;
    const struct reader *reader = reader_choose(input.text, NULL);
    if (reader == NULL)
        return failure_set(failure, FAILURE_INPUT, "is no result of fio");
    struct text own_path = reading->path;
    reading->path = input.path;
    bool read = reader->read(&input, reading, failure);
    reading->path = own_path;
    return read;
}

/* The label of the pool that a run was made on, or the vdevs of the pool that was there; with the
   ashift that was asked for where that is a factor. */
static void read_pool(struct archive_reader *archive, const struct json *entry,
                      struct settings_pool *pool)
{
    struct arena *arena = archive->reading->arena;
    struct failure none = {.kind = FAILURE_NONE};
    struct text id = json_string_value(json_member(entry, "id")), bytes, label;
    struct text config = json_string_value(json_member(entry, "config"));
    struct text asked = settings_value(settings_parse(pool, config), text_of("ashift"));
    if (!is_inside(id))
        return;
    const char *path =
        text_format(arena, "%s/facts/pools/%.*s.txt", archive->folder, (int)id.size, id.data).data;
    if (input_bytes(arena, archive->packed, path, &bytes, &none) &&
        input_decode(arena, bytes, &label, &none))
        archive_pools_add(&archive->pools, asked, label);
}

/* A text file of the archive; empty when it is not there. */
static struct text fact_file(const struct archive_reader *archive, const char *folder,
                             struct text id, const char *ending)
{
    struct arena *arena = archive->reading->arena;
    struct failure none = {.kind = FAILURE_NONE};
    struct text bytes, text;
    const char *path = text_format(arena, "%s/facts/%s/%.*s.%s.txt", archive->folder, folder,
                                   (int)id.size, id.data, ending)
                           .data;
    if (!input_bytes(arena, archive->packed, path, &bytes, &none) ||
        !input_decode(arena, bytes, &text, &none))
        return (struct text){NULL, 0};
    return text;
}

/* The job file as run, to be held against what fio says it ran. */
static void read_job_file(const struct archive_reader *archive, size_t run)
{
    struct arena *arena = archive->reading->arena;
    struct failure none = {.kind = FAILURE_NONE};
    struct text workload = archive->reading->runs[run].workload, bytes, text;
    if (!is_inside(workload))
        return;
    const char *path =
        text_format(arena, "%s/jobs/%.*s.fio", archive->folder, (int)workload.size, workload.data)
            .data;
    if (input_bytes(arena, archive->packed, path, &bytes, &none) &&
        input_decode(arena, bytes, &text, &none))
        posted_jobs_hold(text, archive->reading, run);
}

/* What is known of the run's pool and of the counters around it. */
static void read_run_facts(const struct archive_reader *archive, const struct json *entry,
                           size_t run)
{
    struct text id = json_string_value(json_member(entry, "id"));
    if (!is_inside(id))
        return;
    archive_run_properties(archive->reading, run, fact_file(archive, "pools", id, "properties"));
    archive_run_counters(archive->reading, run, fact_file(archive, "runs", id, "before"),
                         fact_file(archive, "runs", id, "after"),
                         fact_file(archive, "runs", id, "synced"));
}

static void read_entry(struct archive_reader *archive, struct text text, unsigned line)
{
    struct arena *scratch = arena_create();
    struct reading *reading = archive->reading;
    struct settings_pool *pool = settings_pool_create(scratch);
    struct failure failure = {.kind = FAILURE_NONE};
    size_t end, first = reading->run_count;
    struct json_repair repaired;
    const struct json *entry = json_parse(scratch, text, &end, &repaired);
    struct text failed = json_string_value(json_member(entry, "failed"));
    struct text file = json_string_value(json_member(entry, "file"));
    if (!json_is_object(entry))
        reading_note(reading, line, "this line of the manifest is not valid JSON: left out");
    else if (failed.size > 0 && file.size == 0)
        reading_note(reading, line, "a failed run: %.*s", (int)failed.size, failed.data);
    else if (!read_run_file(archive, entry, line, &failure))
        reading_note(reading, line, "run file %.*s: %s", (int)file.size, file.data,
                     failure.message);
    for (size_t i = first; i < reading->run_count; i++)
        describe(archive, i, entry, text, pool);
    if (reading->run_count > first)
        read_pool(archive, entry, pool);
    if (reading->run_count == first + 1) { /* several are of other machines */
        read_run_facts(archive, entry, first);
        read_job_file(archive, first);
    }
    archive->runs_used += reading->run_count - first;
    arena_free(scratch);
}

/* Calls `take` for each `name = value` line of a section of experiment.ini. */
static void read_section(struct reading *reading, struct text text, const char *section,
                         void (*take)(struct reading *reading, struct text name, struct text value))
{
    struct text line, current = {NULL, 0};
    while (text_next_line(&text, &line)) {
        line = text_trim(line);
        size_t equals = text_find(line, "=", 0);
        if (line.size > 2 && line.data[0] == '[')
            current = text_slice(line, 1, line.size - 1);
        else if (equals < line.size && text_is(current, section))
            take(reading, text_trim(text_slice(line, 0, equals)),
                 text_trim(text_slice(line, equals + 1, line.size)));
    }
}

/* What a later format has added is passed over. */
static void take_format(struct reading *reading, struct text name, struct text value)
{
    int64_t format;
    if (text_is(name, "format") && (!number_read_integer(value, &format) || format > 1))
        reading_note(reading, NO_LINE,
                     "the archive has format %.*s, newer than this program: what it does not know "
                     "is left out",
                     (int)value.size, value.data);
}

/* What the plan says of the conditions; the rest of it is said elsewhere in a report. */
static void take_plan_fact(struct reading *reading, struct text name, struct text value)
{
    static const char *const told[] = {"where", "pool_size", "workloads", "iterations",
                                       "order", "scale",     "seed"};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (text_is(name, told[i]))
            reading_add_fact(reading, told[i], value, text_of("experiment.ini"));
}

static void take_fact(struct reading *reading, struct text name, struct text value)
{
    reading_add_fact(reading, text_string(reading->arena, name), value, text_of("experiment.ini"));
}

/* The command or file that a fact came from. */
static void take_source(struct reading *reading, struct text name, struct text value)
{
    for (size_t i = 0; i < reading->fact_count; i++)
        if (text_equal(reading->facts[i].name, name))
            reading->facts[i].from = text_copy(reading->arena, value);
}

static void read_facts(const struct archive_reader *archive)
{
    struct failure failure = {.kind = FAILURE_NONE};
    struct reading *reading = archive->reading;
    struct text bytes, text;
    const char *path = join(reading->arena, archive->folder, "experiment.ini");
    if (!input_bytes(reading->arena, archive->packed, path, &bytes, &failure) ||
        !input_decode(reading->arena, bytes, &text, &failure)) {
        reading_note(reading, NO_LINE, "experiment.ini %s", failure.message);
        return;
    }
    read_section(reading, text, "experiment", take_format);
    read_section(reading, text, "experiment", take_plan_fact);
    read_section(reading, text, "facts", take_fact);
    read_section(reading, text, "fact_sources", take_source);
    archive_disks_write(reading, archive->folder, archive->packed);
}

bool archive_read(const char *folder, const struct packed_members *packed, struct reading *reading,
                  struct failure *failure)
{
    struct archive_reader archive = {
        .folder = folder, .packed = packed, .reading = reading, .pools = {.arena = reading->arena}};
    const char *path = join(reading->arena, folder, "manifest.jsonl");
    struct text bytes, text, line;
    unsigned number = 1;
    if (!input_bytes(reading->arena, packed, path, &bytes, failure) ||
        !input_decode(reading->arena, bytes, &text, failure))
        return false;
    reading->path = text_of(path);
    read_facts(&archive);
    for (; text_next_line(&text, &line); number++)
        if (text_trim(line).size > 0)
            read_entry(&archive, line, number);
    archive_pools_write(&archive.pools, reading);
    archive_identities_find(reading, folder, packed);
    return archive.runs_used > 0 ||
           failure_set(failure, FAILURE_INPUT, "names no run that could be read");
}
