/* What is known of the machine. Each row of the table is one source, a command or a file; what it
   said goes into the archive as it was, but for lines that tell whose machine it is, and one value
   is taken out of it. Reference: proc(5), os-release(5), uname(1), findmnt(8), lsblk(8), nvme(1),
   smartctl(8), Linux' Documentation/ABI/stable/sysfs-block. */
#include "collect/machine_facts.h"

#include "collect/disks.h"
#include "collect/pool_layout.h"

#include <string.h>

struct source_row {
    const char *fact; /* its name; NULL = only the raw text is kept */
    struct fact_source source;
    struct text (*value)(struct arena *arena, struct text raw);
    struct text (*clean)(struct arena *arena, struct text raw);
};

/* --- one value out of a raw text --- */

static struct text first_line(struct arena *arena, struct text raw)
{
    struct text line = {0};
    (void)arena;
    (void)text_next_line(&raw, &line);
    return text_trim(line);
}

/* The value of the first line "name<sign>value". */
static struct text line_value(struct text raw, const char *name, char sign)
{
    for (struct text line, key; text_next_line(&raw, &line);) {
        if (text_next_piece(&line, sign, &key) && text_is(text_trim(key), name)) {
            return text_trim(line);
        }
    }
    return (struct text){0};
}

static struct text pretty_name(struct arena *arena, struct text raw)
{
    struct text name = line_value(raw, "PRETTY_NAME", '=');
    (void)arena;
    return name.size >= 2 && name.data[0] == '"' ? text_slice(name, 1, name.size - 1) : name;
}

static struct text cpu_model(struct arena *arena, struct text raw)
{
    struct text model = line_value(raw, "model name", ':');
    size_t processors = 0;
    for (struct text line; text_next_line(&raw, &line);) {
        processors += text_starts_with(line, "processor");
    }
    if (model.size == 0) {
        model = text_of("unnamed processor");
    }
    return text_format(arena, "%.*s, %zu logical", (int)model.size, model.data, processors);
}

static struct text memory_total(struct arena *arena, struct text raw)
{
    struct text total = line_value(raw, "MemTotal", ':');
    return total.size > 3 && text_ends_with(total, " kB")
               ? text_format(arena, "%.*s KiB", (int)total.size - 3, total.data)
               : total;
}

static struct text whole_text(struct arena *arena, struct text raw)
{
    (void)arena;
    return text_trim(raw);
}

/* The value that all processors share, or all values. */
static struct text governor(struct arena *arena, struct text raw)
{
    struct text_builder values = {.arena = arena};
    for (struct text line; text_next_line(&raw, &line);) {
        size_t colon = text_find(line, ": ", 0);
        struct text value = text_slice(line, colon + 2, line.size);
        if (text_find(text_built(&values), text_string(arena, value), 0) >= values.size) {
            text_add_format(&values, "%s%.*s", values.size == 0 ? "" : ", ", (int)value.size,
                            value.data);
        }
    }
    return text_built(&values);
}

/* --- what is left out --- */

/* Mount options with a value may hold addresses and names; of those only a few are kept. */
static struct text plain_options(struct arena *arena, struct text raw)
{
    static const char *const kept[] = {"compress=", "data=", "commit=", "size=", "errors="};
    struct text_builder clean = {.arena = arena};
    struct text line = first_line(arena, raw), type = {0}, option;
    (void)text_next_piece(&line, ' ', &type);
    text_add(&clean, type);
    line = text_trim(line);
    const char *separator = " ";
    while (text_next_piece(&line, ',', &option)) {
        bool plain = memchr(option.data, '=', option.size) == NULL;
        for (size_t i = 0; !plain && i < sizeof kept / sizeof kept[0]; i++) {
            plain = text_starts_with(option, kept[i]);
        }
        if (plain) {
            text_add_string(&clean, separator);
            text_add(&clean, option);
            separator = ",";
        }
    }
    text_add_string(&clean, "\n");
    return text_built(&clean);
}

