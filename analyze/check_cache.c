/* Is it the device that was measured, or memory in front of it? */

#include "analyze/check_facts.h"
#include "analyze/check_rules.h"

#include <math.h>

static bool is_read(const struct circumstances *run)
{
    return run->direction == DIRECTION_READ;
}

static bool is_write(const struct circumstances *run)
{
    return run->direction == DIRECTION_WRITE;
}

static const char direction_not_stated[] = "it is not stated whether this read or wrote";

/* Bytes that all runs asked for that the same facts are about. */
static double bytes_asked(const struct check_scene *scene, const struct circumstances *run)
{
    size_t scope = run->scope == (size_t)SCOPE_NONE ? scene->scope_count : run->scope;
    return scene->read_bytes[scope];
}

bool check_cached_share(const struct check_scene *scene, const struct run_figures *figures,
                        double *share)
{
    bool of_run = settings_value(figures->run->facts, text_of("arc_fetched_blocks")).size > 0;
    double asked = of_run ? figures->io_bytes : bytes_asked(scene, figures->of);
    double fetched, record, saved = 1;
    if (!(asked > 0))
        return false;
    (void)check_fact_size(scene, figures->of, "compressratio", &saved);
    if (check_fact_size(scene, figures->of, "device_read_bytes", &fetched)) {
        *share = 1 - fetched * saved / asked;
        return true;
    }
    if (!check_fact_size(scene, figures->of, "arc_fetched_blocks", &fetched) ||
        !check_record_size(scene, figures->of, &record))
        return false;
    *share = 1 - fetched * record / asked;
    return true;
}

struct check_answer check_reads_from_memory(const struct check_scene *scene,
                                            const struct run_figures *figures)
{
    double share;
    if (figures->of->direction == DIRECTION_UNSTATED)
        return check_unknown(direction_not_stated);
    if (!is_read(figures->of))
        return check_does_not_apply;
    if (!check_cached_share(scene, figures, &share))
        return check_unknown("no counters of the ARC or of the pool's devices were saved (facts "
                             "device_read_bytes, arc_fetched_blocks)");
    if (share < 0.05)
        return check_clean;
    return check_hit(share >= 0.5 ? SEVERITY_BLOCKS : SEVERITY_WARNS, share,
                     text_format(scene->arena,
                                 "%.0f %% of the reads were answered from memory: this is the "
                                 "speed of the RAM, not of the pool",
                                 100 * share));
}

struct check_answer check_reads_fit_memory(const struct check_scene *scene,
                                           const struct run_figures *figures)
{
    double share, memory, size;
    if (figures->of->direction == DIRECTION_UNSTATED)
        return check_unknown(direction_not_stated);
    if (!is_read(figures->of) || check_cached_share(scene, figures, &share))
        return check_does_not_apply;
    struct text cache = check_fact(scene, figures->of, "primarycache");
    if (text_is(cache, "none") || text_is(cache, "metadata"))
        return check_clean;
    enum known direct = check_direct_works(scene, figures->of);
    if (direct == KNOWN_YES)
        return check_clean;
    if (!check_fact_size(scene, figures->of, "memory", &memory))
        return check_unknown("the memory of the machine is not stated (fact ram)");
    if (!check_file_size(figures->of, &size))
        return check_unknown("the size of the files is not stated");
    if (size >= memory)
        return check_clean;
    if (direct == KNOWN_UNSURE)
        return check_unknown("it is not known whether direct=1 passed the cache by");
    struct text file = check_bytes(scene->arena, size), ram = check_bytes(scene->arena, memory);
    return check_hit(SEVERITY_WARNS, memory / size,
                     text_format(scene->arena,
                                 "the files (%.*s) are smaller than memory (%.*s): reads may come "
                                 "from cache, and no counters were saved that would tell",
                                 (int)file.size, file.data, (int)ram.size, ram.data));
}

/* The posted rate in B/s, at least: "M" alone is 1000000 or 1048576. */
static double least_rate(const struct run_figures *figures)
{
    static const char prefixes[] = "kMGT";
    const struct observation *row = figures->bw_row;
    if (row == NULL || !isnan(figures->bw))
        return figures->bw;
    for (size_t i = 0; prefixes[i] != '\0'; i++)
        if (row->unit.size == 1 &&
            (row->unit.data[0] == prefixes[i] || (i == 0 && row->unit.data[0] == 'K')))
            return row->value * pow(1000, (double)(i + 1));
    return NAN;
}

