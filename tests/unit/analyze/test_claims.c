/* Posted averages held against the posted runs. */

#include "testing.h"

#include "made_results.h"

#include <math.h>

static const struct {
    const char *figures;
    double posted;
    const char *written;
    bool confirmed;
    const char *message;
} cases[] = {
    {"176e6 92.6e6 150e6 163e6", 145.4e6, "145.4", true,
     "the posted mean 145.4 MB/s is the mean of its 4 runs"},
    {"2844e6 1126e6 3865e6 1104e6", 2234.75e6, "2234.75", true,
     "the posted mean 2.23475 GB/s is the mean of its 4 runs"},
    /* cut instead of rounded: within one unit of the last digit */
    {"1e6 2e6 2e6", 1.6e6, "1.6 MB/s", true, "the posted mean 1.6 MB/s is the mean of its 3 runs"},
    {"1e6 2e6 2e6", 1.7e6, "1.7", true, "the posted mean 1.7 MB/s is the mean of its 3 runs"},
    {"1e6 2e6 2e6", 1.5e6, "1.5", false,
     "the posted mean 1.5 MB/s is not the mean of its 3 runs, which is 1.66667 MB/s"},
    {"1e6 2e6 2e6", 2e6, "2", true, "the posted mean 2 MB/s is the mean of its 3 runs"},
    {"10e6 20e6 20e6", 17e6, "~17M", true, "the posted mean 17 MB/s is the mean of its 3 runs"},
    {"2050e6 2051e6", 2150.3e6, "2150,3", false,
     "the posted mean 2.1503 GB/s is not the mean of its 2 runs, which is 2.0505 GB/s"},
    /* nothing is known of the last digit */
    {"1e6 2e6 2e6", 1.7e6, "", false,
     "the posted mean 1.7 MB/s is not the mean of its 3 runs, which is 1.66667 MB/s"},
    {"1e6 2e6 3e6", 2e6, "", true, "the posted mean 2 MB/s is the mean of its 3 runs"},
};

static void means_with_runs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        add_series(results, (struct made_run){.config = "x=1", .workload = "w"}, cases[i].figures);
        add_made_run(results, (struct made_run){.config = "x=1",
                                                .workload = "w",
                                                .value = cases[i].posted,
                                                .statistic = STATISTIC_MEAN,
                                                .written = cases[i].written});
        struct analysis *analysis = analyze(results, &options);
        assert_int_equal(analysis->claim_count, 1);
        const struct claim *claim = &analysis->claims[0];
        if (!text_is(claim->message, cases[i].message))
            print_error("case %zu: %.*s\n", i, (int)claim->message.size, claim->message.data);
        assert_int_equal(claim->confirmed, cases[i].confirmed);
        assert_true(text_is(claim->message, cases[i].message));
        assert_ptr_equal(claim->cell, &analysis->cells[0]);
        assert_true(claim->computed == analysis->cells[0].mean);
        /* a posted mean is never one of the runs */
        assert_int_equal(analysis->cells[0].statistic, STATISTIC_RUN);
        analysis_free(analysis);
        results_free(results);
    }
}

static void means_without_runs(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    struct made_run posted = {.config = "x=1",
                              .workload = "w",
                              .value = 5e6,
                              .statistic = STATISTIC_MEAN,
                              .written = "5"};
    add_made_run(results, posted);
    /* runs of another unit, direction, level and metric are not its runs */
    add_series(results, (struct made_run){.config = "x=2", .workload = "w"}, "5e6 5e6");
    add_series(results, (struct made_run){.config = "x=1", .workload = "v"}, "5e6 5e6");
    add_series(results,
               (struct made_run){.config = "x=1", .workload = "w", .direction = DIRECTION_READ},
               "5e6 5e6");
    struct analysis *analysis = analyze(results, &options);
    assert_int_equal(analysis->claim_count, 1);
    assert_null(analysis->claims[0].cell);
    assert_false(analysis->claims[0].confirmed);
    assert_true(isnan(analysis->claims[0].computed));
    assert_true(
        text_is(analysis->claims[0].message, "the posted mean 5 MB/s stands without its runs"));
    analysis_free(analysis);
    results_free(results);
}

static void units_as_given(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_series(results, (struct made_run){.config = "x=1", .workload = "w", .unit = "M"},
               "170 180");
    add_made_run(results, (struct made_run){.config = "x=1",
                                            .workload = "w",
                                            .value = 175,
                                            .unit = "M",
                                            .statistic = STATISTIC_MEAN,
                                            .written = "175M"});
    struct analysis *analysis = analyze(results, &options);
    assert_true(analysis->claims[0].confirmed);
    assert_true(
        text_is(analysis->claims[0].message, "the posted mean 175 M is the mean of its 2 runs"));
    analysis_free(analysis);
    results_free(results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_with_runs),
        cmocka_unit_test(means_without_runs),
        cmocka_unit_test(units_as_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
