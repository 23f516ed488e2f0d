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
#include <unistd.h>

/* What was found out, for the advice. */
struct findings {
    int64_t largest_sector;   /* that a disk states; 0 = none */
    int64_t largest_hint;     /* preferred writes, and what Linux makes of them; 0 = none */
    struct text_builder low;  /* vdevs whose ashift is too low for their own disks */
    struct disk_list written; /* disks that stand in the report */
    bool has_vdev, has_disk, may_lie, is_virtual;
    bool has_vdev_without_disk; /* that could be found */
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

/* Linux makes the physical size of an NVMe out of the writes that the drive prefers and those it
   makes in one piece: what the drive states is its LBA. */
static int64_t stated_sector(const struct disk_facts *disk)
{
    return disk->is_nvme ? disk->logical : disk->physical;
}

static void findings_take(struct findings *findings, const struct disk_facts *disk)
{
    const int64_t hints[] = {disk->preferred_write, disk->is_nvme ? disk->physical : 0};
    findings->has_disk = true;
    findings->may_lie = findings->may_lie || disk->physical == 512;
    if (stated_sector(disk) > findings->largest_sector) {
        findings->largest_sector = stated_sector(disk);
    }
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        if (hints[i] > disk->logical && hints[i] > findings->largest_hint) {
            findings->largest_hint = hints[i];
        }
    }
}

/* `role` is what the pool has it for; disks that hold no data say nothing for the advice. */
static void disk_write(struct text_builder *into, const char *name, enum vdev_class role,
                       struct findings *findings)
{
    struct disk_facts disk;
    if (!disk_list_add(into->arena, &findings->written, name)) {
        return;
    }
    disk_facts_read(into->arena, name, &disk);
    text_add_format(into, "disk %s%s%.*s", name, disk.model.size > 0 ? ": " : "",
                    (int)disk.model.size, disk.model.data);
    text_add_format(into, role == VDEV_DATA ? "\n" : " (%s)\n", vdev_class_name(role));
    number_line(into, "size", disk.bytes);
    number_line(into, "logical sector", disk.logical);
    number_line(into, disk.is_nvme ? "physical, a hint of Linux" : "physical sector",
                disk.physical);
    number_line(into, "smallest efficient I/O", disk.smallest_io);
    number_line(into, "best I/O", disk.best_io);
    if (disk.is_nvme && disk.nvme_trouble[0] != '\0') {
        text_add_format(into, "  %-28sunknown: %s\n", "preferred write (NPWG)", disk.nvme_trouble);
        text_add_format(into, "  %-28sunknown: %s\n", "LBA formats", disk.nvme_trouble);
    } else if (disk.is_nvme) {
        number_line(into, "preferred write (NPWG)", disk.preferred_write);
        formats_write(into, &disk);
    }
    if (role == VDEV_DATA) {
        findings_take(findings, &disk);
    }
}

/* --- pools --- */

/* For the usual ashifts, and the pool's own. */
static void raidz_write(struct text_builder *into, const struct top_vdev *vdev)
{
    static const int64_t records[] = {8 << 10, 16 << 10, 64 << 10, 128 << 10};
    const unsigned ashifts[] = {9, 12, 13, vdev->ashift};
    bool is_usual = vdev->ashift == 9 || vdev->ashift == 12 || vdev->ashift == 13;
    size_t count = is_usual ? 3 : 4;
    text_add_format(into, "  share of the raw space that holds data (%.0f %% without rounding):\n",
                    100 * raidz_space(vdev->children, vdev->parity, 9, 1 << 20).ideal);
    text_add_string(into, "    block size    ");
    for (size_t k = 0; k < count; k++) {
        text_add_format(into, "  ashift %-2u", ashifts[k]);
    }
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        text_add_format(into, "\n    %-14s", bytes_written(into->arena, (double)records[i]).data);
        for (size_t k = 0; k < count; k++) {
            double stored =
                raidz_space(vdev->children, vdev->parity, ashifts[k], records[i]).stored;
            text_add_format(into, "%s%8.0f %%", k > 0 ? " " : "", 100 * stored);
        }
    }
    text_add_string(into, "\n");
}