/* Sources about the machine as a whole. */
static const struct source_row host_rows[] = {
    {"kernel", {"uname", NULL, {"uname", "-srm"}}, first_line, NULL},
    {NULL, {"version", "/proc/version", {0}}, NULL, NULL},
    {NULL, {"cmdline", "/proc/cmdline", {0}}, NULL, NULL},
    {"distribution", {"os-release", "/etc/os-release", {0}}, pretty_name, NULL},
    {"virtual", {"virtual", NULL, {"systemd-detect-virt"}}, whole_text, NULL},
    {"hardware", {"dmi", "/sys/class/dmi/id/{sys_vendor,product_name}", {0}}, governor, NULL},
    {"cpu", {"cpuinfo", "/proc/cpuinfo", {0}}, cpu_model, NULL},
    {NULL, {"lscpu", NULL, {"lscpu", "-J"}}, NULL, NULL},
    {"governor",
     {"governor", "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor", {0}},
     governor,
     NULL},
    {NULL,
     {"cpufreq",
      "/sys/devices/system/cpu/{cpu0/cpufreq/"
      "{scaling_driver,energy_performance_preference},intel_pstate/no_turbo,cpufreq/boost}",
      {0}},
     NULL,
     NULL},
    {"memory", {"meminfo", "/proc/meminfo", {0}}, memory_total, NULL},
    {"load", {"loadavg", "/proc/loadavg", {0}}, first_line, NULL},
    {NULL, {"stat", "/proc/stat", {0}}, NULL, NULL},
    {NULL, {"pressure", "/proc/pressure/io", {0}}, NULL, NULL},
    {NULL,
     {"lsblk",
      NULL,
      {"lsblk", "-J", "-b", "-o",
       "NAME,KNAME,TYPE,SIZE,PHY-SEC,LOG-SEC,MIN-IO,OPT-IO,ROTA,SCHED,RQ-SIZE,MODEL,REV,TRAN,"
       "PKNAME,FSTYPE"}},
     NULL,
     NULL},
    {NULL, {"enghelp", NULL, {"fio", "--enghelp"}}, NULL, NULL},
    {NULL, {"boot_id", "/proc/sys/kernel/random/boot_id", {0}}, NULL, NULL},
    {NULL, {"zfsrc", "/etc/zfs/zfsrc", {0}}, NULL, NULL},
    {"zfs_userland", {"zfs-version", NULL, {"zfs", "version"}}, first_line, NULL},
    {"zfs_module", {"zfs-module", "/sys/module/zfs/version", {0}}, first_line, NULL},
    {NULL, {"zfs-parameters", "/sys/module/zfs/parameters/*", {0}}, NULL, NULL},
    {NULL, {"arcstats", "/proc/spl/kstat/zfs/arcstats", {0}}, NULL, NULL},
};

/* About each file system that files are made on. */
static const struct source_row folder_rows[] = {
    {"file_system",
     {"findmnt", NULL, {"findmnt", "-n", "-T", "SUBJECT", "-o", "FSTYPE,OPTIONS"}},
     first_line,
     plain_options},
    {NULL, {"df", NULL, {"df", "-B1", "--output=fstype,size,used,avail", "SUBJECT"}}, NULL, NULL},
};

/* About each disk that the files lie on. */
static const struct source_row disk_rows[] = {
    {NULL,
     {"queue",
      "/sys/block/SUBJECT/queue/{physical_block_size,logical_block_size,hw_sector_size,"
      "minimum_io_size,optimal_io_size,rotational,scheduler,nr_requests,write_cache,fua,"
      "wbt_lat_usec,discard_granularity,max_sectors_kb}",
      {0}},
     NULL,
     NULL},
    {NULL, {"partitions", "/sys/block/SUBJECT/*/{start,alignment_offset}", {0}}, NULL, NULL},
    {NULL,
     {"link", /* of the controller, which with native multipath lies one level below the device */
      "/sys/block/SUBJECT/device/{,nvme*/}device/"
      "{current_link_speed,current_link_width,max_link_speed,"
      "max_link_width,numa_node}",
      {0}},
     NULL,
     NULL},
    {NULL, {"nvme-ns", NULL, {"nvme", "id-ns", "-o", "json", "/dev/SUBJECT"}}, NULL, NULL},
    {NULL, {"nvme-ctrl", NULL, {"nvme", "id-ctrl", "-o", "json", "/dev/SUBJECT"}}, NULL, NULL},
    {NULL, {"nvme-smart", NULL, {"nvme", "smart-log", "-o", "json", "/dev/SUBJECT"}}, NULL, NULL},
    {NULL, {"smartctl", NULL, {"smartctl", "-j", "-x", "/dev/SUBJECT"}}, NULL, NULL},
    {NULL, {"hdparm", NULL, {"hdparm", "-I", "/dev/SUBJECT"}}, NULL, NULL},
    {NULL, {"readcap", NULL, {"sg_readcap", "-l", "/dev/SUBJECT"}}, NULL, NULL},
};

