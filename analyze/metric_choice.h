#ifndef ANALYZE_METRIC_CHOICE_H
#define ANALYZE_METRIC_CHOICE_H

#include "analyze/selection.h"

enum { DIRECTION_COUNT = DIRECTION_MIXED + 1 };

/* Which metrics are analyzed and which one decides, for each workload and direction. */
struct metric_choice {
    const struct analysis_options *options;
    size_t *first;   /* [workload * DIRECTION_COUNT + direction]: rank of the metric that decides */
    bool *secondary; /* same index: another direction of the same runs moves more bytes */
    bool measured;   /* one of the default metrics was measured of some workload */
};

/* Rank of a metric in tables: as the user named them, else bandwidth, IOPS, latencies, unknown
   metrics; SIZE_MAX when it is not analyzed at all. */
size_t metric_choice_rank(const struct analysis_options *options, const struct metric *metric);

/* Empty for `workloads` workloads; lives in `arena`. */
struct metric_choice metric_choice_create(struct arena *arena,
                                          const struct analysis_options *options, size_t workloads);

/* Tells that this metric was measured for a workload (by number) and direction. */
void metric_choice_note(struct metric_choice *choice, size_t workload, enum direction direction,
                        const struct metric *metric);

/* Finds the workloads whose runs read and write at once; workload_of[i] is that of selected
 * observation i. */
void metric_choice_weigh(struct metric_choice *choice, const struct selection *selection,
                         const size_t *workload_of, size_t workloads);

/* After everything was noted. */
bool metric_choice_keeps(const struct metric_choice *choice, size_t workload,
                         enum direction direction, const struct metric *metric);
bool metric_choice_is_primary(const struct metric_choice *choice, size_t workload,
                              enum direction direction, const struct metric *metric);

#endif