/* Held against the disks that this vdev itself lies on. */
static void vdev_judge(struct arena *arena, const char *name, const struct top_vdev *vdev,
                       struct findings *findings)
{
    struct disk_list disks = {0};
    int64_t block = (int64_t)1 << vdev->ashift, largest = 0;
    disks_of_vdev(arena, vdev, &disks);
    for (size_t i = 0; i < disks.count; i++) {
        struct disk_facts disk;
        disk_facts_read(arena, disks.names[i], &disk);
        largest = stated_sector(&disk) > largest ? stated_sector(&disk) : largest;
    }
    findings->has_vdev_without_disk =
        findings->has_vdev_without_disk || (vdev->class == VDEV_DATA && disks.count == 0);
    if (largest > block) {
        text_add_format(&findings->low,
                        "- %s has ashift %u, blocks of %s, on a disk with sectors of %s: each "
                        "small\n  write makes the drive read, change and write a whole sector. "
                        "Only a new vdev changes that.\n",
                        name, vdev->ashift, bytes_written(arena, (double)block).data,
                        bytes_written(arena, (double)largest).data);
    }
}

static const char *vdev_label(struct arena *arena, size_t index, const struct top_vdev *vdev)
{
    if (vdev->id < 0 && vdev->name.size > 0) {
        return text_string(arena, vdev->name);
    }
    return text_format(arena, "vdev %lld", vdev->id < 0 ? (long long)index : (long long)vdev->id)
        .data;
}

static void vdev_write(struct text_builder *into, size_t index, const struct top_vdev *vdev,
                       struct findings *findings)
{
    const char *name = vdev_label(into->arena, index, vdev);
    if (vdev->class == VDEV_REMOVED) {
        text_add_format(into, "  %-28sremoved, its data is on the others (%.*s)\n", name,
                        (int)vdev->type.size, vdev->type.data);
        return;
    }
    if (vdev->ashift == 0 && vdev->class > VDEV_DEDUP) {
        return; /* a cache or spare has none before it is used; its disk is shown */
    }
    if (vdev->ashift == 0) {
        text_add_format(into, "  %-28sashift unknown\n", name);
        return;
    }
    text_add_format(into, "  %-28sashift %u (%s)%s%.*s", name, vdev->ashift,
                    bytes_written(into->arena, (double)((int64_t)1 << vdev->ashift)).data,
                    vdev->type.size > 0 ? ", " : "", (int)vdev->type.size, vdev->type.data);
    bool is_raidz =
        text_is(vdev->type, "raidz") && vdev->children > vdev->parity && vdev->parity > 0;
    if (is_raidz) {
        text_add_format(into, "%u of %u", vdev->parity, vdev->children);
    }
    text_add_format(into, vdev->class == VDEV_DATA ? "\n" : " (%s)\n",
                    vdev_class_name(vdev->class));
    if (is_raidz) {
        raidz_write(into, vdev);
    }
    findings->has_vdev = findings->has_vdev || vdev->class == VDEV_DATA;
    vdev_judge(into->arena, name, vdev, findings);
}

/* Disks that hold data come first: one disk can have parts in several roles. */
static void pool_disks_write(struct text_builder *into, const struct pool_layout *layout,
                             struct findings *findings)
{
    for (enum vdev_class class = VDEV_DATA; class <= VDEV_SPARE; class ++) {
        for (size_t i = 0; i < layout->count; i++) {
            struct disk_list disks = {0};
            if (layout->vdevs[i].class == class) {
                disks_of_vdev(into->arena, &layout->vdevs[i], &disks);
            }
            for (size_t k = 0; k < disks.count; k++) {
                disk_write(into, disks.names[k], class, findings);
            }
        }
    }
}

