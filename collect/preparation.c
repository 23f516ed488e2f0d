#include "collect/preparation.h"

#include "collect/child_process.h"
#include "collect/dataset.h"
#include "collect/device.h"
#include "collect/disk_room.h"
#include "collect/fio_run.h"
#include "collect/pool_layout.h"
#include "collect/target.h"
#include "collect/zfs_property.h"
#include "model/number.h"

#include <string.h>
#include <unistd.h>

static bool fio_find(struct arena *arena, struct preparation *preparation, struct failure *failure)
{
    preparation->fio = program_find(arena, "fio");
    if (preparation->fio == NULL) {
        preparation->fio = "fio";
        return failure_set(failure, FAILURE_SYSTEM,
                           "fio is not installed (Debian package fio): it runs the workloads");
    }
    struct command_result result;
    if (!command_run(arena, (const char *[]){preparation->fio, "--version", NULL}, 10000, &result,
                     failure)) {
        return false;
    }
    struct text line;
    if (result.exit_status != 0 || !text_next_line(&result.output, &line) ||
        !text_starts_with(line, "fio-")) {
        return failure_set(failure, FAILURE_SYSTEM, "%s --version does not answer as fio does",
                           preparation->fio);
    }
    preparation->fio_version = text_clean(arena, text_trim(line));
    return true;
}

/* The folder itself, or the nearest one above it that exists already. */
static const char *existing_folder(struct arena *arena, const char *path)
{
    struct text folder = text_of(path);
    while (folder.size > 1 && access(text_string(arena, folder), F_OK) != 0) {
        while (folder.size > 1 && folder.data[folder.size - 1] != '/') {
            folder.size--;
        }
        folder.size -= folder.size > 1;
    }
    return text_string(arena, folder);
}

static bool pool_files_check(struct arena *arena, const struct plan *plan, struct failure *failure)
{
    bool is_archive = strcmp(plan->pool_directory, plan->archive) == 0;
    if (!is_archive && access(plan->pool_directory, W_OK | X_OK) != 0) {
        return failure_set_errno(failure, "--on: cannot make files in %s", plan->pool_directory);
    }
    return disk_has_room_for_pool(existing_folder(arena, plan->pool_directory), plan->pool_bytes,
                                  failure);
}

static bool pool_device_check(struct arena *arena, const struct plan *plan, struct failure *failure)
{
    struct device device;
    if (!device_find(arena, plan->device, &device, failure)) {
        return false;
    }
    if ((double)plan_file_bytes(plan) * 1.3 > (double)device.bytes) {
        return failure_set(failure, FAILURE_USAGE,
                           "--on device:%s: the workloads make files of %s; times 1.3 they do not "
                           "fit its %s. Use --scale",
                           plan->device, bytes_written(arena, (double)plan_file_bytes(plan)).data,
                           bytes_written(arena, (double)device.bytes).data);
    }
    /* An archive that is continued may have left labels on it, which are removed first. */
    return access(text_format(arena, "%s/made.jsonl", plan->archive).data, F_OK) == 0 ||
           device_check(arena, &device, plan->may_wipe_signatures, failure);
}

static bool targets_check(const struct plan *plan, struct preparation *preparation,
                          struct failure *failure)
{
    for (size_t i = 0; plan->host_count == 0 && i < plan->level_count; i++) {
        if (!target_check(plan->levels[i].directory, plan_file_bytes(plan),
                          &preparation->folders[i], failure)) {
            return false;
        }
    }
    return true;
}

/* The number that a level is labelled with as ashift; 0 = none. */
static int64_t labelled_ashift(const struct level *level)
{
    int64_t ashift = 0;
    for (size_t i = 0; i < level->configuration->count; i++) {
        const struct setting *setting = &level->configuration->items[i];
        if (text_is(setting->name, "ashift") && !number_read_integer(setting->value, &ashift)) {
            ashift = 0;
        }
    }
    return ashift;
}

/* A pool that is there must have the ashift that a level says it has; where its vdevs differ one of
   them must. What cannot be asked is left to the facts. */
static bool vdevs_check(struct arena *arena, const struct plan *plan,
                        struct preparation *preparation, struct failure *failure)
{
    for (size_t i = 0; i < plan->level_count; i++) {
        struct pool_layout layout;
        const char *trouble;
        if (plan_makes_pools(plan) || preparation->parents[i] == NULL) {
            continue;
        }
        const char *pool = pool_of_dataset(arena, preparation->parents[i]);
        int64_t label = labelled_ashift(&plan->levels[i]);
        if (!pool_layout_ask(arena, pool, &layout, &trouble)) {
            preparation->note =
                label == 0 ? preparation->note
                           : text_format(arena,
                                         "the ashift of pool %s cannot be read (%s): that it is "
                                         "%lld is taken as stated",
                                         pool, trouble, (long long)label)
                                 .data;
            continue;
        }
        preparation->vdevs[i] = pool_layout_lines(arena, &layout);
        if (label > 0 && !pool_layout_has(&layout, label)) {
            return failure_set(failure, FAILURE_USAGE,
                               "--target %s: is labelled ashift=%lld, but pool %s has ashift %s",
                               plan->levels[i].directory, (long long)label, pool,
                               pool_layout_ashifts(arena, &layout).data);
        }
    }
    return true;
}

