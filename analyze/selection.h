#ifndef ANALYZE_SELECTION_H
#define ANALYZE_SELECTION_H

#include "analyze/analysis.h"

/* The observations that enter an analysis, in reading order. */
struct selection {
    const struct observation *
        *observations; /* whole runs only; statistics run, mean, median, best */
    size_t count;
    const struct settings **configurations; /* of their runs, each once */
    size_t configuration_count;
    struct excluded_run *excluded; /* left out for a fault, in reading order */
    size_t excluded_count;
};

/* Keeps what filter and workload glob let through. FAILURE_USAGE when a filter names a factor that
   no run has, or when nothing is left although there are observations. The result lives in `arena`.
 */
NODISCARD bool selection_make(struct arena *arena, const struct results *results,
                              const struct analysis_options *options, struct selection *selection,
                              struct failure *failure);

#endif
