#include "ingest/job_runs.h"

#include "ingest/text_index.h"

/* The run that stands for one job, made when it is asked for the first time. */
static struct run *run_of_job(struct results *results, struct text_index *index,
                              const struct run *run, struct text job)
{
    bool added;
    struct text key =
        text_format(index->arena, "%p %.*s", (const void *)run, (int)job.size, job.data);
    size_t *place = text_index_at(index, key, &added);
    if (added) {
        struct run *own = results_add_run(results);
        size_t number = own->number;
        *own = *run;
        own->number = number;
        own->workload = text_format(results->arena, "%.*s: %.*s", (int)run->workload.size,
                                    run->workload.data, (int)job.size, job.data);
        *place = results->run_count - 1;
    }
    return results->runs[*place];
}

void job_runs_split(struct results *results)
{
    struct arena *scratch = arena_create();
    struct text_index index = {.arena = scratch}, divided = {.arena = scratch};
    for (size_t i = 0; i < results->observation_count; i++) {
        const struct observation *observation = &results->observations[i];
        if (observation->job.size > 0)
            *text_index_at(&divided, text_format(scratch, "%p", (const void *)observation->run),
                           NULL) = 1;
    }
    size_t kept = 0;
    for (size_t i = 0; i < results->observation_count; i++) {
        struct observation observation = results->observations[i];
        struct text key = text_format(scratch, "%p", (const void *)observation.run);
        if (observation.job.size > 0)
            observation.run = run_of_job(results, &index, observation.run, observation.job);
        else if (*text_index_at(&divided, key, NULL) == 1)
            continue;
        observation.job = (struct text){NULL, 0};
        results->observations[kept++] = observation;
    }
    results->observation_count = kept;
    size_t histograms = 0;
    for (size_t i = 0; i < results->histogram_count; i++) {
        struct histogram histogram = results->histograms[i];
        struct text key = text_format(scratch, "%p", (const void *)histogram.run);
        if (histogram.job.size > 0)
            histogram.run = run_of_job(results, &index, histogram.run, histogram.job);
        else if (*text_index_at(&divided, key, NULL) == 1)
            continue;
        histogram.job = (struct text){NULL, 0};
        results->histograms[histograms++] = histogram;
    }
    results->histogram_count = histograms;
    arena_free(scratch);
}
