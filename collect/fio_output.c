/* The JSON that fio writes with --output-format=json (fio 3), as far as validity needs it: fio
   prints notes, then one object; of it are read "fio version" and, of each row of "jobs",
   "jobname", "error" and io_bytes and runtime of its directions. A walk over the tokens with a
   stack of keys; the meaning of anything else is left to those who read the archive. Reference:
   show_thread_status_json() in fio's stat.c. */
#include "collect/fio_output.h"

#include "collect/plan.h"
#include "model/number.h"

#include <inttypes.h>
#include <string.h>

enum { DEPTH_MAX = 32 };

struct walk {
    struct arena *arena;
    struct text rest;
    size_t depth;
    char opened[DEPTH_MAX];      /* '{' or '[' */
    struct text keys[DEPTH_MAX]; /* the member being read at each depth; empty in arrays */
    struct fio_output *output;
};

static bool rest_skip_blanks(struct text *rest)
{
    size_t at = 0;
    while (at < rest->size && strchr(" \t\r\n", rest->data[at]) != NULL && rest->data[at] != '\0') {
        at++;
    }
    *rest = text_slice(*rest, at, rest->size);
    return rest->size > 0;
}

/* The bytes between the quotes; escapes stay as written. */
static bool rest_take_string(struct text *rest, struct text *string)
{
    for (size_t i = 1; i < rest->size; i++) {
        if (rest->data[i] == '\\') {
            i++;
        } else if (rest->data[i] == '"') {
            *string = text_slice(*rest, 1, i);
            *rest = text_slice(*rest, i + 1, rest->size);
            return true;
        }
    }
    return false;
}

static struct text rest_take_word(struct text *rest)
{
    size_t end = 0;
    while (end < rest->size && rest->data[end] != '\0' &&
           strchr(",]} \t\r\n", rest->data[end]) == NULL) {
        end++;
    }
    struct text word = text_slice(*rest, 0, end);
    *rest = text_slice(*rest, end, rest->size);
    return word;
}

/* Inside `jobs`: depth 1 is the document, 2 the list, 3 the row, 4 one of its objects. */
static void walk_take_job_value(struct walk *walk, struct text value)
{
    struct fio_job *job = &walk->output->jobs[walk->output->job_count - 1];
    struct text key = walk->keys[walk->depth - 1];
    int64_t number;
    if (walk->depth == 3 && text_is(key, "jobname")) {
        job->name = value;
    } else if (walk->depth == 3 && text_is(key, "hostname")) {
        job->host = value;
    } else if (!number_read_integer(value, &number)) {
        return;
    } else if (walk->depth == 3 && text_is(key, "error")) {
        job->error = number;
    } else if (walk->depth == 3 && text_is(key, "port")) {
        job->port = number;
    } else if (walk->depth == 4 &&
               (text_is(walk->keys[2], "read") || text_is(walk->keys[2], "write") ||
                text_is(walk->keys[2], "trim") || text_is(walk->keys[2], "mixed"))) {
        if (text_is(key, "io_bytes")) {
            job->io_bytes += number;
        } else if (text_is(key, "runtime") && number > job->runtime_ms) {
            job->runtime_ms = number;
        }
    }
}

/* Runs on several hosts have their rows in another list. */
static bool walk_is_in_jobs(const struct walk *walk)
{
    return text_is(walk->keys[0], "jobs") || text_is(walk->keys[0], "client_stats");
}

static void walk_take_value(struct walk *walk, struct text value)
{
    if (walk->depth == 1 && text_is(walk->keys[0], "fio version")) {
        walk->output->version = value;
    }
    if (walk->depth >= 3 && walk_is_in_jobs(walk) && walk->output->job_count > 0) {
        walk_take_job_value(walk, value);
    }
}

static bool walk_open(struct walk *walk)
{
    if (walk->depth == DEPTH_MAX) {
        return false;
    }
    if (walk->depth == 2 && walk_is_in_jobs(walk) && walk->rest.data[0] == '{') {
        struct fio_output *output = walk->output;
        output->jobs = arena_grow(walk->arena, output->jobs, output->job_count,
                                  &output->job_capacity, sizeof *output->jobs);
        output->jobs[output->job_count++] = (struct fio_job){.error = -1};
    }
    walk->opened[walk->depth] = walk->rest.data[0];
    walk->keys[walk->depth++] = (struct text){0};
    walk->rest = text_slice(walk->rest, 1, walk->rest.size);
    return true;
}

