#ifndef MODEL_HISTOGRAM_H
#define MODEL_HISTOGRAM_H

#include "model/observation.h"

struct histogram_bin {
    double ns, count; /* the latency that stands for the bin, and how many I/Os took it */
};

/* How long the I/Os of one run took, as fio counted them. */
struct histogram {
    const struct run *run;
    enum direction direction;
    struct text latency;              /* "clat", "lat" */
    struct text job;                  /* one job of several in the run; empty = the whole run */
    const struct histogram_bin *bins; /* rising, each with a count above 0 */
    size_t bin_count;
    double total; /* sum of the counts */
};

/* The latency below or at which `percent` of the I/Os lie: the first bin at which the running count
   reaches the share (fio stat.c, calc_clat_percentiles). 0 without bins. */
double histogram_percentile(const struct histogram *histogram, double percent);

#endif
