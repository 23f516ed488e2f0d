/* Many paths to one `results`: each file is read by the reader that bids highest, in its own arena,
   by several threads; what was found is put together in the order of the paths, so that the outcome
   does not depend on the threads. */
#include "ingest/ingest.h"

#include "ingest/archive.h"
#include "ingest/assumed_units.h"
#include "ingest/fio_log.h"
#include "ingest/input.h"
#include "ingest/input_paths.h"
#include "ingest/job_runs.h"
#include "ingest/json_document.h"
#include "ingest/ordered_workers.h"
#include "ingest/packed_reading.h"
#include "ingest/page_headings.h"
#include "ingest/page_passages.h"
#include "ingest/plain_text.h"
#include "ingest/posted_job.h"
#include "ingest/reader.h"
#include "ingest/repeated_runs.h"
#include "ingest/text_index.h"
#include "model/digest.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* One path being read. */
struct file_task {
    const struct input_path *path;
    struct arena *arena;
    struct reading reading;
    struct page_unit page_unit;
    struct failure *failure;  /* while the file is read */
    enum failure_kind failed; /* how the reading ended, and why */
    struct text reason;
    struct text format;
    size_t size;
    struct text bytes;  /* as read, while the file is; kept only where it cannot be read again */
    struct text sample; /* what equal files have in common; empty for long logs */
    char sha256[65];
};

struct ingest_task {
    struct file_task *files;
    const struct ingest_options *options;
    const struct reader *forced; /* NULL = readers bid */
};

static void add_format(struct file_task *file, const char *name)
{
    file->format = file->format.size == 0
                       ? text_of(name)
                       : text_format(file->arena, "%s, %s", file->format.data, name);
}

/* Lets one reader read what is left of the page; returns what is left after it. */
static struct text read_with(struct file_task *file, const struct reader *reader, struct text page,
                             struct text left)
{
    struct reading *reading = &file->reading;
    struct input input = {
        .path = reading->path, .text = left, .page = page, .page_unit = &file->page_unit};
    struct failure failure = {.kind = FAILURE_NONE};
    size_t before = reading->observation_count, claims = reading->claim_count;
    bool read = reader->read(&input, reading, &failure);
    bool added = reading->observation_count > before;
    if (added)
        add_format(file, reader->name);
    if (!read && failure.kind == FAILURE_SYSTEM) {
        *file->failure = failure;
        return (struct text){NULL, 0};
    }
    if (!read && reading->observation_count > 0)
        reading_note(reading, NO_LINE, "%s", failure.message);
    else if (!read)
        (void)failure_set(file->failure, failure.kind, "%s", failure.message);
    if (reading->claimed_whole || (added && reading->claim_count == claims))
        return (struct text){NULL, 0}; /* a reader of whole files */
    return plain_text_without(file->arena, left, reading->claims, claims, reading->claim_count);
}

/* "bids for 120 lines: fio_json 160, csv_table 0" */
static void explain_bids(struct reading *reading, struct text left)
{
    struct text_builder bids = {.arena = reading->arena};
    for (size_t i = 0; i < reader_count; i++)
        text_add_format(&bids, "%s %s %d", i > 0 ? "," : "", readers[i]->name,
                        readers[i]->bid(input_head(left)));
    reading_note(reading, NO_LINE, "bids:%s", text_built(&bids).data);
}

/* Readers take turns, the surest first, each at what the others left. */
static bool read_text(struct file_task *file, const struct ingest_task *task, struct text text)
{
    enum { MOST_READERS = 64 };
    bool tried[MOST_READERS] = {false};
    struct text page = plain_text(file->arena, text), left = page;
    const struct reader *reader;
    if (task->options->explain)
        explain_bids(&file->reading, left);
    if (task->forced != NULL)
        left = read_with(file, task->forced, page, left);
    else
        while (!text_is_blank(left) && (reader = reader_choose(left, tried)) != NULL)
            left = read_with(file, reader, page, left);
    if (file->failure->kind == FAILURE_SYSTEM)
        return false;
    if (!file->reading.claimed_whole) {
        posted_jobs_hold(page, &file->reading, 0);
        page_headings_give(page, &file->reading);
        page_passages_give(page, &file->reading);
    }
    if (file->reading.observation_count > 0) {
        file->failure->kind = FAILURE_NONE;
        return true;
    }
    return failure_set(file->failure, FAILURE_INPUT, "no reader recognises this text as results");
}

