#include "ingest/packed_file.h"

#include "model/part.h"

#include <stdlib.h>
#include <string.h>

bool packed_file_is(struct text head)
{
    static const struct {
        size_t offset;
        const char *bytes;
        size_t size;
    } signatures[] = {
        {0, "\x1f\x8b", 2},
        {0, "PK\x03\x04", 4},
        {0,
         "\xfd"
         "7zXZ",
         5},
        {0, "BZh", 3},
        {0, "\x28\xb5\x2f\xfd", 4},
        {0, "7z\xbc\xaf\x27\x1c", 6},
        {257, "ustar", 5},
    };
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++)
        if (head.size >= signatures[i].offset + signatures[i].size &&
            memcmp(head.data + signatures[i].offset, signatures[i].bytes, signatures[i].size) == 0)
            return true;
    return false;
}

static int compare_members(const void *a, const void *b)
{
    const struct packed_member *left = a, *right = b;
    return text_compare_naturally(left->path, right->path);
}

bool packed_file_read(struct arena *arena, const char *path, struct packed_members *members,
                      struct failure *failure)
{
    const struct packed_calls *calls = part_calls("packed", failure);
    if (calls == NULL || !calls->unpack(arena, path, members, failure))
        return false;
    if (members->count > 1)
        qsort(members->items, members->count, sizeof *members->items, compare_members);
    return true;
}

const struct packed_member *packed_member_at(const struct packed_members *members, struct text path)
{
    size_t low = 0, high = members->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (text_compare_naturally(members->items[middle].path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < members->count && text_equal(members->items[low].path, path);
    return found ? &members->items[low] : NULL;
}
