#include "testing.h"

#include "collect/plan_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reading {
    struct arena *arena;
    char path[64];
    struct plan_request request;
    struct plan_file file;
    struct failure failure;
};

static bool read_plan(struct reading *reading, const char *content)
{
    (void)snprintf(reading->path, sizeof reading->path, "/tmp/ashiftstat-test-XXXXXX");
    int descriptor = mkstemp(reading->path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, content, strlen(content)), strlen(content));
    (void)close(descriptor);
    reading->failure = (struct failure){0};
    bool read = plan_file_read(reading->arena, reading->path, &reading->request, &reading->file,
                               &reading->failure);
    (void)unlink(reading->path);
    return read;
}

static void test_read(void **state)
{
    (void)state;
    struct reading reading = {.arena = arena_create(), .request = {.seed = "7"}};
    assert_true(read_plan(&reading, "; a plan\n\n[collect]\narchive = results/a b ; not a comment\n"
                                    "ashift=9,12\n  on = file:4G\nzfs = recordsize=16k,128k\n"
                                    "zfs = compression=off\nwarm-up = 1\naa = no\nseed = 8\n"));
    assert_string_equal(reading.request.archive, "results/a b ; not a comment");
    assert_string_equal(reading.request.ashift, "9,12");
    assert_string_equal(reading.request.on, "file:4G");
    assert_int_equal(reading.request.zfs.count, 2);
    assert_string_equal(reading.request.zfs.words[1], "compression=off");
    assert_string_equal(reading.request.warm_up, "1");
    assert_null(reading.request.aa);
    assert_string_equal(reading.request.seed, "7"); /* the command line comes first */
    arena_free(reading.arena);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *plan, *message;
    } rows[] = {
        {"ashift = 9\n", ":1: [collect] must stand before \"ashift = 9\""},
        {"[collect]\n\nashif = 9\n", ":3: there is no setting \"ashif\""},
        {"[collect]\nashift 9\n", ":2: must be NAME = VALUE, not \"ashift 9\""},
        {"[collect]\nashift =\n", ":2: there is no value for \"ashift\""},
        {"[collect]\nseed = 1\nseed = 2\n", ":3: seed stands in line 2 already"},
        {"[collect\n", ":1: the only section is [collect], not \"[collect\""},
        {"[other]\n", ":1: the only section is [collect]"},
        {"[collect]\naa = maybe\n", ":2: must be yes or no, not \"maybe\""},
        {"[collect]\ndestroy-data-on = x\n", ":2: can be given on the command line only"},
        {"[collect]\nseed = \xff\n", "is not a text file in UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct reading reading = {.arena = arena_create()};
        bool taken = read_plan(&reading, rows[i].plan);
        if (taken || reading.failure.kind != FAILURE_USAGE ||
            strstr(reading.failure.message, rows[i].message) == NULL) {
            print_error("row %zu: %s\n", i, taken ? "accepted" : reading.failure.message);
            fail();
        }
        arena_free(reading.arena);
    }
}

/* What is found to be wrong later is named with the line that said it. */
static void test_located(void **state)
{
    (void)state;
    static const struct {
        const char *message, *located;
    } rows[] = {
        {"--zfs sync=x: zfs-fuse has no such property", "/p:5: zfs sync=x: zfs-fuse"},
        {"--ashift 8: \"8\" is not", "/p:2: ashift 8"},
        {"--aa: runs one level", "/p:6: aa: runs"},
        {"nothing to compare", "nothing to compare"},
    };
    struct plan_line lines[] = {
        {"ashift", "8", 2}, {"zfs", "recordsize=1k", 4}, {"zfs", "sync=x", 5}, {"aa", "yes", 6}};
    const struct plan_file file = {.path = "/p", .lines = lines, .line_count = 4};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct failure failure = {0};
        (void)failure_set(&failure, FAILURE_USAGE, "%s", rows[i].message);
        plan_file_locate(&file, &failure);
        assert_true(text_starts_with(text_of(failure.message), rows[i].located));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_located),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
