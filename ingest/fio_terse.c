/* fio's terse output (--minimal, --output-format=terse), versions 2 to 5, alone or among other
   lines: one line a job, fields separated by ";".

   Version 2 begins "2;NAME;GROUP;ERROR", the others "3;fio-VERSION;NAME;GROUP;ERROR"; then 41
   fields for reads, writes and (versions 2, 4, 5) trims, 47 in version 5; with
   unified_rw_reporting=1 only one such block, of all directions together; before fio 3.26 that one
   stands in the place of reads and nothing but the name of the job can tell. I/O is in KiB,
   bandwidth in KiB/s, run time in ms, latencies are in us in all versions of fio. A name may hold
   ";", so positions are counted from the first percentile ("1.000000%=31"). With lat_percentiles=1
   the percentiles are of total latency; nothing on the line tells. Reference: fio stat.c,
   show_thread_status_terse_all and show_ddir_status_terse. */
#include "ingest/fio_text_job.h"
#include "ingest/fio_text_known.h"
#include "ingest/headings_above.h"
#include "ingest/reader.h"

#include "model/number.h"

#include <math.h>
#include <string.h>

enum {
    MOST_FIELDS = 2048,
    PERCENTILES = 20,
    BEFORE_PERCENTILES = 12, /* io, bw, iops, runtime, four of slat, four of clat */
    SHORTEST_BLOCK = 41,
    LONGEST_BLOCK = 47,
    TAIL = 34, /* cpu, depths and latency distribution behind the blocks */
};

/* One terse line in pieces. */
struct terse_line {
    struct text fields[MOST_FIELDS];
    size_t count;
    size_t io;     /* the first field of the first block */
    size_t blocks; /* of directions */
    size_t block_size;
    unsigned number;
    double version;
};

static bool read_number(struct text field, double *value)
{
    return number_read_plain(field, false, value);
}

/* "99.000000%=31" */
static bool read_percentile(struct text field, double *percent, double *value)
{
    size_t mark = text_find(field, "%=", 0);
    return mark < field.size && read_number(text_slice(field, 0, mark), percent) &&
           read_number(text_slice(field, mark + 2, field.size), value);
}

static bool is_percentile_block(const struct terse_line *line, size_t first)
{
    double percent, value;
    if (first + PERCENTILES > line->count)
        return false;
    for (size_t i = 0; i < PERCENTILES; i++)
        if (!read_percentile(line->fields[first + i], &percent, &value))
            return false;
    return true;
}

static bool begins_terse(struct text line)
{
    return line.size > 200 && strchr("2345", line.data[0]) != NULL && line.data[1] == ';' &&
           (line.data[0] == '2' || text_starts_with(text_slice(line, 2, line.size), "fio-"));
}

static bool split(struct text text, struct terse_line *line)
{
    struct text piece;
    line->count = 0;
    while (line->count < MOST_FIELDS && text_next_piece(&text, ';', &piece))
        line->fields[line->count++] = piece;
    return line->count > SHORTEST_BLOCK + TAIL;
}

/* Finds the blocks; false when the line is no whole terse line. */
static bool find_blocks(struct terse_line *line)
{
    size_t percentiles = 0, head = line->version < 3 ? 4 : 5, share;
    while (percentiles < line->count && !is_percentile_block(line, percentiles))
        percentiles++;
    if (percentiles == line->count || percentiles < BEFORE_PERCENTILES + head)
        return false;
    line->io = percentiles - BEFORE_PERCENTILES;
    line->block_size = line->version >= 5 ? LONGEST_BLOCK : SHORTEST_BLOCK;
    line->blocks = 0;
    while (is_percentile_block(line, percentiles + line->blocks * line->block_size))
        line->blocks++;
    share = line->io + line->blocks * line->block_size;
    size_t wanted = line->version == 3 ? 2 : 3;
    return share + TAIL <= line->count && text_ends_with(line->fields[share], "%") &&
           text_ends_with(line->fields[share + 1], "%") &&
           (line->blocks == wanted || line->blocks == wanted + 1 || line->blocks == 1);
}

static struct fio_figure count_field(const struct terse_line *line, size_t field, double step)
{
    double count;
    if (!read_number(line->fields[field], &count))
        return (struct fio_figure){.line = line->number};
    return fio_figure_of_count(count, step, line->fields[field], line->number);
}

