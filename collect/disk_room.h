#ifndef COLLECT_DISK_ROOM_H
#define COLLECT_DISK_ROOM_H

#include "model/failure.h"

#include <stdbool.h>
#include <stdint.h>

/* How much room there is where files grow. A sparse file promises none: what was free at the start
   can be taken by somebody else before it is written. */

/* A failure when the file system of `directory` has less room than `bytes`. */
NODISCARD bool disk_has_room(const char *directory, int64_t bytes, struct failure *failure);

/* The same for a sparse file of a pool, which grows to `bytes` and must never find the disk full:
   ZFS waits for ever then. A little more than the file is asked for, for what the file system needs
   itself. Room that was given back a moment ago is waited for. */
NODISCARD bool disk_has_room_for_pool(const char *directory, int64_t bytes,
                                      struct failure *failure);

/* True when next to nothing (less than 1 MiB) can be written there any more. */
bool disk_is_full(const char *directory);

/* Sets the failure that says so, and what to do. */
NODISCARD bool disk_full_failure(const char *directory, struct failure *failure);

#endif
