#include "collect/state_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/xattr.h>
#include <unistd.h>

static const char mark[] = "trusted.ashiftstat.made";

void state_folder_mark(const char *path)
{
    (void)!setxattr(path, mark, "1", 1, 0);
}

bool state_folder_remove(const char *path, bool only_marked)
{
    int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return false;
    }
    bool removed = (!only_marked || fgetxattr(descriptor, mark, NULL, 0) >= 0) &&
                   flock(descriptor, LOCK_EX | LOCK_NB) == 0 && rmdir(path) == 0;
    (void)close(descriptor);
    return removed;
}
