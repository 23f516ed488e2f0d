/* experiment.ini, format 1: sections [experiment], [jobs], [facts], [fact_sources] of `name =
 * value` lines. */
#include "collect/experiment.h"

#include "collect/fio_run.h"
#include "collect/machine_facts.h"
#include "model/number.h"

#include <string.h>

static const char format[] = "1";

enum { JOB_FILE_MAX = 4 << 20 };

static const char *job_path(struct arena *arena, const struct workload *workload)
{
    return text_format(arena, "jobs/%s", workload->file_name).data;
}

static void add_line(struct text_builder *ini, struct text name, struct text value)
{
    text_add(ini, name);
    text_add_string(ini, " = ");
    text_add(ini, value);
    text_add_string(ini, "\n");
}

static struct text experiment_text(struct arena *arena, const struct plan *plan,
                                   const struct preparation *preparation,
                                   const struct machine_facts *facts)
{
    struct text_builder ini = {.arena = arena};
    size_t count;
    const struct setting *parameters = plan_parameters(plan, &count);
    text_add_string(&ini, "[experiment]\n");
    add_line(&ini, text_of("format"), text_of(format));
    add_line(&ini, text_of("program"), text_of("ashiftstat " ASHIFTSTAT_VERSION));
    for (size_t i = 0; i < count; i++) {
        add_line(&ini, parameters[i].name, parameters[i].value);
    }
    add_line(&ini, text_of("fio"), preparation->fio_version);
    if (plan->where == WHERE_FILE) {
        add_line(&ini, text_of("zfs"), preparation->zfs.name);
    }
    text_add_string(&ini, "\n[jobs]\n");
    for (size_t i = 0; i < plan->workloads.count; i++) {
        const struct workload *workload = &plan->workloads.items[i];
        add_line(&ini, text_of(job_path(arena, workload)), workload->name);
    }
    text_add_string(&ini, "\n[facts]\n");
    for (size_t i = 0; i < facts->count; i++) {
        add_line(&ini, text_of(facts->items[i].name), facts->items[i].value);
    }
    text_add_string(&ini, "\n[fact_sources]\n");
    for (size_t i = 0; i < facts->count; i++) {
        add_line(&ini, text_of(facts->items[i].name), text_of(facts->items[i].from));
    }
    return text_built(&ini);
}

bool experiment_begin(struct archive *archive, const struct plan *plan,
                      const struct preparation *preparation, const char *directory,
                      struct failure *failure)
{
    struct arena *arena = archive->arena;
    for (size_t i = 0; i < plan->workloads.count; i++) {
        const struct workload *workload = &plan->workloads.items[i];
        if (!archive_write(archive, job_path(arena, workload), workload->job_file, failure)) {
            return false;
        }
    }
    struct machine_facts facts;
    return machine_facts_gather(arena, archive, "facts/before", directory, preparation->fio_version,
                                plan->where == WHERE_FILE ? preparation->zfs.name
                                                          : (struct text){0},
                                &facts, failure) &&
           archive_write(archive, "experiment.ini",
                         experiment_text(arena, plan, preparation, &facts), failure);
}

static bool value_differs(const struct archive *archive, struct text name, struct text archived,
                          struct text now, struct failure *failure)
{
    return failure_set(failure, FAILURE_USAGE,
                       "%s was begun with %.*s = %.*s, now it is %.*s: continue with the same "
                       "command, or give another archive",
                       archive->path, (int)name.size, name.data, (int)archived.size, archived.data,
                       (int)now.size, now.data);
}

static bool jobs_are_the_same(const struct archive *archive, const struct plan *plan,
                              struct failure *failure)
{
    struct arena *arena = archive->arena;
    for (size_t i = 0; i < plan->workloads.count; i++) {
        const struct workload *workload = &plan->workloads.items[i];
        struct text archived;
        const char *path = archive_path(arena, archive, job_path(arena, workload));
        if (!file_read(arena, path, JOB_FILE_MAX, &archived, NULL) ||
            !text_equal(archived, workload->job_file)) {
            return failure_set(
                failure, FAILURE_USAGE,
                "workload %.*s is not what %s was begun with (%s): continue with the "
                "same job file, or give another archive",
                (int)workload->name.size, workload->name.data, archive->path, path);
        }
    }
    return true;
}

bool experiment_continue(struct archive *archive, struct plan *plan,
                         const struct preparation *preparation, struct failure *failure)
{
    struct text archived = archive_experiment_value(archive, "format");
    if (!text_is(archived, format)) {
        return failure_set(failure, FAILURE_USAGE,
                           "%s has format %.*s, this program writes format %s", archive->path,
                           (int)archived.size, archived.data, format);
    }
    archived = archive_experiment_value(archive, "seed");
    int64_t seed;
    if (!plan->seed_is_given && number_read_integer(archived, &seed)) {
        plan->seed = (uint64_t)seed;
    }
    size_t count;
    const struct setting *parameters = plan_parameters(plan, &count);
    for (size_t i = 0; i < count; i++) {
        archived = archive_experiment_value(archive, text_string(plan->arena, parameters[i].name));
        if (!text_equal(archived, parameters[i].value)) {
            return value_differs(archive, parameters[i].name, archived, parameters[i].value,
                                 failure);
        }
    }
    archived = archive_experiment_value(archive, "fio");
    if (!text_equal(archived, preparation->fio_version)) {
        return value_differs(archive, text_of("fio"), archived, preparation->fio_version, failure);
    }
    archived = archive_experiment_value(archive, "zfs");
    if (plan->where == WHERE_FILE && !text_equal(archived, preparation->zfs.name)) {
        return value_differs(archive, text_of("zfs"), archived, preparation->zfs.name, failure);
    }
    return jobs_are_the_same(archive, plan, failure);
}
