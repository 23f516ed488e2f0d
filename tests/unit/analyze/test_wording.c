/* The sentences, written out by hand for each state. */

#include "testing.h"

#include "made_results.h"

#include "analyze/wording.h"

#include <math.h>

/* Two series of one test and what is said of them. `config` without the level's digits; figures in
 * the base unit. */
struct sentence_case {
    const char *factor, *levels[2], *figures[2];
    struct made_run made[2];
    const char *state, *change, *headline, *evidence, *overall, *title;
};

static const struct sentence_case cases[] = {
    {"ashift",
     {"12", "13"},
     {"134e6 135e6 133e6 136e6 134.5e6", "100e6 101e6 99e6 102e6 100.5e6"},
     {{0}, {0}},
     "12 is faster",
     "-25.3 % (-26.4 to -24.2)",
     "ashift 12 is 33.8 % faster than 13 (most likely between +31.9 % and +35.8 %)",
     "Runs of one setting scatter by 0.8 % (12) and 1.1 % (13), 5 runs each.",
     "ashift 12 is 33.8 % faster than 13 (most likely between +31.9 % and +35.8 %).",
     "ashift 12 is 33.8 % faster than 13"},
    {"ashift",
     {"12", "13"},
     {"134e3 135e3 133e3 136e3 134.5e3", "100e3 101e3 99e3 102e3 100.5e3"},
     {{.metric = "clat_mean"}, {.metric = "clat_mean"}},
     "13 has lower latency",
     "-25.3 % (-26.4 to -24.2)",
     "ashift 13's mean completion latency is 25.3 % lower than 12's (most likely between 24.2 % "
     "and 26.4 % lower)",
     "Runs of one setting scatter by 0.8 % (12) and 1.1 % (13), 5 runs each.",
     "ashift 13's mean completion latency is 25.3 % lower than 12's (most likely between 24.2 % "
     "and 26.4 % lower).",
     "ashift 13's mean completion latency is 25.3 % lower than 12's"},
    {"directory",
     {"ext4-b1024", "ext4-b4096"},
     {"100e6 101e6 99e6", "234e6 235e6 233e6"},
     {{0}, {0}},
     "ext4-b4096 is faster",
     "+134 % (+129 to +139)",
     "ext4-b4096 is 134 % faster than ext4-b1024 (most likely between +129 % and +139 %)",
     "Runs of one setting scatter by 1.0 % (ext4-b1024) and 0.4 % (ext4-b4096), 3 runs each.",
     "ext4-b4096 is 134 % faster than ext4-b1024 (most likely between +129 % and +139 %).",
     "ext4-b4096 is 134 % faster than ext4-b1024"},
    /* the first seed's first test */
    {"ashift",
     {"12", "13"},
     {"176e6 92.6e6 150e6 163e6", "177e6 72.7e6 118e6 154e6"},
     {{0}, {0}},
     "cannot tell",
     "-12.5 % (-52.4 to +60.9)",
     "cannot tell: ashift 12 measured 14.3 % faster than 13, but the truth may lie between -37.8 % "
     "and +110 %",
     "Runs of one setting scatter by 25 % (12) and 35 % (13), 4 runs each; about 106 runs of each "
     "would be needed if the difference is as large as seen, 784 for a 5 % difference. Differences "
     "under about 131 % cannot be seen with these runs.",
     "Cannot tell whether ashift 12 or 13 is faster (0 of 1 test decided).",
     "No difference shown between ashift 12 and 13 in one test"},
    /* and its second: more than anybody will run */
    {"ashift",
     {"12", "13"},
     {"2844e6 1126e6 3865e6 1104e6", "3199e6 1473e6 993e6 1280e6"},
     {{0}, {0}},
     "cannot tell",
     "-18.6 % (-70.4 to +124)",
     "cannot tell: ashift 12 measured 22.9 % faster than 13, but the truth may lie between -55.3 % "
     "and +238 %",
     "Runs of one setting scatter by 61 % (12) and 57 % (13), 4 runs each; about 124 runs of each "
     "would be needed if the difference is as large as seen, more than 1000 for a 5 % difference: "
     "first make the runs more even. Differences under about 301 % cannot be seen with these runs.",
     "Cannot tell whether ashift 12 or 13 is faster (0 of 1 test decided).",
     "No difference shown between ashift 12 and 13 in one test"},
    {"recordsize",
     {"16k", "128k"},
     {"134e3 115e3 133e3 126e3", "100e3 141e3 119e3 132e3"},
     {{.metric = "clat_p99"}, {.metric = "clat_p99"}},
     "cannot tell",
     "-3.8 % (-23.1 to +20.4)",
     "cannot tell: recordsize 128k's 99th percentile of completion latency measured 3.8 % lower "
     "than 16k's, but the truth may lie between 23.1 % lower and 20.4 % higher",
     "Runs of one setting scatter by 6.9 % (16k) and 14 % (128k), 4 runs each; about 148 runs of "
     "each would be needed if the difference is as large as seen, 92 for a 5 % difference. "
     "Differences under about 36 % cannot be seen with these runs.",
     "Cannot tell whether recordsize 16k or 128k is lower in latency (0 of 1 test decided).",
     "No difference shown between recordsize 16k and 128k in one test"},
    {"ashift",
     {"12", "13"},
     {"100e6 101e6 99e6 102e6 100.5e6 100.2e6", "101e6 101.5e6 99.2e6 101.1e6 100.5e6 100.7e6"},
     {{0}, {0}},
     "no difference larger than 1.4 %",
     "+0.2 % (-1.0 to +1.4)",
     "no difference larger than 1.4 % between ashift 12 and 13",
     "Runs of one setting scatter by 1.0 % (12) and 0.8 % (13), 6 runs each.",
     "No difference larger than 1.4 % between ashift 12 and 13.",
     "No difference above 1.4 % between ashift 12 and 13 in one test"},
    {"ashift",
     {"12", "13"},
     {"100e6 100.1e6 99.9e6 100.2e6 100.05e6", "103e6 103.1e6 102.9e6 103.2e6 103.05e6"},
     {{0}, {0}},
     "no difference larger than 3.2 %",
     "+3.0 % (+2.8 to +3.2)",
     "no difference larger than 3.2 % between ashift 12 and 13: 13 is 3.0 % faster than 12, less "
     "than the 5 % that would matter",
     "Runs of one setting scatter by 0.1 % (12) and 0.1 % (13), 5 runs each.",
     "No difference larger than 3.2 % between ashift 12 and 13.",
     "No difference above 3.2 % between ashift 12 and 13 in one test"},
    {"ashift",
     {"12", "13"},
     {"100e6", "103e6 103.1e6 102.9e6"},
     {{0}, {0}},
     "too few runs",
     "+3.0 %",
     "too few runs to say anything: 1 run of ashift 12 and 3 runs of 13",
     "Observed: ashift 13 measured 3.0 % faster than 12; no idea how far it would move on a "
     "repeat.",
     "Too few runs to compare ashift 12 and 13.",
     "Too few runs to compare ashift 12 and 13"},
    {"ashift",
     {"12", "13"},
     {"100e6", "100e6"},
     {{.statistic = STATISTIC_MEAN}, {.statistic = STATISTIC_BEST}},
     "too few runs",
     "0.0 %",
     "too few runs to say anything: one posted mean of ashift 12 and the best figure only of 13",
     "Observed: ashift 13 measured as fast as 12; no idea how far it would move on a repeat.",
     "Too few runs to compare ashift 12 and 13.",
     "Too few runs to compare ashift 12 and 13"},
    {"ashift",
     {"12", "13"},
     {"100 100 100", "103 103 103"},
     {{0}, {0}},
     "identical runs",
     "+3.0 %",
     "identical runs: rounded or copied values?",
     "Rounded or copied figures? Observed: ashift 13 measured 3.0 % faster than 12.",
     "Identical runs (rounded or copied values?) of ashift 12 and 13.",
     "Identical runs (rounded or copied values?) of ashift 12 and 13"},
    {"ashift",
     {"12", "13"},
     {"100 101 102", "103 103 104"},
     {{.options = "bs=4k"}, {.options = "bs=64k"}},
     "cannot be compared",
     "",
     "cannot be compared: these are two different tests (bs 4k and 64k)",
     "",
     "ashift 12 and 13 cannot be compared: these are two different tests (bs 4k and 64k).",
     "ashift 12 and 13 cannot be compared"},
    {"ashift",
     {"12", "13"},
     {"100 101 102", "103 103 104"},
     {{.unit = "M"}, {.unit = "MiB/s"}},
     "cannot be compared",
     "",
     "cannot be compared: the figures have different units (M and MiB/s)",
     "",
     "ashift 12 and 13 cannot be compared: the figures have different units (M and MiB/s).",
     "ashift 12 and 13 cannot be compared"},
    {"ashift",
     {"12", "13"},
     {"100 0 102", "103 103 104"},
     {{0}, {0}},
     "cannot be compared",
     "",
     "cannot be compared: run 2 of 12 is 0; a run that failed must be left out",
     "",
     "ashift 12 and 13 cannot be compared: run 2 of 12 is 0; a run that failed must be left out.",
     "ashift 12 and 13 cannot be compared"},
    {"ashift",
     {"12", "13"},
     {"100 101 102", "103 103 104"},
     {{.metric = "score"}, {.metric = "score"}},
     "cannot be compared",
     "",
     "cannot be compared: it is not known whether more or less score is better",
     "",
     "ashift 12 and 13 cannot be compared: it is not known whether more or less score is better.",
     "ashift 12 and 13 cannot be compared"},
};

