/* Histograms and series of runs: held against what fio itself lists beside its bins, and against
   the lines of its logs. */
#include "ingest/fio_log_course.h"
#include "ingest/ingest.h"
#include "model/number.h"
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct results *read_files(const char *const *paths, size_t count, bool shapes, bool per_job)
{
    struct failure failure = {.kind = FAILURE_NONE};
    struct ingest_options options = {.jobs = 1, .shapes = shapes, .per_job = per_job};
    struct results *results = ingest_read(paths, count, &options, &failure);
    assert_non_null(results);
    return results;
}

static struct results *read_file(const char *path, bool per_job)
{
    return read_files(&path, 1, true, per_job);
}

/* The value of the whole run, or of one of its jobs; NaN when there is none. */
static double figure(const struct results *results, const struct histogram *histogram,
                     const char *metric)
{
    for (size_t i = 0; i < results->observation_count; i++) {
        const struct observation *observation = &results->observations[i];
        if (observation->run == histogram->run && observation->direction == histogram->direction &&
            text_equal(observation->job, histogram->job) &&
            text_is(observation->metric->name, metric))
            return observation->value;
    }
    return NAN;
}

/* Every percentile that fio lists for these I/Os must be the histogram's; how many it lists. */
static size_t check_percentiles(const struct results *results, const struct histogram *histogram)
{
    char prefix[16];
    size_t checked = 0;
    (void)snprintf(prefix, sizeof prefix, "%.*s_p", (int)histogram->latency.size,
                   histogram->latency.data);
    for (size_t i = 0; i < results->observation_count; i++) {
        const struct observation *observation = &results->observations[i];
        struct text name = observation->metric->name;
        double percent;
        if (observation->run != histogram->run || observation->direction != histogram->direction ||
            !text_equal(observation->job, histogram->job) || !text_starts_with(name, prefix) ||
            !number_read_plain(text_slice(name, strlen(prefix), name.size), false, &percent))
            continue;
        assert_true(histogram_percentile(histogram, percent) == observation->value);
        checked++;
    }
    return checked;
}

static void bins_give_the_percentiles_that_fio_lists(void **state)
{
    (void)state;
    static const struct {
        const char *path, *latency;
        size_t histograms;
    } files[] = {
        {FIXTURES "/fio_json/fio-2.20-a-randwrite4k-plus.json", "clat", 1},
        {FIXTURES "/fio_json/fio-3.1-a-randwrite4k-plus.json", "clat", 1},
        {FIXTURES "/fio_json/fio-3.33-a-randwrite4k-plus.json", "clat", 1},
        {FIXTURES "/fio_json/fio-3.33-h-latpct-plus.json", "clat", 1},
        {FIXTURES "/fio_json/fio-3.33-b-four64k-plus.json", "clat", 5}, /* all, and four jobs */
    };
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        struct results *results = read_file(files[f].path, false);
        assert_int_equal(results->histogram_count, files[f].histograms);
        for (size_t i = 0; i < results->histogram_count; i++) {
            const struct histogram *histogram = &results->histograms[i];
            double total = 0, mean = 0;
            for (size_t b = 0; b < histogram->bin_count; b++) {
                total += histogram->bins[b].count;
                mean += histogram->bins[b].count * histogram->bins[b].ns;
                assert_true(b == 0 || histogram->bins[b].ns > histogram->bins[b - 1].ns);
            }
            assert_true(text_is(histogram->latency, files[f].latency));
            assert_true(check_percentiles(results, histogram) >= 10);
            assert_true(total == histogram->total && total == figure(results, histogram, "ios"));
            /* a bin is up to 1.6 % wide */
            double printed = figure(results, histogram, "clat_mean");
            assert_true(fabs(mean / total - printed) <= 0.01 * printed);
        }
        results_free(results);
    }
}

static void each_job_has_its_histogram(void **state)
{
    (void)state;
    struct results *results = read_file(FIXTURES "/fio_json/fio-3.33-b-four64k-plus.json", true);
    assert_int_equal(results->histogram_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(results->histograms[i].job.size, 0);
        assert_true(check_percentiles(results, &results->histograms[i]) >= 10);
        assert_true(i == 0 || results->histograms[i].run != results->histograms[i - 1].run);
    }
    results_free(results);
}

