#include "testing.h"

#include "render/example_results.h"
#include "render/figures.h"

#include <math.h>
#include <stdio.h>

static struct figure_set figures(struct arena *arena, struct results *results,
                                 struct analysis **analysis, const char *compare)
{
    struct failure failure = {0};
    struct analysis_options options = analysis_defaults();
    options.compare = text_of(compare);
    *analysis = analysis_create(results, &options, &failure);
    assert_non_null(*analysis);
    return figures_of(arena, *analysis);
}

static const struct chart *chart_named(const struct figure_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++)
        if (text_is(set->figures[i].name, name))
            return &set->figures[i].chart;
    return NULL;
}

static void assert_close(double got, double wanted)
{
    if (!(fabs(got - wanted) <= 1e-9 * fabs(wanted)))
        fail_msg("%.17g is not %.17g", got, wanted);
}

/* Candidate 13 against baseline 12: the inverse of R's 12 against 13; geometric means in MB/s. */
static void the_first_seed_is_drawn_as_it_is(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_seed1_results();
    struct analysis *analysis;
    struct figure_set set = figures(arena, results, &analysis, "");
    assert_int_equal(set.count, 4); /* with the sweep along ashift */
    const struct chart *interval = chart_named(&set, "interval");
    assert_non_null(interval);
    const struct interval_panel *panel = &interval->of.interval.panels[0];
    assert_int_equal(interval->of.interval.panel_count, 1);
    assert_int_equal(panel->row_count, 3);
    assert_close(panel->rows[0].ratio, 1 / 1.142544247727);
    assert_close(panel->rows[0].low, 1 / 2.10031049287374);
    assert_close(panel->rows[0].high, 1 / 0.621530655797441);
    assert_false(panel->rows[0].decided);
    assert_true(text_is(panel->left, "12") && text_is(panel->right, "13"));
    assert_string_equal(panel->ahead, " faster");
    assert_true(text_is(panel->subject, "13") && text_is(panel->base, "12"));
    assert_true(text_starts_with(panel->rows[0].runs, "4 \xe2\x86\x92 784"));
    const struct chart *runs = chart_named(&set, "runs");
    assert_non_null(runs);
    /* by R: cv 13.0 to 61.1 %, ratios of geometric means 9.5 to 22.9 % */
    assert_true(text_is(
        runs->title,
        "Runs of one setting scatter by 13 to 61 %, the settings measured 9.5 to 23 % apart"));
    assert_int_equal(runs->of.runs.panel_count, 3);
    assert_close(runs->of.runs.panels[0].rows[0].gmean, 141.286487873873);
    assert_true(text_is(runs->of.runs.panels[0].unit, "MB/s"));
    assert_int_equal(runs->of.runs.panels[0].rows[1].numbers[3], 4);
    const struct chart *order = chart_named(&set, "order");
    assert_non_null(order);
    assert_true(text_is(order->of.order.place_label, "number of the run"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void pairs_of_levels_have_panels(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    struct analysis *analysis;
    struct figure_set set = figures(arena, results, &analysis, "");
    const struct chart *interval = chart_named(&set, "interval");
    assert_non_null(interval);
    assert_int_equal(interval->of.interval.panel_count, 3);
    for (size_t p = 0; p < 3; p++) {
        assert_int_equal(interval->of.interval.panels[p].row_count, 3);
        assert_true(interval->of.interval.panels[p].heading.size > 0);
    }
    assert_true(text_find(interval->subtitle, "parse files", 0) < interval->subtitle.size);
    const struct chart *order = chart_named(&set, "order");
    assert_non_null(order);
    assert_true(text_is(order->of.order.place_label, "order of running"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* Latency: the level with the lower value stands on the side where the ratio is lower. */
static void lower_is_better_for_latency(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = results_create();
    struct analysis *analysis;
    for (unsigned i = 1; i <= 5; i++) {
        example_value(results, example_run(results, "ashift=12", "w", i), "clat_mean",
                      DIRECTION_READ, 1e6 + 1e3 * i);
        example_value(results, example_run(results, "ashift=13", "w", i), "clat_mean",
                      DIRECTION_READ, 0.5e6 + 1e3 * i);
    }
    struct figure_set set = figures(arena, results, &analysis, "");
    const struct chart *interval = chart_named(&set, "interval");
    assert_non_null(interval);
    const struct interval_panel *panel = &interval->of.interval.panels[0];
    assert_true(text_is(panel->left, "13") && text_is(panel->right, "12"));
    assert_string_equal(panel->ahead, " lower");
    assert_true(panel->rows[0].decided && panel->rows[0].ratio < 1);
    assert_int_equal(panel->rows[0].role, palette_level(1));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void many_workloads_and_strata_are_split_over_pages(void **state)
{
    (void)state;
    char workload[32];
    struct arena *arena = arena_create();
    struct results *results = results_create();
    struct analysis *analysis;
    for (unsigned w = 0; w < 40; w++)
        for (unsigned i = 1; i <= 3; i++) {
            snprintf(workload, sizeof workload, "workload %u", w);
            example_value(results, example_run(results, "ashift=12", workload, i), "bw",
                          DIRECTION_READ, 1e6 + 1e4 * i);
            example_value(results, example_run(results, "ashift=13", workload, i), "bw",
                          DIRECTION_READ, 1e6 + 2e4 * i);
        }
    struct figure_set set = figures(arena, results, &analysis, "");
    size_t rows = 0;
    for (size_t i = 0; i < set.count; i++)
        if (set.figures[i].chart.kind == CHART_interval)
            rows += set.figures[i].chart.of.interval.panels[0].row_count;
    assert_int_equal(rows, 40);
    assert_non_null(chart_named(&set, "interval-2"));
    assert_null(chart_named(&set, "interval-3"));
    assert_non_null(chart_named(&set, "runs-3"));
    analysis_free(analysis);
    results_free(results);

    static const char *const settings[][2] = {
        {"ashift=12;recordsize=16k", "ashift=13;recordsize=16k"},
        {"ashift=12;recordsize=1m", "ashift=13;recordsize=1m"}};
    results = results_create();
    for (unsigned s = 0; s < 2; s++)
        for (unsigned i = 1; i <= 3; i++)
            for (unsigned l = 0; l < 2; l++)
                example_value(results, example_run(results, settings[s][l], "w", i), "bw",
                              DIRECTION_READ, 1e6 + 1e4 * i);
    set = figures(arena, results, &analysis, "ashift");
    const struct chart *second = chart_named(&set, "interval-2");
    assert_non_null(second);
    assert_true(text_find(second->subtitle, "recordsize 1m", 0) < second->subtitle.size);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void single_runs_have_no_interval_and_no_order(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = results_create();
    struct analysis *analysis;
    example_value(results, example_run(results, "ashift=12", "w", 1), "bw", DIRECTION_READ, 1e6);
    example_value(results, example_run(results, "ashift=13", "w", 1), "bw", DIRECTION_READ, 2e6);
    struct figure_set set = figures(arena, results, &analysis, "");
    assert_null(chart_named(&set, "order"));
    const struct chart *interval = chart_named(&set, "interval");
    assert_non_null(interval);
    const struct interval_row *row = &interval->of.interval.panels[0].rows[0];
    assert_float_equal(row->ratio, 2, 1e-12);
    assert_true(isnan(row->low) && isnan(row->high) && !row->decided);
    assert_true(text_find(interval->subtitle, "no idea how far it would move on a repeat", 0) <
                interval->subtitle.size);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* Sizes make a sweep with a line for each direction; two levels of another kind do not. */
static void numeric_settings_are_swept(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = results_create();
    struct analysis *analysis;
    static const char *const levels[] = {"bs=512 B", "bs=4 KiB"};
    for (unsigned l = 0; l < 2; l++) {
        struct run *run = example_run(results, levels[l], "w", 1);
        example_value(results, run, "bw", DIRECTION_READ, 160e6);
        example_value(results, run, "bw", DIRECTION_WRITE, l == 0 ? 100e6 : 130e6);
    }
    struct figure_set set = figures(arena, results, &analysis, "bs");
    const struct chart *sweep = chart_named(&set, "sweep");
    assert_non_null(sweep);
    const struct sweep_spec *spec = &sweep->of.sweep;
    assert_int_equal(spec->panel_count, 1);
    assert_int_equal(spec->panels[0].line_count, 2);
    assert_close(spec->levels[1].at - spec->levels[0].at, 3);
    assert_close(spec->panels[0].lines[1].means[1], 130);
    assert_true(isnan(spec->panels[0].lines[1].low[1]));
    assert_true(text_find(sweep->title, "write measured 1.3 times as fast", 0) < sweep->title.size);
    assert_true(text_ends_with(sweep->title, "one run each"));
    analysis_free(analysis);
    results_free(results);

    results = results_create(); /* more of a time is no speed */
    for (unsigned l = 0; l < 2; l++)
        example_value(results, example_run(results, levels[l], "w", 1), "clat_mean",
                      DIRECTION_UNSTATED, 1e6 * (l + 1));
    set = figures(arena, results, &analysis, "bs");
    sweep = chart_named(&set, "sweep");
    assert_non_null(sweep);
    assert_true(text_starts_with(sweep->title, "w's mean completion latency measured 2 times as "
                                               "high at bs"));
    assert_int_equal(sweep->of.sweep.panels[0].lines[0].label.size, 0);
    analysis_free(analysis);
    results_free(results);

    results = example_seed1_results();
    set = figures(arena, results, &analysis, "");
    sweep = chart_named(&set, "sweep"); /* two numbers are enough, in any notation */
    assert_non_null(sweep);
    assert_true(text_is(sweep->title, "No change shown along ashift"));
    assert_null(chart_named(&set, "grid"));
    assert_null(chart_named(&set, "percentiles"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* Runs of two levels of a setting: `count` of each, `step` between neighbours. */
static void add_levels(struct results *results, const char *workload, const char *const *levels,
                       const double *middles, unsigned count, double step)
{
    for (unsigned l = 0; l < 2; l++)
        for (unsigned i = 0; i < count; i++)
            example_value(results, example_run(results, levels[l], workload, i + 1), "bw",
                          DIRECTION_WRITE, middles[l] + step * (i - (count - 1) / 2.0));
}

/* Numbers that name things are no scale, and neither is zero. */
static void names_are_not_swept(void **state)
{
    (void)state;
    static const char *const levels[][2] = {
        {"version=3.1", "version=3.33"}, {"label=1", "label=2"}, {"sync=0", "sync=1"}};
    static const double middles[] = {1e6, 2e6};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        struct arena *arena = arena_create();
        struct results *results = results_create();
        struct analysis *analysis;
        add_levels(results, "w", levels[i], middles, 3, 1e4);
        struct figure_set set = figures(arena, results, &analysis, "");
        assert_null(chart_named(&set, "sweep"));
        assert_non_null(chart_named(&set, "runs"));
        analysis_free(analysis);
        results_free(results);
        arena_free(arena);
    }
}

/* The title of the chart of runs says what was measured, which holds whatever the verdict is. */
static void the_title_of_runs_is_true(void **state)
{
    (void)state;
    static const struct {
        double middles[2];
        unsigned count;
        double step;
        unsigned single; /* further workloads of one run each */
        const char *title;
    } cases[] = {
        {{1e8, 1e8}, 4, 0, 0, "Runs of one setting are all alike, the settings measured the same"},
        {{1e8, 1.1e8},
         4,
         0,
         0,
         "Runs of one setting are all alike, the settings measured 10 % "
         "apart"},
        /* sd of an even ladder: step * sqrt(n (n + 1) / 12) */
        {{1e8, 1e8},
         3,
         1e7,
         0,
         "Runs of one setting scatter by 10 %, the settings measured the "
         "same"},
        {{1e8, 2e8},
         99,
         1e5,
         0,
         "Runs of one setting scatter by 1.4 to 2.9 %, the settings "
         "measured 100 % apart"},
        {{1e8, 2e8}, 1, 0, 0, "One run of each setting: a repeat may look quite different"},
        {{1e8, 1e8},
         3,
         1e7,
         2,
         "Runs of one setting scatter by 10 %, the settings measured the "
         "same; one run each in two of three tests"},
    };
    static const char *const levels[] = {"ashift=12", "ashift=13"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena *arena = arena_create();
        struct results *results = results_create();
        struct analysis *analysis;
        add_levels(results, "w", levels, cases[i].middles, cases[i].count, cases[i].step);
        for (unsigned w = 0; w < cases[i].single; w++)
            add_levels(results, w == 0 ? "one" : "two", levels, cases[i].middles, 1, 0);
        struct figure_set set = figures(arena, results, &analysis, "");
        const struct chart *runs = chart_named(&set, "runs");
        assert_non_null(runs);
        if (!text_is(runs->title, cases[i].title))
            fail_msg("case %zu: \"%s\"", i, text_string(arena, runs->title));
        analysis_free(analysis);
        results_free(results);
        arena_free(arena);
    }
}

/* 70 kB/s beside 192 MB/s in a panel of MB/s. */
static void a_small_level_keeps_its_digits(void **state)
{
    (void)state;
    static const char *const levels[] = {"ashift=9", "ashift=12"};
    static const double small[] = {52e3, 64e3, 76e3, 88e3};
    struct arena *arena = arena_create();
    struct results *results = results_create();
    struct analysis *analysis;
    for (unsigned i = 0; i < 4; i++) {
        example_value(results, example_run(results, levels[0], "w", i + 1), "bw", DIRECTION_WRITE,
                      147e6 + 30e6 * i);
        example_value(results, example_run(results, levels[1], "w", i + 1), "bw", DIRECTION_WRITE,
                      small[i]);
    }
    struct figure_set set = figures(arena, results, &analysis, "");
    const struct chart *runs = chart_named(&set, "runs");
    assert_non_null(runs);
    const struct runs_panel *panel = &runs->of.runs.panels[0];
    assert_true(text_is(panel->unit, "MB/s"));
    assert_true(text_is(panel->rows[0].mean, "192.0"));
    assert_true(text_is(panel->rows[1].mean, "0.0700"));
    assert_true(text_is(panel->rows[1].deviation, "0.015 (22 %)"));
    assert_true(text_find(runs->description, "mean 0.0700 MB/s", 0) < runs->description.size);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* Metrics stand in the order in which they are asked for, in every chart. */
static void metrics_keep_their_order(void **state)
{
    (void)state;
    static const char *const orders[][2] = {{"bw", "runtime"}, {"runtime", "bw"}};
    for (size_t o = 0; o < 2; o++) {
        struct arena *arena = arena_create();
        struct results *results = results_create();
        struct failure failure = {0};
        struct analysis_options options = analysis_defaults();
        struct text names[] = {text_of(orders[o][0]), text_of(orders[o][1])};
        options.metrics = (struct text_list){names, 2};
        for (unsigned l = 0; l < 2; l++) {
            struct run *run = example_run(results, l == 0 ? "ashift=9" : "ashift=12", "w", 1);
            example_value(results, run, "runtime", DIRECTION_UNSTATED, 2e9 + 1e9 * l);
            example_value(results, run, "bw", DIRECTION_WRITE, 2e6 + 1e6 * l);
        }
        struct analysis *analysis = analysis_create(results, &options, &failure);
        assert_non_null(analysis);
        struct figure_set set = figures_of(arena, analysis);
        const struct chart *interval = chart_named(&set, "interval");
        const struct chart *runs = chart_named(&set, "runs");
        const char *first = o == 0 ? "bandwidth" : "run time";
        assert_true(text_is(analysis->comparisons[0].metric->name, orders[o][0]));
        assert_true(text_find(runs->of.runs.panels[0].label, first, 0) <
                    runs->of.runs.panels[0].label.size);
        assert_string_equal(interval->of.interval.panels[0].ahead, o == 0 ? " faster" : " lower");
        analysis_free(analysis);
        results_free(results);
        arena_free(arena);
    }
}

/* Many settings, one run each: the grid stands alone. */
static void many_settings_are_a_grid(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = results_create();
    struct analysis *analysis;
    for (unsigned a = 0; a < 2; a++)
        for (unsigned b = 0; b < 3; b++) {
            const char *configuration =
                text_format(arena, "cache=%s;size=%uk", a == 0 ? "none" : "all", 4u << b).data;
            if (a == 1 && b == 2)
                continue; /* a missing cell */
            struct run *run = example_run(results, configuration, "w", 1);
            example_value(results, run, "bw", DIRECTION_READ, 1e6 * (1 + a) * (1 + b));
            if (a == 0 && b == 0) {
                run = example_run(results, "cache=all;size=16k", "v", 1);
                example_value(results, run, "bw", DIRECTION_READ, 5e6);
            }
        }
    struct figure_set set = figures(arena, results, &analysis, "size");
    assert_int_equal(set.count, 1);
    const struct chart *grid = chart_named(&set, "grid");
    assert_non_null(grid);
    const struct grid_spec *spec = &grid->of.grid;
    assert_int_equal(spec->row_count, 6);
    assert_int_equal(spec->column_count, 2);
    assert_int_equal(spec->factor_count, 2);
    assert_true(text_is(spec->factors[1], "size"));
    size_t best = 0, empty = 0;
    for (size_t r = 0; r < 6; r++)
        for (size_t c = 0; c < 2; c++) {
            best += spec->rows[r].cells[c].share >= 1;
            empty += spec->rows[r].cells[c].figure.size == 0;
        }
    assert_int_equal(best, 2);
    assert_int_equal(empty, 6);
    assert_true(
        text_is(grid->title, "6 settings lie up to about 4-fold apart (w read), one run each"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void percentiles_of_every_run_are_drawn(void **state)
{
    (void)state;
    static const char *const metrics[] = {"clat_p99.9", "clat_p50", "clat_p99", "clat_p10"};
    struct arena *arena = arena_create();
    struct results *results = results_create();
    struct analysis *analysis;
    for (unsigned i = 1; i <= 3; i++)
        for (unsigned l = 12; l <= 13; l++) {
            const char *configuration = text_format(arena, "ashift=%u", l).data;
            struct run *run = example_run(results, configuration, "w", i);
            example_value(results, run, "bw", DIRECTION_READ, 1e6 + i);
            for (unsigned k = 0; k < 4; k++)
                example_value(results, run, metrics[k], DIRECTION_READ, 1e6 * (4 - k) + i);
        }
    struct figure_set set = figures(arena, results, &analysis, "");
    const struct chart *chart = chart_named(&set, "percentiles");
    assert_non_null(chart);
    const struct percentiles_panel *panel = &chart->of.percentiles.panels[0];
    assert_int_equal(panel->line_count, 6);
    assert_int_equal(panel->lines[0].count, 3); /* below 50 is left out */
    assert_close(panel->lines[0].percents[2], 99.9);
    assert_close(panel->lines[0].values[2], 4.000001);
    assert_true(text_is(panel->unit, "completion latency, ms"));
    assert_true(panel->lines[0].label.size > 0 && panel->lines[1].label.size == 0);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* A run of 200 requests: 100 in 1 us, 98 in 2 us, 2 in 8 us, times `worth`. */
static void add_histogram(struct results *results, const struct run *run, enum direction direction,
                          double worth)
{
    struct histogram_bin *bins = arena_take_array(results->arena, 3, sizeof *bins);
    bins[0] = (struct histogram_bin){1000 * worth, 100};
    bins[1] = (struct histogram_bin){2000 * worth, 98};
    bins[2] = (struct histogram_bin){8000 * worth, 2};
    results_add_histogram(results, (struct histogram){.run = run,
                                                      .direction = direction,
                                                      .latency = text_of("clat"),
                                                      .bins = bins,
                                                      .bin_count = 3,
                                                      .total = 200});
}

static void latencies_of_every_run_are_distributed(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = results_create();
    struct analysis *analysis;
    for (unsigned i = 1; i <= 3; i++)
        for (unsigned l = 12; l <= 13; l++) {
            const char *configuration = text_format(arena, "ashift=%u", l).data;
            struct run *run = example_run(results, configuration, "w", i);
            example_value(results, run, "bw", DIRECTION_READ, 1e6 + i);
            add_histogram(results, run, DIRECTION_READ, l == 12 ? 1 : 3);
        }
    struct figure_set set = figures(arena, results, &analysis, "");
    const struct chart *chart = chart_named(&set, "distribution");
    assert_non_null(chart);
    assert_true(text_is(
        chart->title, "Half of the requests took at most 1 to 3 \xc2\xb5s, depending on the run"));
    assert_true(text_is(chart->of.distribution.latency, "completion latency, \xc2\xb5s"));
    const struct distribution_panel *panel = &chart->of.distribution.panels[0];
    assert_int_equal(panel->line_count, 6);
    const struct distribution_line *line = &panel->lines[0];
    assert_int_equal(line->count, 6); /* each bin begins upright */
    assert_close(line->shares[0] + 1, 1);
    assert_close(line->shares[1], 50);
    assert_close(line->latencies[1], 1);
    assert_close(line->shares[3], 99);
    assert_close(line->latencies[3], 2);
    assert_close(line->shares[4], 99);
    assert_close(line->shares[5], 100);
    assert_close(line->latencies[5], 8);
    chart = chart_named(&set, "percentiles"); /* of the same bins: 50, 90 and 99 % and between */
    assert_non_null(chart);
    const struct percentiles_line *nines = &chart->of.percentiles.panels[0].lines[0];
    assert_close(nines->values[0], 1);
    assert_close(nines->percents[7], 90);
    assert_close(nines->values[7], 2);
    assert_close(nines->percents[17], 99);
    assert_close(nines->values[17], 2);
    assert_close(nines->values[nines->count - 1], 8);
    assert_true(nines->percents[nines->count - 1] <= 99.5);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* Reading and writing are different loads: each has its own medians. */
static void a_title_mixes_no_directions(void **state)
{
    (void)state;
    static const char *const titles[] = {
        "Half of the requests took at most 30 \xc2\xb5s (w, read) and 1 to 3 \xc2\xb5s (w, write)",
        "Half of the requests took at most 1 \xc2\xb5s (w, write) to 100 \xc2\xb5s (v)"};
    for (unsigned more = 0; more < 2; more++) {
        struct arena *arena = arena_create();
        struct results *results = results_create();
        struct analysis *analysis;
        for (unsigned l = 0; l < 2; l++) {
            const char *configuration = l == 0 ? "fs=a" : "fs=b";
            struct run *run = example_run(results, configuration, "w", 1);
            example_value(results, run, "bw", DIRECTION_READ, 1e6);
            example_value(results, run, "bw", DIRECTION_WRITE, 1e6);
            add_histogram(results, run, DIRECTION_READ, 30);
            add_histogram(results, run, DIRECTION_WRITE, l == 0 ? 1 : 3);
            if (more == 0)
                continue;
            run = example_run(results, configuration, "v", 1);
            example_value(results, run, "bw", DIRECTION_READ, 1e6);
            add_histogram(results, run, DIRECTION_READ, 100);
        }
        struct figure_set set = figures(arena, results, &analysis, "");
        const struct chart *chart = chart_named(&set, "distribution");
        assert_non_null(chart);
        if (!text_is(chart->title, titles[more]))
            fail_msg("\"%s\"", text_string(arena, chart->title));
        analysis_free(analysis);
        results_free(results);
        arena_free(arena);
    }
}

/* The words for those who do not see a chart hold its finding, in plain figures. */
static void descriptions_hold_the_finding(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = results_create();
    struct analysis *analysis;
    for (unsigned i = 1; i <= 5; i++)
        for (unsigned l = 12; l <= 13; l++) {
            struct run *run = example_run(results, l == 12 ? "ashift=12" : "ashift=13", "w", i);
            example_value(results, run, "bw", DIRECTION_READ, 1e6 + i);
            example_value(results, run, "clat_p50", DIRECTION_READ, 1e6 + 1e4 * i);
            example_value(results, run, "clat_p99", DIRECTION_READ, (l == 12 ? 1 : 3) * 1e9 + i);
            example_value(results, run, "clat_p99.9", DIRECTION_READ, 9e9);
        }
    struct figure_set set = figures(arena, results, &analysis, "");
    const struct chart *chart = chart_named(&set, "percentiles");
    assert_non_null(chart);
    assert_true(text_starts_with(
        chart->description,
        "w: ashift 12's 99th percentile of completion latency is 66.7 % lower than 13's"));
    assert_true(text_find(chart->description, "50 % within 1.01 to 1.05, 99.9 % within 9000", 0) <
                chart->description.size);
    for (size_t i = 0; i < set.count; i++)
        assert_true(text_find(set.figures[i].chart.description, "e+", 0) ==
                    set.figures[i].chart.description.size);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* A footer explains what there is to see. */
static void footers_explain_what_is_seen(void **state)
{
    (void)state;
    static const char *const levels[] = {"fs=a", "fs=b"};
    static const struct {
        double middles[2];
        bool decided;
    } cases[] = {{{1e8, 1.01e8}, false}, {{1e8, 3e8}, true}};
    for (size_t i = 0; i < 2; i++) {
        struct arena *arena = arena_create();
        struct results *results = results_create();
        struct analysis *analysis;
        add_levels(results, "w", levels, cases[i].middles, 3, 1e7);
        struct figure_set set = figures(arena, results, &analysis, "");
        struct text footer = chart_named(&set, "interval")->footer[0];
        bool said = text_find(footer, "filled when decided", 0) < footer.size;
        assert_int_equal(said, cases[i].decided);
        analysis_free(analysis);
        results_free(results);
        arena_free(arena);
    }
}

/* Twenty samples, the last `fallen` of them at half the speed. */
static void add_series(struct results *results, const struct run *run, unsigned fallen)
{
    double *seconds = arena_take_array(results->arena, 40, sizeof *seconds);
    for (unsigned k = 0; k < 20; k++) {
        seconds[k] = k + 1;
        seconds[20 + k] = k < 20 - fallen ? 2e6 : 1e6;
    }
    results_add_series(results,
                       (struct time_series){.run = run,
                                            .direction = DIRECTION_READ,
                                            .metric = metric_find(results->metrics, text_of("bw")),
                                            .seconds = seconds,
                                            .values = seconds + 20,
                                            .count = 20});
}

static void runs_that_lose_their_speed_are_seen(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = results_create();
    struct analysis *analysis;
    for (unsigned i = 1; i <= 3; i++)
        for (unsigned l = 12; l <= 13; l++) {
            const char *configuration = text_format(arena, "ashift=%u", l).data;
            struct run *run = example_run(results, configuration, "randread-4k_bw", i);
            run->source.path = text_of("logs/randread-4k_bw.1.log");
            example_value(results, run, "bw", DIRECTION_READ, 1e6 + i);
            add_series(results, run, l == 12 ? 0 : i == 3 ? 10 : 15);
        }
    struct figure_set set = figures(arena, results, &analysis, "");
    const struct chart *chart = chart_named(&set, "timeline");
    assert_non_null(chart);
    assert_true(text_is(chart->title, "Bandwidth held during 3 of 6 runs"));
    const struct timeline_panel *panel = &chart->of.timeline.panels[0];
    assert_int_equal(panel->line_count, 6);
    assert_true(text_is(panel->label, "randread-4k")); /* without the ending of the log's name */
    assert_true(text_is(panel->unit, "bandwidth, MB/s"));
    assert_close(panel->lines[0].values[19], 2);
    /* all are steady from the half on, where the last one has fallen */
    assert_true(panel->steady_from > 10 && panel->steady_from < 11);
    assert_close(panel->steady_to, 20);
    assert_true(text_find(chart->footer[0], "Shaded", 0) < chart->footer[0].size);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void every_figure_has_words(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    struct analysis *analysis;
    struct figure_set set = figures(arena, results, &analysis, "");
    for (size_t i = 0; i < set.count; i++) {
        const struct chart *chart = &set.figures[i].chart;
        assert_true(chart->title.size > 10 && chart->subtitle.size > 10);
        assert_true(chart->description.size > 10 && chart->footer_count == 2);
        assert_true(text_find(chart->footer[1], "ashiftstat", 0) < chart->footer[1].size);
        assert_true(text_find(chart->footer[1], "45 runs", 0) < chart->footer[1].size);
    }
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_seed_is_drawn_as_it_is),
        cmocka_unit_test(pairs_of_levels_have_panels),
        cmocka_unit_test(lower_is_better_for_latency),
        cmocka_unit_test(many_workloads_and_strata_are_split_over_pages),
        cmocka_unit_test(single_runs_have_no_interval_and_no_order),
        cmocka_unit_test(numeric_settings_are_swept),
        cmocka_unit_test(names_are_not_swept),
        cmocka_unit_test(the_title_of_runs_is_true),
        cmocka_unit_test(a_small_level_keeps_its_digits),
        cmocka_unit_test(metrics_keep_their_order),
        cmocka_unit_test(many_settings_are_a_grid),
        cmocka_unit_test(percentiles_of_every_run_are_drawn),
        cmocka_unit_test(latencies_of_every_run_are_distributed),
        cmocka_unit_test(a_title_mixes_no_directions),
        cmocka_unit_test(descriptions_hold_the_finding),
        cmocka_unit_test(footers_explain_what_is_seen),
        cmocka_unit_test(runs_that_lose_their_speed_are_seen),
        cmocka_unit_test(every_figure_has_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
