/* Each warning where it must come, what it says, and where it must not come; and what to do next.
 */

#include "testing.h"

#include "made_results.h"

#include "analyze/wording.h"

/* Series with the order of running written as levels: "1221" runs x=1, x=2, x=2, x=1. */
struct warned_case {
    const char *figures[2], *order; /* order NULL: not stated */
    struct made_run made[2];
    enum pairing pairing;
    enum warning_code code;
    const char *message; /* NULL: must not come */
};

static const char *const calm[] = {"100 101 99 100.5 99.5", "130 131 129 130.5 129.5"};

static const struct warned_case cases[] = {
    {{"100 101 99", "130 131 129"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_FEW_RUNS,
     "only 3 runs of each setting: 5 or more are better"},
    {{"100 101 99 100.5 100", "130 131 129"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_FEW_RUNS,
     "only 3 runs of x 2 and 5 of 1: 5 or more of each are better"},
    {{"100 101 99", "130 131 129"},
     "122112",
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_FEW_RUNS,
     "only 3 blocks: 5 or more are better"},
    {{"100 101 99 100.5 99.5", "130 131 129 130.5 129.5"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_FEW_RUNS,
     NULL},
    {{"100 101 99", "130 131 129"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_ORDER_UNKNOWN,
     "the order of the runs is not stated: anything that changed in between (temperature, drive "
     "fill, a reinstall) looks like a difference"},
    {{"100 101 99", "130 131 129"},
     "122112",
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_ORDER_UNKNOWN,
     NULL},
    {{"100 101 99", "130 131 129"},
     "122112",
     {{0}, {0}},
     PAIRING_NONE,
     WARNING_NOT_INTERLEAVED,
     NULL},
    {{"100 101 99", "130 131 129"},
     "222111",
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_NOT_INTERLEAVED,
     "all runs of x 2 were done before all runs of 1: anything that changed in between "
     "(temperature, drive fill, a reinstall) looks like a difference"},
    {{"100 101 99", "130 131 129"},
     "112221",
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_NOT_INTERLEAVED,
     "the runs of x 1 and 2 were not done in turn: anything that changed in between (temperature, "
     "drive fill, a reinstall) looks like a difference"},
    {{"100 102 104 106", "108 110 112 114.1"},
     "11112222",
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_DRIFT,
     "speed rose by about 1.9 % per run while the runs were made"},
    {{"100 98 96 94", "92 90 88 86.1"},
     "11112222",
     {{.metric = "clat_mean"}, {.metric = "clat_mean"}},
     PAIRING_AUTO,
     WARNING_DRIFT,
     "latency fell by about 2.1 % per run while the runs were made"},
    {{"100 102 104 106", "108 110 112 114.1"}, NULL, {{0}, {0}}, PAIRING_AUTO, WARNING_DRIFT, NULL},
    {{"100 102 104 106", "108 110 112 114.1"},
     "12211221",
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_DRIFT,
     NULL},
    {{"1104e6 2844e6 1126e6 3865e6", "1000e6 1100e6 1200e6 1300e6"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_SPLIT,
     "the runs of x 1 fall into two groups: 1104, 1126 | 2844, 3865 MB/s"},
    {{"176e6 92.6e6 150e6 163e6", "140e6 141e6 142e6 143e6"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_SPLIT,
     "run 2 of x 1 stands apart: 92.6 | 150, 163, 176 MB/s"},
    {{"140e3 141e3 142e3 143e3", "150e3 163e3 1760e3 176e3"},
     NULL,
     {{.metric = "clat_mean"}, {.metric = "clat_mean"}},
     PAIRING_AUTO,
     WARNING_SPLIT,
     "run 3 of x 2 stands apart: 150, 163, 176 | 1760 \xc2\xb5s"},
    {{"100 150 151", "140 141 142"},
     NULL,
     {{.unit = "M"}, {.unit = "M"}},
     PAIRING_AUTO,
     WARNING_SPLIT,
     "run 1 of x 1 stands apart: 100 | 150, 151 M"},
    {{"100 149 151", "140 141 142"}, NULL, {{0}, {0}}, PAIRING_AUTO, WARNING_SPLIT, NULL},
    {{"10 11 12 13 14 15 16 17 18 30 31", "20 21 22"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_SPLIT,
     "the runs of x 1 fall into two groups: 10 to 18 (9 runs) | 30, 31 B/s"},
    {{"5 5 5", "7 7.1 7"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_ONE_SIDE_CONSTANT,
     "all runs of x 1 gave the same figure: rounded or copied?"},
    {{"5 5.1 5", "7 7.1 7"}, NULL, {{0}, {0}}, PAIRING_AUTO, WARNING_ONE_SIDE_CONSTANT, NULL},
    {{"100 101 99 100.5 99.5", "104 105 106 107 170"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_FRAGILE,
     NULL},
    {{"100 101 99 100.5 99.5 70", "108 109 107 108.5 107.5 140"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_FRAGILE,
     "the verdict depends on run 6 of x 2 alone: without it it would be another"},
    {{"100 101 99 100.5 99.5", "130 131 129 130.5 129.5"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_FRAGILE,
     NULL},
    {{"100 110 90 105", "102 112 92 200"}, NULL, {{0}, {0}}, PAIRING_AUTO, WARNING_FRAGILE, NULL},
    {{"100 110 90 105", "98 108 89 200"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_FRAGILE,
     "which setting is ahead depends on run 4 of x 2 alone: without it the other one leads"},
    {{"100 110 90 105", "98 108 89 200"},
     "12211221",
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_FRAGILE,
     "which setting is ahead depends on block 4 alone: without it the other one leads"},
    {{"176 92.6 150 163", "177 72.7 118 154"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_POSITION_PATTERN,
     "run 2 was slow under both settings: interleave the runs, or pair them by run number "
     "(--pairing run)"},
    {{"176 192.6 150 163", "177 272.7 118 154"},
     NULL,
     {{.metric = "clat_mean"}, {.metric = "clat_mean"}},
     PAIRING_AUTO,
     WARNING_POSITION_PATTERN,
     "run 2 was slow under both settings: interleave the runs, or pair them by run number "
     "(--pairing run)"},
    {{"176 92.6 150 163", "177 72.7 118 154"},
     NULL,
     {{0}, {0}},
     PAIRING_RUN,
     WARNING_POSITION_PATTERN,
     NULL},
    {{"176 92.6 150", "177 72.7 118"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_POSITION_PATTERN,
     NULL},
    {{"176 92.6 150 163 170", "177 72.7 118 154"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_POSITION_PATTERN,
     NULL},
    {{"100 102 104 106", "108 110 112 114.1"},
     "11112222",
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_POSITION_PATTERN,
     NULL},
    {{"100 101 99", "130 131 129"},
     NULL,
     {{.session = "a"}, {.session = "b"}},
     PAIRING_AUTO,
     WARNING_ONE_SESSION,
     "each setting was installed only once: a difference between two installations looks the same"},
    {{"100 101 99", "130 131 129"},
     NULL,
     {{.session = "a"}, {0}},
     PAIRING_AUTO,
     WARNING_ONE_SESSION,
     NULL},
    {{"100 101 99", "130 131 129"},
     NULL,
     {{.options = "bs=4k;direct=1"}, {.options = "bs=4k"}},
     PAIRING_AUTO,
     WARNING_DEFINITION_UNKNOWN,
     "stated for one setting only: direct 1 (1); if the other ran with something else these are "
     "two different tests"},
    {{"100 101 99", "130 131 129"},
     NULL,
     {{.options = "bs=4k"}, {0}},
     PAIRING_AUTO,
     WARNING_DEFINITION_UNKNOWN,
     "stated for one setting only: all options (1); if the other ran with something else these are "
     "two different tests"},
    {{"100 101 99", "130 131 129"},
     NULL,
     {{.options = "bs=4k;direct=0"}, {.options = "bs=4k"}},
     PAIRING_AUTO,
     WARNING_DEFINITION_UNKNOWN,
     NULL},
    {{"100 101 99 98", "100 101 99 98"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_COPYING_SLIP,
     "the same 4 figures stand in w (x=1) and w (x=2): a copying slip?"},
    {{"100 101 99", "100 101 99"}, NULL, {{0}, {0}}, PAIRING_AUTO, WARNING_COPYING_SLIP, NULL},
    {{"100 101 99 98", "101 100 99 98"},
     NULL,
     {{0}, {0}},
     PAIRING_AUTO,
     WARNING_COPYING_SLIP,
     NULL},
};

static void add_in_order(struct results *results, const struct warned_case *it)
{
    struct text rest[] = {text_of(it->figures[0]), text_of(it->figures[1])}, figure;
    unsigned numbers[2] = {0};
    for (unsigned i = 0; it->order[i] != '\0'; i++) {
        size_t side = it->order[i] == '1' ? 0 : 1;
        struct made_run made = it->made[side];
        made.config = side == 0 ? "x=1" : "x=2";
        made.workload = "w";
        made.position = i + 1;
        made.iteration = ++numbers[side];
        assert_true(text_next_piece(&rest[side], ' ', &figure));
        assert_true(number_read_plain(figure, false, &made.value));
        add_made_run(results, made);
    }
}

static const struct warning *find(const struct analysis *analysis, enum warning_code code)
{
    for (size_t i = 0; i < analysis->warning_count; i++)
        if (analysis->warnings[i].code == code)
            return &analysis->warnings[i];
    return NULL;
}

static void each_warning(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct warned_case *it = &cases[i];
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        options.pairing = it->pairing;
        for (size_t side = 0; side < 2 && it->order == NULL; side++) {
            struct made_run made = it->made[side];
            made.config = side == 0 ? "x=1" : "x=2";
            made.workload = "w";
            add_series(results, made, it->figures[side]);
        }
        if (it->order != NULL)
            add_in_order(results, it);
        struct analysis *analysis = analyze(results, &options);
        const struct warning *found = find(analysis, it->code);
        struct text message = found == NULL ? text_of("(none)") : found->message;
        if (!text_is(message, it->message == NULL ? "(none)" : it->message)) {
            print_error("case %zu, %s:\n  found    %.*s\n  expected %s\n", i,
                        warning_name(it->code), (int)message.size, message.data, it->message);
            wrong++;
        }
        analysis_free(analysis);
        results_free(results);
    }
    assert_int_equal(wrong, 0);
}

/* What holds for one test of several names it; what holds for all does not. */
static void tests_are_named(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_series(results, (struct made_run){.config = "x=1", .workload = "Test 1"}, calm[0]);
    add_series(results, (struct made_run){.config = "x=2", .workload = "Test 1"}, calm[1]);
    add_series(results, (struct made_run){.config = "x=1", .workload = "Test 2"}, "100 101 99");
    add_series(results, (struct made_run){.config = "x=2", .workload = "Test 2"}, "10 101 99");
    struct analysis *analysis = analyze(results, &options);
    assert_true(text_starts_with(find(analysis, WARNING_FEW_RUNS)->message,
                                 "Test 2: only 3 runs of each setting"));
    assert_ptr_equal(find(analysis, WARNING_FEW_RUNS)->comparison, &analysis->comparisons[1]);
    assert_true(text_starts_with(find(analysis, WARNING_ORDER_UNKNOWN)->message, "the order"));
    const struct warning *split = find(analysis, WARNING_SPLIT);
    assert_true(text_starts_with(split->message, "Test 2: run 1 of x 2 stands apart"));
    assert_null(split->comparison);
    assert_ptr_equal(split->cell, analysis->comparisons[1].candidate);
    analysis_free(analysis);
    results_free(results);
}

/* A cell that takes part in two comparisons is warned of once; pairs are named among three levels.
 */
static void levels_are_named(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_series(results, (struct made_run){.config = "x=1", .workload = "w"}, "100 160 101 100 99");
    add_series(results, (struct made_run){.config = "x=2", .workload = "w"}, calm[0]);
    add_series(results, (struct made_run){.config = "x=3", .workload = "w"}, "100 101 102 103");
    struct analysis *analysis = analyze(results, &options);
    size_t splits = 0;
    for (size_t i = 0; i < analysis->warning_count; i++)
        splits += analysis->warnings[i].code == WARNING_SPLIT;
    assert_int_equal(splits, 1);
    assert_true(
        text_starts_with(find(analysis, WARNING_FEW_RUNS)->message, "w, 3 against 1: only"));
    analysis_free(analysis);
    results_free(results);
}

static void sessions_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *sessions[2][6];
        const char *message;
    } sessions[] = {
        {{{"a", "a", "a", "b", "b", "b"}, {"c", "c", "c", "d", "d", "d"}},
         "each setting was installed only twice: a difference between two installations looks the "
         "same"},
        {{{"a", "b", "c", "a", "b", "c"}, {"d", "d", "e", "e", "e", "e"}},
         "x 2 was installed only twice: a difference between two installations looks the same"},
        {{{"a", "b", "c", "a", "b", "c"}, {"d", "e", "f", "d", "e", "f"}}, NULL},
    };
    for (size_t i = 0; i < sizeof sessions / sizeof *sessions; i++) {
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        for (unsigned side = 0; side < 2; side++)
            for (unsigned run = 0; run < 6; run++)
                add_made_run(results,
                             (struct made_run){.config = side == 0 ? "x=1" : "x=2",
                                               .workload = "w",
                                               .value = 100 + side * 10 + run * run,
                                               .session = sessions[i].sessions[side][run]});
        struct analysis *analysis = analyze(results, &options);
        const struct warning *found = find(analysis, WARNING_ONE_SESSION);
        assert_int_equal(found != NULL, sessions[i].message != NULL);
        assert_true(found == NULL || text_is(found->message, sessions[i].message));
        analysis_free(analysis);
        results_free(results);
    }
}

static void runs_left_out(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_series(results, (struct made_run){.config = "x=1", .workload = "w"}, calm[0]);
    add_series(results, (struct made_run){.config = "x=2", .workload = "w"}, calm[1]);
    add_series(results, (struct made_run){.config = "x=2", .workload = "w", .fault = "error 28"},
               "1");
    struct analysis *analysis = analyze(results, &options);
    assert_true(
        text_is(find(analysis, WARNING_REMOVED_RUNS)->message, "1 run that failed is left out"));
    analysis_free(analysis);
    add_series(results, (struct made_run){.config = "x=1", .workload = "w", .fault = "error 5"},
               "1");
    analysis = analyze(results, &options);
    assert_true(
        text_is(find(analysis, WARNING_REMOVED_RUNS)->message, "2 runs that failed are left out"));
    analysis_free(analysis);
    results_free(results);
}

static void blocks_left_out(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    options.pairing = PAIRING_RUN;
    add_series(results, (struct made_run){.config = "x=1", .workload = "w"}, calm[0]);
    add_series(results, (struct made_run){.config = "x=2", .workload = "w"}, "130 131 129 130.5");
    struct analysis *analysis = analyze(results, &options);
    assert_true(text_is(find(analysis, WARNING_INCOMPLETE_BLOCKS)->message,
                        "1 block lacks a run of one setting and is left out"));
    analysis_free(analysis);
    results_free(results);
}

static bool advises(const struct analysis *analysis, const char *start)
{
    struct text_list steps = wording_next_steps(analysis->arena, analysis);
    for (size_t i = 0; i < steps.count; i++)
        if (text_starts_with(steps.items[i], start))
            return true;
    return false;
}

static void what_to_do_next(void **state)
{
    (void)state;
    static const struct {
        const char *figures[2], *order;
        struct made_run made[2];
        const char *advice, *not_advised;
    } advices[] = {
        {{"176 92.6 150 163", "177 72.7 118 154"},
         NULL,
         {{0}, {0}},
         "Make more runs: w needs most, about 784 runs of each setting to show a 5 % difference, "
         "106 "
         "if the difference is as large as seen.",
         "Run each test"},
        {{"2844 1126 3865 1104", "3199 1473 993 1280"},
         NULL,
         {{0}, {0}},
         "Make the runs more even before making more of them: w would need more than 1000 runs of "
         "each setting to show a 5 % difference.",
         "Make more runs"},
        {{"176 92.6 150 163", "177 72.7 118 154"},
         NULL,
         {{0}, {0}},
         "Interleave the runs",
         "Run the same job file"},
        {{"176 92.6 150 163", "177 72.7 118 154"},
         NULL,
         {{0}, {0}},
         "Runs at two speeds",
         "Find out"},
        {{"176 92.6", "177 72.7 118 154"},
         NULL,
         {{0}, {0}},
         "Run each test at least three times under each setting, better five.",
         "Interleave"},
        {{"1 2 3", "1 2 3"},
         NULL,
         {{.options = "bs=4k"}, {.options = "bs=8k"}},
         "Run the same job file under every setting.",
         "Interleave"},
        {{"1 2 3", "1 0 3"},
         NULL,
         {{0}, {0}},
         "Find out why runs gave no usable figure",
         "Interleave"},
        {{"100 101 99 100.5 99.5", "130 131 129 130.5 129.5"}, "1221122112", {{0}, {0}}, NULL, ""},
    };
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++) {
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        struct warned_case it = {.order = advices[i].order};
        for (size_t side = 0; side < 2; side++) {
            it.figures[side] = advices[i].figures[side];
            struct made_run made = advices[i].made[side];
            made.config = side == 0 ? "x=1" : "x=2";
            made.workload = "w";
            if (it.order == NULL)
                add_series(results, made, it.figures[side]);
        }
        if (it.order != NULL)
            add_in_order(results, &it);
        struct analysis *analysis = analyze(results, &options);
        assert_true(advices[i].advice == NULL || advises(analysis, advices[i].advice));
        assert_false(advises(analysis, advices[i].not_advised));
        analysis_free(analysis);
        results_free(results);
    }
}

/* A test with one run borrows the scatter of another test, and says so. */
static void borrowed_scatter(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_series(results, (struct made_run){.config = "x=1", .workload = "a"}, "176 92.6 150 163");
    add_series(results, (struct made_run){.config = "x=2", .workload = "a"}, "177 72.7 118 154");
    add_series(results, (struct made_run){.config = "x=1", .workload = "b"}, "176");
    add_series(results, (struct made_run){.config = "x=2", .workload = "b"}, "177");
    struct analysis *analysis = analyze(results, &options);
    assert_true(advises(
        analysis, "Run each test at least three times under each setting, better five; if the "
                  "tests with too few runs scatter like a, about 784 runs show a 5 % "
                  "difference."));
    analysis_free(analysis);
    results_free(results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_warning),     cmocka_unit_test(tests_are_named),
        cmocka_unit_test(levels_are_named), cmocka_unit_test(sessions_are_counted),
        cmocka_unit_test(runs_left_out),    cmocka_unit_test(blocks_left_out),
        cmocka_unit_test(what_to_do_next),  cmocka_unit_test(borrowed_scatter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
