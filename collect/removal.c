#include "collect/removal.h"

#include "collect/child_process.h"
#include "collect/clock.h"
#include "collect/state_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* --- files and folders --- */

/* True when the folder that the thing was made in is there, under the same name. In a record
   without homes the device has to do. */
static bool home_is_seen(struct arena *arena, const struct thing *thing)
{
    struct file_identity folder;
    struct stat status;
    const char *slash = strrchr(thing->name, '/');
    if (thing->home[0] != '\0') {
        return strcmp(thing->home, file_identity_of_folder(arena, thing->name)) == 0;
    }
    struct text above = {thing->name, slash == NULL ? 0 : (size_t)(slash - thing->name)};
    return thing->is_confirmed && file_identity_read(text_string(arena, above), &folder, &status) &&
           folder.device == thing->identity.device;
}

static bool thing_is_ours(struct arena *arena, const struct thing *thing,
                          const struct file_identity *found, const struct stat *status)
{
    if (thing->is_confirmed) {
        return file_identity_same(found, &thing->identity);
    }
    if (thing->home[0] != '\0' && !home_is_seen(arena, thing)) {
        return false;
    }
    return thing->kind == THING_DIRECTORY ||
           (thing->kind == THING_FILE && status->st_size == 0 && status->st_nlink == 1);
}

/* Unlinks the plain files in our own folder; fio makes no others. */
static void directory_empty(const char *path)
{
    DIR *directory = opendir(path);
    if (directory == NULL) {
        return;
    }
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        struct stat status;
        if (fstatat(dirfd(directory), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(status.st_mode)) {
            (void)unlinkat(dirfd(directory), entry->d_name, 0);
        }
    }
    (void)closedir(directory);
}

static enum removal path_remove(struct arena *arena, const struct thing *thing,
                                struct failure *failure)
{
    struct file_identity found;
    struct stat status;
    if (!file_identity_read(thing->name, &found, &status)) {
        return errno == ENOENT && home_is_seen(arena, thing) ? REMOVAL_ABSENT : REMOVAL_UNSEEN;
    }
    if (!thing_kind_fits(thing->kind, status.st_mode) ||
        !thing_is_ours(arena, thing, &found, &status)) {
        return REMOVAL_KEPT;
    }
    if (thing->kind == THING_STATE) {
        return state_folder_remove(thing->name, false) ? REMOVAL_DONE : REMOVAL_KEPT;
    }
    if (thing->kind == THING_DIRECTORY && thing->is_confirmed) {
        directory_empty(thing->name);
    }
    int removed = thing->kind == THING_FILE ? unlink(thing->name) : rmdir(thing->name);
    if (removed == 0) {
        return REMOVAL_DONE;
    }
    (void)failure_set_errno(failure, "cannot remove %s", thing->name);
    return REMOVAL_FAILED;
}

/* --- processes --- */

/* Ends the process that this and no other start of the program had made. */
static enum removal process_remove(struct arena *arena, const struct thing *thing,
                                   struct failure *failure)
{
    if (!thing->is_confirmed || strcmp(thing->boot, boot_id(arena)) != 0) {
        return REMOVAL_ABSENT; /* without a recorded pid it never became the program */
    }
    int tenths = 0;
    for (; process_start_time(thing->pid) == thing->started; tenths++) {
        if (tenths == 0) {
            (void)kill(thing->pid, SIGTERM); /* fio ends its workers at this */
        } else if (tenths == 100) {
            (void)kill(thing->pid, SIGKILL);
        } else if (tenths > 150) {
            (void)failure_set(failure, FAILURE_SYSTEM, "process %ld (%s) does not end",
                              (long)thing->pid, thing->name);
            return REMOVAL_FAILED;
        }
        clock_sleep_ms(100);
    }
    return tenths == 0 ? REMOVAL_ABSENT : REMOVAL_DONE;
}

/* --- all of it --- */

bool made_settle(struct made *made, int64_t id, enum removal removal)
{
    if (removal == REMOVAL_ABSENT || removal == REMOVAL_DONE) {
        made_gone(made, id);
    }
    return removal != REMOVAL_FAILED;
}

static enum removal thing_remove(struct made *made, struct thing *thing, pool_remover *remove_pool,
                                 void *user, struct failure *failure)
{
    enum removal removal = REMOVAL_UNSEEN; /* for a start that has ZFS */
    if (thing->kind == THING_PROCESS) {
        removal = process_remove(made->arena, thing, failure);
    } else if (!thing_is_of_zfs(thing->kind)) {
        removal = path_remove(made->arena, thing, failure);
    } else if (remove_pool != NULL) {
        removal = remove_pool(user, thing, failure);
    }
    (void)made_settle(made, thing->id, removal);
    return removal;
}

bool made_remove(struct made *made, int64_t id, struct failure *failure)
{
    struct thing *thing = made_thing(made, id);
    return thing == NULL || thing->is_gone ||
           thing_remove(made, thing, NULL, NULL, failure) != REMOVAL_FAILED;
}

static const char *thing_in_words(struct arena *arena, const struct thing *thing)
{
    if (thing->kind == THING_LABEL) {
        return text_format(arena, "the labels of pool %s on %s", thing->mark, thing->name).data;
    }
    const char *kind = thing->kind == THING_POOL      ? "pool "
                       : thing->kind == THING_DATASET ? "dataset "
                                                      : "";
    return text_format(arena, "%s%s", kind, thing->name).data;
}

bool made_remove_all(struct made *made, pool_remover *remove_pool, void *user,
                     struct made_cleaning *cleaning, struct failure *failure)
{
    bool done = true;
    *cleaning = (struct made_cleaning){0};
    for (size_t i = made->count; i > 0; i--) {
        struct thing *thing = &made->things[i - 1];
        if (thing->is_gone) {
            continue;
        }
        enum removal removal = thing_remove(made, thing, remove_pool, user, failure);
        done = done && removal != REMOVAL_FAILED;
        cleaning->removed += removal == REMOVAL_DONE;
        bool is_put_off = removal == REMOVAL_KEPT || removal == REMOVAL_UNSEEN;
        if (!is_put_off || thing->kind == THING_STATE) {
            continue;
        }
        const char *words = thing_in_words(made->arena, thing);
        *(removal == REMOVAL_KEPT ? &cleaning->kept : &cleaning->unseen) = words;
        cleaning->left = i > made->count_before ? words : cleaning->left;
    }
    return done;
}
