/* The loop: every planned run gets a fresh place, runs there, is archived, and the place is
 * removed. */
#include "collect/collect.h"

#include "collect/clock.h"
#include "collect/collection.h"
#include "collect/device.h"
#include "collect/experiment.h"
#include "collect/machine_facts.h"
#include "collect/pool.h"
#include "collect/prediction.h"
#include "collect/removal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>

static const char put_off[] = "the same command removes it when it is there again";

static const char try_again[] = "when the cause is gone the same command goes on";

enum { ATTEMPTS_MAX = 3, FAILURES_IN_A_ROW_MAX = 3 };

static const char *random_token(struct arena *arena)
{
    unsigned number = 0;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number) {
        number = (unsigned)clock_wall_ns();
    }
    return text_format(arena, "%08x", number).data;
}

static void collection_note(const struct collection *collection, const char *message)
{
    collection->observer->note(collection->observer->user, message);
}

static void collection_warn(const struct collection *collection, const char *message)
{
    collection->observer->warning(collection->observer->user, message);
}

/* --- what is done already --- */

static const struct level *run_level(const struct collection *collection,
                                     const struct planned_run *run)
{
    return &collection->plan->levels[run->level];
}

static struct run_state run_state_find(const struct collection *collection,
                                       const struct planned_run *run)
{
    struct run_state state = {0};
    const char *config = run_level(collection, run)->configuration->written.data;
    struct text workload = collection->plan->workloads.items[run->workload].name;
    for (size_t i = 0; i < collection->archive.run_count; i++) {
        const struct run_record *record = &collection->archive.runs[i];
        if (record->iteration == run->iteration && record->is_warm_up == run->is_warm_up &&
            strcmp(record->config, config) == 0 && text_is(workload, record->workload)) {
            state.attempts_before++;
            state.counts = state.counts || record->failed[0] == '\0';
        }
    }
    return state;
}

static void collection_find_done(struct collection *collection)
{
    struct arena *arena = collection->plan->arena;
    long session = 0;
    collection->last_position =
        collection->plan->positions_before + (unsigned)collection->run_count;
    for (size_t i = 0; i < collection->archive.run_count; i++) {
        const struct run_record *record = &collection->archive.runs[i];
        long other = strtol(record->session, NULL, 10);
        session = other > session ? other : session;
        if (record->position > collection->last_position) {
            collection->last_position = record->position;
        }
    }
    collection->states = arena_take_array(arena, collection->run_count, sizeof *collection->states);
    for (size_t i = 0; i < collection->run_count; i++) {
        collection->states[i] = run_state_find(collection, &collection->runs[i]);
        collection->done += collection->states[i].counts;
    }
    collection->start_session = text_format(arena, "%ld", session + 1).data;
}

/* The mean of the runs so far; the first replaces the estimate of the plan. */
static void run_learn_duration(struct current_run *run)
{
    struct collection *collection = run->collection;
    double seconds = (double)(clock_steady_ns() - run->begun) / 1e9;
    double *mean = &collection->seconds[run->planned->workload];
    size_t count = ++collection->timed[run->planned->workload];
    *mean = count == 1 ? seconds : *mean + (seconds - *mean) / (double)count;
}

/* --- one run --- */

/* Makes one run and archives it, failed or not. False when the collection cannot go on; an
   interrupted run leaves nothing in the archive. */