/* About a pool that was there; SUBJECT is the pool. */
static const struct source_row pool_rows[] = {
    {NULL,
     {"zpool-status", NULL, {"zpool", "status", "-P", "-L", "-t", "-s", "SUBJECT"}},
     NULL,
     NULL},
    {NULL,
     {"zpool-status-json",
      NULL,
      {"zpool", "status", "-j", "--json-int", "--json-flat-vdevs", "SUBJECT"}},
     NULL,
     NULL},
    {NULL,
     {"vdev-bytes",
      NULL,
      {"zpool", "get", "-Hp", "read_bytes,write_bytes", "SUBJECT", "all-vdevs"}},
     NULL,
     NULL},
    {NULL, {"zpool-list", NULL, {"zpool", "list", "-v", "-H", "-p", "SUBJECT"}}, NULL, NULL},
    {NULL, {"zpool-get", NULL, {"zpool", "get", "-Hp", "all", "SUBJECT"}}, NULL, NULL},
    {NULL,
     {"vdev-ashift", NULL, {"zpool", "get", "-Hp", "ashift", "SUBJECT", "all-vdevs"}},
     NULL,
     NULL},
    {NULL, {"zpool-status-plain", NULL, {"zpool", "status", "SUBJECT"}}, NULL, NULL},
    {NULL, {"zpool-get-plain", NULL, {"zpool", "get", "all", "SUBJECT"}}, NULL, NULL},
    {NULL, {"zdb", NULL, {"zdb", "-C", "SUBJECT"}}, NULL, NULL},
    {NULL, {"zdb-labels", NULL, {"zdb", "-e", "-C", "SUBJECT"}}, NULL, NULL}, /* no cache file */
    {NULL,
     {"zpool-iostat", NULL, {"zpool", "iostat", "-Hp", "-l", "-q", "-r", "SUBJECT"}},
     NULL,
     NULL},
};

/* About a dataset that was there. */
static const struct source_row dataset_rows[] = {
    {NULL, {"zfs-get", NULL, {"zfs", "get", "-Hp", "all", "SUBJECT"}}, NULL, NULL},
};

enum {
    FOLDER_ROWS = sizeof folder_rows / sizeof folder_rows[0],
    DATASET_ROWS = sizeof dataset_rows / sizeof dataset_rows[0],
    HOST_ROWS = sizeof host_rows / sizeof host_rows[0],
    DISK_ROWS = sizeof disk_rows / sizeof disk_rows[0],
    POOL_ROWS = sizeof pool_rows / sizeof pool_rows[0],
    DISKS_MAX = 64,
    FACTS_MAX = HOST_ROWS + 3 * DISKS_MAX + 2,
};

/* --- gathering --- */

/* One line, words parted by single blanks. */
static struct text fact_text(struct arena *arena, struct text value)
{
    struct text_builder line = {.arena = arena};
    struct text clean = text_clean(arena, value);
    for (size_t i = 0; i < clean.size; i++) {
        bool is_blank = strchr(" \t\n", clean.data[i]) != NULL;
        if (!is_blank || (line.size > 0 && line.data[line.size - 1] != ' ')) {
            text_add(&line, is_blank ? text_of(" ") : text_slice(clean, i, i + 1));
        }
    }
    return text_trim(text_built(&line));
}

static void fact_add(struct arena *arena, struct machine_facts *facts, const char *name,
                     struct text value, const char *from)
{
    if (facts->count < FACTS_MAX) {
        facts->items[facts->count++] = (struct machine_fact){name, fact_text(arena, value), from};
    }
}

static bool rows_gather(struct fact_archive *archive, const struct source_row *rows, size_t count,
                        const char *subject, const char *tag, struct machine_facts *facts,
                        struct failure *failure)
{
    struct arena *arena = archive->archive->arena;
    for (size_t i = 0; i < count; i++) {
        const struct source_row *row = &rows[i];
        struct fact_reply reply;
        if (!fact_archive_keep(archive, &row->source, subject, tag, row->clean, &reply, failure)) {
            return false;
        }
        if (row->fact != NULL) {
            bool is_known = reply.is_there && reply.exit_status <= 0;
            struct text value = is_known ? row->value(arena, reply.raw) : (struct text){0};
            if (value.size == 0) {
                value =
                    text_format(arena, "unknown: %s", is_known ? "it says nothing" : reply.trouble);
            }
            const char *name =
                tag == NULL ? row->fact : text_format(arena, "%s_%s", row->fact, tag).data;
            fact_add(arena, facts, name, value, reply.from);
        }
    }
    return true;
}

