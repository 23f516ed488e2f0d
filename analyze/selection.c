/* Which observations are analyzed: those of whole runs that are usable and that the user did not
 * filter out. */

#include "analyze/selection.h"

#include "analyze/pointer_set.h"
#include "model/configuration.h"

#include <fnmatch.h>
#include <stdlib.h>

/* Different factors must all fit; one factor named several times needs one of its levels. */
static bool passes_filter(const struct run *run, const struct analysis_options *options)
{
    for (size_t i = 0; i < options->filter_count; i++) {
        struct text name = options->filter[i].name;
        struct text level = settings_value(run->configuration, name);
        bool fits = false;
        for (size_t j = 0; j < options->filter_count && !fits; j++)
            fits = text_equal(options->filter[j].name, name) && level.data != NULL &&
                   text_equal(options->filter[j].value, level);
        if (!fits)
            return false;
    }
    return true;
}

static bool passes_glob(struct arena *scratch, const struct run *run, const char *glob)
{
    return glob[0] == '\0' || fnmatch(glob, text_string(scratch, run->workload), 0) == 0;
}

/* A posted sum, deviation or extreme says nothing that can be compared. */
static bool is_a_value(const struct observation *observation)
{
    return observation->job.size == 0 && observation->statistic != STATISTIC_SD &&
           observation->statistic != STATISTIC_MIN && observation->statistic != STATISTIC_MAX &&
           observation->statistic != STATISTIC_TOTAL && observation->statistic != STATISTIC_CLAIM;
}

enum entry {
    ENTRY_UNKNOWN,
    ENTRY_REFUSED,
    ENTRY_GRANTED,
};

/* entries[]: what is known of each run, by its number. */
static bool run_enters(unsigned char *entries, struct arena *scratch, const struct run *run,
                       const struct analysis_options *options, const char *glob,
                       struct selection *selection)
{
    unsigned char *entry = &entries[run->number];
    if (*entry != ENTRY_UNKNOWN)
        return *entry == ENTRY_GRANTED;
    bool wanted = passes_filter(run, options) && passes_glob(scratch, run, glob);
    bool usable = run->fault.size == 0 || options->include_faulty;
    *entry = wanted && usable ? ENTRY_GRANTED : ENTRY_REFUSED;
    if (wanted && !usable)
        selection->excluded[selection->excluded_count++] =
            (struct excluded_run){.run = run, .reason = run->fault};
    return *entry == ENTRY_GRANTED;
}

static bool filter_is_known(const struct results *results, struct text name)
{
    for (size_t i = 0; i < results->run_count; i++)
        if (settings_value(results->runs[i]->configuration, name).data != NULL)
            return true;
    return false;
}

static bool check_filter(const struct results *results, const struct analysis_options *options,
                         struct failure *failure)
{
    for (size_t i = 0; i < options->filter_count && results->run_count > 0; i++) {
        struct text name = options->filter[i].name;
        if (!filter_is_known(results, name))
            return failure_set(failure, FAILURE_USAGE, "filtering: no run states the factor %.*s",
                               (int)name.size, name.data);
    }
    return true;
}

static size_t count_faulty(const struct results *results)
{
    size_t count = 0;
    for (size_t i = 0; i < results->run_count; i++)
        count += results->runs[i]->fault.size > 0;
    return count;
}

bool selection_make(struct arena *arena, const struct results *results,
                    const struct analysis_options *options, struct selection *selection,
                    struct failure *failure)
{
    *selection = (struct selection){0};
    if (!check_filter(results, options, failure))
        return false;
    struct arena *scratch = arena_create();
    const char *glob = text_string(scratch, options->workload);
    selection->observations =
        arena_take_array(arena, results->observation_count, sizeof *selection->observations);
    selection->excluded =
        arena_take_array(arena, count_faulty(results), sizeof *selection->excluded);
    unsigned char *entries = arena_take_array(scratch, results->run_count, sizeof *entries);
    struct pointer_set *configurations = pointer_set_create(arena);
    for (size_t i = 0; i < results->observation_count; i++) {
        const struct observation *observation = &results->observations[i];
        if (!run_enters(entries, scratch, observation->run, options, glob, selection) ||
            !is_a_value(observation))
            continue;
        selection->observations[selection->count++] = observation;
        (void)pointer_set_add(configurations, observation->run->configuration);
    }
    selection->configurations = (const struct settings **)pointer_set_items(configurations);
    selection->configuration_count = pointer_set_count(configurations);
    arena_free(scratch);
    bool asked = options->filter_count > 0 || options->workload.size > 0;
    if (selection->count == 0 && selection->excluded_count == 0 && asked &&
        results->observation_count > 0)
        return failure_set(failure, FAILURE_USAGE,
                           "filtering: no run is left; \"ingest\" lists the factors, levels and "
                           "workloads that were read");
    return true;
}
