#include "ingest/fio_json_document.h"

#include "ingest/fio_json_bins.h"
#include "ingest/fio_json_facts.h"
#include "ingest/fio_json_figures.h"
#include "ingest/fio_json_option.h"
#include "ingest/fio_options.h"
#include "ingest/job_names.h"
#include "ingest/text_index.h"
#include "model/number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void fio_documents_add(struct fio_documents *list, struct fio_document document)
{
    list->items =
        arena_grow(list->arena, list->items, list->count, &list->capacity, sizeof document);
    list->items[list->count++] = document;
}

static const char all_clients[] = "All clients"; /* the name of their sum */

static const struct json *jobs_of(const struct json *root)
{
    const struct json *jobs = json_member(root, "jobs");
    return json_is_array(jobs) ? jobs : json_member(root, "client_stats");
}

static double member_number(const struct json *object, const char *name, double otherwise)
{
    double value;
    return json_number(json_member(object, name), &value) ? value : otherwise;
}

static const char *const direction_keys[] = {"read", "write", "trim", "mixed"};
static const enum direction directions[] = {DIRECTION_READ, DIRECTION_WRITE, DIRECTION_TRIM,
                                            DIRECTION_MIXED};
enum { DIRECTIONS = 4 };

static double longest_runtime_ms(const struct json *job)
{
    double longest = member_number(job, "job_runtime", 0);
    for (size_t i = 0; i < DIRECTIONS; i++) {
        double runtime = member_number(json_member(job, direction_keys[i]), "runtime", 0);
        longest = runtime > longest ? runtime : longest;
    }
    return longest;
}

/* When a job began, ms since the epoch: job_start, else the document's time less the run time; 0 =
 * unknown. */
static double start_of_job_ms(const struct json *root, const struct json *job)
{
    double start = member_number(job, "job_start", 0);
    double end = member_number(root, "timestamp_ms", 0);
    if (start > 0)
        return start;
    if (end == 0)
        end = member_number(root, "timestamp", 0) * 1000;
    return end > 0 ? end - longest_runtime_ms(job) : 0;
}

/* Nanoseconds since the epoch; 0 = unknown, as what lies beyond the year 2262 is. */
static int64_t start_in_ns(double start_ms)
{
    return start_ms > 0 && start_ms < (double)INT64_MAX / 1e6 ? llround(start_ms) * 1000000 : 0;
}

static double bytes_of_job(const struct json *job)
{
    double bytes = 0;
    for (size_t i = 0; i < DIRECTIONS; i++)
        bytes += member_number(json_member(job, direction_keys[i]), "io_bytes", 0);
    return bytes;
}

/* True when both documents tell of the same execution: under the same words, the same jobs, begun
   at the same time that is known, and the later one has moved at least as much in each. */
static bool same_run(const struct fio_document *earlier, const struct fio_document *later)
{
    if (!text_equal(earlier->words, later->words))
        return false;
    if (text_equal(earlier->text, later->text))
        return true;
    /* `timestamp` counts whole seconds; runs right after each other are further apart than the
     * other limit */
    bool fine = json_member(earlier->root, "timestamp_ms") != NULL;
    double tolerance_ms = fine ? 250 : 1500;
    const struct json *a = json_first(jobs_of(earlier->root)),
                      *b = json_first(jobs_of(later->root));
    if (a == NULL || b == NULL)
        return false;
    for (; a != NULL && b != NULL; a = json_next(a), b = json_next(b)) {
        double start_a = start_of_job_ms(earlier->root, a),
               start_b = start_of_job_ms(later->root, b);
        bool same_start = fabs(start_a - start_b) <= tolerance_ms;
        if (!text_equal(json_string_value(json_member(a, "jobname")),
                        json_string_value(json_member(b, "jobname"))) ||
            !same_start || !(start_a > 0) || bytes_of_job(a) > bytes_of_job(b))
            return false;
    }
    return a == NULL && b == NULL;
}