/* "sda: MODEL, logical 512, physical 4096, rotational" */
static void fact_of_disk(struct arena *arena, const struct identities *identities, const char *disk,
                         struct machine_facts *facts)
{
    struct disk_facts known;
    disk_facts_read(arena, disk, &known);
    struct text value = identities_remove(arena, identities, disk_words(arena, &known));
    fact_add(arena, facts, text_format(arena, "disk_%s", disk).data, value,
             text_format(arena, "/sys/block/%s", disk).data);
}

/* "pool_tank": the real ashift of each vdev. */
static void fact_of_pool(struct arena *arena, const char *pool, struct machine_facts *facts)
{
    struct pool_layout layout;
    const char *trouble;
    struct text value = {0};
    if (pool_layout_ask(arena, pool, &layout, &trouble)) {
        value = pool_layout_lines(arena, &layout);
    }
    if (value.size == 0) {
        value = text_format(arena, "unknown: %s", trouble);
    }
    fact_add(arena, facts, text_format(arena, "pool_%s", pool).data, text_trim(value),
             layout.source == NULL ? text_format(arena, "zdb -C %s", pool).data : layout.source);
}

static bool folders_gather(struct arena *arena, struct fact_archive *archive,
                           const struct facts_subject *subject, struct disk_list *disks,
                           struct machine_facts *facts, struct failure *failure)
{
    for (size_t i = 0; i < subject->directory_count; i++) {
        const char *tag = i == 0 ? NULL : text_format(arena, "%zu", i + 1).data;
        if (subject->device == NULL) {
            disks_of_path(arena, subject->directories[i], disks);
        }
        if (!rows_gather(archive, folder_rows, FOLDER_ROWS, subject->directories[i], tag, facts,
                         failure)) {
            return false;
        }
    }
    return true;
}

static bool datasets_gather(struct arena *arena, struct fact_archive *archive,
                            const struct facts_subject *subject, struct disk_list *disks,
                            struct machine_facts *facts, struct failure *failure)
{
    const char *before = "";
    for (size_t i = 0; i < subject->dataset_count; i++) {
        const char *dataset = subject->datasets[i], *pool = pool_of_dataset(arena, dataset);
        if (!rows_gather(archive, dataset_rows, DATASET_ROWS, dataset, dataset, facts, failure)) {
            return false;
        }
        if (strcmp(pool, before) == 0) {
            continue;
        }
        before = pool;
        disks_of_pool(arena, pool, disks);
        fact_of_pool(arena, pool, facts);
        if (!rows_gather(archive, pool_rows, POOL_ROWS, pool, pool, facts, failure)) {
            return false;
        }
    }
    return true;
}

static bool subject_gather(struct arena *arena, struct fact_archive *archive,
                           const struct facts_subject *subject, struct machine_facts *facts,
                           struct failure *failure)
{
    struct disk_list disks = {0};
    if (subject->device != NULL) {
        disks_of_path(arena, subject->device, &disks);
    }
    if (!folders_gather(arena, archive, subject, &disks, facts, failure) ||
        !datasets_gather(arena, archive, subject, &disks, facts, failure)) {
        return false;
    }
    for (size_t i = 0; i < disks.count; i++) {
        fact_of_disk(arena, archive->identities, disks.names[i], facts);
        archive->is_of_drive = true;
        if (!rows_gather(archive, disk_rows, DISK_ROWS, disks.names[i], disks.names[i], facts,
                         failure)) {
            return false;
        }
    }
    return true;
}

bool machine_facts_gather(struct arena *arena, struct archive *archive, const char *folder,
                          const struct identities *identities, const struct facts_subject *subject,
                          struct machine_facts *facts, struct failure *failure)
{
    struct fact_archive kept = {archive, folder, identities, false, {.arena = arena}};
    facts->items = arena_take_array(arena, FACTS_MAX, sizeof *facts->items);
    facts->count = 0;
    if (!rows_gather(&kept, host_rows, HOST_ROWS, NULL, NULL, facts, failure) ||
        !subject_gather(arena, &kept, subject, facts, failure)) {
        return false;
    }
    fact_add(arena, facts, "fio", subject->fio, "fio --version");
    if (subject->zfs.size > 0) {
        fact_add(arena, facts, "zfs", subject->zfs, "the module or package in use");
    }
    return fact_archive_end(&kept, failure);
}
