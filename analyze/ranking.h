#ifndef ANALYZE_RANKING_H
#define ANALYZE_RANKING_H

#include "analyze/selection.h"
#include "analyze/text_set.h"

/* Strata and workloads in the order in which they are shown. A stratum is a configuration without
   the compared factor. */
struct ranking {
    const struct settings *const *strata; /* by rank */
    size_t stratum_count;
    size_t *stratum_of;           /* rank by number of the configuration in the selection */
    const struct text *workloads; /* by rank */
    size_t workload_count;
    size_t *workload_of; /* rank by number of the workload in the set */
};

/* Strata sort by the levels of the factors that make sections, then by all their levels; workloads
 * naturally. */
struct ranking ranking_make(struct arena *arena, const struct selection *selection,
                            const struct text_set *workloads, struct text factor,
                            const struct text_list *sections);

#endif