static bool collection_run_once(struct collection *collection, size_t index, unsigned position,
                                struct failure *failure)
{
    const struct planned_run *planned = &collection->runs[index];
    struct arena *kept = collection->archive.arena;
    struct current_run run = {
        .collection = collection,
        .arena = arena_create(),
        .planned = planned,
        .state = &collection->states[index],
        .level = run_level(collection, planned),
        .workload = &collection->plan->workloads.items[planned->workload],
        .begun = clock_steady_ns(),
    };
    run.record = (struct run_record){
        .id = run_id(kept, &run, position),
        .config = run.level->configuration->written.data,
        .workload = text_string(kept, run.workload->name),
        .iteration = planned->iteration,
        .block = planned->block,
        .position = position,
        .session = plan_makes_pools(collection->plan) ? text_format(kept, "%u", position).data
                                                      : collection->start_session,
        .started = clock_wall_ns(),
        .exit_status = -1,
        .failed = "",
        .attempt = run.state->attempts_before + run.state->attempts + 1,
        .is_warm_up = planned->is_warm_up,
    };
    run.record.ended = run.record.started;
    run_tell(&run, "", false);
    run_settle(&run);
    bool done = collection->is_interrupted ||
                (archive_has_room(&collection->archive, failure) && run_in_place(&run, failure));
    if (done && !collection->is_interrupted) {
        done = archive_add_run(&collection->archive, run.record, failure);
    }
    if (!done || collection->is_interrupted) {
        archive_drop_run(&collection->archive, run.record.id);
    } else {
        bool counts = run.record.failed[0] == '\0';
        run.state->attempts++;
        run.state->counts = counts;
        collection->done += counts;
        collection->failures_in_a_row = counts ? 0 : collection->failures_in_a_row + 1;
        run_learn_duration(&run);
        run_tell(&run, "", true);
    }
    arena_free(run.arena);
    return done;
}

/* --- all runs --- */

static const char *last_reason(const struct archive *archive)
{
    const char *reason = "";
    for (size_t i = 0; i < archive->run_count; i++) {
        reason = archive->runs[i].failed[0] == '\0' ? reason : archive->runs[i].failed;
    }
    return reason;
}

static bool collection_may_go_on(struct collection *collection, struct failure *failure)
{
    if (collection->is_interrupted || stop_signal_arrived(&collection->stop)) {
        collection->is_interrupted = true;
        return false;
    }
    return collection->failures_in_a_row < FAILURES_IN_A_ROW_MAX ||
           failure_set(failure, FAILURE_SYSTEM, "%d runs in a row failed, the last with: %s; %s",
                       FAILURES_IN_A_ROW_MAX, last_reason(&collection->archive), try_again);
}

/* Every run that this start has tried `attempt` - 1 times and that does not count is tried once
   more: of those that no start has tried before, or of the others. */
static bool collection_run_round(struct collection *collection, unsigned attempt, bool is_new,
                                 struct failure *failure)
{
    for (size_t i = 0; i < collection->run_count; i++) {
        const struct run_state *state = &collection->states[i];
        if (state->counts || state->attempts != attempt - 1 ||
            is_new != (state->attempts_before + state->attempts == 0)) {
            continue;
        }
        if (!collection_may_go_on(collection, failure)) {
            return false;
        }
        unsigned position = is_new ? collection->runs[i].position : ++collection->last_position;
        if (!collection_run_once(collection, i, position, failure)) {
            return false;
        }
    }
    return true;
}

static bool collection_run_all(struct collection *collection, struct failure *failure)
{
    bool goes_on = collection_run_round(collection, 1, true, failure);
    for (unsigned attempt = 1; goes_on && attempt <= ATTEMPTS_MAX; attempt++) {
        goes_on = collection_run_round(collection, attempt, false, failure);
    }
    if (!goes_on || collection->is_interrupted) {
        return false;
    }
    return collection->done == collection->run_count ||
           failure_set(failure, FAILURE_SYSTEM,
                       "%zu of %zu runs failed %d times each, the last with: %s; %s",
                       collection->run_count - collection->done, collection->run_count,
                       ATTEMPTS_MAX, last_reason(&collection->archive), try_again);
}

/* --- beginning and end --- */

/* Removes what an earlier collection on this archive left when it was killed. */
static bool collection_clean(struct collection *collection, struct failure *failure)
{
    struct pool_cleaner cleaner = {&collection->session, collection->archive.arena};
    bool has_zfs = collection->preparation.has_zfs;
    struct made_cleaning cleaning;
    struct arena *arena = collection->plan->arena;
    bool clean = made_remove_all(&collection->archive.made, has_zfs ? pool_clean : NULL, &cleaner,
                                 &cleaning, failure);
    if (cleaning.removed > 0) {
        collection_note(collection,
                        text_format(arena, "removed %zu things that an earlier collection had left",
                                    cleaning.removed)
                            .data);
    }
    if (cleaning.kept != NULL) {
        collection_warn(collection,
                        text_format(arena, "%s is not what an earlier collection made: left alone",
                                    cleaning.kept)
                            .data);
    }
    if (cleaning.unseen != NULL) {
        collection_warn(collection, text_format(arena,
                                                "%s was made by an earlier collection and cannot "
                                                "be looked at now: %s",
                                                cleaning.unseen, put_off)
                                        .data);
    }
    return clean;
}

