/* Every row of verdicts.csv and overall_cases.csv through the whole analysis. */

#include "testing.h"

#include "csv_rows.h"
#include "made_results.h"

#include "analyze/verdict.h"

#include <string.h>

enum {
    DATASET,
    COMPARISON,
    BETTER_IS,
    DESIGN,
    MARGIN,
    ALPHA,
    FAMILY,
    STATE,
    REASON,
    RATIO,
    RATIO_LOW,
    RATIO_HIGH,
    P,
    P_HOLM,
    N_DETECT,
    N_OBSERVED,
    N_EQUIVALENT,
};

struct tables {
    struct arena *arena;
    struct csv_rows verdicts, seed, synthetic, positions;
};

static struct tables read_tables(void)
{
    struct arena *arena = arena_create();
    return (struct tables){
        arena,
        read_rows(arena, FIXTURES "/reference/verdicts.csv"),
        read_rows(arena, FIXTURES "/reference/seed1_data.csv"),
        read_rows(arena, FIXTURES "/reference/synthetic_data.csv"),
        read_rows(arena, FIXTURES "/reference/synthetic.csv"),
    };
}

/* The position that the table gives run `number` of a group; 0 when it gives none. */
static unsigned position_of(const struct tables *tables, struct text dataset, struct text group,
                            unsigned number)
{
    char name[60];
    snprintf(name, sizeof name, "order.%.*s.%u", (int)group.size, group.data, number);
    for (size_t i = 0; i < tables->positions.rows; i++)
        if (text_equal(field_at(&tables->positions, i, 0), dataset) &&
            text_is(field_at(&tables->positions, i, 1), name))
            return (unsigned)number_at(&tables->positions, i, 2);
    return 0;
}

/* Levels are written so that the one the table calls baseline sorts first. */
static const char *level_name(struct text group)
{
    static const char *const names[][2] = {
        {"ashift12", "x=13"}, {"ashift13", "x=12"}, {"cand", "x=2"}, {"base", "x=1"},
        {"L9", "x=9"},        {"L12", "x=12"},      {"L13", "x=13"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is(group, names[i][0]))
            return names[i][1];
    fail_msg("unknown group %.*s", (int)group.size, group.data);
    return NULL;
}

static void add_dataset(struct results *results, const struct tables *tables,
                        const struct csv_rows *data, struct text dataset, bool lower,
                        bool with_order)
{
    for (size_t i = 0; i < data->rows; i++) {
        if (!text_equal(field_at(data, i, 0), dataset))
            continue;
        struct text group = field_at(data, i, 1);
        unsigned number = (unsigned)number_at(data, i, 2);
        unsigned position = with_order ? position_of(tables, dataset, group, number) : 0;
        add_made_run(results, (struct made_run){.config = level_name(group),
                                                .workload = text_string(tables->arena, dataset),
                                                .value = number_at(data, i, 3),
                                                .iteration = number,
                                                .position = position,
                                                .metric = lower ? "clat_mean" : "bw"});
    }
}

/* The results that one row speaks of: its data set, and for the first seed all three tests. */
static struct results *results_of(const struct tables *tables, size_t row)
{
    const struct csv_rows *verdicts = &tables->verdicts;
    struct text dataset = field_at(verdicts, row, DATASET),
                design = field_at(verdicts, row, DESIGN);
    bool lower = text_is(field_at(verdicts, row, BETTER_IS), "lower");
    bool with_order = text_is(design, "sequential");
    struct results *results = results_create();
    if (!text_starts_with(dataset, "seed1")) {
        add_dataset(results, tables, &tables->synthetic, dataset, lower, with_order);
        return results;
    }
    static const char *const tests[] = {"seed1_t1", "seed1_t2", "seed1_t3"};
    for (size_t i = 0; i < 3; i++)
        add_dataset(results, tables, &tables->seed, text_of(tests[i]), lower, with_order);
    return results;
}

static const struct comparison *find_comparison(const struct analysis *analysis,
                                                struct text dataset, struct text pair)
{
    size_t slash = text_find(pair, "/", 0);
    const char *candidate = level_name(text_slice(pair, 0, slash)) + 2;
    const char *baseline = level_name(text_slice(pair, slash + 1, pair.size)) + 2;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (text_equal(comparison->workload, dataset) &&
            text_is(comparison->candidate_level, candidate) &&
            text_is(comparison->baseline_level, baseline))
            return comparison;
    }
    return NULL;
}

static bool matches(const char *what, double found, double expected, double rel)
{
    if (is_close(found, expected, rel))
        return true;
    print_error("  %s: found %.17g, expected %.17g\n", what, found, expected);
    return false;
}

