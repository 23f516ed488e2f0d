/* zfs-fuse as a private ZFS. Its socket, lock and cache file have fixed places (/run/zfs,
   /run/lock/zfs, /var/lib/zfs); small tmpfs over these three folders, in a mount namespace of our
   own, keep it apart from the rest of the machine in both directions. */
#include "collect/zfs.h"

#include "collect/clock.h"
#include "collect/state_folder.h"
#include "collect/whole_file.h"
#include "model/number.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

static const char *const state_folders[ZFS_STATE_FOLDERS] = {"/run/zfs", "/run/lock/zfs",
                                                             "/var/lib/zfs"};
static const char socket_path[] = "/run/zfs/zfs_socket";

/* --- finding --- */

/* The first line of a small file, or the empty text. */
static struct text first_line_of(struct arena *arena, const char *path)
{
    char bytes[256];
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = descriptor < 0 ? 0 : read(descriptor, bytes, sizeof bytes);
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    struct text rest = {bytes, size < 0 ? 0 : (size_t)size}, line = {0};
    (void)text_next_line(&rest, &line);
    return text_copy(arena, text_trim(line));
}

/* What dpkg knows about the installed package, or "of unknown version". */
static struct text package_version(struct arena *arena, const char *package)
{
    const char *dpkg_query = program_find(arena, "dpkg-query");
    struct command_result result;
    if (dpkg_query != NULL &&
        command_run(arena, (const char *[]){dpkg_query, "-W", "-f=${Version}", package, NULL},
                    ZFS_COMMAND_TIMEOUT_MS, &result, NULL) &&
        result.exit_status == 0 && result.output.size > 0) {
        return text_trim(result.output);
    }
    return text_of("of unknown version");
}

unsigned zfs_release(struct text version)
{
    struct text rest = version, major, minor;
    int64_t high, low;
    return text_next_piece(&rest, '.', &major) && text_next_piece(&rest, '.', &minor) &&
                   number_read_integer(major, &high) && number_read_integer(minor, &low) &&
                   high >= 0 && high < 100 && low >= 0 && low < 100
               ? (unsigned)(100 * high + low)
               : 0;
}

bool zfs_find(struct arena *arena, struct zfs *zfs, struct failure *failure)
{
    *zfs = (struct zfs){.zpool = program_find(arena, "zpool"),
                        .zfs = program_find(arena, "zfs"),
                        .zdb = program_find(arena, "zdb")};
    bool has_module = access("/sys/module/zfs", F_OK) == 0;
    const char *daemon = program_find(arena, "zfs-fuse");
    if (has_module) {
        struct text version = first_line_of(arena, "/sys/module/zfs/version");
        zfs->kind = ZFS_OPEN;
        zfs->release = zfs_release(version);
        zfs->mount_type = 0x2fc12fc1;
        zfs->name = text_format(arena, "OpenZFS %.*s", (int)version.size, version.data);
    } else if (daemon != NULL) {
        struct text version = package_version(arena, "zfs-fuse");
        zfs->kind = ZFS_FUSE;
        zfs->daemon = daemon;
        zfs->mount_type = 0x65735546;
        zfs->name = text_format(arena, "zfs-fuse %.*s", (int)version.size, version.data);
    } else {
        return failure_set(failure, FAILURE_SYSTEM,
                           "no ZFS on this machine: install zfs-fuse (Debian package zfs-fuse) or "
                           "OpenZFS (zfsutils-linux and its kernel module), or measure existing "
                           "folders with --target");
    }
    const char *missing = zfs->zpool == NULL ? "zpool" : zfs->zfs == NULL ? "zfs" : "zdb";
    if (zfs->zpool == NULL || zfs->zfs == NULL || zfs->zdb == NULL) {
        return failure_set(failure, FAILURE_SYSTEM, "%.*s is there, but its command %s is not",
                           (int)zfs->name.size, zfs->name.data, missing);
    }
    if (zfs->kind == ZFS_FUSE && access("/dev/fuse", R_OK | W_OK) != 0 && geteuid() == 0) {
        return failure_set_errno(failure, "zfs-fuse needs /dev/fuse");
    }
    return true;
}

