#ifndef INGEST_ARCHIVE_POOLS_H
#define INGEST_ARCHIVE_POOLS_H

#include "ingest/reading.h"

/* What `zdb -l` said of the pools of an archive: which ashift they really had, by the ashift that
   was asked for. */
struct pool_ashift {
    struct text asked;
    struct text measured; /* "12", or "12 and 13" where pools differ */
};

struct archive_pools {
    struct arena *arena;
    struct pool_ashift *items;
    size_t count, capacity;
};

/* Takes the ashift of every top-level vdev in the label of a pool that was asked to have `asked`.
 */
void archive_pools_add(struct archive_pools *pools, struct text asked, struct text label);

/* Adds the fact `measured_ashift`: "9: 9; 12: 12", or "12" where ashift is no factor. Nothing where
 * no label was read. */
void archive_pools_write(const struct archive_pools *pools, struct reading *reading);

#endif
