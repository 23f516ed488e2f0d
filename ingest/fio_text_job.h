#ifndef INGEST_FIO_TEXT_JOB_H
#define INGEST_FIO_TEXT_JOB_H

#include "ingest/fio_text_figure.h"
#include "ingest/reading.h"

/* What fio printed of its jobs in text or terse output, and how that becomes runs. */

enum { FIO_DIRECTIONS = 4, FIO_LATENCIES = 3 };
enum fio_latency_kind { FIO_SUBMISSION, FIO_COMPLETION, FIO_TOTAL };

/* Order of fio_printed_job.directions. */
extern const enum direction fio_directions[FIO_DIRECTIONS];

struct fio_percentile {
    double percent;
    struct fio_figure figure;
};

struct fio_printed_latency {
    struct fio_figure lowest, highest, mean;
    struct fio_percentile *percentiles;
    size_t count, capacity;
};

/* Figures that are not printed have written.data NULL. */
struct fio_printed_direction {
    struct fio_figure ios, io_bytes, bandwidth, iops, runtime;
    struct fio_printed_latency latencies[FIO_LATENCIES];
};

struct fio_printed_job {
    struct text name, host;
    double group;
    bool all_clients; /* the sum over the clients of client mode */
    unsigned line;
    int error;
    struct fio_printed_direction directions[FIO_DIRECTIONS];
    struct fio_figure sync_ios;
    struct fio_printed_latency sync;
};

/* One groupid of one report. */
struct fio_printed_run {
    struct fio_printed_job *const *jobs;
    size_t count;
    struct text version, workload; /* workload empty: the names of the jobs */
    struct text fault;             /* besides errors of jobs; empty = none */
    struct text impossible;        /* what no one version prints; empty = nothing */
    bool jobs_only; /* the jobs are not all of the run, or not surely of one run: no group rows */
    const struct fio_printed_direction *group_lines; /* FIO_DIRECTIONS of them; may be NULL */
    const struct setting *options;
    size_t option_count;
    struct text host;
};

struct fio_known_runs;

/* Adds a percentile; its figure lies within one unit of the printed digits. */
void fio_latency_add_percentile(struct arena *arena, struct fio_printed_latency *latency,
                                double percent, struct fio_figure figure);

/* Settles one rate by the printed rate and by bytes (or I/Os) over the run time, whichever says
   more. `*agree` becomes false when the two contradict: then the printed one stays. */
struct fio_figure fio_settle_rate(const struct fio_figure *printed, const struct fio_figure *total,
                                  const struct fio_figure *runtime, bool *agree);

/* Adds a run with its rows to the reading; with a note instead when it is one of `known`. */
void fio_run_write(struct arena *scratch, const struct fio_printed_run *run,
                   const struct fio_known_runs *known, struct reading *reading);

#endif
