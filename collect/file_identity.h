#ifndef COLLECT_FILE_IDENTITY_H
#define COLLECT_FILE_IDENTITY_H

#include "model/text.h"

#include <stdint.h>
#include <sys/stat.h>

/* What tells a file or folder from every other one. The number of a device can be another one when
   a file system is mounted again; f_fsid of statfs(2), where there is one, mostly stays (ext4,
   btrfs, ZFS make it from an identity on the disk). */
struct file_identity {
    uint64_t device, inode;
    uint64_t file_system; /* f_fsid; 0 = none */
};

/* Of what stands at the path, a symbolic link itself; `*status` as lstat(2). False with errno. */
bool file_identity_read(const char *path, struct file_identity *identity, struct stat *status);

/* True when both are of one file. */
bool file_identity_same(const struct file_identity *a, const struct file_identity *b);

/* The identity of the folder that a path lies in, as text to be compared; the empty text when it
   cannot be looked at. Owned by `arena`. */
const char *file_identity_of_folder(struct arena *arena, const char *path);

#endif
