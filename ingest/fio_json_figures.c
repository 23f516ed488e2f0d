#include "ingest/fio_json_figures.h"

#include "model/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double number_or(const struct json *object, const char *name, double otherwise)
{
    double value;
    return json_number(json_member(object, name), &value) ? value : otherwise;
}

/* "clat_ns" in nanoseconds, or "clat" in microseconds. */
static struct fio_latency read_latency(const struct json *direction, const char *name_ns,
                                       const char *name_us)
{
    const struct json *object = json_member(direction, name_ns);
    struct fio_latency latency = {.key = name_ns, .mean = -1, .unit_ns = 1};
    if (object == NULL) {
        object = json_member(direction, name_us);
        latency.key = name_us;
        latency.unit_ns = 1000;
    }
    double mean = number_or(object, "mean", NAN), high = number_or(object, "max", NAN);
    if (object == NULL || isnan(mean) || isnan(high) || (mean == 0 && high == 0))
        return latency;
    latency.mean = mean * latency.unit_ns;
    latency.low = number_or(object, "min", 0) * latency.unit_ns;
    latency.high = high * latency.unit_ns;
    latency.percentiles = json_member(object, "percentile");
    return latency;
}

struct fio_figures fio_figures_read(const struct json *direction)
{
    struct fio_figures figures = {.submission.mean = -1, .completion.mean = -1, .total.mean = -1};
    if (direction == NULL)
        return figures;
    bool bytes_are_kib =
        json_member(direction, "io_kbytes") == NULL && json_member(direction, "bw_bytes") == NULL;
    figures.io_bytes = number_or(direction, "io_bytes", 0) * (bytes_are_kib ? 1024 : 1);
    figures.ios = number_or(direction, "total_ios", -1);
    figures.runtime_ms = number_or(direction, "runtime", 0);
    figures.bandwidth = number_or(direction, "bw_bytes", -1);
    figures.bandwidth_key = figures.bandwidth < 0 ? "bw" : "bw_bytes";
    if (figures.bandwidth < 0)
        figures.bandwidth = number_or(direction, "bw", 0) * 1024;
    figures.iops = number_or(direction, "iops", 0);
    figures.any = figures.io_bytes > 0 || figures.ios > 0;
    figures.submission = read_latency(direction, "slat_ns", "slat");
    figures.completion = read_latency(direction, "clat_ns", "clat");
    figures.total = read_latency(direction, "lat_ns", "lat");
    return figures;
}

/* Means weighted by I/O count; percentiles of several jobs cannot be merged from percentiles. */
static void add_latency(struct fio_latency *group, double group_ios, const struct fio_latency *job,
                        double job_ios)
{
    if (group_ios == 0) {
        *group = *job;
    } else if (group->mean < 0 || job->mean < 0 || job_ios < 0) {
        group->mean = -1;
    } else {
        group->mean = (group->mean * group_ios + job->mean * job_ios) / (group_ios + job_ios);
        group->low = job->low < group->low ? job->low : group->low;
        group->high = job->high > group->high ? job->high : group->high;
    }
    group->percentiles = NULL;
}

void fio_figures_add(struct fio_figures *group, const struct fio_figures *job)
{
    if (!job->any)
        return;
    double ios_before = group->any ? group->ios : 0;
    add_latency(&group->submission, ios_before, &job->submission, job->ios);
    add_latency(&group->completion, ios_before, &job->completion, job->ios);
    add_latency(&group->total, ios_before, &job->total, job->ios);
    bool counted = job->ios >= 0 && (!group->any || group->ios >= 0);
    group->ios = counted ? ios_before + job->ios : -1;
    group->io_bytes = (group->any ? group->io_bytes : 0) + job->io_bytes;
    if (!group->any || job->runtime_ms > group->runtime_ms)
        group->runtime_ms = job->runtime_ms;
    double seconds = group->runtime_ms / 1000;
    group->bandwidth = seconds > 0 ? group->io_bytes / seconds : -1;
    group->iops = seconds > 0 && counted ? group->ios / seconds : 0;
    group->any = true;
}

struct row_target {
    struct reading *reading;
    size_t run;
    enum direction direction;
    struct text job;
    const struct json_place *object; /* that the figures stand in; NULL = computed */
    unsigned line;                   /* of what stands nowhere */
};

/* `place` is where the value stands, NULL = nowhere. */
static void add_row_at(const struct row_target *target, const char *metric, const char *unit,
                       const struct json_place *place, double value)
{
    struct reading *reading = target->reading;
    struct text written = {NULL, 0};
    if (place != NULL)
        written = json_place_written(*place);
    reading_add_observation(
        reading,
        (struct found_observation){
            .run = target->run,
            .direction = target->direction,
            .metric = text_copy(reading->arena, text_of(metric)),
            .value = value,
            .unit = text_of(unit),
            .job = target->job,
            .written = text_copy(reading->arena, written),
            .source = {reading->path, place == NULL ? target->line : json_place_line(*place)}});
}

static void add_row(const struct row_target *target, const char *metric, const char *unit,
                    const char *key, double value)
{
    struct json_place place;
    bool found = target->object != NULL && json_place_member(*target->object, key, &place);
    add_row_at(target, metric, unit, found ? &place : NULL, value);
}