struct check_answer check_faster_than_link(const struct check_scene *scene,
                                           const struct run_figures *figures)
{
    double limit, devices = 1, rate = least_rate(figures);
    struct text link = check_fact(scene, figures->of, "link");
    if (figures->bw_row == NULL || check_is_on_files(scene, figures->of))
        return check_does_not_apply;
    if (isnan(rate))
        return check_unknown("the unit of the rates is not known");
    if (!check_link_rate(link, &limit))
        return check_unknown("the link of the drives is not stated (facts link, devices)");
    (void)check_fact_size(scene, figures->of, "devices", &devices);
    struct check_answer compressible = check_compressible_data(scene, figures->of);
    if (rate <= limit * devices || compressible.kind == ANSWER_HIT)
        return check_clean;
    struct text found = check_rate(scene->arena, rate),
                most = check_rate(scene->arena, limit * devices);
    return check_hit(SEVERITY_BLOCKS, rate / limit,
                     text_format(scene->arena,
                                 "%.*s is more than %s %.*s carries (%.*s): cache or zeros",
                                 (int)found.size, found.data,
                                 devices > 1 ? "the devices' links can carry, each" : "the link",
                                 (int)link.size, link.data, (int)most.size, most.data));
}

static bool is_zfs_fuse(const struct check_scene *scene, const struct circumstances *run)
{
    return text_starts_with(check_fact(scene, run, "zfs"), "zfs-fuse");
}

/* zfs_dirty_data_max: 10 % of memory, at most 4 GiB, unless it is stated; zfs-fuse has none. */
static bool write_buffer(const struct check_scene *scene, const struct circumstances *run,
                         double *bytes)
{
    double memory;
    if (check_fact_size(scene, run, "zfs_dirty_data_max", bytes))
        return true;
    if (is_zfs_fuse(scene, run) || !check_fact_size(scene, run, "memory", &memory))
        return false;
    *bytes = fmin(memory / 10, 4 * 0x1p30);
    return true;
}

struct check_answer check_write_fits_memory(const struct check_scene *scene,
                                            const struct run_figures *figures)
{
    static const char not_stated[] = "bytes written and run time are not stated";
    double buffer = NAN, timeout = 5;
    if (figures->of->direction == DIRECTION_UNSTATED)
        return check_unknown(direction_not_stated);
    if (!is_write(figures->of))
        return check_does_not_apply;
    if (!check_is_zfs(scene, figures->of))
        return check_unknown("it is not stated that this ran on ZFS");
    if (check_is_synchronous(scene, figures->of) == KNOWN_YES)
        return check_clean;
    if (isnan(figures->io_bytes) && isnan(figures->runtime))
        return check_unknown(not_stated);
    (void)check_fact_size(scene, figures->of, "zfs_txg_timeout", &timeout);
    (void)write_buffer(scene, figures->of, &buffer);
    if (figures->io_bytes < 2 * buffer) {
        struct text written = check_bytes(scene->arena, figures->io_bytes);
        struct text room = check_bytes(scene->arena, buffer);
        return check_hit(SEVERITY_WARNS, 2 * buffer / figures->io_bytes,
                         text_format(scene->arena,
                                     "all that was written (%.*s) is less than twice ZFS's write "
                                     "buffer (%.*s): the figure shows memory and CPU",
                                     (int)written.size, written.data, (int)room.size, room.data));
    }
    if (figures->runtime < 3e9 * timeout)
        return check_hit(SEVERITY_WARNS, 3 * timeout * 1e9 / figures->runtime,
                         text_format(scene->arena,
                                     "the writes took %.2g s, less than three transaction groups "
                                     "of ZFS (%.0f s): the figure shows memory and CPU",
                                     figures->runtime / 1e9, 3 * timeout));
    if (isnan(figures->io_bytes) || isnan(figures->runtime))
        return check_unknown(not_stated);
    return isnan(buffer) && !is_zfs_fuse(scene, figures->of)
               ? check_unknown("the memory of the machine is not stated (fact ram)")
               : check_clean;
}

struct check_answer check_no_flush(const struct check_scene *scene, const struct circumstances *run)
{
    if (run->direction == DIRECTION_UNSTATED)
        return check_unknown(direction_not_stated);
    if (!is_write(run))
        return check_does_not_apply;
    enum known flushed = check_is_flushed(scene, run);
    if (flushed == KNOWN_YES || check_direct_works(scene, run) == KNOWN_YES)
        return check_clean;
    if (flushed == KNOWN_UNSURE)
        return check_unknown("the options that flush (end_fsync, fsync, sync ...) are not stated");
    enum known direct = check_option_on(run, "direct");
    return check_hit(direct == KNOWN_NO ? SEVERITY_WARNS : SEVERITY_INFORMS, 1,
                     text_of(direct == KNOWN_NO
                                 ? "the clock stopped before the data was on the device"
                                 : "nothing flushed the data, and it is not known whether direct=1 "
                                   "passed the cache by"));
}

