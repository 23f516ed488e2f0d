/* Reference: Documentation/ABI/stable/sysfs-block of Linux; NVM Express base specification,
   Identify Namespace (NPWG, FLBAS, LBAF), as `nvme id-ns -o json` prints it. */
#include "collect/disks.h"

#include "collect/child_process.h"
#include "collect/device.h"
#include "collect/mounts.h"
#include "collect/whole_file.h"
#include "model/number.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

enum { TIMEOUT_MS = 6000, DEPTH_MAX = 8, NSFEAT_OPTPERF = 1 << 4 };

/* --- lists --- */

bool disk_list_add(struct arena *arena, struct disk_list *disks, const char *name)
{
    for (size_t i = 0; i < disks->count; i++) {
        if (strcmp(disks->names[i], name) == 0) {
            return false;
        }
    }
    disks->names =
        arena_grow(arena, disks->names, disks->count, &disks->capacity, sizeof *disks->names);
    disks->names[disks->count++] = name;
    return true;
}

/* Goes down to what a device is made of. */
static void disks_of_device(struct arena *arena, dev_t number, struct disk_list *disks, int depth)
{
    char real[PATH_MAX];
    dev_t whole = device_whole(arena, number);
    const char *sys = text_format(arena, "/sys/dev/block/%u:%u", major(whole), minor(whole)).data;
    if (realpath(sys, real) == NULL || depth > DEPTH_MAX) {
        return;
    }
    DIR *slaves = opendir(text_format(arena, "%s/slaves", real).data);
    bool has_slaves = false;
    for (struct dirent *entry; slaves != NULL && (entry = readdir(slaves)) != NULL;) {
        struct stat status;
        const char *node = text_format(arena, "/dev/%s", entry->d_name).data;
        if (entry->d_name[0] != '.' && stat(node, &status) == 0) {
            has_slaves = true;
            disks_of_device(arena, status.st_rdev, disks, depth + 1);
        }
    }
    if (slaves != NULL) {
        (void)closedir(slaves);
    }
    if (!has_slaves) {
        (void)disk_list_add(arena, disks, text_format(arena, "%s", strrchr(real, '/') + 1).data);
    }
}

void disks_of_path(struct arena *arena, const char *path, struct disk_list *disks)
{
    struct stat status;
    struct mount_entry entry;
    if (stat(path, &status) != 0) {
        return;
    }
    if (S_ISBLK(status.st_mode)) {
        disks_of_device(arena, status.st_rdev, disks, 0);
    } else if (major(status.st_dev) != 0) {
        disks_of_device(arena, status.st_dev, disks, 0);
    } else if (mount_of_path(arena, path, &entry) && entry.source.size > 0 &&
               entry.source.data[0] == '/' &&
               stat(text_string(arena, entry.source), &status) == 0 && S_ISBLK(status.st_mode)) {
        disks_of_device(arena, status.st_rdev, disks, 0);
    }
}

void disks_of_vdev(struct arena *arena, const struct top_vdev *vdev, struct disk_list *disks)
{
    for (size_t i = 0; i < vdev->path_count; i++) {
        if (text_starts_with(text_of(vdev->paths[i]), "/dev/")) {
            disks_of_path(arena, vdev->paths[i], disks);
        }
    }
}

void disks_of_pool(struct arena *arena, const char *pool, struct disk_list *disks)
{
    struct pool_layout layout;
    pool_layout_ask_status(arena, pool, &layout);
    for (size_t i = 0; i < layout.count; i++) {
        disks_of_vdev(arena, &layout.vdevs[i], disks);
    }
}

void disks_of_machine(struct arena *arena, struct disk_list *disks)
{
    static const char *const passed_over[] = {"loop", "ram", "zram", "fd", "sr", "zd", "dm-", "md"};
    DIR *directory = opendir("/sys/block");
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        bool counts = entry->d_name[0] != '.';
        for (size_t i = 0; i < sizeof passed_over / sizeof passed_over[0]; i++) {
            counts = counts && !text_starts_with(text_of(entry->d_name), passed_over[i]);
        }
        if (counts) {
            (void)disk_list_add(arena, disks, text_format(arena, "%s", entry->d_name).data);
        }
    }
    if (directory != NULL) {
        (void)closedir(directory);
    }
}

/* --- what one says --- */

static struct text sys_text(struct arena *arena, const char *disk, const char *name)
{
    struct text value = {0};
    const char *path = text_format(arena, "/sys/block/%s/%s", disk, name).data;
    return stream_file_read(arena, path, &value) ? text_trim(value) : (struct text){0};
}

static int64_t sys_integer(struct arena *arena, const char *disk, const char *name)
{
    int64_t value;
    return number_read_integer(sys_text(arena, disk, name), &value) ? value : -1;
}

