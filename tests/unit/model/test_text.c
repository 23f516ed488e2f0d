#include "model/configuration.h"
#include "model/text.h"
#include "testing.h"

static void test_trim_and_lines(void **state)
{
    (void)state;
    assert_true(text_is(text_trim(text_of(" \t\xc2\xa0"
                                          "a b\xc2\xa0\r\n")),
                        "a b"));
    assert_true(text_is(text_trim(text_of("   ")), ""));
    struct text rest = text_of("one\r\n\nthree"), line;
    assert_true(text_next_line(&rest, &line) && text_is(line, "one"));
    assert_true(text_next_line(&rest, &line) && text_is(line, ""));
    assert_true(text_next_line(&rest, &line) && text_is(line, "three"));
    assert_false(text_next_line(&rest, &line));
}

static void test_pieces(void **state)
{
    (void)state;
    struct text rest = text_of("a,,b"), piece;
    assert_true(text_next_piece(&rest, ',', &piece) && text_is(piece, "a"));
    assert_true(text_next_piece(&rest, ',', &piece) && text_is(piece, ""));
    assert_true(text_next_piece(&rest, ',', &piece) && text_is(piece, "b"));
    assert_false(text_next_piece(&rest, ',', &piece));
}

static void test_find(void **state)
{
    (void)state;
    struct text text = text_of("the run, the end");
    assert_int_equal(text_find(text, "the", 0), 0);
    assert_int_equal(text_find(text, "the", 1), 9);
    assert_int_equal(text_find(text, "end", 0), 13);
    assert_int_equal(text_find(text, "ends", 0), text.size);
    assert_int_equal(text_find(text, "the", 14), text.size);
    assert_int_equal(text_find_ignoring_case(text, "THE E", 0), 9);
    assert_int_equal(text_find((struct text){NULL, 0}, "x", 0), 0);
}

static void test_natural_order(void **state)
{
    (void)state;
    static const char *const ordered[] = {"run-1", "run-2", "run-10", "run-010", "run-x", "s"};
    for (size_t i = 0; i + 1 < sizeof ordered / sizeof *ordered; i++) {
        int order = text_compare_naturally(text_of(ordered[i]), text_of(ordered[i + 1]));
        int back = text_compare_naturally(text_of(ordered[i + 1]), text_of(ordered[i]));
        if (i == 2) /* equal as numbers: bytes decide, one way or the other */
            assert_true(order != 0 && (order < 0) != (back < 0));
        else
            assert_true(order < 0 && back > 0);
    }
}

static void test_levels(void **state)
{
    (void)state;
    static const char *const ordered[] = {"9",   "12",   "13", "512 B",  "4 KiB",
                                          "16k", "128k", "1m", "always", "standard"};
    for (size_t i = 0; i < sizeof ordered / sizeof *ordered; i++)
        for (size_t k = 0; k < sizeof ordered / sizeof *ordered; k++) {
            int order = level_compare(text_of(ordered[i]), text_of(ordered[k]));
            assert_true(i == k ? order == 0 : (order < 0) == (i < k));
        }
}

static void test_utf8(void **state)
{
    (void)state;
    assert_true(text_is_utf8(text_of("gr\xc3\xb6\xc3\x9f"
                                     "e \xe2\x82\xac \xf0\x9f\x98\x80")));
    assert_false(text_is_utf8(text_of("\xc0\x80")));         /* overlong */
    assert_false(text_is_utf8(text_of("\xed\xa0\x80")));     /* surrogate */
    assert_false(text_is_utf8(text_of("\xf4\x90\x80\x80"))); /* beyond U+10FFFF */
    assert_false(text_is_utf8(text_of("\xe2\x82")));         /* cut off */
    struct arena *arena = arena_create();
    assert_true(text_is(text_clean(arena, text_of("a\xff\x1b[1mb")), "a\xef\xbf\xbd [1mb"));
    arena_free(arena);
}

static void test_builder_grows(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct text_builder builder = {.arena = arena};
    for (int i = 0; i < 10000; i++)
        text_add_format(&builder, "%d,", i);
    struct text built = text_built(&builder);
    assert_int_equal(built.size, 48890);
    assert_true(text_ends_with(built, "9998,9999,"));
    assert_int_equal(built.data[built.size], '\0');
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trim_and_lines), cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_find),           cmocka_unit_test(test_natural_order),
        cmocka_unit_test(test_levels),         cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_builder_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
