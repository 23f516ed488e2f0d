#ifndef COLLECT_DEVICE_H
#define COLLECT_DEVICE_H

#include "collect/removal.h"
#include "model/failure.h"
#include "model/text.h"

#include <stdint.h>
#include <sys/types.h>

/* A block device that pools are to be made on, and every reason not to. Safety before convenience:
   whatever cannot be told is a reason to refuse. */
struct device {
    const char *path; /* the stable name it was given by */
    const char *node; /* what that name stands for now, "/dev/sdb" */
    dev_t number;
    int64_t bytes;
};

/* Finds what the name stands for; nothing is opened for writing. */
NODISCARD bool device_find(struct arena *arena, const char *path, struct device *device,
                           struct failure *failure);

/* A by-id name holds a serial number. In the record a digest stands in its place, which tells
   devices apart as well; the other way round the path that such a name stands for, NULL when no
   device of this machine has it. Any other path stands for itself. */
const char *device_recorded_name(struct arena *arena, const char *path);
const char *device_of_record(struct arena *arena, const char *recorded);

/* Refuses a device that is the root file system's disk, mounted, swap, part of md, LVM or anything
   else, opened by another program, read-only, or too small for a pool; and, unless
   `may_wipe_signatures`, one that carries anything that libblkid or a look for ZFS labels knows.
   FAILURE_USAGE with the reason; nothing is written. */
NODISCARD bool device_check(struct arena *arena, const struct device *device,
                            bool may_wipe_signatures, struct failure *failure);

/* Wipes the signatures off a device that was just checked; the caller has the permission. A blank
   device is not written to. */
NODISCARD bool device_blank(struct arena *arena, const struct device *device,
                            struct failure *failure);

/* What tells the drive from every other one, as a digest: its serial numbers, or, where it states
   none, this attachment of it (/sys/block/NAME/diskseq). The empty text when there is neither. */
const char *device_identity(struct arena *arena, const struct device *device);

/* Wipes the labels of the pool of this name, and what else was written around it, when the device
   carries them. A device without them is not written to: REMOVAL_ABSENT when it is the drive of the
   recorded identity (`home`), REMOVAL_UNSEEN when it may be another one. */
enum removal device_forget_pool(struct arena *arena, const struct device *device, const char *pool,
                                const char *home, struct failure *failure);

/* The whole disk that a block device is, or is a partition of. */
dev_t device_whole(struct arena *arena, dev_t number);

#endif
