/* What a collection would do, in words; made of the same requests and argument lists that
 * collect_run uses. */
#include "collect/collect.h"
#include "collect/fio_run.h"
#include "collect/place.h"
#include "collect/prediction.h"

struct text plan_announcement(const struct plan *plan, struct arena *arena)
{
    struct plan_cost cost = plan_cost(plan);
    struct text_builder words = {.arena = arena};
    text_add_format(
        &words, "%zu runs (levels %zu x workloads %zu x iterations %u%s), about %.0f %s", cost.runs,
        plan->level_count, plan->workloads.count, plan->iterations,
        plan->warm_up == 0 ? "" : text_format(arena, ", and %u to warm up", plan->warm_up).data,
        cost.seconds < 90 ? cost.seconds : cost.seconds / 60,
        cost.seconds < 90 ? "seconds" : "minutes");
    const char *verb = "; writes ";
    if (cost.written_bytes > 0) {
        text_add_format(&words, "%s%s", verb,
                        bytes_written(arena, (double)cost.written_bytes).data);
        verb = ", and ";
    }
    if (cost.timed_write_seconds > 0) {
        text_add_format(&words, "%sas much as the storage takes in %.0f seconds (%s at 100 MiB/s)",
                        verb, cost.timed_write_seconds,
                        bytes_written(arena, cost.timed_write_seconds * (100 << 20)).data);
    }
    if (plan->where == WHERE_FILE) {
        text_add_format(&words, "; each pool is a sparse file of %s, one at a time",
                        bytes_written(arena, (double)plan->pool_bytes).data);
    }
    if (plan->level_count == 1)
        text_add_string(&words, "; one level only: nothing to compare it with until another one is "
                                "collected into the same archive");
    return text_built(&words);
}

static void describe_fio(struct text_builder *into, const struct plan *plan,
                         const struct fio_request *request, const struct workload *workload,
                         unsigned position)
{
    struct arena *arena = into->arena;
    struct fio_request whole = *request;
    whole.workload = workload;
    whole.job_file = text_format(arena, "%s/jobs/%s", plan->archive, workload->file_name).data;
    whole.output = text_format(arena, "%s/runs/%04u.json.part", plan->archive, position).data;
    text_add_format(into, "    %s\n", command_written(arena, fio_arguments(arena, &whole)).data);
}

static void describe_run(struct text_builder *into, const struct plan *plan,
                         const struct preparation *preparation, const struct planned_run *run)
{
    const struct level *level = &plan->levels[run->level];
    const struct workload *workload = &plan->workloads.items[run->workload];
    struct fio_request fio = {
        .program = preparation->fio, .hosts = plan->hosts, .host_count = plan->host_count};
    struct place_request place = {.plan = plan,
                                  .preparation = preparation,
                                  .level = run->level,
                                  .workload = workload,
                                  .token = "XXXXXXXX",
                                  .position = run->position};
    text_add_format(into, "run %u: %s %.*s %u%s\n", run->position,
                    level->configuration->written.data, (int)workload->name.size,
                    workload->name.data, run->iteration, run->is_warm_up ? " (warm-up)" : "");
    if (plan->settle_seconds > 0) {
        text_add_format(into, "    sleep %g\n", plan->settle_seconds);
    }
    place_describe_make(into, &place, &fio.directory, &fio.device);
    describe_fio(into, plan, &fio, workload, run->position);
    place_describe_remove(into, &place);
}

bool collect_describe(struct plan *plan, struct arena *arena, struct text *description,
                      struct failure *failure)
{
    struct preparation preparation;
    struct failure obstacle = {0};
    struct text_builder words = {.arena = arena};
    if (!preparation_make(arena, plan, &preparation, &obstacle)) {
        if (obstacle.kind == FAILURE_USAGE) {
            return failure_set(failure, FAILURE_USAGE, "%s", obstacle.message);
        }
        text_add_format(&words, "this could not be run now: %s\n", obstacle.message);
    }
    text_add_format(&words, "%s\n", plan_announcement(plan, arena).data);
    if (preparation.note != NULL) {
        text_add_format(&words, "%s\n", preparation.note);
    }
    text_add(&words, predictions_written(arena, plan, &preparation));
    text_add_format(&words, "order %s, seed %llu\n", order_name(plan->order),
                    (unsigned long long)plan->seed);
    if (plan_makes_pools(plan)) {
        zfs_describe_enter(&words, &preparation.zfs);
    }
    struct run_count count = {plan->level_count, plan->workloads.count, plan->iterations,
                              plan->warm_up};
    const struct planned_run *runs = run_order_make(arena, plan->order, count, plan->seed);
    for (size_t i = 0; i < run_count_total(count); i++) {
        describe_run(&words, plan, &preparation, &runs[i]);
    }
    *description = text_built(&words);
    return true;
}