static void nothing_is_kept_unasked(void **state)
{
    (void)state;
    static const char *const paths[] = {FIXTURES "/fio_json/fio-3.33-a-randwrite4k-plus.json",
                                        FIXTURES "/fio_log/fio-3.33-i-avg_iops.1.log"};
    struct results *results = read_files(paths, 2, false, false);
    assert_int_equal(results->histogram_count + results->series_count, 0);
    results_free(results);
}

/* The first run of a copy stays, and all that is its own. */
static void a_run_that_stands_twice_has_one_histogram(void **state)
{
    (void)state;
    static const char path[] = FIXTURES "/fio_json/fio-3.33-a-randwrite4k-plus.json";
    char copy[] = "/tmp/ashiftstat-test-XXXXXX";
    int file = mkstemp(copy);
    char command[1024];
    assert_true(file >= 0);
    close(file);
    (void)snprintf(command, sizeof command, "{ echo; cat '%s'; } > '%s'", path, copy);
    assert_int_equal(system(command), 0);
    const char *const paths[] = {path, copy, FIXTURES "/fio_json/fio-3.1-a-randwrite4k-plus.json"};
    struct results *results = read_files(paths, 3, true, false);
    assert_int_equal(results->histogram_count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_ptr_equal(results->histograms[i].run, results->runs[i]);
        assert_true(check_percentiles(results, &results->histograms[i]) >= 10);
    }
    results_free(results);
    (void)remove(copy);
}

/* Each line of an averaged log is a point of its direction. */
static void an_averaged_log_is_a_series(void **state)
{
    (void)state;
    static const struct {
        const char *path, *metric;
        double worth;
    } files[] = {{FIXTURES "/fio_log/fio-3.33-i-avg_iops.1.log", "iops", 1},
                 {FIXTURES "/fio_log/fio-3.42-i-avg_bw.1.log", "bw", 1024},
                 {FIXTURES "/fio_log/fio-3.42-i-avg_clat.2.log", "clat_mean", 1}};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        struct results *results = read_file(files[f].path, false);
        size_t places[2] = {0};
        double ms, value, direction;
        FILE *log = fopen(files[f].path, "r");
        assert_non_null(log);
        assert_int_equal(results->series_count, 2);
        while (fscanf(log, "%lf, %lf, %lf,%*[^\n]", &ms, &value, &direction) == 3) {
            size_t d = direction == 0 ? 0 : 1, k = places[d]++;
            const struct time_series *series = &results->series[d];
            assert_int_equal(series->direction, d == 0 ? DIRECTION_READ : DIRECTION_WRITE);
            assert_true(text_is(series->metric->name, files[f].metric));
            assert_true(k < series->count && fabs(series->seconds[k] - ms / 1000) < 1e-9);
            assert_true(fabs(series->values[k] - value * files[f].worth) < 1e-6 * value);
        }
        assert_int_equal(places[0], results->series[0].count);
        assert_int_equal(places[1], results->series[1].count);
        (void)fclose(log);
        results_free(results);
    }
}

/* One line an I/O: a histogram of as many I/Os as lines, and their mean latency over time. */
static void a_log_of_single_ios_has_both(void **state)
{
    (void)state;
    static const char path[] = FIXTURES "/fio_log/fio-3.33-i-perio_clat.1.log";
    struct results *results = read_file(path, false);
    double ms, value, direction, lines[2] = {0}, slowest[2] = {0};
    FILE *log = fopen(path, "r");
    assert_non_null(log);
    while (fscanf(log, "%lf, %lf, %lf,%*[^\n]", &ms, &value, &direction) == 3) {
        lines[direction == 0 ? 0 : 1]++;
        slowest[direction == 0 ? 0 : 1] = fmax(slowest[direction == 0 ? 0 : 1], value);
    }
    (void)fclose(log);
    assert_true(results->histogram_count > 0);
    assert_int_equal(results->histogram_count, results->series_count);
    for (size_t i = 0; i < results->histogram_count; i++) {
        const struct histogram *histogram = &results->histograms[i];
        size_t d = histogram->direction == DIRECTION_READ ? 0 : 1;
        assert_true(histogram->total == lines[d] && text_is(histogram->latency, "clat"));
        double most = histogram->bins[histogram->bin_count - 1].ns;
        assert_true(fabs(most - slowest[d]) <= 0.01 * slowest[d]);
        assert_true(text_is(results->series[i].metric->name, "clat_mean"));
    }
    results_free(results);
}

