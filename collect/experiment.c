/* experiment.ini, format 1: sections [experiment], [jobs], [facts], [fact_sources] of `name =
 * value` lines. */
#include "collect/experiment.h"

#include "collect/whole_file.h"
#include "model/number.h"

#include <string.h>

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
    add_line(&ini, text_of("format"), text_of(experiment_format));
    add_line(&ini, text_of("program"), text_of("ashiftstat " ASHIFTSTAT_VERSION));
    for (size_t i = 0; i < count; i++) {
        add_line(&ini, parameters[i].name, parameters[i].value);
    }
    add_line(&ini, text_of("fio"), preparation->fio_version);
    if (preparation->has_zfs) {
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
                      const struct preparation *preparation, const struct machine_facts *facts,
                      struct failure *failure)
{
    struct arena *arena = archive->arena;
    for (size_t i = 0; i < plan->workloads.count; i++) {
        const struct workload *workload = &plan->workloads.items[i];
        if (!archive_write(archive, job_path(arena, workload), workload->job_file, failure)) {
            return false;
        }
    }
    return archive_write(archive, "experiment.ini",
                         experiment_text(arena, plan, preparation, facts), failure);
}

static bool value_differs(const struct archive *archive, struct text name, struct text archived,
                          struct text now, struct failure *failure)
{
    struct arena *arena = archive->arena;
    const char *begun = archived.size == 0
                            ? text_format(arena, "without %.*s", (int)name.size, name.data).data
                            : text_format(arena, "with %.*s = %.*s", (int)name.size, name.data,
                                          (int)archived.size, archived.data)
                                  .data;
    return failure_set(failure, FAILURE_USAGE,
                       "%s was begun %s, now it is %s: continue with the same command, or give "
                       "another archive",
                       archive->path, begun, now.size == 0 ? "not given" : text_string(arena, now));
}

static bool jobs_are_the_same(const struct archive *archive, const struct plan *plan,
                              struct failure *failure)
{
    struct arena *arena = archive->arena;
    for (size_t i = 0; i < plan->workloads.count; i++) {
        const struct workload *workload = &plan->workloads.items[i];
        struct text archived;
        const char *path = archive_path(arena, archive, job_path(arena, workload));
        if (!whole_file_read(arena, path, JOB_FILE_MAX, &archived) ||
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

/* The parameters that belong to a part of the archive and not to the whole. */
static bool is_of_part(struct text name)
{
    return text_is(name, "levels") || text_is(name, "runs") || text_is(name, "seed");
}

static struct text parameter_value(const struct plan *plan, const char *name)
{
    size_t count;
    const struct setting *parameters = plan_parameters(plan, &count);
    for (size_t i = 0; i < count; i++) {
        if (text_is(parameters[i].name, name)) {
            return parameters[i].value;
        }
    }
    return (struct text){0};
}

/* Names the first parameter that the archive was begun with and that is not given now. */
static bool nothing_is_left_out(const struct archive *archive, const struct plan *plan,
                                struct failure *failure)
{
    static const char *const others[] = {"format", "program", "fio", "zfs"};
    for (size_t i = 0; i < archive->experiment_line_count; i++) {
        const struct experiment_line *line = &archive->experiment_lines[i];
        const char *name = text_string(plan->arena, line->setting.name);
        bool is_other = line->part != 0 || line->setting.value.size == 0;
        for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
            is_other = is_other || strcmp(name, others[k]) == 0;
        }
        if (!is_other && parameter_value(plan, name).size == 0) {
            return value_differs(archive, line->setting.name, line->setting.value, (struct text){0},
                                 failure);
        }
    }
    return true;
}

/* Names the first parameter of the whole archive that is another one now. */
static bool whole_is_the_same(const struct archive *archive, const struct plan *plan,
                              const struct preparation *preparation, struct failure *failure)
{
    struct text archived;
    size_t count;
    const struct setting *parameters = plan_parameters(plan, &count);
    for (size_t i = 0; i < count; i++) {
        archived =
            archive_experiment_value(archive, 0, text_string(plan->arena, parameters[i].name));
        if (!is_of_part(parameters[i].name) && !text_equal(archived, parameters[i].value)) {
            return value_differs(archive, parameters[i].name, archived, parameters[i].value,
                                 failure);
        }
    }
    archived = archive_experiment_value(archive, 0, "fio");
    if (!text_equal(archived, preparation->fio_version)) {
        return value_differs(archive, text_of("fio"), archived, preparation->fio_version, failure);
    }
    archived = archive_experiment_value(archive, 0, "zfs");
    if (preparation->has_zfs && !text_equal(archived, preparation->zfs.name)) {
        return value_differs(archive, text_of("zfs"), archived, preparation->zfs.name, failure);
    }
    return nothing_is_left_out(archive, plan, failure) && jobs_are_the_same(archive, plan, failure);
}

/* True when a level of the plan is among those of the list "9,12". */
static bool levels_overlap(struct text levels, struct text archived)
{
    for (struct text level; text_next_piece(&levels, ',', &level);) {
        struct text rest = archived;
        for (struct text other; text_next_piece(&rest, ',', &other);) {
            if (zfs_configurations_equal(level, other)) {
                return true;
            }
        }
    }
    return false;
}

/* Appends the plan's levels to the archive as a part of their own. */
static bool experiment_add_part(struct archive *archive, const struct plan *plan,
                                struct failure *failure)
{
    static const char *const names[] = {"levels", "runs", "seed"};
    struct text_builder ini = {.arena = archive->arena};
    text_add(&ini, archive->experiment);
    text_add_string(&ini, "\n[addition]\n");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        add_line(&ini, text_of(names[i]), parameter_value(plan, names[i]));
    }
    return archive_write(archive, "experiment.ini", text_built(&ini), failure);
}

bool experiment_continue(struct archive *archive, struct plan *plan,
                         const struct preparation *preparation, struct failure *failure)
{
    if (!whole_is_the_same(archive, plan, preparation, failure)) {
        return false;
    }
    struct text levels = parameter_value(plan, "levels"), archived;
    bool overlaps = false;
    int64_t number;
    for (unsigned part = 0; part < archive->part_count; part++) {
        archived = archive_experiment_value(archive, part, "seed");
        if (text_equal(levels, archive_experiment_value(archive, part, "levels"))) {
            if (!plan->seed_is_given && number_read_integer(archived, &number)) {
                plan->seed = (uint64_t)number;
            }
            struct text seed = parameter_value(plan, "seed");
            return text_equal(seed, archived) ||
                   value_differs(archive, text_of("seed"), archived, seed, failure);
        }
        overlaps =
            overlaps || levels_overlap(levels, archive_experiment_value(archive, part, "levels"));
        if (number_read_integer(archive_experiment_value(archive, part, "runs"), &number)) {
            plan->positions_before += (unsigned)number;
        }
        plan->blocks_before += plan->iterations;
    }
    if (plan->where == WHERE_TARGET && !overlaps) {
        return experiment_add_part(archive, plan, failure);
    }
    return value_differs(archive, text_of("levels"), archive_experiment_value(archive, 0, "levels"),
                         levels, failure);
}