void fio_documents_keep_last_of_each(struct fio_documents *list, struct reading *reading)
{
    enum { NEAR = 64 }; /* states of one run follow each other */
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        size_t later = i + 1, far = list->count < i + NEAR ? list->count : i + NEAR;
        while (later < far && !same_run(&list->items[i], &list->items[later]))
            later++;
        if (later == far) {
            list->items[kept++] = list->items[i];
            continue;
        }
        bool copy = text_equal(list->items[i].text, list->items[later].text);
        if (copy)
            reading_add_repeated(reading, list->items[i].line,
                                 (struct source){reading->path, list->items[later].line}, 1);
        reading_note(reading, list->items[i].line,
                     copy ? "the same document stands again in line %u: counted once"
                          : "an earlier state of the run whose last state is in line %u: left out",
                     list->items[later].line);
    }
    list->count = kept;
}

static struct text sentence_at(struct text text, size_t offset)
{
    struct text rest = text_slice(text, offset, text.size), line;
    if (!text_next_line(&rest, &line))
        return (struct text){NULL, 0};
    return text_trim(line);
}

/* Why the run is not usable: a message of fio before the document, or the error of a job. */
static struct text fault_of(struct arena *arena, const struct fio_document *document,
                            const struct json *const *jobs, size_t count)
{
    static const char *const messages[] = {"terminating on signal", "got signal",
                                           "terminating on "};
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        size_t at = text_find(document->before, messages[i], 0);
        if (at < document->before.size)
            return text_copy(arena, sentence_at(document->before, at));
    }
    for (size_t i = 0; i < count; i++) {
        int error = (int)member_number(jobs[i], "error", 0);
        struct text name = json_string_value(json_member(jobs[i], "jobname"));
        if (error != 0)
            return text_format(arena, "job %.*s failed with error %d (%s)", (int)name.size,
                               name.data, error, strerror(error));
    }
    return (struct text){NULL, 0};
}

