/* fork and exec, not posix_spawn: only between the two can a process ask for a signal at its
   parent's death. That signal comes when the forking *thread* ends, so this is called from the main
   thread alone. */
#include "collect/child_process.h"

#include "collect/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void child_take_descriptors(const struct child_program *program)
{
    int nothing = open("/dev/null", O_RDWR);
    (void)dup2(nothing, 0);
    (void)dup2(program->output >= 0 ? program->output : nothing, 1);
    (void)dup2(program->error >= 0 ? program->error : nothing, 2);
    (void)close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
}

/* What the child does between fork and exec; never returns. */
static void child_become(const struct child_program *program, pid_t parent, int go, int complaint)
{
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, program->death_signal);
    if (getppid() != parent) {
        _exit(127);
    }
    (void)signal(SIGINT, SIG_DFL);
    (void)signal(SIGTERM, SIG_DFL);
    (void)signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    child_take_descriptors(program);
    char released;
    if (read(go, &released, 1) != 1) {
        _exit(127);
    }
    (void)setenv("LC_ALL", "C", 1);
    (void)execv(program->arguments[0], (char *const *)program->arguments);
    int reason = errno;
    (void)!write(complaint, &reason, sizeof reason);
    _exit(127);
}

bool child_prepare(struct child *child, const struct child_program *program,
                   struct failure *failure)
{
    int go[2] = {-1, -1}, complaint[2] = {-1, -1};
    *child = (struct child){.go = -1, .complaint = -1};
    if (pipe2(go, O_CLOEXEC) != 0 || pipe2(complaint, O_CLOEXEC) != 0) {
        (void)failure_set_errno(failure, "cannot make a pipe for %s", program->arguments[0]);
        goto failed;
    }
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid < 0) {
        (void)failure_set_errno(failure, "cannot start %s", program->arguments[0]);
        goto failed;
    }
    if (pid == 0) {
        (void)close(go[1]);
        child_become(program, parent, go[0], complaint[1]);
    }
    (void)close(go[0]);
    (void)close(complaint[1]);
    *child = (struct child){
        .pid = pid, .started = process_start_time(pid), .go = go[1], .complaint = complaint[0]};
    return true;
failed:
    for (int i = 0; i < 2; i++) {
        if (go[i] >= 0) {
            (void)close(go[i]);
        }
        if (complaint[i] >= 0) {
            (void)close(complaint[i]);
        }
    }
    return false;
}

static void child_close(struct child *child)
{
    if (child->go >= 0) {
        (void)close(child->go);
    }
    if (child->complaint >= 0) {
        (void)close(child->complaint);
    }
    child->go = child->complaint = -1;
}

bool child_release(struct child *child, const char *program, struct failure *failure)
{
    int reason = 0;
    ssize_t sent, size = -1;
    do {
        sent = write(child->go, "g", 1);
    } while (sent < 0 && errno == EINTR);
    while (sent == 1 && size < 0) { /* ends without a byte as soon as exec has closed its side */
        size = read(child->complaint, &reason, sizeof reason);
        if (size < 0 && errno != EINTR) {
            break;
        }
    }
    if (size < 0) {
        reason = errno;
    }
    child_close(child);
    if (size == 0) {
        return true;
    }
    (void)child_kill(child);
    return failure_set(failure, FAILURE_SYSTEM, "cannot start %s: %s", program, strerror(reason));
}

bool child_wait(struct child *child, int timeout_ms, int *status)
{
    int64_t until = clock_steady_ns() + (int64_t)timeout_ms * 1000000;
    for (int pause = 1;; pause = pause < 20 ? pause + 1 : 20) {
        int ended = 0;
        pid_t pid = waitpid(child->pid, &ended, WNOHANG);
        if (pid == child->pid || (pid < 0 && errno == ECHILD)) {
            if (status != NULL) {
                *status = WIFSIGNALED(ended) ? 128 + WTERMSIG(ended) : WEXITSTATUS(ended);
            }
            child_close(child);
            child->pid = 0;
            return true;
        }
        if (clock_steady_ns() >= until) {
            return false;
        }
        clock_sleep_ms(pause);
    }
}

bool child_kill(struct child *child)
{
    if (child->pid == 0) {
        return true;
    }
    (void)kill(child->pid, SIGKILL);
    return child_wait(child, 5000, NULL);
}

void child_end_strays(pid_t keep)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    for (int round = 0; round < 100; round++) {
        FILE *list = fopen(path, "re");
        if (list == NULL) {
            return;
        }
        bool found = false;
        for (long pid; fscanf(list, "%ld", &pid) == 1;) {
            if ((pid_t)pid != keep) {
                (void)kill((pid_t)pid, SIGKILL);
                found = waitpid((pid_t)pid, NULL, WNOHANG) != (pid_t)pid || found;
            }
        }
        (void)fclose(list);
        if (!found) {
            return;
        }
        clock_sleep_ms(20);
    }
}

/* Reads what has arrived; false at the end of the stream. */
static bool stream_read(int descriptor, struct text_builder *into)
{
    char piece[16384];
    ssize_t size = read(descriptor, piece, sizeof piece);
    if (size <= 0) {
        return size < 0 && errno == EINTR;
    }
    if (into->size < (size_t)4 << 20) {
        text_add(into, (struct text){piece, (size_t)size});
    }
    return true;
}