static bool says(const char *what, size_t number, struct text found, const char *expected)
{
    if (text_is(found, expected))
        return true;
    print_error("case %zu, %s:\n  found    %.*s\n  expected %s\n", number, what, (int)found.size,
                found.data, expected);
    return false;
}

static void each_state(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct sentence_case *it = &cases[i];
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        for (size_t side = 0; side < 2; side++) {
            struct made_run made = it->made[side];
            made.config = text_format(results->arena, "%s=%s", it->factor, it->levels[side]).data;
            made.workload = "seq";
            add_series(results, made, it->figures[side]);
        }
        struct analysis *analysis = analyze(results, &options);
        struct arena *arena = analysis->arena;
        const struct comparison *found = &analysis->comparisons[0];
        wrong += !says("state", i, wording_state(arena, found), it->state);
        wrong += !says("change", i, wording_change(arena, found, false), it->change);
        wrong += !says("headline", i, wording_headline(arena, found), it->headline);
        wrong += !says("evidence", i, wording_evidence(arena, found), it->evidence);
        wrong += !says("overall", i, wording_overall(arena, analysis, &analysis->overalls[0]),
                       it->overall);
        wrong += !says("title", i, wording_title(arena, analysis), it->title);
        analysis_free(analysis);
        results_free(results);
    }
    assert_int_equal(wrong, 0);
}