static struct text *names_of(struct arena *arena, const struct json *const *jobs, size_t count)
{
    struct text *names = arena_take_array(arena, count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = json_string_value(json_member(jobs[i], "jobname"));
    return names;
}

/* The value of an option over the jobs: one where all agree, else all of them joined by "+". */
static void set_option(struct reading *reading, size_t run, struct text name,
                       const struct json *root, const struct json *const *jobs, size_t count)
{
    struct text_builder all = {.arena = reading->arena};
    struct text first = {NULL, 0};
    bool agree = true;
    for (size_t i = 0; i < count; i++) {
        struct text base = fio_json_option(root, jobs[i], text_of("kb_base"));
        struct text value = fio_json_option(root, jobs[i], name);
        if (value.data != NULL)
            value = fio_option_value(reading->arena, name, value, text_is(base, "1000"));
        if (i == 0)
            first = value;
        agree = agree && text_equal(value, first);
        if (i > 0)
            text_add_string(&all, "+");
        text_add(&all, value);
    }
    reading_set_option(reading, run, name, agree ? first : text_built(&all));
}

static void set_options(struct reading *reading, size_t run, const struct json *root,
                        const struct json *const *jobs, size_t count)
{
    const struct json *global = json_member(root, "global options");
    for (size_t i = 0; i <= count; i++) {
        const struct json *options = i == 0 ? global : json_member(jobs[i - 1], "job options");
        for (const struct json *item = json_first(options); item != NULL; item = json_next(item)) {
            struct text name = fio_option_name(json_name(item));
            if (!reading_has_option(reading, run, name) && !fio_option_is_bookkeeping(name))
                set_option(reading, run, name, root, jobs, count);
        }
    }
}

/* lat_percentiles=1 of fio 3.0 to 3.17 */
static bool percentiles_are_total(const struct json *root, const struct json *job)
{
    struct text version = json_string_value(json_member(root, "fio version"));
    unsigned major = 0, minor = 0;
    char copy[32];
    (void)snprintf(copy, sizeof copy, "%.*s", (int)(version.size < 31 ? version.size : 31),
                   version.size == 0 ? "" : version.data);
    if (sscanf(copy, "fio-%u.%u", &major, &minor) != 2 || major != 3 || minor > 17)
        return false;
    struct text on = fio_json_option(root, job, text_of("lat_percentiles"));
    return on.data != NULL && !text_is(on, "0");
}

/* One job of the document and where it stands. */
struct job_place {
    const struct json *job;
    struct json_place place;
    unsigned line; /* of its name */
    struct text host;
    double group;
    bool all_clients;
    size_t members, last, next; /* of a run: how many, its last so far; the next job of the run */
};

static void write_job(struct reading *reading, size_t run, const struct json *root,
                      const struct job_place *at, struct text name)
{
    bool total = percentiles_are_total(root, at->job);
    struct json_place there;
    for (size_t d = 0; d < DIRECTIONS; d++) {
        struct fio_figures figures = fio_figures_read(json_member(at->job, direction_keys[d]));
        if (figures.any && json_place_member(at->place, direction_keys[d], &there))
            fio_figures_write(&figures, reading, run, directions[d], name, &there,
                              json_place_line(there), total);
    }
    const struct json *sync = json_member(at->job, "sync");
    if (sync != NULL && json_place_member(at->place, "sync", &there))
        fio_sync_write(sync, reading, run, name, &there);
}

static size_t place_jobs(struct arena *scratch, const struct fio_document *document,
                         struct job_place **places)
{
    size_t count = 0, capacity = 0;
    const struct json *jobs = jobs_of(document->root);
    struct json_place list = document->place, named;
    struct json_walk walk = {.next = list};
    struct text none;
    if (json_place_member(document->place, text_string(scratch, json_name(jobs)), &list))
        walk = json_walk_into(list);
    *places = NULL;
    for (const struct json *job = json_first(jobs); job != NULL; job = json_next(job)) {
        struct json_place own = list;
        (void)json_walk_next(&walk, &none, &own);
        bool found = json_place_member(own, "jobname", &named);
        *places = arena_grow(scratch, *places, count, &capacity, sizeof **places);
        struct text name = json_string_value(json_member(job, "jobname"));
        bool client = json_member(document->root, "jobs") == NULL;
        (*places)[count++] =
            (struct job_place){.job = job,
                               .place = own,
                               .line = json_place_line(found ? named : own),
                               .host = client ? json_string_value(json_member(job, "hostname"))
                                              : (struct text){NULL, 0},
                               .group = member_number(job, "groupid", 0),
                               .all_clients = client && text_is(name, all_clients)};
    }
    return count;
}

/* Servers on one address are told apart by their ports: "127.0.0.1:8765". */
static void name_ports(struct arena *arena, struct job_place *places, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double own = member_number(places[i].job, "port", 0);
        struct text host = json_string_value(json_member(places[i].job, "hostname"));
        bool several = false;
        for (size_t k = 0; k < count && !several && places[i].host.size > 0; k++)
            several = text_equal(json_string_value(json_member(places[k].job, "hostname")), host) &&
                      member_number(places[k].job, "port", own) != own;
        if (several && !places[i].all_clients)
            places[i].host = text_format(arena, "%.*s:%.0f", (int)host.size, host.data, own);
    }
}

/* Percentiles of all jobs of a group together, from the bins of json+. */
struct merged_latency {
    const char *prefix, *key_ns, *key_us;
    struct fio_bins bins;
    const struct json *percentiles; /* whose list of percentages is used */
};

/* Adds one job's bins; false when it did I/O and has none. */
static bool merge_job(struct merged_latency *merged, const struct fio_document *document,
                      const struct job_place *job, size_t direction)
{
    const struct json *figures = json_member(job->job, direction_keys[direction]);
    const struct json *latency = json_member(figures, merged->key_ns);
    bool microseconds = latency == NULL;
    if (microseconds)
        latency = json_member(figures, merged->key_us);
    if (!fio_figures_read(figures).any)
        return true;
    struct json_place there;
    bool found = json_place_member(job->place, direction_keys[direction], &there) &&
                 json_place_member(there, microseconds ? merged->key_us : merged->key_ns, &there) &&
                 json_place_member(there, "bins", &there);
    if (!found)
        return false;
    merged->percentiles = json_member(latency, "percentile");
    return fio_bins_add(&merged->bins, document->bins, there.at, microseconds ? 1000 : 1);
}

