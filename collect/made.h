#ifndef COLLECT_MADE_H
#define COLLECT_MADE_H

#include "model/failure.h"
#include "model/text.h"

#include <stdint.h>
#include <sys/types.h>

/* The record of what a collection made on the system, made.jsonl. A line is on disk before the
   thing exists, a second one with its identity as soon as that is known, and a third when it is
   gone. What a killed collection left behind is found here, and nothing is removed whose identity
   is not the recorded one. */

enum thing_kind {
    THING_FILE,      /* device and inode; empty until its identity is recorded */
    THING_DIRECTORY, /* device and inode; removed with the plain files in it */
    THING_STATE, /* a directory for the state of ZFS: removed only when empty and used by no one */
    THING_PROCESS, /* pid, start time, boot */
    THING_POOL,    /* guid; an OpenZFS pool (a pool of zfs-fuse is gone with its process) */
    THING_DATASET, /* in a pool that was there; its mark is a user property of it */
    THING_LABEL,   /* a pool written to a named device; its mark is the pool's name */
};

struct thing {
    int64_t id; /* from 1 */
    enum thing_kind kind;
    const char *name; /* path; name of the pool; program */
    bool is_confirmed, is_gone;
    uint64_t device, inode;
    pid_t pid;
    int64_t started;
    const char *boot, *guid;
    const char *mark; /* known before it is made; of a pool: the file or device it lies in */
};

struct made {
    struct arena *arena;
    const char *path;
    int descriptor; /* locked while a collection runs */
    struct thing *things;
    size_t count, capacity;
    bool was_torn; /* the last line was cut off half-way and has been removed */
};

/* Opens or creates the record and locks it: a second collection on the same archive is refused. */
NODISCARD bool made_open(struct made *made, struct arena *arena, const char *path,
                         struct failure *failure);
void made_close(struct made *made);

/* Records that a thing is going to be made, with the mark that it will be known by ("" = none);
   `*id` is for the calls below. */
NODISCARD bool made_intend(struct made *made, enum thing_kind kind, const char *name,
                           const char *mark, int64_t *id, struct failure *failure);

/* The thing of this id; NULL when there is none. */
const struct thing *made_thing(const struct made *made, int64_t id);

/* Records the identity of what was made: of the file or directory now at its path, ... */
NODISCARD bool made_confirm_path(struct made *made, int64_t id, struct failure *failure);
/* ... of a process, ... */
NODISCARD bool made_confirm_process(struct made *made, int64_t id, pid_t pid, int64_t started,
                                    struct failure *failure);
/* ... of a pool. */
NODISCARD bool made_confirm_pool(struct made *made, int64_t id, const char *guid,
                                 struct failure *failure);

/* Records that it is gone. Where that cannot be written the next start finds that it is. */
void made_gone(struct made *made, int64_t id);

/* Removes the thing (no pool) if it is still there and has the recorded identity; what has another
   one is kept. False: it is there and could not be removed. */
NODISCARD bool made_remove(struct made *made, int64_t id, struct failure *failure);

/* How a pool, dataset or label is removed; true when it is gone. */
typedef bool pool_remover(void *user, const struct thing *thing, struct failure *failure);

struct made_cleaning {
    size_t removed; /* things that were still there */
    const char
        *kept; /* one that was not removed because its identity is another one; NULL = none */
};

/* Removes everything that is not gone, last made first; goes on after a failure. Without
   `remove_pool` pools, datasets and labels stay in the record. */
NODISCARD bool made_remove_all(struct made *made, pool_remover *remove_pool, void *user,
                               struct made_cleaning *cleaning, struct failure *failure);

/* A regular file or folder that does not exist yet, recorded before and after. The file is sparse.
 */
NODISCARD bool made_file(struct made *made, const char *path, int64_t bytes, int64_t *id,
                         struct failure *failure);
NODISCARD bool made_directory(struct made *made, enum thing_kind kind, const char *path,
                              int64_t *id, struct failure *failure);

#endif
