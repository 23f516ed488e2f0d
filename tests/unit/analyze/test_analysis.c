/* From results built by hand to comparisons: what is compared with what, and what never enters. */

#include "testing.h"

#include "made_results.h"

#include "analyze/wording.h"

#include <math.h>

static const char *const even = "100 101 102 103 104", *const fast = "150 151 152 153 154";

static bool fails_with(const struct results *results, const struct analysis_options *options,
                       const char *message)
{
    struct failure failure = {.kind = FAILURE_NONE};
    struct analysis *analysis = analysis_create(results, options, &failure);
    bool as_expected =
        analysis == NULL && failure.kind == FAILURE_USAGE && strcmp(failure.message, message) == 0;
    if (!as_expected)
        print_error("found:    %s\nexpected: %s\n", failure.message, message);
    analysis_free(analysis);
    return as_expected;
}

/* The comparison of this workload, direction and metric (the first pair), or NULL. */
static const struct comparison *find(const struct analysis *analysis, const char *workload,
                                     enum direction direction, const char *metric)
{
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (text_is(comparison->workload, workload) && comparison->direction == direction &&
            text_is(comparison->metric->name, metric))
            return comparison;
    }
    return NULL;
}

static void which_factor(void **state)
{
    (void)state;
    static const struct {
        const char *configs[4], *compare, *factor, *failure;
    } cases[] = {
        {{"ashift=9", "ashift=12"}, "", "ashift", NULL},
        {{"ashift=9;recordsize=4k", "ashift=12;recordsize=8k"}, "", "ashift", NULL},
        {{"ashift=9;recordsize=4k", "ashift=12;recordsize=8k"}, "recordsize", "recordsize", NULL},
        {{"ashift=12;recordsize=4k", "ashift=12;recordsize=8k"}, "", "recordsize", NULL},
        {{"ashift=12", "ashift=12"}, "", "", NULL},
        {{"", ""}, "", "", NULL},
        {{"ashift=12", "ashift=12"}, "ashift", "ashift", NULL},
        {{"recordsize=4k;sync=off", "recordsize=8k;sync=off", "recordsize=16k;sync=on"},
         "",
         "",
         NULL},
        {{"ashift=9;sync=off", "ashift=12;sync=off"},
         "raid",
         NULL,
         "no run states the setting raid; settings stated: ashift (2 levels), sync (1 level)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        options.compare = text_of(cases[i].compare);
        for (size_t k = 0; k < 4 && cases[i].configs[k] != NULL; k++)
            add_made_run(results, (struct made_run){
                                      .config = cases[i].configs[k], .workload = "w", .value = 1});
        if (cases[i].failure != NULL) {
            assert_true(fails_with(results, &options, cases[i].failure));
        } else {
            struct analysis *analysis = analyze(results, &options);
            assert_true(text_is(analysis->factor, cases[i].factor));
            analysis_free(analysis);
        }
        results_free(results);
    }
}

static void levels_sort_by_size(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    static const char *const configs[] = {"bs=128k", "bs=4k", "bs=512", "bs=1m"};
    static const char *const sorted[] = {"512", "4k", "128k", "1m"};
    for (size_t i = 0; i < 4; i++)
        add_series(results, (struct made_run){.config = configs[i], .workload = "w"}, even);
    struct analysis *analysis = analyze(results, &options);
    assert_int_equal(analysis->levels.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_true(text_is(analysis->levels.items[i], sorted[i]));
    assert_int_equal(analysis->comparison_count, 6);
    assert_true(text_is(analysis->comparisons[0].baseline_level, "512"));
    assert_true(text_is(analysis->comparisons[0].candidate_level, "4k"));
    assert_true(text_is(analysis->comparisons[5].baseline_level, "128k"));
    assert_int_equal(analysis->overall_count, 6);
    analysis_free(analysis);

    options.baseline = text_of("128k");
    analysis = analyze(results, &options);
    assert_int_equal(analysis->comparison_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(text_is(analysis->comparisons[i].baseline_level, "128k"));
    analysis_free(analysis);

    options.baseline = text_of("64k");
    assert_true(
        fails_with(results, &options, "the baseline 64k is not a level of bs: 512, 4k, 128k, 1m"));
    results_free(results);
}

static void only_within_a_stratum(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    static const char *const configs[] = {"ashift=9;recordsize=128k", "ashift=12;recordsize=128k",
                                          "ashift=9;recordsize=16k", "ashift=12;recordsize=16k",
                                          "ashift=12;recordsize=4k"};
    for (size_t i = 0; i < 5; i++)
        add_series(results, (struct made_run){.config = configs[i], .workload = "w"},
                   i % 2 == 0 ? even : fast);
    struct analysis *analysis = analyze(results, &options);
    assert_int_equal(analysis->comparison_count, 3);
    assert_int_equal(analysis->overall_count, 3);
    static const char *const strata[] = {"recordsize=4k", "recordsize=16k", "recordsize=128k"};
    for (size_t i = 0; i < 3; i++) {
        assert_true(text_is(analysis->comparisons[i].stratum->written, strata[i]));
        assert_true(analysis->overalls[i].stratum == analysis->comparisons[i].stratum);
    }
    assert_int_equal(analysis->comparisons[0].state, STATE_NOT_COMPARABLE);
    assert_int_equal(analysis->comparisons[0].reason, REASON_MISSING_SIDE);
    assert_true(text_is(analysis->comparisons[0].detail, "9"));
    assert_null(analysis->comparisons[0].baseline);
    assert_int_equal(analysis->comparisons[1].state, STATE_BETTER);
    assert_int_equal(analysis->comparisons[1].family_size, 2);
    analysis_free(analysis);
    results_free(results);
}

static void filters(void **state)
{
    (void)state;
    struct results *results = results_create();
    static const char *const configs[] = {"x=1;y=a", "x=2;y=a", "x=1;y=b", "x=2;y=b", "x=3;y=a"};
    for (size_t i = 0; i < 5; i++)
        for (size_t w = 0; w < 2; w++)
            add_series(
                results,
                (struct made_run){.config = configs[i], .workload = w == 0 ? "rand 4k" : "seq"},
                even);
    struct analysis_options options = analysis_defaults();
    options.compare = text_of("x");
    struct setting only_a[] = {{text_of("y"), text_of("a")}};
    options.filter = only_a;
    options.filter_count = 1;
    struct analysis *analysis = analyze(results, &options);
    assert_int_equal(analysis->comparison_count, 6);
    analysis_free(analysis);

    struct setting two[] = {
        {text_of("x"), text_of("1")}, {text_of("y"), text_of("a")}, {text_of("x"), text_of("3")}};
    options.filter = two;
    options.filter_count = 3;
    options.workload = text_of("rand*");
    analysis = analyze(results, &options);
    assert_int_equal(analysis->comparison_count, 1);
    assert_true(text_is(analysis->comparisons[0].candidate_level, "3"));
    assert_true(text_is(analysis->comparisons[0].workload, "rand 4k"));
    analysis_free(analysis);

    options.workload = text_of("nothing*");
    assert_true(fails_with(results, &options,
                           "filtering: no run is left; \"ingest\" lists the factors, levels and "
                           "workloads that were read"));
    struct setting unknown[] = {{text_of("z"), text_of("1")}};
    options.filter = unknown;
    options.filter_count = 1;
    assert_true(fails_with(results, &options, "filtering: no run states the factor z"));
    options = analysis_defaults();
    options.compare = text_of("x");
    struct text section = text_of("z");
    options.group = (struct text_list){&section, 1};
    assert_true(fails_with(results, &options, "making sections: no run states the setting z"));
    results_free(results);
}

static void sections_sort_first(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    static const char *const others[] = {"a=1;b=2", "a=2;b=1", "a=1;b=1"};
    for (size_t i = 0; i < 3; i++)
        for (size_t x = 0; x < 2; x++) {
            struct text config = text_format(results->arena, "%s;x=%zu", others[i], x);
            add_series(results, (struct made_run){.config = config.data, .workload = "w"}, even);
        }
    struct text b = text_of("b");
    options.compare = text_of("x");
    options.group = (struct text_list){&b, 1};
    struct analysis *analysis = analyze(results, &options);
    static const char *const sorted[] = {"a=1;b=1", "a=2;b=1", "a=1;b=2"};
    for (size_t i = 0; i < 3; i++)
        assert_true(text_is(analysis->comparisons[i].stratum->written, sorted[i]));
    analysis_free(analysis);
    results_free(results);
}

static void failed_runs(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_series(results, (struct made_run){.config = "x=1", .workload = "w"}, even);
    add_series(results, (struct made_run){.config = "x=2", .workload = "w"}, even);
    add_series(
        results,
        (struct made_run){.config = "x=2", .workload = "w", .iteration = 5, .fault = "error 28"},
        "3");
    struct analysis *analysis = analyze(results, &options);
    assert_int_equal(analysis->comparisons[0].n_candidate, 5);
    assert_int_equal(analysis->excluded_count, 1);
    assert_true(text_is(analysis->excluded[0].reason, "error 28"));
    assert_int_equal(analysis->excluded[0].run->iteration, 6);
    analysis_free(analysis);
    options.include_faulty = true;
    analysis = analyze(results, &options);
    assert_int_equal(analysis->comparisons[0].n_candidate, 6);
    assert_int_equal(analysis->excluded_count, 0);
    analysis_free(analysis);
    results_free(results);
}

/* A cell without runs takes a posted mean, else a median, else a best, as one value. */
static void posted_statistics(void **state)
{
    (void)state;
    static const struct {
        enum statistic statistics[4];
        size_t count;
        enum statistic taken;
        double value;
    } cases[] = {
        {{STATISTIC_SD, STATISTIC_MEAN, STATISTIC_BEST}, 3, STATISTIC_MEAN, 2},
        {{STATISTIC_BEST, STATISTIC_MEDIAN, STATISTIC_MIN}, 3, STATISTIC_MEDIAN, 2},
        {{STATISTIC_MAX, STATISTIC_TOTAL, STATISTIC_BEST, STATISTIC_CLAIM}, 4, STATISTIC_BEST, 3},
        {{STATISTIC_MEAN, STATISTIC_RUN, STATISTIC_BEST}, 3, STATISTIC_RUN, 2},
        {{STATISTIC_MEAN, STATISTIC_MEAN}, 2, STATISTIC_MEAN, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        for (size_t k = 0; k < cases[i].count; k++)
            add_made_run(results, (struct made_run){.config = "x=1",
                                                    .workload = "w",
                                                    .value = (double)k + 1,
                                                    .statistic = cases[i].statistics[k]});
        struct analysis *analysis = analyze(results, &options);
        assert_int_equal(analysis->cell_count, 1);
        assert_int_equal(analysis->cells[0].n, 1);
        assert_int_equal(analysis->cells[0].statistic, cases[i].taken);
        assert_true(analysis->cells[0].values[0] == cases[i].value);
        assert_true(isnan(analysis->cells[0].sd) && isnan(analysis->cells[0].ci_low));
        analysis_free(analysis);
        results_free(results);
    }
}

static void jobs_are_not_runs(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    struct made_run made = {.config = "x=1", .workload = "w", .value = 8};
    struct run *run = make_run(results, &made);
    add_value(results, run, &made);
    for (size_t i = 0; i < 4; i++) {
        add_value(results, run, &made);
        results->observations[results->observation_count - 1].job = text_of("job");
    }
    struct analysis *analysis = analyze(results, &options);
    assert_int_equal(analysis->cells[0].n, 1);
    analysis_free(analysis);
    results_free(results);
}

/* What stops a comparison, with what is said of it. */
static void not_comparable(void **state)
{
    (void)state;
    static const struct {
        struct made_run first, second;
        const char *figures[2];
        enum state state;
        enum reason reason;
        const char *detail;
    } cases[] = {
        {{.unit = "M"},
         {.unit = "MB/s"},
         {"1 2 3", "1 2 3"},
         STATE_NOT_COMPARABLE,
         REASON_UNIT_MISMATCH,
         "M and MB/s"},
        {{.unit = "M"},
         {.unit = ""},
         {"1 2 3", "1 2 3"},
         STATE_NOT_COMPARABLE,
         REASON_UNIT_MISMATCH,
         "M and no unit"},
        {{.unit = "M"},
         {.unit = "M"},
         {"1 2 3", "1 2 3.5"},
         STATE_INCONCLUSIVE,
         REASON_INTERVAL_TOO_WIDE,
         ""},
        {{.metric = "score"},
         {.metric = "score"},
         {"1 2 3", "1 2 3"},
         STATE_NOT_COMPARABLE,
         REASON_DIRECTION_UNKNOWN,
         "score"},
        {{0},
         {0},
         {"1 2 3", "1 0 3"},
         STATE_NOT_COMPARABLE,
         REASON_NON_POSITIVE_OR_NON_FINITE,
         "run 2 of 2 is 0"},
        {{0},
         {0},
         {"-1 2 inf", "1 nan 3"},
         STATE_NOT_COMPARABLE,
         REASON_NON_POSITIVE_OR_NON_FINITE,
         "run 1 of 1 is -1, run 3 of 1 is infinite, run 2 of 2 is no number"},
        {{.options = "rw=read"},
         {.options = "rw=write"},
         {"1 2 3", "1 0 3"},
         STATE_NOT_COMPARABLE,
         REASON_WORKLOAD_MISMATCH,
         "rw read and write"},
        {{0}, {0}, {"1 2", "1 2 3"}, STATE_INSUFFICIENT, REASON_TOO_FEW_RUNS, ""},
        {{0}, {0}, {"5 5 5", "7 7 7"}, STATE_INSUFFICIENT, REASON_NO_SPREAD, ""},
        {{0}, {0}, {"5 5 5", "7 7.1 7"}, STATE_BETTER, REASON_NONE, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        struct made_run first = cases[i].first, second = cases[i].second;
        first.config = "x=1";
        second.config = "x=2";
        first.workload = second.workload = "w";
        add_series(results, first, cases[i].figures[0]);
        add_series(results, second, cases[i].figures[1]);
        struct analysis *analysis = analyze(results, &options);
        const struct comparison *found = &analysis->comparisons[0];
        if (found->state != cases[i].state || found->reason != cases[i].reason ||
            !text_is(found->detail, cases[i].detail))
            print_error("case %zu: %s %s \"%.*s\"\n", i, state_name(found->state),
                        reason_name(found->reason), (int)found->detail.size, found->detail.data);
        assert_int_equal(found->state, cases[i].state);
        assert_int_equal(found->reason, cases[i].reason);
        assert_true(text_is(found->detail, cases[i].detail));
        assert_true(found->state != STATE_NOT_COMPARABLE || isnan(found->ratio));
        analysis_free(analysis);
        results_free(results);
    }
}

/* Two runs of one cell in different units. */
static void mixed_units(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_series(results, (struct made_run){.config = "x=1", .workload = "w"}, even);
    add_series(results, (struct made_run){.config = "x=2", .workload = "w"}, even);
    add_series(results, (struct made_run){.config = "x=2", .workload = "w", .unit = "M"}, "7");
    struct analysis *analysis = analyze(results, &options);
    assert_true(analysis->cells[1].unit_mixed);
    assert_int_equal(analysis->comparisons[0].reason, REASON_UNIT_MISMATCH);
    assert_true(text_is(analysis->comparisons[0].detail, "M and B/s") ||
                text_is(analysis->comparisons[0].detail, "B/s and M"));
    analysis_free(analysis);
    results_free(results);
}

/* Which metrics become comparisons, and which one decides. */
static void metrics(void **state)
{
    (void)state;
    static const struct {
        const char *measured[6], *asked[3], *compared[4], *primary;
    } cases[] = {
        {{"iops", "bw", "clat_p99", "slat_mean", "runtime"},
         {NULL},
         {"bw", "iops", "clat_p99"},
         "bw"},
        {{"clat_mean", "iops", "io_bytes"}, {NULL}, {"iops", "clat_mean"}, "iops"},
        {{"lat_mean", "clat_mean"}, {NULL}, {"lat_mean", "clat_mean"}, "lat_mean"},
        {{"bw", "lat_mean"}, {NULL}, {"bw"}, "bw"},
        {{"clat_p99"}, {NULL}, {"clat_p99"}, "clat_p99"},
        {{"runtime", "ios"}, {NULL}, {NULL}, NULL},
        {{"score", "other"}, {NULL}, {"other", "score"}, "other"},
        {{"score", "bw"}, {NULL}, {"bw"}, "bw"},
        {{"bw", "iops", "runtime"}, {"runtime", "iops"}, {"runtime", "iops"}, "runtime"},
        {{"iops", "slat_mean"}, {"slat_mean"}, {"slat_mean"}, "slat_mean"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        struct text asked[3];
        for (size_t k = 0; k < 3 && cases[i].asked[k] != NULL; k++) {
            asked[k] = text_of(cases[i].asked[k]);
            options.metrics = (struct text_list){asked, k + 1};
        }
        for (size_t k = 0; k < 6 && cases[i].measured[k] != NULL; k++)
            for (size_t x = 0; x < 2; x++)
                add_series(results,
                           (struct made_run){.config = x == 0 ? "x=1" : "x=2",
                                             .workload = "w",
                                             .metric = cases[i].measured[k]},
                           even);
        struct analysis *analysis = analyze(results, &options);
        size_t count = 0;
        while (count < 4 && cases[i].compared[count] != NULL)
            count++;
        assert_int_equal(analysis->comparison_count, count);
        assert_int_equal(analysis->cell_count, 2 * count);
        for (size_t k = 0; k < count; k++) {
            const struct comparison *found = &analysis->comparisons[k];
            assert_true(text_is(found->metric->name, cases[i].compared[k]));
            assert_int_equal(found->primary, strcmp(cases[i].compared[k], cases[i].primary) == 0);
            assert_true(found->primary || found->family_size == 0);
        }
        analysis_free(analysis);
        results_free(results);
    }
}

static void unknown_metric(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    struct text asked = text_of("iops");
    options.metrics = (struct text_list){&asked, 1};
    add_series(results, (struct made_run){.config = "x=1", .workload = "w"}, even);
    add_series(results, (struct made_run){.config = "x=1", .workload = "w", .metric = "runtime"},
               even);
    assert_true(fails_with(results, &options,
                           "nothing was measured of the metric iops; measured: bw, runtime"));
    results_free(results);
}

/* Each workload and direction has its own primary metric. */
/* Logs beside the results of the same runs are no further evidence; alone they are what there is.
 */
static void logs_decide_only_alone(void **state)
{
    (void)state;
    static const char *const of_log[] = {"bw_log_max", "bw_log_mean", "bw_log_min"};
    for (int alone = 0; alone < 2; alone++) {
        struct results *results = results_create();
        for (int level = 0; level < 2; level++) {
            struct made_run made = {.config = level == 0 ? "ashift=9" : "ashift=12",
                                    .workload = "w_bw",
                                    .direction = DIRECTION_WRITE};
            for (size_t m = 0; m < 3; m++) {
                made.metric = of_log[m];
                add_series(results, made, level == 0 ? even : fast);
            }
            made.workload = "w";
            made.metric = "bw";
            if (!alone)
                add_series(results, made, even);
        }
        struct analysis_options options = analysis_defaults();
        struct failure failure = {.kind = FAILURE_NONE};
        struct analysis *analysis = analysis_create(results, &options, &failure);
        assert_non_null(analysis);
        const struct comparison *mean = find(analysis, "w_bw", DIRECTION_WRITE, "bw_log_mean");
        assert_non_null(mean);
        assert_int_equal(mean->primary, alone);
        assert_null(find(analysis, "w_bw", DIRECTION_WRITE, "bw_log_max"));
        assert_int_equal(analysis->overalls[0].total, 1);
        assert_int_equal(analysis->overalls[0].state, alone ? STATE_BETTER : STATE_EQUIVALENT);
        analysis_free(analysis);
        results_free(results);
    }
}

static void primary_by_direction(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    static const struct made_run runs[] = {
        {.workload = "a", .direction = DIRECTION_READ, .metric = "bw"},
        {.workload = "a", .direction = DIRECTION_READ, .metric = "iops"},
        {.workload = "a", .direction = DIRECTION_WRITE, .metric = "iops"},
        {.workload = "b", .direction = DIRECTION_UNSTATED, .metric = "clat_mean"},
    };
    for (size_t i = 0; i < 4; i++)
        for (size_t x = 0; x < 2; x++) {
            struct made_run made = runs[i];
            made.config = x == 0 ? "x=1" : "x=2";
            add_series(results, made, even);
        }
    struct analysis *analysis = analyze(results, &options);
    assert_true(find(analysis, "a", DIRECTION_READ, "bw")->primary);
    assert_false(find(analysis, "a", DIRECTION_READ, "iops")->primary);
    assert_true(find(analysis, "a", DIRECTION_WRITE, "iops")->primary);
    assert_true(find(analysis, "b", DIRECTION_UNSTATED, "clat_mean")->primary);
    assert_false(find(analysis, "a", DIRECTION_READ, "bw")->only_direction);
    assert_true(find(analysis, "b", DIRECTION_UNSTATED, "clat_mean")->only_direction);
    assert_int_equal(analysis->overalls[0].total, 3);
    analysis_free(analysis);
    results_free(results);
}

/* One fio run that reads and writes at once is one test: the direction with more bytes decides. */
static void read_and_write_at_once(void **state)
{
    (void)state;
    static const struct {
        const char *tool, *options, *weight;
        double read, written;
        bool read_primary, write_primary;
    } cases[] = {
        {"fio", NULL, "io_bytes", 80, 20, true, false},
        {"fio", "rw=randrw", "io_bytes", 20, 80, false, true},
        {NULL, "rw=randrw", "io_bytes", 20, 80, false, true},
        {"fio", NULL, "iops", 20, 80, false, true},
        {"crystaldiskmark", NULL, "io_bytes", 20, 80, true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        for (unsigned k = 0; k < 8; k++) {
            struct made_run made = {.config = k < 4 ? "x=1" : "x=2",
                                    .workload = "w",
                                    .iteration = k % 4 + 1,
                                    .tool = cases[i].tool,
                                    .options = cases[i].options};
            struct run *run = make_run(results, &made);
            for (unsigned d = 0; d < 2; d++) {
                made.direction = d == 0 ? DIRECTION_READ : DIRECTION_WRITE;
                made.value = (d == 0 ? cases[i].read : cases[i].written) + k;
                made.metric = "bw";
                add_value(results, run, &made);
                made.metric = cases[i].weight;
                add_value(results, run, &made);
            }
        }
        struct analysis *analysis = analyze(results, &options);
        const struct comparison *read = find(analysis, "w", DIRECTION_READ, "bw");
        const struct comparison *written = find(analysis, "w", DIRECTION_WRITE, "bw");
        assert_int_equal(read->primary, cases[i].read_primary);
        assert_int_equal(written->primary, cases[i].write_primary);
        analysis_free(analysis);
        results_free(results);
    }
}

/* The run time of a time_based run was given, not measured. */
static void given_run_times(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        size_t comparisons;
    } cases[] = {{"time_based=1", 0}, {"time_based=", 0}, {"time_based=0", 1}, {"size=1g", 1}};
    for (size_t i = 0; i < 4; i++) {
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        struct text runtime = text_of("runtime");
        options.metrics = (struct text_list){&runtime, 1};
        for (size_t x = 0; x < 2; x++)
            add_series(results,
                       (struct made_run){.config = x == 0 ? "x=1" : "x=2",
                                         .workload = "w",
                                         .metric = "runtime",
                                         .options = cases[i].options},
                       even);
        struct analysis *analysis = analyze(results, &options);
        assert_int_equal(analysis->comparison_count, cases[i].comparisons);
        analysis_free(analysis);
        results_free(results);
    }
}

static void secondary_is_not_adjusted(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    static const char *const workloads[] = {"a", "b", "c"};
    for (size_t w = 0; w < 3; w++)
        for (size_t x = 0; x < 2; x++)
            for (size_t m = 0; m < 2; m++)
                add_series(results,
                           (struct made_run){.config = x == 0 ? "x=1" : "x=2",
                                             .workload = workloads[w],
                                             .metric = m == 0 ? "bw" : "iops"},
                           x == 0 ? "100 108 116 124 132" : "120 129.6 139.2 148.8 158.4");
    struct analysis *analysis = analyze(results, &options);
    const struct comparison *primary = find(analysis, "a", DIRECTION_UNSTATED, "bw");
    const struct comparison *secondary = find(analysis, "a", DIRECTION_UNSTATED, "iops");
    assert_true(primary->p == secondary->p && primary->p < 0.05);
    assert_true(fabs(primary->p_adjusted - 3 * primary->p) < 1e-15);
    assert_true(secondary->p_adjusted == secondary->p);
    assert_int_equal(primary->state, STATE_INCONCLUSIVE);
    assert_int_equal(primary->reason, REASON_NOT_AFTER_MULTIPLICITY);
    assert_int_equal(secondary->state, STATE_BETTER);
    assert_int_equal(primary->family_size, 3);
    analysis_free(analysis);
    options.correction = CORRECTION_NONE;
    analysis = analyze(results, &options);
    assert_int_equal(find(analysis, "a", DIRECTION_UNSTATED, "bw")->state, STATE_BETTER);
    analysis_free(analysis);
    results_free(results);
}

/* Blocks as the archive numbers them, two runs missing in different blocks. */
static void incomplete_blocks(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    for (unsigned block = 1; block <= 6; block++)
        for (unsigned x = 0; x < 2; x++) {
            if ((x == 0 && block == 2) || (x == 1 && block == 5))
                continue;
            add_made_run(results, (struct made_run){.config = x == 0 ? "x=1" : "x=2",
                                                    .workload = "w",
                                                    .value = 100 + 10 * block + 5 * x,
                                                    .block = block,
                                                    .position = 2 * block + x,
                                                    .iteration = block});
        }
    struct analysis *analysis = analyze(results, &options);
    const struct comparison *found = &analysis->comparisons[0];
    assert_true(found->paired && found->interleaved);
    assert_int_equal(found->n_baseline, 4);
    assert_int_equal(found->n_candidate, 4);
    assert_int_equal(found->incomplete_blocks, 2);
    analysis_free(analysis);
    options.pairing = PAIRING_NONE;
    analysis = analyze(results, &options);
    assert_false(analysis->comparisons[0].paired);
    assert_int_equal(analysis->comparisons[0].n_baseline, 5);
    analysis_free(analysis);
    results_free(results);
}

/* A level that was measured later, in blocks of its own, is compared without blocks. */
static void blocks_that_do_not_meet(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    for (unsigned i = 0; i < 10; i++)
        add_made_run(results, (struct made_run){.config = i < 5 ? "x=1" : "x=2",
                                                .workload = "w",
                                                .value = 100 + i * i,
                                                .block = i + 1,
                                                .position = i + 1});
    struct analysis *analysis = analyze(results, &options);
    const struct comparison *found = &analysis->comparisons[0];
    assert_false(found->paired || found->interleaved);
    assert_true(found->order_known);
    assert_int_equal(found->n_baseline, 5);
    assert_int_equal(found->incomplete_blocks, 0);
    analysis_free(analysis);
    results_free(results);
}

static void pairing_that_is_not_stated(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_made_run(results, (struct made_run){.config = "x=1", .workload = "w", .value = 1});
    options.pairing = PAIRING_RUN;
    assert_true(fails_with(results, &options,
                           "pairing by run: a run of w (made by hand) has no run number"));
    options.pairing = PAIRING_BLOCK;
    assert_true(fails_with(results, &options,
                           "pairing by block: a run of w (made by hand) states no block"));
    results_free(results);
}

static void ratios_that_are_all_alike(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    options.pairing = PAIRING_RUN;
    add_series(results, (struct made_run){.config = "x=1", .workload = "w"}, "1.1 2.3 3.7 4.9");
    add_series(results, (struct made_run){.config = "x=2", .workload = "w"}, "3.3 6.9 11.1 14.7");
    struct analysis *analysis = analyze(results, &options);
    assert_int_equal(analysis->comparisons[0].state, STATE_INSUFFICIENT);
    assert_int_equal(analysis->comparisons[0].reason, REASON_NO_SPREAD);
    assert_true(fabs(analysis->comparisons[0].ratio - 3) < 1e-14);
    analysis_free(analysis);
    results_free(results);
}

/* Of three levels, who is left when the beaten are taken out. */
static void unbeaten_levels(void **state)
{
    (void)state;
    static const char *const slow = "100 101 99 102 100.5", *const faster = "134 135 133 136 134.5",
                             *const fastest = "234 235 233 236 234.5",
                             *const noisy = "80 180 95 130 110";
    static const struct {
        const char *figures[3];                /* of ashift 9, 12 and 13; NULL: no runs */
        const char *baseline, *levels, *words; /* levels: NULL when not all were compared */
        bool winner;
    } cases[] = {
        {{slow, faster, fastest}, "", "13", "ashift 13", true},
        {{slow, faster, faster},
         "",
         "12 13",
         "ashift 12 and 13, no clear order between them",
         false},
        {{slow, noisy, slow},
         "",
         "9 12 13",
         "ashift 9, 12 and 13, no clear order between them",
         false},
        {{slow, NULL, fastest}, "", "13", "ashift 13", true},
        {{slow, noisy, fastest}, "", "13", "ashift 13", true},
        {{fastest, faster, "10"},
         "",
         "9 13",
         "ashift 9 and 13, no clear order between them",
         false},
        {{slow, faster, fastest}, "9", NULL, NULL, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static const char *const configs[] = {"ashift=9", "ashift=12", "ashift=13"};
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        options.baseline = text_of(cases[i].baseline);
        for (size_t level = 0; level < 3; level++) {
            add_series(results, (struct made_run){.config = configs[level], .workload = "other"},
                       slow);
            if (cases[i].figures[level] != NULL)
                add_series(results, (struct made_run){.config = configs[level], .workload = "a"},
                           cases[i].figures[level]);
        }
        struct analysis *analysis = analyze(results, &options);
        assert_int_equal(analysis->unbeaten_count, cases[i].levels == NULL ? 0 : 2);
        if (cases[i].levels == NULL) {
            analysis_free(analysis);
            results_free(results);
            continue;
        }
        const struct unbeaten *found = &analysis->unbeaten[0];
        struct text rest = text_of(cases[i].levels), level;
        for (size_t k = 0; text_next_piece(&rest, ' ', &level); k++) {
            assert_true(k < found->levels.count);
            assert_true(text_equal(found->levels.items[k], level));
            assert_true(rest.data != NULL || k + 1 == found->levels.count);
        }
        assert_int_equal(found->winner, cases[i].winner);
        assert_true(text_is(wording_unbeaten(analysis->arena, analysis, found), cases[i].words));
        assert_int_equal(analysis->unbeaten[1].levels.count, 3);
        analysis_free(analysis);
        results_free(results);
    }
}

static void nothing_to_analyze(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    struct analysis *analysis = analyze(results, &options);
    assert_int_equal(analysis->cell_count, 0);
    assert_int_equal(analysis->comparison_count, 0);
    assert_int_equal(analysis->overall_count, 0);
    assert_int_equal(analysis->factor.size, 0);
    analysis_free(analysis);
    analysis_free(NULL);
    results_free(results);
}

static void summaries_of_a_cell(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_series(results, (struct made_run){.config = "ashift=12", .workload = "Test 1"},
               "176 92.6 150 163");
    struct analysis *analysis = analyze(results, &options);
    assert_int_equal(analysis->cell_count, 1);
    const struct cell *cell = &analysis->cells[0];
    assert_true(fabs(cell->mean - 145.4) < 1e-12);
    assert_true(cell->median == 156.5 && cell->min == 92.6 && cell->max == 176);
    assert_true(cell->values[1] == 92.6 && cell->observations[1]->run->iteration == 2);
    assert_true(cell->ci_low < cell->mean && cell->mean < cell->ci_high);
    assert_true(fabs(cell->cv - cell->sd / cell->mean) < 1e-15);
    assert_true(text_is(cell->unit, "B/s") && !cell->unit_mixed);
    analysis_free(analysis);
    results_free(results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(which_factor),
        cmocka_unit_test(levels_sort_by_size),
        cmocka_unit_test(only_within_a_stratum),
        cmocka_unit_test(filters),
        cmocka_unit_test(sections_sort_first),
        cmocka_unit_test(failed_runs),
        cmocka_unit_test(posted_statistics),
        cmocka_unit_test(jobs_are_not_runs),
        cmocka_unit_test(not_comparable),
        cmocka_unit_test(mixed_units),
        cmocka_unit_test(metrics),
        cmocka_unit_test(unknown_metric),
        cmocka_unit_test(logs_decide_only_alone),
        cmocka_unit_test(primary_by_direction),
        cmocka_unit_test(read_and_write_at_once),
        cmocka_unit_test(given_run_times),
        cmocka_unit_test(secondary_is_not_adjusted),
        cmocka_unit_test(incomplete_blocks),
        cmocka_unit_test(blocks_that_do_not_meet),
        cmocka_unit_test(pairing_that_is_not_stated),
        cmocka_unit_test(ratios_that_are_all_alike),
        cmocka_unit_test(unbeaten_levels),
        cmocka_unit_test(nothing_to_analyze),
        cmocka_unit_test(summaries_of_a_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