/* --- the namespace --- */

/* Opens the folder with a shared lock, making it if it is missing. Another collection that removes
   it at the same moment holds the lock alone, so what was opened may be gone by then: once more. */
static bool state_folder_hold(struct zfs_session *session, const char *path, int *lock,
                              struct failure *failure)
{
    for (int attempt = 0; attempt < 10; attempt++) {
        int64_t id;
        if (access(path, F_OK) != 0 && errno == ENOENT) {
            if (made_directory(session->made, THING_STATE, path, &id, NULL)) {
                state_folder_mark(path);
            } else if (errno != EEXIST) {
                return failure_set_errno(failure, "cannot make the folder %s", path);
            }
        }
        struct stat opened, named;
        *lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (*lock < 0) {
            continue;
        }
        if (flock(*lock, LOCK_SH) == 0 && fstat(*lock, &opened) == 0 && stat(path, &named) == 0 &&
            opened.st_ino == named.st_ino && opened.st_dev == named.st_dev) {
            return true;
        }
        (void)close(*lock);
        *lock = -1;
    }
    return failure_set(failure, FAILURE_SYSTEM, "cannot use the folder %s", path);
}

static bool session_enter_namespace(struct zfs_session *session, struct failure *failure)
{
    for (size_t i = 0; i < ZFS_STATE_FOLDERS; i++) {
        if (!state_folder_hold(session, state_folders[i], &session->state_locks[i], failure)) {
            return false;
        }
    }
    if (!session->is_private) {
        if (unshare(CLONE_NEWNS) != 0) {
            return failure_set_errno(failure, "cannot make a mount namespace");
        }
        if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) {
            return failure_set_errno(failure, "cannot make the mount namespace private");
        }
        session->is_private = true;
    }
    for (size_t i = 0; i < ZFS_STATE_FOLDERS; i++) {
        if (mount("ashiftstat", state_folders[i], "tmpfs", MS_NOSUID | MS_NODEV,
                  "mode=0700,size=1m") != 0) {
            return failure_set_errno(failure, "cannot mount an empty %s in the mount namespace",
                                     state_folders[i]);
        }
        struct stat mounted;
        if (stat(state_folders[i], &mounted) != 0) {
            return failure_set_errno(failure, "cannot look at %s", state_folders[i]);
        }
        session->state_devices[i] = mounted.st_dev;
    }
    return true;
}

/* Whoever removes a folder of the host takes what is mounted on it out of every namespace. A daemon
   must not be started then: it would be one of the host's. */
static bool session_is_private(const struct zfs_session *session, struct failure *failure)
{
    for (size_t i = 0; i < ZFS_STATE_FOLDERS; i++) {
        struct stat now;
        if (stat(state_folders[i], &now) != 0 || now.st_dev != session->state_devices[i]) {
            return failure_set(
                failure, FAILURE_SYSTEM,
                "the folder %s was removed by someone while it was in use: start the "
                "same command again",
                state_folders[i]);
        }
    }
    return true;
}

void zfs_session_open(struct zfs_session *session, const struct zfs *zfs, struct made *made,
                      const struct log *command_log, const struct log *daemon_log)
{
    *session = (struct zfs_session){.zfs = zfs,
                                    .made = made,
                                    .command_log = command_log,
                                    .daemon_log = daemon_log,
                                    .daemon_output = -1};
    for (size_t i = 0; i < ZFS_STATE_FOLDERS; i++) {
        session->state_locks[i] = -1;
    }
}

bool zfs_session_enter(struct zfs_session *session, struct failure *failure)
{
    if (session->zfs->kind == ZFS_FUSE && !session_enter_namespace(session, failure)) {
        zfs_session_close(session);
        return false;
    }
    return true;
}

void zfs_session_close(struct zfs_session *session)
{
    for (size_t i = ZFS_STATE_FOLDERS; i > 0; i--) {
        if (session->is_private) {
            (void)umount2(state_folders[i - 1], MNT_DETACH);
        }
        if (session->state_locks[i - 1] >= 0) {
            (void)close(session->state_locks[i - 1]);
            session->state_locks[i - 1] = -1;
            (void)state_folder_remove(state_folders[i - 1], true); /* whoever made it */
        }
    }
}

