/* Fields of fio's show_thread_status_json and add_ddir_status_json; bandwidths there are KiB/s. */
#include "ingest/fio_json_facts.h"

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

static struct text filename_of(const struct json *options)
{
    return json_string_value(json_member(options, "filename"));
}

static void take_filename(struct reading *reading, size_t run, const struct json *root,
                          const struct json *const *jobs, size_t count)
{
    struct text name = {NULL, 0};
    for (size_t i = 0; i < count; i++) {
        name = filename_of(json_member(jobs[i], "job options"));
        if (name.size == 0)
            name = filename_of(json_member(root, "global options"));
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

/* I/Os that failed, were cut short or were never done, over all jobs; said only where there are
 * any.
 */
static void take_failures(struct reading *reading, size_t run, const struct json *const *jobs,
                          size_t count)
{
    static const char *const directions[] = {"read", "write", "trim"};
    static const char *const of_direction[] = {"short_ios", "drop_ios"};
    double total = 0, value;
    for (size_t i = 0; i < count; i++)
        if (json_number(json_member(jobs[i], "total_err"), &value))
            total += value;
    if (total > 0)
        reading_set_figure(reading, run, "total_err", total);
    for (size_t k = 0; k < sizeof of_direction / sizeof *of_direction; k++) {
        total = 0;
        for (size_t i = 0; i < count; i++)
            for (size_t d = 0; d < sizeof directions / sizeof *directions; d++) {
                const struct json *direction = json_member(jobs[i], directions[d]);
                if (json_number(json_member(direction, of_direction[k]), &value))
                    total += value;
            }
        if (total > 0)
            reading_set_figure(reading, run, of_direction[k], total);
    }
}

void fio_json_facts_write(struct reading *reading, size_t run, const struct json *root,
                          const struct json *const *jobs, size_t count)
{
    take_cpu(reading, run, jobs, count);
    take_filename(reading, run, root, jobs, count);
    take_mixture(reading, run, jobs, count);
    take_failures(reading, run, jobs, count);
    if (count == 1)
        take_samples(reading, run, jobs[0]);
}