static void write_merged(struct arena *scratch, const struct fio_document *document,
                         struct reading *reading, size_t run, const struct job_place *places,
                         const size_t *members, size_t count, size_t direction)
{
    struct merged_latency kinds[] = {
        {.prefix = "slat", .key_ns = "slat_ns", .key_us = "slat"},
        {.prefix = "clat", .key_ns = "clat_ns", .key_us = "clat"},
        {.prefix = "lat", .key_ns = "lat_ns", .key_us = "lat"},
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        bool whole = true;
        kinds[k].bins.arena = scratch;
        for (size_t i = 0; i < count && whole; i++)
            whole = merge_job(&kinds[k], document, &places[members[i]], direction);
        if (whole && kinds[k].bins.count > 0)
            fio_merged_percentiles_write(&kinds[k].bins, kinds[k].percentiles, kinds[k].prefix,
                                         reading, run, directions[direction],
                                         places[members[0]].line);
    }
}

/* Keeps the completion latencies of these jobs together, else their total latencies. `job` is empty
   for the whole run. */
static void keep_histogram(struct arena *scratch, const struct fio_document *document,
                           struct reading *reading, size_t run, const struct job_place *places,
                           const size_t *members, size_t count, size_t direction, struct text job)
{
    struct merged_latency kinds[] = {
        {.prefix = "clat", .key_ns = "clat_ns", .key_us = "clat"},
        {.prefix = "lat", .key_ns = "lat_ns", .key_us = "lat"},
    };
    bool total = percentiles_are_total(document->root, places[members[0]].job);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct fio_bins *bins = &kinds[k].bins;
        bool whole = true;
        bins->arena = scratch;
        for (size_t i = 0; i < count && whole; i++)
            whole = merge_job(&kinds[k], document, &places[members[i]], direction);
        if (!whole || !(bins->total > 0))
            continue;
        struct histogram histogram = fio_bins_histogram(bins, reading->arena);
        histogram.direction = directions[direction];
        histogram.latency = text_of(total ? "lat" : kinds[k].prefix);
        histogram.job = job;
        reading_add_histogram(reading, (struct found_histogram){run, histogram});
        return;
    }
}

static void write_group(struct arena *scratch, const struct fio_document *document,
                        struct reading *reading, size_t run, const struct job_place *places,
                        const size_t *members, size_t count)
{
    for (size_t d = 0; d < DIRECTIONS; d++) {
        struct fio_figures group = {.any = false};
        for (size_t i = 0; i < count; i++) {
            struct fio_figures job =
                fio_figures_read(json_member(places[members[i]].job, direction_keys[d]));
            fio_figures_add(&group, &job);
        }
        fio_figures_write(&group, reading, run, directions[d], (struct text){NULL, 0}, NULL,
                          places[members[0]].line, false);
        if (group.any)
            write_merged(scratch, document, reading, run, places, members, count, d);
        if (group.any && reading->shapes)
            keep_histogram(scratch, document, reading, run, places, members, count, d,
                           (struct text){NULL, 0});
    }
}

/* Chains the jobs of each run, those of one group and host, behind its first job, whose `members`
   counts them; it is 0 for the others. */
static void chain_runs(struct arena *scratch, struct job_place *places, size_t count)
{
    struct text_index runs = {.arena = scratch};
    for (size_t i = 0; i < count; i++) {
        bool added;
        struct job_place *place = &places[i];
        size_t *first =
            text_index_at(&runs,
                          text_format(scratch, "%d %.17g %.*s", place->all_clients, place->group,
                                      (int)place->host.size, place->host.data),
                          &added);
        if (added)
            *first = i;
        else
            places[places[*first].last].next = i;
        places[*first].last = i;
        places[*first].members++;
    }
}

