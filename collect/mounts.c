/* Reference: proc(5), /proc/[pid]/mountinfo. */
#include "collect/mounts.h"

#include "collect/whole_file.h"
#include "model/number.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

struct text mounts_read(struct arena *arena)
{
    struct text mounts = {0};
    (void)stream_file_read(arena, "/proc/self/mountinfo", &mounts);
    return mounts;
}

/* Blanks and the like are written \040. */
static struct text unescaped(struct arena *arena, struct text field)
{
    struct text copy = text_copy(arena, field);
    char *bytes = (char *)copy.data;
    size_t kept = 0;
    for (size_t i = 0; i < copy.size; i++, kept++) {
        if (bytes[i] == '\\' && i + 3 < copy.size && bytes[i + 1] >= '0' && bytes[i + 1] <= '3') {
            bytes[kept] = (char)(((bytes[i + 1] - '0') << 6) | ((bytes[i + 2] - '0') << 3) |
                                 (bytes[i + 3] - '0'));
            i += 3;
        } else {
            bytes[kept] = bytes[i];
        }
    }
    return (struct text){bytes, kept};
}

static bool device_number_read(struct text written, dev_t *device)
{
    struct text rest = written, first;
    int64_t high, low;
    if (!text_next_piece(&rest, ':', &first) || !number_read_integer(first, &high) ||
        !number_read_integer(rest, &low)) {
        return false;
    }
    *device = makedev((unsigned)high, (unsigned)low);
    return true;
}

bool mount_next(struct arena *arena, struct text *rest, struct mount_entry *entry)
{
    for (struct text line; text_next_line(rest, &line);) {
        struct text fields[5] = {0};
        size_t dash = text_find(line, " - ", 0);
        struct text after = text_slice(line, dash + 3, line.size);
        bool whole = dash < line.size;
        for (size_t i = 0; i < 5; i++) {
            whole = text_next_piece(&line, ' ', &fields[i]) && whole;
        }
        struct text type, source;
        whole =
            whole && text_next_piece(&after, ' ', &type) && text_next_piece(&after, ' ', &source);
        if (whole && device_number_read(fields[2], &entry->device)) {
            entry->mount_point = unescaped(arena, fields[4]);
            entry->type = type;
            entry->source = unescaped(arena, source);
            return true;
        }
    }
    return false;
}

bool mount_of_path(struct arena *arena, const char *path, struct mount_entry *entry)
{
    char real[PATH_MAX];
    struct text mounts = mounts_read(arena);
    struct mount_entry next;
    bool found = false;
    if (realpath(path, real) == NULL) {
        return false;
    }
    while (mount_next(arena, &mounts, &next)) {
        size_t size = next.mount_point.size;
        bool holds = strncmp(real, next.mount_point.data, size) == 0 &&
                     (size == 1 || real[size] == '/' || real[size] == '\0');
        /* of several at one place the last is the one that is seen */
        if (holds && (!found || size >= entry->mount_point.size)) {
            *entry = next;
            found = true;
        }
    }
    return found;
}
