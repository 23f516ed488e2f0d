#include "ingest/repeated_runs.h"

#include "ingest/text_index.h"
#include "model/number.h"

/* What tells executions apart: when they began, and how long they ran and how much they moved. */
static bool identifies(const struct found_observation *observation)
{
    static const char *const metrics[] = {"bw", "io_bytes", "runtime"};
    if (observation->statistic != STATISTIC_RUN || observation->job.size > 0)
        return false;
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
        if (text_is(observation->metric, metrics[i]))
            return true;
    return false;
}

/* A fingerprint of each run of a reading; the empty text for runs whose start is unknown or that
 * have no figures. */
static struct text *fingerprints(struct arena *arena, const struct labelled_reading *labelled)
{
    const struct reading *reading = labelled->reading;
    struct text_builder labels = {.arena = arena};
    for (size_t i = 0; i < labelled->label_count; i++)
        text_add_format(&labels, "%.*s=%.*s ", (int)labelled->labels[i].name.size,
                        labelled->labels[i].name.data, (int)labelled->labels[i].value.size,
                        labelled->labels[i].value.data);
    struct text_builder *builders =
        arena_take_array(arena, reading->run_count + 1, sizeof *builders);
    struct text *prints = arena_take_array(arena, reading->run_count + 1, sizeof *prints);
    for (size_t i = 0; i < reading->observation_count; i++) {
        const struct found_observation *observation = &reading->observations[i];
        struct text_builder *builder = &builders[observation->run];
        char value[32];
        if (reading->runs[observation->run].started_at == 0 || !identifies(observation))
            continue;
        builder->arena = arena;
        number_write(observation->value, value);
        text_add_format(builder, "%d %.*s %s;", observation->direction,
                        (int)observation->metric.size, observation->metric.data, value);
    }
    for (size_t i = 0; i < reading->run_count; i++)
        if (builders[i].size > 0)
            prints[i] = text_format(arena, "%lld %s%s", (long long)reading->runs[i].started_at,
                                    text_built(&labels).data, text_built(&builders[i]).data);
    return prints;
}

/* Removes the runs marked and their numbers, and closes the gaps. */
static void remove_runs(struct reading *reading, const bool *drop, size_t *places)
{
    size_t kept = 0, numbers = 0;
    for (size_t i = 0; i < reading->run_count; i++) {
        places[i] = kept;
        if (!drop[i])
            reading->runs[kept++] = reading->runs[i];
    }
    for (size_t i = 0; i < reading->observation_count; i++) {
        struct found_observation observation = reading->observations[i];
        if (drop[observation.run])
            continue;
        observation.run = places[observation.run];
        reading->observations[numbers++] = observation;
    }
    reading->run_count = kept;
    reading->observation_count = numbers;
}

static void note_dropped(struct reading *reading, const struct found_run *run,
                         const struct source *first, size_t more)
{
    if (more > 0)
        reading_note(reading, run->source.line,
                     "this run and %zu more of this file stand in %.*s too: counted once", more,
                     (int)first->path.size, first->path.data);
    else
        reading_note(reading, run->source.line, "the same run as in %.*s, line %u: counted once",
                     (int)first->path.size, first->path.data, first->line);
}

void repeated_runs_drop(const struct labelled_reading *readings, size_t count)
{
    struct arena *scratch = arena_create();
    struct text_index seen = {.arena = scratch};
    const struct source **first = NULL;
    size_t known = 0, capacity = 0;
    for (size_t r = 0; r < count; r++) {
        struct reading *reading = readings[r].reading;
        struct text *prints = fingerprints(scratch, &readings[r]);
        bool *drop = arena_take_array(scratch, reading->run_count + 1, sizeof *drop);
        size_t dropped = 0, example = 0, original = 0;
        for (size_t i = 0; i < reading->run_count; i++) {
            bool added;
            if (prints[i].size == 0)
                continue;
            size_t *place = text_index_at(&seen, prints[i], &added);
            if (added) {
                struct source *source = arena_take(scratch, sizeof *source);
                *source = reading->runs[i].source;
                first = arena_grow(scratch, first, known, &capacity, sizeof(struct source *));
                *place = known;
                first[known++] = source;
                continue;
            }
            drop[i] = true;
            example = dropped == 0 ? i : example;
            original = dropped == 0 ? *place : original;
            dropped++;
        }
        if (dropped == 0)
            continue;
        note_dropped(reading, &reading->runs[example], first[original], dropped - 1);
        remove_runs(reading, drop,
                    arena_take_array(scratch, reading->run_count + 1, sizeof(size_t)));
    }
    arena_free(scratch);
}