static struct fio_printed_latency latency_fields(const struct terse_line *line, size_t field)
{
    struct fio_printed_latency latency = {.count = 0};
    double low, high, mean;
    if (!read_number(line->fields[field], &low) || !read_number(line->fields[field + 1], &high) ||
        !read_number(line->fields[field + 2], &mean) || (mean == 0 && high == 0))
        return latency;
    latency.lowest = count_field(line, field, 1e3);
    latency.highest = count_field(line, field + 1, 1e3);
    latency.mean = (struct fio_figure){mean * 1e3, mean * 1e3, mean * 1e3, line->fields[field + 2],
                                       line->number};
    return latency;
}

static void read_percentiles(struct arena *arena, const struct terse_line *line, size_t field,
                             struct fio_printed_latency *latency)
{
    for (size_t i = 0; i < PERCENTILES; i++) {
        double percent, value;
        if (!read_percentile(line->fields[field + i], &percent, &value) || percent <= 0 ||
            percent > 100)
            continue;
        fio_latency_add_percentile(
            arena, latency, percent,
            fio_figure_of_count(value, 1e3, line->fields[field + i], line->number));
    }
}

static void read_block(struct arena *arena, const struct terse_line *line, size_t io,
                       struct fio_printed_direction *direction)
{
    enum { BANDWIDTH = 1, IOPS, RUNTIME, SLAT, CLAT = 8, PERCENTILE = 12, LAT = 32 };
    bool ignored = true;
    double bytes, iops;
    if (!read_number(line->fields[io], &bytes) || !read_number(line->fields[io + IOPS], &iops) ||
        (bytes == 0 && iops == 0 && text_is(line->fields[io + RUNTIME], "0")))
        return;
    direction->io_bytes = count_field(line, io, 1024);
    direction->bandwidth = count_field(line, io + BANDWIDTH, 1024);
    direction->iops = count_field(line, io + IOPS, 1);
    direction->runtime = count_field(line, io + RUNTIME, 1e6);
    direction->bandwidth =
        fio_settle_rate(&direction->bandwidth, &direction->io_bytes, &direction->runtime, &ignored);
    direction->latencies[FIO_SUBMISSION] = latency_fields(line, io + SLAT);
    direction->latencies[FIO_COMPLETION] = latency_fields(line, io + CLAT);
    direction->latencies[FIO_TOTAL] = latency_fields(line, io + LAT);
    if (direction->latencies[FIO_COMPLETION].mean.written.data != NULL)
        read_percentiles(arena, line, io + PERCENTILE, &direction->latencies[FIO_COMPLETION]);
}

/* "24.85%" behind the lowest and highest bandwidth: the job's share of its group. */
static double share_of_group(const struct terse_line *line, size_t io)
{
    enum { SHARE = 38 };
    struct text field = line->fields[io + SHARE];
    double share;
    if (!text_ends_with(field, "%") || !read_number(text_slice(field, 0, field.size - 1), &share))
        return 0;
    return share;
}

static struct text joined(struct text first, struct text last)
{
    return (struct text){first.data, (size_t)(last.data - first.data) + last.size};
}

/* A job, and what tells repeated lines of one job apart from lines of several. */
struct terse_job {
    struct fio_printed_job job;
    struct text version, whole, disks;
    double shares[FIO_DIRECTIONS]; /* of the group's bandwidth, in percent */
    double contexts;
    struct text headings; /* above the line */
    bool apart;           /* other text stands between it and the terse line above */
    bool left_out;
    bool unified; /* taken for all directions by the name */
};

/* Nine fields a disk: its name, seven counts, utilisation in percent. A description may follow. */
static struct text disk_fields(const struct terse_line *line, size_t first)
{
    enum { FIELDS_OF_DISK = 9 };
    size_t end = first;
    double count;
    while (end + FIELDS_OF_DISK <= line->count && read_number(line->fields[end + 1], &count) &&
           text_ends_with(line->fields[end + FIELDS_OF_DISK - 1], "%"))
        end += FIELDS_OF_DISK;
    if (end == first)
        return (struct text){NULL, 0};
    return joined(line->fields[first], line->fields[end - 1]);
}

/* True when the name says that the job reads and writes but reads alone have figures: of several
   blocks the first then holds all directions together. */
static bool is_unified(const struct terse_line *line, const struct fio_printed_job *job)
{
    static const char *const both[] = {"randrw", "readwrite", "mixed", "unified"};
    if (line->blocks == 1 || job->directions[0].io_bytes.written.data == NULL)
        return false;
    for (size_t d = 1; d < FIO_DIRECTIONS; d++)
        if (job->directions[d].io_bytes.written.data != NULL)
            return false;
    for (size_t i = 0; i < sizeof both / sizeof *both; i++)
        if (text_find_ignoring_case(job->name, both[i], 0) < job->name.size)
            return true;
    return false;
}