/* The sum of all clients is of the jobs that they ran. */
static struct text workload_of_clients(struct arena *scratch, const struct json *root)
{
    struct text *names = NULL;
    size_t count = 0, capacity = 0;
    for (const struct json *job = json_first(jobs_of(root)); job != NULL; job = json_next(job)) {
        struct text name = json_string_value(json_member(job, "jobname"));
        if (text_is(name, all_clients))
            continue;
        names = arena_grow(scratch, names, count, &capacity, sizeof *names);
        names[count++] = name;
    }
    return count > 0 ? job_names_joined(scratch, names, count) : text_of(all_clients);
}

/* Reads the run whose first job is `first`. */
static void read_run(struct arena *scratch, const struct fio_document *document,
                     struct reading *reading, const struct job_place *places, size_t first)
{
    size_t members = places[first].members;
    const struct json **jobs = arena_take_array(scratch, members, sizeof *jobs);
    size_t *indexes = arena_take_array(scratch, members, sizeof *indexes);
    for (size_t i = 0, at = first; i < members; i++, at = places[at].next) {
        indexes[i] = at;
        jobs[i] = places[at].job;
    }
    size_t run = reading_add_run(reading, places[first].line);
    struct found_run *found = &reading->runs[run];
    struct text version = json_string_value(json_member(document->root, "fio version"));
    found->headings = text_clean(reading->arena, document->words);
    found->headings_of_page = found->headings.size > 0;
    found->tool = text_of("fio");
    found->tool_version = text_copy(reading->arena, text_starts_with(version, "fio-")
                                                        ? text_slice(version, 4, version.size)
                                                        : version);
    const struct text *names = names_of(scratch, jobs, members);
    struct text workload = places[first].all_clients ? workload_of_clients(scratch, document->root)
                                                     : job_names_joined(scratch, names, members);
    found->workload = text_clean(reading->arena, workload);
    found->fault = text_clean(reading->arena, fault_of(scratch, document, jobs, members));
    double start = 0;
    for (size_t i = 0; i < members; i++) {
        double own = start_of_job_ms(document->root, jobs[i]);
        start = start == 0 || (own > 0 && own < start) ? own : start;
    }
    found->started_at = start_in_ns(start);
    if (places[first].host.size > 0 && !places[first].all_clients)
        reading_state(reading, run, text_of("host"), places[first].host);
    set_options(reading, run, document->root, jobs, members);
    fio_json_facts_write(reading, run, document->root, jobs, members);
    if (document->cut)
        found->fault = text_of("the document was cut off before its last job");
    if (members > 1 && !document->cut)
        write_group(scratch, document, reading, run, places, indexes, members);
    names = job_names_numbered(scratch, names, members);
    for (size_t i = 0; i < members; i++) {
        struct text name = {NULL, 0};
        if (members > 1 || document->cut)
            name = text_clean(reading->arena, names[i]);
        write_job(reading, run, document->root, &places[indexes[i]], name);
        for (size_t d = 0; d < DIRECTIONS && reading->shapes; d++)
            keep_histogram(scratch, document, reading, run, places, &indexes[i], 1, d, name);
    }
}

void fio_document_read(struct arena *scratch, const struct fio_document *document,
                       struct reading *reading)
{
    struct job_place *places;
    size_t count = place_jobs(scratch, document, &places);
    name_ports(scratch, places, count);
    if (document->repaired.commas)
        reading_note(reading, document->line,
                     "this document has commas before closing brackets: read without them");
    if (document->repaired.numbers)
        reading_note(reading, document->line,
                     "figures printed as nan or inf in this document were left out");
    chain_runs(scratch, places, count);
    for (size_t i = 0; i < count; i++)
        if (places[i].members > 0)
            read_run(scratch, document, reading, places, i);
}
