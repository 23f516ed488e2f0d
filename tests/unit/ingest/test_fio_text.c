/* What fio's text and terse output say besides figures: faults, hosts, repeated and cut runs; and
   text as it is posted. */
#include "ingest/fio_text_figure.h"
#include "ingest/json_document.h"
#include "ingest/reader.h"
#include "testing.h"

#include <math.h>
#include <string.h>

extern const struct reader fio_text_reader, fio_terse_reader;

static struct reading *read_with(struct arena *arena, const struct reader *reader, const char *text)
{
    struct reading *reading = arena_take(arena, sizeof *reading);
    struct input input = {
        .path = text_of("page.txt"), .text = text_of(text), .page = text_of(text)};
    struct failure failure = {.kind = FAILURE_NONE};
    *reading = (struct reading){.arena = arena, .path = input.path};
    (void)reader->read(&input, reading, &failure);
    return reading;
}

/* The value of the run's own row; -1 when there is none. */
static double value_of(const struct reading *reading, size_t run, const char *metric,
                       enum direction direction)
{
    for (size_t i = 0; i < reading->observation_count; i++) {
        const struct found_observation *row = &reading->observations[i];
        if (row->run == run && text_is(row->metric, metric) && row->direction == direction &&
            row->job.size == 0)
            return row->value;
    }
    return -1;
}

static bool has_note(const struct reading *reading, const char *part)
{
    for (size_t i = 0; i < reading->note_count; i++)
        if (strstr(reading->notes[i].message.data, part) != NULL)
            return true;
    return false;
}

#define HEADER                                                                                     \
    "w: (g=0): rw=randwrite, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, "               \
    "ioengine=psync, iodepth=1\n"
#define JOB "w: (groupid=0, jobs=1): err= 0: pid=77: Mon Jul  8 10:56:08 2019\n"
#define WRITES "  write: IOPS=20.0k, BW=81.0MiB/s (85.0MB/s)(1024MiB/12490msec)\n"
#define ISSUED "     issued rwt: total=0,262144,0, short=0,0,0, dropped=0,0,0\n"

