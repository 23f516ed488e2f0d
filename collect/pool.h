#ifndef COLLECT_POOL_H
#define COLLECT_POOL_H

#include "collect/plan.h"
#include "collect/removal.h"
#include "collect/zfs.h"

struct pool_request {
    const char *name;          /* "ashiftstat-1f3a-7" */
    const char *vdev;          /* the sparse file it is made on, or the device */
    const char *recorded_vdev; /* the same, as it is named in the record */
    bool is_on_device, may_wipe_signatures;
    const char *mount_point;
    int64_t bytes; /* of the file */
    unsigned ashift;
    const struct setting *properties; /* of its file system */
    size_t property_count;
};

/* A temporary pool with a single vdev, mounted and proved to be. */
struct pool {
    struct pool_request request;
    struct zfs_session *session;
    struct child daemon;                                     /* zfs-fuse; pid 0 = none */
    int64_t file_id, label_id, mount_id, daemon_id, pool_id; /* in the record; 0 = not made */
    struct text label; /* what zdb says of the vdev, without the names of the host */
    unsigned ashift;   /* the real one, out of the label */
    struct text guid;
};

/* Name, vdev and mount point for one run of the plan; `token` tells collections apart. */
struct pool_request pool_request_make(struct arena *arena, const struct zfs *zfs,
                                      const struct plan *plan, const struct level *level,
                                      const char *token, unsigned position);

/* Makes the pool. When that fails, or the pool does not have the ashift asked for, everything of it
   has been removed again. */
NODISCARD bool pool_create(struct pool *pool, struct arena *arena, struct zfs_session *session,
                           const struct pool_request *request, struct failure *failure);

/* Proves that the mount point is the pool; asked again after a run, because fio makes a missing
   folder and writes to it as happily. */
NODISCARD bool pool_prove_mount(const struct pool *pool, struct failure *failure);

/* Removes the pool and its file, or its traces on the device. False: something of it is still
 * there. */
NODISCARD bool pool_remove(struct pool *pool, struct arena *arena, struct failure *failure);

/* What pool_create and pool_remove run, in words: one command a line. */
void pool_describe_create(struct text_builder *into, const struct zfs *zfs,
                          const struct pool_request *request);
void pool_describe_remove(struct text_builder *into, const struct zfs *zfs,
                          const struct pool_request *request);

/* Removes a pool, dataset or label that a killed collection left behind: a pool must have the
   recorded guid, or lie in the recorded file; a dataset the recorded mark; a label the recorded
   name of the pool. A pool_remover; `user` is a struct pool_cleaner. */
struct pool_cleaner {
    struct zfs_session *session;
    struct arena *arena;
};
enum removal pool_clean(void *user, const struct thing *thing, struct failure *failure);

#endif
