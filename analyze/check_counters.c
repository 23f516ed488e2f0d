/* What counters beside the run tell: of disks, ARC, processors and the drive's thermometer. Those
   of an archive are of the whole machine, so they are at least what the run itself caused. */

#include "analyze/check_rules.h"

#include "model/number.h"

#include <math.h>

static const char direction_not_stated[] = "it is not stated whether this read or wrote";
static const char pools_on_files[] =
    "the pools lie on files: what the drive did for them cannot be counted";

struct check_answer check_rewritten(const struct check_scene *scene,
                                    const struct run_figures *figures)
{
    double size, written, copies = 1;
    if (figures->of->direction == DIRECTION_UNSTATED)
        return check_unknown(direction_not_stated);
    if (figures->of->direction != DIRECTION_WRITE)
        return check_does_not_apply;
    if (!check_file_size(figures->of, &size) || isnan(figures->io_bytes))
        return check_unknown("bytes written and the size of the files are not stated");
    double times = figures->io_bytes / size;
    if (times <= 5 || check_is_synchronous(scene, figures->of) == KNOWN_YES ||
        check_direct_works(scene, figures->of) == KNOWN_YES)
        return check_clean;
    if (check_is_on_files(scene, figures->of))
        return check_unknown(pools_on_files);
    if (!check_fact_size(scene, figures->of, "disk_written_bytes", &written))
        return check_unknown("what the disks wrote was not counted (fact disk_written_bytes)");
    (void)check_fact_size(scene, figures->of, "copies", &copies);
    double share = written / (figures->io_bytes * copies);
    if (share >= 0.5)
        return check_clean;
    struct text file = check_bytes(scene->arena, size);
    return check_hit(SEVERITY_WARNS, 1 / share,
                     text_format(scene->arena,
                                 "the files (%.*s) were overwritten %.0f times and the disks wrote "
                                 "%.2g %% of it: most versions never reached them",
                                 (int)file.size, file.data, times, 100 * share));
}

/* A volume that was never filled. */
static bool is_thin(const struct check_scene *scene, const struct circumstances *run, double *share)
{
    double size, referenced;
    if (!check_fact_size(scene, run, "volsize", &size) ||
        !check_fact_size(scene, run, "referenced", &referenced) || !(size > 0))
        return false;
    *share = referenced / size;
    return *share < 0.9;
}

struct check_answer check_never_written(const struct check_scene *scene,
                                        const struct run_figures *figures)
{
    double filled, cached, read;
    if (figures->of->direction == DIRECTION_UNSTATED)
        return check_unknown(direction_not_stated);
    if (figures->of->direction != DIRECTION_READ)
        return check_does_not_apply;
    if (is_thin(scene, figures->of, &filled))
        return check_hit(SEVERITY_BLOCKS, 1 / filled,
                         text_format(scene->arena,
                                     "only %.0f %% of the volume was ever written: ZFS answers the "
                                     "rest with zeros, without touching a device",
                                     100 * filled));
    if (check_is_on_files(scene, figures->of))
        return check_unknown(pools_on_files);
    if (!check_cached_share(scene, figures, &cached) ||
        !check_fact_size(scene, figures->of, "disk_read_bytes", &read))
        return check_unknown("no counters of ARC and disks were saved (facts arc_fetched_blocks, "
                             "disk_read_bytes; of volumes referenced, volsize)");
    if (cached >= 0.05)
        return check_unknown("memory answered a part of the reads, which hides it");
    if (read >= 0.2 * figures->io_bytes)
        return check_clean;
    return check_hit(SEVERITY_BLOCKS, figures->io_bytes / read,
                     text_format(scene->arena,
                                 "the disks read %.2g %% of what was asked for, and memory did not "
                                 "answer it: these blocks were never written",
                                 100 * read / figures->io_bytes));
}

/* Kelvin of nvme-cli or Celsius of smartctl, as Celsius. */
static bool temperature(const struct check_scene *scene, const struct circumstances *run,
                        const char *name, double *celsius)
{
    if (!check_fact_size(scene, run, name, celsius))
        return false;
    *celsius -= *celsius > 200 ? 273.15 : 0;
    return true;
}

struct check_answer check_heat(const struct check_scene *scene, const struct circumstances *run)
{
    double before, after, limit, throttled;
    if (check_is_on_files(scene, run))
        return check_does_not_apply;
    if (check_fact_size(scene, run, "throttled", &throttled) && throttled > 0)
        return check_hit(SEVERITY_WARNS, 1000,
                         text_format(scene->arena,
                                     "the drive throttled itself (its counters of heat rose by "
                                     "%.0f)",
                                     throttled));
    if (!temperature(scene, run, "temperature_before", &before) ||
        !temperature(scene, run, "temperature_after", &after))
        return check_unknown("the drive's temperature before and after is not stated (facts "
                             "temperature_before, temperature_after, throttled)");
    if (temperature(scene, run, "temperature_warning", &limit) && after >= limit)
        return check_hit(SEVERITY_WARNS, after,
                         text_format(scene->arena,
                                     "the drive was at %.0f C, its warning begins at %.0f C", after,
                                     limit));
    if (after - before < 15)
        return check_clean;
    return check_hit(
        SEVERITY_WARNS, after - before,
        text_format(scene->arena, "the drive warmed from %.0f to %.0f C", before, after));
}

/* A single job with one request at a time, whose latency the processor's clock shows in. */
static bool waits_one_by_one(const struct circumstances *run)
{
    double depth, jobs;
    return check_option_number(run, "iodepth", &depth) && depth == 1 &&
           check_option_number(run, "numjobs", &jobs) && jobs == 1;
}

struct check_answer check_processor_bound(const struct check_scene *scene,
                                          const struct run_figures *figures)
{
    static const double least_time = 1e9; /* shares of less are of a few ticks of the clock */
    double job = NAN, idle = NAN, steal = NAN;
    if (!(figures->run_time < least_time))
        (void)check_fact_size(scene, figures->of, "job_cpu", &job);
    (void)check_fact_size(scene, figures->of, "cpu_idle", &idle);
    (void)check_fact_size(scene, figures->of, "cpu_steal", &steal);
    if (job >= 95)
        return check_hit(SEVERITY_WARNS, job,
                         text_format(scene->arena,
                                     "a job of fio kept a processor busy (%.0f %% of its time): "
                                     "the device was not the limit",
                                     job));
    if (idle < 10)
        return check_hit(SEVERITY_WARNS, 50 - idle,
                         text_format(scene->arena,
                                     "the processors were idle for %.1f %% of the time: they and "
                                     "not the device may be the limit",
                                     idle));
    if (steal > 2)
        return check_hit(SEVERITY_WARNS, steal / 100,
                         text_format(scene->arena,
                                     "the host of this virtual machine took %.1f %% of the "
                                     "processors' time away",
                                     steal));
    struct text governor = check_fact(scene, figures->of, "governor");
    if (governor.size > 0 && !text_is(governor, "performance") && waits_one_by_one(figures->of))
        return check_hit(SEVERITY_INFORMS, 0,
                         text_format(scene->arena,
                                     "the frequency governor is %.*s: latencies at queue depth 1 "
                                     "hold the time that a processor takes to wake up",
                                     (int)governor.size, governor.data));
    return isnan(job) || isnan(idle) || isnan(steal)
               ? check_unknown("how busy the processors were is not stated (facts job_cpu, "
                               "cpu_idle, cpu_steal)")
               : check_clean;
}