/* A log of any length is read as it streams by, in constant memory. */
static void read_long_log(struct file_task *file, const char *path, bool digests)
{
    file->format = text_of("fio_log");
    if (!fio_log_read_file(path, &file->reading, &file->size, file->failure) || !digests ||
        !digest_sha256_file(path, file->sha256, NULL))
        file->sha256[0] = '\0';
}

static void read_whole(struct file_task *file, const struct ingest_task *task)
{
    const struct input_path *from = file->path;
    struct text bytes = {NULL, 0}, text;
    if (from->refusal != NULL) {
        (void)failure_set(file->failure, from->system ? FAILURE_SYSTEM : FAILURE_INPUT, "%s",
                          from->refusal);
        return;
    }
    if (!from->archive && from->packed == NULL && fio_log_is_long(from->path)) {
        read_long_log(file, from->path, task->options->digests);
        return;
    }
    if (from->archive) {
        if (archive_read(from->path, from->packed, &file->reading, file->failure))
            file->format = text_of("archive");
        if (!task->options->digests ||
            !input_bytes(file->arena, from->packed, file->reading.path.data, &bytes, file->failure))
            return;
    } else if (!input_bytes(file->arena, from->packed, from->path, &bytes, file->failure)) {
        return;
    } else if (!input_decode(file->arena, bytes, &text, file->failure) ||
               !read_text(file, task, text)) {
        file->format = (struct text){NULL, 0};
    }
    file->size = bytes.size;
    file->bytes = bytes;
    if (task->options->digests)
        digest_sha256(bytes, file->sha256);
}

/* Size, beginning and end of the bytes. */
static struct text sample_of(struct arena *arena, struct text bytes)
{
    enum { SAMPLE = 4096 };
    struct text end = text_slice(bytes, bytes.size > SAMPLE ? bytes.size - SAMPLE : 0, bytes.size);
    return bytes.size == 0 ? bytes
                           : text_format(arena, "%zu %llx %llx", bytes.size,
                                         text_hash(text_slice(bytes, 0, SAMPLE)), text_hash(end));
}

static bool can_be_read_again(const struct file_task *file)
{
    struct stat status;
    return file->path->packed != NULL ||
           (stat(file->reading.path.data, &status) == 0 && S_ISREG(status.st_mode));
}

/* Only what was found of a file is kept: 100,000 files would fill the memory. */
static void read_file(void *context, size_t index)
{
    struct ingest_task *task = context;
    struct file_task *file = &task->files[index];
    file->arena = arena_create();
    file->reading = (struct reading){
        .arena = file->arena, .path = text_of(file->path->path), .shapes = task->options->shapes};
    struct failure failure = {.kind = FAILURE_NONE, .message = ""};
    file->failure = &failure;
    read_whole(file, task);
    struct arena *used = file->arena;
    if (file->reading.observation_count > 0)
        file->sample = sample_of(used, file->bytes);
    struct text also[] = {file->format, file->sample, text_of(failure.message)};
    reading_pack(&file->reading, also, sizeof also / sizeof *also);
    file->arena = file->reading.arena;
    file->format = also[0];
    file->sample = also[1];
    file->failure = NULL;
    file->failed = failure.kind;
    file->reason = also[2];
    bool keep = file->sample.size > 0 && !can_be_read_again(file);
    file->bytes = keep ? text_copy(file->arena, file->bytes) : (struct text){NULL, 0};
    arena_free(used);
}

static void keep_file(struct results *results, struct file_task *file)
{
    struct input_file *kept = results_add_file(results);
    *kept = (struct input_file){.path = file->reading.path,
                                .format = file->format,
                                .size = file->size,
                                .observations = file->reading.observation_count};
    memcpy(kept->sha256, file->sha256, sizeof kept->sha256);
    if (file->failed == FAILURE_NONE && kept->observations > 0)
        return;
    struct text reason = file->failed != FAILURE_NONE
                             ? file->reason
                             : text_of("all its runs stand in other inputs too");
    if (kept->observations == 0) {
        kept->format = (struct text){NULL, 0};
        kept->refusal = reason;
    } else {
        reading_note(&file->reading, NO_LINE, "%s", reason.data);
    }
}

static bool same_labels(const struct input_path *a, const struct input_path *b)
{
    bool same = a->label_count == b->label_count;
    for (size_t i = 0; same && i < a->label_count; i++)
        same = text_equal(a->labels[i].name, b->labels[i].name) &&
               text_equal(a->labels[i].value, b->labels[i].value);
    return same;
}

static struct text bytes_of(struct arena *arena, const struct file_task *file)
{
    struct text bytes = file->bytes;
    if (bytes.size == 0 &&
        !input_bytes(arena, file->path->packed, file->reading.path.data, &bytes, NULL))
        return (struct text){NULL, 0};
    return bytes;
}

