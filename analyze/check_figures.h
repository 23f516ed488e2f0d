#ifndef ANALYZE_CHECK_FIGURES_H
#define ANALYZE_CHECK_FIGURES_H

#include "analyze/check_scene.h"

/* What a rule looks at besides what is stated around a run. Runs that do not differ in it have the
   same answer, so the rule is asked once. */
enum figure_kind {
    FIGURE_RATE = 1 << 0,  /* bw, and how it was written */
    FIGURE_IOPS = 1 << 1,  /* iops, and how it was written */
    FIGURE_BYTES = 1 << 2, /* io_bytes, run_bytes */
    FIGURE_TIME = 1 << 3,  /* runtime, run_time */
    FIGURE_LATENCY = 1 << 4,
    FIGURE_FAULT = 1 << 5, /* of the run */
    FIGURE_CIRCUMSTANCES = 1 << 6,
};

/* The kinds in which two runs of one group differ. */
unsigned check_figures_differ(const struct run_figures *one, const struct run_figures *other);

/* The figures with those of other kinds not stated, so that no rule can rest on what it does not
   say it looks at. */
struct run_figures check_figures_only(const struct run_figures *figures, unsigned kinds);

#endif