/* "99.900000" -> "p99.9"; false for fillers and what is no percentile. */
static bool percentile_name(struct text key, char name[40])
{
    double percent;
    if (!number_read_plain(key, false, &percent) || percent <= 0 || percent > 100)
        return false;
    char number[32];
    number_write(percent, number);
    (void)snprintf(name, 40, "p%s", number);
    return true;
}

static void add_percentiles(const struct row_target *target, const char *prefix,
                            const struct fio_latency *latency)
{
    struct json_place list;
    struct json_walk walk = {.next = {.at = 0}};
    if (target->object != NULL && json_place_member(*target->object, "percentile", &list))
        walk = json_walk_into(list);
    for (const struct json *item = json_first(latency->percentiles); item != NULL;
         item = json_next(item)) {
        char part[40], metric[64];
        double value;
        struct text name = json_name(item), printed;
        struct json_place place;
        bool found = json_walk_next(&walk, &printed, &place) && text_equal(printed, name);
        if (name.size > 40 || !percentile_name(name, part) || !json_number(item, &value))
            continue;
        (void)snprintf(metric, sizeof metric, "%s_%s", prefix, part);
        add_row_at(target, metric, "ns", found ? &place : NULL, value * latency->unit_ns);
    }
}

/* `direction` holds the rows of what the latency stands in. */
static void add_latency_rows(const struct row_target *direction, const char *prefix,
                             const char *percentile_prefix, const struct fio_latency *latency)
{
    struct row_target target = *direction;
    struct json_place object;
    char metric[32];
    if (latency->mean < 0)
        return;
    target.object = NULL;
    if (direction->object != NULL && json_place_member(*direction->object, latency->key, &object)) {
        target.object = &object;
        target.line = json_place_line(object);
    }
    static const struct {
        const char *key;
        size_t offset;
    } parts[] = {{"min", offsetof(struct fio_latency, low)},
                 {"max", offsetof(struct fio_latency, high)},
                 {"mean", offsetof(struct fio_latency, mean)}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        double value;
        memcpy(&value, (const char *)latency + parts[i].offset, sizeof value);
        (void)snprintf(metric, sizeof metric, "%s_%s", prefix, parts[i].key);
        add_row(&target, metric, "ns", parts[i].key, value);
    }
    add_percentiles(&target, percentile_prefix, latency);
}

void fio_figures_write(const struct fio_figures *figures, struct reading *reading, size_t run,
                       enum direction direction, struct text job, const struct json_place *place,
                       unsigned line, bool percentiles_are_total)
{
    struct row_target target = {reading, run, direction, job, place, line};
    if (!figures->any)
        return;
    add_row(&target, "io_bytes", "B", "io_bytes", figures->io_bytes);
    if (figures->bandwidth >= 0)
        add_row(&target, "bw", "B/s", figures->bandwidth_key, figures->bandwidth);
    if (figures->iops > 0)
        add_row(&target, "iops", "1/s", "iops", figures->iops);
    add_row(&target, "runtime", "ns", "runtime", figures->runtime_ms * 1e6);
    if (figures->ios >= 0)
        add_row(&target, "ios", "1", "total_ios", figures->ios);
    add_latency_rows(&target, "slat", "slat", &figures->submission);
    add_latency_rows(&target, "clat", percentiles_are_total ? "lat" : "clat", &figures->completion);
    add_latency_rows(&target, "lat", "lat", &figures->total);
}

void fio_merged_percentiles_write(struct fio_bins *bins, const struct json *percentiles,
                                  const char *prefix, struct reading *reading, size_t run,
                                  enum direction direction, unsigned line)
{
    struct row_target target = {reading, run, direction, {NULL, 0}, NULL, line};
    for (const struct json *item = json_first(percentiles); item != NULL; item = json_next(item)) {
        char part[40], metric[64];
        double percent;
        if (!percentile_name(json_name(item), part) ||
            !number_read_plain(json_name(item), false, &percent))
            continue;
        (void)snprintf(metric, sizeof metric, "%s_%s", prefix, part);
        add_row_at(&target, metric, "ns", NULL, fio_bins_percentile(bins, percent));
    }
}

void fio_sync_write(const struct json *sync, struct reading *reading, size_t run, struct text job,
                    const struct json_place *place)
{
    struct fio_latency latency = read_latency(sync, "lat_ns", "lat");
    double ios = number_or(sync, "total_ios", 0);
    const struct json *printed = json_member(sync, "lat_ns");
    if (latency.mean < 0 && ios > 0 &&
        printed != NULL) { /* fio 3.4 to 3.17: end_fsync is untimed */
        latency.mean = latency.low = latency.high = 0;
        latency.percentiles = json_member(printed, "percentile");
    }
    if (latency.mean < 0)
        return;
    struct row_target target = {reading, run,   DIRECTION_UNSTATED,
                                job,     place, json_place_line(*place)};
    if (ios > 0)
        add_row(&target, "sync_ios", "1", "total_ios", ios);
    add_latency_rows(&target, "sync", "sync", &latency);
}
