/* Reference: spa_config of OpenZFS as zdb.c prints nvlists; vdev_raidz_asize() of vdev_raidz.c for
   the space of a raidz. */
#include "collect/pool_layout.h"

#include "collect/child_process.h"
#include "model/number.h"

#include <string.h>

static struct top_vdev *layout_add(struct arena *arena, struct pool_layout *layout)
{
    layout->vdevs =
        arena_grow(arena, layout->vdevs, layout->count, &layout->capacity, sizeof *layout->vdevs);
    layout->vdevs[layout->count] = (struct top_vdev){0};
    return &layout->vdevs[layout->count++];
}

static size_t indent_of(struct text line)
{
    size_t indent = 0;
    while (indent < line.size && (line.data[indent] == ' ' || line.data[indent] == '\t')) {
        indent++;
    }
    return indent;
}

static void vdev_take(struct top_vdev *vdev, struct text key, struct text value)
{
    int64_t number;
    if (value.size >= 2 && value.data[0] == '\'') {
        value = text_slice(value, 1, value.size - 1);
    }
    if (text_is(key, "type")) {
        vdev->type = value;
    } else if (!number_read_integer(value, &number) || number < 0 || number > 1000) {
        return;
    } else if (text_is(key, "ashift")) {
        vdev->ashift = (unsigned)number;
    } else if (text_is(key, "nparity")) {
        vdev->parity = (unsigned)number;
    } else if (text_is(key, "is_log")) {
        vdev->is_log = number == 1;
    }
}

bool pool_layout_of_zdb(struct arena *arena, struct text zdb, struct pool_layout *layout)
{
    struct top_vdev *vdev = NULL;
    size_t tree = 0, top = 0; /* the indents of "vdev_tree:" and of its children; 0 = not yet */
    *layout = (struct pool_layout){0};
    for (struct text line; text_next_line(&zdb, &line);) {
        size_t indent = indent_of(line);
        struct text value = text_trim(line), key;
        if (value.size == 0 || !text_next_piece(&value, ':', &key)) {
            continue;
        }
        value = text_trim(value);
        if (text_is(key, "vdev_tree")) {
            tree = indent;
            top = 0;
        } else if (tree > 0 && indent <= tree) {
            tree = 0;
            vdev = NULL;
        } else if (tree > 0 && text_starts_with(key, "children[")) {
            top = top == 0 ? indent : top;
            if (indent == top) {
                vdev = layout_add(arena, layout);
            } else if (vdev != NULL && indent == top + 4) {
                vdev->children++;
            }
        } else if (vdev != NULL && indent == top + 4) {
            vdev_take(vdev, key, value);
        }
    }
    return layout->count > 0;
}

bool pool_layout_of_properties(struct arena *arena, struct text rows, struct pool_layout *layout)
{
    static const char *const kinds[] = {"mirror-", "raidz1-", "raidz2-", "raidz3-", "draid"};
    *layout = (struct pool_layout){0};
    for (struct text line; text_next_line(&rows, &line);) {
        struct text name, property, value;
        int64_t ashift;
        if (!text_next_piece(&line, '\t', &name) || !text_next_piece(&line, '\t', &property) ||
            !text_next_piece(&line, '\t', &value) || !text_is(property, "ashift") ||
            !number_read_integer(value, &ashift)) {
            continue;
        }
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
            if (text_starts_with(name, kinds[i])) {
                struct top_vdev *vdev = layout_add(arena, layout);
                vdev->type = text_slice(name, 0, text_find(name, "-", 0));
                vdev->ashift = ashift > 0 && ashift < 100 ? (unsigned)ashift : 0;
            }
        }
    }
    return layout->count > 0;
}

bool pool_layout_ask(struct arena *arena, const char *pool, struct pool_layout *layout,
                     const char **trouble)
{
    const char *other = "";
    *trouble = "it names no vdev";
    struct text zdb = command_output(arena, (const char *[]){"zdb", "-C", pool, NULL}, trouble);
    if (pool_layout_of_zdb(arena, zdb, layout)) {
        return true;
    }
    zdb = command_output(arena, (const char *[]){"zdb", "-e", "-C", pool, NULL}, &other);
    if (pool_layout_of_zdb(arena, zdb, layout)) {
        return true;
    }
    struct text rows = command_output(
        arena, (const char *[]){"zpool", "get", "-Hp", "ashift", pool, "all-vdevs", NULL}, &other);
    return pool_layout_of_properties(arena, rows, layout);
}

struct text pool_layout_lines(struct arena *arena, const struct pool_layout *layout)
{
    struct text_builder lines = {.arena = arena};
    for (size_t i = 0; i < layout->count; i++) {
        const struct top_vdev *vdev = &layout->vdevs[i];
        if (!vdev->is_log && vdev->ashift > 0) {
            text_add_format(&lines, "vdev %zu: %.*s\n    ashift: %u\n", i, (int)vdev->type.size,
                            vdev->type.data, vdev->ashift);
        }
    }
    return text_built(&lines);
}

const char *pool_of_dataset(struct arena *arena, const char *dataset)
{
    struct text rest = text_of(dataset), pool = {0};
    (void)text_next_piece(&rest, '/', &pool);
    return text_string(arena, pool);
}

struct raidz_space raidz_space(unsigned children, unsigned parity, unsigned ashift,
                               int64_t record_bytes)
{
    int64_t sector = (int64_t)1 << ashift;
    int64_t data = (record_bytes + sector - 1) / sector;
    int64_t width = (int64_t)children - parity;
    int64_t total = data + parity * ((data + width - 1) / width);
    total = (total + parity) / (parity + 1) * (parity + 1);
    return (struct raidz_space){(double)data / (double)total, (double)width / children};
}
