#ifndef COLLECT_TARGET_H
#define COLLECT_TARGET_H

#include "collect/made.h"

/* A folder that is there already (of a mounted pool, say): fio's files go into a folder of their
   own inside it, made for one run and removed after it. */
struct target {
    const char *directory; /* the folder made inside */
    int64_t id;            /* in the record */
};

/* A failure when the folder cannot be written to or has not that much room; `*identity` is which
   folder it is. Nothing is made. */
NODISCARD bool target_check(const char *directory, int64_t bytes, struct file_identity *identity,
                            struct failure *failure);

/* A failure when the folder is not the one that was checked: where a file system was unmounted,
   there can be a folder of the same name on another disk. */
NODISCARD bool target_make(struct target *target, struct made *made, const char *directory,
                           const struct file_identity *identity, const char *token,
                           unsigned position, struct failure *failure);
/* Proves that the folder is still the one that was made: a target can be unmounted under a run. */
NODISCARD bool target_prove(const struct target *target, const struct made *made,
                            struct failure *failure);
NODISCARD bool target_remove(struct target *target, struct made *made, struct failure *failure);

/* The path that target_make makes. */
const char *target_path(struct arena *arena, const char *directory, const char *token,
                        unsigned position);

#endif
