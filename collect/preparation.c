#include "collect/preparation.h"

#include "collect/child_process.h"
#include "collect/fio_run.h"
#include "collect/target.h"

#include <errno.h>
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

static bool places_check(struct arena *arena, const struct plan *plan, struct failure *failure)
{
    if (plan->where == WHERE_FILE) {
        bool is_archive = strcmp(plan->pool_directory, plan->archive) == 0;
        if (!is_archive && access(plan->pool_directory, W_OK | X_OK) != 0) {
            return failure_set(failure, FAILURE_USAGE, "--on: cannot make files in %s: %s",
                               plan->pool_directory, strerror(errno));
        }
        return disk_has_room(existing_folder(arena, plan->pool_directory), plan->pool_bytes,
                             failure);
    }
    for (size_t i = 0; i < plan->level_count; i++) {
        if (!target_check(plan->levels[i].directory, plan_file_bytes(plan), failure)) {
            return false;
        }
    }
    return true;
}

static bool zfs_prepare(struct arena *arena, const struct plan *plan,
                        struct preparation *preparation, struct failure *failure)
{
    preparation->has_zfs = zfs_find(arena, &preparation->zfs, failure);
    if (!preparation->has_zfs) {
        return false;
    }
    if (zfs_state_hides(&preparation->zfs, plan->archive) ||
        zfs_state_hides(&preparation->zfs, plan->pool_directory)) {
        return failure_set(failure, FAILURE_USAGE,
                           "the archive and the pools' files cannot lie where ZFS keeps its state "
                           "(/run/zfs, /run/lock/zfs, /var/lib/zfs)");
    }
    if (geteuid() != 0) {
        return failure_set(failure, FAILURE_SYSTEM,
                           "making temporary pools needs root: run the same command with sudo, or "
                           "measure existing folders with --target");
    }
    return true;
}

bool preparation_make(struct arena *arena, const struct plan *plan, struct preparation *preparation,
                      struct failure *failure)
{
    *preparation = (struct preparation){.zfs.kind = ZFS_FUSE};
    bool ready = fio_find(arena, preparation, failure);
    if (plan->where == WHERE_FILE) {
        ready = zfs_prepare(arena, plan, preparation, failure) && ready;
    }
    for (size_t i = 0; ready && i < plan->workloads.count; i++) {
        const struct workload *workload = &plan->workloads.items[i];
        ready = fio_check_job(arena, preparation->fio, workload->job_file,
                              text_string(arena, workload->name), failure);
    }
    return ready && places_check(arena, plan, failure);
}