static void move_to_mixed(struct terse_job *terse)
{
    enum { MIXED = FIO_DIRECTIONS - 1 };
    terse->job.directions[MIXED] = terse->job.directions[0];
    terse->shares[MIXED] = terse->shares[0];
    terse->job.directions[0] = (struct fio_printed_direction){.ios.line = 0};
    terse->shares[0] = 0;
}

static bool read_job(struct arena *arena, struct terse_line *line, struct text whole,
                     struct terse_job *terse)
{
    double error = 0;
    size_t name = line->version < 3 ? 1 : 2;
    *terse = (struct terse_job){.whole = whole, .job.line = line->number};
    if (!split(whole, line) || !find_blocks(line))
        return false;
    struct fio_printed_job *job = &terse->job;
    size_t tail = line->io + line->blocks * line->block_size;
    job->name = text_trim(joined(line->fields[name], line->fields[line->io - 3]));
    if (!read_number(line->fields[line->io - 2], &job->group) ||
        !read_number(line->fields[line->io - 1], &error))
        return false;
    job->error = error > 0 && error < 4096 ? (int)error : 0;
    job->all_clients = text_is(job->name, "All clients");
    if (line->version >= 3)
        terse->version = text_slice(line->fields[1], strlen("fio-"), line->fields[1].size);
    terse->disks = disk_fields(line, tail + TAIL);
    if (!read_number(line->fields[tail + 2], &terse->contexts))
        terse->contexts = 0;
    for (size_t b = 0; b < line->blocks; b++) {
        bool last = b + 1 == line->blocks;
        bool mixed = last && line->blocks != (line->version == 3 ? 2 : 3);
        size_t d = mixed ? FIO_DIRECTIONS - 1 : b;
        read_block(arena, line, line->io + b * line->block_size, &job->directions[d]);
        terse->shares[d] = share_of_group(line, line->io + b * line->block_size);
    }
    terse->unified = is_unified(line, job);
    if (terse->unified)
        move_to_mixed(terse);
    return true;
}

/* --- snapshots --- */

static double total(const struct fio_printed_job *job, bool runtime)
{
    double sum = 0;
    for (size_t d = 0; d < FIO_DIRECTIONS; d++)
        sum += runtime ? job->directions[d].runtime.value : job->directions[d].io_bytes.value;
    return sum;
}

static bool same_name(const struct terse_job *a, const struct terse_job *b)
{
    return text_equal(a->job.name, b->job.name) && a->job.group == b->job.group;
}

/* True when everything that only grows in the course of a run has grown from `a` to `b`. */
static bool has_gone_on(const struct terse_job *a, const struct terse_job *b)
{
    if (!same_name(a, b) || total(&a->job, true) >= total(&b->job, true) ||
        total(&a->job, false) > total(&b->job, false) || a->contexts > b->contexts)
        return false;
    for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
        const struct fio_printed_latency *early = &a->job.directions[d].latencies[FIO_COMPLETION];
        const struct fio_printed_latency *late = &b->job.directions[d].latencies[FIO_COMPLETION];
        if (early->mean.written.data != NULL &&
            (late->mean.written.data == NULL || early->lowest.value < late->lowest.value ||
             early->highest.value > late->highest.value))
            return false;
    }
    return true;
}

/* --status-interval prints a job again and again. Its first states are well apart in run time,
   which lines of several jobs are not; lines repeated word for word are copies. */
static void leave_out_states(struct terse_job *jobs, size_t count, struct reading *reading)
{
    static const double apart = 1.2;
    for (size_t i = 0; i < count; i++) {
        bool going = i > 0 && jobs[i - 1].left_out && same_name(&jobs[i - 1], &jobs[i]);
        for (size_t k = i + 1; k < count && !jobs[i].left_out; k++) {
            bool copy = text_equal(jobs[i].whole, jobs[k].whole);
            bool state = text_equal(jobs[i].headings, jobs[k].headings) &&
                         has_gone_on(&jobs[i], &jobs[k]) &&
                         (going || total(&jobs[k].job, true) >= apart * total(&jobs[i].job, true));
            jobs[i].left_out = copy || state;
            if (copy)
                reading_add_repeated(reading, jobs[i].job.line,
                                     (struct source){reading->path, jobs[k].job.line}, 1);
            if (copy || state)
                reading_note(reading, jobs[i].job.line,
                             copy ? "the same line stands again in line %u: counted once"
                                  : "an earlier state of the job in line %u: left out",
                             jobs[k].job.line);
        }
    }
}

