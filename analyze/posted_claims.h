#ifndef ANALYZE_POSTED_CLAIMS_H
#define ANALYZE_POSTED_CLAIMS_H

#include "analyze/analysis.h"

/* Fills analysis->stated: every percentage and winner that a post states (observations with the
   statistic `claim`), held against the figures of the same post. */
void stated_changes_find(struct analysis *analysis);

#endif