static bool row_fits(const struct csv_rows *table, size_t row, const struct comparison *found)
{
    double log_scale =
        text_find(field_at(table, row, DATASET), "hugeoffset", 0) < field_at(table, row, 0).size
            ? 1e-6
            : 1e-9;
    double p = number_at(table, row, P);
    bool tested = !isnan(p);
    bool fits = text_is(field_at(table, row, STATE), state_name(found->state)) &&
                text_is(field_at(table, row, REASON), reason_name(found->reason));
    if (!fits)
        print_error("  %s %s\n", state_name(found->state), reason_name(found->reason));
    fits &= matches("ratio", found->ratio, number_at(table, row, RATIO), 1e-9);
    fits &= matches("low", found->ratio_low, number_at(table, row, RATIO_LOW), 1e-9);
    fits &= matches("high", found->ratio_high, number_at(table, row, RATIO_HIGH), 1e-9);
    fits &= matches("p", found->p, p, log_scale);
    fits &= matches("p_adjusted", found->p_adjusted, number_at(table, row, P_HOLM), log_scale);
    fits &= matches("n_detect_margin", found->n_detect_margin, number_at(table, row, N_DETECT), 0);
    fits &= matches("n_detect_observed", found->n_detect_observed,
                    number_at(table, row, N_OBSERVED), 0);
    fits &=
        matches("n_equiv_margin", found->n_equiv_margin, number_at(table, row, N_EQUIVALENT), 0);
    double family = tested ? number_at(table, row, FAMILY) : 0;
    fits &= matches("family_size", (double)found->family_size, family, 0);
    fits &= found->paired == text_is(field_at(table, row, DESIGN), "paired");
    fits &= found->primary;
    return fits;
}

static void verdict_table(void **state)
{
    (void)state;
    struct tables tables = read_tables();
    size_t wrong = 0;
    assert_int_equal(tables.verdicts.rows, 27);
    for (size_t row = 0; row < tables.verdicts.rows; row++) {
        struct text design = field_at(&tables.verdicts, row, DESIGN);
        struct results *results = results_of(&tables, row);
        struct analysis_options options = analysis_defaults();
        struct failure failure = {.kind = FAILURE_NONE};
        options.margin = number_at(&tables.verdicts, row, MARGIN) / 100;
        options.alpha = number_at(&tables.verdicts, row, ALPHA);
        if (text_is(design, "paired"))
            options.pairing = PAIRING_RUN;
        if (text_is(design, "unpaired_vs_baseline"))
            options.baseline = text_of("9");
        struct analysis *analysis = analysis_create(results, &options, &failure);
        assert_non_null(analysis);
        const struct comparison *found =
            find_comparison(analysis, field_at(&tables.verdicts, row, DATASET),
                            field_at(&tables.verdicts, row, COMPARISON));
        assert_non_null(found);
        if (!row_fits(&tables.verdicts, row, found)) {
            struct text dataset = field_at(&tables.verdicts, row, DATASET);
            print_error("row %zu, %.*s %.*s\n", row + 2, (int)dataset.size, dataset.data,
                        (int)design.size, design.data);
            wrong++;
        }
        analysis_free(analysis);
        results_free(results);
    }
    arena_free(tables.arena);
    assert_int_equal(wrong, 0);
}

/* The drift of the interleaved data set must not stop it: its runs are paired by themselves once
   their order is known. */
static void interleaved_runs_are_paired(void **state)
{
    (void)state;
    struct tables tables = read_tables();
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    struct failure failure = {.kind = FAILURE_NONE};
    add_dataset(results, &tables, &tables.synthetic, text_of("syn_interleaved_drift_n6"), false,
                true);
    struct analysis *analysis = analysis_create(results, &options, &failure);
    assert_non_null(analysis);
    assert_int_equal(analysis->comparison_count, 1);
    const struct comparison *found = &analysis->comparisons[0];
    assert_true(found->paired && found->interleaved && found->order_known);
    assert_int_equal(found->state, STATE_BETTER);
    assert_true(is_close(found->p, 0.012423625431376, 1e-9));
    assert_true(is_close(found->slope_per_run, -0.0107435065311028, 1e-9));
    analysis_free(analysis);
    results_free(results);
    arena_free(tables.arena);
}

