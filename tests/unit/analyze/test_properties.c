/* What must hold for any data: exchanging the sides turns everything over, a common factor and the
   order of reading change nothing, and any number of runs from 1 on is handled. */

#include "testing.h"

#include "made_results.h"

#include "analyze/sample.h"
#include "analyze/wording.h"

#include <math.h>
#include <stdlib.h>

/* A small generator of its own, so that the data are the same everywhere (Numerical Recipes'
 * ranqd1). */
static double random_share(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)*seed / 4294967296.0;
}

enum { MOST_RUNS = 2000 };

struct made_data {
    struct made_run runs[MOST_RUNS];
    size_t count;
};

static void add(struct made_data *data, struct made_run run)
{
    assert_true(data->count < MOST_RUNS);
    data->runs[data->count++] = run;
}

/* n_a runs of x=1 and n_b of x=2, the second `ratio` times as fast, spread by `spread`. */
static void add_two_levels(struct made_data *data, unsigned seed, size_t n_a, size_t n_b,
                           double ratio, double spread)
{
    for (size_t i = 0; i < n_a + n_b; i++) {
        bool second = i >= n_a;
        double value = 1e8 * exp(spread * (random_share(&seed) - 0.5)) * (second ? ratio : 1);
        add(data, (struct made_run){.config = second ? "x=2" : "x=1",
                                    .workload = "w",
                                    .value = value,
                                    .iteration = (unsigned)(second ? i - n_a : i) + 1});
    }
}

struct outcome_of {
    struct results *results;
    struct analysis *analysis;
    const struct comparison *comparison;
};

static struct outcome_of analyze_data(const struct made_data *data,
                                      const struct analysis_options *options)
{
    struct outcome_of outcome = {.results = results_create()};
    for (size_t i = 0; i < data->count; i++)
        add_made_run(outcome.results, data->runs[i]);
    outcome.analysis = analyze(outcome.results, options);
    assert_true(outcome.analysis->comparison_count > 0);
    outcome.comparison = &outcome.analysis->comparisons[0];
    return outcome;
}

