#ifndef ANALYZE_FACTOR_H
#define ANALYZE_FACTOR_H

#include "analyze/analysis.h"

/* The factor to compare and its levels in level order. `compare` empty: ashift when it varies, else
   the only factor that varies; `*factor` stays empty when none does. FAILURE_USAGE when no
   configuration has the factor named, or when several vary and none is named: the message lists the
   choices. */
NODISCARD bool factor_choose(struct arena *arena, const struct settings *const *configurations,
                             size_t count, struct text compare, struct text *factor,
                             struct text_list *levels, struct failure *failure);

/* The number of `level` in `levels`, or `levels.count` when it is not there. */
size_t factor_level_index(struct text_list levels, struct text level);

#endif
