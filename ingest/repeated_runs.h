#ifndef INGEST_REPEATED_RUNS_H
#define INGEST_REPEATED_RUNS_H

#include "ingest/naming.h"

/* Takes out runs that stand in several files (a copy, an archive beside the observations.csv made
   from it): the first stays, the others are noted where they stand. Two runs are one when they
   began at the same time and every number that tells executions apart is the same; the same run
   under two labels of the command line stays twice. Runs whose start is not known are never taken
   out. */
void repeated_runs_drop(const struct labelled_reading *readings, size_t count);

#endif
