#include "model/results.h"

struct results *results_create(void)
{
    struct arena *arena = arena_create();
    struct results *results = arena_take(arena, sizeof *results);
    results->arena = arena;
    results->settings = settings_pool_create(arena);
    results->metrics = metric_table_create(arena);
    return results;
}

void results_free(struct results *results)
{
    if (results == NULL)
        return;
    for (size_t i = 0; i < results->kept_count; i++)
        arena_free(results->kept[i]);
    arena_free(results->arena);
}

struct run *results_add_run(struct results *results)
{
    struct run *run = arena_take(results->arena, sizeof *run);
    run->configuration = settings_intern(results->settings, NULL, 0);
    results->runs = arena_grow(results->arena, results->runs, results->run_count,
                               &results->run_capacity, sizeof(struct run *));
    run->number = results->run_count;
    results->runs[results->run_count++] = run;
    return run;
}

void results_expect_observations(struct results *results, size_t count)
{
    results->observations = arena_take_array(results->arena, count, sizeof *results->observations);
    results->observation_capacity = count;
}

void results_add_observation(struct results *results, struct observation observation)
{
    results->observations =
        arena_grow(results->arena, results->observations, results->observation_count,
                   &results->observation_capacity, sizeof observation);
    results->observations[results->observation_count++] = observation;
}

void results_add_histogram(struct results *results, struct histogram histogram)
{
    results->histograms = arena_grow(results->arena, results->histograms, results->histogram_count,
                                     &results->histogram_capacity, sizeof histogram);
    results->histograms[results->histogram_count++] = histogram;
}

void results_add_series(struct results *results, struct time_series series)
{
    results->series = arena_grow(results->arena, results->series, results->series_count,
                                 &results->series_capacity, sizeof series);
    results->series[results->series_count++] = series;
}

void results_add_note(struct results *results, struct source source, struct text message)
{
    results->notes = arena_grow(results->arena, results->notes, results->note_count,
                                &results->note_capacity, sizeof(struct note));
    results->notes[results->note_count++] = (struct note){source, message};
}

void results_add_fact(struct results *results, struct fact fact)
{
    results->facts = arena_grow(results->arena, results->facts, results->fact_count,
                                &results->fact_capacity, sizeof fact);
    results->facts[results->fact_count++] = fact;
}

void results_add_repeated(struct results *results, struct repeated_run repeated)
{
    results->repeated = arena_grow(results->arena, results->repeated, results->repeated_count,
                                   &results->repeated_capacity, sizeof repeated);
    results->repeated[results->repeated_count++] = repeated;
}

void results_add_identity(struct results *results, struct identity_place place)
{
    results->identities = arena_grow(results->arena, results->identities, results->identity_count,
                                     &results->identity_capacity, sizeof place);
    results->identities[results->identity_count++] = place;
}

struct input_file *results_add_file(struct results *results)
{
    results->files = arena_grow(results->arena, results->files, results->file_count,
                                &results->file_capacity, sizeof(struct input_file));
    return &results->files[results->file_count++];
}

void results_keep(struct results *results, struct arena *arena)
{
    results->kept = arena_grow(results->arena, results->kept, results->kept_count,
                               &results->kept_capacity, sizeof(struct arena *));
    results->kept[results->kept_count++] = arena;
}