static void missing_side(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_series(results, (struct made_run){.config = "ashift=12", .workload = "seq"}, "1 2 3");
    add_series(results, (struct made_run){.config = "ashift=13", .workload = "rand"}, "1 2 3");
    struct analysis *analysis = analyze(results, &options);
    assert_true(says("headline", 0, wording_headline(analysis->arena, &analysis->comparisons[0]),
                     "cannot be compared: there are no runs of ashift 12"));
    assert_true(says("headline", 1, wording_headline(analysis->arena, &analysis->comparisons[1]),
                     "cannot be compared: there are no runs of ashift 13"));
    assert_true(says("overall", 0,
                     wording_overall(analysis->arena, analysis, &analysis->overalls[0]),
                     "ashift 12 and 13 cannot be compared."));
    analysis_free(analysis);
    results_free(results);
}

static void among_several(void **state)
{
    (void)state;
    static const char *const workloads[] = {"mix", "rand", "seq"};
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    for (size_t w = 0; w < 3; w++) {
        add_series(results, (struct made_run){.config = "ashift=12", .workload = workloads[w]},
                   "100 108 116 124 132");
        add_series(results, (struct made_run){.config = "ashift=13", .workload = workloads[w]},
                   "120 129.6 139.2 148.8 158.4");
    }
    struct analysis *analysis = analyze(results, &options);
    const struct comparison *found = &analysis->comparisons[0];
    assert_true(says("headline", 0, wording_headline(analysis->arena, found),
                     "cannot tell: ashift 13 measured 20.0 % faster than 12; on its own this would "
                     "count, but among 3 comparisons one such result is expected by chance too "
                     "often"));
    assert_true(says("evidence", 0, wording_evidence(analysis->arena, found),
                     "Runs of one setting scatter by 11 % (12) and 11 % (13), 5 runs each; about 7 "
                     "runs of each would be needed if the difference is as large as seen, 81 for a "
                     "5 % difference."));
    analysis_free(analysis);
    results_free(results);
}

