#include "collect/target.h"

#include "collect/disk_room.h"
#include "collect/removal.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of the folder that the name leads to, also by way of a symbolic link. */
static bool folder_identity(const char *directory, struct file_identity *identity,
                            struct stat *status)
{
    struct arena *scratch = arena_create();
    bool is_read =
        stat(directory, status) == 0 &&
        (!S_ISDIR(status->st_mode) ||
         file_identity_read(text_format(scratch, "%s/.", directory).data, identity, status));
    arena_free(scratch);
    return is_read;
}

bool target_check(const char *directory, int64_t bytes, struct file_identity *identity,
                  struct failure *failure)
{
    struct stat status;
    if (!folder_identity(directory, identity, &status)) {
        return failure_set(failure, FAILURE_USAGE, "--target %s: %s", directory, strerror(errno));
    }
    if (!S_ISDIR(status.st_mode)) {
        return failure_set(failure, FAILURE_USAGE, "--target %s: not a folder", directory);
    }
    if (access(directory, W_OK | X_OK) != 0) {
        return failure_set_errno(failure, "--target %s: cannot make files there", directory);
    }
    return disk_has_room(directory, bytes, failure);
}

const char *target_path(struct arena *arena, const char *directory, const char *token,
                        unsigned position)
{
    return text_format(arena, "%s/ashiftstat-%s-%u", directory, token, position).data;
}

bool target_make(struct target *target, struct made *made, const char *directory,
                 const struct file_identity *identity, const char *token, unsigned position,
                 struct failure *failure)
{
    struct file_identity now;
    struct stat status;
    if (!folder_identity(directory, &now, &status)) {
        return failure_set_errno(failure, "cannot look at %s", directory);
    }
    if (!S_ISDIR(status.st_mode) || !file_identity_same(&now, identity)) {
        return failure_set(failure, FAILURE_SYSTEM,
                           "%s is another folder than at the beginning: its file system was "
                           "unmounted, or another one mounted there",
                           directory);
    }
    *target = (struct target){.directory = target_path(made->arena, directory, token, position)};
    return made_directory(made, THING_DIRECTORY, target->directory, &target->id, failure);
}

bool target_prove(const struct target *target, const struct made *made, struct failure *failure)
{
    const struct thing *thing = made_thing(made, target->id);
    struct file_identity now;
    struct stat status;
    return (thing != NULL && file_identity_read(target->directory, &now, &status) &&
            file_identity_same(&now, &thing->identity)) ||
           failure_set(failure, FAILURE_SYSTEM, "the folder %s went away under the run",
                       target->directory);
}

bool target_remove(struct target *target, struct made *made, struct failure *failure)
{
    return made_remove(made, target->id, failure);
}
