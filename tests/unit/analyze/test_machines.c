/* Factors that are no settings: other machines, and one setting under two labels. */

#include "testing.h"

#include "made_results.h"

#include "analyze/wording.h"

static struct analysis *analyze_two(struct results *results, const char *first_config,
                                    const char *first, const char *second_config,
                                    const char *second)
{
    struct analysis_options options = analysis_defaults();
    add_series(results, (struct made_run){.config = first_config, .workload = "w"}, first);
    add_series(results, (struct made_run){.config = second_config, .workload = "w"}, second);
    return analyze(results, &options);
}

static bool warned(const struct analysis *analysis, enum warning_code code)
{
    for (size_t i = 0; i < analysis->warning_count; i++)
        if (analysis->warnings[i].code == code)
            return true;
    return false;
}

/* Never BETTER or WORSE, in either direction, and always said. */
static void machines_get_no_verdict(void **state)
{
    (void)state;
    static const char *const runs[][2] = {
        {"100 101 102 103 104", "200 201 202 203 204"},
        {"200 201 202 203 204", "100 101 102 103 104"},
        {"100 101 102 103 104", "100 101 102 103 104"},
        {"100 150 70 103 104", "100 190 60 103 104"},
        {"100", "200"},
    };
    static const enum state states[] = {STATE_INCONCLUSIVE, STATE_INCONCLUSIVE, STATE_EQUIVALENT,
                                        STATE_INCONCLUSIVE, STATE_INSUFFICIENT};
    for (size_t i = 0; i < 5; i++) {
        struct results *results = results_create();
        struct analysis *analysis =
            analyze_two(results, "source=own", runs[i][0], "source=posted", runs[i][1]);
        const struct comparison *found = &analysis->comparisons[0];
        assert_int_equal(found->state, states[i]);
        assert_int_equal(found->reason == REASON_DIFFERENT_MACHINES, i < 2);
        struct text overall = wording_overall(analysis->arena, analysis, &analysis->overalls[0]);
        assert_true(text_starts_with(overall, "Different machines."));
        assert_true(warned(analysis, WARNING_DIFFERENT_MACHINES));
        assert_false(warned(analysis, WARNING_RANK_DISAGREES));
        analysis_free(analysis);
        results_free(results);
    }
}

static void noise_floor(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second, *words;
    } cases[] = {
        {"100", "104",
         "Noise floor: too few runs; one setting under two labels measured up to 4.0 % "
         "apart."},
        {"100 101 102 103 104", "130 131 132 133 134",
         "Beware: one setting under two labels is told apart in 1 of 1 test (measured up to 29.4 % "
         "apart): something else than the setting changes speed here."},
    };
    for (size_t i = 0; i < 2; i++) {
        struct results *results = results_create();
        struct analysis *analysis =
            analyze_two(results, "aa=a", cases[i].first, "aa=b", cases[i].second);
        struct text found = wording_overall(analysis->arena, analysis, &analysis->overalls[0]);
        assert_string_equal(found.data, cases[i].words);
        analysis_free(analysis);
        results_free(results);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_get_no_verdict),
        cmocka_unit_test(noise_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
