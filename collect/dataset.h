#ifndef COLLECT_DATASET_H
#define COLLECT_DATASET_H

#include "collect/removal.h"
#include "collect/zfs.h"
#include "model/settings.h"

/* A fresh dataset or volume in a pool that is there already, for one run. It carries a mark of ours
   as a user property, which is in the record before it is made: nothing without the mark is ever
   destroyed. */
struct dataset_request {
    const char *name; /* "tank/ashiftstat-1f3a-7" */
    const struct setting *properties;
    size_t property_count;
    int64_t volume_bytes; /* 0 = a file system */
};

struct dataset {
    struct dataset_request request;
    struct zfs_session *session;
    const char *mount_point; /* of a file system */
    const char *device;      /* of a volume */
    int64_t id;              /* in the record */
};

/* Name and size for one run; `files` is what the workload needs in a volume, 0 for none. */
struct dataset_request dataset_request_make(struct arena *arena, const char *parent,
                                            const char *token, unsigned position,
                                            const struct setting *properties, size_t count,
                                            int64_t files);

/* Makes it and proves that it is mounted, or that the volume's device is there. When that fails it
   has been destroyed again. */
NODISCARD bool dataset_create(struct dataset *dataset, struct arena *arena,
                              struct zfs_session *session, const struct dataset_request *request,
                              struct failure *failure);

/* Proves that the mount point is the dataset, or the device the volume. */
NODISCARD bool dataset_prove(const struct dataset *dataset, struct failure *failure);

NODISCARD bool dataset_remove(struct dataset *dataset, struct arena *arena,
                              struct failure *failure);

/* Destroys what a killed collection left, when it carries the recorded mark. */
enum removal dataset_clean(struct zfs_session *session, struct arena *arena,
                           const struct thing *thing, struct failure *failure);

/* The dataset that is mounted where the folder lies; NULL when that is no ZFS. */
const char *dataset_of_folder(struct arena *arena, const char *folder);

/* What dataset_create and dataset_remove run, in words. */
void dataset_describe_create(struct text_builder *into, const struct zfs *zfs,
                             const struct dataset_request *request);
void dataset_describe_remove(struct text_builder *into, const struct zfs *zfs,
                             const struct dataset_request *request);

#endif