static void in_blocks(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    options.pairing = PAIRING_RUN;
    add_series(results, (struct made_run){.config = "ashift=12", .workload = "a"},
               "176 92.6 150 163");
    add_series(results, (struct made_run){.config = "ashift=13", .workload = "a"},
               "177 72.7 118 154");
    add_series(results, (struct made_run){.config = "ashift=12", .workload = "b"}, "1 2");
    add_series(results, (struct made_run){.config = "ashift=13", .workload = "b"}, "2 3");
    struct analysis *analysis = analyze(results, &options);
    assert_true(says("evidence", 0, wording_evidence(analysis->arena, &analysis->comparisons[0]),
                     "The difference scatters by 13 % from block to block, 4 blocks; about 10 "
                     "blocks would be needed if the difference is as large as seen, 56 for a 5 % "
                     "difference. Differences under about 31 % cannot be seen with these runs."));
    assert_true(says("headline", 1, wording_headline(analysis->arena, &analysis->comparisons[1]),
                     "too few runs to say anything: 2 complete blocks"));
    analysis_free(analysis);
    results_free(results);
}

static void drifted(void **state)
{
    (void)state;
    static const double values[] = {997.8, 975, 955, 944.7, 912.1, 890, 880, 874.8};
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    for (unsigned i = 0; i < 8; i++)
        add_made_run(results, (struct made_run){.config = i < 4 ? "ashift=12" : "ashift=13",
                                                .workload = "seq",
                                                .value = values[i],
                                                .position = i + 1});
    struct analysis *analysis = analyze(results, &options);
    assert_true(says("headline", 0, wording_headline(analysis->arena, &analysis->comparisons[0]),
                     "cannot tell: speed drifted during the session; ashift 12 measured 8.9 % "
                     "faster than 13, but the drift may be all of it"));
    assert_true(says("evidence", 0, wording_evidence(analysis->arena, &analysis->comparisons[0]),
                     "Runs of one setting scatter by 2.4 % (12) and 1.9 % (13), 4 runs each."));
    assert_true(says("overall", 0,
                     wording_overall(analysis->arena, analysis, &analysis->overalls[0]),
                     "Cannot tell: speed drifted during the session; ashift 12 measured 8.9 % "
                     "faster than 13, but the drift may be all of it."));
    assert_true(says("title", 0, wording_title(analysis->arena, analysis),
                     "Cannot tell ashift 12 and 13 apart: speed drifted during the session"));
    assert_true(says("doubt", 0, wording_doubt(analysis->arena, &analysis->comparisons[0]),
                     "speed drifted during the session, and the drift may be all of the "
                     "difference"));
    assert_false(wording_wants_runs(&analysis->comparisons[0]));
    analysis_free(analysis);
    results_free(results);
}

/* Several tests: A is one level's figures in each, as "fast", "slow", "same" or "noisy". */
struct overall_case {
    const char *levels[3];     /* of ashift */
    const char *figures[3][3]; /* by level and test; NULL: no such test */
    const char *title;
    const char *overalls[3];
};

static const char f_slow[] = "100 101 99 102 100.5", f_slow_too[] = "100.2 101.1 99.4 101.9 100.3",
                  f_fast[] = "134 135 133 136 134.5", f_faster[] = "234 235 233 236 234.5",
                  f_noisy[] = "80 180 95 130 110", f_one[] = "100";

