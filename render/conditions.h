#ifndef RENDER_CONDITIONS_H
#define RENDER_CONDITIONS_H

#include "analyze/analysis.h"

/* Under which conditions the numbers arose, as far as the inputs say. */

/* "4 runs of each setting", "3 to 12 runs of each setting", "one run of each setting: no idea how
   far it would move on a repeat"; empty without cells. */
struct text conditions_runs(struct arena *arena, const struct analysis *analysis);

/* How many runs gave a value that the analysis used; logs are of runs that count already. */
size_t conditions_run_count(struct arena *arena, const struct analysis *analysis);

/* "ashift 12, 13"; empty where the levels speak for themselves, as the labels at lines show them.
 */
struct text conditions_levels(struct arena *arena, const struct analysis *analysis);

/* "compared block by block", "not interleaved", "order of running unknown"; empty without
 * comparisons. */
struct text conditions_order(const struct analysis *analysis);

/* "fio 3.33" (with a no-break space); several are listed; empty when unknown. */
struct text conditions_tool(struct arena *arena, const struct results *results);

/* True when the facts say that the pools lay on sparse files: then the verdict says nothing about a
 * drive. */
bool conditions_on_files(const struct results *results);

/* That sentence. */
struct text conditions_file_sentence(void);

/* "Source: blog.txt", "Source: 54 files in repeated". */
struct text conditions_source(struct arena *arena, const struct analysis *analysis);

#endif