struct check_answer check_flush_tail(const struct check_scene *scene,
                                     const struct run_figures *figures)
{
    double set;
    if (!is_write(figures->of) && figures->of->direction != DIRECTION_UNSTATED)
        return check_does_not_apply;
    if (!check_option_is_given(figures->of, "runtime"))
        return figures->of->options_complete
                   ? check_does_not_apply
                   : check_unknown("the run time that was set is not stated");
    if (!check_option_number(figures->of, "runtime", &set) || isnan(figures->runtime))
        return check_unknown("the run time is not stated");
    double took = figures->runtime / 1e9;
    if (!(set > 0) || took <= 1.05 * set)
        return check_clean;
    struct text bound = check_rate(scene->arena, figures->io_bytes / set);
    return check_hit(SEVERITY_WARNS, took / set,
                     text_format(scene->arena,
                                 "the job was set to %g s but took %.3g s: %.2g s were the final "
                                 "flush. The rate includes it; without it at most %.*s",
                                 set, took, took - set, (int)bound.size, bound.data));
}

struct check_answer check_direct_without_effect(const struct check_scene *scene,
                                                const struct circumstances *run)
{
    enum known asked = check_option_on(run, "direct");
    if (asked == KNOWN_UNSURE)
        return check_unknown("it is not stated whether direct=1 was set");
    if (asked == KNOWN_NO)
        return check_clean;
    if (check_direct_works(scene, run) == KNOWN_UNSURE)
        return check_unknown("the version of ZFS, or the file system, is not stated (fact zfs)");
    if (check_direct_works(scene, run) == KNOWN_YES)
        return check_clean;
    return check_hit(SEVERITY_WARNS, 1,
                     text_of("direct=1 had no effect: this ZFS takes the flag but uses the cache"));
}

static struct check_answer compressible(const struct check_scene *scene, double saving,
                                        struct text how)
{
    if (saving <= 0.1)
        return check_clean;
    return check_hit(saving > 0.5 ? SEVERITY_BLOCKS : SEVERITY_WARNS, saving,
                     text_format(scene->arena, "the test data shrinks on this dataset (%.*s)",
                                 (int)how.size, how.data));
}

/* Saving by the options that fill the buffers, NaN when it cannot be told. */
static double saving_of_options(const struct check_scene *scene, const struct circumstances *run,
                                struct text *how)
{
    enum known zeros = check_option_on(run, "zero_buffers");
    double percent, repeated;
    bool compresses = check_option_number(run, "buffer_compress_percentage", &percent);
    *how = text_of("zero_buffers=1");
    if (zeros == KNOWN_YES)
        return 1;
    *how = text_of("buffer_pattern repeats");
    if (check_option_is_given(run, "buffer_pattern") && compresses && percent == 0)
        return 1;
    if (!compresses || !check_option_number(run, "dedupe_percentage", &repeated))
        return NAN;
    percent = percent >= 13 ? percent : 0;
    *how = percent >= repeated ? text_format(scene->arena, "buffer_compress_percentage=%g", percent)
                               : text_format(scene->arena, "dedupe_percentage=%g", repeated);
    double saving = fmax(percent, repeated) / 100;
    return saving == 0 && zeros == KNOWN_UNSURE ? NAN : saving;
}

struct check_answer check_compressible_data(const struct check_scene *scene,
                                            const struct circumstances *run)
{
    double logical, used;
    struct text compression = check_fact(scene, run, "compression"), how;
    if (text_is(compression, "off"))
        return check_clean;
    if (check_fact_size(scene, run, "logicalused", &logical) &&
        check_fact_size(scene, run, "used", &used) && used > 0)
        return compressible(
            scene, 1 - used / logical,
            text_format(scene->arena, "%.3g:1 by logicalused and used", logical / used));
    double saving = saving_of_options(scene, run, &how);
    if (!isnan(saving) && saving <= 0.1)
        return check_clean;
    if (compression.size == 0)
        return check_unknown("the compression of the dataset is not stated (fact compression)");
    return isnan(saving) ? check_unknown("it is not stated whether the data can be compressed "
                                         "(zero_buffers, buffer_pattern ...)")
                         : compressible(scene, saving, how);
}
