/* Layouts: zpool-get and zfs-get ("-H" divides by tabs, zfs-fuse's zpool by blanks); proc_stat(5),
   /proc/diskstats of Documentation/admin-guide/iostats.rst (sectors are 512 bytes always);
   arcstats: name, type, value. */
#include "ingest/archive_run_facts.h"

#include "model/number.h"

/* What stands below "==> TITLE... <==" up to the next of these lines; empty when it is not there.
 */
static struct text section(struct text file, const char *title)
{
    static const char mark[] = "==> ";
    size_t size = sizeof mark - 1, at = 0;
    while ((at = text_find(file, mark, at)) < file.size) {
        struct text rest = text_slice(file, at + size, file.size);
        bool starts_line = at == 0 || file.data[at - 1] == '\n';
        at += size;
        if (!starts_line || !text_starts_with(rest, title))
            continue;
        size_t end = text_find(rest, "\n==> ", 0);
        return text_slice(rest, text_find(rest, "\n", 0), end);
    }
    return (struct text){NULL, 0};
}

/* The next word of a line divided by blanks or tabs. */
static bool next_word(struct text *line, struct text *word)
{
    size_t end = 0;
    *line = text_trim(*line);
    while (end < line->size && line->data[end] != ' ' && line->data[end] != '\t')
        end++;
    *word = text_slice(*line, 0, end);
    *line = text_slice(*line, end, line->size);
    return word->size > 0;
}

/* --- properties --- */

/* Properties of pools and datasets that say something of a test. */
static const char *const told[] = {"capacity",       "health",       "fragmentation",
                                   "recordsize",     "volblocksize", "volsize",
                                   "compression",    "sync",         "primarycache",
                                   "secondarycache", "checksum",     "logbias",
                                   "copies",         "direct",       "atime",
                                   "dedup",          "encryption",   "redundant_metadata"};

static void take_properties(struct reading *reading, size_t run, struct text table)
{
    struct text line, subject, name, value;
    while (text_next_line(&table, &line)) {
        if (!next_word(&line, &subject) || !next_word(&line, &name) || !next_word(&line, &value) ||
            text_is(value, "-"))
            continue;
        for (size_t i = 0; i < sizeof told / sizeof *told; i++)
            if (text_is(name, told[i]))
                reading_set_fact(reading, run, told[i], value);
    }
}

void archive_run_properties(struct reading *reading, size_t run, struct text properties)
{
    struct text status = section(properties, "zpool status"), line;
    take_properties(reading, run, section(properties, "zpool get"));
    take_properties(reading, run, section(properties, "zfs get"));
    while (text_next_line(&status, &line)) {
        line = text_trim(line);
        size_t going_on = text_find(line, " in progress", 0);
        bool tells = text_starts_with(line, "scan:") || text_starts_with(line, "scrub:");
        if (tells && going_on < line.size)
            reading_set_fact(reading, run, "scan",
                             text_trim(text_slice(line, text_find(line, ":", 0) + 1,
                                                  going_on + sizeof " in progress" - 1)));
    }
}

/* --- counters --- */

/* The first line of `text` that begins with the word, without the word. */
static bool line_of(struct text text, const char *word, struct text *rest)
{
    struct text first;
    while (text_next_line(&text, rest))
        if (next_word(rest, &first) && text_is(first, word))
            return true;
    return false;
}

enum { CPU_IDLE = 3, CPU_STEAL = 7, CPU_FIELDS = 8 };

/* user, nice, system, idle, iowait, irq, softirq, steal in ticks; guest time is part of user. */
static bool processor_time(struct text counters, double fields[CPU_FIELDS])
{
    struct text line, word;
    if (!line_of(section(counters, "/proc/stat"), "cpu", &line))
        return false;
    for (size_t i = 0; i < CPU_FIELDS; i++)
        if (!next_word(&line, &word) || !number_read_plain(word, false, &fields[i]))
            return false;
    return true;
}

