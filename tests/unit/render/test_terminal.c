#include "testing.h"

#include "render/example_results.h"
#include "render/golden.h"
#include "render/line.h"
#include "render/terminal.h"

static struct text report(struct arena *arena, struct results *results, const char *baseline,
                          const struct terminal_options *options)
{
    struct failure failure = {0};
    struct analysis_options wanted = analysis_defaults();
    wanted.baseline = text_of(baseline);
    struct analysis *analysis = analysis_create(results, &wanted, &failure);
    assert_non_null(analysis);
    struct text text = terminal_report(arena, analysis, options);
    analysis_free(analysis);
    return text;
}

static void the_first_seed_is_as_kept(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_seed1_results();
    struct terminal_options options = {.utf8 = true, .columns = 100};
    assert_true(
        golden_matches(arena, "terminal-seed1.txt", report(arena, results, "13", &options)));
    results_free(results);
    arena_free(arena);
}

static void three_levels_in_80_columns_are_as_kept(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    struct terminal_options options = {.utf8 = true, .columns = 80};
    assert_true(golden_matches(arena, "terminal-levels.txt", report(arena, results, "", &options)));
    results_free(results);
    arena_free(arena);
}

static void no_line_is_wider_than_the_page(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    for (unsigned columns = 60; columns <= 100; columns += 5) {
        struct terminal_options options = {.utf8 = true, .columns = columns};
        struct text rest = report(arena, results, "", &options), line;
        while (text_next_line(&rest, &line))
            if (line_columns(line) > columns)
                fail_msg("%zu columns of %u: %.*s", line_columns(line), columns, (int)line.size,
                         line.data);
    }
    results_free(results);
    arena_free(arena);
}

static void the_verdict_comes_first(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_seed1_results();
    struct terminal_options options = {.utf8 = true};
    struct text rest = report(arena, results, "13", &options), line;
    assert_true(text_next_line(&rest, &line));
    assert_true(text_starts_with_ignoring_case(line, "cannot tell"));
    results_free(results);
    arena_free(arena);
}

static void ascii_is_ascii_and_plain_is_plain(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    struct terminal_options options = {.utf8 = false};
    struct text text = report(arena, results, "", &options);
    for (size_t i = 0; i < text.size; i++)
        assert_true((text.data[i] >= ' ' && text.data[i] < 127) || text.data[i] == '\n');
    options = (struct terminal_options){.utf8 = true, .colour = true};
    text = report(arena, results, "", &options);
    assert_true(text_find(text, "\x1b[1m", 0) < text.size);
    results_free(results);
    arena_free(arena);
}

static void one_setting_has_no_verdict_and_no_crash(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = results_create();
    for (unsigned i = 1; i <= 3; i++)
        example_value(results, example_run(results, "ashift=12", "w", i), "bw", DIRECTION_WRITE,
                      1e6 * i);
    struct terminal_options options = {.utf8 = true};
    struct text text = report(arena, results, "", &options);
    assert_true(text_find(text, "n = 3", 0) < text.size);
    results_free(results);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_seed_is_as_kept),
        cmocka_unit_test(three_levels_in_80_columns_are_as_kept),
        cmocka_unit_test(no_line_is_wider_than_the_page),
        cmocka_unit_test(the_verdict_comes_first),
        cmocka_unit_test(ascii_is_ascii_and_plain_is_plain),
        cmocka_unit_test(one_setting_has_no_verdict_and_no_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
