#include "testing.h"

#include "collect/workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool parse(struct arena *arena, const char *job_file, struct scale scale,
                  struct workload_set *set, struct failure *failure)
{
    *failure = (struct failure){0};
    *set = (struct workload_set){0};
    return workload_set_parse(arena, text_of(job_file), "test.fio",
                              (struct workload_shape){.scale = scale}, set, failure);
}

static const struct scale full = {1, 1};
static const struct workload_shape as_it_is = {.scale = {1, 1}};

/* The first seed's script, test by test. */
static void test_salter(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *options;
        size_t jobs;
        int64_t file_bytes;
    } tests[] = {
        {"randwrite-4k", "bs=4k\nsize=4g\nnumjobs=1\niodepth=1\n", 1, (int64_t)4 << 30},
        {"randwrite-64k-16jobs", "bs=64k\nsize=256m\nnumjobs=16\niodepth=16\n", 16,
         (int64_t)4 << 30},
        {"randwrite-1m", "bs=1m\nsize=16g\nnumjobs=1\niodepth=1\n", 1, (int64_t)16 << 30},
    };
    struct arena *arena = arena_create();
    struct workload_set set = {0};
    struct failure failure = {0};
    assert_true(workload_set_read(arena, text_of("salter"), as_it_is, &set, &failure));
    assert_int_equal(set.count, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct workload *workload = &set.items[i];
        assert_true(text_is(workload->name, tests[i].name));
        const char *expected =
            text_format(arena,
                        "[%s]\nioengine=posixaio\nrw=randwrite\nruntime=60\ntime_based=1\n"
                        "end_fsync=1\nfallocate=none\n%s",
                        tests[i].name, tests[i].options)
                .data;
        assert_string_equal(workload->job_file.data, expected);
        assert_int_equal(workload->expected_count, tests[i].jobs);
        assert_int_equal(workload->expected[0].runtime_ms, 60000);
        assert_int_equal(workload->expected[0].io_bytes, 0);
        assert_true(workload->file_bytes == tests[i].file_bytes);
        assert_true(workload->seconds == 60);
    }
    arena_free(arena);
}

static void test_scaled(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct workload_set set = {0};
    struct failure failure = {0};
    assert_true(workload_set_read(arena, text_of("salter"),
                                  (struct workload_shape){.scale = {1, 16}}, &set, &failure));
    struct text job = set.items[0].job_file;
    assert_true(text_find(job, "\nsize=268435456\n", 0) < job.size);
    assert_true(text_find(job, "\nruntime=3750ms\n", 0) < job.size);
    assert_true(text_find(job, "\nbs=4k\n", 0) < job.size);
    assert_int_equal(set.items[0].expected[0].runtime_ms, 3750);
    assert_true(set.items[2].file_bytes == (int64_t)1 << 30);
    arena_free(arena);
}

static bool near(double a, double b)
{
    return fabs(a - b) < 0.001;
}

/* What is written, and how long it takes: the share of a mixed job (fio's default is half), files
   laid out before they are read, a rate that the job sets itself (HOWTO of fio: rwmixread, rate).
 */
