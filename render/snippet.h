#ifndef RENDER_SNIPPET_H
#define RENDER_SNIPPET_H

#include "analyze/analysis.h"
#include "render/document.h"

/* Verdict and table of the comparisons that count (of the cells where there are none), short enough
   to be pasted into a forum. Owned by `arena`. */
struct document snippet_document(struct arena *arena, const struct analysis *analysis);

#endif
