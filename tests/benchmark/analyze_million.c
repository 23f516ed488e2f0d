/* Analysis of a million runs in memory: 5,000 workloads, four levels, fifty runs each, all six
   pairs of levels, required runs included. Prints the seconds of CPU of the analysis, the memory in
   MB and the number of comparisons.

     analyze_million [VALUES TESTS]

   writes the values, a line a cell, for others to do the same tests, and t, degrees of freedom and
   p, a line a comparison, for others to hold theirs against: level 1 against 0, 2 against 0, 3
   against 0, 2 against 1, 3 against 1, 3 against 2 of each four cells. */

#include "analyze/analysis.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

enum { WORKLOADS = 5000, LEVELS = 4, RUNS = 50 };

static double uniform(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((double)(*state >> 11) + 0.5) * 0x1p-53;
}

static struct results *make_runs(FILE *copy)
{
    static const char *const levels[LEVELS] = {"ashift=9", "ashift=12", "ashift=13", "ashift=14"};
    struct results *results = results_create();
    const struct metric *metric = metric_find(results->metrics, text_of("bw"));
    uint64_t state = 1;
    for (unsigned workload = 0; workload < WORKLOADS; workload++) {
        struct text name = text_format(results->arena, "workload %u", workload);
        for (unsigned level = 0; level < LEVELS; level++) {
            const struct settings *configuration =
                settings_parse(results->settings, text_of(levels[level]));
            for (unsigned k = 0; k < RUNS; k++) {
                struct run *run = results_add_run(results);
                double value =
                    1e8 * exp(0.3 * (uniform(&state) + uniform(&state) + uniform(&state) - 1.5));
                run->configuration = configuration;
                run->workload = name;
                run->iteration = k + 1;
                results_add_observation(results, (struct observation){.run = run,
                                                                      .direction = DIRECTION_WRITE,
                                                                      .metric = metric,
                                                                      .value = value,
                                                                      .unit = text_of("B/s")});
                if (copy != NULL)
                    fprintf(copy, k + 1 < RUNS ? "%.17g " : "%.17g\n", value);
            }
        }
    }
    return results;
}

static void write_tests(const char *path, const struct analysis *analysis)
{
    FILE *file = fopen(path, "w");
    for (size_t i = 0; file != NULL && i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        fprintf(file, "%.17g %.17g %.17g\n", comparison->t, comparison->df, comparison->p);
    }
    if (file != NULL)
        (void)fclose(file);
}

int main(int argc, char **argv)
{
    FILE *copy = argc > 2 ? fopen(argv[1], "w") : NULL;
    struct results *results = make_runs(copy);
    struct analysis_options options = analysis_defaults();
    struct failure failure = {.kind = FAILURE_NONE};
    struct rusage usage;
    if (copy != NULL)
        (void)fclose(copy);
    clock_t start = clock();
    struct analysis *analysis = analysis_create(results, &options, &failure);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    (void)getrusage(RUSAGE_SELF, &usage);
    if (analysis == NULL)
        return 1;
    printf("%.3f %ld %zu\n", seconds, usage.ru_maxrss / 1024, analysis->comparison_count);
    if (argc > 2)
        write_tests(argv[2], analysis);
    analysis_free(analysis);
    results_free(results);
    return 0;
}
