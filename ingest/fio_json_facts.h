#ifndef INGEST_FIO_JSON_FACTS_H
#define INGEST_FIO_JSON_FACTS_H

#include "ingest/json_document.h"
#include "ingest/reading.h"

/* What fio's JSON says beside the figures, as facts of the run: job_cpu (user and system time of
   the busiest of its jobs, in percent), filename where one was given to every job; of a single job
   also DIRECTION_bw_mean (B/s), DIRECTION_bw_min (B/s) and DIRECTION_bw_samples; impossible: what
   the version stated does not print. */
void fio_json_facts_write(struct reading *reading, size_t run, const struct json *root,
                          const struct json *const *jobs, size_t count);

#endif
