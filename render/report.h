#ifndef RENDER_REPORT_H
#define RENDER_REPORT_H

#include "analyze/analysis.h"
#include "render/document.h"
#include "render/figures.h"

/* The report for publication: the finding as title, the verdict, the chart, what to do next,
   tables, every run, conditions, doubts, posted claims, method, sources. `figures` may be NULL.
   Owned by `arena`. */
struct document report_document(struct arena *arena, const struct analysis *analysis,
                                const struct figure_set *figures);

/* The same in GitHub-flavoured Markdown. */
struct text report_markdown(struct arena *arena, const struct analysis *analysis,
                            const struct figure_set *figures);

/* Writes report.md and report.html with their charts, analysis.json and observations.csv into
   `directory`, which is made when it is missing. `*drawings` are owned by `arena`. */
NODISCARD bool report_write(struct arena *arena, const struct analysis *analysis,
                            const char *directory, const struct figure_options *options,
                            struct drawings *drawings, struct failure *failure);

#endif
