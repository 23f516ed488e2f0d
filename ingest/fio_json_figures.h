#ifndef INGEST_FIO_JSON_FIGURES_H
#define INGEST_FIO_JSON_FIGURES_H

#include "ingest/fio_json_bins.h"
#include "ingest/json_document.h"
#include "ingest/json_place.h"
#include "ingest/reading.h"

/* What one job, or a group of jobs, did in one direction. */
struct fio_figures {
    bool any; /* there was I/O */
    double io_bytes, ios, runtime_ms;
    /* as printed for one job; bytes and ios over the longest run time for a group, bandwidth < 0
       and iops 0 when that is 0 */
    double bandwidth, iops;
    const char *bandwidth_key;
    struct fio_latency {
        const char *key;        /* of the object it stands in */
        double mean, low, high; /* ns; mean < 0: none printed */
        const struct json *percentiles;
        double unit_ns; /* of the percentiles' values */
    } submission, completion, total;
};

/* Reads the figures of a job's `direction` object ("read", "write", "trim", "mixed"). */
struct fio_figures fio_figures_read(const struct json *direction);

/* Adds the figures of one more job to those of its group. */
void fio_figures_add(struct fio_figures *group, const struct fio_figures *job);

/* Adds the rows of `figures` to the run. `place`, that of the direction's object, gives line and
   written text of each (NULL: all get `line`). `percentiles_are_total`: the percentiles under
   clat_ns are of total latency. */
void fio_figures_write(const struct fio_figures *figures, struct reading *reading, size_t run,
                       enum direction direction, struct text job, const struct json_place *place,
                       unsigned line, bool percentiles_are_total);

/* Adds the percentiles of merged bins; which ones is said by the keys of `percentiles`. */
void fio_merged_percentiles_write(struct fio_bins *bins, const struct json *percentiles,
                                  const char *prefix, struct reading *reading, size_t run,
                                  enum direction direction, unsigned line);

/* Adds the rows of a job's `sync` object, if it synced at all; `place` is that of the object. */
void fio_sync_write(const struct json *sync, struct reading *reading, size_t run, struct text job,
                    const struct json_place *place);

#endif
