#include "ingest/fio_text_job.h"

#include "ingest/fio_text_known.h"
#include "ingest/job_names.h"
#include "model/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const enum direction fio_directions[FIO_DIRECTIONS] = {DIRECTION_READ, DIRECTION_WRITE,
                                                       DIRECTION_TRIM, DIRECTION_MIXED};

static bool is_printed(const struct fio_figure *figure)
{
    return figure->written.data != NULL;
}

void fio_latency_add_percentile(struct arena *arena, struct fio_printed_latency *latency,
                                double percent, struct fio_figure figure)
{
    latency->percentiles = arena_grow(arena, latency->percentiles, latency->count,
                                      &latency->capacity, sizeof *latency->percentiles);
    latency->percentiles[latency->count++] = (struct fio_percentile){percent, figure};
}

struct fio_figure fio_settle_rate(const struct fio_figure *printed, const struct fio_figure *total,
                                  const struct fio_figure *runtime, bool *agree)
{
    if (!is_printed(total) || !is_printed(runtime) || runtime->value <= 0)
        return *printed;
    struct fio_figure computed = fio_figure_per_second(total, runtime->value / 1e9);
    if (!is_printed(printed))
        return computed;
    struct fio_figure settled = *printed;
    bool printed_says_more = printed->high - printed->low <= computed.high - computed.low;
    if (!printed_says_more)
        settled.value = computed.value;
    if (!fio_figure_narrow(&settled, &computed)) {
        *agree = false;
        return *printed;
    }
    return settled;
}

/* --- the group of several jobs --- */

static void add_figures(struct fio_figure *sum, const struct fio_figure *figure, bool first)
{
    if (first) {
        *sum = *figure;
        sum->written = figure->written.data == NULL ? figure->written : text_of("");
        return;
    }
    if (!is_printed(sum) || !is_printed(figure)) {
        sum->written = (struct text){NULL, 0};
        return;
    }
    sum->value += figure->value;
    sum->low += figure->low;
    sum->high += figure->high;
}

/* The mean weighted by I/Os, the lowest and highest of all; percentiles of several jobs cannot be
 * merged from percentiles. */
static void add_latency(struct fio_printed_latency *group, const struct fio_figure *ios_before,
                        const struct fio_printed_latency *job, const struct fio_figure *ios,
                        bool first)
{
    if (first) {
        *group = *job;
        group->count = 0;
        group->mean.written = job->mean.written.data == NULL ? job->mean.written : text_of("");
        group->lowest.written = group->highest.written = group->mean.written;
        return;
    }
    if (!is_printed(&group->mean) || !is_printed(&job->mean) || !is_printed(ios_before) ||
        !is_printed(ios) || ios_before->value + ios->value <= 0) {
        group->mean.written = (struct text){NULL, 0};
        return;
    }
    group->mean.value = (group->mean.value * ios_before->value + job->mean.value * ios->value) /
                        (ios_before->value + ios->value);
    group->lowest.value = fmin(group->lowest.value, job->lowest.value);
    group->highest.value = fmax(group->highest.value, job->highest.value);
}

static struct fio_printed_direction sum_of_jobs(const struct fio_printed_run *run, size_t d)
{
    struct fio_printed_direction group = {.ios.line = 0};
    bool first = true;
    for (size_t i = 0; i < run->count; i++) {
        const struct fio_printed_direction *job = &run->jobs[i]->directions[d];
        if (!is_printed(&job->bandwidth))
            continue;
        for (size_t k = 0; k < FIO_LATENCIES; k++)
            add_latency(&group.latencies[k], &group.ios, &job->latencies[k], &job->ios, first);
        add_figures(&group.ios, &job->ios, first);
        add_figures(&group.io_bytes, &job->io_bytes, first);
        if (first || job->runtime.value > group.runtime.value)
            group.runtime = job->runtime;
        first = false;
    }
    return group;
}

static struct fio_printed_direction group_direction(const struct fio_printed_run *run, size_t d)
{
    struct fio_printed_direction group = sum_of_jobs(run, d);
    static const struct fio_figure nothing = {.line = 0};
    const struct fio_figure *printed = &nothing;
    bool agree = true;
    if (!is_printed(&group.io_bytes) && !is_printed(&group.runtime))
        return group;
    if (run->group_lines != NULL)
        printed = &run->group_lines[d].bandwidth;
    group.bandwidth = fio_settle_rate(printed, &group.io_bytes, &group.runtime, &agree);
    if (!agree) /* the jobs say more than a line that sums them up */
        group.bandwidth = fio_settle_rate(&nothing, &group.io_bytes, &group.runtime, &agree);
    group.iops = fio_settle_rate(&nothing, &group.ios, &group.runtime, &agree);
    if (!is_printed(printed))
        group.bandwidth.written = text_of("");
    return group;
}

/* --- rows --- */

struct row_target {
    struct reading *reading;
    size_t run;
    enum direction direction;
    struct text job;
    unsigned line; /* of figures that stand nowhere */
};

static void add_row(const struct row_target *target, const char *metric, const char *unit,
                    const struct fio_figure *figure)
{
    struct reading *reading = target->reading;
    if (!is_printed(figure))
        return;
    reading_add_observation(
        reading,
        (struct found_observation){
            .run = target->run,
            .direction = target->direction,
            .metric = text_copy(reading->arena, text_of(metric)),
            .value = figure->value,
            .unit = text_of(unit),
            .job = target->job,
            .written = text_copy(reading->arena, figure->written),
            .source = {reading->path, figure->written.size > 0 ? figure->line : target->line}});
}

