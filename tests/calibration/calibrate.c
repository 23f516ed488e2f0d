/* How often does the program see a difference where there is none? Reports of three workloads are
   made up, two levels each from one and the same distribution, and run through the analysis as it
   is.

       calibrate [REPORTS [SEED]]     4000 reports a line is what docs/statistics.md shows

   Prints a Markdown table. Exit status 1 when a line goes beyond its limit: the share of reports
   with any BETTER or WORSE must be at most 5 % for lognormal runs and 7 % for others, each plus
   three standard errors of a share of 5 % when there are fewer than 4000 reports (lognormal:
   always), and the interval must hold the true ratio in at least 93 % of comparisons (less three
   standard errors when there are fewer). */

#include "analyze/analysis.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKLOADS = 3, FULL = 4000 };

/* SplitMix64 (Steele, Lea & Flood 2014). */
struct random {
    uint64_t state;
};

static double uniform(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return ((double)(z >> 11) + 0.5) * 0x1p-53;
}

/* Box & Muller (1958). */
static double normal(struct random *random)
{
    double radius = sqrt(-2 * log(uniform(random)));
    return radius * cos(2 * acos(-1) * uniform(random));
}

/* Median 1 with this coefficient of variation. */
static double lognormal(struct random *random, double cv)
{
    return exp(normal(random) * sqrt(log1p(cv * cv)));
}

typedef double draw(struct random *random, unsigned level, unsigned position);

static double even_2(struct random *random, unsigned level, unsigned position)
{
    (void)level, (void)position;
    return lognormal(random, 0.02);
}

static double even_10(struct random *random, unsigned level, unsigned position)
{
    (void)level, (void)position;
    return lognormal(random, 0.10);
}

static double even_20(struct random *random, unsigned level, unsigned position)
{
    (void)level, (void)position;
    return lognormal(random, 0.20);
}

static double even_40(struct random *random, unsigned level, unsigned position)
{
    (void)level, (void)position;
    return lognormal(random, 0.40);
}

static double two_speed(struct random *random, unsigned level, unsigned position)
{
    (void)level, (void)position;
    return (uniform(random) < 0.7 ? 1 : 0.5) * lognormal(random, 0.03);
}

static double throttled(struct random *random, unsigned level, unsigned position)
{
    (void)level, (void)position;
    double factor = uniform(random) < 0.2 ? 0.4 + 0.4 * uniform(random) : 1;
    return factor * lognormal(random, 0.03);
}

static double unequal(struct random *random, unsigned level, unsigned position)
{
    (void)position;
    return lognormal(random, level == 0 ? 0.05 : 0.30);
}

static double drifting(struct random *random, unsigned level, unsigned position)
{
    (void)level;
    return pow(0.97, position) * lognormal(random, 0.03);
}

static const struct shape {
    const char *name;
    draw *draw;
    bool lognormal, blocks; /* blocks: the order is known, levels at random within blocks */
} shapes[] = {
    {"lognormal, CV 2 %", even_2, true, false},
    {"lognormal, CV 10 %", even_10, true, false},
    {"lognormal, CV 20 %", even_20, true, false},
    {"lognormal, CV 40 %", even_40, true, false},
    {"two speeds: 70 % at 1, 30 % at 0.5", two_speed, false, false},
    {"throttled: one in five at 0.4 to 0.8", throttled, false, false},
    {"unequal spread: CV 5 % and 30 %", unequal, false, false},
    {"drift of 3 % a run, random blocks", drifting, false, true},
};
static const unsigned sizes[] = {3, 4, 5, 6, 8, 10, 20};
enum { SHAPES = sizeof shapes / sizeof *shapes, SIZES = sizeof sizes / sizeof *sizes };

