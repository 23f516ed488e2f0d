/* One run: a fresh place, fio in it, the place removed. */
#include "collect/clock.h"
#include "collect/collection.h"
#include "collect/disk_room.h"
#include "collect/fio_run.h"
#include "collect/place.h"
#include "collect/snapshot.h"

#include <string.h>

/* --- progress --- */

static double seconds_left(const struct current_run *run)
{
    const struct collection *collection = run->collection;
    double seconds = 0;
    for (size_t i = 0; i < collection->run_count; i++) {
        seconds +=
            collection->states[i].counts ? 0 : collection->seconds[collection->runs[i].workload];
    }
    double passed = (double)(clock_steady_ns() - run->begun) / 1e9;
    double expected = run->state->counts ? 0 : collection->seconds[run->planned->workload];
    return seconds - (passed < expected ? passed : expected);
}

void run_tell(const struct current_run *run, const char *speed, bool has_ended)
{
    const struct collection *collection = run->collection;
    struct collect_progress progress = {
        .run = collection->done + (has_ended && run->record.failed[0] == '\0' ? 0 : 1),
        .runs = collection->run_count,
        .level = run->record.config,
        .workload = run->record.workload,
        .seconds_left = seconds_left(run),
        .speed = speed,
        .has_ended = has_ended,
        .failed = run->record.failed,
    };
    collection->observer->progress(collection->observer->user, &progress);
}

static void run_tell_speed(void *user, const char *speed)
{
    run_tell(user, speed, false);
}

/* --- one run --- */

/* Where the sparse files of pools lie; NULL when there are none. */
static const char *pools_folder(const struct plan *plan)
{
    return plan->where == WHERE_FILE ? plan->pool_directory : NULL;
}

/* The folder whose disk fio's files take room from, as far as that can be told; a target is full
   when fio fails, the disk under a pool's file when ZFS hangs. */
static const char *grown_on(const struct current_run *run, const struct place *place)
{
    const struct plan *plan = run->collection->plan;
    bool is_here = plan->host_count == 0 && !plan_makes_pools(plan);
    const char *there = run->level->directory == NULL ? place->directory : run->level->directory;
    return is_here ? there : pools_folder(plan);
}

/* Runs fio as requested, with its command line in the archive's log. */
static bool launch_fio(struct current_run *run, const struct place *place,
                       const struct fio_request *request, struct fio_result *result,
                       struct failure *failure)
{
    struct collection *collection = run->collection;
    struct archive *archive = &collection->archive;
    struct fio_watcher watcher = {run, run_tell_speed};
    log_add(&archive->command_log,
            text_format(run->arena, "%s\n",
                        command_written(run->arena, fio_arguments(run->arena, request)).data));
    if (!fio_run(run->arena, request, &archive->made, &collection->stop, watcher, result,
                 failure)) {
        return false;
    }
    log_add(&archive->command_log,
            text_format(run->arena, "  exit status %d\n", result->exit_status));
    collection->is_interrupted = result->stopped;
    const char *disk = grown_on(run, place);
    bool is_full =
        result->disk_was_full || (result->fault.size > 0 && disk != NULL && disk_is_full(disk));
    return !is_full || disk_full_failure(disk, failure);
}

/* What fio reads from a volume must have been written before: fio lays files out, but no devices.
   The reason why that failed goes into the record. */
static bool run_fill(struct current_run *run, const struct place *place, struct failure *failure)
{
    struct collection *collection = run->collection;
    struct archive *archive = &collection->archive;
    long long bytes = (long long)run->workload->file_bytes;
    struct expected_job expected = {.name = text_of("fill"), .io_bytes = bytes};
    const struct workload fill = {
        .name = text_of("fill"),
        .job_file = text_format(run->arena,
                                "[fill]\nrw=write\nbs=64k\nsize=%lld\nend_fsync=1\n"
                                "refill_buffers=1\n",
                                bytes),
        .expected = &expected,
        .expected_count = 1,
        .file_bytes = bytes,
        .written_bytes = bytes,
        .has_open_end = true,
    };
    const char *job = text_format(run->arena, "jobs/fill-volume-%lld.fio", bytes).data;
    struct fio_request request = {
        .program = collection->preparation.fio,
        .workload = &fill,
        .job_file = archive_path(run->arena, archive, job),
        .device = place->device,
        .patience_seconds = collection->plan->patience_seconds,
        .disk = pools_folder(collection->plan),
        .daemon = place->pool.daemon.pid,
        .output = archive_output_path(run->arena, archive, run->record.id),
        .errors = archive_errors_path(run->arena, archive, run->record.id),
    };
    struct fio_result result;
    if (!archive_write(archive, job, fill.job_file, failure) ||
        !launch_fio(run, place, &request, &result, failure)) {
        return false;
    }
    if (result.fault.size > 0) {
        run->record.failed =
            text_format(archive->arena, "the volume could not be filled: %s", result.fault.data)
                .data;
    }
    archive_drop_run(archive, run->record.id);
    return true;
}

/* Runs fio in the place and judges the run; the reason why it does not count goes into the record.
 */
