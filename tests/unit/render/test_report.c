#include "testing.h"

#include "render/document_bbcode.h"
#include "render/document_html.h"
#include "render/document_markdown.h"
#include "render/example_results.h"
#include "render/golden.h"
#include "render/paint_svg.h"
#include "render/report.h"
#include "render/snippet.h"

#include <sys/stat.h>
#include <unistd.h>

static struct analysis *analyse(struct results *results)
{
    struct failure failure = {0};
    struct analysis_options options = analysis_defaults();
    struct analysis *analysis = analysis_create(results, &options, &failure);
    assert_non_null(analysis);
    return analysis;
}

static bool holds(struct text text, const char *part)
{
    return text_find(text, part, 0) < text.size;
}

static void a_report_has_its_parts_in_order(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "# ",
        "\n\n**",
        "says nothing about a drive's sectors",
        "](interval.png)",
        "Too low usually costs more than too high",
        "## Results",
        "### Bandwidth in MB/s",
        "](runs.png)",
        "](order.png)",
        "## Conditions of the test",
        "| where | file:4G |",
        "## How far to trust this",
        "fio ended with signal 9",
        "archive/runs/7.json, line 3",
        "## Credibility notes",
        "C24 (write1m-1job (ashift=9)): the run is not usable: fio ended with signal 9. Repeat the",
        "Cannot be told, since a fact or figure is missing: C",
        "Clean, or nothing here that they apply to: C",
        "## Method",
        "## Sources",
        "`aaaaaaaa",
        "photo.png | not read: is no text",
        "Made by ashiftstat ",
    };
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    struct analysis *analysis = analyse(results);
    struct figure_set figures = figures_of(arena, analysis);
    struct text report = report_markdown(arena, analysis, &figures);
    size_t at = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        at = text_find(report, parts[i], at);
        if (at == report.size)
            fail_msg("\"%s\" is missing or too early", parts[i]);
    }
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void hostile_names_stay_text(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    struct analysis *analysis = analyse(results);
    struct text report = report_markdown(arena, analysis, NULL);
    assert_false(holds(report, "<script"));
    assert_false(holds(report, "[l](http"));
    assert_false(holds(report, "http://"));
    assert_false(holds(report, " www.x"));
    assert_false(holds(report, "\n# h"));
    assert_false(holds(report, "](interval.png)"));
    assert_true(holds(report, "Linux 6.1 \\| x86"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* Every row of a table has as many cells as its header. */
static void tables_are_whole(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    struct analysis *analysis = analyse(results);
    struct text rest = report_markdown(arena, analysis, NULL), line;
    size_t wanted = 0, rows = 0;
    while (text_next_line(&rest, &line)) {
        size_t borders = 0;
        for (size_t i = 0; i < line.size; i++)
            borders += line.data[i] == '|' && (i == 0 || line.data[i - 1] != '\\');
        if (!text_starts_with(line, "|")) {
            wanted = 0;
            continue;
        }
        wanted = wanted == 0 ? borders : wanted;
        assert_int_equal(borders, wanted);
        rows++;
    }
    assert_true(rows > 30);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void the_first_seed_shows_the_reference(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_seed1_results();
    struct analysis *analysis = analyse(results);
    struct text report = report_markdown(arena, analysis, NULL);
    /* mean, sd and cv by R */
    assert_true(holds(report, "| Test 1 | ashift 12 | 145.4 | 36.8 (25 %) | 4 |"));
    assert_true(holds(report, "| Test 1 | ashift 13 | 130.4 | 45.5 (35 %) | 4 |"));
    assert_true(holds(report, "176, 92.6, 150, 163"));
    assert_true(holds(report, "## What to do next\n\n- "));
    assert_false(holds(report, "sparse files"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* Four runs of 0 MB/s have no spread as a share of their mean. */
static void a_share_that_does_not_exist_is_left_out(void **state)
{
    (void)state;
    static const double values[2][4] = {{0, 0, 0, 0}, {101, 102, 103, 104}};
    static const char *const levels[] = {"ashift=9", "ashift=12"};
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    struct results *results = results_create();
    for (size_t l = 0; l < 2; l++)
        for (unsigned i = 0; i < 4; i++)
            example_value(results, example_run(results, levels[l], "j", i + 1), "bw",
                          DIRECTION_UNSTATED, values[l][i] * 1e6);
    example_file(results, "zeros.csv");
    struct analysis *analysis = analyse(results);
    struct figure_set figures = figures_of(arena, analysis);
    struct text report = report_markdown(arena, analysis, &figures);
    /* the mean of 101, 102, 103, 104 is 102.5, their deviation the root of 5/3, 1.26 % of it */
    assert_true(holds(report, "| j | ashift 9 | 0 | 0 | 4 |"));
    assert_true(holds(report, "| j | ashift 12 | 102.5 | 1.3 (1.3 %) | 4 |"));
    assert_false(holds(report, "nan"));
    assert_true(figures.count > 0);
    for (size_t i = 0; i < figures.count; i++) {
        const struct scene *scene = chart_lay_out(arena, &figures.figures[i].chart, &ruler);
        struct text drawn = paint_svg(arena, scene, "figure", THEME_LIGHT);
        assert_false(holds(drawn, "nan"));
        assert_false(holds(drawn, "inf "));
    }
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* A workload ten thousand times as fast as another: neither is shown as a tenth of the other's
 * unit. */
static void an_outlier_spoils_no_unit(void **state)
{
    (void)state;
    static const double values[2][3] = {{1e12, 1e8, 1e8}, {1.01e12, 1.1e8, 1e12}};
    static const char *const levels[] = {"ashift=9", "ashift=12"};
    static const char *const workloads[] = {"a", "b", "c"};
    struct arena *arena = arena_create();
    struct results *results = results_create();
    for (size_t w = 0; w < 3; w++)
        for (size_t l = 0; l < 2; l++)
            for (unsigned i = 0; i < 3; i++)
                example_value(results, example_run(results, levels[l], workloads[w], i + 1), "bw",
                              DIRECTION_UNSTATED, values[l][w] * (1 + 0.01 * i));
    example_file(results, "outlier.csv");
    struct analysis *analysis = analyse(results);
    struct text report = report_markdown(arena, analysis, NULL);
    assert_true(holds(report, "### Bandwidth\n"));
    /* means of 1.00, 1.01, 1.02 TB/s and of 100, 101, 102 MB/s */
    assert_true(holds(report, "| a | ashift 9 | 1.010 TB/s | 0.010 (1.0 %) | 3 |"));
    assert_true(holds(report, "| b | ashift 9 | 101.0 MB/s | 1.0 (1.0 %) | 3 |"));
    assert_true(holds(report, "| c | ashift 9 | 101.0 MB/s | 1.0 (1.0 %) | 3 |"));
    assert_true(holds(report, "| c | ashift 12 | 1.010 TB/s | 0.010 (1.0 %) | 3 |"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void posted_averages_are_held_against_the_runs(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_seed1_results();
    struct run *run = example_run(results, "ashift=12", "Test 1", 0);
    example_value(results, run, "bw", DIRECTION_WRITE, 145.4e6);
    results->observations[results->observation_count - 1].statistic = STATISTIC_MEAN;
    results->observations[results->observation_count - 1].written = text_of("145.4");
    struct analysis *analysis = analyse(results);
    struct text report = report_markdown(arena, analysis, NULL);
    assert_true(holds(report, "| Test 1 | ashift 12 | 145.4 | 145.4 | yes |"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void the_page_has_the_same_parts_and_no_markup_from_inputs(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "<!DOCTYPE html>",
        "default-src 'none'",
        "</title>",
        "<h1>",
        "<p><strong>",
        "drive's sectors.</p>",
        "<figure>",
        "<svg>picture</svg>",
        "<h3>Bandwidth in MB/s</h3>",
        "<caption>Band",
        "<th scope=\"col\">",
        "<td class=\"number\">",
        "file:4G",
        "<h2>Method</h2>",
        "<code>aaaa",
        "</html>",
    };
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    struct analysis *analysis = analyse(results);
    struct figure_set figures = figures_of(arena, analysis);
    struct document report = report_document(arena, analysis, &figures);
    struct html_figure picture = {text_of("interval"), text_of("<svg>picture</svg>\n")};
    struct text page = document_html(arena, &report, THEME_AUTO, &picture, 1);
    size_t at = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        at = text_find(page, parts[i], at);
        if (at == page.size)
            fail_msg("\"%s\" is missing or too early", parts[i]);
    }
    assert_false(holds(page, "<script"));
    assert_false(holds(page, "href"));
    assert_false(holds(page, "src="));
    assert_true(holds(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_true(holds(page, "prefers-color-scheme:dark"));
    /* a figure wider than its column only where the window has room beside the page */
    assert_true(holds(page, "\nfigure{margin:1.5rem 0}\n"));
    assert_true(holds(page, "figure svg{display:block;width:100%;max-width:100%;height:auto}"));
    assert_true(holds(page, "@media (min-width:68rem){figure{margin:1.5rem -2.67%}}"));
    assert_false(holds(document_html(arena, &report, THEME_DARK, NULL, 0), "prefers-color"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void a_snippet_is_verdict_and_table(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    struct analysis *analysis = analyse(results);
    struct document snippet = snippet_document(arena, analysis);
    struct text forum = document_bbcode(arena, &snippet);
    assert_true(text_starts_with(forum, "[b]"));
    assert_true(holds(forum, "[table]\n[tr][td][b]workload[/b][/td]"));
    assert_true(holds(forum, "[tr][td]write1m-1job[/td]"));
    assert_true(holds(forum, "[\xe2\x80\x8bl](http:\xe2\x80\x8b//x.y)"));
    assert_true(holds(forum, " www\xe2\x80\x8b.x.y"));
    assert_false(holds(forum, "://"));
    assert_false(holds(forum, "www."));
    struct text markdown = document_markdown(arena, &snippet);
    assert_true(holds(markdown, "| workload | compared | base | against it |"));
    assert_true(holds(forum, "[td]12: "));
    assert_false(holds(markdown, "<script"));
    assert_true(forum.size < 4000);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* With two settings their names stand over their figures; a name is text there too. */
static void two_settings_head_their_columns(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = results_create();
    for (unsigned i = 1; i <= 3; i++) {
        example_value(results, example_run(results, "cache=a|b", "w", i), "bw", DIRECTION_READ,
                      1e6 + i);
        example_value(results, example_run(results, "cache=none", "w", i), "bw", DIRECTION_READ,
                      2e6 + i);
    }
    struct analysis *analysis = analyse(results);
    struct document snippet = snippet_document(arena, analysis);
    assert_true(holds(document_markdown(arena, &snippet),
                      "| workload | compared | cache a\\|b | cache none | change | finding |"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* Each reason once, with the tests that it keeps from being compared; these do not count. */
static void a_report_says_why_tests_are_not_compared(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_seed1_results();
    for (unsigned i = 1; i <= 3; i++) {
        example_value(results, example_run(results, "ashift=12", "lost", i), "bw", DIRECTION_WRITE,
                      1e6 + i);
        example_value(results, example_run(results, "ashift=12", "gone", i), "bw", DIRECTION_WRITE,
                      1e6 + i);
    }
    struct analysis *analysis = analyse(results);
    struct text report = report_markdown(arena, analysis, NULL);
    assert_true(text_starts_with(
        report, "# No difference shown between ashift 12 and 13 in three tests, two not "
                "comparable\n\n**Cannot tell whether ashift 12 or 13 is faster (0 of 3 tests "
                "decided; 2 cannot be compared).**"));
    assert_true(
        holds(report, "\n- gone, lost cannot be compared. There are no runs of ashift 13.\n"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static size_t file_size(struct arena *arena, const char *folder, const char *name)
{
    struct stat status;
    const char *path = text_format(arena, "%s/%s", folder, name).data;
    if (stat(path, &status) != 0)
        return 0;
    assert_int_equal(unlink(path), 0);
    return (size_t)status.st_size;
}

static void put(struct arena *arena, const char *folder, const char *name, const char *content)
{
    FILE *file = fopen(text_format(arena, "%s/%s", folder, name).data, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

static bool is_there(struct arena *arena, const char *folder, const char *name)
{
    return access(text_format(arena, "%s/%s", folder, name).data, F_OK) == 0;
}

/* Pages of an earlier time go, but only the program's own. */
static void old_pages_are_taken_away(void **state)
{
    (void)state;
    static const char *const names[] = {"runs-2.svg",  "runs-3.svg", "runs-4.svg", "runs-0.svg",
                                        "runs-2b.svg", "mine-2.svg", "runs.svg"};
    char folder[] = "/tmp/ashiftstat-pages-XXXXXX";
    struct arena *arena = arena_create();
    struct failure failure = {0};
    struct drawing page = {.name = text_of("runs-2"), .svg = text_of("s"), .png = text_of("p")};
    struct drawings drawings = {.items = &page, .count = 1};
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        put(arena, folder, names[i], "<svg>\n<!-- drawn by ashiftstat -->\n</svg>");
    put(arena, folder, "runs-4.svg", "<svg>drawn by hand</svg>");
    assert_true(drawings_write(&drawings, folder, &failure));
    assert_false(is_there(arena, folder, "runs-3.svg"));
    assert_true(unlink(text_format(arena, "%s/runs-2.png", folder).data) == 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (i != 1)
            assert_true(unlink(text_format(arena, "%s/%s", folder, names[i]).data) == 0);
    assert_int_equal(rmdir(folder), 0);
    arena_free(arena);
}

static void a_report_is_a_folder_of_files(void **state)
{
    (void)state;
    static const char *const names[] = {
        "report.md",    "report.html",  "analysis.json", "observations.csv",
        "interval.svg", "interval.png", "runs.svg",      "runs.png",
        "sweep.svg",    "sweep.png",    "order.svg",     "order.png",
    };
    char folder[] = "/tmp/ashiftstat-report-XXXXXX";
    struct failure failure = {0};
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    struct analysis *analysis = analyse(results);
    assert_non_null(mkdtemp(folder));
    struct drawings drawings = {0};
    struct figure_options figure_options = {.scale = 1};
    assert_true(report_write(arena, analysis, folder, &figure_options, &drawings, &failure));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (file_size(arena, folder, names[i]) < 500)
            fail_msg("%s is missing or short", names[i]);
    assert_int_equal(rmdir(folder), 0); /* nothing else was left */
    assert_false(report_write(arena, analysis, "/proc/no/such/folder", &figure_options, &drawings,
                              &failure));
    assert_int_equal(failure.kind, FAILURE_SYSTEM);
    assert_non_null(strstr(failure.message, "/proc/no/such/folder"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_has_its_parts_in_order),
        cmocka_unit_test(hostile_names_stay_text),
        cmocka_unit_test(tables_are_whole),
        cmocka_unit_test(the_first_seed_shows_the_reference),
        cmocka_unit_test(a_share_that_does_not_exist_is_left_out),
        cmocka_unit_test(an_outlier_spoils_no_unit),
        cmocka_unit_test(posted_averages_are_held_against_the_runs),
        cmocka_unit_test(the_page_has_the_same_parts_and_no_markup_from_inputs),
        cmocka_unit_test(a_snippet_is_verdict_and_table),
        cmocka_unit_test(two_settings_head_their_columns),
        cmocka_unit_test(a_report_says_why_tests_are_not_compared),
        cmocka_unit_test(old_pages_are_taken_away),
        cmocka_unit_test(a_report_is_a_folder_of_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