bool zfs_state_hides(const struct zfs *zfs, const char *path)
{
    for (size_t i = 0; zfs->kind == ZFS_FUSE && i < ZFS_STATE_FOLDERS; i++) {
        size_t size = strlen(state_folders[i]);
        if (strncmp(path, state_folders[i], size) == 0 &&
            (path[size] == '/' || path[size] == '\0')) {
            return true;
        }
    }
    return false;
}

void zfs_describe_enter(struct text_builder *into, const struct zfs *zfs)
{
    if (zfs->kind != ZFS_FUSE) {
        return;
    }
    text_add_string(
        into, "in a mount namespace of its own (unshare --mount, mount --make-rprivate /):\n");
    for (size_t i = 0; i < ZFS_STATE_FOLDERS; i++) {
        text_add_format(into, "    mount -t tmpfs -o mode=0700,size=1m ashiftstat %s\n",
                        state_folders[i]);
    }
}

/* --- mounts and values --- */

/* fio would write to the plain folder as happily as to the pool: the mount point must be a file
   system of this ZFS, and another one than the folder around it. */
bool zfs_mount_prove(const struct zfs *zfs, const char *path, struct failure *failure)
{
    char parent[4096];
    (void)snprintf(parent, sizeof parent, "%s/..", path);
    struct statfs file_system;
    struct stat mounted, around;
    if (statfs(path, &file_system) != 0 || stat(path, &mounted) != 0 ||
        stat(parent, &around) != 0) {
        return failure_set_errno(failure, "cannot look at the mounted pool %s", path);
    }
    if ((unsigned long)file_system.f_type != zfs->mount_type || mounted.st_dev == around.st_dev) {
        return failure_set(failure, FAILURE_SYSTEM, "the pool is not mounted at %s", path);
    }
    return true;
}

bool zfs_values_equal(struct text a, struct text b)
{
    double first, second;
    return text_equal(a, b) ||
           (number_read_size(a, &first) && number_read_size(b, &second) && first == second);
}

static bool settings_equal(struct text a, struct text b)
{
    struct text first, second;
    if (text_find(a, "=", 0) == a.size || text_find(b, "=", 0) == b.size) {
        return zfs_values_equal(a, b);
    }
    (void)text_next_piece(&a, '=', &first);
    (void)text_next_piece(&b, '=', &second);
    return text_equal(first, second) && zfs_values_equal(a, b);
}

bool zfs_configurations_equal(struct text a, struct text b)
{
    struct text first, second;
    bool equal = true, has_first, has_second;
    do {
        has_first = text_next_piece(&a, ';', &first);
        has_second = text_next_piece(&b, ';', &second);
        equal = has_first == has_second && (!has_first || settings_equal(first, second));
    } while (equal && has_first);
    return equal;
}

/* --- commands --- */

bool zfs_command(struct zfs_session *session, struct arena *arena, const char *const *arguments,
                 struct command_result *result, struct failure *failure)
{
    struct text written = command_written(arena, arguments);
    if (!command_run(arena, arguments, ZFS_COMMAND_TIMEOUT_MS, result, failure)) {
        return false;
    }
    struct text errors = command_reason(arena, result);
    log_add(session->command_log,
            text_format(arena, "%s\n  exit status %d%s%s%.*s\n", written.data, result->exit_status,
                        result->timed_out ? ", killed after the time limit" : "",
                        errors.size > 0 ? ": " : "", (int)errors.size, errors.data));
    if (result->timed_out) {
        return failure_set(failure, FAILURE_SYSTEM, "no answer within %d s from: %s",
                           ZFS_COMMAND_TIMEOUT_MS / 1000, written.data);
    }
    return true;
}

static struct text next_word(struct text *line)
{
    struct text word = {0};
    *line = text_trim(*line);
    (void)text_next_piece(line, ' ', &word);
    return word;
}

