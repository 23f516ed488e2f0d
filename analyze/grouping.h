#ifndef ANALYZE_GROUPING_H
#define ANALYZE_GROUPING_H

#include "analyze/metric_choice.h"
#include "analyze/text_set.h"

/* What can stand for a cell, first choice first; only runs count as more than one. */
enum { GROUPED_STATISTICS = 4 };

/* A cell in the making: the observations of one configuration, workload, direction and metric. */
struct group {
    const struct settings *configuration;
    size_t workload; /* number in grouping.workloads */
    enum direction direction;
    const struct metric *metric;
    size_t counts[GROUPED_STATISTICS]; /* observations by statistic */
    bool kept;                         /* its metric is analyzed */
    /* Of the groups that are kept: */
    enum statistic statistic;                /* the one that is taken */
    const struct observation **observations; /* in the order of running */
    size_t n;                                /* 1 unless they are runs */
};

struct grouping {
    struct arena *arena;
    struct group *groups;
    size_t count, capacity;
    size_t *table; /* number + 1; 0 is free */
    size_t table_capacity;
    size_t *group_of, *workload_of; /* of each selected observation */
    struct text_set *workloads;
    struct metric_choice choice;
};

/* Groups the selected observations and hands them out to the groups whose metric is analyzed. All
   lives in `arena`. FAILURE_USAGE when the options name a metric that nothing was measured of. */
NODISCARD bool grouping_make(struct arena *arena, const struct selection *selection,
                             const struct analysis_options *options, struct grouping *grouping,
                             struct failure *failure);

#endif
