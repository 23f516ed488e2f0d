/* Factors, workloads and iterations from what files, folders and texts are called. */
#include "ingest/factor_words.h"
#include "ingest/file_name.h"
#include "ingest/fio_options.h"
#include "ingest/ingest.h"
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void test_factor_words(void **state)
{
    (void)state;
    static const struct {
        const char *text, *settings, *rest;
    } cases[] = {
        {"ashift12-randwrite", "ashift=12", "randwrite"},
        {"ashift=12", "ashift=12", ""},
        {"ashift-13", "ashift=13", ""},
        {"recordsize_16k", "recordsize=16k", ""},
        {"pool-volblocksize8k-sync=always-x", "sync=always;volblocksize=8k", "pool x"},
        {"sync-write", "", "sync-write"},
        {"ashift12-vs-ashift13", "", "ashift12-vs-ashift13"},
        {"slashift12", "", "slashift12"},
        {"ashift12abc", "", "ashift12abc"},
        {"randwrite4k-1job", "", "randwrite4k-1job"},
    };
    struct arena *arena = arena_create();
    struct settings_pool *pool = settings_pool_create(arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct found_settings found = {.arena = arena};
        struct text rest = factor_words_take(&found, text_of(cases[i].text));
        if (found.count > 0)
            rest = factor_words_tidy(arena, rest);
        const struct settings *settings = settings_intern(pool, found.items, found.count);
        if (!text_is(settings->written, cases[i].settings) || !text_is(rest, cases[i].rest))
            fail_msg("\"%s\": %s, rest \"%.*s\"", cases[i].text, settings->written.data,
                     (int)rest.size, rest.data);
    }
    struct found_settings found = {.arena = arena};
    struct text rest = factor_pairs_take(
        &found, text_of("cache=none (drive=a) fio --bs=4k --name=x, rw=randwrite"));
    const struct settings *settings = settings_intern(pool, found.items, found.count);
    assert_string_equal(settings->written.data, "cache=none;drive=a");
    assert_true(text_find(rest, "--bs=4k", 0) < rest.size);
    arena_free(arena);
}

