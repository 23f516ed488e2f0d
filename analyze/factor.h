#ifndef ANALYZE_FACTOR_H
#define ANALYZE_FACTOR_H

#include "analyze/analysis.h"

/* The factor to compare and its levels in level order. `compare` empty: ashift when it varies, else
   the only factor that varies; `*factor` stays empty when none does, or when several do and none is
   named (`*several`). FAILURE_USAGE when no configuration has the factor named: the message lists
   the choices. */
NODISCARD bool factor_choose(struct arena *arena, const struct settings *const *configurations,
                             size_t count, struct text compare, struct text *factor,
                             struct text_list *levels, bool *several, struct failure *failure);

/* Fails with FAILURE_USAGE: several settings vary, and one must be chosen. */
NODISCARD bool factor_ask(struct arena *arena, const struct settings *const *configurations,
                          size_t count, struct failure *failure);

/* The number of `level` in `levels`, or `levels.count` when it is not there. */
size_t factor_level_index(struct text_list levels, struct text level);

#endif