static void pool_write(struct text_builder *into, const char *dataset, struct findings *findings)
{
    struct arena *arena = into->arena;
    struct pool_layout layout, status;
    const char *trouble;
    const char *pool = pool_of_dataset(arena, dataset);
    text_add_format(into, "pool %s\n", pool);
    if (pool_layout_ask(arena, pool, &layout, &trouble)) {
        for (size_t i = 0; i < layout.count; i++) {
            vdev_write(into, i, &layout.vdevs[i], findings);
        }
    } else {
        text_add_format(into, "  %-28sunknown: %s%s\n", "ashift", trouble,
                        geteuid() == 0 ? "" : " (zdb needs root)");
    }
    text_add_string(into,
                    "  (the pool's property `ashift` is only what was asked for, and not used)\n");
    pool_layout_ask_status(arena, pool, &status);
    pool_disks_write(into, &status, findings);
    pool_disks_write(into, &layout, findings);
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

static void advise_pool(struct text_builder *into, struct findings *findings)
{
    if (findings->low.size > 0) {
        text_add(into, text_built(&findings->low));
    } else if (findings->has_vdev && findings->has_disk && !findings->has_vdev_without_disk) {
        text_add_string(into, "- no ashift is below the sector size that the disks report.\n");
    }
}

/* Without a measurement: what the disks state comes first, what they hint at is no proof. */
static void advise_choice(struct text_builder *into, const struct findings *findings)
{
    const int64_t usual = 4096;
    unsigned ashift = 12;
    while (((int64_t)1 << ashift) < findings->largest_sector) {
        ashift++;
    }
    text_add_format(
        into,
        "- the ashift of a vdev cannot be changed later; one that is too low costs more (each "
        "small write\n  becomes two operations in the drive) than one that is too high (space "
        "on small blocks).\n  Without a measurement %u is the safe choice",
        ashift);
    if (findings->largest_sector > usual) {
        text_add_format(into, ": a disk states sectors of %s",
                        bytes_written(into->arena, (double)findings->largest_sector).data);
    } else if (findings->largest_hint > usual) {
        text_add_format(into,
                        " by its sectors. Whether the\n  hint of %s is worth more, only a "
                        "measurement tells",
                        bytes_written(into->arena, (double)findings->largest_hint).data);
    }
    text_add_string(into, "; `ashiftstat collect` measures.\n");
}

static void advise(struct text_builder *into, struct findings *findings)
{
    text_add_string(into, "what this means\n");
    advise_pool(into, findings);
    if (!findings->has_disk || findings->has_vdev_without_disk) {
        text_add_format(into,
                        "- no disk of this machine could be found under %s: its sectors are "
                        "unknown.\n",
                        findings->has_disk ? "some vdev" : "it");
    }
    if (findings->largest_hint > 0) {
        text_add_format(
            into,
            "- a drive prefers writes of %s (its NPWG, or what Linux derives from it): a hint\n  "
            "for comparing that ashift with a lower one, no proof.\n",
            bytes_written(into->arena, (double)findings->largest_hint).data);
    }
    if (findings->may_lie) {
        text_add_string(into,
                        "- a drive that reports sectors of 512 bytes may do so for old software "
                        "only: the pages of flash are\n  larger, and so are the sectors of most "
                        "rotating drives since 2011. That does not prove that 512\n  is what it "
                        "works with.\n");
    }
    if (findings->is_virtual) {
        text_add_string(into, "- this is a virtual machine: sectors are those of the emulation.\n");
    }
    advise_choice(into, findings);
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
    return name[0] != '-' &&
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
        disk_write(into, disks.names[i], VDEV_DATA, findings);
    }
    return true;
}

bool facts_report(struct arena *arena, const char *subject, struct text *report,
                  struct failure *failure)
{
    struct text_builder text = {.arena = arena};
    struct findings findings = {.is_virtual = machine_is_virtual(arena), .low = {.arena = arena}};
    struct disk_list disks = {0};
    if (subject == NULL) {
        disks_of_machine(arena, &disks);
        for (size_t i = 0; i < disks.count; i++) {
            disk_write(&text, disks.names[i], VDEV_DATA, &findings);
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
