#ifndef ANALYZE_COPIES_H
#define ANALYZE_COPIES_H

#include "analyze/cell.h"

/* The same figures, one after the other, under two configurations: a copying slip? */
struct copied_block {
    const struct settings *first, *second; /* in reading order */
    size_t figures;                        /* 4 or more, not all alike */
};

/* Looks at cells of one value whose metric decides, in the order in which the values were read.
   Equal blocks must be of the same workloads and directions. `*blocks` lives in `arena`. */
size_t copies_find(struct arena *arena, const struct cell_table *table,
                   struct copied_block **blocks);

#endif