static void take_processors(struct reading *reading, size_t run, struct text before,
                            struct text after)
{
    double start[CPU_FIELDS], end[CPU_FIELDS], all = 0;
    if (!processor_time(before, start) || !processor_time(after, end))
        return;
    for (size_t i = 0; i < CPU_FIELDS; i++)
        all += end[i] - start[i];
    if (!(all > 0))
        return;
    reading_set_figure(reading, run, "cpu_idle", 100 * (end[CPU_IDLE] - start[CPU_IDLE]) / all);
    reading_set_figure(reading, run, "cpu_steal", 100 * (end[CPU_STEAL] - start[CPU_STEAL]) / all);
}

/* Demand and prefetch misses of data; false where there is no ARC. */
static bool fetched_blocks(struct text counters, double *blocks)
{
    static const char *const names[] = {"demand_data_misses", "prefetch_data_misses"};
    struct text stats = section(counters, "/proc/spl/kstat/zfs/arcstats"), line, type, word;
    double value;
    *blocks = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!line_of(stats, names[i], &line) || !next_word(&line, &type) ||
            !next_word(&line, &word) || !number_read_plain(word, false, &value))
            return false;
        *blocks += value;
    }
    return true;
}

/* One line of /proc/diskstats. */
struct disk_line {
    struct text name;
    double read, written; /* bytes */
};

static bool read_disk_line(struct text line, struct disk_line *disk)
{
    enum { NAME = 2, READ = 5, WRITTEN = 9 };
    struct text word;
    *disk = (struct disk_line){{NULL, 0}, 0, 0};
    for (size_t i = 0; i <= WRITTEN; i++) {
        double value;
        if (!next_word(&line, &word))
            return false;
        if (i == NAME)
            disk->name = word;
        else if (!number_read_plain(word, false, &value))
            return false;
        else if (i == READ)
            disk->read = 512 * value;
        else if (i == WRITTEN)
            disk->written = 512 * value;
    }
    return true;
}

/* "sda1" of "sda", "nvme0n1p2" of "nvme0n1". */
static bool is_part_of(struct text name, struct text disk)
{
    if (name.size <= disk.size || !text_equal(text_slice(name, 0, disk.size), disk))
        return false;
    size_t at = disk.size + (name.data[disk.size] == 'p');
    for (size_t i = at; i < name.size; i++)
        if (name.data[i] < '0' || name.data[i] > '9')
            return false;
    return at < name.size;
}

/* Whole disks: no partitions, and nothing that lies on other disks or in memory. */
static bool is_whole_disk(struct text stats, struct text name)
{
    static const char *const others[] = {"loop", "ram", "zram", "fd", "sr", "zd", "dm-", "md"};
    struct text line;
    struct disk_line disk;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (text_starts_with(name, others[i]))
            return false;
    while (text_next_line(&stats, &line))
        if (read_disk_line(line, &disk) && is_part_of(name, disk.name))
            return false;
    return true;
}

static bool disk_bytes(struct text counters, struct disk_line *sum)
{
    struct text stats = section(counters, "/proc/diskstats"), rest = stats, line;
    struct disk_line disk;
    *sum = (struct disk_line){{NULL, 0}, 0, 0};
    bool any = false;
    while (text_next_line(&rest, &line)) {
        if (!read_disk_line(line, &disk) || !is_whole_disk(stats, disk.name))
            continue;
        sum->read += disk.read;
        sum->written += disk.written;
        any = true;
    }
    return any;
}

void archive_run_counters(struct reading *reading, size_t run, struct text before,
                          struct text after, struct text synced)
{
    double blocks, more_blocks;
    struct disk_line start, end;
    take_processors(reading, run, before, after);
    if (fetched_blocks(before, &blocks) && fetched_blocks(after, &more_blocks) &&
        more_blocks >= blocks)
        reading_set_figure(reading, run, "arc_fetched_blocks", more_blocks - blocks);
    if (!disk_bytes(before, &start))
        return;
    if (disk_bytes(after, &end) && end.read >= start.read)
        reading_set_figure(reading, run, "disk_read_bytes", end.read - start.read);
    if (disk_bytes(synced, &end) && end.written >= start.written)
        reading_set_figure(reading, run, "disk_written_bytes", end.written - start.written);
}