static void forget(struct outcome_of *outcome)
{
    analysis_free(outcome->analysis);
    results_free(outcome->results);
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool nearly(double a, double b, double rel)
{
    return same(a, b) || fabs(a - b) <= rel * fabs(b);
}

static enum state turned(enum state state)
{
    return state == STATE_BETTER ? STATE_WORSE : state == STATE_WORSE ? STATE_BETTER : state;
}

/* Every state comes up in these. */
static const struct {
    size_t n_a, n_b;
    double ratio, spread;
} shapes[] = {
    {5, 5, 1.4, 0.2},   {3, 3, 1.1, 0.5},  {4, 9, 0.6, 0.3}, {12, 12, 1.001, 0.05},
    {6, 6, 1.03, 0.02}, {2, 2, 2, 0.1},    {1, 5, 1, 0.1},   {8, 3, 0.97, 0.4},
    {20, 20, 1.2, 0.9}, {3, 30, 1.2, 0.1},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static struct made_data make_shape(size_t i)
{
    struct made_data data = {.count = 0};
    add_two_levels(&data, (unsigned)i + 7, shapes[i].n_a, shapes[i].n_b, shapes[i].ratio,
                   shapes[i].spread);
    return data;
}

static void check_turned(const struct comparison *one, const struct comparison *other)
{
    assert_int_equal(one->state, turned(other->state));
    assert_int_equal(one->reason, other->reason);
    assert_true(same(one->log_ratio, -other->log_ratio));
    assert_true(same(one->t, -other->t));
    assert_true(same(one->p, other->p));
    assert_true(same(one->p_adjusted, other->p_adjusted));
    assert_true(same(one->se, other->se));
    assert_true(same(one->df, other->df));
    assert_true(nearly(one->ratio, 1 / other->ratio, 1e-15));
    assert_true(nearly(one->ratio_low, 1 / other->ratio_high, 1e-15));
    assert_true(nearly(one->ratio_high, 1 / other->ratio_low, 1e-15));
    assert_true(same(one->n_detect_margin, other->n_detect_margin));
    assert_true(same(one->n_detect_observed, other->n_detect_observed));
    assert_true(same(one->n_equiv_margin, other->n_equiv_margin));
    assert_true(same(one->visible_ratio, other->visible_ratio));
    assert_int_equal(one->n_baseline, other->n_candidate);
    assert_int_equal(one->n_candidate, other->n_baseline);
}

static void exchange(struct made_data *data)
{
    for (size_t i = 0; i < data->count; i++)
        data->runs[i].config = strcmp(data->runs[i].config, "x=1") == 0 ? "x=2" : "x=1";
}

static void sides_exchanged(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    for (size_t i = 0; i < SHAPES; i++) {
        struct made_data data = make_shape(i);
        struct outcome_of before = analyze_data(&data, &options);
        exchange(&data);
        struct outcome_of after = analyze_data(&data, &options);
        check_turned(before.comparison, after.comparison);
        forget(&before);
        forget(&after);
    }
}

static void sides_exchanged_in_blocks(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    options.pairing = PAIRING_RUN;
    for (size_t i = 0; i < SHAPES; i++) {
        struct made_data data = make_shape(i);
        struct outcome_of before = analyze_data(&data, &options);
        exchange(&data);
        struct outcome_of after = analyze_data(&data, &options);
        assert_true(before.comparison->paired);
        check_turned(before.comparison, after.comparison);
        forget(&before);
        forget(&after);
    }
}

/* The same, by naming the other level as baseline; then the sentences must be the same too. */
static void baseline_named(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    for (size_t i = 0; i < SHAPES; i++) {
        struct analysis_options options = analysis_defaults();
        struct made_data data = make_shape(i);
        options.baseline = text_of("1");
        struct outcome_of first = analyze_data(&data, &options);
        options.baseline = text_of("2");
        struct outcome_of second = analyze_data(&data, &options);
        check_turned(first.comparison, second.comparison);
        if (first.comparison->state == STATE_INCONCLUSIVE ||
            first.comparison->state == STATE_BETTER || first.comparison->state == STATE_WORSE) {
            struct text one = wording_headline(arena, first.comparison);
            struct text other = wording_headline(arena, second.comparison);
            assert_true(text_equal(one, other));
        }
        struct text one = wording_overall(arena, first.analysis, &first.analysis->overalls[0]);
        struct text other = wording_overall(arena, second.analysis, &second.analysis->overalls[0]);
        assert_true(text_equal(one, other));
        forget(&first);
        forget(&second);
    }
    arena_free(arena);
}

static void check_same(const struct comparison *one, const struct comparison *other, double rel)
{
    assert_int_equal(one->state, other->state);
    assert_int_equal(one->reason, other->reason);
    assert_true(nearly(one->ratio, other->ratio, rel));
    assert_true(nearly(one->ratio_low, other->ratio_low, rel));
    assert_true(nearly(one->ratio_high, other->ratio_high, rel));
    assert_true(nearly(one->p, other->p, rel));
    assert_true(nearly(one->p_adjusted, other->p_adjusted, rel));
    assert_true(same(one->n_detect_margin, other->n_detect_margin));
    assert_true(same(one->n_detect_observed, other->n_detect_observed));
    assert_true(nearly(one->visible_ratio, other->visible_ratio, rel));
}

static void values_scaled(void **state)
{
    (void)state;
    static const struct {
        double factor, rel;
    } scales[] = {{0x1p40, 0}, {0x1p-60, 0}, {1000, 1e-9}, {1e-12, 1e-9}, {7, 1e-9}};
    struct analysis_options options = analysis_defaults();
    for (size_t i = 0; i < SHAPES; i++)
        for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
            struct made_data data = make_shape(i);
            struct outcome_of before = analyze_data(&data, &options);
            for (size_t k = 0; k < data.count; k++)
                data.runs[k].value *= scales[s].factor;
            struct outcome_of after = analyze_data(&data, &options);
            check_same(before.comparison, after.comparison, scales[s].rel);
            forget(&before);
            forget(&after);
        }
}

static void shuffle(struct made_data *data, unsigned seed)
{
    for (size_t i = data->count; i > 1; i--) {
        size_t other = (size_t)(random_share(&seed) * (double)i);
        struct made_run run = data->runs[i - 1];
        data->runs[i - 1] = data->runs[other];
        data->runs[other] = run;
    }
}

/* Several levels, strata and workloads, read in another order: the same analysis, bit for bit. */
static void inputs_shuffled(void **state)
{
    (void)state;
    static const char *const configs[] = {"x=1;y=a", "x=2;y=a", "x=10;y=a",
                                          "x=1;y=b", "x=2;y=b", "x=10;y=b"};
    static const char *const workloads[] = {"test 2", "test 10", "other"};
    struct analysis_options options = analysis_defaults();
    struct made_data data = {.count = 0};
    unsigned seed = 3;
    options.compare = text_of("x");
    for (size_t i = 0; i < 6; i++)
        for (size_t w = 0; w < 3; w++)
            for (unsigned run = 0; run < 5; run++)
                add(&data, (struct made_run){.config = configs[i],
                                             .workload = workloads[w],
                                             .value = 1e6 * (1 + random_share(&seed)),
                                             .iteration = run + 1});
    struct outcome_of before = analyze_data(&data, &options);
    for (unsigned k = 0; k < 20; k++) {
        shuffle(&data, k);
        struct outcome_of after = analyze_data(&data, &options);
        const struct analysis *one = before.analysis, *other = after.analysis;
        assert_int_equal(one->comparison_count, 18);
        assert_int_equal(other->comparison_count, 18);
        assert_int_equal(one->cell_count, other->cell_count);
        assert_int_equal(one->warning_count, other->warning_count);
        for (size_t i = 0; i < one->comparison_count; i++) {
            const struct comparison *first = &one->comparisons[i], *second = &other->comparisons[i];
            assert_true(text_equal(first->workload, second->workload));
            assert_true(text_equal(first->stratum->written, second->stratum->written));
            assert_true(text_equal(first->candidate_level, second->candidate_level));
            check_same(first, second, 0);
            assert_memory_equal(first->baseline->values, second->baseline->values,
                                first->baseline->n * sizeof(double));
            assert_true(same(first->baseline->mean, second->baseline->mean));
        }
        for (size_t i = 0; i < one->warning_count; i++)
            assert_true(text_equal(one->warnings[i].message, other->warnings[i].message));
        forget(&after);
    }
    forget(&before);
}

/* The order of the runs within a level changes nothing where it is not data. */
static void runs_renumbered(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    for (size_t i = 0; i < SHAPES; i++) {
        struct made_data data = make_shape(i);
        struct outcome_of before = analyze_data(&data, &options);
        for (size_t k = 0; k < data.count; k++)
            data.runs[k].iteration = 1000 - data.runs[k].iteration;
        struct outcome_of after = analyze_data(&data, &options);
        check_same(before.comparison, after.comparison, 0);
        forget(&before);
        forget(&after);
    }
}

static void any_number_of_runs(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct arena *arena = arena_create();
    for (size_t n = 1; n <= 1000; n += n < 30 ? 1 : n < 100 ? 7 : 150)
        for (unsigned pairing = PAIRING_AUTO; pairing <= PAIRING_RUN; pairing++) {
            struct made_data data = {.count = 0};
            options.pairing = (enum pairing)pairing;
            add_two_levels(&data, (unsigned)n, n, n, 1.5, 0.3);
            struct outcome_of outcome = analyze_data(&data, &options);
            const struct comparison *found = outcome.comparison;
            assert_int_equal(found->n_candidate, n);
            assert_true(isfinite(found->ratio));
            if (n < 3) {
                assert_int_equal(found->state, STATE_INSUFFICIENT);
                assert_int_equal(found->reason, REASON_TOO_FEW_RUNS);
                assert_true(isnan(found->ratio_low) && isnan(found->p));
                assert_true(isnan(found->n_detect_margin));
                assert_int_equal(found->family_size, 0);
            } else {
                assert_true(found->ratio_low < found->ratio && found->ratio < found->ratio_high);
                /* of hundreds of runs the tail is below what a double holds */
                assert_true((n > 50 || found->p > 0) && found->p >= 0 && found->p < 1);
                assert_true(found->n_detect_margin >= 2 && found->n_detect_observed >= 2);
                assert_true(found->n_detect_margin_low < found->n_detect_margin);
                assert_true(found->n_detect_margin_high > found->n_detect_margin);
                assert_true(found->visible_ratio > 1);
                assert_int_equal(found->family_size, 1);
            }
            assert_true(wording_headline(arena, found).size > 0);
            assert_true(wording_evidence(arena, found).size > 0);
            assert_true(wording_title(arena, outcome.analysis).size <= 80);
            forget(&outcome);
        }
    arena_free(arena);
}

/* The logarithms of values close together keep all their digits, and turn over exactly. */
static void log_ratios(void **state)
{
    (void)state;
    const struct {
        double value, constant, expected;
    } cases[] = {
        {1e9 + 3, 1e9, 2.9999999955e-9}, {2, 1, log(2)}, {1, 1, 0}, {1.25, 1, log(1.25)},
        {1e-300, 1e300, -600 * log(10)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double found = sample_log_ratio(cases[i].value, cases[i].constant);
        assert_true(nearly(found, cases[i].expected, 1e-15));
        assert_true(sample_log_ratio(cases[i].constant, cases[i].value) == -found);
    }
}

/* Summaries of values whose squares no double holds, against decimal arithmetic with 60 digits. */
static void summaries_at_the_limits(void **state)
{
    (void)state;
    static const struct {
        double values[5];
        size_t n;
        double mean, sd, cv, gmean;
    } cases[] = {
        {{1e308, 1.1e308, 1.2e308, 1.3e308, 1.4e308},
         5,
         1.1999999999999999e+308,
         1.58113883008419e+307,
         0.13176156917368251,
         1.1915960744952384e+308},
        {{5e-324, 1e-323, 1.5e-323, 2e-323, 2.5e-323},
         5,
         1.4821969375237396e-323,
         9.8813129168249309e-324,
         0.52704627669472992,
         1.4821969375237396e-323},
        {{1e-300, 1e300, 1e-300, 1e300, 1},
         5,
         4.0000000000000002e+299,
         5.4772255750516617e+299,
         1.3693063937629153,
         1},
        {{5e-324, 1e308, 1.7e308},
         3,
         9.0000000000000005e+307,
         8.5440037453175314e+307,
         0.94933374947972571,
         4.3793655001500173e+97},
        {{1e-310, 2e-310, 4e-310},
         3,
         2.3333333333333097e-310,
         1.5275252316519188e-310,
         0.6546536707079772,
         1.9999999999999939e-310},
        {{1e200, 1.5e200, 1.25e200},
         3,
         1.25e+200,
         2.4999999999999999e+199,
         0.19999999999999998,
         1.233106037165235e+200},
        {{2.2e-308, 2.3e-308, 2.5e-308, 1e-308},
         4,
         1.9999999999999998e-308,
         6.7823299831252668e-309,
         0.33911649915626341,
         1.8859172433475832e-308},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double *values = cases[i].values;
        size_t n = cases[i].n;
        assert_true(nearly(sample_mean(values, n), cases[i].mean, 1e-14));
        assert_true(nearly(sample_sd(values, n), cases[i].sd, 1e-14));
        assert_true(nearly(sample_cv(values, n), cases[i].cv, 1e-14));
        assert_true(nearly(sample_gmean(values, n), cases[i].gmean, 1e-12));
    }
    const double alike[] = {1e308, 1e308, 1e308}, even[] = {1e308, 1.1e308, 1.2e308, 1.3e308};
    assert_true(nearly(sample_median(even, 4), 1.15e308, 1e-15));
    assert_true(sample_sd(alike, 3) == 0 && sample_cv(alike, 3) == 0);
}

/* Values at the ends of what a double holds: a state that says so or a finite result, never a crash
   or a number that is none; with every method. */
static void values_at_the_limits(void **state)
{
    (void)state;
    static const double series[][5] = {
        {1e308, 1.1e308, 1.2e308, 1.3e308, 1.4e308},
        {5e-324, 1e-323, 1.5e-323, 2e-323, 2.5e-323},
        {1e-300, 1e300, 1e-300, 1e300, 1},
        {1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4, 1e9 + 5},
        {1, 1, 1, 1, 1},
        {1, 2, 3, 4, 5},
        {1, 2, NAN, 4, 5},
        {1, 2, INFINITY, 4, 5},
        {1, 2, 0, 4, 5},
        {1, 2, -3, 4, 5},
    };
    enum { SERIES = sizeof series / sizeof *series, FIRST_BAD = 6 };
    struct arena *arena = arena_create();
    for (size_t i = 0; i < SERIES; i++)
        for (size_t j = 0; j < SERIES; j++)
            for (unsigned method = METHOD_RATIO; method <= METHOD_PERMUTATION; method++) {
                struct made_data data = {.count = 0};
                struct analysis_options options = analysis_defaults();
                options.method = (enum method)method;
                for (unsigned k = 0; k < 10; k++)
                    add(&data, (struct made_run){.config = k < 5 ? "x=1" : "x=2",
                                                 .workload = "w",
                                                 .value = k < 5 ? series[i][k] : series[j][k - 5],
                                                 .iteration = k % 5 + 1});
                struct outcome_of outcome = analyze_data(&data, &options);
                const struct comparison *found = outcome.comparison;
                if (i >= FIRST_BAD || j >= FIRST_BAD) {
                    assert_int_equal(found->state, STATE_NOT_COMPARABLE);
                    assert_int_equal(found->reason, REASON_NON_POSITIVE_OR_NON_FINITE);
                } else if (found->state == STATE_BETTER || found->state == STATE_WORSE ||
                           found->state == STATE_EQUIVALENT) {
                    assert_true(isfinite(found->ratio) && isfinite(found->p));
                    assert_true(found->ratio_low <= found->ratio);
                    assert_true(found->ratio <= found->ratio_high);
                }
                assert_true(wording_headline(arena, found).size > 0);
                (void)wording_evidence(arena, found);
                forget(&outcome);
            }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_exchanged),      cmocka_unit_test(sides_exchanged_in_blocks),
        cmocka_unit_test(baseline_named),       cmocka_unit_test(values_scaled),
        cmocka_unit_test(inputs_shuffled),      cmocka_unit_test(runs_renumbered),
        cmocka_unit_test(any_number_of_runs),   cmocka_unit_test(log_ratios),
        cmocka_unit_test(values_at_the_limits), cmocka_unit_test(summaries_at_the_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
