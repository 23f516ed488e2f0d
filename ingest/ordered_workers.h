#ifndef INGEST_ORDERED_WORKERS_H
#define INGEST_ORDERED_WORKERS_H

#include <stddef.h>

/* Calls work(context, i) once for each i below `count`, from up to `jobs` threads (the calling one
   among them), and returns when all are done. What a call writes for its own i needs no lock. Jobs
   below 2, or threads that cannot be started, do the same in fewer threads. */
void ordered_workers_run(size_t count, unsigned jobs, void (*work)(void *context, size_t index),
                         void *context);

#endif
