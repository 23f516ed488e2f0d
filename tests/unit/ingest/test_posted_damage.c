/* Damaged posts: cut off after any line they give no number that the whole does not have; with
   bytes replaced, or cut anywhere, nothing crashes. Runs over the fixtures of the posted formats.
 */
#include "ingest/input.h"
#include "testing.h"

#include "posted_reading.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static const char *const folders[] = {
    "crystaldiskmark", "yabs",        "kbench",     "as_ssd",        "ezfio", "iozone",
    "dd_lines",        "forum_lines", "html_table", "fixed_columns", "pages", "markdown_table"};

typedef void (*check_text)(struct text text, const char *name);

static void check_file(const char *path, check_text check)
{
    struct arena *arena = arena_create();
    struct failure failure = {.kind = FAILURE_NONE};
    struct text bytes, text;
    assert_true(input_bytes(arena, NULL, path, &bytes, &failure) &&
                input_decode(arena, bytes, &text, &failure));
    check(text, path);
    arena_free(arena);
}

static void check_fixtures(check_text check)
{
    size_t files = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char folder[256], path[600];
        (void)snprintf(folder, sizeof folder, FIXTURES "/%s", folders[i]);
        DIR *directory = opendir(folder);
        assert_non_null(directory);
        for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
            struct text name = text_of(entry->d_name);
            if (text_starts_with(name, ".") || text_ends_with(name, ".expected.csv") ||
                text_is(name, "ORIGIN.md"))
                continue;
            (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            check_file(path, check);
            files++;
        }
        (void)closedir(directory);
    }
    assert_true(files >= 25);
}

static bool has(const struct reading *whole, const struct found_observation *wanted)
{
    for (size_t i = 0; i < whole->observation_count; i++) {
        const struct found_observation *have = &whole->observations[i];
        if (have->value == wanted->value && have->direction == wanted->direction &&
            have->source.line == wanted->source.line && text_equal(have->metric, wanted->metric) &&
            text_equal(have->unit, wanted->unit))
            return true;
    }
    return false;
}

static void check_cut_lines(struct text text, const char *name)
{
    struct arena *arena = arena_create();
    struct failure failure;
    struct reading whole = read_posted(arena, text, &failure);
    for (size_t at = 0; (at = text_find(text, "\n", at)) < text.size; at++) {
        struct arena *cut = arena_create();
        struct reading part = read_posted(cut, text_slice(text, 0, at + 1), &failure);
        for (size_t o = 0; o < part.observation_count; o++)
            if (!has(&whole, &part.observations[o]))
                fail_msg("%s cut after %zu bytes: line %u: %.*s %.17g", name, at + 1,
                         part.observations[o].source.line, (int)part.observations[o].written.size,
                         part.observations[o].written.data, part.observations[o].value);
        arena_free(cut);
    }
    arena_free(arena);
}

static void check_bytes(struct text text, const char *name)
{
    static const char replacements[] = {'0', ' ', '|', ',', '<', '(', '\n', 'x'};
    (void)name;
    for (size_t at = 0, k = 0; at < text.size; at += 13, k++) {
        struct arena *arena = arena_create();
        struct failure failure;
        char *damaged = arena_take(arena, text.size + 1);
        memcpy(damaged, text.data, text.size);
        damaged[at] = replacements[k % sizeof replacements];
        (void)read_posted(arena, (struct text){damaged, text.size}, &failure);
        (void)read_posted(arena, text_slice(text, 0, at), &failure);
        arena_free(arena);
    }
}

static void test_cut_after_lines(void **state)
{
    (void)state;
    check_fixtures(check_cut_lines);
}

static void test_damaged_bytes(void **state)
{
    (void)state;
    check_fixtures(check_bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_after_lines),
        cmocka_unit_test(test_damaged_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
