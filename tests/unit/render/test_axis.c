#include "testing.h"

#include "render/axis.h"

#include <math.h>
#include <string.h>

static void check_ticks(const struct axis *axis, const char *const *labels)
{
    size_t count = 0;
    while (labels[count] != NULL)
        count++;
    assert_int_equal(axis->tick_count, count);
    for (size_t i = 0; i < count; i++) {
        if (!text_is(axis->ticks[i].label, labels[i]))
            fail_msg("tick %zu is \"%.*s\", not \"%s\"", i, (int)axis->ticks[i].label.size,
                     axis->ticks[i].label.data, labels[i]);
    }
}

static void linear_axes_have_round_ticks(void **state)
{
    (void)state;
    static const struct {
        double low, high;
        size_t wanted;
        bool whole;
        const char *labels[12];
    } table[] = {
        {0, 177, 5, false, {"0", "50", "100", "150", "200"}},
        {0, 3865, 5, false, {"0", "1000", "2000", "3000", "4000"}},
        {0, 1, 5, false, {"0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
        {0, 0.0012, 4, false, {"0", "0.0005", "0.0010", "0.0015"}},
        {0, 1e12, 4, false, {"0", "5e11", "1e12"}},
        {0,
         12345,
         4,
         false,
         {"0", "5000",
          "10\xe2\x80\xaf"
          "000",
          "15\xe2\x80\xaf"
          "000"}},
        {1, 4, 8, true, {"1", "2", "3", "4"}},
        {0, 0, 4, false, {"0", "0.5", "1.0"}},
        {-5,
         10,
         3,
         false,
         {"\xe2\x88\x92"
          "5",
          "0", "5", "10"}},
    };
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct axis axis =
            axis_linear(arena, table[i].low, table[i].high, table[i].wanted, table[i].whole);
        check_ticks(&axis, table[i].labels);
        assert_true(axis.low <= table[i].low && axis.high >= table[i].high);
    }
    arena_free(arena);
}

static void one_value_still_has_an_axis(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct axis axis = axis_linear(arena, 7, 7, 4, true);
    assert_true(axis.tick_count >= 2 && axis.low < 7 && axis.high > 7);
    arena_free(arena);
}

static void ratio_axes_fit_their_range(void **state)
{
    (void)state;
    static const struct {
        double low, high, width;
        const char *labels[12];
    } table[] = {
        {0.9,
         1.15,
         600,
         {"\xe2\x88\x92"
          "10 %",
          "\xe2\x88\x92"
          "5 %",
          "no change", "+5 %", "+10 %", "+15 %"}},
        {0.9,
         1.15,
         300,
         {"\xe2\x88\x92"
          "10 %",
          "no change", "+10 %"}},
        {0.42, 3.5, 460, {"half", "no change", "double", "triple"}},
        {0.3,
         3.4,
         900,
         {"a third", "half",
          "\xe2\x88\x92"
          "25 %",
          "no change", "+50 %", "double", "triple"}},
        {0.05, 20, 700, {"a fifth", "no change", "5\xc3\x97"}},
        {0.05,
         20,
         900,
         {"1/20", "a tenth", "a fifth", "half", "no change", "double", "5\xc3\x97", "10\xc3\x97",
          "20\xc3\x97"}},
        {1e-9, 1e9, 500, {"no change"}},
        /* the set has no tick below 1: one is added */
        {0.84,
         1.66,
         400,
         {"\xe2\x88\x92"
          "15 %",
          "no change", "+20 %", "+40 %", "+60 %"}},
    };
    struct text_width ruler = text_width_fixed();
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct axis axis =
            axis_ratio(arena, &ruler, 17, table[i].low, table[i].high, table[i].width);
        check_ticks(&axis, table[i].labels);
    }
    arena_free(arena);
}

static void ratios_lie_on_a_logarithmic_axis(void **state)
{
    (void)state;
    struct axis axis = {.low = 0.25, .high = 4};
    assert_float_equal(axis_ratio_place(&axis, 0.25), 0, 1e-12);
    assert_float_equal(axis_ratio_place(&axis, 1), 0.5, 1e-12);
    assert_float_equal(axis_ratio_place(&axis, 2), 0.75, 1e-12);
    struct axis linear = {.low = 0, .high = 200};
    assert_float_equal(axis_place(&linear, 50), 0.25, 1e-12);
}

static void logarithmic_axes_reach_around_their_values(void **state)
{
    (void)state;
    static const struct {
        double low, high;
        size_t wanted;
        const char *first, *last;
    } table[] = {
        {3, 40, 6, "2", "50"}, {1, 1000, 5, "1", "1000"}, {1e-3, 1e12, 5, "0.0001", NULL},
        {7, 7, 5, "5", "10"},  {0, 5, 5, "1", "2"},       {12, 990, 4, "10", "1000"},
    };
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct axis axis = axis_logarithmic(arena, table[i].low, table[i].high, table[i].wanted);
        assert_true(axis.tick_count >= 2 && axis.tick_count <= table[i].wanted);
        assert_true(axis.low == axis.ticks[0].at && axis.high > axis.low);
        if (table[i].low > 0) {
            assert_true(axis.low <= log10(table[i].low) + 1e-9);
            assert_true(axis.high >= log10(table[i].high) - 1e-9);
        }
        if (!text_is(axis.ticks[0].label, table[i].first))
            print_message("%zu: %.*s\n", i, (int)axis.ticks[0].label.size,
                          axis.ticks[0].label.data);
        if (table[i].last != NULL)
            assert_true(text_is(axis.ticks[axis.tick_count - 1].label, table[i].last));
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logarithmic_axes_reach_around_their_values),
        cmocka_unit_test(linear_axes_have_round_ticks),
        cmocka_unit_test(one_value_still_has_an_axis),
        cmocka_unit_test(ratio_axes_fit_their_range),
        cmocka_unit_test(ratios_lie_on_a_logarithmic_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