static void test_cost(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        double written_mib, timed_seconds, seconds;
        bool has_open_end;
    } rows[] = {
        {"rw=write\nsize=100m\n", 100, 0, 1, true},
        {"rw=read\nsize=100m\n", 100, 0, 2, true},
        {"rw=randrw\nsize=100m\nrwmixwrite=10\n", 110, 0, 2, true},
        {"rw=randrw\nsize=100m\nrwmixread=90\n", 110, 0, 2, true},
        {"rw=rw\nsize=100m\n", 150, 0, 2, true},
        {"rw=randrw\nsize=100m\nrwmixread=20\nnumjobs=2\n", 360, 0, 4, true},
        {"rw=randread\nsize=100m\nnumjobs=2\nfilename=x\n", 100, 0, 3, true},
        {"rw=write\nsize=10m\nrate=1m\n", 10, 0, 10, true},
        {"rw=write\nsize=4m\nrate=100k\n", 4, 0, 40.96, true},
        {"rw=write\nsize=4m\nrate=1g,100k\n", 4, 0, 40.96, true},
        {"rw=write\nsize=4m\nrate=100k,\n", 4, 0, 0.04, true},
        {"rw=write\nbs=4k\nsize=4m\nrate_iops=25\n", 4, 0, 40.96, true},
        {"rw=rw\nsize=20m\nrate=1m\n", 30, 0, 10.2, true},
        {"rw=write\nsize=10m\nrate=1m\nruntime=80\ntime_based=1\nramp_time=20\n", 100, 0, 100,
         false},
        {"rw=write\nsize=10m\nruntime=60\ntime_based=1\n", 0, 60, 60, false},
        {"rw=randrw\nsize=10m\nruntime=60\ntime_based=1\nrwmixread=75\n", 10, 15, 60.1, false},
        {"rw=write\nsize=10m\nruntime=60\nstartdelay=10-30\n", 10, 0, 90, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct arena *arena = arena_create();
        struct workload_set set;
        struct failure failure;
        assert_true(parse(arena, text_format(arena, "[job]\n%s", rows[i].options).data, full, &set,
                          &failure));
        const struct workload *workload = &set.items[0];
        assert_true(near((double)workload->written_bytes / (1 << 20), rows[i].written_mib));
        assert_true(near(workload->timed_write_seconds, rows[i].timed_seconds));
        assert_true(near(workload->seconds, rows[i].seconds));
        assert_int_equal(workload->has_open_end, rows[i].has_open_end);
        arena_free(arena);
    }
}

/* Three simulations of four files of 64 MiB: 768 MiB laid out, and by rwmixread 4.8 of 12 shares
   written; the JSON of fio 3.33 says 0.30 GiB of such a run. */
static void test_cost_of_mixes(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct workload_set set = {0};
    struct failure failure = {0};
    assert_true(workload_set_read(arena, text_of("storage-fio"),
                                  (struct workload_shape){.scale = {1, 64}}, &set, &failure));
    int64_t written = 0;
    for (size_t i = 0; i < set.count; i++) {
        written += set.items[i].written_bytes;
    }
    assert_true(near((double)written / (1 << 20), 768 + 0.4 * 768));
    arena_free(arena);
}

/* As on fio's command line, be it by an alias. */
static void test_later_option_counts(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct workload_set set;
    struct failure failure;
    assert_true(parse(arena,
                      "[a]\nreadwrite=write\nrw=randread\nsize=1m\nsize=2m\n"
                      "runtime=7\ntimeout=9\n",
                      full, &set, &failure));
    assert_int_equal(set.items[0].expected[0].runtime_ms, 9000);
    assert_true(set.items[0].file_bytes == 2 << 20);
    assert_true(set.items[0].reads);
    arena_free(arena);
}

/* Everything shipped is short enough, can be scaled down to almost nothing, and has plain
 * names. */
static void test_shipped(void **state)
{
    (void)state;
    for (size_t i = 0; shipped_workloads[i].name != NULL; i++) {
        struct arena *arena = arena_create();
        struct workload_set set = {0};
        struct failure failure = {0};
        assert_true(workload_set_read(arena, text_of(shipped_workloads[i].name),
                                      (struct workload_shape){.scale = {1, 1000000}}, &set,
                                      &failure));
        for (size_t k = 0; k < set.count; k++) {
            assert_true(set.items[k].file_bytes >= 4096);
            assert_true(set.items[k].expected[0].runtime_ms >= 1000 ||
                        set.items[k].expected[0].io_bytes >= 4096);
            struct text file = text_of(set.items[k].file_name);
            assert_true(text_equal(text_slice(file, 0, file.size - 4), set.items[k].name));
            assert_true(text_find(set.items[k].job_file, "\nfallocate=none\n", 0) <
                        set.items[k].job_file.size);
        }
        arena_free(arena);
    }
}

