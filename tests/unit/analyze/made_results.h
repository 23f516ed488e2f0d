#ifndef TESTS_UNIT_ANALYZE_MADE_RESULTS_H
#define TESTS_UNIT_ANALYZE_MADE_RESULTS_H

/* Results built by hand. */

#include "analyze/analysis.h"
#include "model/number.h"

#include <string.h>

/* One run with one value; zero fields are unknown. */
struct made_run {
    const char *config; /* "ashift=12" */
    const char *workload;
    double value;
    unsigned iteration, block, position;
    int64_t started_at;
    const char *metric; /* NULL: bw */
    enum direction direction;
    enum statistic statistic;
    const char *options; /* NULL: not stated */
    const char *unit;    /* NULL: the metric's base unit */
    const char *session, *fault, *written, *tool;
};

static inline struct run *make_run(struct results *results, const struct made_run *made)
{
    struct run *run = results_add_run(results);
    run->configuration = settings_parse(results->settings, text_of(made->config));
    run->workload = text_of(made->workload);
    if (made->options != NULL)
        run->options = settings_parse(results->settings, text_of(made->options));
    run->iteration = made->iteration;
    run->block = made->block;
    run->position = made->position;
    run->started_at = made->started_at;
    run->session = text_of(made->session);
    run->fault = text_of(made->fault);
    run->tool = text_of(made->tool);
    run->source.path = text_of("made by hand");
    return run;
}

static inline void add_value(struct results *results, const struct run *run,
                             const struct made_run *made)
{
    const struct metric *metric =
        metric_find(results->metrics, text_of(made->metric == NULL ? "bw" : made->metric));
    results_add_observation(
        results,
        (struct observation){
            .run = run,
            .direction = made->direction,
            .metric = metric,
            .statistic = made->statistic,
            .value = made->value,
            .unit = text_of(made->unit == NULL ? unit_base(metric->dimension) : made->unit),
            .written = text_of(made->written),
            .source = run->source});
}

static inline void add_made_run(struct results *results, struct made_run made)
{
    add_value(results, make_run(results, &made), &made);
}

/* One run for each figure of a list such as "176 92.6 150", numbered from 1; `made` gives the rest.
 */
static inline void add_series(struct results *results, struct made_run made, const char *figures)
{
    struct text rest = text_of(figures), figure;
    while (text_next_piece(&rest, ' ', &figure)) {
        if (!number_read_plain(figure, true, &made.value))
            fail_msg("not a number: %.*s", (int)figure.size, figure.data);
        made.iteration++;
        add_made_run(results, made);
    }
}

/* The analysis, which must succeed. */
static inline struct analysis *analyze(const struct results *results,
                                       const struct analysis_options *options)
{
    struct failure failure = {.kind = FAILURE_NONE};
    struct analysis *analysis = analysis_create(results, options, &failure);
    if (analysis == NULL)
        fail_msg("%s", failure.message);
    return analysis;
}

#endif