/* A log has no start time; the order of the runs beside it is known all the same. */
static void logs_do_not_hide_the_order(void **state)
{
    (void)state;
    static const char *const paths[] = {FIXTURES "/fio_json/fio-3.33-a-randwrite4k-plus.json",
                                        FIXTURES "/fio_log/fio-3.33-i-avg_iops.1.log",
                                        FIXTURES "/fio_json/fio-3.1-a-randwrite4k-plus.json"};
    struct results *results = read_files(paths, 3, true, false);
    assert_int_equal(results->run_count, 3);
    assert_int_equal(results->runs[0]->position + results->runs[2]->position, 3);
    assert_int_equal(results->runs[1]->position, 0);
    assert_true((results->runs[0]->position < results->runs[2]->position) ==
                (results->runs[0]->started_at < results->runs[2]->started_at));
    results_free(results);
}

/* However long a log is, it becomes so many stretches, and none of its lines is lost. */
static void a_long_log_becomes_means_of_equal_stretches(void **state)
{
    (void)state;
    enum { LINES = 100000, STEP_MS = 37 };
    static struct fio_log_course course;
    struct arena *arena = arena_create();
    double whole = 0;
    for (uint64_t i = 0; i < LINES; i++) {
        fio_log_course_add(&course, i * STEP_MS, i % 10);
        whole += (double)(i % 10);
    }
    double lines = 0, values = 0;
    size_t room = sizeof course.stretches / sizeof *course.stretches;
    for (size_t i = 0; i < room; i++) {
        lines += course.stretches[i].lines;
        values += course.stretches[i].values;
    }
    struct time_series series = fio_log_course_series(&course, arena, 2);
    assert_true(lines == LINES && values == whole);
    assert_true(series.count > room / 2 && series.count <= room);
    for (size_t k = 1; k < series.count; k++) {
        double step = series.seconds[k] - series.seconds[k - 1];
        assert_true(step > 0);
        assert_true(fabs(series.values[k] - 9) < 0.3); /* twice the mean of 0 to 9 */
    }
    assert_true(series.seconds[series.count - 1] <= LINES * STEP_MS / 1000.0);
    arena_free(arena);
}

static void times_of_day_begin_at_the_first_line(void **state)
{
    (void)state;
    struct fio_log_course course = {0};
    struct arena *arena = arena_create();
    fio_log_course_add(&course, UINT64_C(1796043804639), 10);
    fio_log_course_add(&course, UINT64_C(1796043804839), 20);
    fio_log_course_add(&course, UINT64_C(18446744073709551615), 30); /* damaged */
    struct time_series series = fio_log_course_series(&course, arena, 1);
    assert_int_equal(series.count, 2);
    assert_true(series.seconds[0] == 0 && fabs(series.seconds[1] - 0.2) < 1e-9);
    assert_true(series.values[1] == 20);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bins_give_the_percentiles_that_fio_lists),
        cmocka_unit_test(each_job_has_its_histogram),
        cmocka_unit_test(nothing_is_kept_unasked),
        cmocka_unit_test(a_run_that_stands_twice_has_one_histogram),
        cmocka_unit_test(an_averaged_log_is_a_series),
        cmocka_unit_test(a_log_of_single_ios_has_both),
        cmocka_unit_test(logs_do_not_hide_the_order),
        cmocka_unit_test(a_long_log_becomes_means_of_equal_stretches),
        cmocka_unit_test(times_of_day_begin_at_the_first_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