/* The second seed's three simulations of four machines, and the fourth's four tests, each both
 * ways. */
static void test_other_shipped(void **state)
{
    (void)state;
    static const struct {
        const char *set;
        size_t workload;
        const char *name;
        size_t count, jobs;
    } rows[] = {
        {"storage-fio", 0, "simulation1-readers+simulation1-writer", 3, 4},
        {"storage-fio", 2, "simulation3-reader+simulation3-writers", 3, 4},
        {"wiki", 0, "sequential-write", 2, 1},
        {"wiki", 1, "sequential-read", 2, 1},
        {"crystaldiskmark", 0, "seq1m-q8t1-read", 8, 1},
        {"crystaldiskmark", 5, "rnd4k-q32t16-write", 8, 1},
        {"crystaldiskmark", 7, "rnd4k-q1t1-write", 8, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct arena *arena = arena_create();
        struct workload_set set = {0};
        struct failure failure = {0};
        assert_true(workload_set_read(arena, text_of(rows[i].set), as_it_is, &set, &failure));
        assert_int_equal(set.count, rows[i].count);
        assert_string_equal(set.items[rows[i].workload].name.data, rows[i].name);
        assert_int_equal(set.items[rows[i].workload].expected_count, rows[i].jobs);
        arena_free(arena);
    }
}

/* fio makes files named after its jobs: what it is given is never a path. */
static void test_hostile_names(void **state)
{
    (void)state;
    char longest[4001];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    const char *const names[] = {"../../etc/passwd", "/dev/null", "..",    ".hidden", "%n%n%s",
                                 "a\tb\x7f",         "$jobname",  longest, "a:b",     "a\\b",
                                 "-output=x"};
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct workload_set set;
        struct failure failure;
        const char *job = text_format(arena, "[%s]\nsize=1m\n", names[i]).data;
        assert_true(parse(arena, job, full, &set, &failure));
        const struct workload *workload = &set.items[0];
        struct text line = {0}, rest = workload->job_file;
        (void)text_next_line(&rest, &line);
        assert_true(line.size < 100);
        for (size_t k = 1; k + 1 < line.size; k++) {
            assert_true((unsigned char)line.data[k] > ' ' && line.data[k] != 127);
            assert_null(strchr("/\\:%$", line.data[k]));
        }
        assert_true(line.data[1] != '.');
        assert_true(strlen(workload->file_name) < 100);
        assert_null(strchr(workload->file_name, '/'));
    }
    assert_string_not_equal(file_name_of(arena, text_of("a/b")),
                            file_name_of(arena, text_of("a_b")));
    assert_string_equal(file_name_of(arena, text_of("a+b")), "a+b");
    arena_free(arena);
}

/* Included files: beside the file that names them, with options and sections, named in
 * messages. */
