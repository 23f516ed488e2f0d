/* Figures in text, what a tool's MB is, and the cells of tables. */
#include "ingest/disk_mark_line.h"
#include "ingest/factor_words.h"
#include "ingest/posted_figure.h"
#include "testing.h"

#include "posted_reading.h"

#include <math.h>
#include <string.h>

static void test_figures(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value, last_digit;
        char letter;
        const char *unit, *written;
    } cases[] = {
        {"5211.300 MB/s [", 5211.3, 0.001, 0, "MB/s", "5211.300 MB/s"},
        {"52.8k)", 52800, 100, 'k', NULL, "52.8k"},
        {"52.8k IOPS", 52800, 100, 0, "IOPS", "52.8k IOPS"},
        {"94,71M, next", 94710000, 10000, 'M', NULL, "94,71M"},
        {"1.39G (remark)", 1.39e9, 1e7, 'G', NULL, "1.39G"},
        {"1,204 IOPS (4816 KB/s)", 1204, 1, 0, "IOPS", "1,204 IOPS"},
        {"15360 iops", 15360, 1, 0, "iops", "15360 iops"},
        {"1606.12 us>", 1606.12, 0.01, 0, "us", "1606.12 us"},
        {"12 apples", 12, 1, 0, NULL, "12"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct posted_figure figure;
        assert_true(posted_figure_read(text_of(cases[i].text), 0, &figure));
        const char *unit = figure.unit == NULL ? NULL : figure.unit->spelling;
        if (fabs(figure.value - cases[i].value) > 1e-9 * cases[i].value ||
            fabs(figure.last_digit - cases[i].last_digit) > 1e-9 * cases[i].last_digit ||
            figure.letter != cases[i].letter || !text_is(figure.written, cases[i].written) ||
            (unit == NULL) != (cases[i].unit == NULL) ||
            (unit != NULL && strcmp(unit, cases[i].unit) != 0))
            fail_msg("\"%s\": %g %g '%c' %s \"%.*s\"", cases[i].text, figure.value,
                     figure.last_digit, figure.letter, unit == NULL ? "-" : unit,
                     (int)figure.written.size, figure.written.data);
    }
    struct posted_figure figure;
    assert_false(posted_figure_read(text_of("n/a"), 0, &figure));
    assert_false(posted_figure_read(text_of("< 5 MB/s"), 0, &figure));
}

/* Bandwidth, its digit, IOPS, its digit, block size -> bytes in a MB. */
static void test_megabytes(void **state)
{
    (void)state;
    static const struct {
        double printed, bandwidth, bandwidth_digit, iops, iops_digit, block;
        double megabyte;
        enum megabyte_verdict verdict;
    } cases[] = {
        {1e6, 62.0, 0.001, 15500, 0.1, 4096, 1024e3, MEGABYTE_CORRECTED},
        {1024e3, 62.0, 0.001, 15500, 0.1, 4096, 1024e3, MEGABYTE_PROVED},
        {1e6, 2867.2, 0.001, 700000, 0.1, 4096, 1e6, MEGABYTE_PROVED},
        {1024e3, 409.6, 0.01, 100000, 100, 4096, 1e6, MEGABYTE_CORRECTED},
        {0x1p20, 1000, 0.1, 256000, 1, 4096, 0x1p20, MEGABYTE_PROVED},
        {1024e3, 921.6, 0.01, 900, 100, 1048576, 1024e3, MEGABYTE_UNPROVED},
        {1024e3, 921.6, 0.01, 100, 1, 1048576, 1024e3, MEGABYTE_UNCLEAR},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct megabyte_proof proof = {.printed = cases[i].printed};
        enum megabyte_verdict verdict;
        megabyte_proof_add(&proof, cases[i].bandwidth, cases[i].bandwidth_digit, cases[i].iops,
                           cases[i].iops_digit, cases[i].block);
        double megabyte = megabyte_proof_decide(&proof, &verdict);
        if (megabyte != cases[i].megabyte || verdict != cases[i].verdict)
            fail_msg("case %zu: %g, verdict %d", i, megabyte, verdict);
    }
    struct megabyte_proof none = {.printed = 1e6};
    enum megabyte_verdict verdict;
    assert_true(megabyte_proof_decide(&none, &verdict) == 1e6 && verdict == MEGABYTE_UNPROVED);
}