/* The table of `zpool get`, which has the same columns in every release: NAME, PROPERTY, VALUE. */
bool zfs_pool_guid(struct zfs_session *session, struct arena *arena, const char *pool,
                   struct text *guid, struct failure *failure)
{
    struct command_result result;
    const char *const arguments[] = {session->zfs->zpool, "get", "guid", pool, NULL};
    *guid = (struct text){0};
    if (!zfs_command(session, arena, arguments, &result, failure)) {
        return false;
    }
    struct text reason = command_reason(arena, &result);
    if (result.exit_status != 0 && text_find(reason, "no such pool", 0) < reason.size) {
        return true;
    }
    for (struct text line; text_next_line(&result.output, &line);) {
        (void)next_word(&line); /* the name */
        if (text_is(next_word(&line), "guid")) {
            *guid = next_word(&line);
        }
    }
    return guid->size > 0 || failure_set(failure, FAILURE_SYSTEM, "cannot look at pool %s: %.*s",
                                         pool, (int)reason.size, reason.data);
}

/* --- the daemon --- */

const char *const *zfs_daemon_arguments(struct arena *arena, const struct zfs *zfs)
{
    const char **arguments = arena_take_array(arena, 4, sizeof *arguments);
    arguments[0] = zfs->daemon == NULL ? "zfs-fuse" : zfs->daemon;
    arguments[1] = "--no-daemon";
    arguments[2] = "--no-kstat-mount";
    return arguments;
}

static bool daemon_answers(struct child *daemon, struct failure *failure)
{
    int64_t until = clock_steady_ns() + 5 * (int64_t)1000000000;
    while (clock_steady_ns() < until) {
        struct stat status;
        int exit_status;
        if (stat(socket_path, &status) == 0 && S_ISSOCK(status.st_mode)) {
            return true;
        }
        if (child_wait(daemon, 0, &exit_status)) {
            return failure_set(failure, FAILURE_SYSTEM,
                               "zfs-fuse ended at its start with exit status %d", exit_status);
        }
        clock_sleep_ms(5);
    }
    return failure_set(failure, FAILURE_SYSTEM, "zfs-fuse did not open its socket within 5 s");
}

bool zfs_daemon_start(struct zfs_session *session, struct arena *arena, struct child *daemon,
                      int64_t *id, struct failure *failure)
{
    const char *const *arguments = zfs_daemon_arguments(arena, session->zfs);
    if (!session_is_private(session, failure)) {
        return false;
    }
    (void)unlink(socket_path); /* of the daemon before, which is dead */
    if (!made_intend(session->made, THING_PROCESS, "zfs-fuse", "", "", id, failure)) {
        return false;
    }
    session->daemon_output = memfd_create("zfs-fuse", MFD_CLOEXEC); /* cleaned before it is kept */
    struct child_program program = {arguments, session->daemon_output, session->daemon_output,
                                    SIGKILL};
    if (!child_prepare(daemon, &program, failure)) {
        made_gone(session->made, *id);
        return false;
    }
    log_add(session->command_log,
            text_format(arena, "%s\n", command_written(arena, arguments).data));
    if (made_confirm_process(session->made, *id, daemon->pid, daemon->started, failure) &&
        child_release(daemon, arguments[0], failure) && daemon_answers(daemon, failure)) {
        return true;
    }
    (void)!zfs_daemon_end(session, daemon, *id, NULL);
    return false;
}

static void daemon_output_keep(struct zfs_session *session)
{
    if (session->daemon_output < 0) {
        return;
    }
    struct arena *scratch = arena_create();
    struct text output;
    const char *path = text_format(scratch, "/proc/self/fd/%d", session->daemon_output).data;
    if (stream_file_read(scratch, path, &output)) {
        log_add(session->daemon_log, output);
    }
    arena_free(scratch);
    (void)close(session->daemon_output);
    session->daemon_output = -1;
}

bool zfs_daemon_end(struct zfs_session *session, struct child *daemon, int64_t id,
                    struct failure *failure)
{
    if (!child_kill(daemon)) {
        return failure_set(failure, FAILURE_SYSTEM, "zfs-fuse does not end");
    }
    daemon_output_keep(session);
    made_gone(session->made, id);
    return true;
}
