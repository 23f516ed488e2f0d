#ifndef MODEL_OBSERVATION_H
#define MODEL_OBSERVATION_H

#include "model/metric.h"
#include "model/run.h"

enum direction {
    DIRECTION_UNSTATED,
    DIRECTION_READ,
    DIRECTION_WRITE,
    DIRECTION_TRIM,
    DIRECTION_MIXED,
};

/* What a number says of its run or of several: a posted mean is never counted as one run. */
enum statistic {
    STATISTIC_RUN,
    STATISTIC_MEAN,
    STATISTIC_SD,
    STATISTIC_MIN,
    STATISTIC_MAX,
    STATISTIC_MEDIAN,
    STATISTIC_BEST,
    STATISTIC_TOTAL,
    STATISTIC_CLAIM,
};

/* One number somebody measured. */
struct observation {
    const struct run *run;
    enum direction direction;
    const struct metric *metric;
    enum statistic statistic;
    double value; /* in `unit` */
    struct text
        unit; /* the metric's base unit; or the text's own token where it could not be resolved */
    struct text job;     /* one job of several in the run; empty = the whole run */
    struct text written; /* "176", "94,71M": as posted */
    struct source source;
};

/* "", "read", "write", "trim", "mixed". */
const char *direction_name(enum direction direction);
/* False when the text names none of them (the empty text names DIRECTION_UNSTATED). */
bool direction_find(struct text name, enum direction *direction);

/* "run", "mean", "sd", "min", "max", "median", "best", "total", "claim". */
const char *statistic_name(enum statistic statistic);
/* False when the text names none of them (the empty text names STATISTIC_RUN). */
bool statistic_find(struct text name, enum statistic *statistic);

#endif