static void average_over_tests(void **state)
{
    (void)state;
    struct tables tables = read_tables();
    struct results *results = results_of(&tables, 0);
    struct analysis_options options = analysis_defaults();
    struct failure failure = {.kind = FAILURE_NONE};
    struct analysis *analysis = analysis_create(results, &options, &failure);
    assert_non_null(analysis);
    assert_int_equal(analysis->overall_count, 1);
    const struct overall *overall = &analysis->overalls[0];
    assert_int_equal(overall->state, STATE_INCONCLUSIVE);
    assert_int_equal(overall->total, 3);
    assert_int_equal(overall->counts[STATE_INCONCLUSIVE], 3);
    assert_true(is_close(overall->ratio, 1.15414328934218, 1e-9));
    assert_true(is_close(overall->ratio_low, 0.804869358750032, 1e-9));
    assert_true(is_close(overall->ratio_high, 1.65498502067746, 1e-9));
    analysis_free(analysis);
    results_free(results);
    arena_free(tables.arena);
}

static enum state state_of(struct text name)
{
    for (int state = 0; state < STATE_COUNT; state++)
        if (text_is(name, state_name((enum state)state)))
            return (enum state)state;
    fail_msg("unknown state %.*s", (int)name.size, name.data);
    return STATE_COUNT;
}

static void overall_table(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct csv_rows table = read_rows(arena, FIXTURES "/reference/overall_cases.csv");
    assert_int_equal(table.rows, 15);
    for (size_t row = 0; row < table.rows; row++) {
        size_t counts[STATE_COUNT] = {0};
        struct text rest = field_at(&table, row, 1), name;
        while (text_next_piece(&rest, ';', &name))
            counts[state_of(name)]++;
        const char *found = state_name(verdict_combine(counts));
        if (!text_is(field_at(&table, row, 2), found))
            print_error("%.*s: %s\n", (int)field_at(&table, row, 0).size,
                        field_at(&table, row, 0).data, found);
        assert_true(text_is(field_at(&table, row, 2), found));
    }
    arena_free(arena);
}

/* Boundaries are strict, and each row of the table wins over those behind it. */
static void decision_rows(void **state)
{
    (void)state;
    const double m = log1p(0.05);
    static const double far = 1;
    const struct {
        double low, high, p;
        bool drifted;
        enum state state;
        enum reason reason;
    } cases[] = {
        {-m / 2, m / 2, 1, false, STATE_EQUIVALENT, REASON_NONE},
        {-m, m / 2, 1, false, STATE_INCONCLUSIVE, REASON_INTERVAL_TOO_WIDE},
        {-m / 2, m, 1, false, STATE_INCONCLUSIVE, REASON_INTERVAL_TOO_WIDE},
        {m / 4, m / 2, 0.001, false, STATE_EQUIVALENT, REASON_SMALL_BUT_REAL},
        {-m / 2, -m / 4, 0.001, false, STATE_EQUIVALENT, REASON_SMALL_BUT_REAL},
        {-m / 2, -m / 4, 0.2, false, STATE_EQUIVALENT, REASON_SMALL_BUT_REAL},
        {0, m / 2, 0.05, false, STATE_EQUIVALENT, REASON_NONE},
        {0, far, 0.05, false, STATE_INCONCLUSIVE, REASON_INTERVAL_TOO_WIDE},
        {0.001, far, 0.05, false, STATE_BETTER, REASON_NONE},
        {0.001, far, 0.0500001, false, STATE_INCONCLUSIVE, REASON_NOT_AFTER_MULTIPLICITY},
        {-far, -0.001, 0.05, false, STATE_WORSE, REASON_NONE},
        {-far, -0.001, 0.06, false, STATE_INCONCLUSIVE, REASON_NOT_AFTER_MULTIPLICITY},
        {-far, far, 0.5, false, STATE_INCONCLUSIVE, REASON_INTERVAL_TOO_WIDE},
        {0.001, far, 0.01, true, STATE_INCONCLUSIVE, REASON_DRIFT_CONFOUNDED},
        {-far, -0.001, 0.01, true, STATE_INCONCLUSIVE, REASON_DRIFT_CONFOUNDED},
        {-m / 2, m / 2, 1, true, STATE_INCONCLUSIVE, REASON_DRIFT_CONFOUNDED},
        {0.001, far, 0.06, true, STATE_INCONCLUSIVE, REASON_NOT_AFTER_MULTIPLICITY},
        {-far, far, 0.5, true, STATE_INCONCLUSIVE, REASON_INTERVAL_TOO_WIDE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum reason reason;
        enum state found = verdict_decide(cases[i].low, cases[i].high, cases[i].p, 0.05, 0.05,
                                          cases[i].drifted, &reason);
        if (found != cases[i].state || reason != cases[i].reason)
            print_error("case %zu: %s %s\n", i, state_name(found), reason_name(reason));
        assert_int_equal(found, cases[i].state);
        assert_int_equal(reason, cases[i].reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdict_table),      cmocka_unit_test(interleaved_runs_are_paired),
        cmocka_unit_test(average_over_tests), cmocka_unit_test(overall_table),
        cmocka_unit_test(decision_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
