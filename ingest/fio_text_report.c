#include "ingest/fio_text_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct fio_text_session *session_of(const struct fio_text_reports *reports, size_t report)
{
    return &reports->sessions[reports->reports[report].session];
}

/* --- headers of jobs --- */

/* Job lines cut names at 127 bytes; header lines do not. */
static bool names_header(struct text name, const struct fio_text_header *header)
{
    enum { LONG_NAME = 100 };
    return text_equal(header->name, name) ||
           (name.size > LONG_NAME && text_equal(text_slice(header->name, 0, name.size), name));
}

static bool same_sizes(const struct fio_text_header *a, const struct fio_text_header *b)
{
    return memcmp(a->block_sizes, b->block_sizes, sizeof a->block_sizes) == 0;
}

static const struct fio_text_header *header_of(const struct fio_text_session *session,
                                               const struct fio_text_block *block, bool *one_size)
{
    const struct fio_text_header *found = NULL;
    *one_size = true;
    for (size_t i = 0; i < session->header_count; i++) {
        const struct fio_text_header *header = &session->headers[i];
        bool named = names_header(block->job->name, header);
        if (header->group != block->job->group || (!named && block->jobs <= 1))
            continue;
        if (found != NULL && !same_sizes(found, header))
            *one_size = false;
        if (found == NULL || (named && !names_header(block->job->name, found)))
            found = header;
    }
    return found;
}

/* --- reports on the same run --- */

static double moved_bytes(const struct fio_printed_job *job)
{
    double bytes = 0;
    for (size_t d = 0; d < FIO_DIRECTIONS; d++)
        bytes += job->directions[d].io_bytes.high;
    return bytes;
}

static bool same_job(const struct fio_text_placed_block *a, const struct fio_text_placed_block *b)
{
    return a->block.has_job_line && b->block.has_job_line &&
           text_equal(a->block.pid, b->block.pid) &&
           text_equal(a->block.job->name, b->block.job->name) &&
           text_equal(a->block.job->host, b->block.job->host) &&
           a->block.job->group == b->block.job->group &&
           moved_bytes(a->block.job) <= moved_bytes(b->block.job);
}

/* True when the later report has every job of the earlier one, at least as far on. A process id
   tells them from repetitions; the sums over clients have none. */
static bool supersedes(const struct fio_text_reports *reports, size_t later, size_t earlier)
{
    size_t jobs = 0;
    bool known_process = false;
    const struct fio_text_report *before = &reports->reports[earlier],
                                 *after = &reports->reports[later];
    if (before->section != after->section)
        return false;
    for (size_t i = before->first_block; i < before->block_end; i++) {
        const struct fio_text_placed_block *old = &reports->blocks[i];
        bool found = false;
        for (size_t k = after->first_block; k < after->block_end && !found; k++)
            found = same_job(old, &reports->blocks[k]);
        if (!found)
            return false;
        jobs++;
        known_process = known_process || !text_is(old->block.pid, "0");
    }
    return jobs > 0 && known_process;
}

static void keep_last_of_each(struct fio_text_reports *reports, struct reading *reading)
{
    for (size_t i = 0; i < reports->report_count; i++) {
        for (size_t later = i + 1; later < reports->report_count && !reports->reports[i].superseded;
             later++)
            reports->reports[i].superseded = supersedes(reports, later, i);
        if (reports->reports[i].superseded)
            reading_note(reading, reports->blocks[reports->reports[i].first_block].block.job->line,
                         "an earlier state of a run that stands below: left out");
    }
}

/* --- runs --- */

/* What the jobs of one groupid become a run of. */
struct run_builder {
    const struct fio_text_reports *reports;
    size_t report;
    struct fio_printed_job **jobs;
    const struct fio_text_header **headers;
    size_t count;
};

static bool agree(const struct fio_text_header *const *headers, size_t count, size_t option)
{
    for (size_t i = 1; i < count; i++)
        if (!text_equal(headers[i]->options[option].value, headers[0]->options[option].value))
            return false;
    return true;
}

/* An option over the jobs: one value where all agree, else all of them joined by "+". */
static size_t collect_options(const struct run_builder *builder, struct setting *options)
{
    size_t known = 0;
    while (known < builder->count && builder->headers[known] != NULL)
        known++;
    if (known == 0 || known < builder->count)
        return 0;
    size_t count = builder->headers[0]->option_count;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 1; k < builder->count; k++)
            if (builder->headers[k]->option_count != count ||
                !text_equal(builder->headers[k]->options[i].name,
                            builder->headers[0]->options[i].name))
                return 0;
    for (size_t i = 0; i < count; i++) {
        struct text_builder all = {.arena = builder->reports->arena};
        options[i] = builder->headers[0]->options[i];
        for (size_t k = 0; k < builder->count; k++) {
            text_add_string(&all, k == 0 ? "" : "+");
            text_add(&all, builder->headers[k]->options[i].value);
        }
        if (!agree(builder->headers, builder->count, i))
            options[i].value = text_built(&all);
    }
    return count;
}