static bool places_check(struct arena *arena, const struct plan *plan,
                         struct preparation *preparation, struct failure *failure)
{
    if (plan->where == WHERE_FILE) {
        return pool_files_check(arena, plan, failure);
    }
    if (plan->where == WHERE_DEVICE) {
        return pool_device_check(arena, plan, failure);
    }
    return plan->where != WHERE_TARGET || targets_check(plan, preparation, failure);
}

/* True when commands of ZFS are run for this plan. */
static bool plan_needs_zfs(const struct plan *plan)
{
    return plan->where != WHERE_TARGET || plan->levels[0].property_count > 0;
}

static bool properties_check(const struct plan *plan, const struct zfs *zfs,
                             struct failure *failure)
{
    for (size_t i = 0; i < plan->level_count; i++) {
        for (size_t k = 0; k < plan->levels[i].property_count; k++) {
            const struct setting *property = &plan->levels[i].properties[k];
            if (!zfs_property_check(zfs, property->name, property->value, failure)) {
                return false;
            }
        }
    }
    return true;
}

/* Finds the dataset that each level gets a fresh one in, or lies in. */
static bool parents_find(struct arena *arena, const struct plan *plan,
                         struct preparation *preparation, struct failure *failure)
{
    for (size_t i = 0; i < plan->level_count && !plan_makes_pools(plan); i++) {
        preparation->parents[i] = plan->where == WHERE_POOL ? plan->parent
                                  : plan->host_count > 0
                                      ? NULL
                                      : dataset_of_folder(arena, plan->levels[i].directory);
        if (preparation->parents[i] == NULL && plan->levels[i].property_count > 0) {
            return failure_set(failure, FAILURE_USAGE,
                               "--target %s does not lie on ZFS: no dataset can be made there",
                               plan->levels[i].directory);
        }
    }
    return true;
}

static bool pool_exists(struct arena *arena, const struct plan *plan, const struct zfs *zfs,
                        struct failure *failure)
{
    if (plan->where != WHERE_POOL) {
        return true;
    }
    struct command_result result;
    const char *const arguments[] = {zfs->zfs, "list", "-H", "-o", "name", plan->parent, NULL};
    if (!command_run(arena, arguments, ZFS_COMMAND_TIMEOUT_MS, &result, failure)) {
        return false;
    }
    struct text reason = command_reason(arena, &result);
    return result.exit_status == 0 || failure_set(failure, FAILURE_USAGE, "--on pool:%s: %.*s",
                                                  plan->parent, (int)reason.size, reason.data);
}

static bool zfs_prepare(struct arena *arena, const struct plan *plan,
                        struct preparation *preparation, struct failure *failure)
{
    preparation->has_zfs = zfs_find(arena, &preparation->zfs, failure);
    if (!preparation->has_zfs) {
        return false;
    }
    const char *files = plan->pool_directory == NULL ? plan->archive : plan->pool_directory;
    if (plan_makes_pools(plan) && (zfs_state_hides(&preparation->zfs, plan->archive) ||
                                   zfs_state_hides(&preparation->zfs, files))) {
        return failure_set(failure, FAILURE_USAGE,
                           "the archive and the pools' files cannot lie where ZFS keeps its state "
                           "(/run/zfs, /run/lock/zfs, /var/lib/zfs)");
    }
    if (!properties_check(plan, &preparation->zfs, failure)) {
        return false;
    }
    if (plan_makes_pools(plan) && geteuid() != 0) {
        return failure_set(failure, FAILURE_SYSTEM,
                           "making temporary pools needs root: run the same command with sudo, or "
                           "measure existing folders with --target");
    }
    return pool_exists(arena, plan, &preparation->zfs, failure);
}

bool preparation_make(struct arena *arena, const struct plan *plan, struct preparation *preparation,
                      struct failure *failure)
{
    *preparation = (struct preparation){.zfs.kind = ZFS_FUSE};
    preparation->parents = arena_take_array(arena, plan->level_count, sizeof *preparation->parents);
    preparation->folders = arena_take_array(arena, plan->level_count, sizeof *preparation->folders);
    preparation->vdevs = arena_take_array(arena, plan->level_count, sizeof *preparation->vdevs);
    bool ready = fio_find(arena, preparation, failure);
    ready = parents_find(arena, plan, preparation, failure) && ready;
    if (plan_needs_zfs(plan)) {
        ready = zfs_prepare(arena, plan, preparation, failure) && ready;
    } else if (preparation->parents[0] != NULL) {
        preparation->has_zfs = zfs_find(arena, &preparation->zfs, NULL);
    }
    ready = ready && vdevs_check(arena, plan, preparation, failure);
    for (size_t i = 0; ready && i < plan->workloads.count; i++) {
        const struct workload *workload = &plan->workloads.items[i];
        ready = fio_check_job(arena, preparation->fio, workload->job_file,
                              text_string(arena, workload->name), failure);
    }
    return ready && places_check(arena, plan, preparation, failure);
}
