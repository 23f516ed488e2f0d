/* Is the configuration what it claims, and does it fit the test? Space of raidz: vdev_raidz_asize
   of OpenZFS. */

#include "analyze/check_facts.h"
#include "analyze/check_rules.h"

#include "model/number.h"

#include <math.h>

static struct text level_of(const struct circumstances *run, const char *factor)
{
    return settings_value(run->configuration, text_of(factor));
}

/* What `zdb` said of the pools of this ashift: "9: 9; 12: 12" or one number for all. */
static struct text measured_ashift(const struct check_scene *scene, const struct circumstances *run,
                                   struct text level)
{
    struct text rest = check_fact(scene, run, "measured_ashift"), piece;
    if (text_find(rest, ":", 0) == rest.size)
        return text_trim(rest);
    while (text_next_piece(&rest, ';', &piece)) {
        size_t colon = text_find(piece, ":", 0);
        if (text_equal(text_trim(text_slice(piece, 0, colon)), level))
            return text_trim(text_slice(piece, colon + 1, piece.size));
    }
    return (struct text){NULL, 0};
}

/* As stated, else as measured where ashift is no factor: of a pool that was there. */
static bool ashift_of(const struct check_scene *scene, const struct circumstances *run,
                      double *ashift)
{
    struct text stated = check_fact(scene, run, "ashift");
    if (stated.size == 0)
        stated = measured_ashift(scene, run, stated);
    return number_read_plain(stated, false, ashift) && *ashift >= 9 && *ashift <= 16;
}

static bool lies_in_memory(struct text file_system)
{
    static const char *const types[] = {"tmpfs", "ramfs", "rootfs"};
    struct text type = text_slice(file_system, 0, text_find(file_system, " ", 0));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (text_is(type, types[i]))
            return true;
    return false;
}

struct check_answer check_no_real_device(const struct check_scene *scene,
                                         const struct circumstances *run)
{
    static const char *const idle[] = {"null", "falloc", "ftruncate", "cpuio"};
    struct text engine = check_option(run, "ioengine");
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (text_is(engine, idle[i]))
            return check_hit(SEVERITY_BLOCKS, 2,
                             text_format(scene->arena,
                                         "ioengine=%s moves no data: no storage was measured",
                                         idle[i]));
    struct text file_system = check_fact(scene, run, "file_system");
    bool on_files = check_is_on_files(scene, run);
    if (lies_in_memory(file_system))
        return check_hit(on_files ? SEVERITY_INFORMS : SEVERITY_BLOCKS, 1,
                         text_of(on_files
                                     ? "the pools' files lie in memory: only software was measured"
                                     : "the target is in memory: no storage was measured"));
    bool writes = run->direction == DIRECTION_WRITE;
    enum known flushed = check_is_flushed(scene, run);
    if (text_is(engine, "mmap") && writes && flushed == KNOWN_NO)
        return check_hit(SEVERITY_WARNS, 0,
                         text_of("ioengine=mmap without a sync writes to memory"));
    if (text_is(engine, "mmap") && writes && flushed == KNOWN_UNSURE)
        return check_unknown("whether the mapped memory was flushed is not stated");
    if (engine.size == 0)
        return check_unknown("the ioengine is not stated");
    return file_system.size == 0
               ? check_unknown("the file system of the target is not stated (fact file_system)")
               : check_clean;
}

struct check_answer check_other_ashift(const struct check_scene *scene,
                                       const struct circumstances *run)
{
    struct text level = level_of(run, "ashift");
    if (level.size == 0)
        return check_does_not_apply;
    struct text measured = measured_ashift(scene, run, level);
    if (measured.size == 0)
        return check_unknown("the ashift that the pool really has is not stated (zdb -C; the "
                             "pool's property proves nothing; fact measured_ashift)");
    if (text_equal(measured, level))
        return check_clean;
    return check_hit(SEVERITY_BLOCKS, 1,
                     text_format(scene->arena, "labelled ashift=%.*s, but the pool has %.*s",
                                 (int)level.size, level.data, (int)measured.size, measured.data));
}

struct check_answer check_ashift_below_sector(const struct check_scene *scene,
                                              const struct circumstances *run)
{
    double ashift, sector;
    if (check_is_on_files(scene, run) || check_fact(scene, run, "ashift").size == 0)
        return check_does_not_apply;
    if (!ashift_of(scene, run, &ashift) ||
        !check_fact_size(scene, run, "physical_block_size", &sector))
        return check_unknown(
            "the drive's physical sector size is not stated (fact physical_block_size)");
    if (ldexp(1, (int)ashift) >= sector)
        return check_clean;
    return check_hit(SEVERITY_WARNS, sector,
                     text_format(scene->arena,
                                 "%.0f-byte blocks on a drive with %.0f-byte sectors: each small "
                                 "write becomes read-modify-write inside the drive",
                                 ldexp(1, (int)ashift), sector));
}

