#ifndef RENDER_PAIRS_H
#define RENDER_PAIRS_H

#include "analyze/analysis.h"

/* One pair of levels in one stratum with its comparisons, as every output goes through them. */
struct pair {
    const struct overall *overall;
    const struct comparison **primary, **secondary;
    size_t primary_count, secondary_count;
    const struct metric *metric; /* of all primary comparisons; NULL when they differ */
};

struct pair_list {
    const struct pair *items;
    size_t count;
    bool several_strata;
};

/* In the order of `analysis->overalls`; owned by `arena`. */
struct pair_list pairs_of(struct arena *arena, const struct analysis *analysis);

/* "ashift 12 against 13", with the stratum behind a comma when `with_stratum`; one line without
 * markup. */
struct text pair_name(struct arena *arena, const struct overall *overall, bool with_stratum);

/* "recordsize 16k, compression off"; empty for the empty stratum. */
struct text stratum_name(struct arena *arena, const struct settings *stratum);

/* The name of a row: workload and direction, with the metric when `with_metric`; one line. */
struct text comparison_name(struct arena *arena, const struct comparison *comparison,
                            bool with_metric);

/* Required runs for a narrow column: "784", "2200", "1000+"; empty when not computed. */
struct text runs_short(struct arena *arena, double runs);

/* Why a test of this pair cannot be compared, "There are no runs of ashift 12."; "" for other tests
   and where the sentence on the whole pair says it. */
struct text pair_reason(struct arena *arena, const struct analysis *analysis,
                        const struct pair *pair, const struct comparison *comparison);

/* What keeps a difference from counting, as a sentence; "" where nothing does. */
struct text pair_doubt(struct arena *arena, const struct comparison *comparison);

/* What stands below each test where one pair of levels is compared in up to four tests: why it is
   undecided, then what it rests on; "" elsewhere. */
struct text pair_evidence(struct arena *arena, const struct analysis *analysis,
                          const struct pair *pair, const struct comparison *comparison);

#endif
