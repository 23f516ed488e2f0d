#ifndef RENDER_REPORT_CHECKS_H
#define RENDER_REPORT_CHECKS_H

#include "analyze/analysis.h"
#include "render/document.h"

/* Sections of the report about credibility, each added to `out` with its heading; nothing where
   there is nothing to say. */

/* Hits with what to do, and which checks could not be made and why. */
void report_checks(struct document *out, const struct analysis *analysis);

/* Percentages and winners that the posts state, held against their figures. */
void report_stated(struct document *out, const struct analysis *analysis);

#endif
