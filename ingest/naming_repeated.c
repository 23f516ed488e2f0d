/* Figures that two files state of one setting, test and run number, where no start times tell
   whether those are two runs. Where all that two files have in common agrees, and it is more than
   chance brings about, one was made from the other and counts once; else each file has numbered
   runs of its own. */

#include "ingest/naming_run.h"
#include "ingest/text_index.h"

/* As many figures, not all alike, as make a copying slip of two settings. */
enum { LEAST_FIGURES = 4 };

/* Where a figure was seen first. */
struct sighting {
    size_t file;
    double value;
    struct text unit;
};

/* What two files have in common; the second is the later one. */
struct common_figures {
    size_t files[2];
    size_t same, different;
    double first;
    bool varies;
    struct source source; /* of the first such figure in the later file */
};

struct search {
    struct naming *naming;
    struct arena *arena;
    struct text_index seen, pairs; /* places + 1 in the arrays below */
    struct sighting *sightings;
    size_t sighting_count, sighting_capacity;
    struct common_figures *common;
    size_t common_count, common_capacity;
    size_t *pair_of; /* by observation over all readings: place + 1 in `common` */
};

/* The number of the run is stated, and its start is not. */
static bool may_repeat(const struct found_run *run, const struct found_observation *observation)
{
    return run->iteration > 0 && run->started_at == 0 && !run->is_log &&
           observation->statistic == STATISTIC_RUN;
}

static struct text key_of(struct arena *arena, const struct named_run *named,
                          const struct found_observation *observation)
{
    const struct found_run *found = named->found;
    const struct run *run = named->run;
    return text_format(arena, "%s\x1f%.*s\x1f%u %u %u\x1f%.*s\x1f%d\x1f%.*s\x1f%.*s",
                       run->configuration->written.data, (int)run->workload.size,
                       run->workload.data, found->iteration, found->block, found->position,
                       (int)found->session.size, found->session.data, (int)observation->direction,
                       (int)observation->metric.size, observation->metric.data,
                       (int)observation->job.size, observation->job.data);
}

/* What is known of these two files, as place + 1. */
static size_t pair_of_files(struct search *search, size_t earlier, size_t later,
                            const struct found_observation *observation)
{
    bool added;
    size_t *place = text_index_at(&search->pairs,
                                  text_format(search->arena, "%zu %zu", earlier, later), &added);
    if (added) {
        search->common = arena_grow(search->arena, search->common, search->common_count,
                                    &search->common_capacity, sizeof *search->common);
        search->common[search->common_count++] = (struct common_figures){
            .files = {earlier, later}, .first = observation->value, .source = observation->source};
        *place = search->common_count;
    }
    return *place;
}

static void look_at(struct search *search, size_t file, const struct named_run *named,
                    const struct found_observation *observation, size_t number)
{
    bool added;
    struct text key = key_of(search->arena, named, observation);
    size_t *place = text_index_at(&search->seen, key, &added);
    if (added) {
        search->sightings = arena_grow(search->arena, search->sightings, search->sighting_count,
                                       &search->sighting_capacity, sizeof *search->sightings);
        *place = search->sighting_count;
        search->sightings[search->sighting_count++] =
            (struct sighting){file, observation->value, observation->unit};
        return;
    }
    const struct sighting *first = &search->sightings[*place];
    if (first->file == file)
        return;
    size_t pair = pair_of_files(search, first->file, file, observation);
    struct common_figures *common = &search->common[pair - 1];
    bool same = first->value == observation->value && text_equal(first->unit, observation->unit);
    common->same += same;
    common->different += !same;
    common->varies = common->varies || observation->value != common->first;
    search->pair_of[number] = pair;
}

static bool is_copy(const struct common_figures *common)
{
    return common->different == 0 && common->same >= LEAST_FIGURES && common->varies;
}

static void tell(struct naming *naming, const struct common_figures *common)
{
    struct results *results = naming->results;
    struct text first = naming->files[common->files[0]].from->reading->path;
    struct source source = {naming->files[common->files[1]].from->reading->path,
                            common->source.line};
    size_t figures = common->same + common->different;
    struct text message =
        is_copy(common)
            ? text_format(results->arena,
                          "%zu figures of this file stand in %.*s too, under the same settings, "
                          "tests and run numbers: counted once",
                          figures, (int)first.size, first.data)
            : text_format(
                  results->arena,
                  "%.*s has runs of the same settings, tests and numbers (%zu figure%s, %zu "
                  "of them the same): counted as runs of their own",
                  (int)first.size, first.data, figures, figures == 1 ? "" : "s", common->same);
    results_add_note(results, source, message);
    if (is_copy(common))
        results_add_repeated(
            results, (struct repeated_run){source, {first, NO_LINE}, figures, .are_figures = true});
}

void naming_find_repeated(struct naming *naming)
{
    size_t total = 0, number = 0, first_run = 0;
    for (size_t i = 0; i < naming->file_count; i++)
        total += naming->files[i].from->reading->observation_count;
    naming->repeated = arena_take_array(naming->arena, total, sizeof *naming->repeated);
    if (naming->file_count < 2)
        return;
    struct arena *scratch = arena_create();
    struct search search = {.naming = naming,
                            .arena = scratch,
                            .seen = {.arena = scratch},
                            .pairs = {.arena = scratch},
                            .pair_of = arena_take_array(scratch, total, sizeof *search.pair_of)};
    for (size_t i = 0; i < naming->file_count; i++) {
        const struct reading *reading = naming->files[i].from->reading;
        for (size_t o = 0; o < reading->observation_count; o++, number++) {
            const struct found_observation *observation = &reading->observations[o];
            const struct named_run *named = &naming->runs[first_run + observation->run];
            if (may_repeat(named->found, observation))
                look_at(&search, i, named, observation, number);
        }
        first_run += reading->run_count;
    }
    for (size_t i = 0; i < search.common_count; i++)
        tell(naming, &search.common[i]);
    for (size_t i = 0; i < total; i++)
        naming->repeated[i] =
            search.pair_of[i] > 0 && is_copy(&search.common[search.pair_of[i] - 1]);
    arena_free(scratch);
}
