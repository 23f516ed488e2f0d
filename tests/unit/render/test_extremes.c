/* From results to marks: experiments of all shapes, with names and values made to break a layout.
   Every chart that the program chooses for them keeps the rules. */
#include "render/scene_rules.h"

#include "render/example_charts.h"
#include "render/example_results.h"
#include "render/figures.h"
#include "render/pages.h"

struct experiment {
    size_t workloads, levels, runs;
    const char *factor;
    double middle;
    double spread;
    bool other_factor, missing, positions, percentiles, shapes;
};

static const char *const names[] = {
    "x",
    "a-very-long-workload-name-that-somebody-generated-from-every-option-rw-randwrite-bs-64k-"
    "iodepth-"
    "16-numjobs-16-ioengine-posixaio-direct-0-fsync-1-runtime-60-time-based-and-then-some-more-of-"
    "it-"
    "yes",
    "\xe9\x9a\x8f\xe6\x9c\xba\xe5\x86\x99\xe5\x85\xa5 4k",
    "\xd9\x83\xd8\xaa\xd8\xa7\xd8\xa8\xd8\xa9",
    "\xf0\x9f\x98\x80 fast \xf0\x9f\x9a\x80",
    "<script>alert(1)</script>",
    "a & b | c `d` *e*\nsecond line",
};
static const char *const levels[] = {
    "9", "12", "13", "14", "15", "16", "a-level-of-many-words", "\xe5\xa4\xa7"};
static const char *const sizes[] = {"512 B", "4k", "16k", "64k", "128k", "256k", "512k", "1m"};

static double value_of(const struct experiment *experiment, unsigned *state, size_t l)
{
    *state = *state * 1103515245u + 12345u;
    double wobble = (double)(*state >> 16 & 0x7fff) / 16384.0 - 1;
    return experiment->middle * (1 + 0.1 * (double)l) * (1 + experiment->spread * wobble);
}

static void add_percentiles(struct results *results, struct run *run, double value)
{
    static const char *const metrics[] = {"clat_p50", "clat_p90", "clat_p99", "clat_p99.9",
                                          "clat_p99.99"};
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
        example_value(results, run, metrics[i], DIRECTION_WRITE, value * pow(3, (double)i));
}

/* Latencies over nine powers of ten, or all the same. */
static void add_histogram(struct results *results, const struct run *run, double value, bool varied)
{
    size_t count = varied ? 300 : 1;
    struct histogram_bin *bins = arena_take_array(results->arena, count, sizeof *bins);
    struct histogram histogram = {.run = run,
                                  .direction = DIRECTION_WRITE,
                                  .latency = text_of("clat"),
                                  .bins = bins,
                                  .bin_count = count};
    for (size_t i = 0; i < count; i++) {
        double share = (double)i / (double)count;
        bins[i] = (struct histogram_bin){value * pow(10, 9 * share), 1 + floor(1e4 * (1 - share))};
        histogram.total += bins[i].count;
    }
    results_add_histogram(results, histogram);
}

/* A log of one line, or of many that falls to nothing. */
static void add_course(struct results *results, const struct run *run, double value, bool varied)
{
    size_t count = varied ? 256 : 1;
    double *seconds = arena_take_array(results->arena, 2 * count, sizeof *seconds);
    for (size_t i = 0; i < count; i++) {
        seconds[i] = (double)i * 1234.5;
        seconds[count + i] = value * (1 - (double)i / (double)count);
    }
    results_add_series(results,
                       (struct time_series){.run = run,
                                            .direction = DIRECTION_WRITE,
                                            .metric = metric_find(results->metrics, text_of("bw")),
                                            .seconds = seconds,
                                            .values = seconds + count,
                                            .count = count});
}

static struct results *results_of(const struct experiment *experiment)
{
    unsigned state = 99, position = 0;
    struct results *results = results_create();
    const char *const *all = strcmp(experiment->factor, "ashift") == 0 ? levels : sizes;
    for (size_t w = 0; w < experiment->workloads; w++)
        for (unsigned i = 0; i < experiment->runs; i++)
            for (size_t l = 0; l < experiment->levels; l++)
                for (unsigned o = 0; o <= experiment->other_factor; o++) {
                    if (experiment->missing && w == 0 && l == 0)
                        continue;
                    const char *configuration =
                        text_format(results->arena, "%s=%s%s", experiment->factor, all[l],
                                    !experiment->other_factor ? ""
                                    : o == 0                  ? ";sync=no"
                                                              : ";sync=yes")
                            .data;
                    const char *workload =
                        text_format(results->arena, "%s%s", names[w % 7],
                                    w < 7 ? "" : text_format(results->arena, " %zu", w).data)
                            .data;
                    struct run *run = example_run(results, configuration, workload, i + 1);
                    run->position = experiment->positions ? ++position : 0;
                    double value = value_of(experiment, &state, l);
                    example_value(results, run, "bw", DIRECTION_WRITE, value);
                    example_value(results, run, "bw", DIRECTION_READ, value * 2);
                    if (experiment->percentiles)
                        add_percentiles(results, run, 1e12 / value);
                    if (experiment->shapes)
                        add_histogram(results, run, 1e12 / value, i != 1);
                    if (experiment->shapes)
                        add_course(results, run, value, i != 1);
                }
    example_file(results, "blog.txt");
    return results;
}

