#ifndef RENDER_ANALYSIS_JSON_H
#define RENDER_ANALYSIS_JSON_H

#include "analyze/analysis.h"

/* The version of the layout below: raised when a name goes away or changes its meaning. */
enum {
    ANALYSIS_JSON_SCHEMA = 1,
};

/* The whole outcome as one JSON object: schema, version, options, factor, levels, overall,
   unbeaten, comparisons, cells, warnings, checks, claims, excluded, notes, facts, sources. Names
   are those of the CSV tables; numbers have 17 significant digits and are null where nothing was
   computed. Owned by `arena`. */
struct text analysis_json(struct arena *arena, const struct analysis *analysis);

#endif
