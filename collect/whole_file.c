#include "collect/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads up to `size` bytes; false with errno. A file that became shorter gives what it has. */
static bool descriptor_read(int descriptor, char *bytes, size_t size, struct text *text)
{
    *text = (struct text){bytes, 0};
    while (text->size < size) {
        ssize_t part = read(descriptor, bytes + text->size, size - text->size);
        if (part < 0 && errno != EINTR) {
            return false;
        }
        if (part == 0) {
            break;
        }
        text->size += part < 0 ? 0 : (size_t)part;
    }
    return true;
}

bool whole_file_read(struct arena *arena, const char *path, size_t limit, struct text *text)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    if (descriptor < 0) {
        return false;
    }
    bool was_read = false;
    int reason = 0;
    if (fstat(descriptor, &status) != 0) {
        reason = errno;
    } else if (!S_ISREG(status.st_mode)) {
        reason = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    } else if ((size_t)status.st_size > limit) {
        reason = EFBIG;
    } else {
        size_t size = (size_t)status.st_size;
        was_read = descriptor_read(descriptor, arena_take(arena, size + 1), size, text);
        reason = errno;
    }
    (void)close(descriptor);
    errno = reason;
    return was_read;
}

bool text_file_read(struct arena *arena, const char *path, size_t limit, struct text *text)
{
    static const char mark[] = "\xef\xbb\xbf";
    bool was_read = whole_file_read(arena, path, limit, text);
    if (was_read && text_starts_with(*text, mark)) {
        *text = text_slice(*text, sizeof mark - 1, text->size);
    }
    return was_read;
}

bool stream_file_read(struct arena *arena, const char *path, struct text *text)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return false;
    }
    struct text_builder content = {.arena = arena};
    char piece[16384];
    ssize_t size = 0;
    while (content.size < (size_t)64 << 20 && (size = read(descriptor, piece, sizeof piece)) > 0) {
        text_add(&content, (struct text){piece, (size_t)size});
    }
    int reason = errno;
    (void)close(descriptor);
    *text = text_built(&content);
    errno = reason;
    return size >= 0;
}