struct check_answer check_sector_not_believable(const struct check_scene *scene,
                                                const struct circumstances *run)
{
    double sector, preferred;
    if (check_is_on_files(scene, run))
        return check_does_not_apply;
    if (!check_fact_size(scene, run, "physical_block_size", &sector))
        return check_unknown(
            "the drive's physical sector size is not stated (fact physical_block_size)");
    if (check_fact_size(scene, run, "preferred_write_size", &preferred) && preferred != sector)
        return check_hit(SEVERITY_INFORMS, 2,
                         text_format(scene->arena,
                                     "the drive reports %.0f-byte sectors, and %.0f bytes as the "
                                     "size it prefers to write",
                                     sector, preferred));
    if (sector > 16384)
        return check_hit(
            SEVERITY_INFORMS, 1,
            text_format(scene->arena, "sectors of %.0f bytes are not believable", sector));
    struct text rotational = check_fact(scene, run, "rotational");
    if (sector != 512)
        return check_clean;
    if (rotational.size == 0)
        return check_unknown("it is not stated whether the drive is flash (fact rotational)");
    return text_is(rotational, "0")
               ? check_hit(SEVERITY_INFORMS, 0,
                           text_of("the drive reports 512-byte sectors: flash pages are larger, so "
                                   "this does not prove that 512 is native"))
               : check_clean;
}

/* "512:2*, 4096:0": bytes and rating of each format without metadata, 0 is best; the one in use is
   marked. */
struct format_ratings {
    double in_use_bytes, in_use, best_bytes, best, worst;
    size_t count;
};

static bool read_ratings(struct text list, struct format_ratings *ratings)
{
    struct text piece;
    *ratings = (struct format_ratings){.in_use = NAN, .best = INFINITY, .worst = -1};
    while (text_next_piece(&list, ',', &piece)) {
        double bytes, rating;
        piece = text_trim(piece);
        bool used = text_ends_with(piece, "*");
        piece.size -= used;
        size_t colon = text_find(piece, ":", 0);
        if (!number_read_plain(text_slice(piece, 0, colon), false, &bytes) ||
            !number_read_plain(text_slice(piece, colon + 1, piece.size), false, &rating))
            return false;
        ratings->count++;
        ratings->worst = fmax(ratings->worst, rating);
        if (used) {
            ratings->in_use = rating;
            ratings->in_use_bytes = bytes;
        }
        if (rating < ratings->best) {
            ratings->best = rating;
            ratings->best_bytes = bytes;
        }
    }
    return ratings->count > 0 && !isnan(ratings->in_use);
}

struct check_answer check_slower_format(const struct check_scene *scene,
                                        const struct circumstances *run)
{
    struct format_ratings ratings;
    struct text list = check_fact(scene, run, "lba_formats");
    if (check_is_on_files(scene, run))
        return check_does_not_apply;
    if (!read_ratings(list, &ratings))
        return check_unknown("the drive's formats and their ratings are not stated (fact "
                             "lba_formats=512:2*,4096:0 with * at the one in use; nvme id-ns)");
    if (ratings.in_use > ratings.best)
        return check_hit(SEVERITY_INFORMS, 1,
                         text_format(scene->arena,
                                     "the drive rates its %.0f-byte format better than the "
                                     "%.0f-byte format in use",
                                     ratings.best_bytes, ratings.in_use_bytes));
    return ratings.count > 1 && ratings.worst == ratings.best
               ? check_hit(SEVERITY_INFORMS, 0,
                           text_of("the drive rates all its formats alike: the rating says "
                                   "nothing"))
               : check_clean;
}

/* The bs of a job when all its I/O has one size. */
static bool block_size(const struct circumstances *run, double *bytes)
{
    return !check_option_is_given(run, "bssplit") && !check_option_is_given(run, "bsrange") &&
           check_option_number(run, "bs", bytes);
}

/* How many times the data can be moved at most when blocks of one size lie in records of another.
 */
static double amplification(double block, double record)
{
    if (block <= record && fmod(record, block) == 0)
        return record / block;
    return (ceil(block / record) + 1) * record / block;
}

