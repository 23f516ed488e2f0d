/* Runs of one installation are not repeats of the installation. */

#include "testing.h"

#include "made_results.h"

#include "analyze/wording.h"

#include <math.h>
#include <stdio.h>

/* `sessions` sessions of each level with `runs` runs; values are `values[session] * (1 + 0.01
 * run)`. */
static void add_level(struct results *results, const char *config, const char *prefix,
                      const double *values, unsigned sessions, unsigned runs, unsigned *position)
{
    for (unsigned session = 0; session < sessions; session++)
        for (unsigned run = 0; run < runs; run++) {
            char *name = arena_take(results->arena, 16);
            snprintf(name, 16, "%s%u", prefix, session);
            add_made_run(results, (struct made_run){.config = config,
                                                    .workload = "w",
                                                    .value = values[session] * (1 + 0.01 * run),
                                                    .iteration = session * runs + run + 1,
                                                    .position = ++*position,
                                                    .session = name});
        }
}

static bool warned(const struct analysis *analysis, enum warning_code code)
{
    for (size_t i = 0; i < analysis->warning_count; i++)
        if (analysis->warnings[i].code == code)
            return true;
    return false;
}

/* Three reinstallations of each level, five runs in each: three repeats, not fifteen. By hand, with
   ln values of the sessions 0.1, 0.2, 0.3 against 0, 0.1, 0.2 (a factor common to all runs of a
   session falls out): d = 0.1, variances 0.01, se = sqrt(0.02/3), t = 1.2247, df = 4. */
static void repeats_are_sessions(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    const double low[] = {1e8, 1e8 * 1.1051709180756477, 1e8 * 1.2214027581601699};
    const double high[] = {1e8 * 1.1051709180756477, 1e8 * 1.2214027581601699,
                           1e8 * 1.3498588075760032};
    unsigned position = 0;
    add_level(results, "x=1", "a", low, 3, 5, &position);
    add_level(results, "x=2", "b", high, 3, 5, &position);
    struct analysis *analysis = analyze(results, &options);
    const struct comparison *found = &analysis->comparisons[0];
    assert_true(found->by_session);
    assert_false(found->paired);
    assert_int_equal(found->n_baseline, 3);
    assert_int_equal(found->n_candidate, 3);
    assert_true(fabs(found->log_ratio - 0.1) < 1e-12);
    assert_true(fabs(found->se - sqrt(0.02 / 3)) < 1e-12);
    assert_true(fabs(found->df - 4) < 1e-9);
    assert_true(fabs(found->t - 0.1 / sqrt(0.02 / 3)) < 1e-9);
    assert_int_equal(found->state, STATE_INCONCLUSIVE);
    assert_false(warned(analysis, WARNING_ONE_SESSION));
    assert_true(warned(analysis, WARNING_FEW_RUNS));
    struct text evidence = wording_evidence(analysis->arena, found);
    if (!text_starts_with(evidence, "Sessions of one setting scatter by 10 % (1) and 10 % (2), 3 "
                                    "sessions each; about "))
        fail_msg("%s", evidence.data);
    analysis_free(analysis);
    results_free(results);
}

/* Two sessions: the runs are the repeats, and it is said. */
static void too_few_sessions(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    const double values[] = {100, 101};
    unsigned position = 0;
    add_level(results, "x=1", "a", values, 2, 5, &position);
    add_level(results, "x=2", "b", values, 2, 5, &position);
    struct analysis *analysis = analyze(results, &options);
    assert_false(analysis->comparisons[0].by_session);
    assert_int_equal(analysis->comparisons[0].n_baseline, 10);
    assert_true(warned(analysis, WARNING_ONE_SESSION));
    analysis_free(analysis);
    results_free(results);
}

/* One session a run (every run on a new pool) is what runs are anyway. */
static void sessions_of_one_run(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    const double values[] = {100, 101, 102, 103};
    unsigned position = 0;
    add_level(results, "x=1", "a", values, 4, 1, &position);
    add_level(results, "x=2", "b", values, 4, 1, &position);
    struct analysis *analysis = analyze(results, &options);
    assert_false(analysis->comparisons[0].by_session);
    assert_int_equal(analysis->comparisons[0].n_baseline, 4);
    analysis_free(analysis);
    results_free(results);
}

/* Both levels in each boot, turn by turn: sessions are the pairs. Boots differ by far more than the
   levels, which differ by 2, 3 and 4 %. */
static void sessions_in_pairs(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    const double boots[] = {100, 200, 300, 150}, gains[] = {1.02, 1.03, 1.04, 1.03};
    unsigned position = 0;
    for (unsigned boot = 0; boot < 4; boot++)
        for (unsigned turn = 0; turn < 4; turn++)
            for (unsigned level = 0; level < 2; level++) {
                static const char *const names[] = {"mon", "tue", "wed", "thu"};
                add_made_run(results,
                             (struct made_run){.config = level ? "x=2" : "x=1",
                                               .workload = "w",
                                               .value = boots[boot] * (level ? gains[boot] : 1) *
                                                        (1 + 0.001 * turn),
                                               .position = ++position,
                                               .session = names[boot]});
            }
    struct analysis *analysis = analyze(results, &options);
    const struct comparison *found = &analysis->comparisons[0];
    double mean = 0, squares = 0;
    for (unsigned i = 0; i < 4; i++)
        mean += log(gains[i]) / 4;
    for (unsigned i = 0; i < 4; i++)
        squares += (log(gains[i]) - mean) * (log(gains[i]) - mean);
    assert_true(found->by_session && found->paired);
    assert_int_equal(found->n_candidate, 4);
    assert_true(fabs(found->log_ratio - mean) < 1e-12);
    assert_true(fabs(found->se - sqrt(squares / 3 / 4)) < 1e-12);
    assert_true(found->df == 3);
    options.pairing = PAIRING_NONE;
    struct analysis *apart = analyze(results, &options);
    assert_true(apart->comparisons[0].by_session && !apart->comparisons[0].paired);
    analysis_free(apart);
    analysis_free(analysis);
    results_free(results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeats_are_sessions),
        cmocka_unit_test(too_few_sessions),
        cmocka_unit_test(sessions_of_one_run),
        cmocka_unit_test(sessions_in_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