static bool same_content(const struct file_task *a, const struct file_task *b)
{
    struct arena *scratch = arena_create();
    struct text bytes = bytes_of(scratch, a);
    bool same = bytes.size > 0 && text_equal(bytes, bytes_of(scratch, b));
    arena_free(scratch);
    return same;
}

/* A copy of a file, or a file named twice, gives nothing the second time. */
static void drop_copies(struct file_task *files, size_t count)
{
    struct arena *scratch = arena_create();
    struct text_index seen = {.arena = scratch};
    for (size_t i = 0; i < count; i++) {
        struct file_task *file = &files[i];
        bool added;
        if (file->sample.size == 0)
            continue;
        size_t *first = text_index_at(&seen, file->sample, &added);
        if (added)
            *first = i;
        else if (same_labels(file->path, files[*first].path) &&
                 same_content(file, &files[*first])) {
            size_t runs = file->reading.run_count;
            file->reading.observation_count = file->reading.run_count = 0;
            file->reading.histogram_count = file->reading.series_count = 0;
            reading_add_repeated(&file->reading, NO_LINE,
                                 (struct source){files[*first].reading.path, NO_LINE}, runs);
            if (file->failed == FAILURE_NONE)
                file->reason = text_format(file->arena, "has the same content as %s: counted once",
                                           files[*first].path->path);
            file->failed = FAILURE_INPUT;
        }
    }
    arena_free(scratch);
}

/* False when the system failed at a file: what others may make of it is no answer. */
static bool system_held(const struct file_task *files, size_t count, struct failure *failure)
{
    for (size_t i = 0; i < count; i++)
        if (files[i].failed == FAILURE_SYSTEM)
            return failure_set(failure, FAILURE_SYSTEM, "%s: %s", files[i].path->path,
                               files[i].reason.data);
    return true;
}

static struct results *put_together(struct ingest_task *task, size_t count,
                                    const struct ingest_options *options, struct failure *failure)
{
    struct results *results = results_create();
    struct labelled_reading *readings = arena_take_array(results->arena, count, sizeof *readings);
    drop_copies(task->files, count);
    for (size_t i = 0; i < count; i++) {
        struct file_task *file = &task->files[i];
        results_keep(results, file->arena);
        readings[i] = (struct labelled_reading){.reading = &file->reading,
                                                .labels = file->path->labels,
                                                .label_count = file->path->label_count,
                                                .archive = file->path->archive};
    }
    repeated_runs_drop(readings, count);
    assumed_units_settle(readings, count);
    for (size_t i = 0; i < count; i++)
        keep_file(results, &task->files[i]);
    if (system_held(task->files, count, failure) &&
        naming_apply(results, readings, count, options->rules, options->rule_count, failure)) {
        if (options->per_job)
            job_runs_split(results);
        return results;
    }
    results_free(results);
    return NULL;
}

static bool find_forced(const struct ingest_options *options, const struct reader **forced,
                        struct failure *failure)
{
    char names[512] = "";
    size_t used = 0;
    *forced = NULL;
    if (options->format == NULL)
        return true;
    for (size_t i = 0; i < reader_count; i++) {
        if (strcmp(options->format, readers[i]->name) == 0)
            *forced = readers[i];
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", readers[i]->name);
    }
    return *forced != NULL ||
           failure_set(failure, FAILURE_USAGE, "there is no format \"%s\"; known are:%s",
                       options->format, names);
}

struct results *ingest_read(const char *const *inputs, size_t count,
                            const struct ingest_options *options, struct failure *failure)
{
    struct ingest_task task = {.options = options};
    if (!find_forced(options, &task.forced, failure))
        return NULL;
    struct arena *arena = arena_create();
    struct input_paths paths = {.arena = arena};
    json_prepare();
    for (size_t i = 0; i < count; i++)
        input_paths_add(&paths, inputs[i]);
    task.files = arena_take_array(arena, paths.count, sizeof *task.files);
    for (size_t i = 0; i < paths.count; i++)
        task.files[i].path = &paths.items[i];
    ordered_workers_run(paths.count, options->jobs, read_file, &task);
    struct results *results = put_together(&task, paths.count, options, failure);
    if (results != NULL)
        results_keep(results, arena);
    else
        arena_free(arena);
    return results;
}

size_t ingest_used(const struct results *results)
{
    size_t used = 0;
    for (size_t i = 0; i < results->file_count; i++)
        used += results->files[i].observations > 0;
    return used;
}

size_t ingest_refused(const struct results *results)
{
    return results->file_count - ingest_used(results);
}
