/* fio's normal text output of fio 2.0 and newer, alone or among other text: several starts of fio
   in one file, several reports of one start, job blocks without their header, single lines of a
   direction, group lines alone.

   What changed over the versions: "read : io=, bw=, iops=, runt=" up to 2.16 and "read: IOPS=, BW=
   (..)(../..msec)" since; K, M and G are powers of 1024 up to 2.16 (of 1000 with kb_base=1000) and
   decimal since, where Ki, Mi and Gi are binary; digits behind the point (fio_text_figure.h); units
   of latencies are chosen line by line. Client mode puts "<host> " before lines and prints rates
   without "B/s". The time on the job line names no time zone, so when a run started stays unknown.
   Reference: fio stat.c, show_thread_status_normal and show_group_stats; client.c. */
#include "ingest/fio_text_report.h"
#include "ingest/headings_above.h"
#include "ingest/reader.h"

#include "model/number.h"

#include <math.h>
#include <string.h>

static bool has(struct text text, const char *part)
{
    return text_find(text, part, 0) < text.size;
}

static int bid(struct text head)
{
    if (has(head, "(groupid=") && has(head, "err=") && has(head, "pid="))
        return 120;
    if (has(head, "IOPS=") && has(head, "BW=") && has(head, "msec)"))
        return 80;
    if (has(head, "iops=") && has(head, "bw=") && has(head, "runt="))
        return 80;
    bool old_group = has(head, "aggrb=") && has(head, "maxt=");
    return old_group || (has(head, "run=") && has(head, " bw=") && has(head, "msec")) ? 60 : 0;
}

/* The text being read, line by line. */
struct scan {
    struct arena *arena;
    struct fio_text_reports reports;
    bool in_block;               /* lines may still belong to the last block */
    size_t missed;               /* lines in a row that belong to nothing */
    bool after_header;           /* "..." may follow */
    struct claim_of_lines claim; /* being extended */
    struct headings_above headings;
    struct reading *reading;
};

/* --- sessions and reports --- */

static struct fio_text_session *current_session(struct scan *scan)
{
    struct fio_text_reports *reports = &scan->reports;
    if (reports->session_count == 0) {
        reports->sessions = arena_grow(scan->arena, reports->sessions, reports->session_count,
                                       &reports->session_capacity, sizeof *reports->sessions);
        reports->sessions[reports->session_count++] = (struct fio_text_session){.hosts = 0};
    }
    return &reports->sessions[reports->session_count - 1];
}

/* The session that a line of fio's start belongs to: a new one after results. */
static struct fio_text_session *starting_session(struct scan *scan)
{
    struct fio_text_reports *reports = &scan->reports;
    struct fio_text_session *session = current_session(scan);
    if (!session->has_results)
        return session;
    reports->sessions = arena_grow(scan->arena, reports->sessions, reports->session_count,
                                   &reports->session_capacity, sizeof *reports->sessions);
    reports->sessions[reports->session_count++] = (struct fio_text_session){.hosts = 0};
    scan->in_block = false;
    return &reports->sessions[reports->session_count - 1];
}

static struct fio_text_report *add_report(struct scan *scan)
{
    struct fio_text_reports *reports = &scan->reports;
    current_session(scan)->has_results = true;
    reports->reports = arena_grow(scan->arena, reports->reports, reports->report_count,
                                  &reports->report_capacity, sizeof *reports->reports);
    reports->reports[reports->report_count++] =
        (struct fio_text_report){.session = reports->session_count - 1,
                                 .section = reports->section,
                                 .first_block = reports->block_count,
                                 .block_end = reports->block_count,
                                 .first_status = reports->status_count,
                                 .status_end = reports->status_count};
    return &reports->reports[reports->report_count - 1];
}

/* True when lines may still belong to the report: no fio has been started and no heading has come
   since. */
static bool is_open(const struct fio_text_reports *reports, const struct fio_text_report *report)
{
    return report->session == reports->session_count - 1 && report->section == reports->section;
}

/* True when the report has a block of the same job already: the text stands there twice. */
static bool has_job(const struct fio_text_reports *reports, const struct fio_text_report *report,
                    const struct fio_text_block *block)
{
    for (size_t i = report->first_block; i < report->block_end; i++) {
        const struct fio_text_block *other = &reports->blocks[i].block;
        if (text_equal(other->pid, block->pid) && text_equal(other->job->name, block->job->name) &&
            text_equal(other->job->host, block->job->host))
            return true;
    }
    return false;
}

/* The report that a block belongs to: that of the blocks above while no group lines came between
   and both were printed at the same time. */