static bool walk_close(struct walk *walk)
{
    char expected = walk->opened[walk->depth - 1] == '{' ? '}' : ']';
    if (walk->rest.data[0] != expected) {
        return false;
    }
    walk->rest = text_slice(walk->rest, 1, walk->rest.size);
    walk->depth--;
    return true;
}

/* A string that is followed by a colon is the name of a member. */
static bool walk_string(struct walk *walk)
{
    struct text string;
    if (!rest_take_string(&walk->rest, &string)) {
        return false;
    }
    if (walk->opened[walk->depth - 1] == '{' && rest_skip_blanks(&walk->rest) &&
        walk->rest.data[0] == ':') {
        walk->keys[walk->depth - 1] = string;
        walk->rest = text_slice(walk->rest, 1, walk->rest.size);
    } else {
        walk_take_value(walk, string);
    }
    return true;
}

/* True when the object that `rest` begins with is closed. */
static bool walk_document(struct walk *walk)
{
    if (!walk_open(walk)) {
        return false;
    }
    while (walk->depth > 0) {
        if (!rest_skip_blanks(&walk->rest)) {
            return false;
        }
        char next = walk->rest.data[0];
        bool read = true;
        if (next == '"') {
            read = walk_string(walk);
        } else if (next == '{' || next == '[') {
            read = walk_open(walk);
        } else if (next == '}' || next == ']') {
            read = walk_close(walk);
        } else if (next == ',') {
            walk->rest = text_slice(walk->rest, 1, walk->rest.size);
        } else {
            struct text word = rest_take_word(&walk->rest);
            read = word.size > 0;
            walk_take_value(walk, word);
        }
        if (!read) {
            return false;
        }
    }
    return true;
}

void fio_output_scan(struct arena *arena, struct text text, struct fio_output *output)
{
    *output = (struct fio_output){.before = text};
    struct text rest = text, line;
    size_t at = 0;
    while (text_next_line(&rest, &line)) {
        if (text_starts_with(line, "{")) {
            at = (size_t)(line.data - text.data);
            output->before = text_slice(text, 0, at);
            struct walk walk = {
                .arena = arena, .rest = text_slice(text, at, text.size), .output = output};
            output->is_complete = walk_document(&walk);
            return;
        }
    }
}

/* The line that tells of a signal, or the empty text. */
static struct text signal_line(struct text text)
{
    static const char *const marks[] = {"terminating on signal", "got signal"};
    for (struct text line; text_next_line(&text, &line);) {
        for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
            if (text_find(line, marks[i], 0) < line.size) {
                return text_trim(line);
            }
        }
    }
    return (struct text){0};
}

/* The last line that says something: with fio it names the reason. */
static struct text last_line(struct text text)
{
    struct text last = {0};
    for (struct text line; text_next_line(&text, &line);) {
        if (text_trim(line).size > 0) {
            last = text_trim(line);
        }
    }
    return last;
}

/* Why this row is not the whole job, or the empty text. */
static struct text job_fault(struct arena *arena, struct fio_job job, struct expected_job expected)
{
    if (!text_equal(job.name, expected.name)) {
        return text_format(arena, "fio reports job %.*s, not %.*s", (int)job.name.size,
                           job.name.data, (int)expected.name.size, expected.name.data);
    }
    if (job.error != 0) {
        return text_format(arena, "job %.*s ended with error %" PRId64, (int)job.name.size,
                           job.name.data, job.error);
    }
    bool time_is_up =
        expected.runtime_ms > 0 && (double)job.runtime_ms >= 0.95 * (double)expected.runtime_ms;
    bool bytes_are_done =
        expected.io_bytes > 0 && (double)job.io_bytes >= 0.99 * (double)expected.io_bytes;
    if (time_is_up || bytes_are_done) {
        return (struct text){0};
    }
    if (expected.runtime_ms > 0) {
        return text_format(arena, "job %.*s ran for %" PRId64 " ms of %" PRId64 " ms",
                           (int)job.name.size, job.name.data, job.runtime_ms, expected.runtime_ms);
    }
    return text_format(arena, "job %.*s moved %" PRId64 " bytes of %" PRId64, (int)job.name.size,
                       job.name.data, job.io_bytes, expected.io_bytes);
}

