#ifndef MODEL_TIME_SERIES_H
#define MODEL_TIME_SERIES_H

#include "model/observation.h"

/* What was measured while a run went on: its log, or the means of equal stretches of a long one. */
struct time_series {
    const struct run *run;
    enum direction direction;
    const struct metric *metric; /* bw, iops, clat_mean ... */
    const double *seconds;       /* since the run began; rising */
    const double *values;        /* in the metric's base unit */
    size_t count;
};

#endif
