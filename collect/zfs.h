#ifndef COLLECT_ZFS_H
#define COLLECT_ZFS_H

#include "collect/child_process.h"
#include "collect/log.h"
#include "collect/made.h"

/* The ZFS of this machine. OpenZFS lives in the kernel and is shared with the host. zfs-fuse is a
   process: here it gets a mount namespace of its own with empty state folders, so that it sees no
   pool of the host and no other daemon, and nothing of it is left when it is killed. */

enum zfs_kind {
    ZFS_FUSE,
    ZFS_OPEN,
};

struct zfs {
    enum zfs_kind kind;
    struct text name;                       /* "zfs-fuse 0.7.0-25", "OpenZFS 2.2.4" */
    const char *zpool, *zfs, *zdb, *daemon; /* paths; daemon is NULL for OpenZFS */
    unsigned long mount_type;               /* f_type of its file systems */
    unsigned release;                       /* of OpenZFS, 100 * major + minor; 0 = not known */
};

/* Finds what is there, without root and without touching it; a failure names what could be
 * installed. */
NODISCARD bool zfs_find(struct arena *arena, struct zfs *zfs, struct failure *failure);

/* 202 of "2.2.4-1"; 0 of anything else. */
unsigned zfs_release(struct text version);

enum { ZFS_STATE_FOLDERS = 3, ZFS_COMMAND_TIMEOUT_MS = 6000 };

/* What is needed to run commands of ZFS. */
struct zfs_session {
    const struct zfs *zfs;
    struct made *made;
    const struct log *command_log; /* every command that was run, with its exit status */
    const struct log *daemon_log;  /* what the daemons print */
    int daemon_output;             /* of the daemon that runs, in memory; -1 = none */
    bool is_private;               /* the namespace has been entered */
    const char *drive;             /* device_identity of the drive of the first pool; NULL before */
    int state_locks[ZFS_STATE_FOLDERS];
    dev_t state_devices[ZFS_STATE_FOLDERS]; /* of the empty folders in the namespace */
};

/* Fills the session in; nothing happens on the system. */
void zfs_session_open(struct zfs_session *session, const struct zfs *zfs, struct made *made,
                      const struct log *command_log, const struct log *daemon_log);

/* Enters the private namespace (zfs-fuse; nothing to do for OpenZFS). Needs root. Call it before
 * any thread. */
NODISCARD bool zfs_session_enter(struct zfs_session *session, struct failure *failure);

/* Gives the state folders back, and removes those that a collection made and nobody uses. */
void zfs_session_close(struct zfs_session *session);

/* Runs a command of ZFS with a time limit and logs it. A limit that is reached is a failure; the
   exit status is the caller's to judge. */
NODISCARD bool zfs_command(struct zfs_session *session, struct arena *arena,
                           const char *const *arguments, struct command_result *result,
                           struct failure *failure);

/* The guid of the imported pool of this name; the empty text when none is imported. False when that
   cannot be told. */
NODISCARD bool zfs_pool_guid(struct zfs_session *session, struct arena *arena, const char *pool,
                             struct text *guid, struct failure *failure);

/* Proves that a file system of this ZFS is mounted exactly there. */
NODISCARD bool zfs_mount_prove(const struct zfs *zfs, const char *path, struct failure *failure);

/* True for values that mean the same: "128k" and "131072". */
bool zfs_values_equal(struct text a, struct text b);

/* The same of configurations, "compression=off;recordsize=16k", or of plain values. */
bool zfs_configurations_equal(struct text a, struct text b);

/* The command line of the daemon, ended by NULL. */
const char *const *zfs_daemon_arguments(struct arena *arena, const struct zfs *zfs);

/* Starts a daemon and waits until it answers; `*id` is its entry in the record. */
NODISCARD bool zfs_daemon_start(struct zfs_session *session, struct arena *arena,
                                struct child *daemon, int64_t *id, struct failure *failure);

/* Kills the daemon and logs what it printed. False: it does not end. */
NODISCARD bool zfs_daemon_end(struct zfs_session *session, struct child *daemon, int64_t id,
                              struct failure *failure);

/* True when the path lies in a folder that is replaced by an empty one in the private namespace. */
bool zfs_state_hides(const struct zfs *zfs, const char *path);

/* What zfs_session_enter does, in words: one command a line. */
void zfs_describe_enter(struct text_builder *into, const struct zfs *zfs);

#endif
