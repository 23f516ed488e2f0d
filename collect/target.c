#include "collect/target.h"

#include "collect/disk_room.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool target_check(const char *directory, int64_t bytes, struct failure *failure)
{
    struct stat status;
    if (stat(directory, &status) != 0) {
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

bool target_make(struct target *target, struct made *made, const char *directory, const char *token,
                 unsigned position, struct failure *failure)
{
    *target = (struct target){.directory = target_path(made->arena, directory, token, position)};
    return made_directory(made, THING_DIRECTORY, target->directory, &target->id, failure);
}

bool target_prove(const struct target *target, const struct made *made, struct failure *failure)
{
    const struct thing *thing = made_thing(made, target->id);
    struct stat status;
    return (thing != NULL && lstat(target->directory, &status) == 0 &&
            status.st_dev == thing->device && status.st_ino == thing->inode) ||
           failure_set(failure, FAILURE_SYSTEM, "the folder %s went away under the run",
                       target->directory);
}

bool target_remove(struct target *target, struct made *made, struct failure *failure)
{
    return made_remove(made, target->id, failure);
}