static void test_disk_mark_lines(void **state)
{
    (void)state;
    static const struct {
        const char *line, *label;
        enum direction direction;
        double block;
        unsigned queues, threads;
    } cases[] = {
        {"  SEQ    1MiB (Q=  8, T= 1):  5211.300 MB/s [   4969.9 IOPS] <  1606.12 us>",
         "SEQ 1MiB (Q=8, T=1)", DIRECTION_UNSTATED, 1048576, 8, 1},
        {"    Random   4 KiB (Q=  1, T= 1):    62.000 MB/s [  15500.0 IOPS]",
         "Random 4 KiB (Q=1, T=1)", DIRECTION_UNSTATED, 4096, 1, 1},
        {"   Random Write 4KB (QD=32) :   102.400 MB/s [ 25000.0 IOPS]", "Random Write 4KB (QD=32)",
         DIRECTION_WRITE, 4096, 32, 0},
        {"  Sequential Read (Q= 32,T= 1) :   280.000 MB/s", "Sequential Read (Q=32,T=1)",
         DIRECTION_READ, 0, 32, 1},
        {"Test 1: RND 512KiB (Q=1, T=16): 1.5 GB/s", "RND 512KiB (Q=1, T=16)", DIRECTION_UNSTATED,
         524288, 1, 16},
    };
    static const char *const others[] = {"SEQ 1MiB (Q=8, T=1): fast", "Sequential: 12 MB",
                                         "Crystal Dew World: https://crystalmark.info/",
                                         "brandnew: 12 MB/s", "   Test: 1 GiB (x5)"};
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct disk_mark mark;
        if (!disk_mark_find(arena, text_of(cases[i].line), 0, &mark) ||
            !text_is(mark.label, cases[i].label) || mark.direction != cases[i].direction ||
            mark.block_bytes != cases[i].block || mark.queues != cases[i].queues ||
            mark.threads != cases[i].threads)
            fail_msg("\"%s\": \"%.*s\" %d %g %u %u", cases[i].line, (int)mark.label.size,
                     mark.label.data, mark.direction, mark.block_bytes, mark.queues, mark.threads);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct disk_mark mark;
        assert_false(disk_mark_find(arena, text_of(others[i]), 0, &mark));
    }
    arena_free(arena);
}

/* A heading, a cell below it, and what comes of it: metric, value and statistic, or nothing. */
static const struct {
    const char *heading, *cell, *metric;
    double value;
    const char *unit;
    enum statistic statistic;
} cells[] = {
    {"MB/s", "176", "bw", 176e6, "B/s", STATISTIC_RUN},
    {"MB/s", "~185", "bw", 185e6, "B/s", STATISTIC_RUN},
    {"MB/s",
     "1\xe2\x80\x89"
     "370",
     "bw", 1370e6, "B/s", STATISTIC_RUN},
    {"MB/s", "1 370", "bw", 1370e6, "B/s", STATISTIC_RUN},
    {"MB/s", "2,410", "bw", 2410e6, "B/s", STATISTIC_RUN},
    {"MB/s", "1.204,5", "bw", 1204.5e6, "B/s", STATISTIC_RUN},
    {"MB/s", "94,71M", "bw", 94.71e6, "B/s", STATISTIC_RUN},
    {"MB/s", "1.39G", "bw", 1.39e9, "B/s", STATISTIC_RUN},
    {"MiB/s", "1.5G", "bw", 1.5 * 0x1p30, "B/s", STATISTIC_RUN},
    {"MB/s", "1.2 GiB/s", "bw", 1.2 * 0x1p30, "B/s", STATISTIC_RUN},
    {"write speed", "815M", "bw", 815e6, "B/s", STATISTIC_RUN},
    {"IOPS", "52.8k", "iops", 52800, "1/s", STATISTIC_RUN},
    {"latency (us)", "1.2k", "lat_mean", 1200e3, "ns", STATISTIC_RUN},
    {"Latenz (ms)", "0,25", "lat_mean", 250e3, "ns", STATISTIC_RUN},
    {"Read P99 (ms)", "20.5", "lat_p99", 20.5e6, "ns", STATISTIC_RUN},
    {"Zeit (s)", "12,5", "runtime", 12.5e9, "ns", STATISTIC_RUN},
    {"MB/s", "176 (cold)", "bw", 176e6, "B/s", STATISTIC_RUN},
    {"MB/s", "176*", "bw", 176e6, "B/s", STATISTIC_RUN},
    {"MB/s", "176 \xc2\xb1 5", "bw", 176e6, "B/s", STATISTIC_MEAN},
    {"Max MB/s", "176", "bw", 176e6, "B/s", STATISTIC_BEST},
    {"Durchschnitt (MB/s)", "176", "bw", 176e6, "B/s", STATISTIC_MEAN},
    {"MB/s stdev", "17", "bw", 17e6, "B/s", STATISTIC_SD},
    {"Summe MB/s", "170", "bw", 170e6, "B/s", STATISTIC_TOTAL},
    {"Lesegeschwindigkeit in Mo/s", "176", "bw", 176e6, "B/s", STATISTIC_RUN},
    {"MB/s", "n/a", NULL, 0, NULL, STATISTIC_RUN},
    {"MB/s", "\xe2\x80\x93", NULL, 0, NULL, STATISTIC_RUN},
    {"MB/s", "< 100", NULL, 0, NULL, STATISTIC_RUN},
    {"MB/s", "-12", NULL, 0, NULL, STATISTIC_RUN},
    {"MB/s", "12-15", NULL, 0, NULL, STATISTIC_RUN},
    {"MB/s", "12 / 15", NULL, 0, NULL, STATISTIC_RUN},
    {"MB/s", "1.3x", NULL, 0, NULL, STATISTIC_RUN},
    {"MB/s", "35 %", NULL, 0, NULL, STATISTIC_RUN},
    {"MB/s", "12 of 15", NULL, 0, NULL, STATISTIC_RUN},
    {"gain MB/s", "12", NULL, 0, NULL, STATISTIC_RUN},
    {"MB/s ratio", "12", NULL, 0, NULL, STATISTIC_RUN},
    {"change (%)", "12", NULL, 0, NULL, STATISTIC_RUN},
    {"Send Speed", "12 MB/s", NULL, 0, NULL, STATISTIC_RUN},
    {"Score", "12", NULL, 0, NULL, STATISTIC_RUN},
};

