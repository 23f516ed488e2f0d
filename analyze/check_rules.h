#ifndef ANALYZE_CHECK_RULES_H
#define ANALYZE_CHECK_RULES_H

#include "analyze/check_figures.h"
#include "analyze/check_findings.h"
#include "analyze/checks.h"

/* A row of the table: what is said of the rule, and the functions that decide: on what is stated
   around a run, on a run, on all. Others are NULL, and one of the first two is. `looks_at`: the
   kinds of figures of the run that `of_run` looks at; it sees no others. The message on the
   heaviest of several runs names it, unless it says itself that it is of a run. */
struct check_row {
    struct check_rule rule;
    struct check_answer (*of_circumstances)(const struct check_scene *scene,
                                            const struct circumstances *run);
    struct check_answer (*of_run)(const struct check_scene *scene,
                                  const struct run_figures *figures);
    unsigned looks_at;
    void (*of_all)(const struct check_scene *scene, struct check_findings *findings);
    bool says_a_run;
};

/* Of what is stated around a run; by subject in analyze/check_SUBJECT.c. */
#define RULE(name)                                                                                 \
    struct check_answer check_##name(const struct check_scene *scene,                              \
                                     const struct circumstances *run);
RULE(no_flush)
RULE(direct_without_effect)
RULE(compressible_data)
RULE(shared_offsets)
RULE(no_real_device)
RULE(other_target)
RULE(other_ashift)
RULE(ashift_below_sector)
RULE(sector_not_believable)
RULE(slower_format)
RULE(block_mismatch)
RULE(raidz_padding)
RULE(compression_cannot_act)
RULE(sync_disabled)
RULE(pool_state)
RULE(other_load)
RULE(depth_not_reached)
RULE(heat)
RULE(same_sequence)
RULE(state_carried_over)
RULE(not_one_version)
#undef RULE

/* Of one run. */
#define RULE(name)                                                                                 \
    struct check_answer check_##name(const struct check_scene *scene,                              \
                                     const struct run_figures *figures);
RULE(reads_from_memory)
RULE(reads_fit_memory)
RULE(faster_than_link)
RULE(write_fits_memory)
RULE(rewritten)
RULE(flush_tail)
RULE(never_written)
RULE(other_job)
RULE(failed_or_cut)
RULE(rate_limit)
RULE(too_short)
RULE(decline)
RULE(processor_bound)
RULE(size_and_rate)
RULE(rate_and_iops)
RULE(mean_of_samples)
RULE(no_latencies)
RULE(peak_readings)
#undef RULE

/* Share of what was read that memory answered: what the devices did not read, or what was neither
   missed nor fetched ahead by the ARC. The plain hit ratio is not used: blocks fetched ahead count
   there as hits. False when there are no counters. */
bool check_cached_share(const struct check_scene *scene, const struct run_figures *figures,
                        double *share);

/* Of all runs, or of the comparison. */
#define RULE(name)                                                                                 \
    void check_##name(const struct check_scene *scene, struct check_findings *findings);
RULE(second_factor)
RULE(versions)
RULE(round_figure)
RULE(few_runs)
RULE(noise)
RULE(no_difference_shown)
RULE(one_run_decides)
RULE(order_effect)
RULE(first_run)
RULE(sequential_levels)
RULE(duplicates)
RULE(stated_averages)
RULE(stated_percentages)
RULE(stated_transfers)
RULE(missing_runs)
RULE(many_tests)
RULE(below_any_use)
RULE(identities)
#undef RULE

#endif
