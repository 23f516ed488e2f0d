/* Whole pages with several formats in one, and what the readers note. */
#include "ingest/ingest.h"
#include "testing.h"

#include "posted_reading.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char page[] =
    "# New pool\n\n"
    "Some words about it, 128k records.\n\n"
    "## Before, ashift=9\n\n"
    "| Test | Run | MB/s |\n|---|---|---|\n| write | 1 | 101 |\n| write | 2 | 102 |\n\n"
    "## After, ashift=12\n\n"
    "<table><tr><th>Test</th><th>Run</th><th>MB/s</th></tr>\n"
    "<tr><td>write</td><td>1</td><td>201</td></tr></table>\n\n"
    "```\nIOPS (Read/Write)\n        Random:  1,001 / 1,002\n\n"
    "Latency in ns (Read/Write)\n        Random:  2,001 / 2,002\n```\n\n"
    "# dd if=/dev/zero of=/p/f bs=1M\n1048576000 bytes (1.0 GB, 1000 MiB) copied, 2.00000 s, 524 "
    "MB/s\n\n"
    "Sequential 1MB, Read speed 301M, Write speed 302M\n"
    "Random 4KB, Read speed 31M, Write speed 32M\n";

static const struct {
    double value;
    unsigned line;
    const char *headings;
} numbers[] = {
    {101e6, 9, "New pool | Before, ashift=9"},  {102e6, 10, "New pool | Before, ashift=9"},
    {201e6, 15, "New pool | After, ashift=12"}, {1001, 19, "New pool | After, ashift=12"},
    {1002, 19, "New pool | After, ashift=12"},  {2001, 22, "New pool | After, ashift=12"},
    {2002, 22, "New pool | After, ashift=12"},  {524288000, 26, "New pool | After, ashift=12"},
    {301e6, 28, "New pool | After, ashift=12"}, {302e6, 28, "New pool | After, ashift=12"},
    {31e6, 29, "New pool | After, ashift=12"},  {32e6, 29, "New pool | After, ashift=12"},
};

static void test_page_of_many_formats(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct failure failure;
    struct reading reading = read_posted(arena, text_of(page), &failure);
    size_t count = sizeof numbers / sizeof *numbers;
    for (size_t i = 0; i < count; i++) {
        size_t o = 0;
        while (o < reading.observation_count &&
               fabs(reading.observations[o].value - numbers[i].value) > 1e-6)
            o++;
        if (o == reading.observation_count)
            fail_msg("%g is missing", numbers[i].value);
        const struct found_observation *got = &reading.observations[o];
        struct text headings = reading.runs[got->run].headings;
        if (got->source.line != numbers[i].line || !text_is(headings, numbers[i].headings))
            fail_msg("%g: line %u, headings \"%.*s\"", numbers[i].value, got->source.line,
                     (int)headings.size, headings.data);
    }
    assert_int_equal(reading.observation_count, count);
    arena_free(arena);
}

/* Lines of an HTML page are those of its source, whatever its tags do to the text. */
static void test_lines_of_html(void **state)
{
    (void)state;
    static const char html[] =
        "<html>\n<body>\n<p>x<br>y<br>z</p><table>\n<tr><th>Test<th>MB/s</tr>\n"
        "<tr><td>a\n<td>101</tr><tr><td>b<td>102</table>\n<pre>\n"
        "Sequential 1MB, Read speed 301M, Write speed 302M\n</pre></body></html>\n";
    static const struct {
        double value;
        unsigned line;
    } expected[] = {{101e6, 6}, {102e6, 6}, {301e6, 8}, {302e6, 8}};
    struct arena *arena = arena_create();
    struct failure failure;
    struct reading reading = read_posted(arena, text_of(html), &failure);
    assert_int_equal(reading.observation_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_true(reading.observations[i].value == expected[i].value);
        assert_int_equal(reading.observations[i].source.line, expected[i].line);
    }
    arena_free(arena);
}

static bool is_noted(const struct results *results, const char *words)
{
    for (size_t i = 0; i < results->note_count; i++)
        if (text_find(results->notes[i].message, words, 0) < results->notes[i].message.size)
            return true;
    return false;
}

/* Decisions about units and statistics are said. */
static void test_notes(void **state)
{
    (void)state;
    static const struct {
        const char *file, *words;
    } cases[] = {
        {"crystaldiskmark/cdm-quoted-crlf-mix.txt", "best of 3 runs"},
        {"crystaldiskmark/kdiskmark-mb-is-1000-kib.txt", "MB/s of this listing is 1024000 bytes/s"},
        {"crystaldiskmark/kdiskmark-mb-is-1000-kib.txt", "means of 3 passes"},
        {"crystaldiskmark/kdiskmark-peak.txt", "best of 5 runs"},
        {"crystaldiskmark/version-3.txt", "zeros (0 Fill)"},
        {"yabs/yabs-mb-is-1000-kib.txt", "MB/s of this table is 1024000 bytes/s"},
        {"yabs/after-2026-07.txt", "MB/s of this table is 1000000 bytes/s"},
        {"forum_lines/heading-lines.txt", "taken as kB/s, MB/s and GB/s"},
        {"forum_lines/units.txt", "counts in 1024"},
        {"pages/ansi-dd-decimal-comma.txt", "taken as writing"},
        {"csv_table/parallel-pods.csv", "MB/s of this table is MiB/s"},
        {"fixed_columns/../html_table/spans.html", "states only a limit"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[512];
        const char *input = path;
        struct failure failure = {.kind = FAILURE_NONE};
        struct ingest_options options = {.jobs = 1};
        (void)snprintf(path, sizeof path, FIXTURES "/%s", cases[i].file);
        struct results *results = ingest_read(&input, 1, &options, &failure);
        assert_non_null(results);
        if (!is_noted(results, cases[i].words))
            fail_msg("%s: no note says \"%s\"", cases[i].file, cases[i].words);
        results_free(results);
    }
}

/* --factor rules divide what lines and headings of a post say; nothing is left over as a label. */
static void test_factor_rules(void **state)
{
    (void)state;
    const struct factor_rule rules[] = {{text_of("size"), "(16k|32k) (dataset|volume)"},
                                        {text_of("storage"), "(dataset|volume)"},
                                        {text_of("cache"), "qemu cache ([a-z]+)"}};
    const char *input = FIXTURES "/forum_lines/heading-lines.txt";
    struct failure failure = {.kind = FAILURE_NONE};
    struct ingest_options options = {.jobs = 1, .rules = rules, .rule_count = 3};
    struct results *results = ingest_read(&input, 1, &options, &failure);
    assert_non_null(results);
    assert_int_equal(results->observation_count, 16);
    assert_string_equal(results->runs[0]->configuration->written.data,
                        "cache=nocache;primarycache=all;size=16k;storage=dataset;sync=standard");
    assert_string_equal(
        results->runs[results->run_count - 1]->configuration->written.data,
        "cache=writeback;primarycache=metadata;size=32k;storage=volume;sync=always");
    results_free(results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_page_of_many_formats),
        cmocka_unit_test(test_lines_of_html),
        cmocka_unit_test(test_notes),
        cmocka_unit_test(test_factor_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
