/* Reference: spa_config of OpenZFS as zdb.c prints nvlists; vdev_raidz_asize() of vdev_raidz.c for
   the space of a raidz. */
#include "collect/pool_layout.h"

#include "collect/child_process.h"
#include "collect/pool_status.h"
#include "model/number.h"

#include <inttypes.h>
#include <string.h>

struct top_vdev *pool_layout_add(struct arena *arena, struct pool_layout *layout)
{
    layout->vdevs =
        arena_grow(arena, layout->vdevs, layout->count, &layout->capacity, sizeof *layout->vdevs);
    layout->vdevs[layout->count] = (struct top_vdev){.id = -1};
    return &layout->vdevs[layout->count++];
}

void top_vdev_add_path(struct arena *arena, struct top_vdev *vdev, struct text path)
{
    vdev->paths =
        arena_grow(arena, vdev->paths, vdev->path_count, &vdev->path_capacity, sizeof *vdev->paths);
    vdev->paths[vdev->path_count++] = text_string(arena, path);
}

const char *vdev_class_name(enum vdev_class class)
{
    static const char *const names[] = {"data",  "log",   "special", "dedup",
                                        "cache", "spare", "removed"};
    return names[class];
}

/* --- zdb -C --- */

static size_t indent_of(struct text line)
{
    size_t indent = 0;
    while (indent < line.size && (line.data[indent] == ' ' || line.data[indent] == '\t')) {
        indent++;
    }
    return indent;
}

static struct text without_quotes(struct text value)
{
    return value.size >= 2 && value.data[0] == '\'' ? text_slice(value, 1, value.size - 1) : value;
}

/* What a vdev is when its type or its allocation bias has this value. */
static const struct {
    const char *value;
    enum vdev_class class;
} class_words[] = {{"indirect", VDEV_REMOVED}, {"hole", VDEV_REMOVED},    {"missing", VDEV_REMOVED},
                   {"log", VDEV_LOG},          {"special", VDEV_SPECIAL}, {"dedup", VDEV_DEDUP}};

static void vdev_take(struct top_vdev *vdev, struct text key, struct text value)
{
    int64_t number;
    value = without_quotes(value);
    if (text_is(key, "type") || text_is(key, "alloc_bias")) {
        vdev->type = text_is(key, "type") ? value : vdev->type;
        for (size_t i = 0; i < sizeof class_words / sizeof class_words[0]; i++) {
            vdev->class = text_is(value, class_words[i].value) ? class_words[i].class : vdev->class;
        }
    } else if (!number_read_integer(value, &number) || number < 0 || number > 1000) {
        return;
    } else if (text_is(key, "id")) {
        vdev->id = number;
    } else if (text_is(key, "ashift")) {
        vdev->ashift = (unsigned)number;
    } else if (text_is(key, "nparity")) {
        vdev->parity = (unsigned)number;
    } else if (text_is(key, "is_log") && number == 1 && vdev->class == VDEV_DATA) {
        vdev->class = VDEV_LOG;
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
                vdev = pool_layout_add(arena, layout);
            } else if (vdev != NULL && indent == top + 4) {
                vdev->children++;
            }
        } else if (tree > 0 && top > 0 && indent <= top) {
            vdev = NULL; /* of the root again: what follows can be cache disks */
        } else if (vdev != NULL && text_is(key, "path")) {
            top_vdev_add_path(arena, vdev, without_quotes(value));
        } else if (vdev != NULL && indent == top + 4) {
            vdev_take(vdev, key, value);
        }
    }
    return layout->count > 0;
}

/* --- asking --- */

void pool_layout_ask_status(struct arena *arena, const char *pool, struct pool_layout *layout)
{
    static const char *const flags[] = {"-PL", "-P", NULL}; /* old ones know fewer */
    const char *trouble;
    *layout = (struct pool_layout){0};
    for (size_t i = 0; layout->count == 0 && i < sizeof flags / sizeof flags[0]; i++) {
        const char *const arguments[] = {"zpool", "status", flags[i] == NULL ? pool : flags[i],
                                         flags[i] == NULL ? NULL : pool, NULL};
        (void)pool_layout_of_status(arena, command_output(arena, arguments, &trouble), layout);
    }
}

