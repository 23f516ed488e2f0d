/* Fields of fio's show_thread_status_json and add_ddir_status_json; bandwidths there are KiB/s. */
#include "ingest/fio_json_facts.h"

#include "ingest/fio_json_option.h"

#include <math.h>
#include <stdio.h>

static void take_cpu(struct reading *reading, size_t run, const struct json *const *jobs,
                     size_t count)
{
    double busiest = -1, user, system;
    for (size_t i = 0; i < count; i++) {
        if (!json_number(json_member(jobs[i], "usr_cpu"), &user) ||
            !json_number(json_member(jobs[i], "sys_cpu"), &system))
            return;
        busiest = user + system > busiest ? user + system : busiest;
    }
    if (busiest >= 0)
        reading_set_figure(reading, run, "job_cpu", busiest);
}

static void take_filename(struct reading *reading, size_t run, const struct json *root,
                          const struct json *const *jobs, size_t count)
{
    struct text name = {NULL, 0};
    for (size_t i = 0; i < count; i++) {
        name = fio_json_option(root, jobs[i], text_of("filename"));
        if (name.size == 0)
            return;
    }
    if (name.size > 0)
        reading_set_fact(reading, run, "filename", name);
}

static void take_samples(struct reading *reading, size_t run, const struct json *job)
{
    static const char *const directions[] = {"read", "write", "trim"};
    static const struct {
        const char *key, *name;
        double worth;
    } figures[] = {
        {"bw_mean", "bw_mean", 1024}, {"bw_min", "bw_min", 1024}, {"bw_samples", "bw_samples", 1}};
    double value, bytes;
    for (size_t d = 0; d < sizeof directions / sizeof *directions; d++) {
        const struct json *direction = json_member(job, directions[d]);
        if (!json_number(json_member(direction, "io_bytes"), &bytes) || !(bytes > 0))
            continue;
        for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
            const char *name =
                text_format(reading->arena, "%s_%s", directions[d], figures[i].name).data;
            if (json_number(json_member(direction, figures[i].key), &value))
                reading_set_figure(reading, run, name, value * figures[i].worth);
        }
    }
}

/* Latencies in nanoseconds have keys of their own since 3.0. */
static void take_mixture(struct reading *reading, size_t run, const struct json *const *jobs,
                         size_t count)
{
    static const char *const directions[] = {"read", "write", "trim"};
    struct text version = reading->runs[run].tool_version;
    unsigned major = 0;
    bool has_new = false, has_old = false;
    for (size_t i = 0; i < count; i++)
        for (size_t d = 0; d < sizeof directions / sizeof *directions; d++) {
            const struct json *direction = json_member(jobs[i], directions[d]);
            has_new = has_new || json_member(direction, "clat_ns") != NULL;
            has_old = has_old || json_member(direction, "clat") != NULL;
        }
    bool known =
        version.size > 0 && sscanf(text_string(reading->arena, version), "%u.", &major) == 1;
    if (known && major < 3 && has_new)
        reading_set_fact(reading, run, "impossible",
                         text_format(reading->arena, "fio-%.*s with clat_ns, which fio 3.0 began",
                                     (int)version.size, version.data));
    if (known && major >= 3 && has_old)
        reading_set_fact(reading, run, "impossible",
                         text_format(reading->arena, "fio-%.*s with clat, which ended with 2.x",
                                     (int)version.size, version.data));
}

static double member_number(const struct json *object, const char *name)
{
    double value;
    return json_number(json_member(object, name), &value) ? value : 0;
}

/* I/Os of a job that this key of its directions counts, of all together where fio prints nothing
   else (unified_rw_reporting); `idle`: also of directions that did no I/O. */
static double count_ios(const struct json *job, const char *key, bool idle)
{
    static const char *const directions[] = {"read", "write", "trim", "mixed"};
    size_t first = json_member(job, "read") == NULL ? 3 : 0, end = first == 0 ? 3 : 4;
    double total = 0;
    for (size_t d = first; d < end; d++) {
        const struct json *direction = json_member(job, directions[d]);
        if (idle || member_number(direction, "total_ios") > 0)
            total += member_number(direction, key);
    }
    return total;
}

/* fio counts syncs behind its list of I/Os by direction, which has a place for fsync alone: each
   fdatasync raises the short I/Os of reads, each sync_file_range those of writes (td_io_queue;
   thread_stat: total_io_u, then short_io_u). The latencies of "sync" are of syncs of all kinds, its
   total_ios is of fsync: the difference is of the others. What a direction without I/O counts is of
   syncs in any case. */
static double count_short(const struct json *root, const struct json *job, bool *unsure)
{
    static const char *const others[] = {"fdatasync", "sync_file_range"};
    const struct json *sync = json_member(job, "sync");
    double all = member_number(json_member(sync, "lat_ns"), "N");
    double syncs = all - member_number(sync, "total_ios");
    double count =
        fmin(count_ios(job, "short_ios", true) - syncs, count_ios(job, "short_ios", false));
    if (!(count > 0))
        return 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct text value = fio_json_option(root, job, text_of(others[i]));
        *unsure = *unsure || (!(all > 0) && value.data != NULL && !text_is(value, "0"));
    }
    return count;
}

/* I/Os that failed, were cut short or were never done, over all jobs; said only where there are
   any. */
static void take_failures(struct reading *reading, size_t run, const struct json *root,
                          const struct json *const *jobs, size_t count)
{
    struct {
        const char *fact;
        double total;
    } kinds[] = {{"total_err", 0}, {"short_ios", 0}, {"drop_ios", 0}};
    bool unsure = false;
    for (size_t i = 0; i < count; i++) {
        kinds[0].total += member_number(jobs[i], "total_err");
        kinds[1].total += count_short(root, jobs[i], &unsure);
        kinds[2].total += count_ios(jobs[i], "drop_ios", true);
    }
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (kinds[k].total > 0)
            reading_set_figure(reading, run,
                               unsure && k == 1 ? "short_ios_or_syncs" : kinds[k].fact,
                               kinds[k].total);
}

void fio_json_facts_write(struct reading *reading, size_t run, const struct json *root,
                          const struct json *const *jobs, size_t count)
{
    take_cpu(reading, run, jobs, count);
    take_filename(reading, run, root, jobs, count);
    take_mixture(reading, run, jobs, count);
    take_failures(reading, run, root, jobs, count);
    if (count == 1)
        take_samples(reading, run, jobs[0]);
}