static bool has_all_clients(const struct fio_text_reports *reports, size_t report)
{
    const struct fio_text_report *of = &reports->reports[report];
    for (size_t i = of->first_block; i < of->block_end; i++)
        if (reports->blocks[i].block.job->all_clients)
            return true;
    return false;
}

static double jobs_of_report(const struct fio_text_reports *reports, size_t report)
{
    double jobs = 0;
    const struct fio_text_report *of = &reports->reports[report];
    for (size_t i = of->first_block; i < of->block_end; i++)
        jobs += reports->blocks[i].block.jobs;
    return jobs;
}

static const struct fio_printed_direction *status_directions(const struct fio_text_reports *reports,
                                                             size_t report, double group)
{
    const struct fio_text_report *of = &reports->reports[report];
    for (size_t i = of->first_status; i < of->status_end; i++)
        if (reports->statuses[i].group == group)
            return reports->statuses[i].directions;
    return NULL;
}

/* The names of the clients' jobs, for the sum over all clients. */
static struct text clients_workload(const struct fio_text_reports *reports, size_t report)
{
    struct text_builder names = {.arena = reports->arena};
    const struct fio_text_report *of = &reports->reports[report];
    for (size_t i = of->first_block; i < of->block_end; i++) {
        const struct fio_printed_job *job = reports->blocks[i].block.job;
        bool repeated = job->all_clients;
        for (size_t k = of->first_block; k < i && !repeated; k++)
            repeated = text_equal(reports->blocks[k].block.job->name, job->name);
        if (repeated)
            continue;
        text_add_string(&names, names.size > 0 ? "+" : "");
        text_add(&names, job->name);
    }
    return text_built(&names);
}

/* Says how far the jobs that are there are the run. */
static void set_extent(const struct run_builder *builder, struct fio_printed_run *run)
{
    const struct fio_text_reports *reports = builder->reports;
    const struct fio_text_session *session = session_of(reports, builder->report);
    const struct fio_printed_job *first = builder->jobs[0];
    bool clients = has_all_clients(reports, builder->report);
    double jobs = jobs_of_report(reports, builder->report);
    run->host = first->host;
    if (first->all_clients) {
        run->host = first->name;
        run->workload = clients_workload(reports, builder->report);
    } else if (first->host.size == 0 && session->hosts == 1) {
        run->host = session->host;
    } else if (first->host.size == 0 && (clients || session->hosts > 1)) {
        run->host = text_of("unknown");
        run->jobs_only = true;
    } else if (!reports->reports[builder->report].has_status && !clients) {
        run->jobs_only = builder->count > 1; /* more may have stood below */
        if (jobs >= session->started_jobs || session->hosts > 0)
            return;
        run->jobs_only = true;
        run->fault = text_format(reports->arena, "the text is cut off: %g of %g jobs are here",
                                 jobs, session->started_jobs);
    }
}

/* What fio's text looked like up to 2.16 and what it looks like since, and which of them the report
   has; a version that does not fit counts too. */
static struct text impossible_mixture(const struct fio_text_reports *reports, size_t report)
{
    const struct fio_text_report *of = &reports->reports[report];
    struct text version = reports->sessions[of->session].version;
    unsigned major = 0, minor = 0;
    bool modern_rate = false, old_rate = false, modern_sum = false, old_sum = false;
    for (size_t i = of->first_block; i < of->block_end; i++)
        for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
            struct text line = reports->blocks[i].block.lines[d].line;
            modern_rate = modern_rate || text_find(line, "IOPS=", 0) < line.size;
            old_rate = old_rate || text_find(line, "runt=", 0) < line.size;
        }
    for (size_t i = of->first_status; i < of->status_end; i++) {
        old_sum = old_sum || reports->statuses[i].has_aggrb;
        modern_sum = modern_sum || reports->statuses[i].has_bw;
    }
    bool known = version.size > 0 &&
                 sscanf(text_string(reports->arena, version), "%u.%u", &major, &minor) == 2;
    bool is_old = known && (major < 2 || (major == 2 && minor < 17));
    if (modern_rate && (old_rate || old_sum))
        return text_of("IOPS= of 2.17 and later beside runt= or aggrb= of 2.16 and earlier");
    if (known && (is_old ? modern_rate || modern_sum : old_rate || old_sum))
        return text_format(reports->arena, "fio-%.*s with %s", (int)version.size, version.data,
                           is_old ? "IOPS=, which began with 2.17"
                                  : "runt= or aggrb=, which "
                                    "ended with 2.16");
    return (struct text){NULL, 0};
}

