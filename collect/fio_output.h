#ifndef COLLECT_FIO_OUTPUT_H
#define COLLECT_FIO_OUTPUT_H

#include "collect/workload.h"
#include "model/text.h"

struct host;

/* One row of `jobs`. */
struct fio_job {
    struct text name;
    int64_t error;      /* -1 = the row does not say */
    int64_t runtime_ms; /* the longest of its directions */
    int64_t io_bytes;   /* of all directions */
    struct text host;   /* of a run on several hosts */
    int64_t port;
};

/* What fio's JSON output says of a run, no more than is needed to tell whether the run counts. */
struct fio_output {
    struct text before;  /* what fio printed before the document */
    bool is_complete;    /* the document is there and ends */
    struct text version; /* "fio-3.33" */
    struct fio_job *jobs;
    size_t job_count, job_capacity;
};

/* Scans the text; borrows from it. */
void fio_output_scan(struct arena *arena, struct text text, struct fio_output *output);

/* Why the run does not count; the empty text when it does. fio can exit with 0 after a worker was
   killed, and writes a complete document after it was stopped half-way, so all of it is looked at.
 */
struct text fio_output_fault(struct arena *arena, int exit_status, struct text json,
                             struct text errors, const struct workload *workload);

/* The same of a run on several hosts: every job of every host must be there. The client exits with
   0 when one of several hosts refused or failed. */
struct text fio_output_fault_of_hosts(struct arena *arena, int exit_status, struct text json,
                                      struct text errors, const struct workload *workload,
                                      const struct host *hosts, size_t host_count);

#endif