static void place_block(struct scan *scan, const struct fio_text_block *block)
{
    struct fio_text_reports *reports = &scan->reports;
    struct fio_text_report *report =
        reports->report_count == 0 ? NULL : &reports->reports[reports->report_count - 1];
    enum { SECONDS_TO_PRINT = 2 };
    if (report != NULL && is_open(reports, report)) {
        bool other_time = report->printed_at > 0 && block->printed_at > 0 &&
                          fabs(report->printed_at - block->printed_at) > SECONDS_TO_PRINT;
        bool sum = block->job->all_clients;
        if ((report->has_status && !sum) || other_time || !block->has_job_line ||
            has_job(reports, report, block))
            report = NULL;
    } else {
        report = NULL;
    }
    if (report == NULL)
        report = add_report(scan);
    if (block->printed_at > 0)
        report->printed_at = block->printed_at;
    reports->blocks = arena_grow(scan->arena, reports->blocks, reports->block_count,
                                 &reports->block_capacity, sizeof *reports->blocks);
    reports->blocks[reports->block_count++] =
        (struct fio_text_placed_block){.block = *block, .report = reports->report_count - 1};
    report->block_end = reports->block_count;
    scan->in_block = true;
}

/* --- lines of a start --- */

static bool take_header(struct scan *scan, const struct fio_text_line *line)
{
    struct fio_text_header header;
    if (!fio_text_header_read(scan->arena, line->text, &header))
        return false;
    struct fio_text_session *session = starting_session(scan);
    session->headers = arena_grow(scan->arena, session->headers, session->header_count,
                                  &session->header_capacity, sizeof *session->headers);
    session->headers[session->header_count++] = header;
    scan->after_header = true;
    return true;
}

/* "fio-3.33" alone on its line */
static bool take_version(struct scan *scan, const struct fio_text_line *line)
{
    struct text text = text_trim(line->text);
    if (!text_starts_with(text, "fio-") || text.size < 6 || text.size > 40 ||
        strchr("0123456789", text.data[4]) == NULL || has(text, " "))
        return false;
    starting_session(scan)->version = text_slice(text, 4, text.size);
    return true;
}

/* "Starting 2 threads and 1 process" */
static bool take_starting(struct scan *scan, const struct fio_text_line *line)
{
    double count = 0, number;
    struct text rest = text_trim(line->text), word;
    if (!text_starts_with(rest, "Starting ") || !(has(rest, "process") || has(rest, "thread")))
        return false;
    while (text_next_piece(&rest, ' ', &word))
        if (number_read_plain(word, false, &number) && number > 0 && number < 1e6)
            count += number;
    if (count == 0)
        return false;
    starting_session(scan)->started_jobs += count;
    return true;
}

/* "hostname=host1, be=0, 64-bit, os=Linux, arch=x86-64, fio=fio-3.33, flags=1" */
static bool take_client(struct scan *scan, const struct fio_text_line *line)
{
    struct text host = fio_text_token(line->text, "hostname=", ",");
    struct text version = fio_text_token(line->text, "fio=fio-", ",");
    if (!text_starts_with(line->text, "hostname=") || host.size == 0 || !has(line->text, "be="))
        return false;
    struct fio_text_session *session = starting_session(scan);
    session->host = host;
    session->hosts++;
    if (version.size > 0)
        session->version = version;
    return true;
}

static bool take_signal(struct scan *scan, const struct fio_text_line *line)
{
    if (!text_starts_with(line->text, "fio: ") ||
        !(has(line->text, "terminating on") || has(line->text, "got signal")))
        return false;
    current_session(scan)->fault = text_trim(line->text);
    return true;
}

/* Lines that fio prints besides results. */
static bool take_remark(struct scan *scan, const struct fio_text_line *line)
{
    struct text text = text_trim(line->text);
    bool repeated = scan->after_header && text_is(text, "...");
    bool disk = has(text, "ios=") && has(text, "util=") && has(text, "in_queue=");
    return repeated || disk || has(text, ": Laying out IO file") ||
           text_starts_with(text, "Jobs: ") || text_is(text, "Disk stats (read/write):");
}

/* --- results --- */

static bool take_job(struct scan *scan, const struct fio_text_line *line)
{
    struct fio_text_block block;
    if (!fio_text_job_line(scan->arena, line, &block))
        return false;
    place_block(scan, &block);
    return true;
}

static struct fio_text_status *add_status(struct scan *scan, double group, unsigned line)
{
    struct fio_text_reports *reports = &scan->reports;
    struct fio_text_report *report =
        reports->report_count == 0 ? NULL : &reports->reports[reports->report_count - 1];
    (void)current_session(scan);
    if (report == NULL || !is_open(reports, report))
        report = add_report(scan);
    report->has_status = true;
    reports->statuses = arena_grow(scan->arena, reports->statuses, reports->status_count,
                                   &reports->status_capacity, sizeof *reports->statuses);
    reports->statuses[reports->status_count++] =
        (struct fio_text_status){.group = group, .report = reports->report_count - 1, .line = line};
    report->status_end = reports->status_count;
    return &reports->statuses[reports->status_count - 1];
}

