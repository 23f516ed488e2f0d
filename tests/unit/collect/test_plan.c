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
    static const char *targets[] = {"ashift=12:/tank12/t", "ashift=13,recordsize=16k:/a:b"};
    struct arena *arena = arena_create();
    struct plan plan;
    struct failure failure;
    assert_true(build(arena, (struct plan_request){.targets = {targets, 2, 2}}, &plan, &failure));
    assert_int_equal(plan.where, WHERE_TARGET);
    assert_string_equal(plan.levels[0].configuration->written.data, "ashift=12");
    assert_string_equal(plan.levels[0].directory, "/tank12/t");
    assert_int_equal(plan.levels[0].ashift, 0);
    assert_string_equal(plan.levels[1].configuration->written.data, "ashift=13;recordsize=16k");
    assert_string_equal(plan.levels[1].directory, "/a:b");
    arena_free(arena);
}

/* Several factors at once: all combinations, each with the properties of its dataset. */
static void test_combinations(void **state)
{
    (void)state;
    static const char *properties[] = {"recordsize=16k,128k", "compression=off"},
                      *volumes[] = {"volblocksize=8k,64k"};
    static const char *const expected[] = {
        "ashift=9;compression=off;recordsize=16k", "ashift=9;compression=off;recordsize=128k",
        "ashift=12;compression=off;recordsize=16k", "ashift=12;compression=off;recordsize=128k"};
    struct arena *arena = arena_create();
    struct plan plan;
    struct failure failure;
    assert_true(build(
        arena, (struct plan_request){.ashift = "9,12", .on = "file", .zfs = {properties, 2, 2}},
        &plan, &failure));
    assert_int_equal(plan.level_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(plan.levels[i].configuration->written.data, expected[i]);
        assert_int_equal(plan.levels[i].property_count, 2);
        assert_true(text_is(plan.levels[i].properties[0].name, "recordsize"));
    }
    assert_true(build(arena, (struct plan_request){.on = "pool:tank/x", .zfs = {volumes, 1, 1}},
                      &plan, &failure));
    assert_int_equal(plan.where, WHERE_POOL);
    assert_string_equal(plan.parent, "tank/x");
    assert_true(plan.has_zvols);
    arena_free(arena);
}

/* One level under two labels. */
static void test_aa(void **state)
{
    (void)state;
    static const char *properties[] = {"recordsize=16k"};
    struct arena *arena = arena_create();
    struct plan plan;
    struct failure failure;
    assert_true(build(
        arena,
        (struct plan_request){.ashift = "12", .on = "file", .zfs = {properties, 1, 1}, .aa = "1"},
        &plan, &failure));
    assert_int_equal(plan.level_count, 2);
    assert_string_equal(plan.levels[0].configuration->written.data,
                        "aa=a;ashift=12;recordsize=16k");
    assert_string_equal(plan.levels[1].configuration->written.data,
                        "aa=b;ashift=12;recordsize=16k");
    assert_int_equal(plan.levels[1].ashift, 12);
    assert_true(text_is(plan.levels[1].properties[0].name, "recordsize"));
    arena_free(arena);
}

