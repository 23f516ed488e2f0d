#ifndef COLLECT_MOUNTS_H
#define COLLECT_MOUNTS_H

#include "model/text.h"

#include <stdbool.h>
#include <sys/types.h>

/* One line of /proc/self/mountinfo. */
struct mount_entry {
    dev_t device;
    struct text mount_point, type, source;
};

/* Takes the next entry off what mounts_read gave; false at the end. */
bool mount_next(struct arena *arena, struct text *rest, struct mount_entry *entry);

/* All of /proc/self/mountinfo. */
struct text mounts_read(struct arena *arena);

/* The file system that the path lies in; false when it cannot be told. */
bool mount_of_path(struct arena *arena, const char *path, struct mount_entry *entry);

#endif
