#ifndef RENDER_REPORT_H
#define RENDER_REPORT_H

#include "analyze/analysis.h"
#include "render/figures.h"

/* The report for publication, in GitHub-flavoured Markdown: the finding as title, the verdict, the
   chart, what to do next, tables, every run, conditions, doubts, posted claims, method, sources.
   `figures` (may be NULL) are linked as NAME.png beside the report. Owned by `arena`. */
struct text report_markdown(struct arena *arena, const struct analysis *analysis,
                            const struct figure_set *figures);

/* Writes report.md with its charts, analysis.json and observations.csv into `directory`, which is
   made when it is missing. */
NODISCARD bool report_write(const struct analysis *analysis, const char *directory,
                            struct failure *failure);

#endif
