#include "ingest/assumed_units.h"

#include "ingest/text_index.h"

/* The metrics that any reading states a unit of. */
static void find_stated(const struct reading *reading, struct text_index *stated)
{
    for (size_t i = 0; i < reading->observation_count; i++)
        if (!reading->observations[i].unit_assumed && reading->observations[i].unit.size > 0)
            *text_index_at(stated, reading->observations[i].metric, NULL) = 1;
}

static void take_away(struct reading *reading, struct text_index *stated, struct arena *scratch)
{
    struct text_index told = {.arena = scratch};
    for (size_t i = 0; i < reading->observation_count; i++) {
        struct found_observation *observation = &reading->observations[i];
        bool added;
        if (!observation->unit_assumed || *text_index_at(stated, observation->metric, NULL) == 0)
            continue;
        (void)text_index_at(&told, observation->metric, &added);
        if (added)
            reading_note(reading, observation->source.line,
                         "no unit is stated for %.*s here, and another input has one: the unit of "
                         "these figures is unknown",
                         (int)observation->metric.size, observation->metric.data);
        observation->unit = (struct text){NULL, 0};
    }
}

void assumed_units_settle(const struct labelled_reading *readings, size_t count)
{
    struct arena *scratch = arena_create();
    struct text_index stated = {.arena = scratch};
    for (size_t i = 0; i < count; i++)
        find_stated(readings[i].reading, &stated);
    for (size_t i = 0; i < count; i++)
        take_away(readings[i].reading, &stated, scratch);
    arena_free(scratch);
}
