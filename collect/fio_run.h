#ifndef COLLECT_FIO_RUN_H
#define COLLECT_FIO_RUN_H

#include "collect/made.h"
#include "collect/stop_signal.h"
#include "collect/workload.h"

struct fio_request {
    const char *program;
    const struct workload *workload;
    const char *job_file;     /* the path of the job file as archived */
    const char *directory;    /* where fio makes its files; NULL when there is a device */
    const char *device;       /* that fio writes to instead of files */
    const struct host *hosts; /* servers that run it instead of this machine */
    size_t host_count;
    double patience_seconds; /* so much longer than expected it may take */
    const char *disk;        /* a folder whose disk must not become full; NULL = none */
    pid_t daemon;            /* of the file system that fio writes to; 0 = none */
    const char *output;      /* the path that fio writes its JSON to */
    const char *errors;      /* its standard error */
};

/* Called a few times a second; `speed` is "" until fio has told one ("w=120MiB/s"). */
struct fio_watcher {
    void *user;
    void (*progress)(void *user, const char *speed);
};

struct fio_result {
    int exit_status;
    bool stopped;           /* by a signal to this program: neither counts nor failed */
    bool disk_was_full;     /* so that fio was ended: neither counts nor failed */
    int64_t started, ended; /* ns since 1970 */
    struct text fault;      /* why the run does not count; empty = it counts */
};

/* fio's command line, ended by NULL. */
const char *const *fio_arguments(struct arena *arena, const struct fio_request *request);

/* Runs fio to its end and judges the run. False only when that could not be done at all (fio cannot
   be started, a file of the archive cannot be written or read). */
NODISCARD bool fio_run(struct arena *arena, const struct fio_request *request, struct made *made,
                       struct stop_signal *stop, struct fio_watcher watcher,
                       struct fio_result *result, struct failure *failure);

/* Asks fio whether it understands the job file, without running it. */
NODISCARD bool fio_check_job(struct arena *arena, const char *program, struct text job_file,
                             const char *name, struct failure *failure);

#endif
