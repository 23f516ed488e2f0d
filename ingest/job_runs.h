#ifndef INGEST_JOB_RUNS_H
#define INGEST_JOB_RUNS_H

#include "model/results.h"

/* Makes each job of a run with several jobs a run of its own, its workload "WORKLOAD: JOB"; the
   rows of the whole run go. Runs of one job stay as they are. */
void job_runs_split(struct results *results);

#endif