/* The ashift in the label of one of the vdev's disks, where the label is of this pool; 0 = none. */
static unsigned label_ashift(struct arena *arena, const char *pool, const struct top_vdev *vdev)
{
    for (size_t i = 0; i < vdev->path_count; i++) {
        const char *trouble;
        struct text label =
            command_output(arena, (const char *[]){"zdb", "-l", vdev->paths[i], NULL}, &trouble);
        struct top_vdev read = {.id = -1};
        struct text name = {0};
        for (struct text line, key; text_next_line(&label, &line);) {
            struct text value = text_trim(line);
            if (text_next_piece(&value, ':', &key) && text_is(key, "ashift") && read.ashift == 0) {
                vdev_take(&read, key, text_trim(value));
            } else if (text_is(key, "name") && name.size == 0) {
                name = without_quotes(text_trim(value));
            }
        }
        if (read.ashift > 0 && text_is(name, pool)) {
            return read.ashift;
        }
    }
    return 0;
}

static size_t count_of_class(const struct pool_layout *layout, enum vdev_class class)
{
    size_t count = 0;
    for (size_t i = 0; i < layout->count; i++) {
        count += layout->vdevs[i].class == class;
    }
    return count;
}

/* zpool status names the disks as they are now: both have the vdevs of a class in the same order.
 */
static void layout_take_paths(struct pool_layout *layout, const struct pool_layout *status)
{
    for (enum vdev_class class = VDEV_DATA; class <= VDEV_DEDUP; class ++) {
        size_t next = 0;
        if (count_of_class(layout, class) != count_of_class(status, class)) {
            continue;
        }
        for (size_t i = 0; i < layout->count; i++) {
            if (layout->vdevs[i].class != class) {
                continue;
            }
            while (status->vdevs[next].class != class) {
                next++;
            }
            const struct top_vdev *now = &status->vdevs[next++];
            if (now->path_count > 0) {
                layout->vdevs[i].paths = now->paths;
                layout->vdevs[i].path_count = layout->vdevs[i].path_capacity = now->path_count;
            }
        }
    }
}

static bool knows_ashift(const struct pool_layout *layout)
{
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->vdevs[i].class == VDEV_DATA && layout->vdevs[i].ashift > 0) {
            return true;
        }
    }
    return false;
}

bool pool_layout_ask(struct arena *arena, const char *pool, struct pool_layout *layout,
                     const char **trouble)
{
    const char *const configurations[][5] = {{"zdb", "-C", pool, NULL},
                                             {"zdb", "-e", "-C", pool, NULL}};
    const char *other = "";
    struct pool_layout status;
    *trouble = "it names no vdev";
    pool_layout_ask_status(arena, pool, &status);
    for (size_t i = 0; i < sizeof configurations / sizeof configurations[0]; i++) {
        const char **why = i == 0 ? trouble : &other;
        if (pool_layout_of_zdb(arena, command_output(arena, configurations[i], why), layout) &&
            knows_ashift(layout)) {
            layout->source = command_written(arena, configurations[i]).data;
            layout_take_paths(layout, &status);
            return true;
        }
    }
    const char *const properties[] = {"zpool", "get", "-Hp", "ashift", pool, "all-vdevs", NULL};
    *layout = status;
    pool_layout_take_properties(arena, command_output(arena, properties, &other), layout);
    layout->source = command_written(arena, properties).data;
    for (size_t i = 0; i < layout->count; i++) {
        struct top_vdev *vdev = &layout->vdevs[i];
        if (vdev->ashift == 0 && vdev->class <= VDEV_DEDUP) {
            vdev->ashift = label_ashift(arena, pool, vdev);
            layout->source = vdev->ashift > 0 ? "zdb -l" : layout->source;
        }
    }
    return knows_ashift(layout);
}

/* --- in words --- */

struct text pool_layout_lines(struct arena *arena, const struct pool_layout *layout)
{
    struct text_builder lines = {.arena = arena};
    for (size_t i = 0; i < layout->count; i++) {
        const struct top_vdev *vdev = &layout->vdevs[i];
        if (vdev->class == VDEV_DATA && vdev->ashift > 0) {
            int64_t number = vdev->id < 0 ? (int64_t)i : vdev->id;
            text_add_format(&lines, "vdev %" PRId64 ": %.*s\n    ashift: %u\n", number,
                            (int)vdev->type.size, vdev->type.data, vdev->ashift);
        }
    }
    return text_built(&lines);
}

bool pool_layout_has(const struct pool_layout *layout, int64_t ashift)
{
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->vdevs[i].class == VDEV_DATA && layout->vdevs[i].ashift == ashift) {
            return true;
        }
    }
    return false;
}

struct text pool_layout_ashifts(struct arena *arena, const struct pool_layout *layout)
{
    struct text_builder list = {.arena = arena};
    for (unsigned ashift = 1; ashift < 100; ashift++) {
        if (pool_layout_has(layout, ashift)) {
            text_add_format(&list, "%s%u", list.size == 0 ? "" : " and ", ashift);
        }
    }
    return text_built(&list);
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
