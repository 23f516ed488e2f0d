#ifndef COLLECT_POOL_LAYOUT_H
#define COLLECT_POOL_LAYOUT_H

#include "model/text.h"

#include <stdbool.h>
#include <stdint.h>

/* What a pool is made of, out of its configuration as `zdb -C` prints it (the same keys from 0.6 to
   2.3), or out of the vdev properties of `zpool get -Hp ashift POOL all-vdevs` (2.2 and later). The
   pool's own property `ashift` is never used: it says what was asked for, or 0. */
struct top_vdev {
    struct text type;          /* "mirror", "raidz", "disk", "file"; empty = not known */
    unsigned ashift;           /* 0 = not known */
    unsigned parity, children; /* of raidz; children of any, 0 = a leaf */
    bool is_log;
};

struct pool_layout {
    struct top_vdev *vdevs;
    size_t count, capacity;
};

/* Out of the output of zdb -C, also with other text before it. False: there is no vdev in it. */
bool pool_layout_of_zdb(struct arena *arena, struct text zdb, struct pool_layout *layout);

/* Out of the vdev properties: rows of the pool and of leaves are left out. */
bool pool_layout_of_properties(struct arena *arena, struct text rows, struct pool_layout *layout);

/* Asks the commands of ZFS for the layout of an imported pool; `*trouble` says why that failed. */
bool pool_layout_ask(struct arena *arena, const char *pool, struct pool_layout *layout,
                     const char **trouble);

/* "vdev 0: mirror" and "    ashift: 12", a line each, for every vdev that is no log. */
struct text pool_layout_lines(struct arena *arena, const struct pool_layout *layout);

/* "tank" of "tank/vm". */
const char *pool_of_dataset(struct arena *arena, const char *dataset);

/* The share of the raw space of a raidz that holds data when records of this size are written, with
   padding (parity + 1), and the share without any rounding. */
struct raidz_space {
    double stored, ideal;
};
struct raidz_space raidz_space(unsigned children, unsigned parity, unsigned ashift,
                               int64_t record_bytes);

#endif