/* The three workloads run one after the other within each level's turn. */
static struct results *make_report(const struct shape *shape, unsigned n, struct random *random)
{
    static const char *const levels[] = {"x=1", "x=2"}, *const workloads[] = {"a", "b", "c"};
    struct results *results = results_create();
    const struct metric *metric = metric_find(results->metrics, text_of("bw"));
    unsigned position = 0;
    for (unsigned repeat = 0; repeat < n; repeat++) {
        unsigned first = uniform(random) < 0.5;
        for (unsigned turn = 0; turn < 2; turn++, position++)
            for (unsigned workload = 0; workload < WORKLOADS; workload++) {
                unsigned level = turn ^ first;
                struct run *run = results_add_run(results);
                run->configuration = settings_parse(results->settings, text_of(levels[level]));
                run->workload = text_of(workloads[workload]);
                run->iteration = repeat + 1;
                run->position = shape->blocks ? position * WORKLOADS + workload + 1 : 0;
                results_add_observation(
                    results,
                    (struct observation){.run = run,
                                         .direction = DIRECTION_WRITE,
                                         .metric = metric,
                                         .value = 1e8 * shape->draw(random, level, position),
                                         .unit = text_of("B/s")});
            }
    }
    return results;
}

struct tally {
    size_t reports, wrong_reports, comparisons, wrong, intervals, held;
};

static void count_report(const struct analysis *analysis, struct tally *tally)
{
    bool any = false;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        bool wrong = comparison->state == STATE_BETTER || comparison->state == STATE_WORSE;
        any = any || wrong;
        tally->comparisons++;
        tally->wrong += wrong;
        if (isnan(comparison->ratio_low))
            continue;
        tally->intervals++;
        tally->held += comparison->ratio_low <= 1 && comparison->ratio_high >= 1;
    }
    tally->reports++;
    tally->wrong_reports += any;
}

static double error_of(double share, size_t n)
{
    return sqrt(share * (1 - share) / (double)n);
}

/* Prints the line of one shape and size; false when it goes beyond a limit. */
static bool print_line(const struct shape *shape, unsigned n, const struct tally *tally)
{
    double reports = (double)tally->wrong_reports / (double)tally->reports;
    double single = (double)tally->wrong / (double)tally->comparisons;
    double held = (double)tally->held / (double)tally->intervals;
    bool fewer = tally->reports < FULL;
    double limit = shape->lognormal ? 0.05 : 0.07, least = 0.93;
    if (shape->lognormal || fewer)
        limit += 3 * error_of(limit, tally->reports);
    if (fewer)
        least -= 3 * error_of(least, tally->intervals);
    bool good = reports <= limit && held >= least;
    printf("| %s | %u | %.2f | %.2f | %.2f | %s |\n", shape->name, n, 100 * reports, 100 * single,
           100 * held, good ? "yes" : "**no**");
    return good;
}

int main(int argc, char **argv)
{
    size_t reports = argc > 1 ? strtoul(argv[1], NULL, 10) : FULL;
    struct random random = {argc > 2 ? strtoul(argv[2], NULL, 10) : 1};
    struct analysis_options options = analysis_defaults();
    size_t beyond = 0;
    printf(
        "| runs | n | reports with a false difference, %% | comparisons, %% | interval holds, %% | "
        "within limits |\n| --- | --: | --: | --: | --: | --- |\n");
    for (size_t s = 0; s < SHAPES; s++)
        for (size_t k = 0; k < SIZES; k++) {
            struct tally tally = {0};
            for (size_t i = 0; i < reports; i++) {
                struct failure failure = {.kind = FAILURE_NONE};
                struct results *results = make_report(&shapes[s], sizes[k], &random);
                struct analysis *analysis = analysis_create(results, &options, &failure);
                if (analysis == NULL) {
                    fprintf(stderr, "%s\n", failure.message);
                    return 2;
                }
                count_report(analysis, &tally);
                analysis_free(analysis);
                results_free(results);
            }
            beyond += !print_line(&shapes[s], sizes[k], &tally);
        }
    printf("\n%zu of %d lines go beyond a limit.\n", beyond, SHAPES * SIZES);
    return beyond > 0;
}
