#ifndef COLLECT_MADE_H
#define COLLECT_MADE_H

#include "collect/file_identity.h"
#include "model/failure.h"
#include "model/text.h"

#include <stdint.h>
#include <sys/types.h>

/* The record of what a collection made on the system, made.jsonl. A line is on disk before the
   thing exists, a second one with its identity as soon as that is known, and a third when it is
   gone. What a killed collection left behind is found here, and nothing is removed whose identity
   is not the recorded one. */

enum thing_kind {
    THING_FILE,      /* its identity; empty until that is recorded */
    THING_DIRECTORY, /* its identity; removed with the plain files in it */
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
    struct file_identity identity;
    pid_t pid;
    int64_t started;
    const char *boot, *guid;
    const char *mark; /* known before it is made; of a pool: the file or device it lies in */
    const char *home; /* what it lies in, by something that no other has: the folder of a file, the
                         drive of a label, the pool of a dataset; "" = not known. Only where this is
                         seen can a thing be seen to be gone */
};

struct made {
    struct arena *arena;
    const char *path;
    int descriptor; /* locked while a collection runs */
    struct thing *things;
    size_t count, capacity;
    size_t count_before; /* of them, made by earlier starts */
    bool was_torn;       /* the last line was cut off half-way and has been removed */
};

/* Opens or creates the record and locks it: a second collection on the same archive is refused. */
NODISCARD bool made_open(struct made *made, struct arena *arena, const char *path,
                         struct failure *failure);
void made_close(struct made *made);

/* Records that a thing is going to be made, with the mark that it will be known by and its home
   ("" = none); `*id` is for the calls below. The texts must live as long as the record. */
NODISCARD bool made_intend(struct made *made, enum thing_kind kind, const char *name,
                           const char *mark, const char *home, int64_t *id,
                           struct failure *failure);

/* Names this start of the machine: pids mean nothing in another. */
const char *boot_id(struct arena *arena);

/* Removed by commands of ZFS: pools, datasets, labels. */
bool thing_is_of_zfs(enum thing_kind kind);

/* True when what has this st_mode can be a thing of this kind, a file or folder. */
bool thing_kind_fits(enum thing_kind kind, mode_t mode);

/* The thing of this id; NULL when there is none. */
struct thing *made_thing(const struct made *made, int64_t id);

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

/* A regular file or folder that does not exist yet, recorded before and after. The file is sparse.
 */
NODISCARD bool made_file(struct made *made, const char *path, int64_t bytes, int64_t *id,
                         struct failure *failure);
NODISCARD bool made_directory(struct made *made, enum thing_kind kind, const char *path,
                              int64_t *id, struct failure *failure);

#endif
