#ifndef COLLECT_COLLECTION_H
#define COLLECT_COLLECTION_H

#include "collect/archive.h"
#include "collect/collect.h"
#include "collect/identities.h"
#include "collect/preparation.h"
#include "collect/stop_signal.h"

/* How far a planned run is. */
struct run_state {
    unsigned attempts_before; /* in the archive, of earlier starts */
    unsigned attempts;        /* of this start */
    bool counts;              /* one of the attempts is in the archive and counts */
};

struct collection {
    struct plan *plan;
    const struct collect_observer *observer;
    struct preparation preparation;
    struct archive archive;
    struct identities identities;
    struct zfs_session session;
    struct stop_signal stop;
    const char *token; /* in the names of what is made */
    struct planned_run *runs;
    struct run_state *states; /* of each of them */
    size_t run_count;
    size_t done; /* of them, archived and counting */
    unsigned last_position;
    const char *start_session; /* the session of runs on targets */
    double *seconds;           /* mean duration of a run, by workload */
    size_t *timed;             /* runs behind that mean */
    unsigned failures_in_a_row;
    bool is_interrupted;
};

/* The run under way. */
struct current_run {
    struct collection *collection;
    struct arena *arena;
    const struct planned_run *planned;
    struct run_state *state;
    const struct level *level;
    const struct workload *workload;
    struct run_record record;
    int64_t begun; /* steady clock */
};

/* Tells the observer how far the run is; `speed` as fio says it. */
void run_tell(const struct current_run *run, const char *speed, bool has_ended);

/* The pause before a run; a signal ends it and the collection. */
void run_settle(const struct current_run *run);

/* Makes the place, runs fio there between looks at the counters, removes the place. A place that
   cannot be made fails the run, not the collection: the reason goes into the record. */
NODISCARD bool run_in_place(struct current_run *run, struct failure *failure);

/* Names the files of the run. */
const char *run_id(struct arena *arena, const struct current_run *run, unsigned position);

#endif
