#ifndef INGEST_POSTED_JOB_H
#define INGEST_POSTED_JOB_H

#include "ingest/reading.h"

/* The jobs that a page shows beside fio's output: sections of job files and commands
   ("fio --name=a --bs=4k ..."). Their rw, bs, ioengine and iodepth become the facts job_rw, job_bs
   ... of the runs of the same name from `first_run` on, so that job and output can be held against
   each other. Where a page shows several jobs of one name with different values of an option there
   is no fact of it. Reference: fio's HOWTO, "Job file format". */
void posted_jobs_hold(struct text page, struct reading *reading, size_t first_run);

#endif
