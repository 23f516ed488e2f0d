/* Reference: print_status_config() and zpool_vdev_name() of OpenZFS 0.8 to 2.3; zpool(8) of
   zfs-fuse 0.7 prints the same table. A line has a tab, two blanks for each level, and the name
   first. */
#include "collect/pool_status.h"

#include "model/number.h"

#include <string.h>

static const struct {
    const char *heading;
    enum vdev_class class;
} headings[] = {{"logs", VDEV_LOG},
                {"special", VDEV_SPECIAL},
                {"dedup", VDEV_DEDUP},
                {"cache", VDEV_CACHE},
                {"spares", VDEV_SPARE}};

/* A vdev that is made of others: "mirror-1", "raidz2-0", "draid1:4d:6c:0s-0". */
static const struct {
    const char *start, *type;
} groups[] = {{"mirror", "mirror"},
              {"raidz", "raidz"},
              {"draid", "draid"},
              {"replacing", "mirror"},
              {"spare", "mirror"}};

static const char *group_type(struct text name)
{
    struct text rest = name, first;
    (void)text_next_piece(&rest, '-', &first);
    for (size_t i = 0; rest.data != NULL && i < sizeof groups / sizeof groups[0]; i++) {
        if (text_starts_with(first, groups[i].start)) {
            return groups[i].type;
        }
    }
    return NULL;
}

static void vdev_name(struct top_vdev *vdev, struct text name)
{
    const char *type = group_type(name);
    int64_t number;
    size_t dash = name.size;
    vdev->name = name;
    vdev->id = -1;
    if (type == NULL) {
        bool is_file = name.data[0] == '/' && !text_starts_with(name, "/dev/");
        vdev->type = text_of(is_file ? "file" : "disk");
        return;
    }
    while (dash > 0 && name.data[dash - 1] != '-') {
        dash--;
    }
    vdev->type = text_of(type);
    vdev->id = number_read_integer(text_slice(name, dash, name.size), &number) ? number : -1;
    if (text_is(vdev->type, "raidz") && name.size > 5 && text_is_digit(name.data[5])) {
        vdev->parity = (unsigned)(name.data[5] - '0');
    }
}

/* The lines of the table, behind its heading and up to the empty line. */
static bool table_find(struct text *status)
{
    for (struct text line; text_next_line(status, &line);) {
        if (text_starts_with(text_trim(line), "NAME ")) {
            return true;
        }
    }
    return false;
}

static size_t depth_of(struct text line)
{
    size_t blanks = 0;
    while (blanks + 1 < line.size && line.data[blanks + 1] == ' ') {
        blanks++;
    }
    return line.size > 0 && line.data[0] == '\t' ? blanks / 2 : 0;
}

bool pool_layout_of_status(struct arena *arena, struct text status, struct pool_layout *layout)
{
    enum vdev_class class = VDEV_DATA;
    struct top_vdev *vdev = NULL;
    *layout = (struct pool_layout){0};
    for (struct text line, name; table_find(&status);) {
        while (text_next_line(&status, &line) && !text_is_blank(line)) {
            struct text rest = text_trim(line);
            size_t depth = depth_of(line);
            (void)text_next_piece(&rest, ' ', &name);
            for (size_t i = 0; depth == 0 && i < sizeof headings / sizeof headings[0]; i++) {
                class = text_is(text_trim(name), headings[i].heading) ? headings[i].class : class;
            }
            if (depth == 0) {
                continue;
            }
            if (depth == 1) {
                vdev = pool_layout_add(arena, layout);
                vdev->class = class;
                vdev_name(vdev, name);
            } else if (depth == 2 && vdev != NULL) {
                vdev->children++;
            }
            if (vdev != NULL && name.data[0] == '/') {
                top_vdev_add_path(arena, vdev, name);
            }
        }
    }
    return layout->count > 0;
}

/* --- vdev properties --- */

static struct text last_part(struct text path)
{
    size_t start = path.size;
    while (start > 0 && path.data[start - 1] != '/') {
        start--;
    }
    return text_slice(path, start, path.size);
}

/* "sda" and "sda1", "nvme0n1" and "nvme0n1p1", "ata-X" and "ata-X-part1": a vdev can be shown with
   its partition or without. */
static bool is_partition_of(struct text part, struct text whole)
{
    if (part.size <= whole.size || !text_equal(text_slice(part, 0, whole.size), whole)) {
        return false;
    }
    struct text rest = text_slice(part, whole.size, part.size);
    rest = text_starts_with(rest, "-part") ? text_slice(rest, 5, rest.size)
           : rest.data[0] == 'p'           ? text_slice(rest, 1, rest.size)
                                           : rest;
    int64_t number;
    return rest.size > 0 && text_is_digit(rest.data[0]) && number_read_integer(rest, &number);
}

static bool names_are_one(struct text a, struct text b)
{
    struct text first = last_part(a), second = last_part(b);
    return text_equal(first, second) || is_partition_of(first, second) ||
           is_partition_of(second, first);
}

static struct top_vdev *vdev_of_row(struct arena *arena, struct pool_layout *layout,
                                    struct text name)
{
    for (size_t i = 0; i < layout->count; i++) {
        if (names_are_one(layout->vdevs[i].name, name)) {
            return &layout->vdevs[i];
        }
    }
    if (group_type(name) == NULL || text_starts_with(name, "replacing") ||
        text_starts_with(name, "spare")) {
        return NULL;
    }
    struct top_vdev *vdev = pool_layout_add(arena, layout);
    vdev_name(vdev, name);
    return vdev;
}

void pool_layout_take_properties(struct arena *arena, struct text rows, struct pool_layout *layout)
{
    for (struct text line; text_next_line(&rows, &line);) {
        struct text name, property, value;
        int64_t ashift;
        if (!text_next_piece(&line, '\t', &name) || !text_next_piece(&line, '\t', &property) ||
            !text_next_piece(&line, '\t', &value) || !text_is(property, "ashift") ||
            !number_read_integer(value, &ashift) || ashift < 1 || ashift > 99) {
            continue;
        }
        struct top_vdev *vdev = vdev_of_row(arena, layout, name);
        if (vdev != NULL && vdev->ashift == 0) {
            vdev->ashift = (unsigned)ashift;
        }
    }
}