static void write_run(struct run_builder *builder, const struct fio_known_runs *known,
                      struct reading *reading)
{
    const struct fio_text_reports *reports = builder->reports;
    const struct fio_text_session *session = session_of(reports, builder->report);
    struct setting options[4];
    struct fio_printed_run run = {.jobs = builder->jobs,
                                  .count = builder->count,
                                  .version = session->version,
                                  .fault = session->fault,
                                  .impossible = impossible_mixture(reports, builder->report),
                                  .options = options};
    run.option_count = collect_options(builder, options);
    set_extent(builder, &run);
    if (run.host.size == 0 || session->hosts <= 1)
        run.group_lines = status_directions(reports, builder->report, builder->jobs[0]->group);
    fio_run_write(reports->arena, &run, known, reading);
}

static void write_group_of(struct fio_text_reports *reports, size_t first,
                           const struct fio_known_runs *known, struct reading *reading)
{
    struct fio_text_placed_block *start = &reports->blocks[first];
    size_t end = reports->reports[start->report].block_end, room = end - first;
    struct run_builder builder = {
        .reports = reports,
        .report = start->report,
        .jobs = arena_take_array(reports->arena, room, sizeof *builder.jobs),
        .headers = arena_take_array(reports->arena, room, sizeof *builder.headers)};
    for (size_t i = first; i < end; i++) {
        struct fio_text_placed_block *placed = &reports->blocks[i];
        bool one_size;
        if (placed->taken || placed->block.job->group != start->block.job->group ||
            placed->block.job->all_clients != start->block.job->all_clients ||
            !text_equal(placed->block.job->host, start->block.job->host))
            continue;
        placed->taken = true;
        builder.headers[builder.count] =
            header_of(session_of(reports, placed->report), &placed->block, &one_size);
        builder.jobs[builder.count++] = placed->block.job;
    }
    write_run(&builder, known, reading);
}

/* Group lines without the job blocks above them: all that is known of the run. */
static void write_status(struct fio_text_reports *reports, struct fio_text_status *status,
                         const struct fio_known_runs *known, struct reading *reading)
{
    struct fio_printed_job job = {.group = status->group, .line = status->line};
    struct fio_printed_job *jobs[] = {&job};
    const struct fio_text_session *session = session_of(reports, status->report);
    size_t named = 0;
    for (size_t i = 0; i < session->header_count; i++) {
        named += session->headers[i].group == status->group;
        if (session->headers[i].group == status->group)
            job.name = session->headers[i].name;
    }
    if (named != 1)
        job.name = (struct text){NULL, 0};
    bool ignored = true;
    for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
        job.directions[d] = status->directions[d];
        struct fio_printed_direction *direction = &job.directions[d];
        direction->bandwidth = fio_settle_rate(&direction->bandwidth, &direction->io_bytes,
                                               &direction->runtime, &ignored);
    }
    struct fio_printed_run run = {
        .jobs = jobs, .count = 1, .version = session->version, .fault = session->fault};
    fio_run_write(reports->arena, &run, known, reading);
}

static bool has_block(const struct fio_text_reports *reports, const struct fio_text_status *status)
{
    const struct fio_text_report *of = &reports->reports[status->report];
    for (size_t i = of->first_block; i < of->block_end; i++)
        if (reports->blocks[i].block.job->group == status->group)
            return true;
    return false;
}

void fio_text_reports_write(struct fio_text_reports *reports, const struct fio_known_runs *known,
                            struct reading *reading)
{
    for (size_t i = 0; i < reports->block_count; i++) {
        struct fio_text_placed_block *placed = &reports->blocks[i];
        bool one_size;
        const struct fio_text_session *session = session_of(reports, placed->report);
        const struct fio_text_header *header = header_of(session, &placed->block, &one_size);
        const char *doubt =
            fio_text_block_finish(&placed->block, session->version, header, one_size);
        if (doubt != NULL)
            reading_note(reading, placed->block.job->line, "%s", doubt);
    }
    keep_last_of_each(reports, reading);
    for (size_t i = 0; i < reports->block_count; i++)
        if (!reports->blocks[i].taken && !reports->reports[reports->blocks[i].report].superseded)
            write_group_of(reports, i, known, reading);
    for (size_t i = 0; i < reports->status_count; i++)
        if (!has_block(reports, &reports->statuses[i]) &&
            !reports->reports[reports->statuses[i].report].superseded)
            write_status(reports, &reports->statuses[i], known, reading);
}
