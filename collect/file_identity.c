#include "collect/file_identity.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <sys/vfs.h>

bool file_identity_read(const char *path, struct file_identity *identity, struct stat *status)
{
    struct statfs file_system;
    if (lstat(path, status) != 0) {
        return false;
    }
    *identity = (struct file_identity){.device = status->st_dev, .inode = status->st_ino};
    if (!S_ISLNK(status->st_mode) && statfs(path, &file_system) == 0) {
        static_assert(sizeof file_system.f_fsid == sizeof identity->file_system, "two integers");
        memcpy(&identity->file_system, &file_system.f_fsid, sizeof identity->file_system);
    }
    return true;
}

bool file_identity_same(const struct file_identity *a, const struct file_identity *b)
{
    bool have_both = a->file_system != 0 && b->file_system != 0;
    return a->inode == b->inode &&
           (have_both ? a->file_system == b->file_system : a->device == b->device);
}

const char *file_identity_of_folder(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    struct file_identity identity;
    struct stat status;
    if (slash == NULL) {
        return "";
    }
    struct text folder = {path, slash == path ? 1 : (size_t)(slash - path)};
    if (!file_identity_read(text_string(arena, folder), &identity, &status)) {
        return "";
    }
    return text_format(arena, "%s %" PRIx64 " inode %" PRIu64,
                       identity.file_system != 0 ? "file system" : "device",
                       identity.file_system != 0 ? identity.file_system : identity.device,
                       identity.inode)
        .data;
}
