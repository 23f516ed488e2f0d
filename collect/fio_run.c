#include "collect/fio_run.h"

#include "collect/child_process.h"
#include "collect/clock.h"
#include "collect/disk_room.h"
#include "collect/fio_output.h"
#include "collect/line_file.h"
#include "collect/plan.h"
#include "collect/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* How long fio may take to end; a client has no workers, and ignores SIGTERM while a host hangs,
   and on a full disk there is nothing to wait for. */
enum { STOP_PATIENCE_MS = 10000, SHORT_PATIENCE_MS = 1000 };

enum { OUTPUT_MAX = 64 << 20 };

/* fio splits a list of folders or files at ':'. */
static const char *path_escaped(struct arena *arena, const char *directory)
{
    struct text_builder escaped = {.arena = arena};
    for (const char *at = directory; *at != '\0'; at++) {
        text_add_string(&escaped, *at == ':' ? "\\" : "");
        text_add(&escaped, (struct text){at, 1});
    }
    return text_built(&escaped).data;
}

const char *const *fio_arguments(struct arena *arena, const struct fio_request *request)
{
    const char **arguments =
        arena_take_array(arena, 8 + 2 * request->host_count, sizeof *arguments);
    size_t next = 0;
    arguments[next++] = request->program;
    arguments[next++] = text_format(arena, "--output=%s", request->output).data;
    arguments[next++] = "--output-format=json";
    arguments[next++] = "--eta=always";
    arguments[next++] = "--eta-newline=1";
    for (size_t i = 0; i < request->host_count; i++) {
        const struct host *host = &request->hosts[i];
        arguments[next++] = text_format(arena, "--client=%s:%s,%u",
                                        strchr(host->address, ':') == NULL ? "ip" : "ip6",
                                        host->address, host->port)
                                .data;
        arguments[next++] = request->job_file;
    }
    if (request->host_count > 0) {
        return arguments; /* the job file says where */
    }
    if (request->device != NULL) {
        arguments[next++] =
            text_format(arena, "--filename=%s", path_escaped(arena, request->device)).data;
    } else {
        arguments[next++] =
            text_format(arena, "--directory=%s", path_escaped(arena, request->directory)).data;
    }
    arguments[next++] = request->job_file;
    return arguments;
}

/* --- progress --- */

/* The speed in fio's progress line, such as "w=120MiB/s" out of "[w(1)][50.0%][w=120MiB/s][w=30k
 * IOPS]". */
static void speed_take(struct text line, char speed[64])
{
    for (size_t open = text_find(line, "[", 0); open < line.size;
         open = text_find(line, "[", open + 1)) {
        size_t close = text_find(line, "]", open);
        struct text inside = text_slice(line, open + 1, close);
        if (text_find(inside, "B/s", 0) < inside.size && inside.size < 64) {
            memcpy(speed, inside.data, inside.size);
            speed[inside.size] = '\0';
        }
    }
}

/* --- waiting --- */

struct fio_process {
    struct child child;
    int progress; /* the reading end of fio's standard output; -1 at its end */
    char speed[64];
    int64_t moved; /* when it last told a speed that is not zero; steady clock */
};

/* "r=0KiB/s,w=12KiB/s": something moves. */
static bool speed_is_moving(const char *speed)
{
    return strpbrk(speed, "123456789") != NULL;
}

/* Takes what fio printed; false at the end of its output. */
static bool process_read_progress(struct fio_process *process)
{
    char piece[8192];
    ssize_t size = read(process->progress, piece, sizeof piece);
    if (size <= 0) {
        return size < 0 && (errno == EINTR || errno == EAGAIN);
    }
    speed_take((struct text){piece, (size_t)size}, process->speed);
    process->moved = speed_is_moving(process->speed) ? clock_steady_ns() : process->moved;
    return true;
}

/* Ends fio: its main process ends its workers at SIGTERM. A file system that does not answer holds
   them fast, whatever the signal, until its daemon is gone. */