static void test_device(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct plan plan;
    struct failure failure;
    assert_true(build(arena,
                      (struct plan_request){.ashift = "12,13",
                                            .on = "device:/dev/disk/by-id/nvme-X:1_S",
                                            .destroy_data_on = "nvme-X:1_S"},
                      &plan, &failure));
    assert_int_equal(plan.where, WHERE_DEVICE);
    assert_string_equal(plan.device, "/dev/disk/by-id/nvme-X:1_S");
    assert_false(plan.may_wipe_signatures);
    size_t count;
    const struct setting *parameters = plan_parameters(&plan, &count);
    for (size_t i = 0; i < count; i++) { /* the name holds a serial number */
        assert_true(text_find(parameters[i].value, "nvme", 0) == parameters[i].value.size);
    }
    arena_free(arena);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *no_label[] = {"/tank"}, *no_directory[] = {"ashift=12"},
                      *empty_level[] = {"ashift=:/x"}, *twice[] = {"a=1:/x", "a=1:/y"},
                      *fine[] = {"a=1:/x"}, *two[] = {"a=1:/x", "a=2:/y"},
                      *no_values[] = {"recordsize"}, *bad_name[] = {"Record=1"},
                      *bad_value[] = {"recordsize=16k,,8k"}, *on_ashift[] = {"ashift=9"},
                      *sizes[] = {"recordsize=16k,128k"};
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
        {{.ashift = "9", .on = "devices"}, "must be file"},
        {{.ashift = "9", .on = "device:/dev/sda"}, "must be device:/dev/disk/by-id/NAME"},
        {{.ashift = "9", .on = "device:/dev/disk/by-id/../sda"}, "must be device:"},
        {{.ashift = "9", .on = "device:/dev/disk/by-id/x"}, "give --destroy-data-on x as well"},
        {{.ashift = "9", .on = "device:/dev/disk/by-id/x", .destroy_data_on = "y"},
         "give --destroy-data-on x as well"},
        {{.ashift = "9", .on = "file", .destroy_data_on = "y"}, "goes with --on device"},
        {{.ashift = "9", .on = "file", .wipe_signatures = "1"}, "goes with --on device"},
        {{.ashift = "9", .on = "pool:tank"}, "keeps its ashift"},
        {{.on = "pool:tank"}, "needs --zfs"},
        {{.on = "pool:-f", .zfs = {sizes, 1, 1}}, "must be pool:NAME"},
        {{.on = "file"}, "needs --ashift"},
        {{.ashift = "9", .on = "file", .zfs = {no_values, 1, 1}}, "must be PROPERTY=VALUE"},
        {{.ashift = "9", .on = "file", .zfs = {bad_name, 1, 1}}, "must be PROPERTY=VALUE"},
        {{.ashift = "9", .on = "file", .zfs = {bad_value, 1, 1}}, "\"\" is no value"},
        {{.ashift = "9", .on = "file", .zfs = {on_ashift, 1, 1}}, "ashift is a factor already"},
        {{.targets = {two, 2, 2}, .aa = "1"}, "--aa: runs one level"},
        {{.ashift = "9", .on = "file", .warm_up = "-1"}, "--warm-up -1"},
        {{.ashift = "9", .on = "file", .settle = "soon"}, "--settle soon"},
        {{.ashift = "9", .on = "file", .hosts = "/x"}, "--hosts: fio runs on other"},
        {{.targets = {fine, 1, 1}, .hosts = "/nowhere"}, "--hosts /nowhere: No such file"},
        {{.ashift = "9", .on = "file:x"}, "\"x\" is not a size"},
        {{.ashift = "9", .on = "file:1g@"}, "must be file"},
        {{.ashift = "9", .on = "file:63m"}, "at least 64 MiB"},
        {{.ashift = "9", .on = "file:1k"}, "at least 64 MiB"},
        {{.ashift = "9", .on = "file:128m"}, "do not fit a pool of 128 MiB"},
        {{.ashift = "9", .on = "file:16g", .workloads = "salter"}, "do not fit"},
        {{.ashift = "9", .on = "file", .targets = {fine, 1, 1}}, "one of them"},
        {{.on = "file", .targets = {fine, 1, 1}}, "--target makes none"},
        {{.targets = {no_label, 1, 1}}, "must be FACTOR=LEVEL:DIR"},
        {{.targets = {no_directory, 1, 1}}, "must be FACTOR=LEVEL:DIR"},
        {{.targets = {empty_level, 1, 1}}, "must be FACTOR=LEVEL:DIR"},
        {{.targets = {twice, 2, 2}}, "a=1 is given twice"},
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
        cmocka_unit_test(test_pools),         cmocka_unit_test(test_places),
        cmocka_unit_test(test_targets),       cmocka_unit_test(test_refused),
        cmocka_unit_test(test_combinations),  cmocka_unit_test(test_aa),
        cmocka_unit_test(test_device),        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_bytes_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