struct check_answer check_block_mismatch(const struct check_scene *scene,
                                         const struct circumstances *run)
{
    double block, record, size;
    struct text cache = check_fact(scene, run, "primarycache");
    bool writes = run->direction == DIRECTION_WRITE;
    bool uncached = text_is(cache, "none") || text_is(cache, "metadata");
    if (run->direction == DIRECTION_UNSTATED)
        return check_unknown("it is not stated whether this read or wrote");
    if (!writes && (run->direction != DIRECTION_READ || !uncached))
        return check_does_not_apply;
    if (check_is_random(run) == KNOWN_NO)
        return check_clean;
    if (!check_record_size(scene, run, &record))
        return check_unknown("recordsize or volblocksize is not stated (facts of these names)");
    if (check_is_random(run) == KNOWN_UNSURE || !block_size(run, &block))
        return check_unknown("the block size and order of the test are not stated");
    if (check_option_number(run, "size", &size) && size < record)
        record = size;
    if (fmod(block, record) == 0)
        return check_clean;
    struct text small = check_bytes(scene->arena, block), large = check_bytes(scene->arena, record);
    double most = amplification(block, record);
    return check_hit(SEVERITY_WARNS, most,
                     text_format(scene->arena,
                                 "%.*s %s %.*s records: up to %.3g times the data must be %s. This "
                                 "measures the record size first",
                                 (int)small.size, small.data, writes ? "writes into" : "reads from",
                                 (int)large.size, large.data, most, writes ? "rewritten" : "read"));
}

struct check_answer check_raidz_padding(const struct check_scene *scene,
                                        const struct circumstances *run)
{
    double record, ashift, parity, width;
    struct text layout = check_fact(scene, run, "layout");
    if (layout.size > 0 && !text_starts_with(layout, "raidz"))
        return check_does_not_apply;
    if (!check_raidz_layout(layout, &parity, &width))
        return check_unknown("the layout of the pool is not stated (fact layout=raidz1:3)");
    if (!check_record_size(scene, run, &record) || !ashift_of(scene, run, &ashift))
        return check_unknown("ashift and volblocksize or recordsize are not stated");
    double data = ceil(record / ldexp(1, (int)ashift));
    double all = data + parity * ceil(data / (width - parity));
    all = ceil(all / (parity + 1)) * (parity + 1);
    double ideal = (width - parity) / width;
    if (data / all >= 0.9 * ideal)
        return check_clean;
    struct text size = check_bytes(scene->arena, record);
    return check_hit(SEVERITY_WARNS, ideal / (data / all),
                     text_format(scene->arena,
                                 "blocks of %.*s on %.*s at ashift=%g hold %.0f %% of data, not "
                                 "%.0f %%",
                                 (int)size.size, size.data, (int)layout.size, layout.data, ashift,
                                 100 * data / all, 100 * ideal));
}

struct check_answer check_compression_cannot_act(const struct check_scene *scene,
                                                 const struct circumstances *run)
{
    double record, ashift;
    struct text compression = check_fact(scene, run, "compression");
    if (text_is(compression, "off"))
        return check_clean;
    if (compression.size == 0)
        return check_unknown("the compression of the dataset is not stated (fact compression)");
    if (!check_record_size(scene, run, &record) || !ashift_of(scene, run, &ashift))
        return check_unknown("ashift and volblocksize or recordsize are not stated");
    double sectors = record / ldexp(1, (int)ashift);
    if (sectors >= 8)
        return check_clean;
    struct text size = check_bytes(scene->arena, record);
    return check_hit(
        SEVERITY_INFORMS, 8 / sectors,
        text_format(scene->arena,
                    sectors <= 1 ? "with ashift=%g and blocks of %.*s compression can save nothing"
                                 : "with ashift=%g and blocks of %.*s compression saves in steps "
                                   "of 1/%.0f only",
                    ashift, (int)size.size, size.data, sectors));
}

static const char not_stated_zfs[] = "it is not stated that this ran on ZFS";

static bool is_on_another_file_system(const struct check_scene *scene,
                                      const struct circumstances *run)
{
    return check_fact(scene, run, "file_system").size > 0 && !check_is_zfs(scene, run);
}

struct check_answer check_sync_disabled(const struct check_scene *scene,
                                        const struct circumstances *run)
{
    struct text sync = check_fact(scene, run, "sync");
    bool off = text_is(sync, "disabled") || text_is(sync, "never");
    if (run->direction == DIRECTION_READ || (!off && is_on_another_file_system(scene, run)))
        return check_does_not_apply;
    if (!off && !check_is_zfs(scene, run))
        return check_unknown(not_stated_zfs);
    if (sync.size == 0)
        return check_unknown("the property sync of the dataset is not stated (fact sync)");
    return off ? check_hit(SEVERITY_WARNS, 1,
                           text_of("sync=disabled: writes that asked to be safe were not"))
               : check_clean;
}

