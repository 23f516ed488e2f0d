#include "testing.h"

#include "render/line.h"
#include "render/quantity.h"
#include "render/text_fit.h"

#include <math.h>

#include <string.h>

static void check(struct text got, const char *wanted)
{
    if (!text_is(got, wanted))
        fail_msg("got \"%.*s\", not \"%s\"", (int)got.size, got.data, wanted);
}

static void cleaning_leaves_one_safe_line(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"  a\t b\r\n c ", "a b c"},
        {"red\x1b[31m", "red [31m"},
        {"a\xc2\x9b"
         "b",
         "a b"},
        {"bad \xff byte", "bad \xef\xbf\xbd byte"},
        {"turn \xe2\x80\xae"
         "back",
         "turn back"},
        {"\xe2\x88\x92"
         "5 \xc2\xb5s",
         "\xe2\x88\x92"
         "5 \xc2\xb5s"},
    };
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check(line_clean(arena, text_of(table[i][0])), table[i][1]);
    arena_free(arena);
}

static void columns_are_those_of_a_terminal(void **state)
{
    (void)state;
    assert_int_equal(line_columns(text_of("abc")), 3);
    assert_int_equal(line_columns(text_of("\xc2\xb5s")), 2);
    assert_int_equal(line_columns(text_of("\xe9\x9a\x8f\xe6\x9c\xba")), 4);
    assert_int_equal(line_columns(text_of("e\xcc\x81")), 1);
    assert_int_equal(line_columns(text_of("\xf0\x9f\x98\x80")), 2);
}

static void shortening_takes_out_the_middle(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    check(line_shorten(arena, text_of("randwrite4k"), 11), "randwrite4k");
    check(line_shorten(arena, text_of("randwrite4k"), 7), "ran\xe2\x80\xa6"
                                                          "e4k");
    check(line_shorten(arena, text_of("abcdef"), 2), "ab");
    for (size_t columns = 3; columns < 12; columns++) {
        struct text wide = text_of("\xe9\x9a\x8f\xe6\x9c\xba\xe5\x86\x99\xe5\x85\xa5"
                                   "\xe6\xb5\x8b\xe8\xaf\x95");
        assert_true(line_columns(line_shorten(arena, wide, columns)) <= columns);
        assert_true(text_is_utf8(line_shorten(arena, wide, columns)));
    }
    arena_free(arena);
}

static void wrapping_breaks_at_blanks(void **state)
{
    (void)state;
    struct text rest = text_of("one two three abcdefghijkl 14.3 % end"), piece;
    static const char *const lines[] = {"one two", "three", "abcdefgh", "ijkl", "14.3 %", "end"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_true(line_wrap(&rest, 8, &piece));
        check(piece, lines[i]);
    }
    assert_false(line_wrap(&rest, 8, &piece));
    rest = text_of("more than 1.6 %");
    assert_true(line_wrap(&rest, 13, &piece)); /* never "1.6" here and "%" on the next line */
    check(piece, "more than");
}

static void ascii_keeps_the_sense(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    check(line_ascii(arena, text_of("\xe2\x88\x92"
                                    "5 \xc2\xb5s \xe2\x80\xa6 \xe9\x9a\x8f")),
          "-5 us ... ?");
    arena_free(arena);
}

static void figures_have_sensible_digits(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *figure, *four;
    } table[] = {
        {145.4, "145.4", "145.4"},
        {2234.75, "2235", "2235"},
        {92.6, "92.60", "92.6"},
        {0.0012345, "0.001234", "0.001234"},
        {1.5e9, "1.5e9", "1.5e9"},
        {0, "0", "0"},
        {-3,
         "\xe2\x88\x92"
         "3.000",
         "\xe2\x88\x92"
         "3"},
        {176, "176.0", "176"},
        {12345.678,
         "12\xe2\x80\xaf"
         "346",
         "12\xe2\x80\xaf"
         "346"},
    };
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        check(quantity_figure(arena, table[i].value, quantity_decimals(table[i].value)),
              table[i].figure);
        check(quantity_short(arena, table[i].value, 4), table[i].four);
    }
    check(quantity_short(arena, 2234.75, 6), "2234.75");
    arena_free(arena);
}

static void a_small_figure_of_a_column_keeps_digits(void **state)
{
    (void)state;
    static const struct {
        double value;
        int decimals, significant;
        const char *figure;
    } table[] = {
        {192, 1, 3, "192.0"},    {0.07, 1, 3, "0.0700"},
        {0.0155, 1, 2, "0.015"}, {1.46, 1, 3, "1.5"},
        {0.3, 0, 3, "0.300"},    {5, 0, 2, "5.0"},
        {12, 0, 2, "12"},        {0, 1, 3, "0"},
        {1e-9, 1, 3, "1e-9"},    {INFINITY, 1, 3, "infinite"},
    };
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check(quantity_in_column(arena, table[i].value, table[i].decimals, table[i].significant),
              table[i].figure);
    arena_free(arena);
}

static void one_unit_suits_a_column(void **state)
{
    (void)state;
    static const struct {
        double smallest, largest;
        const char *label;
    } table[] = {
        {92.6e6, 3865e6, "MB/s"}, /* not GB/s, which would make 0.0926 of the smallest */
        {2e9, 4e9, "GB/s"},
        {0.3e6, 3e9, "MB/s"}, /* not kB/s, which would make 3 million of the largest */
        {5, 5, "B/s"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_string_equal(
            quantity_unit(DIMENSION_BYTE_RATE, table[i].smallest, table[i].largest).label,
            table[i].label);
}

static void text_fits_into_pixels(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    struct text line = text_of("no difference larger than 3.1 % between these settings");
    for (double width = 60; width < 700; width += 37) {
        struct text fitted = text_fit(arena, &ruler, line, 18, false, width);
        assert_true(ruler.measure(&ruler, fitted, 18, false) <= width);
        struct text_lines lines = text_wrap(arena, &ruler, line, 18, false, width, 2);
        assert_true(lines.count >= 1 && lines.count <= 2 && lines.width <= width);
        assert_true(lines.shortened == (width < 303));
    }
    struct text_lines even = text_wrap_evenly(arena, &ruler, line, 18, true, 600, 3);
    assert_int_equal(even.count, 2);
    assert_true(even.width < 400);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cleaning_leaves_one_safe_line),
        cmocka_unit_test(columns_are_those_of_a_terminal),
        cmocka_unit_test(shortening_takes_out_the_middle),
        cmocka_unit_test(wrapping_breaks_at_blanks),
        cmocka_unit_test(ascii_keeps_the_sense),
        cmocka_unit_test(figures_have_sensible_digits),
        cmocka_unit_test(a_small_figure_of_a_column_keeps_digits),
        cmocka_unit_test(one_unit_suits_a_column),
        cmocka_unit_test(text_fits_into_pixels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