static void add_latency_rows(const struct row_target *target, const char *prefix,
                             const struct fio_printed_latency *latency)
{
    char metric[64], number[32];
    const struct {
        const char *part;
        const struct fio_figure *figure;
    } parts[] = {{"min", &latency->lowest}, {"max", &latency->highest}, {"mean", &latency->mean}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        (void)snprintf(metric, sizeof metric, "%s_%s", prefix, parts[i].part);
        if (is_printed(&latency->mean))
            add_row(target, metric, "ns", parts[i].figure);
    }
    for (size_t i = 0; i < latency->count; i++) {
        number_write(latency->percentiles[i].percent, number);
        (void)snprintf(metric, sizeof metric, "%s_p%s", prefix, number);
        add_row(target, metric, "ns", &latency->percentiles[i].figure);
    }
}

static void add_direction_rows(const struct row_target *target,
                               const struct fio_printed_direction *direction)
{
    static const char *const prefixes[FIO_LATENCIES] = {"slat", "clat", "lat"};
    add_row(target, "io_bytes", "B", &direction->io_bytes);
    add_row(target, "bw", "B/s", &direction->bandwidth);
    add_row(target, "iops", "1/s", &direction->iops);
    add_row(target, "runtime", "ns", &direction->runtime);
    add_row(target, "ios", "1", &direction->ios);
    for (size_t i = 0; i < FIO_LATENCIES; i++)
        add_latency_rows(target, prefixes[i], &direction->latencies[i]);
}

static void write_group(const struct fio_printed_run *run, struct reading *reading, size_t index)
{
    for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
        struct fio_printed_direction group = group_direction(run, d);
        struct row_target target = {.reading = reading,
                                    .run = index,
                                    .direction = fio_directions[d],
                                    .line = run->jobs[0]->line};
        add_direction_rows(&target, &group);
    }
}

static void write_job(const struct fio_printed_job *job, struct text name, struct reading *reading,
                      size_t index)
{
    struct row_target target = {.reading = reading, .run = index, .job = name, .line = job->line};
    for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
        target.direction = fio_directions[d];
        add_direction_rows(&target, &job->directions[d]);
    }
    target.direction = DIRECTION_UNSTATED;
    if (is_printed(&job->sync.mean)) {
        add_row(&target, "sync_ios", "1", &job->sync_ios);
        add_latency_rows(&target, "sync", &job->sync);
    }
}

/* --- runs --- */

static struct text *names_of(struct arena *arena, const struct fio_printed_run *run)
{
    struct text *names = arena_take_array(arena, run->count, sizeof *names);
    for (size_t i = 0; i < run->count; i++)
        names[i] = text_clean(arena, run->jobs[i]->name);
    return names;
}

static struct text fault_of(struct arena *arena, const struct fio_printed_run *run)
{
    if (run->fault.size > 0)
        return text_clean(arena, run->fault);
    for (size_t i = 0; i < run->count; i++) {
        struct text name = text_clean(arena, run->jobs[i]->name);
        int error = run->jobs[i]->error;
        if (error != 0)
            return text_format(arena, "job %.*s failed with error %d (%s)", (int)name.size,
                               name.data, error, strerror(error));
    }
    return (struct text){NULL, 0};
}

static void write_rows(struct arena *scratch, const struct fio_printed_run *run,
                       struct reading *reading, size_t index)
{
    bool several = run->count > 1 || run->jobs_only;
    if (several && !run->jobs_only)
        write_group(run, reading, index);
    const struct text *names = job_names_numbered(scratch, names_of(scratch, run), run->count);
    for (size_t i = 0; i < run->count; i++) {
        struct text name = {NULL, 0};
        if (several)
            name = text_copy(reading->arena, names[i]);
        write_job(run->jobs[i], name, reading, index);
    }
}

static bool has_figures(const struct fio_printed_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        for (size_t d = 0; d < FIO_DIRECTIONS; d++)
            if (is_printed(&run->jobs[i]->directions[d].bandwidth) ||
                is_printed(&run->jobs[i]->directions[d].ios))
                return true;
    return false;
}

void fio_run_write(struct arena *scratch, const struct fio_printed_run *run,
                   const struct fio_known_runs *known, struct reading *reading)
{
    struct fio_printed_direction totals[FIO_DIRECTIONS];
    if (!has_figures(run))
        return;
    for (size_t d = 0; d < FIO_DIRECTIONS; d++)
        totals[d] = run->count == 1 ? run->jobs[0]->directions[d] : group_direction(run, d);
    unsigned same = fio_known_line(known, run, totals);
    if (same != NO_LINE) {
        reading_note(reading, run->jobs[0]->line, "the same run as in line %u: counted once", same);
        return;
    }
    size_t index = reading_add_run(reading, run->jobs[0]->line);
    struct found_run *found = &reading->runs[index];
    found->tool = text_of("fio");
    found->tool_version = text_copy(reading->arena, run->version);
    found->workload =
        run->workload.size > 0
            ? text_clean(reading->arena, run->workload)
            : text_copy(reading->arena,
                        job_names_joined(scratch, names_of(scratch, run), run->count));
    found->fault = text_copy(reading->arena, fault_of(scratch, run));
    if (run->impossible.size > 0)
        reading_set_fact(reading, index, "impossible", run->impossible);
    if (run->host.size > 0 && !run->jobs[0]->all_clients) /* the sum is no host to compare */
        reading_state(reading, index, text_of("host"), text_clean(scratch, run->host));
    for (size_t i = 0; i < run->option_count; i++)
        reading_set_option(reading, index, run->options[i].name, run->options[i].value);
    write_rows(scratch, run, reading, index);
}
