#ifndef MODEL_RUN_H
#define MODEL_RUN_H

#include "model/settings.h"

#include <stdint.h>

/* Where something stood. */
struct source {
    struct text path; /* as given; ARCHIVE.tar.gz/MEMBER for members of an archive */
    unsigned line;    /* from 1; 0 = unknown */
};

/* One complete execution of a workload under one configuration: the only unit that counts as a
 * repeat. */
struct run {
    size_t number;                        /* its place among the runs of the results */
    const struct settings *configuration; /* factor=level; never NULL */
    struct text workload;
    const struct settings *options; /* rw, bs, iodepth, ... as run; NULL = not stated */
    const struct settings *facts;   /* known of this run alone: counters, its pool; NULL = none */
    unsigned iteration;             /* from 1; 0 = the source does not say */
    unsigned block, position;       /* order of running, from 1; 0 = unknown */
    struct text session;            /* one pool creation, boot or installation; empty = unknown */
    int64_t started_at;             /* ns since the epoch; 0 = unknown */
    struct text tool, tool_version; /* "fio", "3.33"; empty = unknown */
    struct text fault;              /* empty, or why the run is not usable */
    struct source source;
};

#endif
