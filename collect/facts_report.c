#include "collect/facts_report.h"

#include "collect/child_process.h"
#include "collect/dataset.h"
#include "collect/disks.h"
#include "collect/plan.h"
#include "collect/pool_layout.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

/* What was found out, for the advice. */
struct findings {
    int64_t largest_physical; /* of the disks; 0 = none */
    int64_t largest_preferred;
    unsigned smallest_ashift; /* of the pool's vdevs; 0 = no pool, or not known */
    bool has_disk, may_lie, is_virtual;
};

/* --- disks --- */

static void number_line(struct text_builder *into, const char *name, int64_t bytes)
{
    if (bytes > 0) {
        text_add_format(into, "  %-28s%s\n", name, bytes_written(into->arena, (double)bytes).data);
    } else {
        text_add_format(into, "  %-28s%s\n", name, bytes == 0 ? "none stated" : "unknown");
    }
}

static void formats_write(struct text_builder *into, const struct disk_facts *disk)
{
    static const char *const ratings[] = {"best", "better", "good", "degraded"};
    for (size_t i = 0; i < disk->format_count; i++) {
        const struct lba_format *format = &disk->formats[i];
        bool is_rated = format->performance >= 0 && format->performance < 4;
        text_add_format(into, "  LBA format %-17zu%" PRId64 " bytes%s, rated %s%s\n", i,
                        format->bytes, format->metadata > 0 ? " and metadata" : "",
                        is_rated ? ratings[format->performance] : "unknown",
                        i == disk->format_in_use ? ", in use" : "");
    }
}

static void disk_write(struct text_builder *into, const char *name, struct findings *findings)
{
    struct disk_facts disk;
    disk_facts_read(into->arena, name, &disk);
    text_add_format(into, "disk %s%s%.*s\n", name, disk.model.size > 0 ? ": " : "",
                    (int)disk.model.size, disk.model.data);
    number_line(into, "size", disk.bytes);
    number_line(into, "logical sector", disk.logical);
    number_line(into, "physical sector", disk.physical);
    number_line(into, "smallest efficient I/O", disk.smallest_io);
    number_line(into, "best I/O", disk.best_io);
    if (disk.is_nvme && disk.nvme_trouble[0] != '\0') {
        text_add_format(into, "  %-28sunknown: %s\n", "preferred write (NPWG)", disk.nvme_trouble);
        text_add_format(into, "  %-28sunknown: %s\n", "LBA formats", disk.nvme_trouble);
    } else if (disk.is_nvme) {
        number_line(into, "preferred write (NPWG)", disk.preferred_write);
        formats_write(into, &disk);
    }
    findings->has_disk = true;
    findings->may_lie = findings->may_lie || (disk.rotational == 0 && disk.physical == 512);
    if (disk.physical > findings->largest_physical) {
        findings->largest_physical = disk.physical;
    }
    if (disk.preferred_write > findings->largest_preferred) {
        findings->largest_preferred = disk.preferred_write;
    }
}

/* --- pools --- */

static void raidz_write(struct text_builder *into, const struct top_vdev *vdev)
{
    static const int64_t records[] = {8 << 10, 16 << 10, 64 << 10, 128 << 10};
    static const unsigned ashifts[] = {9, 12, 13};
    text_add_format(into, "  share of the raw space that holds data (%.0f %% without rounding):\n",
                    100 * raidz_space(vdev->children, vdev->parity, 9, 1 << 20).ideal);
    text_add_string(into, "    block size      ashift 9  ashift 12  ashift 13\n");
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        text_add_format(into, "    %-14s", bytes_written(into->arena, (double)records[i]).data);
        for (size_t k = 0; k < sizeof ashifts / sizeof ashifts[0]; k++) {
            double stored =
                raidz_space(vdev->children, vdev->parity, ashifts[k], records[i]).stored;
            text_add_format(into, "%8.0f %% ", 100 * stored);
        }
        text_add_string(into, "\n");
    }
}

static void vdev_write(struct text_builder *into, size_t index, const struct top_vdev *vdev,
                       struct findings *findings)
{
    const char *name = text_format(into->arena, "vdev %zu", index).data;
    if (vdev->ashift == 0) {
        text_add_format(into, "  %-28sashift unknown\n", name);
        return;
    }
    text_add_format(into, "  %-28sashift %u (%s)%s%.*s", name, vdev->ashift,
                    bytes_written(into->arena, (double)((int64_t)1 << vdev->ashift)).data,
                    vdev->type.size > 0 ? ", " : "", (int)vdev->type.size, vdev->type.data);
    if (text_is(vdev->type, "raidz") && vdev->children > vdev->parity && vdev->parity > 0) {
        text_add_format(into, "%u of %u\n", vdev->parity, vdev->children);
        raidz_write(into, vdev);
    } else {
        text_add_format(into, "%s\n", vdev->is_log ? " (log)" : "");
    }
    if (!vdev->is_log &&
        (findings->smallest_ashift == 0 || vdev->ashift < findings->smallest_ashift)) {
        findings->smallest_ashift = vdev->ashift;
    }
}

static void pool_write(struct text_builder *into, const char *dataset, struct findings *findings)
{
    struct arena *arena = into->arena;
    struct text rest = text_of(dataset), name;
    struct pool_layout layout;
    struct disk_list disks = {0};
    const char *trouble = "it names no vdev";
    (void)text_next_piece(&rest, '/', &name);
    const char *pool = text_string(arena, name);
    text_add_format(into, "pool %s\n", pool);
    if (pool_layout_ask(arena, pool, &layout, &trouble)) {
        for (size_t i = 0; i < layout.count; i++) {
            vdev_write(into, i, &layout.vdevs[i], findings);
        }
    } else {
        text_add_format(into, "  %-28sunknown: %s (zdb needs root)\n", "ashift", trouble);
    }
    text_add_string(into,
                    "  (the pool's property `ashift` is only what was asked for, and not used)\n");
    disks_of_pool(arena, pool, &disks);
    for (size_t i = 0; i < disks.count; i++) {
        disk_write(into, disks.names[i], findings);
    }
}

