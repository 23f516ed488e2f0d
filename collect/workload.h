#ifndef COLLECT_WORKLOAD_H
#define COLLECT_WORKLOAD_H

#include "model/failure.h"
#include "model/text.h"

#include <stdint.h>

/* Size and run time are multiplied with numerator / denominator; 1/1 leaves the job as it is. */
struct scale {
    unsigned numerator, denominator;
};

/* What a job file is changed to before it is run. */
struct workload_shape {
    struct scale scale;
    bool is_for_device; /* all jobs in one block device, each in a place of its own */
};

/* "1/16" or "1"; false when it is neither, or above 1. */
bool scale_read(struct text text, struct scale *scale);

/* What one row of `jobs` in fio's output has to show for the run to count. */
struct expected_job {
    struct text name;   /* the section it is, or the first one of its group */
    int64_t runtime_ms; /* 0 = the job ends when its bytes are done */
    int64_t io_bytes;   /* 0 = not known or not wanted: the job is ended by its run time */
};

/* One run of fio: a job file of its own. */
struct workload {
    struct text name;      /* its section, or several joined by "+" */
    const char *file_name; /* "randwrite-4k.fio", for the archive */
    struct text job_file;  /* as run: every option of every section written option=value */
    struct expected_job *expected;
    size_t expected_count;
    int64_t file_bytes;         /* of all files together */
    int64_t written_bytes;      /* where that is known before, and for laying files out */
    double seconds;             /* expected: run times, and bytes at 100 MiB/s or the job's rate */
    double timed_write_seconds; /* of these, writing as fast as it goes */
    bool reads;
    bool has_open_end; /* a job ends with its bytes alone, however long they take */
};

struct workload_set {
    struct text name; /* "quick", "salter" or the name of the user's file */
    struct workload *items;
    size_t count;
};

/* The workloads of a job file that comes with the program ("quick") or of the user's own file (a
   path): sections are one run unless `stonewall` parts them. A failure names file and line; it is
   FAILURE_USAGE also when the file is missing. */
NODISCARD bool workload_set_read(struct arena *arena, struct text name, struct workload_shape shape,
                                 struct workload_set *set, struct failure *failure);

/* The same from text in memory; `path` is for messages and for what it includes. */
NODISCARD bool workload_set_parse(struct arena *arena, struct text job_file, const char *path,
                                  struct workload_shape shape, struct workload_set *set,
                                  struct failure *failure);

/* A job file that comes with the program: collect/workloads/NAME.fio. */
struct shipped_workload {
    const char *name, *job_file;
};

extern const struct shipped_workload shipped_workloads[]; /* ended by a row without a name */

/* A name for a file of at most 89 bytes: letters, digits and "+._=-" stay, anything else becomes
   "_"; where something was replaced or cut off, eight digits of the name's SHA-256 follow. */
const char *file_name_of(struct arena *arena, struct text name);

#endif