/* Removes what is still there at the end. What this start has made and cannot remove is said. */
static bool collection_end(struct collection *collection, struct failure *failure)
{
    struct made_cleaning cleaning;
    struct pool_cleaner cleaner = {&collection->session, collection->archive.arena};
    bool clean = made_remove_all(&collection->archive.made,
                                 collection->preparation.has_zfs ? pool_clean : NULL, &cleaner,
                                 &cleaning, failure);
    if (cleaning.left == NULL) {
        return clean;
    }
    struct text left = text_format(collection->plan->arena,
                                   "%s may be there still, but cannot be looked at any more: %s",
                                   cleaning.left, put_off);
    if (failure != NULL && failure->kind != FAILURE_NONE) {
        collection_warn(collection, left.data);
    }
    return failure_set(failure, FAILURE_SYSTEM, "%s", left.data);
}

/* Asked again before every run; here nothing has been made yet. */
static bool device_is_allowed(const struct plan *plan, struct failure *failure)
{
    struct device device;
    return plan->device == NULL ||
           (device_find(plan->arena, plan->device, &device, failure) &&
            device_check(plan->arena, &device, plan->may_wipe_signatures, failure));
}

/* Adds a folder unless one of its file system is there already; one that is gone adds nothing. */
static void subject_add_directory(struct facts_subject *subject, const char *directory)
{
    struct stat added, present;
    if (stat(directory, &added) != 0) {
        return;
    }
    for (size_t i = 0; i < subject->directory_count; i++) {
        if (stat(subject->directories[i], &present) == 0 && present.st_dev == added.st_dev) {
            return;
        }
    }
    subject->directories[subject->directory_count++] = directory;
}

static void subject_add_dataset(struct facts_subject *subject, const char *dataset)
{
    for (size_t i = 0; i < subject->dataset_count; i++) {
        if (strcmp(subject->datasets[i], dataset) == 0) {
            return;
        }
    }
    subject->datasets[subject->dataset_count++] = dataset;
}

static struct facts_subject facts_subject(const struct plan *plan,
                                          const struct preparation *preparation)
{
    struct facts_subject subject = {
        .directories = arena_take_array(plan->arena, plan->level_count + 1, sizeof(char *)),
        .datasets = arena_take_array(plan->arena, plan->level_count, sizeof(char *)),
        .device = plan->device,
        .fio = preparation->fio_version,
        .zfs = preparation->has_zfs ? preparation->zfs.name : (struct text){0},
    };
    if (plan->where == WHERE_FILE) {
        subject_add_directory(&subject, plan->pool_directory);
    }
    for (size_t i = 0; i < plan->level_count && !plan_makes_pools(plan); i++) {
        if (plan->levels[i].directory != NULL && plan->host_count == 0) {
            subject_add_directory(&subject, plan->levels[i].directory);
        }
        if (preparation->parents[i] != NULL) {
            subject_add_dataset(&subject, preparation->parents[i]);
        }
    }
    if (subject.directory_count == 0) {
        subject_add_directory(&subject, plan->archive);
    }
    return subject;
}