/* The integer behind "name" at or after `*at`, which is moved behind it; -1 when there is none. */
static int64_t json_integer_after(struct arena *arena, struct text json, const char *name,
                                  size_t *at)
{
    const char *key = text_format(arena, "\"%s\"", name).data;
    size_t found = text_find(json, key, *at);
    int64_t value;
    if (found == json.size) {
        return -1;
    }
    size_t start = text_find(json, ":", found) + 1, end = start;
    while (end < json.size && strchr(",}]\n", json.data[end]) == NULL) {
        end++;
    }
    *at = end;
    return number_read_integer(text_trim(text_slice(json, start, end)), &value) ? value : -1;
}

static int64_t json_integer(struct arena *arena, struct text json, const char *name)
{
    size_t at = 0;
    return json_integer_after(arena, json, name, &at);
}

static void formats_read(struct arena *arena, struct text json, struct disk_facts *facts)
{
    size_t at = text_find(json, "\"lbafs\"", 0);
    size_t end = text_find(json, "]", at);
    struct text list = text_slice(json, at, end);
    const size_t most = sizeof facts->formats / sizeof facts->formats[0];
    for (size_t next = 0; facts->format_count < most;) {
        size_t close = text_find(list, "}", next);
        struct text row = text_slice(list, next, close);
        int64_t shift = json_integer(arena, row, "ds");
        if (close == list.size) {
            break;
        }
        struct lba_format *format = &facts->formats[facts->format_count++];
        format->bytes = shift >= 9 && shift < 32 ? (int64_t)1 << shift : 0;
        format->metadata = json_integer(arena, row, "ms");
        format->performance = json_integer(arena, row, "rp");
        next = close + 1;
    }
    int64_t in_use = json_integer(arena, json, "flbas");
    if (in_use >= 0) {
        /* bits 5 and 6 go on above bit 3 when there are more than 16 formats */
        facts->format_in_use = (size_t)(in_use & 15);
        if (facts->format_count > 16) {
            facts->format_in_use |= (size_t)((in_use >> 5) & 3) << 4;
        }
    }
}

static void nvme_read(struct arena *arena, struct disk_facts *facts)
{
    const char *nvme = program_find(arena, "nvme");
    struct command_result result;
    const char *node = text_format(arena, "/dev/%s", facts->name).data;
    if (nvme == NULL) {
        facts->nvme_trouble = "nvme is not installed (Debian package nvme-cli)";
        return;
    }
    if (!command_run(arena, (const char *[]){nvme, "id-ns", "-o", "json", node, NULL}, TIMEOUT_MS,
                     &result, NULL) ||
        result.timed_out || result.exit_status != 0) {
        facts->nvme_trouble = "nvme id-ns fails; it needs root";
        return;
    }
    facts->nvme_trouble = "";
    formats_read(arena, result.output, facts);
    int64_t granularity = json_integer(arena, result.output, "npwg");
    int64_t lba = facts->format_in_use < facts->format_count
                      ? facts->formats[facts->format_in_use].bytes
                      : facts->logical;
    int64_t features = json_integer(arena, result.output, "nsfeat");
    bool states_granularity = features > 0 && (features & NSFEAT_OPTPERF) != 0; /* zero-based */
    facts->preferred_write =
        states_granularity && granularity >= 0 && lba > 0 ? (granularity + 1) * lba : 0;
}

void disk_facts_read(struct arena *arena, const char *name, struct disk_facts *facts)
{
    int64_t sectors = sys_integer(arena, name, "size");
    *facts = (struct disk_facts){
        .name = name,
        .model = sys_text(arena, name, "device/model"),
        .bytes = sectors < 0 ? -1 : sectors * 512,
        .logical = sys_integer(arena, name, "queue/logical_block_size"),
        .physical = sys_integer(arena, name, "queue/physical_block_size"),
        .smallest_io = sys_integer(arena, name, "queue/minimum_io_size"),
        .best_io = sys_integer(arena, name, "queue/optimal_io_size"),
        .rotational = sys_integer(arena, name, "queue/rotational"),
        .is_nvme = strncmp(name, "nvme", 4) == 0,
        .nvme_trouble = "",
    };
    if (facts->is_nvme) {
        nvme_read(arena, facts);
    }
}

struct text disk_words(struct arena *arena, const struct disk_facts *facts)
{
    static const char *const kinds[] = {"rotation unknown", "not rotational", "rotational"};
    size_t kind = (size_t)(facts->rotational < 0 ? 0 : facts->rotational == 0 ? 1 : 2);
    return text_format(arena, "%.*s%slogical %" PRId64 ", physical %" PRId64 ", %s",
                       (int)facts->model.size, facts->model.data,
                       facts->model.size == 0 ? "" : ", ", facts->logical, facts->physical,
                       kinds[kind]);
}
