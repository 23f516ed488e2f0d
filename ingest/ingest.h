#ifndef INGEST_INGEST_H
#define INGEST_INGEST_H

#include "ingest/naming.h"
#include "model/failure.h"
#include "model/results.h"

struct ingest_options {
    const struct factor_rule *rules; /* --factor */
    size_t rule_count;
    unsigned jobs;      /* threads that read; 0 = one */
    const char *format; /* name of the reader that must read every file; NULL = the surest */
    bool explain;       /* note how sure each reader was of each file */
    bool per_job;       /* each job of a run is a run of its own */
    bool shapes;        /* keep the histograms and the series of runs too */
    bool digests;       /* compute the SHA-256 of each file */
};

/* Reads all inputs (`[FACTOR=LEVEL,...:]PATH`, "-" for standard input) in their order. Files that
   cannot be understood stand in results->files with the reason; they are no failure. The result
   does not depend on `jobs`. The caller frees it with results_free. NULL with FAILURE_USAGE when
   the options are wrong. */
struct results *ingest_read(const char *const *inputs, size_t count,
                            const struct ingest_options *options, struct failure *failure);

/* Files that gave at least one number, and files that gave none. */
size_t ingest_used(const struct results *results);
size_t ingest_refused(const struct results *results);

#endif