static void test_cells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        struct arena *arena = arena_create();
        struct failure failure;
        struct text page =
            text_format(arena, "| drive | IOPS | %s |\n|---|---|---|\n| x | 1 | %s |\n",
                        cells[i].heading, cells[i].cell);
        struct reading reading = read_posted(arena, page, &failure);
        /* the first number is the IOPS that make any table one of results */
        if (reading.observation_count != (cells[i].metric == NULL ? 1 : 2))
            print_error("\"%s\" under \"%s\": %zu numbers", cells[i].cell, cells[i].heading,
                        reading.observation_count);
        const struct found_observation *got = &reading.observations[1];
        if (cells[i].metric != NULL &&
            (!text_is(got->metric, cells[i].metric) || !text_is(got->unit, cells[i].unit) ||
             fabs(got->value - cells[i].value) > 1e-9 * cells[i].value ||
             got->statistic != cells[i].statistic))
            fail_msg("\"%s\" under \"%s\": %.*s %.17g %.*s %s", cells[i].cell, cells[i].heading,
                     (int)got->metric.size, got->metric.data, got->value, (int)got->unit.size,
                     got->unit.data, statistic_name(got->statistic));
        arena_free(arena);
    }
}

static void test_pairs(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct failure failure;
    struct reading reading = read_posted(
        arena,
        text_of("| test | IOPS (Read/Write) | R/W speed |\n|---|---|---|\n| a | 512 / 88 | "
                "45.3/24.4MiB/s |\n"),
        &failure);
    static const struct {
        enum direction direction;
        const char *metric;
        double value;
    } expected[] = {{DIRECTION_READ, "iops", 512},
                    {DIRECTION_WRITE, "iops", 88},
                    {DIRECTION_READ, "bw", 45.3 * 0x1p20},
                    {DIRECTION_WRITE, "bw", 24.4 * 0x1p20}};
    assert_int_equal(reading.observation_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(reading.observations[i].direction, expected[i].direction);
        assert_true(text_is(reading.observations[i].metric, expected[i].metric));
        assert_true(fabs(reading.observations[i].value - expected[i].value) < 1e-6);
    }
    arena_free(arena);
}

static void test_spoken_factors(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct found_settings found = {.arena = arena};
    struct text rest = factor_words_take(&found, text_of("for qemu cache nocache, on a pool"));
    assert_int_equal(found.count, 1);
    assert_true(text_is(found.items[0].name, "qemu cache"));
    assert_true(text_is(found.items[0].value, "nocache"));
    assert_true(text_is(factor_words_tidy(arena, rest), "for on a pool"));
    found.count = 0;
    (void)factor_words_take(&found, text_of("qemu cache settings, qemu caches"));
    assert_int_equal(found.count, 0);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures),         cmocka_unit_test(test_megabytes),
        cmocka_unit_test(test_disk_mark_lines), cmocka_unit_test(test_cells),
        cmocka_unit_test(test_pairs),           cmocka_unit_test(test_spoken_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