static void process_end(struct fio_process *process, int patience_ms, pid_t daemon, int *status)
{
    (void)kill(process->child.pid, SIGTERM);
    if (!child_wait(&process->child, patience_ms, status)) {
        if (daemon > 0) {
            (void)kill(daemon, SIGKILL);
        }
        (void)child_kill(&process->child);
        *status = 128 + SIGKILL;
    }
}

enum wait_outcome { WAIT_ENDED, WAIT_STOPPED, WAIT_TOO_LONG, WAIT_DISK_FULL };

/* How long it may take, and how long it may stand still when it takes longer. */
struct wait_limit {
    double seconds, standstill_seconds;
};

static enum wait_outcome process_wait(struct fio_process *process, struct stop_signal *stop,
                                      struct fio_watcher watcher, const char *disk,
                                      struct wait_limit limit, int *status)
{
    int64_t until = clock_steady_ns() + (int64_t)(limit.seconds * 1e9);
    int64_t standstill = (int64_t)(limit.standstill_seconds * 1e9);
    for (int64_t told = 0;;) {
        struct pollfd waiting[2] = {{.fd = process->progress, .events = POLLIN},
                                    {.fd = stop->descriptor, .events = POLLIN}};
        if (child_wait(&process->child, 0, status)) {
            return WAIT_ENDED;
        }
        (void)poll(waiting, 2, process->progress < 0 ? 10 : 250);
        if (waiting[0].revents != 0 && !process_read_progress(process)) {
            (void)close(process->progress);
            process->progress = -1;
        }
        if (stop_signal_arrived(stop)) {
            return WAIT_STOPPED;
        }
        int64_t now = clock_steady_ns();
        if (now > until && (standstill == 0 || now > process->moved + standstill)) {
            return WAIT_TOO_LONG;
        }
        if (now - told > 250 * (int64_t)1000000) {
            told = now;
            if (disk != NULL && disk_is_full(disk)) {
                return WAIT_DISK_FULL;
            }
            watcher.progress(watcher.user, process->speed);
        }
    }
}

/* Far more than any healthy run takes. A job that ends with its bytes can be slower than all that,
   small synced writes on a rotating drive are: it goes on as long as something moves. */
static struct wait_limit wait_limit(const struct fio_request *request)
{
    const struct workload *workload = request->workload;
    double bytes = (double)(workload->file_bytes + workload->written_bytes);
    return (struct wait_limit){
        .seconds = request->patience_seconds + 2 * workload->seconds + bytes / (1 << 20),
        .standstill_seconds = workload->has_open_end ? request->patience_seconds : 0,
    };
}

/* --- starting --- */

