/* Settings, units, metrics, digests. */
#include "model/digest.h"
#include "model/metric.h"
#include "model/settings.h"
#include "model/unit.h"
#include "testing.h"

#include <stdio.h>
#include <string.h>

static void test_equal_sets_are_one_pointer(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct settings_pool *pool = settings_pool_create(arena);
    struct setting forward[] = {{text_of("sync"), text_of("always")},
                                {text_of("ashift"), text_of("12")},
                                {text_of("ashift"), text_of("13")}};
    struct setting backward[] = {{text_of("ashift"), text_of("12")},
                                 {text_of("sync"), text_of("always")}};
    const struct settings *a = settings_intern(pool, forward, 3);
    assert_ptr_equal(a, settings_intern(pool, backward, 2));
    assert_string_equal(a->written.data, "ashift=12;sync=always");
    assert_ptr_equal(a, settings_parse(pool, a->written));
    assert_true(text_is(settings_value(a, text_of("sync")), "always"));
    const struct settings *less = settings_without(pool, a, text_of("sync"));
    assert_string_equal(less->written.data, "ashift=12");
    assert_ptr_equal(settings_without(pool, less, text_of("sync")), less);
    for (int i = 0; i < 1000; i++) {
        char number[16];
        (void)snprintf(number, sizeof number, "%d", i);
        struct setting one = {text_of("n"), text_of(number)};
        assert_ptr_equal(settings_intern(pool, &one, 1), settings_intern(pool, &one, 1));
    }
    arena_free(arena);
}

static void test_separators_in_names_survive(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct settings_pool *pool = settings_pool_create(arena);
    struct setting odd = {text_of("a;b"), text_of("c=d\\e")};
    const struct settings *settings = settings_intern(pool, &odd, 1);
    assert_string_equal(settings->written.data, "a\\;b=c\\=d\\\\e");
    assert_ptr_equal(settings_parse(pool, settings->written), settings);
    arena_free(arena);
}

static void test_units(void **state)
{
    (void)state;
    static const struct {
        const char *spelling;
        enum dimension dimension;
        double factor;
    } units[] = {{"MB/s", DIMENSION_BYTE_RATE, 1e6},
                 {"MiB/s", DIMENSION_BYTE_RATE, 1048576},
                 {"Mbit/s", DIMENSION_BYTE_RATE, 125e3},
                 {"kB/s", DIMENSION_BYTE_RATE, 1e3},
                 {"KiB/s", DIMENSION_BYTE_RATE, 1024},
                 {"usec", DIMENSION_TIME, 1e3},
                 {"ms", DIMENSION_TIME, 1e6},
                 {"IOPS", DIMENSION_RATE, 1},
                 {"GiB", DIMENSION_BYTES, 1073741824}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const struct unit *unit = unit_find(text_of(units[i].spelling));
        assert_non_null(unit);
        assert_int_equal(unit->dimension, units[i].dimension);
        assert_true(unit->factor == units[i].factor);
    }
    assert_null(unit_find(text_of("M")));
    assert_null(unit_find(text_of("mb/S")));
}

static void test_display_units(void **state)
{
    (void)state;
    static const struct {
        enum dimension dimension;
        double largest;
        const char *label;
        double divisor;
    } cases[] = {
        {DIMENSION_BYTE_RATE, 3865e6, "GB/s", 1e9}, {DIMENSION_BYTE_RATE, 177e6, "MB/s", 1e6},
        {DIMENSION_TIME, 15000, "\xc2\xb5s", 1e3},  {DIMENSION_RATE, 500, "1/s", 1},
        {DIMENSION_BYTES, 4096, "KiB", 1024},       {DIMENSION_UNKNOWN, 5, "", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct display_unit unit = unit_for_display(cases[i].dimension, cases[i].largest);
        assert_string_equal(unit.label, cases[i].label);
        assert_true(unit.divisor == cases[i].divisor);
    }
}

static void test_metrics(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct metric_table *table = metric_table_create(arena);
    const struct metric *bandwidth = metric_find(table, text_of("bw"));
    assert_ptr_equal(bandwidth, metric_find(table, text_of("bw")));
    assert_int_equal(bandwidth->better, BETTER_HIGHER);
    const struct metric *tail = metric_find(table, text_of("clat_p99.9"));
    assert_int_equal(tail->better, BETTER_LOWER);
    assert_int_equal(tail->dimension, DIMENSION_TIME);
    assert_true(text_is(tail->label, "99.9th percentile of completion latency"));
    const struct metric *other = metric_find(table, text_of("score"));
    assert_int_equal(other->better, BETTER_UNKNOWN);
    assert_int_equal(other->primary_rank, 0);
    assert_int_equal(metric_find(table, text_of("clat_pq"))->better, BETTER_UNKNOWN);
    const struct metric *logged = metric_find(table, text_of("bw_log_mean"));
    assert_int_equal(logged->better, BETTER_HIGHER);
    assert_int_equal(logged->dimension, DIMENSION_BYTE_RATE);
    assert_int_equal(logged->primary_rank, 0);
    assert_true(text_is(logged->label, "bandwidth as logged (mean)"));
    logged = metric_find(table, text_of("clat_log_p99"));
    assert_int_equal(logged->better, BETTER_LOWER);
    assert_int_equal(logged->dimension, DIMENSION_TIME);
    assert_int_equal(metric_find(table, text_of("score_log_mean"))->better, BETTER_UNKNOWN);
    arena_free(arena);
}

/* FIPS 180-4 example values. */
static void test_digest(void **state)
{
    (void)state;
    char hexadecimal[65];
    digest_sha256(text_of("abc"), hexadecimal);
    assert_string_equal(hexadecimal,
                        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    digest_sha256(text_of(""), hexadecimal);
    assert_string_equal(hexadecimal,
                        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_sets_are_one_pointer),
        cmocka_unit_test(test_separators_in_names_survive),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_display_units),
        cmocka_unit_test(test_metrics),
        cmocka_unit_test(test_digest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