static const struct overall_case overall_cases[] = {
    {{"12", "13"},
     {{f_fast, f_fast, f_fast}, {f_slow, f_slow, f_slow}},
     "ashift 12 is faster than 13 in three tests",
     {"ashift 12 is faster than 13 in all 3 tests."}},
    {{"12", "13"},
     {{f_slow, f_slow}, {f_fast, f_fast}},
     "ashift 13 is faster than 12 in two tests",
     {"ashift 13 is faster than 12 in both of 2 tests."}},
    {{"12", "13"},
     {{f_fast, f_slow, f_slow}, {f_slow, f_slow_too, f_slow_too}},
     "ashift 12 is faster than 13 in one of three tests",
     {"ashift 12 is faster than 13 in 1 of 3 tests, no difference that matters in 2."}},
    {{"12", "13"},
     {{f_fast, f_noisy, f_slow}, {f_slow, f_slow_too, f_slow_too}},
     "ashift 12 is faster than 13 in one of three tests",
     {"ashift 12 is faster than 13 in 1 of 3 tests, no difference that matters in 1, cannot tell "
      "on the rest."}},
    {{"12", "13"},
     {{f_fast, f_noisy}, {f_slow, f_slow_too}},
     "ashift 12 is faster than 13 in one of two tests",
     {"ashift 12 is faster than 13 in 1 of 2 tests; cannot tell on the rest."}},
    {{"12", "13"},
     {{f_fast, f_slow, f_noisy}, {f_slow, f_fast, f_slow}},
     "No winner between ashift 12 and 13 in three tests",
     {"No winner: ashift 13 is faster in test 2, ashift 12 in test 1."}},
    {{"12", "13"},
     {{f_slow, f_slow_too, f_slow}, {f_slow_too, f_slow, f_slow_too}},
     "No difference above 1.7 % between ashift 12 and 13 in three tests",
     {"No difference larger than 1.7 % between ashift 12 and 13 in any of 3 tests."}},
    {{"12", "13"},
     {{f_noisy, f_slow_too, f_noisy}, {f_slow, f_slow, f_slow}},
     "No difference shown between ashift 12 and 13 in three tests",
     {"Cannot tell whether ashift 12 or 13 is faster (1 of 3 tests decided)."}},
    {{"9", "12", "13"},
     {{f_slow, f_slow}, {f_fast, f_fast}, {f_faster, f_faster}},
     "ashift 13 is faster than 9 and 12 in two tests",
     {"ashift 12 is faster than 9 in both of 2 tests.",
      "ashift 13 is faster than 9 in both of 2 tests.",
      "ashift 13 is faster than 12 in both of 2 tests."}},
    {{"9", "12", "13"},
     {{f_slow, f_noisy}, {f_fast, f_noisy}, {f_fast, f_slow}},
     "ashift 12 and 13 are faster than 9 in one of two tests",
     {"ashift 12 is faster than 9 in 1 of 2 tests; cannot tell on the rest.",
      "ashift 13 is faster than 9 in 1 of 2 tests; cannot tell on the rest.",
      "Cannot tell whether ashift 12 or 13 is faster (1 of 2 tests decided)."}},
    {{"9", "12", "13"},
     {{f_slow, f_slow}, {f_noisy, f_noisy}, {f_noisy, f_noisy}},
     "No difference shown between ashift 9, 12 and 13 in two tests",
     {"Cannot tell whether ashift 9 or 12 is faster (0 of 2 tests decided).",
      "Cannot tell whether ashift 9 or 13 is faster (0 of 2 tests decided).",
      "Cannot tell whether ashift 12 or 13 is faster (0 of 2 tests decided)."}},
    {{"9", "12", "13"},
     {{f_one}, {f_one}, {f_one}},
     "Too few runs to compare ashift 9, 12 and 13",
     {"Too few runs to compare ashift 9 and 12.", "Too few runs to compare ashift 9 and 13.",
      "Too few runs to compare ashift 12 and 13."}},
};

