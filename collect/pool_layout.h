#ifndef COLLECT_POOL_LAYOUT_H
#define COLLECT_POOL_LAYOUT_H

#include "model/text.h"

#include <stdbool.h>
#include <stdint.h>

/* What a pool is made of, out of its configuration as `zdb -C` prints it (the same keys from 0.6 to
   2.3), or out of `zpool status` and vdev properties (pool_status.h), or labels. The pool's own
   property `ashift` is never used: it says what was asked for, or 0. */
enum vdev_class {
    VDEV_DATA,
    VDEV_LOG,
    VDEV_SPECIAL, /* small blocks and metadata */
    VDEV_DEDUP,
    VDEV_CACHE,
    VDEV_SPARE,
    VDEV_REMOVED, /* its data has moved to the others; it is there no more */
};

struct top_vdev {
    struct text name; /* "mirror-1", "/dev/sda"; empty = not told */
    int64_t id;       /* its number in the pool; -1 = not told */
    enum vdev_class class;
    struct text type;          /* "mirror", "raidz", "disk", "file"; empty = not known */
    unsigned ashift;           /* 0 = not known */
    unsigned parity, children; /* of raidz; children of any, 0 = a leaf */
    const char **paths;        /* of the disks and files below it */
    size_t path_count, path_capacity;
};

struct pool_layout {
    struct top_vdev *vdevs;
    size_t count, capacity;
    const char *source; /* the command that told the ashifts */
};

struct top_vdev *pool_layout_add(struct arena *arena, struct pool_layout *layout);
void top_vdev_add_path(struct arena *arena, struct top_vdev *vdev, struct text path);

/* "data", "log", "special", "dedup", "cache", "spare", "removed". */
const char *vdev_class_name(enum vdev_class class);

/* Out of the output of zdb -C, also with other text before it. False: there is no vdev in it. */
bool pool_layout_of_zdb(struct arena *arena, struct text zdb, struct pool_layout *layout);

/* Asks the commands of ZFS for the layout of an imported pool: zdb for its configuration, else
   zpool for vdev properties, else zdb for the label of a disk of each vdev. True when the ashift of
   a data vdev is known; else `*trouble` says why not. */
bool pool_layout_ask(struct arena *arena, const char *pool, struct pool_layout *layout,
                     const char **trouble);

/* The layout without ashifts, as zpool status has it; no vdevs when it does not answer. */
void pool_layout_ask_status(struct arena *arena, const char *pool, struct pool_layout *layout);

/* "vdev 0: mirror" and "    ashift: 12", a line each, for every vdev that holds data and whose
   ashift is known. */
struct text pool_layout_lines(struct arena *arena, const struct pool_layout *layout);

/* "9" or "9 and 12": the ashifts of the data vdevs, each once. */
struct text pool_layout_ashifts(struct arena *arena, const struct pool_layout *layout);

/* True when a data vdev has this ashift. */
bool pool_layout_has(const struct pool_layout *layout, int64_t ashift);

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