static void dataset_write(struct text_builder *into, const char *dataset)
{
    static const char *const told[] = {"type", "recordsize",   "volblocksize", "compression",
                                       "sync", "primarycache", "logbias",      "direct"};
    const char *trouble = "";
    struct text rows = command_output(
        into->arena, (const char *[]){"zfs", "get", "-Hp", "all", dataset, NULL}, &trouble);
    text_add_format(into, "dataset %s\n", dataset);
    if (rows.size == 0) {
        text_add_format(into, "  %-28sunknown: %s\n", "properties", trouble);
    }
    for (struct text line; text_next_line(&rows, &line);) {
        struct text name, property, value, source = {0};
        if (!text_next_piece(&line, '\t', &name) || !text_next_piece(&line, '\t', &property) ||
            !text_next_piece(&line, '\t', &value)) {
            continue;
        }
        source = line;
        for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
            if (text_is(property, told[i]) && !text_is(value, "-")) {
                text_add_format(into, "  %-28s%.*s%s%.*s%s\n", told[i], (int)value.size, value.data,
                                source.size > 1 ? " (" : "", source.size > 1 ? (int)source.size : 0,
                                source.data, source.size > 1 ? ")" : "");
            }
        }
    }
}

/* --- advice --- */

static void advise_pool(struct text_builder *into, const struct findings *findings)
{
    int64_t block = (int64_t)1 << findings->smallest_ashift;
    if (findings->smallest_ashift == 0) {
        return;
    }
    if (findings->largest_physical > block) {
        text_add_format(
            into,
            "- ashift %u means blocks of %s on a disk with sectors of %s: each small "
            "write makes the\n  drive read, change and write a whole sector. Only a new "
            "pool changes that.\n",
            findings->smallest_ashift, bytes_written(into->arena, (double)block).data,
            bytes_written(into->arena, (double)findings->largest_physical).data);
    } else if (findings->has_disk) {
        text_add_format(into, "- ashift %u is not below the sector size that the disks report.\n",
                        findings->smallest_ashift);
    }
}

static void advise(struct text_builder *into, const struct findings *findings)
{
    text_add_string(into, "what this means\n");
    advise_pool(into, findings);
    if (!findings->has_disk) {
        text_add_string(into, "- no disk of this machine could be found under it: its sectors are "
                              "unknown.\n");
    }
    if (findings->largest_preferred > 0) {
        text_add_format(
            into,
            "- a drive prefers writes of %s (NPWG): a hint for comparing ashift 12 with "
            "13 or 14, no proof.\n",
            bytes_written(into->arena, (double)findings->largest_preferred).data);
    }
    if (findings->may_lie) {
        text_add_string(into,
                        "- a solid-state drive that reports sectors of 512 bytes may do so for old "
                        "software only: flash\n  pages are larger. That does not prove that 512 is "
                        "what it works with.\n");
    }
    if (findings->is_virtual) {
        text_add_string(into, "- this is a virtual machine: sectors are those of the emulation.\n");
    }
    text_add_string(
        into,
        "- the ashift of a vdev cannot be changed later; one that is too low costs more (each "
        "small write\n  becomes two operations in the drive) than one that is too high (space "
        "on small blocks).\n  Without a measurement 12 is the safe choice; `ashiftstat "
        "collect` measures.\n");
}

static bool machine_is_virtual(struct arena *arena)
{
    const char *trouble;
    struct text kind =
        command_output(arena, (const char *[]){"systemd-detect-virt", NULL}, &trouble);
    return kind.size > 0 && !text_is(text_trim(kind), "none");
}

static bool dataset_exists(struct arena *arena, const char *name)
{
    const char *trouble;
    return name[0] != '-' && strchr(name, ' ') == NULL &&
           command_output(arena, (const char *[]){"zfs", "list", "-H", "-o", "name", name, NULL},
                          &trouble)
                   .size > 0;
}

static bool path_write(struct text_builder *into, const char *path, struct findings *findings,
                       struct failure *failure)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return failure_set(failure, FAILURE_USAGE,
                           "%s is no pool, dataset, device or folder here: %s", path,
                           strerror(errno));
    }
    const char *dataset = S_ISBLK(status.st_mode) ? NULL : dataset_of_folder(into->arena, path);
    if (dataset != NULL) {
        dataset_write(into, dataset);
        pool_write(into, dataset, findings);
        return true;
    }
    struct disk_list disks = {0};
    disks_of_path(into->arena, path, &disks);
    for (size_t i = 0; i < disks.count; i++) {
        disk_write(into, disks.names[i], findings);
    }
    return true;
}

bool facts_report(struct arena *arena, const char *subject, struct text *report,
                  struct failure *failure)
{
    struct text_builder text = {.arena = arena};
    struct findings findings = {.is_virtual = machine_is_virtual(arena)};
    struct disk_list disks = {0};
    if (subject == NULL) {
        disks_of_machine(arena, &disks);
        for (size_t i = 0; i < disks.count; i++) {
            disk_write(&text, disks.names[i], &findings);
        }
    } else if (subject[0] != '/' && subject[0] != '.' && dataset_exists(arena, subject)) {
        if (strchr(subject, '/') != NULL) {
            dataset_write(&text, subject);
        }
        pool_write(&text, subject, &findings);
    } else if (!path_write(&text, subject, &findings, failure)) {
        return false;
    }
    advise(&text, &findings);
    *report = text_clean(arena, text_built(&text));
    return true;
}