static void test_includes(void **state)
{
    (void)state;
    char folder[] = "/tmp/ashiftstat-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct arena *arena = arena_create();
    static const struct {
        const char *name, *content;
    } files[] = {
        {"main.fio", "[global]\ninclude common.inc\n[a]\n[b]\nstonewall\ninclude more.inc\n"},
        {"common.inc", "bs=8k\nsize=1m\n"},
        {"more.inc", "rw=write\n[c]\nstonewall\nnumjobs=2\n"},
        {"loop.fio", "[a]\ninclude loop.fio\n"},
        {"bad.fio", "[a]\nsize=1m\ninclude bad.inc\n"},
        {"bad.inc", "\nexec_prerun=reboot\n"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        FILE *file = fopen(text_format(arena, "%s/%s", folder, files[i].name).data, "w");
        assert_non_null(file);
        (void)fputs(files[i].content, file);
        (void)fclose(file);
    }
    static const struct {
        const char *name, *message;
    } rows[] = {{"main.fio", NULL},
                {"loop.fio", "loop.fio:2: more than 16 files included in each other"},
                {"bad.fio", "bad.inc:2: option exec_prerun"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct workload_set set = {0};
        struct failure failure = {0};
        struct text name = text_format(arena, "%s/%s", folder, rows[i].name);
        bool read = workload_set_read(arena, name, as_it_is, &set, &failure);
        assert_int_equal(read, rows[i].message == NULL);
        if (!read) {
            assert_non_null(strstr(failure.message, rows[i].message));
            continue;
        }
        assert_int_equal(set.count, 3);
        assert_string_equal(set.items[1].job_file.data, "[b]\nbs=8k\nsize=1m\nrw=write\n");
        assert_int_equal(set.items[2].expected_count, 2);
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        (void)unlink(text_format(arena, "%s/%s", folder, files[i].name).data);
    }
    (void)rmdir(folder);
    arena_free(arena);
}

/* On a volume every job gets a place of its own. */
static void test_for_device(void **state)
{
    (void)state;
    const struct workload_shape shape = {{1, 1}, true};
    struct arena *arena = arena_create();
    struct workload_set set = {0};
    struct failure failure = {0};
    assert_true(workload_set_parse(arena, text_of("[a]\nsize=1m\nnumjobs=3\n[b]\nsize=2m\n"), "x",
                                   shape, &set, &failure));
    assert_string_equal(set.items[0].job_file.data,
                        "[a]\nsize=1m\nnumjobs=3\noffset=0\noffset_increment=1048576\n\n"
                        "[b]\nsize=2m\noffset=3145728\noffset_increment=2097152\n");
    assert_false(workload_set_parse(arena, text_of("[a]\nsize=1m\nfilename=x\n"), "x", shape, &set,
                                    &failure));
    assert_non_null(strstr(failure.message, "x:3: option filename cannot be used on a volume"));
    arena_free(arena);
}

struct cut_row {
    const char *job_file;
    size_t count;
    const char *names; /* joined by blanks */
    size_t jobs;       /* rows expected of the first */
};

static const struct cut_row cuts[] = {
    {"[a]\nsize=1m\n[b]\nsize=1m\n", 1, "a+b", 2},
    {"[a]\nsize=1m\n[b]\nstonewall\nsize=1m\n", 2, "a b", 1},
    {"[global]\nstonewall\nsize=1m\n[a]\n[b]\n[c]\n", 3, "a b c", 1},
    {"[global]\nsize=1m\n[a]\n[b]\nstonewall=1\n[c]\n", 2, "a b+c", 1},
    {"size=1m\n[a]\nnumjobs=3\n", 1, "a", 3},
    {"[a]\nnumjobs=3\nsize=1m\ngroup_reporting\n", 1, "a", 1},
    {"[global]\ngroup_reporting=1\nsize=1m\n[a]\nnumjobs=2\n[b]\nnew_group\n", 1, "a+b", 2},
    {"[global]\nsize=1m\n[a]\nname=other\n", 1, "other", 1},
    {"; comment\n[a] ; more\nsize = 1m # half\n", 1, "a", 1},
    {"[a b/c]\nsize=1m\n", 1, "a b/c", 1},
};

static void test_cuts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        struct arena *arena = arena_create();
        struct workload_set set;
        struct failure failure;
        struct text_builder names = {.arena = arena};
        if (!parse(arena, cuts[i].job_file, full, &set, &failure)) {
            print_error("row %zu: %s\n", i, failure.message);
            fail();
        }
        for (size_t k = 0; k < set.count; k++) {
            text_add_string(&names, k == 0 ? "" : " ");
            text_add(&names, set.items[k].name);
        }
        assert_int_equal(set.count, cuts[i].count);
        assert_string_equal(text_built(&names).data, cuts[i].names);
        assert_int_equal(set.items[0].expected_count, cuts[i].jobs);
        assert_null(strstr(set.items[0].file_name, "/"));
        arena_free(arena);
    }
}

