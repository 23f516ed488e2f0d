#include "render/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int file, struct text content)
{
    while (content.size > 0) {
        ssize_t written = write(file, content.data, content.size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        content = text_slice(content, (size_t)written, content.size);
    }
    return true;
}

static bool write_synced(int file, struct text content)
{
    bool written = write_all(file, content) && fsync(file) == 0;
    int error = errno;
    bool closed = close(file) == 0;
    if (!written)
        errno = error;
    return written && closed;
}

static bool write_renamed(const char *temporary, const char *path, int file, struct text content,
                          struct failure *failure)
{
    if (write_synced(file, content) && rename(temporary, path) == 0)
        return true;
    failure_set_errno(failure, "writing %s", path);
    (void)unlink(temporary);
    return false;
}

bool output_file_write(const char *directory, const char *name, struct text content,
                       struct failure *failure)
{
    if (mkdir(directory, 0777) != 0 && errno != EEXIST)
        return failure_set_errno(failure, "making the folder %s", directory);
    struct arena *arena = arena_create();
    const char *path = text_format(arena, "%s/%s", directory, name).data;
    const char *temporary = text_format(arena, "%s.%ld.part", path, (long)getpid()).data;
    int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    bool done = file >= 0 ? write_renamed(temporary, path, file, content, failure)
                          : failure_set_errno(failure, "writing %s", path);
    arena_free(arena);
    return done;
}
