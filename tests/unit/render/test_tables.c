/* CSV tables. */
#include "testing.h"

#include "render/comparison_csv.h"
#include "render/csv_fields.h"
#include "render/example_results.h"
#include "render/observation_csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct text one_field(struct arena *arena, const char *string)
{
    struct text_builder *out = arena_take(arena, sizeof *out);
    out->arena = arena;
    struct csv_fields fields = {.out = out};
    csv_text(&fields, text_of(string));
    return text_built(out);
}

static void fields_are_quoted_and_disarmed(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"plain", "plain"},
        {"a,b", "\"a,b\""},
        {"say \"hi\"", "\"say \"\"hi\"\"\""},
        {"two\nlines", "\"two\nlines\""},
        {" edge", "\" edge\""},
        {"", ""},
        {"=1+1", "'=1+1"},
        {"+cmd|x", "'+cmd|x"},
        {"-x", "'-x"},
        {"@sum", "'@sum"},
        {"\tx", "\"'\tx\""},
        {"-3.5", "-3.5"},
        {"+7", "+7"},
        {"'=x", "''=x"},
        {"'quoted'", "'quoted'"},
        {"=\"a\"", "\"'=\"\"a\"\"\""},
    };
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_string_equal(one_field(arena, table[i][0]).data, table[i][1]);
    arena_free(arena);
}

static void a_figure_that_is_no_number_leaves_its_field_empty(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct text_builder out = {.arena = arena};
    struct csv_fields fields = {.out = &out};
    csv_double(&fields, 1.5);
    csv_double(&fields, NAN);
    csv_double(&fields, INFINITY);
    csv_double(&fields, -INFINITY);
    csv_double(&fields, 2);
    assert_string_equal(text_built(&out).data, "1.5,,,,2");
    arena_free(arena);
}

static struct text line_at(struct text table, size_t number)
{
    struct text line = {NULL, 0};
    for (size_t i = 0; i <= number; i++)
        if (!text_next_line(&table, &line))
            return (struct text){NULL, 0};
    return line;
}

static void observations_have_all_columns(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_seed1_results();
    struct run *run = example_run(results, "ashift=9", "a, \"b\"", 7);
    run->block = 2;
    run->position = 14;
    run->session = text_of("boot 3");
    run->started_at = INT64_C(1700000000123456789);
    run->options = settings_parse(results->settings, text_of("rw=randwrite;bs=4096"));
    run->tool = text_of("fio");
    run->tool_version = text_of("3.33");
    run->fault = text_of("killed");
    example_value(results, run, "clat_p99", DIRECTION_READ, 0.1 + 0.2);
    results->observations[24].job = text_of("job1");
    struct text csv = observation_csv(arena, results);
    assert_true(text_is(line_at(csv, 0),
                        "config,workload,direction,metric,value,unit,iteration,statistic,job,"
                        "written,source,line,block,position,session,started,options,tool,"
                        "tool_version,fault"));
    assert_true(text_is(line_at(csv, 2), "ashift=12,Test 1,write,bw,92600000,B/s,2,run,,9.26e+07,"
                                         "blog.txt,2,,,,,,,,"));
    assert_true(text_is(line_at(csv, 25),
                        "ashift=9,\"a, \"\"b\"\"\",read,clat_p99,0.30000000000000004,ns,7,run,job1,"
                        "0.3,blog.txt,25,2,14,boot 3,1700000000123456789,"
                        "\"bs=4096;rw=randwrite\",fio,3.33,killed"));
    assert_true(line_at(csv, 26).data == NULL);
    results_free(results);
    arena_free(arena);
}

static double number_in(struct text line, size_t column)
{
    struct text field = {NULL, 0};
    for (size_t i = 0; i <= column; i++)
        assert_true(text_next_piece(&line, ',', &field));
    char digits[64] = "";
    assert_true(field.size < sizeof digits);
    if (field.size == 0)
        return NAN;
    memcpy(digits, field.data, field.size);
    return strtod(digits, NULL);
}

static void assert_close(double got, double wanted)
{
    if (!(fabs(got - wanted) <= 1e-9 * fabs(wanted) + 1e-12))
        fail_msg("%.17g is not %.17g", got, wanted);
}

