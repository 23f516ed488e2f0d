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

/* Removes the runs marked and all that is theirs, and closes the gaps. */
static void remove_runs(struct reading *reading, const bool *drop, size_t *places)
{
    size_t kept = 0, numbers = 0, histograms = 0, series = 0;
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
    for (size_t i = 0; i < reading->histogram_count; i++) {
        struct found_histogram histogram = reading->histograms[i];
        bool stays = !drop[histogram.of_run];
        histogram.of_run = places[histogram.of_run];
        reading->histograms[histograms] = histogram;
        histograms += stays;
    }
    for (size_t i = 0; i < reading->series_count; i++) {
        struct found_series found = reading->series[i];
        bool stays = !drop[found.of_run];
        found.of_run = places[found.of_run];
        reading->series[series] = found;
        series += stays;
    }
    reading->run_count = kept;
    reading->observation_count = numbers;
    reading->histogram_count = histograms;
    reading->series_count = series;
}

static void note_dropped(struct reading *reading, const struct found_run *run,
                         const struct source *first, size_t more)
{
    reading_add_repeated(reading, run->source.line, *first, more + 1);
    if (more > 0)
        reading_note(reading, run->source.line,
                     "this run and %zu more of this file stand in %.*s too: counted once", more,
                     (int)first->path.size, first->path.data);
    else
        reading_note(reading, run->source.line, "the same run as in %.*s, line %u: counted once",
                     (int)first->path.size, first->path.data, first->line);
}

/* Where a fingerprint was seen first. */
struct first_sight {
    size_t reading;
    struct source source;
};

struct first_sights {
    struct text_index index;
    struct first_sight *items;
    size_t count, capacity;
};

/* The first sight of this fingerprint in another reading; NULL when there is none. Within one
   reading runs are never taken for copies: tiny runs of several hosts can be equal in all figures.
 */
static const struct first_sight *seen_elsewhere(struct first_sights *sights, struct text print,
                                                size_t reading, struct source source)
{
    bool added;
    size_t *place = text_index_at(&sights->index, print, &added);
    if (added) {
        sights->items = arena_grow(sights->index.arena, sights->items, sights->count,
                                   &sights->capacity, sizeof *sights->items);
        *place = sights->count;
        sights->items[sights->count++] = (struct first_sight){reading, source};
    }
    const struct first_sight *first = &sights->items[*place];
    return first->reading == reading ? NULL : first;
}

static void drop_from(struct arena *scratch, struct first_sights *sights,
                      const struct labelled_reading *labelled, size_t number)
{
    struct reading *reading = labelled->reading;
    struct text *prints = fingerprints(scratch, labelled);
    bool *drop = arena_take_array(scratch, reading->run_count + 1, sizeof *drop);
    size_t dropped = 0, example = 0;
    struct source original = {{NULL, 0}, 0};
    for (size_t i = 0; i < reading->run_count; i++) {
        const struct first_sight *first =
            prints[i].size == 0
                ? NULL
                : seen_elsewhere(sights, prints[i], number, reading->runs[i].source);
        if (first == NULL)
            continue;
        if (dropped++ == 0) {
            example = i;
            original = first->source;
        }
        drop[i] = true;
    }
    if (dropped == 0)
        return;
    note_dropped(reading, &reading->runs[example], &original, dropped - 1);
    remove_runs(reading, drop, arena_take_array(scratch, reading->run_count + 1, sizeof(size_t)));
}

void repeated_runs_drop(const struct labelled_reading *readings, size_t count)
{
    struct arena *scratch = arena_create();
    struct first_sights sights = {.index = {.arena = scratch}};
    for (size_t r = 0; r < count; r++)
        drop_from(scratch, &sights, &readings[r], r);
    arena_free(scratch);
}
