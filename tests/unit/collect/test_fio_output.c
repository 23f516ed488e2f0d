/* Validity of runs, on what fio 3.33 really wrote (outputs/ORIGIN.md). */
#include "testing.h"

#include "collect/fio_output.h"
#include "collect/whole_file.h"

#include <stdlib.h>
#include <string.h>

static const char folder[] = "tests/unit/collect/outputs";

static struct text output_text(struct arena *arena, const char *name, const char *suffix)
{
    struct text text = {0};
    if (name != NULL) {
        const char *path = text_format(arena, "%s/%s.%s", folder, name, suffix).data;
        if (!whole_file_read(arena, path, 1 << 20, &text)) {
            text = (struct text){0};
        }
    }
    return text;
}

struct validity_row {
    const char *name;
    int exit_status;
    size_t jobs;
    int64_t runtime_ms, io_bytes;
    const char *fault; /* its beginning; "" = the run counts */
};

static const struct validity_row rows[] = {
    {"whole", 0, 1, 1000, 0, ""},
    {"whole", 0, 1, 1200, 0, "job randwrite-4k ran for"},
    {"whole", 0, 2, 1000, 0, "fio reports 1 jobs of 2"},
    {"whole", 1, 1, 1000, 0, "fio ended with exit status 1"},
    {"whole", 0, 1, 0, (int64_t)1 << 40, "job randwrite-4k moved"},
    {"four_jobs", 0, 4, 1000, 0, ""},
    {"four_jobs", 0, 3, 1000, 0, "fio reports 4 jobs of 3"},
    {"grouped", 0, 1, 0, 3 << 20, ""},
    {"grouped", 0, 1, 0, 4 << 20, "job mixed moved 3145728 bytes of 4194304"},
    {"grouped", 0, 3, 0, 1 << 20, "fio reports 1 jobs of 3"},
    {"terminated", 128, 2, 20000, 0, "fio: terminating on signal 15"},
    {"terminated", 0, 2, 1000, 0, "fio: terminating on signal 15"},
    {"worker_killed", 0, 2, 2000, 0, "fio: pid="},
    {"full", 1, 1, 1000, 0, "fio ended with exit status 1: fio: io_u error on file"},
    {"full", 0, 1, 1, 0, "job randwrite-4k ended with error 28"},
    {"no_directory", 1, 1, 1000, 0,
     "fio ended with exit status 1: fio: failed parsing directory=nope"},
    {"no_directory", 0, 1, 1000, 0, "fio's output is not complete"},
    {"truncated", 0, 1, 1000, 0, "fio's output is not complete"},
};

/* The job that the recorded output is of. */
static struct text name_of(const char *recording)
{
    return text_of(strcmp(recording, "grouped") == 0     ? "mixed"
                   : strcmp(recording, "four_jobs") == 0 ? "randwrite-64k-4jobs"
                                                         : "randwrite-4k");
}

/* A run of another job than the planned one does not count, however well it went. */
static void test_another_job(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct expected_job expected = {text_of("randread-4k"), 1000, 0};
    struct workload workload = {.expected = &expected, .expected_count = 1};
    struct text fault = fio_output_fault(arena, 0, output_text(arena, "whole", "json"),
                                         (struct text){0}, &workload);
    assert_string_equal(fault.data, "fio reports job randwrite-4k, not randread-4k");
    arena_free(arena);
}

static void test_validity(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct arena *arena = arena_create();
        struct expected_job expected[4];
        for (size_t k = 0; k < 4; k++) {
            expected[k] =
                (struct expected_job){name_of(rows[i].name), rows[i].runtime_ms, rows[i].io_bytes};
        }
        struct workload workload = {.expected = expected, .expected_count = rows[i].jobs};
        struct text fault =
            fio_output_fault(arena, rows[i].exit_status, output_text(arena, rows[i].name, "json"),
                             output_text(arena, rows[i].name, "stderr"), &workload);
        if (rows[i].fault[0] == '\0' ? fault.size > 0 : !text_starts_with(fault, rows[i].fault)) {
            print_error("row %zu (%s): \"%.*s\"\n", i, rows[i].name, (int)fault.size, fault.data);
            fail();
        }
        arena_free(arena);
    }
}

static void test_scan(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct fio_output output;
    fio_output_scan(arena, output_text(arena, "worker_killed", "json"), &output);
    assert_true(output.is_complete);
    assert_true(text_is(output.version, "fio-3.33"));
    assert_true(text_starts_with(output.before, "fio: pid="));
    assert_int_equal(output.job_count, 2);
    assert_true(text_is(output.jobs[0].name, "randwrite-4k"));
    assert_int_equal(output.jobs[0].error, 0);
    fio_output_scan(arena, output_text(arena, "four_jobs", "json"), &output);
    for (size_t i = 0; i < 4; i++) {
        assert_true(output.jobs[i].runtime_ms >= 1000 && output.jobs[i].runtime_ms < 1100);
        assert_true(output.jobs[i].io_bytes > 0 && output.jobs[i].io_bytes % 65536 == 0);
    }
    arena_free(arena);
}

/* Cut anywhere before its end the document is not complete, and nothing is read outside of it. */
static void test_every_cut(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct text whole = text_trim(output_text(arena, "whole", "json"));
    assert_true(whole.size > 5000);
    for (size_t size = 0; size < whole.size; size++) {
        struct arena *scratch = arena_create();
        char *exact = malloc(size == 0 ? 1 : size);
        memcpy(exact, whole.data, size);
        struct fio_output output;
        fio_output_scan(scratch, (struct text){exact, size}, &output);
        assert_false(output.is_complete);
        free(exact);
        arena_free(scratch);
    }
    arena_free(arena);
}

static void test_malformed(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",           "{",       "{]",          "{\"a\":1]",       "{\"jobs\":[}",
        "{\"a\":\"b", "no json", "{\"a\\\":1}", "[{\"error\":0}]", "{\"jobs\":[{\"error\":0]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct arena *arena = arena_create();
        struct fio_output output;
        fio_output_scan(arena, text_of(texts[i]), &output);
        if (output.is_complete) {
            print_error("taken as complete: %s\n", texts[i]);
            fail();
        }
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_validity),  cmocka_unit_test(test_another_job),
        cmocka_unit_test(test_scan),      cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_malformed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