static bool process_start(struct arena *arena, const struct fio_request *request, struct made *made,
                          struct fio_process *process, int64_t *id, struct failure *failure)
{
    int progress[2];
    int errors = open(request->errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (errors < 0) {
        return failure_set_errno(failure, "cannot write %s", request->errors);
    }
    if (pipe2(progress, O_CLOEXEC) != 0) {
        (void)close(errors);
        return failure_set_errno(failure, "cannot make a pipe for fio");
    }
    const char *const *arguments = fio_arguments(arena, request);
    struct child_program program = {arguments, progress[1], errors, SIGTERM};
    bool started = made_intend(made, THING_PROCESS, "fio", "", "", id, failure);
    if (started) {
        started =
            child_prepare(&process->child, &program, failure) &&
            made_confirm_process(made, *id, process->child.pid, process->child.started, failure) &&
            child_release(&process->child, request->program, failure);
        if (!started) {
            (void)child_kill(&process->child);
            made_gone(made, *id);
        }
    }
    (void)close(errors);
    (void)close(progress[1]);
    if (!started) {
        (void)close(progress[0]);
        return false;
    }
    process->progress = progress[0];
    return true;
}

/* What fio wrote tells whether the run counts. */
static bool run_judge(struct arena *arena, const struct fio_request *request,
                      struct fio_result *result, struct failure *failure)
{
    struct text json = {0}, errors = {0};
    if (!whole_file_read(arena, request->output, OUTPUT_MAX, &json) && errno != ENOENT) {
        return failure_set_errno(failure, "cannot read %s", request->output);
    }
    if (!whole_file_read(arena, request->errors, OUTPUT_MAX, &errors)) {
        return failure_set_errno(failure, "cannot read %s", request->errors);
    }
    result->fault =
        request->host_count == 0
            ? fio_output_fault(arena, result->exit_status, json, errors, request->workload)
            : fio_output_fault_of_hosts(arena, result->exit_status, json, errors, request->workload,
                                        request->hosts, request->host_count);
    return true;
}

bool fio_run(struct arena *arena, const struct fio_request *request, struct made *made,
             struct stop_signal *stop, struct fio_watcher watcher, struct fio_result *result,
             struct failure *failure)
{
    struct fio_process process = {.progress = -1};
    int64_t id;
    int64_t begun = clock_steady_ns();
    *result = (struct fio_result){.started = clock_wall_ns()};
    (void)unlink(request->output); /* of an attempt that was killed */
    if (!process_start(arena, request, made, &process, &id, failure)) {
        return false;
    }
    struct wait_limit limit = wait_limit(request);
    enum wait_outcome outcome =
        process_wait(&process, stop, watcher, request->disk, limit, &result->exit_status);
    if (outcome != WAIT_ENDED) {
        bool soon = request->host_count > 0 || outcome == WAIT_DISK_FULL;
        process_end(&process, soon ? SHORT_PATIENCE_MS : STOP_PATIENCE_MS, request->daemon,
                    &result->exit_status);
    }
    /* workers whose main process was killed have become our children */
    child_end_strays(request->daemon);
    if (process.progress >= 0) {
        (void)close(process.progress);
    }
    made_gone(made, id);
    result->ended = clock_wall_ns();
    result->stopped = outcome == WAIT_STOPPED;
    result->disk_was_full =
        outcome == WAIT_DISK_FULL || (request->disk != NULL && disk_is_full(request->disk));
    if (result->stopped || result->disk_was_full) {
        return true;
    }
    if (outcome == WAIT_TOO_LONG) {
        result->fault =
            text_format(arena, "fio did not end within %.0f s (--patience gives it longer)",
                        (double)(clock_steady_ns() - begun) / 1e9);
        return true;
    }
    return run_judge(arena, request, result, failure);
}

bool fio_check_job(struct arena *arena, const char *program, struct text job_file, const char *name,
                   struct failure *failure)
{
    int descriptor = memfd_create("job", MFD_CLOEXEC);
    if (descriptor < 0 || !descriptor_write(descriptor, job_file)) {
        (void)failure_set_errno(failure, "cannot hold the job file %s in memory", name);
        if (descriptor >= 0) {
            (void)close(descriptor);
        }
        return false;
    }
    /* By way of this process: fio itself gets no descriptor of ours. */
    const char *path = text_format(arena, "/proc/%ld/fd/%d", (long)getpid(), descriptor).data;
    struct command_result result;
    const char *const arguments[] = {program, "--parse-only", path, NULL};
    bool ran = command_run(arena, arguments, 10000, &result, failure);
    (void)close(descriptor);
    if (!ran || (result.exit_status == 0 && !result.timed_out)) {
        return ran;
    }
    if (result.timed_out) {
        return failure_set(failure, FAILURE_SYSTEM,
                           "fio did not end within 10 s of being asked about the job %s", name);
    }
    struct text reason = text_trim(result.errors.size > 0 ? result.errors : result.output);
    for (struct text line, rest = reason; text_next_line(&rest, &line);) {
        reason = line; /* the first line is enough */
        break;
    }
    return failure_set(failure, FAILURE_USAGE, "fio does not understand the job %s: %.*s", name,
                       (int)reason.size, reason.data);
}
