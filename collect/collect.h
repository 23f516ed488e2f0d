#ifndef COLLECT_COLLECT_H
#define COLLECT_COLLECT_H

#include "collect/plan.h"

struct collect_progress {
    size_t run, runs;  /* run k of N, from 1 */
    const char *level; /* "ashift=12" */
    const char *workload;
    double seconds_left;
    const char *speed;  /* as fio tells it, "w=120MiB/s"; "" = not known yet */
    bool has_ended;     /* this run; `failed` says whether it counts */
    const char *failed; /* "" = it counts */
};

/* What a collection tells while it runs; it prints nothing itself. */
struct collect_observer {
    void *user;
    void (*note)(void *user, const char *message);    /* one line */
    void (*warning)(void *user, const char *message); /* the same, said in any case */
    void (*progress)(void *user, const struct collect_progress *progress);
};

struct collect_outcome {
    size_t runs, archived; /* planned; in the archive and counting */
    bool is_interrupted;   /* by a signal: the same command continues */
};

/* Runs the plan into its archive, or what is still missing of it. True when every planned run is
   archived. Whatever was made on the system is removed again, also on failure; after an
   interruption nothing is left but the archive. */
NODISCARD bool collect_run(struct plan *plan, const struct collect_observer *observer,
                           struct collect_outcome *outcome, struct failure *failure);

/* One line said before it starts: how many runs, how much is written, how long it takes. */
struct text plan_announcement(const struct plan *plan, struct arena *arena);

/* What collect_run would do: how much is written, how long it takes, and every command in order.
 * Makes nothing. */
NODISCARD bool collect_describe(struct plan *plan, struct arena *arena, struct text *description,
                                struct failure *failure);

#endif
