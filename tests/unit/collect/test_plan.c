#include "testing.h"

#include "collect/plan.h"

#include <string.h>

static bool build(struct arena *arena, struct plan_request request, struct plan *plan,
                  struct failure *failure)
{
    *failure = (struct failure){0};
    if (request.archive == NULL) {
        request.archive = "/archive";
    }
    return plan_build(arena, &request, 77, plan, failure);
}

static void test_pools(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct plan plan;
    struct failure failure;
    assert_true(
        build(arena, (struct plan_request){.ashift = "9,12, 13", .on = "file"}, &plan, &failure));
    assert_int_equal(plan.level_count, 3);
    assert_string_equal(plan.levels[2].configuration->written.data, "ashift=13");
    assert_int_equal(plan.levels[2].ashift, 13);
    assert_null(plan.levels[2].directory);
    assert_true(plan.pool_bytes == (int64_t)1 << 30);
    assert_string_equal(plan.pool_directory, "/archive");
    assert_int_equal(plan.iterations, 5);
    assert_int_equal(plan.order, ORDER_RANDOM);
    assert_int_equal(plan.seed, 77);
    assert_true(text_is(plan.workloads.name, "quick"));
    arena_free(arena);
}

static void test_places(void **state)
{
    (void)state;
    static const struct {
        const char *on, *workloads, *scale;
        int64_t bytes;
        const char *directory;
    } rows[] = {
        {"file", "quick", NULL, (int64_t)1 << 30, "/archive"},
        {"file", "salter", NULL, (int64_t)24 << 30, "/archive"},
        {"file", "salter", "1/16", (int64_t)3 << 29, "/archive"},
        {"file:4G", "quick", NULL, (int64_t)4 << 30, "/archive"},
        {"file:4g@/mnt/x/", "quick", NULL, (int64_t)4 << 30, "/mnt/x"},
        {"file@/mnt/a:b", "quick", NULL, (int64_t)1 << 30, "/mnt/a:b"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct arena *arena = arena_create();
        struct plan plan;
        struct failure failure;
        if (!build(arena,
                   (struct plan_request){.ashift = "12",
                                         .on = rows[i].on,
                                         .workloads = rows[i].workloads,
                                         .scale = rows[i].scale},
                   &plan, &failure)) {
            print_error("row %zu: %s\n", i, failure.message);
            fail();
        }
        assert_true(plan.pool_bytes == rows[i].bytes);
        assert_string_equal(plan.pool_directory, rows[i].directory);
        arena_free(arena);
    }
}

static void test_targets(void **state)
{
    (void)state;
    static const char *const targets[] = {"ashift=12:/tank12/t", "ashift=13,recordsize=16k:/a:b"};
    struct arena *arena = arena_create();
    struct plan plan;
    struct failure failure;
    assert_true(build(arena, (struct plan_request){.targets = targets, .target_count = 2}, &plan,
                      &failure));
    assert_int_equal(plan.where, WHERE_TARGET);
    assert_string_equal(plan.levels[0].configuration->written.data, "ashift=12");
    assert_string_equal(plan.levels[0].directory, "/tank12/t");
    assert_int_equal(plan.levels[0].ashift, 0);
    assert_string_equal(plan.levels[1].configuration->written.data, "ashift=13;recordsize=16k");
    assert_string_equal(plan.levels[1].directory, "/a:b");
    arena_free(arena);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const no_label[] = {"/tank"}, *const no_directory[] = {"ashift=12"},
                             *const empty_level[] = {"ashift=:/x"},
                             *const twice[] = {"a=1:/x", "a=1:/y"}, *const fine[] = {"a=1:/x"};
    const struct {
        struct plan_request request;
        const char *message;
    } rows[] = {
        {{0}, "nothing to compare"},
        {{.archive = ""}, "not a path"},
        {{.ashift = "8", .on = "file"}, "\"8\" is not a number from 9 to 16"},
        {{.ashift = "17", .on = "file"}, "from 9 to 16"},
        {{.ashift = "9,,12", .on = "file"}, "\"\" is not a number"},
        {{.ashift = "9,9", .on = "file"}, "ashift=9 is given twice"},
        {{.ashift = "9"}, "needs --on"},
        {{.ashift = "9", .on = "device:/dev/x"}, "must be file"},
        {{.ashift = "9", .on = "file:x"}, "\"x\" is not a size"},
        {{.ashift = "9", .on = "file:1g@"}, "must be file"},
        {{.ashift = "9", .on = "file:63m"}, "at least 64 MiB"},
        {{.ashift = "9", .on = "file:128m"}, "do not fit a pool of 128 MiB"},
        {{.ashift = "9", .on = "file:16g", .workloads = "salter"}, "do not fit"},
        {{.ashift = "9", .on = "file", .targets = fine, .target_count = 1}, "one of them"},
        {{.on = "file", .targets = fine, .target_count = 1}, "--target makes none"},
        {{.targets = no_label, .target_count = 1}, "must be FACTOR=LEVEL:DIR"},
        {{.targets = no_directory, .target_count = 1}, "must be FACTOR=LEVEL:DIR"},
        {{.targets = empty_level, .target_count = 1}, "must be FACTOR=LEVEL:DIR"},
        {{.targets = twice, .target_count = 2}, "a=1 is given twice"},
        {{.ashift = "9", .on = "file", .iterations = "0"}, "--iterations 0"},
        {{.ashift = "9", .on = "file", .order = "fast"}, "--order fast"},
        {{.ashift = "9", .on = "file", .seed = "-1"}, "--seed -1"},
        {{.ashift = "9", .on = "file", .scale = "2"}, "--scale 2"},
        {{.ashift = "9", .on = "file", .workloads = "/nowhere.fio"}, "cannot be read as a file"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct arena *arena = arena_create();
        struct plan plan;
        struct failure failure;
        bool taken = build(arena, rows[i].request, &plan, &failure);
        if (taken || failure.kind != FAILURE_USAGE ||
            strstr(failure.message, rows[i].message) == NULL) {
            print_error("row %zu: %s\n", i, taken ? "accepted" : failure.message);
            fail();
        }
        arena_free(arena);
    }
}

static void test_parameters(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "factor=ashift",   "levels=9,12",  "where=file",    "pool_size=1073741824",
        "workloads=quick", "iterations=3", "order=blocked", "scale=1/2",
        "runs=18",         "seed=5"};
    struct arena *arena = arena_create();
    struct plan plan;
    struct failure failure;
    assert_true(build(arena,
                      (struct plan_request){.ashift = "9,12",
                                            .on = "file",
                                            .iterations = "3",
                                            .order = "blocked",
                                            .scale = "1/2",
                                            .seed = "5"},
                      &plan, &failure));
    size_t count;
    const struct setting *parameters = plan_parameters(&plan, &count);
    assert_int_equal(count, sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(text_format(arena, "%.*s=%.*s", (int)parameters[i].name.size,
                                        parameters[i].name.data, (int)parameters[i].value.size,
                                        parameters[i].value.data)
                                .data,
                            expected[i]);
    }
    arena_free(arena);
}

static void test_bytes_written(void **state)
{
    (void)state;
    static const struct {
        double bytes;
        const char *words;
    } rows[] = {{0, "0 B"},        {512, "512 B"},        {1024, "1 KiB"},
                {1536, "1.5 KiB"}, {1073741824, "1 GiB"}, {1610612736, "1.5 GiB"},
                {1e15, "909 TiB"}, {157286400, "150 MiB"}};
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text words = bytes_written(arena, rows[i].bytes);
        assert_string_equal(words.data, rows[i].words);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pools),      cmocka_unit_test(test_places),
        cmocka_unit_test(test_targets),    cmocka_unit_test(test_refused),
        cmocka_unit_test(test_parameters), cmocka_unit_test(test_bytes_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