static bool collection_begin(struct collection *collection, struct failure *failure)
{
    struct plan *plan = collection->plan;
    struct archive *archive = &collection->archive;
    if (!archive->is_continued && archive->run_count > 0) {
        return failure_set(failure, FAILURE_SYSTEM,
                           "%s has %zu runs but no experiment.ini that says what they are: put it "
                           "back, or give another archive",
                           archive->path, archive->run_count);
    }
    if (archive->is_continued) {
        if (!experiment_continue(archive, plan, &collection->preparation, failure)) {
            return false;
        }
    }
    if (archive->manifest_was_torn || archive->made.was_torn) {
        collection_note(collection, "the archive's last line was torn and has been cut off");
    }
    zfs_session_open(&collection->session, &collection->preparation.zfs, &archive->made,
                     &archive->command_log, &archive->daemon_log);
    if (!collection_clean(collection, failure) || !device_is_allowed(plan, failure)) {
        return false;
    }
    struct facts_subject subject = facts_subject(plan, &collection->preparation);
    struct machine_facts facts;
    if (!archive->is_continued &&
        !(machine_facts_gather(plan->arena, archive, "facts/before", &collection->identities,
                               &subject, &facts, failure) &&
          experiment_begin(archive, plan, &collection->preparation, &facts, failure))) {
        return false;
    }
    struct run_count count = {plan->level_count, plan->workloads.count, plan->iterations,
                              plan->warm_up};
    collection->run_count = run_count_total(count);
    collection->runs = run_order_make(plan->arena, plan->order, count, plan->seed);
    for (size_t i = 0; i < collection->run_count; i++) {
        collection->runs[i].position += plan->positions_before;
        collection->runs[i].block += collection->runs[i].block == 0 ? 0 : plan->blocks_before;
    }
    collection->seconds =
        arena_take_array(plan->arena, plan->workloads.count, sizeof *collection->seconds);
    collection->timed =
        arena_take_array(plan->arena, plan->workloads.count, sizeof *collection->timed);
    for (size_t i = 0; i < plan->workloads.count; i++) {
        collection->seconds[i] = plan->workloads.items[i].seconds + plan->settle_seconds + 0.5;
    }
    collection_find_done(collection);
    return true;
}

static bool collection_make(struct collection *collection, struct failure *failure)
{
    struct plan *plan = collection->plan;
    if (collection->done == collection->run_count) {
        collection_note(collection, "nothing to do: all runs are in the archive already");
        return true;
    }
    collection_note(collection, plan_announcement(plan, plan->arena).data);
    if (collection->preparation.note != NULL) {
        collection_warn(collection, collection->preparation.note);
    }
    struct text predictions = predictions_written(plan->arena, plan, &collection->preparation);
    for (struct text line; text_next_line(&predictions, &line);) {
        collection_note(collection, text_string(plan->arena, line));
    }
    if (collection->archive.is_continued) {
        collection_note(collection,
                        text_format(plan->arena, "continuing: %zu of %zu runs are in the archive",
                                    collection->done, collection->run_count)
                            .data);
    }
    bool done = (!plan_makes_pools(plan) || zfs_session_enter(&collection->session, failure)) &&
                collection_run_all(collection, failure);
    struct machine_facts facts;
    if (done) {
        struct facts_subject subject = facts_subject(plan, &collection->preparation);
        done = machine_facts_gather(collection->archive.arena, &collection->archive, "facts/after",
                                    &collection->identities, &subject, &facts, failure);
    }
    zfs_session_close(&collection->session);
    return collection_end(collection, failure) && done;
}

/* Those of the machine, and what the plan names. */
static struct identities plan_identities(const struct plan *plan)
{
    struct identities identities = identities_learn(plan->arena, plan->keeps_identities);
    if (plan->device != NULL) {
        identities_add_disk_name(plan->arena, &identities, strrchr(plan->device, '/') + 1);
    }
    for (size_t i = 0; i < plan->host_count; i++) {
        identities_add(plan->arena, &identities, plan->hosts[i].address);
    }
    return identities;
}

bool collect_run(struct plan *plan, const struct collect_observer *observer,
                 struct collect_outcome *outcome, struct failure *failure)
{
    struct collection collection = {.plan = plan, .observer = observer};
    *outcome = (struct collect_outcome){0};
    collection.identities = plan_identities(plan);
    if (!preparation_make(plan->arena, plan, &collection.preparation, failure) ||
        !archive_open(&collection.archive, plan->arena, plan->archive, &collection.identities,
                      failure)) {
        return false;
    }
    collection.token = random_token(plan->arena);
    bool done = false;
    if (stop_signal_catch(&collection.stop, failure)) {
        (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
        done = collection_begin(&collection, failure) && collection_make(&collection, failure);
        (void)prctl(PR_SET_CHILD_SUBREAPER, 0);
        stop_signal_release(&collection.stop);
    }
    *outcome =
        (struct collect_outcome){collection.run_count, collection.done, collection.is_interrupted};
    archive_close(&collection.archive);
    return done;
}