struct check_answer check_pool_state(const struct check_scene *scene,
                                     const struct circumstances *run)
{
    double capacity;
    struct text health = check_fact(scene, run, "health");
    struct text scan = check_fact(scene, run, "scan");
    struct text full = check_fact(scene, run, "capacity");
    bool stated = health.size > 0 || scan.size > 0 || full.size > 0;
    if (!stated && is_on_another_file_system(scene, run))
        return check_does_not_apply;
    if (!stated && !check_is_zfs(scene, run))
        return check_unknown(not_stated_zfs);
    if (health.size > 0 && !text_is_ignoring_case(health, "ONLINE"))
        return check_hit(
            SEVERITY_WARNS, 2,
            text_format(scene->arena, "the pool is %.*s", (int)health.size, health.data));
    if (scan.size > 0 && !text_is(scan, "none"))
        return check_hit(SEVERITY_WARNS, 3,
                         text_format(scene->arena, "%.*s", (int)scan.size, scan.data));
    full.size -= text_ends_with(full, "%");
    if (!number_read_plain(text_trim(full), false, &capacity))
        return check_unknown("fill and health of the pool are not stated (facts capacity, health)");
    if (capacity > 80)
        return check_hit(SEVERITY_WARNS, 1,
                         text_format(scene->arena,
                                     "the pool is %.0f %% full: it searches for free space",
                                     capacity));
    return health.size > 0 ? check_clean
                           : check_unknown("the health of the pool is not stated (fact health)");
}

/* The way in which a job of this rw moves all its data; DIRECTION_UNSTATED: several, or not known.
 */
static enum direction direction_of_rw(struct text rw)
{
    static const struct {
        const char *rw;
        enum direction direction;
    } ways[] = {{"read", DIRECTION_READ},   {"randread", DIRECTION_READ},
                {"write", DIRECTION_WRITE}, {"randwrite", DIRECTION_WRITE},
                {"trim", DIRECTION_TRIM},   {"randtrim", DIRECTION_TRIM}};
    rw = text_slice(rw, 0, text_find(rw, ":", 0));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (text_is(rw, ways[i].rw))
            return ways[i].direction;
    return DIRECTION_UNSTATED;
}

/* True when all that the run moved went another way than its rw says; a verification reads what was
   written. `*held` counts what could be held against each other. */
static bool moves_other_way(const struct run_figures *figures, size_t *held)
{
    enum direction said = direction_of_rw(settings_value(figures->run->options, text_of("rw")));
    bool all = figures->io_bytes > 0 && figures->io_bytes == figures->run_bytes;
    if (said == DIRECTION_UNSTATED || figures->of->direction == DIRECTION_UNSTATED || !all ||
        check_option_is_given(figures->of, "verify"))
        return false;
    ++*held;
    return figures->of->direction != DIRECTION_MIXED && figures->of->direction != said;
}

struct check_answer check_other_job(const struct check_scene *scene,
                                    const struct run_figures *figures)
{
    static const struct {
        const char *option, *fact;
    } both[] = {{"rw", "job_rw"},
                {"bs", "job_bs"},
                {"ioengine", "job_ioengine"},
                {"iodepth", "job_iodepth"}};
    size_t held = 0;
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        struct text ran = settings_value(figures->run->options, text_of(both[i].option));
        struct text said = {NULL, 0};
        if (ran.size > 0)
            said = check_fact(scene, figures->of, both[i].fact);
        if (said.size == 0)
            continue;
        if (!text_equal(ran, said))
            return check_hit(SEVERITY_WARNS, 1,
                             text_format(scene->arena, "the job says %s=%.*s, the output %.*s",
                                         both[i].option, (int)said.size, said.data, (int)ran.size,
                                         ran.data));
        held++;
    }
    if (moves_other_way(figures, &held)) {
        struct text rw = settings_value(figures->run->options, text_of("rw"));
        return check_hit(SEVERITY_WARNS, 1,
                         text_format(scene->arena, "the job says rw=%.*s, the output has only %ss",
                                     (int)rw.size, rw.data,
                                     direction_name(figures->of->direction)));
    }
    return held > 0 ? check_clean
                    : check_unknown("there are no job and output of one run to hold against each "
                                    "other");
}

/* "10.52 7.41 ..." on "..., 2 logical": waiting processes before the start, and processors. */
struct check_answer check_other_load(const struct check_scene *scene,
                                     const struct circumstances *run)
{
    double waiting, processors;
    struct text load = check_fact(scene, run, "load");
    struct text cpu = check_fact(scene, run, "cpu");
    size_t comma = cpu.size;
    while (comma > 0 && cpu.data[comma - 1] != ',')
        comma--;
    struct text count = text_trim(text_slice(cpu, comma, cpu.size));
    if (text_ends_with(count, " logical"))
        count.size -= 8;
    if (!number_read_plain(text_slice(load, 0, text_find(load, " ", 0)), false, &waiting) ||
        !number_read_plain(count, false, &processors))
        return check_unknown("the load before the start is not stated (facts load, cpu)");
    if (waiting <= 0.5 * processors)
        return check_clean;
    return check_hit(SEVERITY_WARNS, waiting / processors,
                     text_format(scene->arena,
                                 "a load of %.3g on %g processors before the start: something else "
                                 "was running, or had ended within the last minutes",
                                 waiting, processors));
}