static void test_written(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct workload_set set;
    struct failure failure;
    assert_true(parse(arena,
                      "[global]\nbs=4k\nrw=write\ntime_based\n[one]\nruntime=2m\nbs=8k\nsize=2m\n"
                      "stonewall\n[two]\nsize=1m\n",
                      full, &set, &failure));
    assert_string_equal(set.items[0].job_file.data,
                        "[one]\nrw=write\ntime_based=1\nruntime=2m\nbs=8k\nsize=2m\n\n"
                        "[two]\nbs=4k\nrw=write\ntime_based=1\nsize=1m\n");
    assert_int_equal(set.items[0].expected[0].runtime_ms, 120000);
    assert_int_equal(set.items[0].expected[1].io_bytes, 1 << 20);
    assert_int_equal(set.items[0].file_bytes, 3 << 20);
    arena_free(arena);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *job_file, *message;
    } rows[] = {
        {"", "no job section"},
        {"[global]\nsize=1m\n", "no job section"},
        {"[a\nsize=1m\n", "test.fio:1: a section"},
        {"[a]\n", "[a] has no size="},
        {"[a]\nsize=50%\n", "test.fio:2: option size must be a size"},
        {"[a]\nsize=1m\nnumjobs=0\n", "test.fio:3: option numjobs"},
        {"[a]\nsize=1m\nruntime=soon\n", "test.fio:3: option runtime"},
        {"[a]\nsize=1m\ndirectory=/etc\n", "test.fio:3: option directory cannot be used"},
        {"[a]\nsize=1m\nfilename=/dev/sda\n", "test.fio:3: option filename must be a plain name"},
        {"[a]\nsize=1m\nfilename=x:../y\n", "test.fio:3: option filename"},
        {"[a]\nsize=1m\nexec_prerun=reboot\n", "test.fio:3: option exec_prerun"},
        {"[a]\nsize=1m\ninclude nowhere.fio\n", "test.fio:3: cannot include nowhere.fio"},
        {"[a]\nsize=${SIZE}\n", "test.fio:2: option size uses an environment variable"},
        {"[a]\nsize=1m\nwrite_bw_log=x\n", "test.fio:3: option write_bw_log"},
        {"[a]\nsize=1m\nstonewall\n[a]\nsize=1m\nstonewall\n", "two workloads are named a"},
        {"[\xff]\nsize=1m\n", "not a text file in UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct arena *arena = arena_create();
        struct workload_set set;
        struct failure failure;
        bool taken = parse(arena, rows[i].job_file, full, &set, &failure);
        if (taken || failure.kind != FAILURE_USAGE ||
            strstr(failure.message, rows[i].message) == NULL) {
            print_error("row %zu: %s\n", i, taken ? "accepted" : failure.message);
            fail();
        }
        arena_free(arena);
    }
}

static void test_scale_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_scale;
        unsigned numerator, denominator;
    } rows[] = {
        {"1", true, 1, 1},    {"1/16", true, 1, 16}, {"3/4", true, 3, 4},  {"2", false, 0, 0},
        {"3/2", false, 0, 0}, {"0", false, 0, 0},    {"1/", false, 0, 0},  {"/2", false, 0, 0},
        {"", false, 0, 0},    {"1/x", false, 0, 0},  {"0.5", false, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct scale scale = {0, 0};
        assert_int_equal(scale_read(text_of(rows[i].text), &scale), rows[i].is_scale);
        assert_int_equal(scale.numerator, rows[i].numerator);
        assert_int_equal(scale.denominator, rows[i].denominator);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_salter),
        cmocka_unit_test(test_scaled),
        cmocka_unit_test(test_later_option_counts),
        cmocka_unit_test(test_shipped),
        cmocka_unit_test(test_cost),
        cmocka_unit_test(test_cost_of_mixes),
        cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_written),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_scale_read),
        cmocka_unit_test(test_other_shipped),
        cmocka_unit_test(test_hostile_names),
        cmocka_unit_test(test_includes),
        cmocka_unit_test(test_for_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
