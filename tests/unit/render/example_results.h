#ifndef TESTS_UNIT_RENDER_EXAMPLE_RESULTS_H
#define TESTS_UNIT_RENDER_EXAMPLE_RESULTS_H

/* Results by hand: the first seed's 24 values, and a made-up experiment on three levels. */

#include "analyze/analysis.h"

#include <string.h>

static inline struct run *example_run(struct results *results, const char *configuration,
                                      const char *workload, unsigned iteration)
{
    struct run *run = results_add_run(results);
    run->configuration = settings_parse(results->settings, text_of(configuration));
    run->workload = text_copy(results->arena, text_of(workload));
    run->iteration = iteration;
    run->source = (struct source){text_of("blog.txt"), (unsigned)results->run_count};
    return run;
}

static inline void example_value(struct results *results, struct run *run, const char *metric,
                                 enum direction direction, double value)
{
    struct observation observation = {
        .run = run,
        .direction = direction,
        .metric = metric_find(results->metrics, text_of(metric)),
        .value = value,
        .written = text_format(results->arena, "%g", value),
        .source = run->source,
    };
    observation.unit = text_of(unit_base(observation.metric->dimension));
    results_add_observation(results, observation);
}

static inline void example_file(struct results *results, const char *path)
{
    struct input_file *file = results_add_file(results);
    file->path = text_of(path);
    file->format = text_of("markdown_table");
    file->observations = results->observation_count;
    memset(file->sha256, 'a', 64);
}

/* The first seed, in MB/s as posted. */
static inline struct results *example_seed1_results(void)
{
    static const double values[3][2][4] = {
        {{176, 92.6, 150, 163}, {177, 72.7, 118, 154}},
        {{2844, 1126, 3865, 1104}, {3199, 1473, 993, 1280}},
        {{1139, 1320, 1550, 1473}, {1030, 1221, 1476, 1287}},
    };
    static const char *const workloads[] = {"Test 1", "Test 2", "Test 3"};
    static const char *const levels[] = {"ashift=12", "ashift=13"};
    struct results *results = results_create();
    for (size_t w = 0; w < 3; w++)
        for (size_t l = 0; l < 2; l++)
            for (unsigned i = 0; i < 4; i++)
                example_value(results, example_run(results, levels[l], workloads[w], i + 1), "bw",
                              DIRECTION_WRITE, values[w][l][i] * 1e6);
    example_file(results, "blog.txt");
    return results;
}

static const char example_hostile_workload[] =
    "=1+1|<script>alert(1)</script> `x` *b* _i_ [l](http://x.y) www.x.y\n# h";

/* Levels 9, 12, 13 interleaved in five blocks, three workloads of which the last has a hostile
   name, bandwidth and latency; the pools lie on sparse files; one run failed; one file could not be
   read. */
static inline struct results *example_three_levels(void)
{
    static const char *const workloads[] = {"randwrite4k-1job", "write1m-1job",
                                            example_hostile_workload};
    static const char *const levels[] = {"ashift=9", "ashift=12", "ashift=13"};
    static const double speeds[3][3] = {{70, 90, 91}, {1300, 1310, 1305}, {400, 380, 500}};
    struct results *results = results_create();
    unsigned position = 0, state = 7;
    for (size_t w = 0; w < 3; w++)
        for (unsigned i = 0; i < 5; i++)
            for (size_t l = 0; l < 3; l++) {
                struct run *run = example_run(results, levels[l], workloads[w], i + 1);
                run->position = ++position;
                run->block = i + 1 + 5 * (unsigned)w;
                run->tool = text_of("fio");
                run->tool_version = text_of("3.33");
                state = state * 1103515245u + 12345u;
                double wobble = 1 + 0.02 * ((double)(state >> 16 & 0x7fff) / 16384.0 - 1);
                example_value(results, run, "bw", DIRECTION_WRITE, speeds[w][l] * 1e6 * wobble);
                example_value(results, run, "clat_mean", DIRECTION_WRITE,
                              4e9 / speeds[w][l] / wobble);
            }
    struct run *failed = example_run(results, "ashift=9", "write1m-1job", 6);
    failed->fault = text_of("fio ended with signal 9");
    example_value(results, failed, "bw", DIRECTION_WRITE, 1);
    results_add_fact(results, (struct fact){text_of("where"), text_of("file:4G"),
                                            text_of("experiment"), text_of("archive")});
    results_add_fact(results, (struct fact){text_of("kernel"), text_of("Linux 6.1 | x86"),
                                            text_of("uname -srm"), text_of("archive")});
    results_add_note(results, (struct source){text_of("archive/runs/7.json"), 3},
                     text_of("a number is larger than fio can have meant"));
    example_file(results, "archive");
    struct input_file *refused = results_add_file(results);
    refused->path = text_of("photo.png");
    refused->refusal = text_of("is no text");
    return results;
}

#endif
