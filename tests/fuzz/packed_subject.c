#define _GNU_SOURCE
#include "ingest/packed_file.h"
#include "subjects.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void feed_packed(const uint8_t *data, size_t size)
{
    struct text head = {(const char *)data, size};
    if (size == 0 || !packed_file_is(head))
        return;
    int file = memfd_create("fuzz", 0);
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    struct arena *arena = arena_create();
    struct packed_members members = {.count = 0};
    struct failure failure = {.kind = FAILURE_NONE};
    if (file >= 0 && write(file, data, size) == (ssize_t)size) {
        bool read = packed_file_read(arena, path, &members, &failure);
        for (size_t i = 0; read && i < members.count; i++)
            if (packed_member_at(&members, members.items[i].path) == NULL)
                abort();
    }
    arena_free(arena);
    (void)close(file);
}
