#ifndef MODEL_METRIC_H
#define MODEL_METRIC_H

#include "model/unit.h"

enum better {
    BETTER_UNKNOWN,
    BETTER_HIGHER,
    BETTER_LOWER,
};

struct metric {
    struct text name;         /* "bw", "clat_p99.9"; the column `metric` */
    struct text label;        /* "bandwidth", "99.9th percentile of completion latency" */
    enum dimension dimension; /* fixes the base unit */
    enum better better;
    int primary_rank; /* 1 is primary before 2; 0 is never primary unless the user chooses it */
};

/* Metrics are interned: within one table equal names are the same pointer. */
struct metric_table;

struct metric_table *metric_table_create(struct arena *arena);

/* The metric of this name. bw, iops, runtime, io_bytes, ios, sync_ios, change, and lat_, clat_,
   slat_, sync_ with mean, min, max, sd or a percentile (clat_p99.9) are known, and what fio's logs
   say of these (bw_log_mean, clat_log_p99); any other name
   becomes a metric of its own with unknown dimension and better direction. */
const struct metric *metric_find(struct metric_table *table, struct text name);

/* True for what a log says of the inside of a run ("bw_log_mean"). */
bool metric_is_of_log(const struct metric *metric);

#endif
