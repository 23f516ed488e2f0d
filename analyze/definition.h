#ifndef ANALYZE_DEFINITION_H
#define ANALYZE_DEFINITION_H

#include "analyze/analysis.h"

/* How two workloads of one name differ in what shapes the load. */
struct definition_difference {
    struct text
        differing; /* "bs 4k and 64k, direct 0 and 1" (first side and second); empty = none */
    struct text one_sided; /* "direct 1 (13)": stated for that level only, and not the default of
                              fio; "all options (13)" when the other side states none */
};

/* Compares the options of the runs behind two cells. The option that is the compared factor itself,
   with the compared levels as values, does not count. Texts live in `arena`. */
struct definition_difference definition_compare(struct arena *arena, const struct cell *cell,
                                                const struct cell *other, struct text factor);

#endif
