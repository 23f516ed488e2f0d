/* Runs of one session share what was made once, so they are not repeats of it. */

#include "analyze/session.h"

#include "analyze/sample.h"
#include "analyze/text_set.h"

enum { LEAST_SESSIONS = 3 };

/* One level's runs by session, in the order in which the sessions come. */
struct sessions {
    struct text_set *names;
    double *means;
    const struct run **runs;
    size_t count;
};

/* False when a run does not say its session. */
static bool gather(struct arena *arena, const struct cell *cell, struct sessions *sessions)
{
    size_t *session_of = arena_take_array(arena, cell->n, sizeof *session_of);
    *sessions = (struct sessions){.names = text_set_create(arena)};
    for (size_t i = 0; i < cell->n; i++) {
        struct text name = cell->observations[i]->run->session;
        if (name.size == 0)
            return false;
        session_of[i] = text_set_add(sessions->names, name);
    }
    sessions->count = text_set_count(sessions->names);
    sessions->means = arena_take_array(arena, sessions->count, sizeof *sessions->means);
    sessions->runs = arena_take_array(arena, sessions->count, sizeof *sessions->runs);
    double *values = arena_take_array(arena, cell->n, sizeof *values);
    size_t *places = arena_take_array(arena, cell->n, sizeof *places);
    for (size_t session = 0; session < sessions->count; session++) {
        size_t n = 0;
        for (size_t i = 0; i < cell->n; i++) {
            if (session_of[i] != session)
                continue;
            places[n] = i;
            values[n++] = cell->values[i];
        }
        sessions->runs[session] = cell->observations[places[n / 2]]->run;
        sample_sort(values, n);
        sessions->means[session] = sample_gmean(values, n);
    }
    return true;
}

/* Place in `other` of each session of `sessions`; false when they are not the same sessions. */
static bool match(const struct sessions *sessions, const struct sessions *other, size_t *places)
{
    const struct text *names = text_set_items(sessions->names);
    const struct text *others = text_set_items(other->names);
    for (size_t i = 0; i < sessions->count; i++) {
        for (places[i] = 0; places[i] < other->count; places[i]++)
            if (text_equal(names[i], others[places[i]]))
                break;
        if (places[i] == other->count)
            return false;
    }
    return sessions->count == other->count;
}

static void fill(struct arena *arena, const struct sessions *sessions, const size_t *places,
                 const double **values, const struct run *const **runs)
{
    double *means = arena_take_array(arena, sessions->count, sizeof *means);
    const struct run **given = arena_take_array(arena, sessions->count, sizeof *given);
    for (size_t i = 0; i < sessions->count; i++) {
        size_t place = places == NULL ? i : places[i];
        means[i] = sessions->means[place];
        given[i] = sessions->runs[place];
    }
    *values = means;
    *runs = given;
}

bool session_take(struct arena *arena, struct comparison *comparison, struct material *material)
{
    struct arena *scratch = arena_create();
    const struct cell *baseline = comparison->baseline, *candidate = comparison->candidate;
    struct sessions first, second;
    bool apply = gather(scratch, baseline, &first) && gather(scratch, candidate, &second) &&
                 first.count >= LEAST_SESSIONS && second.count >= LEAST_SESSIONS &&
                 (first.count < baseline->n || second.count < candidate->n);
    if (apply) {
        size_t *places = arena_take_array(scratch, first.count, sizeof *places);
        bool paired = material->order->block_count > 0 && match(&first, &second, places);
        fill(arena, &first, NULL, &material->baseline, &material->baseline_runs);
        fill(arena, &second, paired ? places : NULL, &material->candidate,
             &material->candidate_runs);
        material->sorted_baseline = material->baseline;
        material->sorted_candidate = material->candidate;
        comparison->n_baseline = first.count;
        comparison->n_candidate = second.count;
        comparison->incomplete_blocks = 0;
        comparison->paired = paired;
        comparison->by_session = true;
    }
    arena_free(scratch);
    return apply;
}