/* What makes the whole output worthless; scans it. */
static struct text output_fault(struct arena *arena, int exit_status, struct text json,
                                struct text errors, struct fio_output *scanned)
{
    struct fio_output output;
    fio_output_scan(arena, json, &output);
    *scanned = output;
    struct text signal = signal_line(output.before);
    if (signal.size == 0) {
        signal = signal_line(errors);
    }
    if (signal.size > 0) {
        return text_clean(arena, signal);
    }
    if (exit_status != 0) {
        struct text reason = last_line(errors);
        return text_clean(arena,
                          text_format(arena, "fio ended with exit status %d%s%.*s", exit_status,
                                      reason.size > 0 ? ": " : "", (int)reason.size, reason.data));
    }
    if (!output.is_complete) {
        return text_of("fio's output is not complete");
    }
    return (struct text){0};
}

struct text fio_output_fault(struct arena *arena, int exit_status, struct text json,
                             struct text errors, const struct workload *workload)
{
    struct fio_output output;
    struct text whole = output_fault(arena, exit_status, json, errors, &output);
    if (whole.size > 0) {
        return whole;
    }
    if (output.job_count != workload->expected_count) {
        return text_format(arena, "fio reports %zu jobs of %zu", output.job_count,
                           workload->expected_count);
    }
    for (size_t i = 0; i < output.job_count; i++) {
        struct text fault = job_fault(arena, output.jobs[i], workload->expected[i]);
        if (fault.size > 0) {
            return text_clean(arena, fault);
        }
    }
    return (struct text){0};
}

/* What is expected of a job by its name, for rows of hosts come in the order of finishing: the
   weakest where several have it; nothing of that name is the first one. */
static struct expected_job expected_of_name(const struct workload *workload, struct text name)
{
    const struct expected_job *found = NULL;
    struct expected_job least = workload->expected[0];
    for (size_t i = 0; i < workload->expected_count; i++) {
        const struct expected_job *other = &workload->expected[i];
        if (!text_equal(other->name, name)) {
            continue;
        }
        least = found == NULL ? *other : least;
        least.runtime_ms =
            other->runtime_ms < least.runtime_ms ? other->runtime_ms : least.runtime_ms;
        least.io_bytes = other->io_bytes < least.io_bytes ? other->io_bytes : least.io_bytes;
        found = other;
    }
    return least;
}

static struct text host_fault(struct arena *arena, const struct fio_output *output,
                              const struct workload *workload, const struct host *host)
{
    size_t rows = 0;
    for (size_t i = 0; i < output->job_count; i++) {
        const struct fio_job *job = &output->jobs[i];
        if (!text_is(job->host, host->address) || job->port != host->port ||
            text_is(job->name, "All clients")) {
            continue;
        }
        struct text fault = job_fault(arena, *job, expected_of_name(workload, job->name));
        rows++;
        if (fault.size > 0) {
            return text_clean(
                arena, text_format(arena, "host %s,%u: %s", host->address, host->port, fault.data));
        }
    }
    return rows == workload->expected_count
               ? (struct text){0}
               : text_clean(arena,
                            text_format(arena, "host %s,%u reports %zu jobs of %zu", host->address,
                                        host->port, rows, workload->expected_count));
}

struct text fio_output_fault_of_hosts(struct arena *arena, int exit_status, struct text json,
                                      struct text errors, const struct workload *workload,
                                      const struct host *hosts, size_t host_count)
{
    struct fio_output output;
    struct text fault = output_fault(arena, exit_status, json, errors, &output);
    for (size_t i = 0; fault.size == 0 && i < host_count; i++) {
        fault = host_fault(arena, &output, workload, &hosts[i]);
    }
    return fault;
}