static void over_several_tests(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof overall_cases / sizeof *overall_cases; i++) {
        const struct overall_case *it = &overall_cases[i];
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        for (size_t level = 0; level < 3 && it->levels[level] != NULL; level++)
            for (size_t test = 0; test < 3 && it->figures[level][test] != NULL; test++)
                add_series(
                    results,
                    (struct made_run){
                        .config = text_format(results->arena, "ashift=%s", it->levels[level]).data,
                        .workload = text_format(results->arena, "test %zu", test + 1).data},
                    it->figures[level][test]);
        struct analysis *analysis = analyze(results, &options);
        wrong += !says("title", i, wording_title(analysis->arena, analysis), it->title);
        for (size_t k = 0; k < 3 && it->overalls[k] != NULL; k++)
            wrong += !says("overall", i,
                           wording_overall(analysis->arena, analysis, &analysis->overalls[k]),
                           it->overalls[k]);
        analysis_free(analysis);
        results_free(results);
    }
    assert_int_equal(wrong, 0);
}

static void titles_stay_short(void **state)
{
    (void)state;
    static const char long_name[] =
        "a rather long name of a folder that somebody gave to one of the two settings compared";
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    struct text first = text_format(results->arena, "directory=%s 1", long_name);
    struct text second = text_format(results->arena, "directory=%s 2", long_name);
    add_series(results, (struct made_run){.config = first.data, .workload = "a"}, f_noisy);
    add_series(results, (struct made_run){.config = second.data, .workload = "a"}, f_slow);
    struct analysis *analysis = analyze(results, &options);
    assert_true(says("title", 0, wording_title(analysis->arena, analysis),
                     "No difference shown between one directory and another in one test"));
    analysis_free(analysis);
    results_free(results);
}

static void nothing_to_say(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    struct analysis *analysis = analyze(results, &options);
    assert_true(says("title", 0, wording_title(analysis->arena, analysis), "Nothing was measured"));
    assert_int_equal(wording_next_steps(analysis->arena, analysis).count, 0);
    analysis_free(analysis);
    add_series(results, (struct made_run){.config = "ashift=12", .workload = "a"}, f_slow);
    analysis = analyze(results, &options);
    assert_true(says("title", 1, wording_title(analysis->arena, analysis),
                     "One setting measured, nothing to compare it with"));
    analysis_free(analysis);
    results_free(results);
}

static void figures(void **state)
{
    (void)state;
    static const struct {
        double share;
        const char *percent;
    } percents[] = {{0.143, "14.3 %"},        {0, "0.0 %"},        {0.9994, "99.9 %"},
                    {0.9996, "100 %"},        {1.1003, "110 %"},   {2.38078, "238 %"},
                    {23.456, "2350 %"},       {-0.378, "-37.8 %"}, {NAN, ""},
                    {5e4, "100000 % or more"}};
    static const struct {
        double runs;
        const char *words;
    } runs[] = {{2, "2"},
                {784, "784"},
                {1000, "1000"},
                {1001, "more than 1000: first make the runs more even"},
                {INFINITY, "more than 1000: first make the runs more even"},
                {NAN, ""}};
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++)
        assert_true(
            says("percent", i, wording_percent(arena, percents[i].share), percents[i].percent));
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        assert_true(says("runs", i, wording_runs(arena, runs[i].runs), runs[i].words));
    arena_free(arena);
}

static void names(void **state)
{
    (void)state;
    static const struct {
        const char *factor, *level, *words;
    } levels[] = {{"ashift", "12", "ashift 12"},
                  {"directory", "ext4", "ext4"},
                  {"label", "new drive", "new drive"},
                  {"file", "a.json", "a.json"},
                  {"", "x", "x"}};
    static const struct {
        const char *workload;
        enum direction direction;
        bool only;
        const char *words;
    } workloads[] = {{"Test 1", DIRECTION_UNSTATED, true, "Test 1"},
                     {"Test 1", DIRECTION_WRITE, true, "Test 1"},
                     {"Test 1", DIRECTION_WRITE, false, "Test 1, write"},
                     {"randwrite4k", DIRECTION_WRITE, false, "randwrite4k"},
                     {"Sequential Read", DIRECTION_READ, false, "Sequential Read"},
                     {"readwrite", DIRECTION_READ, false, "readwrite, read"},
                     {"randread", DIRECTION_WRITE, false, "randread, write"},
                     {"", DIRECTION_READ, false, "read"},
                     {"", DIRECTION_UNSTATED, true, ""}};
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        assert_true(says("level", i,
                         wording_level(arena, text_of(levels[i].factor), text_of(levels[i].level)),
                         levels[i].words));
    for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++) {
        struct comparison comparison = {.workload = text_of(workloads[i].workload),
                                        .direction = workloads[i].direction,
                                        .only_direction = workloads[i].only};
        assert_true(says("workload", i, wording_workload(arena, &comparison), workloads[i].words));
    }
    arena_free(arena);
}

