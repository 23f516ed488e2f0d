#ifndef COLLECT_CHILD_PROCESS_H
#define COLLECT_CHILD_PROCESS_H

#include "model/failure.h"
#include "model/text.h"

#include <stdint.h>
#include <sys/types.h>

/* Starting programs without a shell. A child has its own process group, LC_ALL=C, no descriptor but
   0, 1, 2, and gets `death_signal` when this process ends in whatever way. */
struct child_program {
    const char *const *arguments; /* ended by NULL; the first is the program's path */
    int output, error; /* descriptors for its standard output and error; -1 = /dev/null */
    int death_signal;
};

struct child {
    pid_t pid;       /* 0 = none */
    int64_t started; /* as process_start_time */
    int go;        /* the child waits until something arrives here, -1 when it has been released */
    int complaint; /* the child reports here why it cannot start */
};

/* Makes the child process, which waits before it becomes the program: its pid can be written down
 * first. */
NODISCARD bool child_prepare(struct child *child, const struct child_program *program,
                             struct failure *failure);

/* Lets the child become the program; fails with the reason when it cannot. The child is gone then.
 */
NODISCARD bool child_release(struct child *child, const char *program, struct failure *failure);

/* Waits at most so long for the end of the child. `*status` (may be NULL) is its exit status, or
   128 + the signal that ended it. False: it is still running. */
bool child_wait(struct child *child, int timeout_ms, int *status);

/* SIGKILL, and waiting for the end. False when it is still there after five seconds. */
bool child_kill(struct child *child);

/* Ends children of this process that are neither `keep` nor known here, such as workers whose
   parent died (the process must be a subreaper for them to become its children). */
void child_end_strays(pid_t keep);

struct command_result {
    int exit_status;            /* or 128 + signal */
    bool timed_out;             /* the command was killed */
    struct text output, errors; /* at most 4 MiB each */
};

/* Runs a program to its end, or kills it after the timeout. Fails only when it cannot be started.
 */
NODISCARD bool command_run(struct arena *arena, const char *const *arguments, int timeout_ms,
                           struct command_result *result, struct failure *failure);

/* What the command said about its failure, on one line: the lines of its standard error joined by
   "; ". */
struct text command_reason(struct arena *arena, const struct command_result *result);

/* The standard output of a program that is found by its name, the first argument; the empty text
   and the reason in `*trouble` when it is missing, fails or does not end within ten seconds. */
struct text command_output(struct arena *arena, const char *const *arguments, const char **trouble);

/* The arguments on one line, quoted where a shell would need it: for people to read. */
struct text command_written(struct arena *arena, const char *const *arguments);

/* The path of a program on PATH, or in the folders of system programs that a user's PATH may lack;
   NULL when there is none. */
const char *program_find(struct arena *arena, const char *name);

/* When a process started, in clock ticks after boot: with its pid it names a process once and for
   all. -1 when there is no such process or it has ended already. */
int64_t process_start_time(pid_t pid);

#endif