static void test_ranges_of_figures(void **state)
{
    (void)state;
    static const struct {
        const char *token;
        enum fio_rounding rounding;
        double thousand, value, low, high;
    } cases[] = {
        {"702121B/s", FIO_CUTS, 1024, 702121, 702121, 702122},
        {"2358.6KB/s", FIO_CUTS, 1024, 2358.6 * 1024, 2358 * 1024, 2359 * 1024},
        {"11.0MiB/s", FIO_LOSES_A_WHOLE, 1000, 11 * 0x1p20, 10.95 * 0x1p20, 12 * 0x1p20},
        {"11.1MiB/s", FIO_LOSES_A_WHOLE, 1000, 11.1 * 0x1p20, 11.05 * 0x1p20, 11.151 * 0x1p20},
        {"300Mi", FIO_ROUNDS, 1000, 300 * 0x1p20, 299.5 * 0x1p20, 300.501 * 0x1p20},
        {"49.2Tbit/s", FIO_ROUNDS, 1000, 6.15e12, 6.14375e12, 6.156375e12},
        {"0", FIO_ROUNDS, 1000, 0, 0, 1},
        {"12065k", FIO_ROUNDS, 1000, 12065000, 12064500, 12065501},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fio_figure figure;
        assert_true(fio_figure_read(text_of(cases[i].token), cases[i].rounding, cases[i].thousand,
                                    &figure));
        assert_true(fabs(figure.value - cases[i].value) <= 1e-9 * cases[i].value);
        assert_true(fabs(figure.low - cases[i].low) <= 1e-9 * cases[i].low);
        assert_true(fabs(figure.high - cases[i].high) <= 1e-9 * cases[i].high);
    }
    struct fio_figure none;
    static const char *const others[] = {"", "MiB/s", "1.", ".5", "1.2.3k", "5 MiB/s", "12X"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(fio_figure_read(text_of(others[i]), FIO_ROUNDS, 1000, &none));
}

static void test_lost_fraction_comes_back(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    const struct reading *reading = read_with(
        arena, &fio_text_reader, HEADER "fio-3.1\nStarting 1 process\n" JOB WRITES ISSUED);
    assert_int_equal(reading->run_count, 1);
    assert_true(fabs(value_of(reading, 0, "bw", DIRECTION_WRITE) - 262144 * 4096.0 / 12.49) < 1);
    assert_true(fabs(value_of(reading, 0, "iops", DIRECTION_WRITE) - 262144 / 12.49) < 1e-6);
    arena_free(arena);
}

/* Mail programs break lines, indent them and leave blanks behind. */
static void test_wrapped_lines(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    const struct reading *reading = read_with(
        arena, &fio_text_reader,
        "    w: (groupid=0, jobs=1): err= 0: pid=77: Mon Jul  8\n10:56:08 2019\n"
        "      write: IOPS=20.1k, BW=81.1MiB/s\n(85.1MB/s)(1024MiB/12620msec)   \n"
        "        clat (usec): min=381, max=49139, avg=3120.08,\nstdev=1114.22\n"
        "        clat percentiles (usec):\n"
        "         |  1.00th=[   22],  5.00th=[   46],\n50.00th=[  65], 99.00th=[\n  4015],\n"
        "         issued rwts: total=0,262144,0,0\nshort=0,0,0,0 dropped=0,0,0,0\n");
    assert_int_equal(reading->run_count, 1);
    assert_true(value_of(reading, 0, "runtime", DIRECTION_WRITE) == 12620e6);
    assert_true(value_of(reading, 0, "clat_mean", DIRECTION_WRITE) == 3120080);
    assert_true(value_of(reading, 0, "clat_p50", DIRECTION_WRITE) == 65000);
    assert_true(value_of(reading, 0, "clat_p99", DIRECTION_WRITE) == 4015000);
    assert_true(value_of(reading, 0, "ios", DIRECTION_WRITE) == 262144);
    arena_free(arena);
}

static void test_faults(void **state)
{
    (void)state;
    static const struct {
        const char *text, *fault;
    } cases[] = {
        {HEADER "Starting 1 process\nfio: terminating on signal 2\n\n" JOB WRITES,
         "fio: terminating on signal 2"},
        {"w: (groupid=0, jobs=1): err=28 (file:io_u.c:1876, func=io_u error, error=No space left "
         "on "
         "device): pid=12699: Mon Nov 30 13:02:17 2026\n" WRITES,
         "job w failed with error 28 (No space left on device)"},
        {HEADER "...\nStarting 4 processes\n" JOB WRITES ISSUED,
         "the text is cut off: 1 of 4 jobs are here"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena *arena = arena_create();
        const struct reading *reading = read_with(arena, &fio_text_reader, cases[i].text);
        assert_int_equal(reading->run_count, 1);
        assert_string_equal(text_string(arena, reading->runs[0].fault), cases[i].fault);
        arena_free(arena);
    }
}

static void test_repeated_text_counts_once(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    const struct reading *reading =
        read_with(arena, &fio_text_reader, JOB WRITES ISSUED "\nas I said:\n" JOB WRITES ISSUED);
    assert_int_equal(reading->run_count, 1);
    assert_true(has_note(reading, "left out"));
    arena_free(arena);
}

/* Several starts of fio with one job name are runs of their own. */
static void test_runs_below_each_other(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    const struct reading *reading = read_with(
        arena, &fio_text_reader,
        HEADER "fio-3.1\nStarting 1 process\n" JOB WRITES ISSUED HEADER
               "fio-3.1\nStarting 1 process\n"
               "w: (groupid=0, jobs=1): err= 0: pid=78: Mon Jul  8 10:57:08 2019\n" WRITES ISSUED);
    assert_int_equal(reading->run_count, 2);
    assert_true(text_is(reading->runs[1].tool_version, "3.1"));
    assert_int_equal(reading->runs[1].option_count, 4);
    arena_free(arena);
}

/* Group lines and the lines of a direction are posted alone too. */
static void test_lines_alone(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    const struct reading *reading =
        read_with(arena, &fio_text_reader,
                  "with compression:\n"
                  "  WRITE: bw=100MiB/s (105MB/s), 100MiB/s-100MiB/s (105MB/s-105MB/s), "
                  "io=5860MiB (6145MB), run=58600-58600msec\n"
                  "without:\n"
                  "  WRITE: bw=50.0MiB/s (52.4MB/s), 50.0MiB/s-50.0MiB/s (52.4MB/s-52.4MB/s), "
                  "io=3000MiB (3146MB), run=60000-60000msec\n");
    assert_int_equal(reading->run_count, 2);
    assert_true(fabs(value_of(reading, 0, "bw", DIRECTION_WRITE) / 0x1p20 - 100) < 0.01);
    assert_true(fabs(value_of(reading, 1, "bw", DIRECTION_WRITE) / 0x1p20 - 50) < 0.01);
    const struct reading *direction = read_with(arena, &fio_text_reader, "I get:\n" WRITES);
    assert_int_equal(direction->run_count, 1);
    arena_free(arena);
}

static void test_clients(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    const struct reading *reading =
        read_with(arena, &fio_text_reader,
                  "<a> r: (groupid=0, jobs=1): err= 0: pid=210: Tue Aug 18 12:45:25 2020\n"
                  "  read: IOPS=2400, BW=300Mi (315M)(17.6GiB/60011msec)\n"
                  "<b> r: (groupid=0, jobs=1): err= 0: pid=198: Tue Aug 18 12:45:25 2020\n"
                  "  read: IOPS=2560, BW=320Mi (336M)(18.8GiB/60009msec)\n\n"
                  "All clients: (groupid=0, jobs=2): err= 0: pid=0: Tue Aug 18 12:45:25 2020\n"
                  "   read: IOPS=4960, BW=620Mi (650M)(36.3GiB/60011msec)\n");
    static const char *const hosts[] = {"a", "b"};
    assert_int_equal(reading->run_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(text_is(reading->runs[i].workload, "r"));
        assert_int_equal(reading->runs[i].stated_count, i < 2); /* the sum is no host */
        if (i < 2)
            assert_true(text_is(reading->runs[i].stated[0].value, hosts[i]));
    }
    arena_free(arena);
}

static void test_cut_figures_have_no_value(void **state)
{
    (void)state;
    static const char *const texts[] = {
        JOB "  write: IOPS=20.0k, BW=81.0MiB/s (85.0MB/s)(1024MiB/12490ms",
        JOB "  write: IOPS=20.0k, BW=81.0MiB/s (85.0MB/s)(1024Mi",
        JOB "  write: IOPS=20.0k, BW=8",
        "3;fio-3.33;w;0;0;100;200;300",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct arena *arena = arena_create();
        assert_int_equal(read_with(arena, &fio_text_reader, texts[i])->observation_count, 0);
        assert_int_equal(read_with(arena, &fio_terse_reader, texts[i])->observation_count, 0);
        arena_free(arena);
    }
}

static void test_other_texts_get_no_bid(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "The write: speed was 81.0MiB/s with 20k IOPS.\n",
        "2;3;4;5;6\n7;8;9;10;11\n",
        "printf(\"%s: (groupid=%d, jobs=%d)\");\n",
        "101,20356,0,0\n102,20357,1,0\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t k = 0; k < reader_count; k++)
            if (strncmp(readers[k]->name, "fio_", 4) == 0)
                assert_int_equal(readers[k]->bid(text_of(texts[i])), 0);
}

int main(void)
{
    json_prepare();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges_of_figures),
        cmocka_unit_test(test_lost_fraction_comes_back),
        cmocka_unit_test(test_wrapped_lines),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_repeated_text_counts_once),
        cmocka_unit_test(test_runs_below_each_other),
        cmocka_unit_test(test_lines_alone),
        cmocka_unit_test(test_clients),
        cmocka_unit_test(test_cut_figures_have_no_value),
        cmocka_unit_test(test_other_texts_get_no_bid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