static void minus_signs(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct comparison comparison = {.ratio = 0.9, .ratio_low = 0.622, .ratio_high = 2.1};
    assert_true(
        says("ASCII", 0, wording_change(arena, &comparison, false), "-10.0 % (-37.8 to +110)"));
    assert_true(says("UTF-8", 0, wording_change(arena, &comparison, true),
                     "\xe2\x88\x92"
                     "10.0 % (\xe2\x88\x92"
                     "37.8 to +110)"));
    arena_free(arena);
}

/* An end of 1.0002 is +0.02 %, so the interval leaves no change out. */
static void an_end_near_no_change_shows_its_side(void **state)
{
    (void)state;
    static const struct {
        double ratio;
        const char *end;
    } ends[] = {{1.0002, "+0.02 %"},
                {0.9998, "-0.02 %"},
                {1.000004, "+0.0004 %"},
                {1, "0.0 %"},
                {1.00051, "+0.1 %"},
                {1.00049, "+0.05 %"},
                {1.143, "+14.3 %"},
                {NAN, "unknown"},
                {1 + 1e-15, "0.0 %"},
                {0.0011, "-99.9 %"},
                {0.0004, "-99.96 %"},
                {0, "-100 %"},
                {1000.5, "+100000 %"},
                {1002, "more than 1000 times"},
                {INFINITY, "more than 1000 times"}};
    static const struct metric bandwidth = {
        .name = {"bw", 2}, .label = {"bandwidth", 9}, .better = BETTER_HIGHER};
    struct arena *arena = arena_create();
    struct comparison comparison = {
        .metric = &bandwidth,
        .state = STATE_WORSE,
        .factor = text_of("ashift"),
        .baseline_level = text_of("9"),
        .candidate_level = text_of("12"),
        .ratio = 1 / 1.028,
        .ratio_low = 1 / 1.056,
        .ratio_high = 1 / 1.0002,
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        assert_true(says("end", i, wording_interval_end(arena, ends[i].ratio, "-"), ends[i].end));
    assert_true(
        says("change", 0, wording_change(arena, &comparison, false), "-2.7 % (-5.3 to -0.02)"));
    assert_true(says("headline", 0, wording_headline(arena, &comparison),
                     "ashift 9 is 2.8 % faster than 12 (most likely between +0.02 % and +5.6 %)"));
    comparison.ratio = 1 / 1.0003;
    comparison.ratio_low = 1 / 1.0004;
    assert_true(
        says("small", 0, wording_headline(arena, &comparison),
             "ashift 9 is 0.03 % faster than 12 (most likely between +0.02 % and +0.04 %)"));
    arena_free(arena);
}

/* No figure is 0.0 beside an interval that leaves no change out, and no loss is all. */
static void a_change_and_its_interval_agree(void **state)
{
    (void)state;
    static const struct {
        double ratio, low, high;
        const char *change;
    } changes[] = {
        {1.00004, 1.00004, 1.00004, "+0.004 % (+0.004 to +0.004)"},
        {0.9998, 0.9996, 0.99995, "-0.02 % (-0.04 to -0.005)"},
        {1.0002, 0.98, 1.02, "0.0 % (-2.0 to +2.0)"},
        {1, 1, 1, "0.0 % (0.0 to 0.0)"},
        {0.02, 1e-5, 261, "-98.0 % (-99.999 to +26000)"},
        {0.02, 0.0004, 2, "-98.0 % (-99.96 to +100)"},
        {0.02, 1e-9, 2, "-98.0 % (-100 to +100)"},
    };
    static const struct metric bandwidth = {
        .name = {"bw", 2}, .label = {"bandwidth", 9}, .better = BETTER_HIGHER};
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct comparison comparison = {.metric = &bandwidth,
                                        .state = STATE_EQUIVALENT,
                                        .ratio = changes[i].ratio,
                                        .ratio_low = changes[i].low,
                                        .ratio_high = changes[i].high};
        assert_true(
            says("change", i, wording_change(arena, &comparison, false), changes[i].change));
    }
    arena_free(arena);
}