/* --- runs --- */

/* Lines right under each other may be the jobs of one run when group and disk figures are the same.
 */
static bool is_of_run(const struct terse_job *first, const struct terse_job *next)
{
    return !next->apart && first->job.group == next->job.group &&
           text_equal(first->disks, next->disks) && first->job.all_clients == next->job.all_clients;
}

/* True when the shares of the jobs add up to the whole group, closer than half of the smallest one:
   nothing on the lines tells how many there are, so one may be missing, or they may be of several
   runs. */
static bool shares_add_up(const struct terse_job *jobs, size_t count)
{
    for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
        double sum = 0, smallest = 100;
        bool any = false;
        for (size_t i = 0; i < count; i++) {
            if (jobs[i].left_out || jobs[i].job.directions[d].bandwidth.written.data == NULL)
                continue;
            any = true;
            sum += jobs[i].shares[d];
            smallest = fmin(smallest, jobs[i].shares[d]);
        }
        if (any && fabs(sum - 100) >= smallest / 2)
            return false;
    }
    return true;
}

static void write_run(struct arena *scratch, const struct terse_job *jobs, size_t count,
                      const struct fio_known_runs *known, struct reading *reading)
{
    struct fio_printed_job **members = arena_take_array(scratch, count, sizeof *members);
    struct fio_printed_run run = {.jobs = members, .version = jobs[0].version};
    for (size_t i = 0; i < count; i++) {
        if (jobs[i].left_out)
            continue;
        members[run.count] = arena_take(scratch, sizeof **members);
        *members[run.count++] = jobs[i].job;
    }
    if (run.count == 0)
        return;
    run.jobs_only = run.count > 1 && !shares_add_up(jobs, count);
    if (run.jobs_only)
        reading_note(reading, members[0]->line,
                     "these lines do not tell whether they are all the jobs of one run: no sum of "
                     "the jobs");
    fio_run_write(scratch, &run, known, reading);
}

struct terse_jobs {
    struct terse_job *items;
    size_t count, capacity;
};

static void find_jobs(struct arena *scratch, const struct input *input, struct reading *reading,
                      struct terse_jobs *jobs)
{
    struct terse_line *line = arena_take(scratch, sizeof *line);
    struct headings_above headings = {.marked_only = true};
    struct text rest = input->text, text;
    bool apart = false;
    for (unsigned number = 1; text_next_line(&rest, &text); number++) {
        text = text_trim(text);
        if (!begins_terse(text)) {
            apart = apart || text.size > 1; /* fio 2.0 prints ";" alone */
            (void)headings_above_pass(&headings, text);
            continue;
        }
        jobs->items =
            arena_grow(scratch, jobs->items, jobs->count, &jobs->capacity, sizeof *jobs->items);
        line->number = number;
        line->version = text.data[0] - '0';
        struct terse_job *job = &jobs->items[jobs->count];
        bool read = read_job(scratch, line, text, job);
        job->headings = headings_above_joined(scratch, &headings);
        job->apart = apart;
        apart = false;
        if (read) {
            jobs->count++;
            if (job->unified)
                reading_note(reading, number,
                             "the job's name says reads and writes and only reads have figures: "
                             "taken for both together "
                             "(unified_rw_reporting=1)");
        } else
            reading_note(reading, number, "the terse line is cut off or damaged and was not read");
        reading_claim(reading, number, number);
    }
}

static bool read_terse(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct fio_known_runs known = fio_known_runs(scratch, reading);
    struct terse_jobs jobs = {.count = 0};
    size_t before = reading->observation_count;
    find_jobs(scratch, input, reading, &jobs);
    leave_out_states(jobs.items, jobs.count, reading);
    for (size_t first = 0, next; first < jobs.count; first = next) {
        for (next = first + 1; next < jobs.count; next++)
            if (!is_of_run(&jobs.items[first], &jobs.items[next]))
                break;
        write_run(scratch, &jobs.items[first], next - first, &known, reading);
    }
    arena_free(scratch);
    if (reading->observation_count > before || known.count > 0)
        return true;
    return failure_set(failure, FAILURE_INPUT, "holds no results of fio");
}

static int bid(struct text head)
{
    struct text line;
    while (text_next_line(&head, &line)) {
        line = text_trim(line);
        if (begins_terse(line) && text_find(line, "%=", 0) < line.size)
            return 100;
    }
    return 0;
}

const struct reader fio_terse_reader = {"fio_terse", "terse output of fio, versions 2 to 5", bid,
                                        read_terse};
