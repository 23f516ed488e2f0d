/* Where did the I/O go: to the pool that is named, to fresh files, each job to its own? */

#include "analyze/check_rules.h"

struct check_answer check_shared_offsets(const struct check_scene *scene,
                                         const struct circumstances *run)
{
    double jobs;
    if (run->direction == DIRECTION_UNSTATED)
        return check_unknown("it is not stated whether this read or wrote");
    if (run->direction != DIRECTION_READ)
        return check_does_not_apply;
    if (!check_option_number(run, "numjobs", &jobs))
        return check_unknown("the number of jobs is not stated");
    if (jobs <= 1 || check_is_random(run) == KNOWN_YES || check_option_is_given(run, "offset") ||
        check_option_is_given(run, "offset_increment"))
        return check_clean;
    if (check_fact(scene, run, "filename").size == 0)
        return run->options_complete
                   ? check_clean
                   : check_unknown("it is not stated whether the jobs share a file (fact "
                                   "filename)");
    return check_hit(SEVERITY_WARNS, jobs,
                     text_format(scene->arena,
                                 "%g jobs read the same places of the same file in the same order: "
                                 "%g of %g are answered by the cache",
                                 jobs, jobs - 1, jobs));
}

/* True when `collect` made the pool or dataset and proved that the files were on it. */
static bool is_own_place(const struct check_scene *scene, const struct circumstances *run)
{
    return check_is_collected(scene, run) &&
           !text_starts_with(check_fact(scene, run, "where"), "target");
}

static struct text pool_of(struct text dataset)
{
    return text_slice(dataset, 0, text_find(dataset, "/", 0));
}

struct check_answer check_other_target(const struct check_scene *scene,
                                       const struct circumstances *run)
{
    struct text pool = check_fact(scene, run, "pool");
    struct text mounted = check_fact(scene, run, "mounted_from");
    if (is_own_place(scene, run))
        return check_clean;
    if (pool.size == 0 || mounted.size == 0)
        return check_unknown("pool and what the target's folder is mounted from are not stated "
                             "(facts pool, mounted_from)");
    bool fits = text_find(pool, "/", 0) < pool.size ? text_equal(pool, mounted)
                                                    : text_equal(pool, pool_of(mounted));
    return fits
               ? check_clean
               : check_hit(SEVERITY_BLOCKS, 1,
                           text_format(scene->arena, "fio wrote to %.*s, not to %.*s",
                                       (int)mounted.size, mounted.data, (int)pool.size, pool.data));
}

struct check_answer check_state_carried_over(const struct check_scene *scene,
                                             const struct circumstances *run)
{
    double written, drive;
    struct text fresh = check_fact(scene, run, "fresh_file");
    if (text_is(fresh, "no"))
        return check_hit(SEVERITY_WARNS, 2,
                         text_of("later runs overwrite the files of the first: they meet blocks "
                                 "and a drive in another state"));
    bool trims_tell = check_fact_size(scene, run, "written_since_trim", &written) &&
                      check_fact_size(scene, run, "drive_size", &drive);
    if (trims_tell && written > 0.5 * drive)
        return check_hit(SEVERITY_WARNS, 1,
                         text_format(scene->arena,
                                     "%.0f %% of the drive's size was written since it was last "
                                     "trimmed",
                                     100 * written / drive));
    if (fresh.size == 0 && !check_is_collected(scene, run))
        return check_unknown("it is not stated whether each run had a fresh file (fact "
                             "fresh_file=yes or no)");
    return trims_tell || check_is_on_files(scene, run)
               ? check_clean
               : check_unknown("how much was written since the drive was trimmed is not stated "
                               "(facts written_since_trim, drive_size)");
}
