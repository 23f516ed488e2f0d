#include "collect/line_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool descriptor_write(int descriptor, struct text bytes)
{
    while (bytes.size > 0) {
        ssize_t size = write(descriptor, bytes.data, bytes.size);
        if (size < 0 && errno != EINTR) {
            return false;
        }
        bytes = text_slice(bytes, size < 0 ? 0 : (size_t)size, bytes.size);
    }
    return true;
}

bool line_file_load(struct arena *arena, int descriptor, const char *path, struct text *lines,
                    bool *was_torn, struct failure *failure)
{
    struct stat status;
    if (fstat(descriptor, &status) != 0) {
        return failure_set_errno(failure, "cannot read %s", path);
    }
    char *bytes = arena_take(arena, (size_t)status.st_size + 1);
    size_t size = 0;
    while (size < (size_t)status.st_size) {
        ssize_t part = pread(descriptor, bytes + size, (size_t)status.st_size - size, (off_t)size);
        if (part <= 0) {
            return failure_set_errno(failure, "cannot read %s", path);
        }
        size += (size_t)part;
    }
    size_t whole = size;
    while (whole > 0 && bytes[whole - 1] != '\n') {
        whole--;
    }
    *was_torn = whole < size;
    if (*was_torn && ftruncate(descriptor, (off_t)whole) != 0) {
        return failure_set_errno(failure, "cannot cut off the torn last line of %s", path);
    }
    *lines = (struct text){bytes, whole};
    return true;
}

bool line_file_append(int descriptor, const char *path, struct text line, struct failure *failure)
{
    off_t before = lseek(descriptor, 0, SEEK_END);
    if (before < 0) {
        return failure_set_errno(failure, "cannot write to %s", path);
    }
    if (descriptor_write(descriptor, line) && fsync(descriptor) == 0) {
        return true;
    }
    (void)failure_set_errno(failure, "cannot write to %s", path);
    (void)!ftruncate(descriptor, before);
    return false;
}
