#ifndef INGEST_NAMING_H
#define INGEST_NAMING_H

#include "ingest/reading.h"
#include "model/failure.h"
#include "model/results.h"

/* --factor NAME=REGEX: an extended regular expression whose first group is the level. */
struct factor_rule {
    struct text name;
    const char *pattern;
};

/* One file's reading with what the command line says of it. */
struct labelled_reading {
    struct reading *reading;
    const struct setting *labels;
    size_t label_count;
    bool archive;
};

/* Turns what all files gave into runs and observations of `results`: configuration, workload,
   iteration and order of each run by the rules of docs/formats.md. Texts of the readings are
   borrowed, so their arenas must be kept with the results. FAILURE_USAGE when a rule's pattern is
   no regular expression. */
NODISCARD bool naming_apply(struct results *results, const struct labelled_reading *readings,
                            size_t count, const struct factor_rule *rules, size_t rule_count,
                            struct failure *failure);

#endif