static bool run_fio(struct current_run *run, const struct place *place, struct failure *failure)
{
    struct collection *collection = run->collection;
    struct archive *archive = &collection->archive;
    const struct plan *plan = collection->plan;
    const char *job = text_format(run->arena, "jobs/%s", run->workload->file_name).data;
    if (plan->host_count > 0) {
        job = text_format(run->arena, "runs/%s.fio", run->record.id).data;
        struct text sent = plan_job_for_hosts(run->arena, run->level, run->workload,
                                              collection->token, run->record.position);
        if (!archive_write(archive, job, sent, failure)) {
            return false;
        }
    }
    struct fio_request request = {
        .hosts = plan->hosts,
        .host_count = plan->host_count,
        .patience_seconds = plan->patience_seconds,
        .disk = pools_folder(plan),
        .daemon = place->pool.daemon.pid,
        .program = collection->preparation.fio,
        .workload = run->workload,
        .job_file = archive_path(run->arena, archive, job),
        .directory = place->directory,
        .device = place->device,
        .output = archive_output_path(run->arena, archive, run->record.id),
        .errors = archive_errors_path(run->arena, archive, run->record.id),
    };
    struct fio_result result;
    if (!launch_fio(run, place, &request, &result, failure)) {
        return false;
    }
    run->record.started = result.started;
    run->record.ended = result.ended;
    run->record.exit_status = result.exit_status;
    run->record.failed = text_copy(archive->arena, result.fault).data;
    return result.fault.size == 0 || result.stopped || archive_has_space_left(archive, failure);
}

/* fio between two looks at the counters of the machine, and one after everything is written. */
static bool run_fio_observed(struct current_run *run, const struct place *place,
                             struct failure *failure)
{
    struct archive *archive = &run->collection->archive;
    const char *id = run->record.id;
    bool is_first_of_level = run->planned->workload == 0 && run->planned->iteration == 1;
    if (!snapshot_properties(run->arena, archive, id, place, is_first_of_level, failure) ||
        !snapshot_take(run->arena, archive, id, "before", place, failure) ||
        !run_fio(run, place, failure)) {
        return false;
    }
    if (run->collection->is_interrupted) {
        return true;
    }
    if (!snapshot_take(run->arena, archive, id, "after", place, failure)) {
        return false;
    }
    if (run->record.failed[0] != '\0') {
        return true;
    }
    place_sync(run->arena, &run->collection->session, place);
    return snapshot_take(run->arena, archive, id, "synced", place, failure);
}

/* A place that cannot be made fails the run, not the collection. */
bool run_in_place(struct current_run *run, struct failure *failure)
{
    struct collection *collection = run->collection;
    struct archive *archive = &collection->archive;
    struct failure reason = {0};
    struct place place;
    struct place_request request = {.plan = collection->plan,
                                    .preparation = &collection->preparation,
                                    .level = run->planned->level,
                                    .workload = run->workload,
                                    .token = collection->token,
                                    .position = run->record.position};
    const char *disk = pools_folder(collection->plan);
    if (disk != NULL && !disk_has_room_for_pool(disk, collection->plan->pool_bytes, failure)) {
        return false;
    }
    if (!place_make(&place, run->arena, &collection->session, &request, &reason)) {
        if (disk != NULL && disk_is_full(disk)) {
            return disk_full_failure(disk, failure);
        }
        run->record.failed =
            text_format(archive->arena, "no place for it: %s", reason.message).data;
        return archive_has_space_left(archive, failure);
    }
    const char *label = text_format(run->arena, "facts/pools/%s.txt", run->record.id).data;
    struct text vdevs = place.pool.session != NULL
                            ? place.pool.label
                            : collection->preparation.vdevs[run->planned->level];
    bool done =
        (vdevs.size == 0 ||
         archive_write(archive, label, identities_remove(run->arena, archive->identities, vdevs),
                       failure)) &&
        (place.device == NULL || !run->workload->reads || run_fill(run, &place, failure));
    if (done && run->record.failed[0] == '\0' && !collection->is_interrupted) {
        done = run_fio_observed(run, &place, failure);
    }
    if (done && run->record.failed[0] == '\0' && !place_prove(&place, &reason)) {
        run->record.failed = text_format(archive->arena, "%s", reason.message).data;
    }
    return place_remove(&place, run->arena, failure) && done;
}

/* A pause before each run; a signal ends it. */
void run_settle(const struct current_run *run)
{
    struct collection *collection = run->collection;
    int64_t until = clock_steady_ns() + (int64_t)(collection->plan->settle_seconds * 1e9);
    while (clock_steady_ns() < until && !stop_signal_arrived(&collection->stop)) {
        int64_t left = (until - clock_steady_ns()) / 1000000 + 1;
        run_tell(run, "settling", false);
        clock_sleep_ms(left > 250 ? 250 : (int)left);
    }
    collection->is_interrupted = stop_signal_arrived(&collection->stop);
}

const char *run_id(struct arena *arena, const struct current_run *run, unsigned position)
{
    return text_format(arena, "%04u-%s-%s-%s%u", position,
                       file_name_of(arena, run->level->configuration->written),
                       file_name_of(arena, run->workload->name),
                       run->planned->is_warm_up ? "w" : "", run->planned->iteration)
        .data;
}