/* R's values for the first seed, candidate 12 against baseline 13. */
static void comparisons_are_the_reference(void **state)
{
    (void)state;
    static const struct {
        double ratio, low, high, p, detect, observed, equivalent;
    } table[] = {
        {1.142544247727, 0.621530655797441, 2.10031049287374, 0.605701304520219, 784, 106, 1049},
        {1.22900199337041, 0.446765690759288, 3.38084577878263, 0.632234512687884, 2196, 124, 2940},
        {1.09484736332468, 0.854922919551678, 1.40210388745642, 0.404023766593537, 136, 40, 181},
    };
    struct arena *arena = arena_create();
    struct failure failure = {0};
    struct results *results = example_seed1_results();
    struct analysis_options options = analysis_defaults();
    options.baseline = text_of("13");
    struct analysis *analysis = analysis_create(results, &options, &failure);
    assert_non_null(analysis);
    struct text csv = comparison_csv(arena, analysis);
    assert_true(text_is(line_at(csv, 0),
                        "workload,direction,metric,stratum,factor,baseline,candidate,n_baseline,"
                        "n_candidate,design,family_size,state,reason,ratio,ratio_low,ratio_high,p,"
                        "p_adjusted,n_detect_margin,n_detect_observed,n_equiv_margin,primary"));
    for (size_t i = 0; i < 3; i++) {
        struct text line = line_at(csv, i + 1);
        struct text start = text_format(
            arena, "Test %zu,write,bw,,ashift,13,12,4,4,unpaired,3,INCONCLUSIVE,interval_too_wide,",
            i + 1);
        assert_true(text_starts_with(line, start.data));
        assert_true(text_ends_with(line, ",yes"));
        assert_close(number_in(line, 13), table[i].ratio);
        assert_close(number_in(line, 14), table[i].low);
        assert_close(number_in(line, 15), table[i].high);
        assert_close(number_in(line, 16), table[i].p);
        assert_float_equal(number_in(line, 18), table[i].detect, 0);
        assert_float_equal(number_in(line, 19), table[i].observed, 0);
        assert_float_equal(number_in(line, 20), table[i].equivalent, 0);
    }
    assert_true(line_at(csv, 4).data == NULL);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void cells_are_the_reference(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct failure failure = {0};
    struct results *results = example_seed1_results();
    struct analysis_options options = analysis_defaults();
    struct analysis *analysis = analysis_create(results, &options, &failure);
    assert_non_null(analysis);
    struct text csv = cell_csv(arena, analysis), line;
    assert_true(text_is(line_at(csv, 0),
                        "config,workload,direction,metric,unit,n,mean,sd,cv,median,"
                        "min,max,ci_low,ci_high,gmean"));
    size_t found = 0;
    while (text_next_line(&csv, &line)) {
        if (!text_starts_with(line, "ashift=12,Test 1,write,bw,B/s,4,"))
            continue;
        found++;
        assert_close(number_in(line, 6), 145.4e6);
        assert_close(number_in(line, 7), 36.7655635978379e6);
        assert_close(number_in(line, 8), 0.252858071511953);
        assert_close(number_in(line, 9), 156.5e6);
        assert_close(number_in(line, 12), 86.8977839831937e6);
        assert_close(number_in(line, 13), 203.902216016806e6);
        assert_close(number_in(line, 14), 141.286487873873e6);
    }
    assert_int_equal(found, 1);
    struct text runs = run_csv(arena, analysis);
    size_t lines = 0;
    while (text_next_line(&runs, &line))
        lines++;
    assert_int_equal(lines, 25);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void what_was_not_computed_is_empty(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct failure failure = {0};
    struct results *results = results_create();
    example_value(results, example_run(results, "ashift=12", "w", 1), "bw", DIRECTION_WRITE, 2e6);
    example_value(results, example_run(results, "ashift=13", "w", 1), "bw", DIRECTION_WRITE, 1e6);
    struct analysis_options options = analysis_defaults();
    struct analysis *analysis = analysis_create(results, &options, &failure);
    assert_non_null(analysis);
    assert_true(
        text_is(line_at(comparison_csv(arena, analysis), 1),
                "w,write,bw,,ashift,12,13,1,1,unpaired,,INSUFFICIENT,too_few_runs,0.5,,,,,,,"
                ",yes"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_quoted_and_disarmed),
        cmocka_unit_test(a_figure_that_is_no_number_leaves_its_field_empty),
        cmocka_unit_test(observations_have_all_columns),
        cmocka_unit_test(comparisons_are_the_reference),
        cmocka_unit_test(cells_are_the_reference),
        cmocka_unit_test(what_was_not_computed_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