static void test_file_names(void **state)
{
    (void)state;
    static const struct {
        const char *base, *rest;
        unsigned number;
    } cases[] = {
        {"randwrite4k-1job-3.json", "randwrite4k-1job", 3},
        {"test_12.json", "test", 12},
        {"out.iter2.json", "out", 2},
        {"run7.txt", "", 7},
        {"result.4", "result", 4},
        {"fio-rand-50rw32k.iter1.json", "fio-rand-50rw32k", 1},
        {"randwrite4k.json", NULL, 0},
        {"b1024", NULL, 0},
        {"x-0.json", "x", 0},
        {"x-1234567.json", NULL, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text rest = {NULL, 0};
        unsigned number = 0;
        bool found = file_name_number(file_name_stem(text_of(cases[i].base)), &rest, &number);
        if (found != (cases[i].rest != NULL) ||
            (found && (!text_is(rest, cases[i].rest) || number != cases[i].number)))
            fail_msg("%s: %d \"%.*s\" %u", cases[i].base, found, (int)rest.size, rest.data, number);
    }
}

static void test_fio_options(void **state)
{
    (void)state;
    static const struct {
        const char *name, *value, *normal;
    } cases[] = {
        {"bs", "4k", "4096"},
        {"bs", "4k,16k", "4096,16384"},
        {"bs", "4KiB", "4000"},
        {"size", "1g", "1073741824"},
        {"runtime", "2m", "120"},
        {"runtime", "60", "60"},
        {"bssplit", "4k/60:64k/40", "4096/60:65536/40"},
        {"end_fsync", "", "1"},
        {"rw", "randwrite", "randwrite"},
        {"size", "100%", "100%"},
    };
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(
            fio_option_value(arena, text_of(cases[i].name), text_of(cases[i].value), false).data,
            cases[i].normal);
    assert_true(text_is(fio_option_value(arena, text_of("bs"), text_of("4k"), true), "4000"));
    assert_true(text_is(fio_option_name(text_of("blocksize")), "bs"));
    arena_free(arena);
}

/* A folder of files that hold one fio document each, with a job name and block size. */
static const char *const document = "{\"fio "
                                    "version\":\"fio-3.33\",\"timestamp_ms\":%d000,\"jobs\":[{"
                                    "\"jobname\":\"%s\",\"groupid\":0,\"error\":0,"
                                    "\"job "
                                    "options\":{\"rw\":\"write\",\"bs\":\"%s\"},\"write\":{\"io_"
                                    "bytes\":1000,\"io_kbytes\":1,\"bw_bytes\":1000,"
                                    "\"iops\":1,\"runtime\":1000,\"total_ios\":1}}]}\n";

static char folder[] = "/tmp/ashiftstat-naming-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static void write_document(const char *set, const char *path, const char *job, const char *bs)
{
    static int seconds = 1700000000;
    char full[512];
    (void)snprintf(full, sizeof full, "%s/%s", folder, set);
    (void)mkdir(full, 0700);
    for (const char *slash = path; (slash = strchr(slash, '/')) != NULL; slash++) {
        (void)snprintf(full, sizeof full, "%s/%s/%.*s", folder, set, (int)(slash - path), path);
        (void)mkdir(full, 0700);
    }
    (void)snprintf(full, sizeof full, "%s/%s/%s", folder, set, path);
    FILE *file = fopen(full, "a");
    assert_non_null(file);
    (void)fprintf(file, document, seconds += 10, job, bs);
    assert_int_equal(fclose(file), 0);
}

/* Reads a set and expects its runs, "config | workload | iteration" each, in reading order. */
static void expect_runs(const char *set, const char *const *expected)
{
    char path[512], got[512];
    (void)snprintf(path, sizeof path, "%s/%s", folder, set);
    const char *input = path;
    struct failure failure = {.kind = FAILURE_NONE};
    struct ingest_options options = {.jobs = 1};
    struct results *results = ingest_read(&input, 1, &options, &failure);
    assert_non_null(results);
    size_t count = 0;
    while (expected[count] != NULL)
        count++;
    assert_int_equal(results->run_count, count);
    for (size_t i = 0; i < count; i++) {
        const struct run *run = results->runs[i];
        (void)snprintf(got, sizeof got, "%s | %s | %u", run->configuration->written.data,
                       run->workload.data, run->iteration);
        assert_string_equal(got, expected[i]);
    }
    results_free(results);
}

static void test_factor_in_folder(void **state)
{
    (void)state;
    write_document("factor", "ashift12/w-1.json", "w", "4k");
    write_document("factor", "ashift12/w-2.json", "w", "4k");
    write_document("factor", "ashift13/w-1.json", "w", "4k");
    write_document("factor", "ashift13/w-2.json", "w", "4k");
    expect_runs("factor", (const char *const[]){"ashift=12 | w | 1", "ashift=12 | w | 2",
                                                "ashift=13 | w | 1", "ashift=13 | w | 2", NULL});
}

static void test_directory_is_factor(void **state)
{
    (void)state;
    write_document("plain", "ext4/w.json", "w", "4k");
    write_document("plain", "xfs/w.json", "w", "4k");
    expect_runs("plain",
                (const char *const[]){"directory=ext4 | w | 1", "directory=xfs | w | 1", NULL});
}

static void test_folders_that_repeat(void **state)
{
    (void)state;
    write_document("repeat", "run1/ashift9.json", "w", "4k");
    write_document("repeat", "run1/ashift12.json", "w", "4k");
    write_document("repeat", "run2/ashift9.json", "w", "4k");
    write_document("repeat", "run2/ashift12.json", "w", "4k");
    expect_runs("repeat", (const char *const[]){"ashift=9 | w | 1", "ashift=12 | w | 1",
                                                "ashift=9 | w | 2", "ashift=12 | w | 2", NULL});
}

static void test_one_name_for_several_tests(void **state)
{
    (void)state;
    for (int level = 12; level <= 13; level++)
        for (int run = 1; run <= 2; run++) {
            char path[64];
            (void)snprintf(path, sizeof path, "ashift%d/run%d.txt", level, run);
            write_document("names", path, "random-write", "4k");
            write_document("names", path, "random-write", "1m");
        }
    expect_runs("names",
                (const char *const[]){
                    "ashift=12 | random-write bs=4k | 1", "ashift=12 | random-write bs=1m | 1",
                    "ashift=12 | random-write bs=4k | 2", "ashift=12 | random-write bs=1m | 2",
                    "ashift=13 | random-write bs=4k | 1", "ashift=13 | random-write bs=1m | 1",
                    "ashift=13 | random-write bs=4k | 2", "ashift=13 | random-write bs=1m | 2",
                    NULL});
}

static void test_definition_that_differs_between_settings_stays(void **state)
{
    (void)state;
    write_document("mismatch", "ashift12/a.json", "w", "4k");
    write_document("mismatch", "ashift13/a.json", "w", "8k");
    expect_runs("mismatch", (const char *const[]){"ashift=12 | w | 1", "ashift=13 | w | 1", NULL});
}

static void test_factor_in_job_name(void **state)
{
    (void)state;
    write_document("job", "all.json", "ashift12-write", "4k");
    write_document("job", "all.json", "ashift13-write", "4k");
    write_document("job", "all.json", "ashift12-write", "4k");
    expect_runs("job", (const char *const[]){"ashift=12 | write | 1", "ashift=13 | write | 1",
                                             "ashift=12 | write | 2", NULL});
}

static void test_numbers_in_job_names(void **state)
{
    (void)state;
    write_document("numbers", "ashift9.json", "write-1", "4k");
    write_document("numbers", "ashift9.json", "write-2", "4k");
    write_document("numbers", "ashift9.json", "qd-4", "4k");
    write_document("numbers", "ashift9.json", "qd-8", "8k");
    expect_runs("numbers",
                (const char *const[]){"ashift=9 | write | 1", "ashift=9 | write | 2",
                                      "ashift=9 | qd-4 | 1", "ashift=9 | qd-8 | 1", NULL});
}

static void test_files_nothing_tells_apart(void **state)
{
    (void)state;
    write_document("files", "old.json", "w", "4k");
    write_document("files", "new.json", "w", "4k");
    expect_runs("files",
                (const char *const[]){"file=new.json | w | 1", "file=old.json | w | 1", NULL});
}

static void test_same_document_twice(void **state)
{
    (void)state;
    char path[512];
    write_document("twice", "a.json", "w", "4k");
    (void)snprintf(path, sizeof path, "%s/twice/a.json", folder);
    FILE *file = fopen(path, "r+");
    char copy[2048];
    size_t size = fread(copy, 1, sizeof copy, file);
    (void)fseek(file, 0, SEEK_END);
    (void)fwrite("$ cat a.json\n", 1, 13, file);
    (void)fwrite(copy, 1, size, file);
    assert_int_equal(fclose(file), 0);
    expect_runs("twice", (const char *const[]){" | w | 1", NULL});
}

static int remove_folder(void **state)
{
    (void)state;
    char command[128];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_factor_words),
        cmocka_unit_test(test_file_names),
        cmocka_unit_test(test_fio_options),
        cmocka_unit_test(test_factor_in_folder),
        cmocka_unit_test(test_directory_is_factor),
        cmocka_unit_test(test_folders_that_repeat),
        cmocka_unit_test(test_one_name_for_several_tests),
        cmocka_unit_test(test_definition_that_differs_between_settings_stays),
        cmocka_unit_test(test_factor_in_job_name),
        cmocka_unit_test(test_numbers_in_job_names),
        cmocka_unit_test(test_files_nothing_tells_apart),
        cmocka_unit_test(test_same_document_twice),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
