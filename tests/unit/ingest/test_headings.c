/* What headings and labels of posted tables say. */
#include "ingest/column_names.h"
#include "testing.h"

#include <string.h>

static const struct {
    const char *heading;
    enum heading_role role;
    const char *metric, *unit;
    enum direction direction;
    enum statistic statistic;
    unsigned iteration;
} headings[] = {
    {"IOPS", HEADING_VALUE, "iops", "IOPS", DIRECTION_UNSTATED, STATISTIC_RUN, 0},
    {"Avg. BW (MB/s)", HEADING_VALUE, "bw", "MB/s", DIRECTION_UNSTATED, STATISTIC_MEAN, 0},
    {"Iteration 3", HEADING_VALUE, NULL, NULL, DIRECTION_UNSTATED, STATISTIC_RUN, 3},
    {"**Run 2** [MiB/s]", HEADING_VALUE, NULL, "MiB/s", DIRECTION_UNSTATED, STATISTIC_RUN, 2},
    {"Durchlauf 4", HEADING_VALUE, NULL, NULL, DIRECTION_UNSTATED, STATISTIC_RUN, 4},
    {"Average", HEADING_VALUE, NULL, NULL, DIRECTION_UNSTATED, STATISTIC_MEAN, 0},
    {"Mittelwert", HEADING_VALUE, NULL, NULL, DIRECTION_UNSTATED, STATISTIC_MEAN, 0},
    {"std dev", HEADING_VALUE, NULL, NULL, DIRECTION_UNSTATED, STATISTIC_SD, 0},
    {"Schreiben (MiB/s)", HEADING_VALUE, NULL, "MiB/s", DIRECTION_WRITE, STATISTIC_RUN, 0},
    {"read MiB/s", HEADING_VALUE, NULL, "MiB/s", DIRECTION_READ, STATISTIC_RUN, 0},
    {"Read IOPS", HEADING_VALUE, "iops", "IOPS", DIRECTION_READ, STATISTIC_RUN, 0},
    {"Peak write speed", HEADING_VALUE, "bw", NULL, DIRECTION_WRITE, STATISTIC_BEST, 0},
    {"Latency avg (us)", HEADING_VALUE, "lat_mean", "us", DIRECTION_UNSTATED, STATISTIC_RUN, 0},
    {"p99.9 clat (ms)", HEADING_VALUE, "clat_p99.9", "ms", DIRECTION_UNSTATED, STATISTIC_RUN, 0},
    {"99th percentile latency [ms]", HEADING_VALUE, "lat_p99", "ms", DIRECTION_UNSTATED,
     STATISTIC_RUN, 0},
    {"max latency (us)", HEADING_VALUE, "lat_max", "us", DIRECTION_UNSTATED, STATISTIC_RUN, 0},
    {"runtime s", HEADING_VALUE, "runtime", "s", DIRECTION_UNSTATED, STATISTIC_RUN, 0},
    {"ashift 12", HEADING_VALUE, NULL, NULL, DIRECTION_UNSTATED, STATISTIC_RUN, 0},
    {"ashift", HEADING_FACTOR, NULL, NULL, DIRECTION_UNSTATED, STATISTIC_RUN, 0},
    {"Test", HEADING_WORKLOAD, NULL, NULL, DIRECTION_UNSTATED, STATISTIC_RUN, 0},
    {"Run", HEADING_ITERATION, NULL, NULL, DIRECTION_UNSTATED, STATISTIC_RUN, 0},
    {"Change", HEADING_PERCENT, NULL, NULL, DIRECTION_UNSTATED, STATISTIC_RUN, 0},
    {"gain (%)", HEADING_PERCENT, NULL, "%", DIRECTION_UNSTATED, STATISTIC_RUN, 0},
    {"drive B", HEADING_UNKNOWN, NULL, NULL, DIRECTION_UNSTATED, STATISTIC_RUN, 0},
    {"colour", HEADING_UNKNOWN, NULL, NULL, DIRECTION_UNSTATED, STATISTIC_RUN, 0},
};

static bool same(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void test_headings(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        struct heading read = heading_read(arena, text_of(headings[i].heading));
        if (read.role != headings[i].role || !same(read.metric, headings[i].metric) ||
            !same(read.unit == NULL ? NULL : read.unit->spelling, headings[i].unit) ||
            read.direction != headings[i].direction || read.statistic != headings[i].statistic ||
            read.iteration != headings[i].iteration)
            fail_msg(
                "\"%s\": role %d, metric %s, unit %s, direction %d, statistic %d, iteration %u",
                headings[i].heading, read.role, read.metric == NULL ? "-" : read.metric,
                read.unit == NULL ? "-" : read.unit->spelling, read.direction, read.statistic,
                read.iteration);
    }
    struct heading level = heading_read(arena, text_of("recordsize=128k"));
    assert_true(text_is(level.factor, "recordsize") && text_is(level.level, "128k"));
    arena_free(arena);
}

static void test_unit_of_page(void **state)
{
    (void)state;
    unsigned line = 0;
    assert_string_equal(
        heading_unit_of_page(text_of("first\n15MB/s (117 MB/s) faster\n2 TB disk"), &line)
            ->spelling,
        "MB/s");
    assert_int_equal(line, 2);
    assert_null(heading_unit_of_page(text_of("15MB/s here, 14 MiB/s there"), &line));
    assert_null(heading_unit_of_page(text_of("2x 2TB disks, DDR5-4800"), &line));
}

static void test_labels(void **state)
{
    (void)state;
    unsigned number;
    enum statistic statistic;
    assert_true(heading_names_iteration(text_of("Run 3"), &number) && number == 3);
    assert_true(heading_names_iteration(text_of("#7"), &number) && number == 7);
    assert_false(heading_names_iteration(text_of("run away 3"), &number));
    assert_false(heading_names_iteration(text_of("Test 3"), &number));
    assert_true(heading_names_statistic(text_of("Average of 4"), &statistic) &&
                statistic == STATISTIC_MEAN);
    assert_int_equal(heading_direction(text_of("Seq Write 1M")), DIRECTION_WRITE);
    assert_int_equal(heading_direction(text_of("read and write")), DIRECTION_UNSTATED);
    assert_int_equal(heading_direction(text_of("ready, overwritten")), DIRECTION_UNSTATED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headings),
        cmocka_unit_test(test_unit_of_page),
        cmocka_unit_test(test_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