static void check_figures(const struct experiment *experiment, size_t number)
{
    struct failure failure = {0};
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    struct results *results = results_of(experiment);
    struct analysis_options options = analysis_defaults();
    options.compare = text_of(experiment->factor);
    struct analysis *analysis = analysis_create(results, &options, &failure);
    if (analysis == NULL)
        fail_msg("experiment %zu: %s", number, failure.message);
    struct figure_set set = figures_of(arena, analysis);
    assert_true(set.count > 0);
    for (size_t i = 0; i < set.count; i++) {
        const struct scene *scene = chart_lay_out(arena, &set.figures[i].chart, &ruler);
        const char *name = text_format(arena, "experiment %zu, %.*s", number,
                                       (int)set.figures[i].name.size, set.figures[i].name.data)
                               .data;
        check_inside(scene, &ruler, name);
        check_text(scene, &ruler, name);
        assert_true(scene->title.size > 0 && scene->description.size > 0);
    }
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void rules_hold_for_experiments_of_all_shapes(void **state)
{
    (void)state;
    static const struct experiment table[] = {
        {1, 2, 1, "ashift", 1e8, 0.2, false, false, false, false, true},
        {1, 2, 2, "ashift", 1e-3, 0.2, false, false, false, false, true},
        {2, 3, 3, "ashift", 1e12, 0.3, false, false, true, true, false},
        {12, 2, 3, "ashift", 1e8, 0.02, false, true, true, false, true},
        {12, 3, 5, "recordsize", 1e8, 0.9, false, false, false, true, true},
        {40, 2, 3, "ashift", 5e3, 0.1, false, false, false, false, false},
        {2, 8, 4, "recordsize", 1e9, 0.1, false, true, true, true, true},
        {7, 8, 3, "ashift", 1e6, 0.1, false, false, false, false, false},
        {1, 2, 100, "ashift", 1e8, 0.2, false, false, true, true, true},
        {3, 3, 5, "ashift", 1e8, 0, false, false, false, false, true}, /* cells that do not vary */
        {7, 3, 1, "recordsize", 1e8, 0.5, true, false, false, false, true},
        {12, 8, 1, "recordsize", 1e4, 0.9, true, true, false, false, false},
        {2, 3, 3, "recordsize", 1e8, 0.1, true, false, true, false, true},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check_figures(&table[i], i);
}

/* A link preview card of 12 workloads, at 800 pixels: every page has text of 11 pixels, and the
   pages together have the rows and panels of all. */
static void pages_are_readable(void **state)
{
    (void)state;
    static const struct experiment experiment = {12, 2, 3, "ashift", 1e8, 0.2, .positions = true};
    struct failure failure = {0};
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    struct results *results = results_of(&experiment);
    struct analysis_options options = analysis_defaults();
    struct analysis *analysis = analysis_create(results, &options, &failure);
    assert_non_null(analysis);
    struct figure_set whole = figures_of(arena, analysis);
    struct figure_set pages = pages_of(&whole, &ruler, 1200, 630);
    size_t rows = 0, panels = 0, interval_pages = 0;
    for (size_t i = 0; i < pages.count; i++) {
        const struct chart *chart = &pages.figures[i].chart;
        const struct scene *scene = chart_fit(arena, chart, &ruler, 1200, 630);
        if (!(17.0 * 800 / scene->width >= 11))
            fail_msg("%s: text of %.1f pixels", pages.figures[i].name.data,
                     17.0 * 800 / scene->width);
        if (chart->kind == CHART_runs)
            panels += chart->of.runs.panel_count;
        if (chart->kind != CHART_interval)
            continue;
        interval_pages++;
        for (size_t p = 0; p < chart->of.interval.panel_count; p++)
            rows += chart->of.interval.panels[p].row_count;
    }
    assert_int_equal(rows, 24); /* 12 workloads, reading and writing */
    assert_int_equal(panels, 24);
    assert_true(interval_pages > 1);
    assert_true(text_is(pages.figures[0].name, "interval"));
    assert_true(text_is(pages.figures[1].name, "interval-2"));
    assert_true(text_find(pages.figures[0].chart.subtitle, "page 1 of ", 0) <
                pages.figures[0].chart.subtitle.size);
    struct figure_set same = pages_of(&whole, &ruler, 1200, 8000);
    assert_int_equal(same.count, whole.count);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_hold_for_experiments_of_all_shapes),
        cmocka_unit_test(pages_are_readable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