/* Collects both streams until both have ended or the time is over (false). */
static bool streams_collect(const int descriptors[2], struct text_builder into[2], int64_t until)
{
    struct pollfd waiting[2] = {{.fd = descriptors[0], .events = POLLIN},
                                {.fd = descriptors[1], .events = POLLIN}};
    while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
        int64_t left = (until - clock_steady_ns()) / 1000000;
        if (left <= 0) {
            return false;
        }
        (void)poll(waiting, 2, (int)left);
        for (int i = 0; i < 2; i++) {
            if (waiting[i].fd >= 0 && waiting[i].revents != 0 &&
                !stream_read(waiting[i].fd, &into[i])) {
                waiting[i].fd = -1;
            }
        }
    }
    return true;
}

bool command_run(struct arena *arena, const char *const *arguments, int timeout_ms,
                 struct command_result *result, struct failure *failure)
{
    *result = (struct command_result){0};
    int output[2] = {-1, -1}, errors[2] = {-1, -1};
    struct child child;
    bool started = false;
    int64_t until = clock_steady_ns() + (int64_t)timeout_ms * 1000000;
    if (pipe2(output, O_CLOEXEC) != 0 || pipe2(errors, O_CLOEXEC) != 0) {
        (void)failure_set_errno(failure, "cannot make a pipe for %s", arguments[0]);
        goto end;
    }
    struct child_program program = {arguments, output[1], errors[1], SIGKILL};
    if (!child_prepare(&child, &program, failure)) {
        goto end;
    }
    (void)close(output[1]);
    (void)close(errors[1]);
    output[1] = errors[1] = -1;
    if (!child_release(&child, arguments[0], failure)) {
        goto end;
    }
    started = true;
    struct text_builder collected[2] = {{.arena = arena}, {.arena = arena}};
    bool ended = streams_collect((int[2]){output[0], errors[0]}, collected, until);
    int64_t left = (until - clock_steady_ns()) / 1000000;
    if (!ended || !child_wait(&child, left > 0 ? (int)left : 0, &result->exit_status)) {
        result->timed_out = true;
        result->exit_status = 128 + SIGKILL;
        (void)child_kill(&child);
    }
    result->output = text_built(&collected[0]);
    result->errors = text_built(&collected[1]);
end:
    for (int i = 0; i < 2; i++) {
        if (output[i] >= 0) {
            (void)close(output[i]);
        }
        if (errors[i] >= 0) {
            (void)close(errors[i]);
        }
    }
    return started;
}

struct text command_reason(struct arena *arena, const struct command_result *result)
{
    struct text_builder reason = {.arena = arena};
    struct text rest = result->errors;
    for (struct text line; text_next_line(&rest, &line);) {
        line = text_trim(line);
        text_add_string(&reason, reason.size > 0 && line.size > 0 ? "; " : "");
        text_add(&reason, line);
    }
    return text_built(&reason);
}

struct text command_output(struct arena *arena, const char *const *arguments, const char **trouble)
{
    size_t count = 0;
    while (arguments[count] != NULL) {
        count++;
    }
    const char **words = arena_take_array(arena, count + 1, sizeof *words);
    memcpy(words, arguments, count * sizeof *words);
    words[0] = program_find(arena, arguments[0]);
    words[count] = NULL;
    struct command_result result;
    if (words[0] == NULL) {
        *trouble = text_format(arena, "%s is not installed", arguments[0]).data;
        return (struct text){0};
    }
    if (!command_run(arena, words, 10000, &result, NULL) || result.timed_out ||
        result.exit_status != 0) {
        struct text reason = text_trim(result.errors), first = {0};
        (void)text_next_line(&reason, &first);
        *trouble = text_format(arena, "%s fails%s%.*s", command_written(arena, arguments).data,
                               first.size > 0 ? ": " : "", (int)first.size, first.data)
                       .data;
        return (struct text){0};
    }
    return result.output;
}

struct text command_written(struct arena *arena, const char *const *arguments)
{
    struct text_builder line = {.arena = arena};
    for (size_t i = 0; arguments[i] != NULL; i++) {
        const char *separator = i == 0 ? "" : " ";
        size_t plain = strspn(arguments[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789-_=+/.,:@%");
        if (arguments[i][plain] == '\0' && plain > 0) {
            text_add_format(&line, "%s%s", separator, arguments[i]);
            continue;
        }
        text_add_format(&line, "%s'", separator);
        for (const char *at = arguments[i]; *at != '\0'; at++) {
            text_add_string(&line, *at == '\'' ? "'\\''" : (char[2]){*at, '\0'});
        }
        text_add_string(&line, "'");
    }
    return text_built(&line);
}

const char *program_find(struct arena *arena, const char *name)
{
    const char *path = getenv("PATH");
    struct text folders =
        text_format(arena, "%s:/usr/local/sbin:/usr/sbin:/sbin", path == NULL ? "" : path);
    struct text folder;
    while (text_next_piece(&folders, ':', &folder)) {
        if (folder.size == 0 || folder.data[0] != '/') {
            continue; /* a program from the current folder is never meant */
        }
        const char *file = text_format(arena, "%.*s/%s", (int)folder.size, folder.data, name).data;
        if (access(file, X_OK) == 0) {
            return file;
        }
    }
    return NULL;
}

int64_t process_start_time(pid_t pid)
{
    char path[64], line[1024];
    (void)snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *stat = fopen(path, "re");
    if (stat == NULL) {
        return -1;
    }
    size_t size = fread(line, 1, sizeof line - 1, stat);
    (void)fclose(stat);
    line[size] = '\0';
    char *after_name = strrchr(line, ')'); /* the name may hold blanks and brackets */
    char state;
    unsigned long long started;
    if (after_name == NULL ||
        sscanf(after_name + 1,
               " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
               &state, &started) != 2 ||
        state == 'Z' || state == 'X') {
        return -1;
    }
    return (int64_t)started;
}