/* "Run status group 0 (all jobs):" */
static bool take_status(struct scan *scan, const struct fio_text_line *line)
{
    double group;
    struct text number = fio_text_token(line->text, "Run status group ", "(");
    if (!text_starts_with(line->text, "Run status group ") ||
        !number_read_plain(number, false, &group))
        return false;
    (void)add_status(scan, group, line->number);
    scan->in_block = false;
    return true;
}

static bool take_group_line(struct scan *scan, const struct fio_text_line *line)
{
    struct fio_text_reports *reports = &scan->reports;
    struct fio_printed_direction directions[FIO_DIRECTIONS] = {0};
    const struct fio_text_session *session = current_session(scan);
    if (!fio_text_group_line(line, session->version, directions))
        return false;
    struct fio_text_status *status =
        reports->status_count == 0 ? NULL : &reports->statuses[reports->status_count - 1];
    if (status != NULL && (status->report != reports->report_count - 1 ||
                           !is_open(reports, &reports->reports[status->report])))
        status = NULL;
    for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
        if (directions[d].bandwidth.line == 0)
            continue;
        if (status != NULL && status->directions[d].bandwidth.line != 0) {
            (void)add_report(scan); /* a second line of the direction is of another run */
            status = NULL;
        }
        if (status == NULL)
            status = add_status(scan, 0, line->number);
        status->directions[d] = directions[d];
        status->has_aggrb = status->has_aggrb || has(line->text, "aggrb=");
        status->has_bw = status->has_bw || !has(line->text, "aggrb=");
    }
    scan->in_block = false;
    return true;
}

static bool take_block_line(struct scan *scan, const struct fio_text_line *line)
{
    enum { MOST_MISSED = 200 };
    struct fio_text_reports *reports = &scan->reports;
    if (!scan->in_block || scan->missed > MOST_MISSED)
        return false;
    return fio_text_block_take(scan->arena, &reports->blocks[reports->block_count - 1].block, line);
}

/* A direction's line without a job line above. */
static bool take_lone_direction(struct scan *scan, const struct fio_text_line *line)
{
    if (fio_text_direction_of(line->text) == FIO_DIRECTIONS)
        return false;
    struct fio_text_block block = {
        .job = arena_take(scan->arena, sizeof *block.job), .jobs = 1, .direction = FIO_DIRECTIONS};
    block.job->line = line->number;
    block.job->host = line->host;
    place_block(scan, &block);
    return take_block_line(scan, line);
}

static void claim(struct scan *scan, const struct fio_text_line *line, bool taken)
{
    unsigned last = line->number + line->physical - 1;
    if (taken && scan->claim.first == 0) {
        scan->claim = (struct claim_of_lines){line->number, last};
    } else if (taken) {
        scan->claim.last = last;
    } else if (text_trim(line->text).size > 0 && scan->claim.first != 0) {
        reading_claim(scan->reading, scan->claim.first, scan->claim.last);
        scan->claim = (struct claim_of_lines){0, 0};
    }
}

static void take_line(struct scan *scan, const struct fio_text_line *line)
{
    static bool (*const takers[])(struct scan *, const struct fio_text_line *) = {
        take_job,    take_block_line, take_status, take_group_line,     take_header, take_version,
        take_client, take_starting,   take_signal, take_lone_direction, take_remark};
    bool blank = text_trim(line->text).size == 0, after_header = scan->after_header;
    bool taken = false;
    for (size_t i = 0; i < sizeof takers / sizeof *takers && !taken && !blank; i++)
        taken = takers[i](scan, line);
    if (after_header && !blank && !text_starts_with(line->text, "..."))
        scan->after_header = scan->after_header && has(line->text, ": (g=");
    scan->missed = taken ? 0 : scan->missed + !blank;
    if (!taken && headings_above_pass(&scan->headings, line->text)) {
        scan->reports.section++;
        scan->in_block = false;
    }
    claim(scan, line, taken);
}

static bool read_text(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct scan scan = {.arena = scratch,
                        .reports = {.arena = scratch},
                        .reading = reading,
                        .headings = {.marked_only = true}};
    struct fio_known_runs known = fio_known_runs(scratch, reading);
    struct fio_text_lines lines = {input->text, 1};
    struct fio_text_line line;
    size_t before = reading->observation_count;
    while (fio_text_next_line(&lines, &line))
        take_line(&scan, &line);
    if (scan.claim.first != 0)
        reading_claim(reading, scan.claim.first, scan.claim.last);
    fio_text_reports_write(&scan.reports, &known, reading);
    arena_free(scratch);
    if (reading->observation_count > before || known.count > 0)
        return true;
    return failure_set(failure, FAILURE_INPUT, "holds no results of fio");
}

const struct reader fio_text_reader = {"fio_text", "normal text output of fio 2.0 and newer", bid,
                                       read_text};