/* What is more than 1000 times as fast is said so, once. */
static void beyond_a_thousand_times_is_said_once(void **state)
{
    (void)state;
    static const struct metric metrics[] = {
        {.name = {"bw", 2}, .label = {"bandwidth", 9}, .better = BETTER_HIGHER},
        {.name = {"clat_mean", 9}, .label = {"mean latency", 12}, .better = BETTER_LOWER}};
    struct arena *arena = arena_create();
    struct comparison comparison = {
        .metric = &metrics[0],
        .state = STATE_BETTER,
        .factor = text_of("ashift"),
        .baseline_level = text_of("9"),
        .candidate_level = text_of("12"),
        .ratio = 3e6,
        .ratio_low = 2e6,
        .ratio_high = 5e6,
    };
    assert_true(says("faster", 0, wording_headline(arena, &comparison),
                     "ashift 12 is more than 1000 times as fast as 9"));
    assert_true(
        says("change", 0, wording_change(arena, &comparison, false), "more than 1000 times"));
    comparison.ratio_low = 11;
    assert_true(says("wide", 0, wording_headline(arena, &comparison),
                     "ashift 12 is more than 1000 times as fast as 9 (most likely between +1000 % "
                     "and more than 1000 times)"));
    assert_true(says("change", 2, wording_change(arena, &comparison, false),
                     "more than 1000 times (+1000 % to more than 1000 times)"));
    comparison.state = STATE_INCONCLUSIVE;
    comparison.reason = REASON_INTERVAL_TOO_WIDE;
    comparison.metric = &metrics[1];
    comparison.ratio = 0.9;
    comparison.ratio_low = 0.7;
    comparison.ratio_high = 5e6;
    assert_true(says("open", 0, wording_headline(arena, &comparison),
                     "cannot tell: ashift 12's mean latency measured 10.0 % lower than 9's, but "
                     "the truth may lie between 30.0 % lower and more than 1000 times as high"));
    comparison.ratio_low = 2e-6;
    comparison.ratio_high = 0.95;
    assert_true(says("open", 1, wording_headline(arena, &comparison),
                     "cannot tell: ashift 12's mean latency measured 10.0 % lower than 9's, but "
                     "the truth may lie between 5.0 % and 99.9998 % lower"));
    assert_true(
        says("change", 3, wording_change(arena, &comparison, false), "-10.0 % (-99.9998 to -5.0)"));
    comparison.state = STATE_BETTER;
    comparison.ratio = 3e-6;
    comparison.ratio_low = 2e-6;
    comparison.ratio_high = 5e-6;
    assert_true(says("lower", 0, wording_headline(arena, &comparison),
                     "ashift 12's mean latency is less than 1/1000 of 9's"));
    assert_true(says("change", 1, wording_change(arena, &comparison, false), "less than 1/1000"));
    comparison.metric = &metrics[0];
    comparison.state = STATE_WORSE;
    assert_true(says("slower", 0, wording_headline(arena, &comparison),
                     "ashift 9 is more than 1000 times as fast as 12"));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_state),
        cmocka_unit_test(missing_side),
        cmocka_unit_test(among_several),
        cmocka_unit_test(in_blocks),
        cmocka_unit_test(drifted),
        cmocka_unit_test(over_several_tests),
        cmocka_unit_test(titles_stay_short),
        cmocka_unit_test(nothing_to_say),
        cmocka_unit_test(figures),
        cmocka_unit_test(names),
        cmocka_unit_test(a_change_and_its_interval_agree),
        cmocka_unit_test(beyond_a_thousand_times_is_said_once),
        cmocka_unit_test(minus_signs),
        cmocka_unit_test(an_end_near_no_change_shows_its_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
