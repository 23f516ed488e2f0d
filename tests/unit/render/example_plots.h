#ifndef TESTS_UNIT_RENDER_EXAMPLE_PLOTS_H
#define TESTS_UNIT_RENDER_EXAMPLE_PLOTS_H

/* Sweeps, grids and percentiles by hand. */

#include "render/example_charts.h"

static inline struct sweep_line example_sweep_line(struct arena *arena, size_t points, size_t runs,
                                                   double middle, bool write)
{
    double *places = arena_take_array(arena, points + 1, sizeof *places);
    double *ends = arena_take_array(arena, 2 * points + 1, sizeof *ends);
    double *run_places = arena_take_array(arena, points * runs + 1, sizeof *run_places);
    double *means = example_values(arena, points, middle, 0.3);
    double *values = example_values(arena, points * runs, middle, 0.3);
    for (size_t k = 0; k < points; k++) {
        places[k] = 9 + (double)k;
        ends[k] = runs < 3 ? NAN : means[k] * 0.8;
        ends[points + k] = runs < 3 ? NAN : means[k] * 1.3;
        for (size_t i = 0; i < runs; i++)
            run_places[k * runs + i] = places[k];
    }
    return (struct sweep_line){
        .label = text_of(write ? "write" : "read"),
        .role = write ? ROLE_WRITE : ROLE_READ,
        .shape = write ? SHAPE_SQUARE : SHAPE_CIRCLE,
        .places = places,
        .means = means,
        .low = ends,
        .high = ends + points,
        .count = points,
        .run_places = run_places,
        .runs = values,
        .run_count = runs > 1 ? points * runs : 0,
    };
}

static inline struct chart example_sweep(struct arena *arena, size_t panels, size_t levels,
                                         size_t runs)
{
    static const double middles[] = {100e6, 1e-3, 1e12, 5};
    struct chart chart = example_frame(arena, CHART_sweep);
    struct sweep_panel *drawn = arena_take_array(arena, panels, sizeof *drawn);
    struct tick *ticks = arena_take_array(arena, levels, sizeof *ticks);
    for (size_t k = 0; k < levels; k++)
        ticks[k] = (struct tick){9 + (double)k, text_format(arena, "%u B", 512u << k)};
    for (size_t p = 0; p < panels; p++) {
        struct sweep_line *lines = arena_take_array(arena, 2, sizeof *lines);
        for (unsigned i = 0; i < 2; i++)
            lines[i] = example_sweep_line(arena, levels, runs, middles[p % 4] * (1 + i), i > 0);
        drawn[p] = (struct sweep_panel){text_format(arena, "test %zu", p + 1),
                                        text_of("bandwidth, MB/s"), lines, 2};
    }
    chart.title = text_of("Write measured 1.31 times as fast at block size 4 KiB as at 512 B");
    chart.of.sweep = (struct sweep_spec){drawn, panels, ticks, levels, text_of("block size")};
    return chart;
}

/* Long names, a line without points, equal values, an interval without end, one level. */
static inline struct chart example_sweep_extreme(struct arena *arena)
{
    struct chart chart = example_sweep(arena, 4, 8, 3);
    struct sweep_panel *panels = (struct sweep_panel *)chart.of.sweep.panels;
    struct sweep_line *lines = (struct sweep_line *)panels[0].lines;
    ((double *)lines[0].high)[2] = INFINITY;
    ((double *)lines[0].low)[2] = -INFINITY;
    lines[1].count = lines[1].run_count = 0;
    panels[0].label = text_of(example_long_name);
    panels[1].label = text_of(example_script_name);
    panels[2].label = text_of(example_arabic_name);
    panels[2].line_count = 0;
    lines = (struct sweep_line *)panels[3].lines;
    for (size_t k = 0; k < lines[0].count; k++)
        ((double *)lines[0].means)[k] = 0;
    lines[0].label = text_of(example_long_name);
    struct tick *ticks = (struct tick *)chart.of.sweep.levels;
    ticks[1].label = text_of("a-level-with-a-name");
    chart.of.sweep.setting = text_of(example_chinese_name);
    return chart;
}

static inline struct chart example_grid(struct arena *arena, size_t rows, size_t columns,
                                        size_t factors)
{
    struct chart chart = example_frame(arena, CHART_grid);
    struct text *names = arena_take_array(arena, factors, sizeof *names);
    struct grid_column *heads = arena_take_array(arena, columns, sizeof *heads);
    struct grid_row *drawn = arena_take_array(arena, rows, sizeof *drawn);
    for (size_t f = 0; f < factors; f++)
        names[f] = text_format(arena, "factor %zu", f + 1);
    for (size_t c = 0; c < columns; c++)
        heads[c] = (struct grid_column){text_format(arena, "test %zu", c / 2 + 1),
                                        text_of(c % 2 == 0 ? "read" : "write")};
    for (size_t r = 0; r < rows; r++) {
        struct text *labels = arena_take_array(arena, factors, sizeof *labels);
        struct grid_cell *cells = arena_take_array(arena, columns, sizeof *cells);
        for (size_t f = 0; f < factors; f++)
            labels[f] = text_format(arena, "level %zu", r >> (factors - 1 - f));
        for (size_t c = 0; c < columns; c++)
            cells[c] = (struct grid_cell){
                .figure = text_format(arena, "%zu", 100 * (r + 1) + c),
                .share = (double)(r + 1) / (double)rows,
                .single = c % 2 == 0,
            };
        drawn[r] = (struct grid_row){labels, cells, r % 8 == 0};
    }
    chart.of.grid = (struct grid_spec){names, factors, heads, columns, drawn, rows};
    chart.title = text_of("24 settings lie up to 288-fold apart, one run each");
    return chart;
}

/* Long names everywhere, cells without a value, figures from 1e-3 to 1e12. */
static inline struct chart example_grid_extreme(struct arena *arena)
{
    struct chart chart = example_grid(arena, 40, 10, 8);
    struct grid_row *rows = (struct grid_row *)chart.of.grid.rows;
    struct grid_cell *cells = (struct grid_cell *)rows[3].cells;
    for (size_t f = 0; f < 8; f++) {
        ((struct text *)chart.of.grid.factors)[f] = text_of(example_long_name);
        ((struct text *)rows[f].labels)[f] = text_of(example_script_name);
    }
    ((struct grid_column *)chart.of.grid.columns)[2].group = text_of(example_long_name);
    ((struct grid_column *)chart.of.grid.columns)[3].label = text_of(example_chinese_name);
    cells[0].figure = (struct text){NULL, 0};
    cells[1].figure = text_of("1e-3");
    cells[2].figure = text_of("1.234567e12");
    cells[3].share = NAN;
    return chart;
}

static inline struct chart example_percentiles(struct arena *arena, size_t panels, size_t lines)
{
    static const double percents[] = {50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99};
    enum { POINTS = sizeof percents / sizeof *percents };
    struct chart chart = example_frame(arena, CHART_percentiles);
    struct percentiles_panel *drawn = arena_take_array(arena, panels, sizeof *drawn);
    for (size_t p = 0; p < panels; p++) {
        struct percentiles_line *runs = arena_take_array(arena, lines, sizeof *runs);
        for (unsigned i = 0; i < lines; i++) {
            double *values = arena_take_array(arena, POINTS, sizeof *values);
            for (size_t k = 0; k < POINTS; k++)
                values[k] = (p % 3 == 1   ? 1e-3
                             : p % 3 == 2 ? 1e9
                                          : 40) *
                            (1 + 0.1 * i) * pow(1.6, (double)k);
            runs[i] = (struct percentiles_line){i < 3 ? text_format(arena, "%u", 12 + i)
                                                      : (struct text){NULL, 0},
                                                i % 3, percents, values, i == 5 ? 0 : POINTS};
        }
        drawn[p] = (struct percentiles_panel){text_format(arena, "test %zu", p + 1),
                                              text_of("completion latency, ms"), runs, lines};
    }
    chart.title = text_of("The slowest 1 % of requests differ in 2 of 6 comparisons");
    chart.of.percentiles = (struct percentiles_spec){drawn, panels};
    return chart;
}

static inline struct chart example_distribution(struct arena *arena, size_t panels, size_t lines)
{
    enum { BINS = 40 };
    struct chart chart = example_frame(arena, CHART_distribution);
    struct distribution_panel *drawn = arena_take_array(arena, panels, sizeof *drawn);
    for (size_t p = 0; p < panels; p++) {
        struct distribution_line *runs = arena_take_array(arena, lines, sizeof *runs);
        for (unsigned i = 0; i < lines; i++) {
            double *ends = arena_take_array(arena, 2 * BINS, sizeof *ends), *shares = ends + BINS;
            for (size_t k = 0; k < BINS; k++) {
                ends[k] = 0.02 * (1 + 0.2 * i) * pow(1.2, (double)k);
                shares[k] = 100 * (1 - exp(-0.2 * (double)k)) / (1 - exp(-0.2 * (BINS - 1)));
            }
            runs[i] = (struct distribution_line){i < 3 ? text_format(arena, "ashift %u", 12 + i)
                                                       : (struct text){NULL, 0},
                                                 i % 3, ends, shares, i == 4 ? 0 : BINS};
        }
        drawn[p] = (struct distribution_panel){p == 1 ? text_of(example_long_name)
                                                      : text_format(arena, "test %zu", p + 1),
                                               runs, lines};
    }
    chart.title = text_of("Half of the requests take less than 0.05 ms under either setting");
    chart.of.distribution =
        (struct distribution_spec){drawn, panels, text_of("completion latency, ms")};
    return chart;
}

static inline struct chart example_timeline(struct arena *arena, size_t panels, size_t lines,
                                            size_t points)
{
    static const double middles[] = {120, 1e-3, 1e12};
    struct chart chart = example_frame(arena, CHART_timeline);
    struct timeline_panel *drawn = arena_take_array(arena, panels, sizeof *drawn);
    for (size_t p = 0; p < panels; p++) {
        struct timeline_line *runs = arena_take_array(arena, lines, sizeof *runs);
        for (unsigned i = 0; i < lines; i++) {
            double *seconds = arena_take_array(arena, points + 1, sizeof *seconds);
            for (size_t k = 0; k < points; k++)
                seconds[k] = 0.5 * ((double)k + 1);
            runs[i] = (struct timeline_line){
                i < 2 ? text_format(arena, "ashift %u", 12 + i) : (struct text){NULL, 0}, i % 2,
                seconds, example_values(arena, points, middles[p % 3] * (1 + 0.3 * i), 0.2),
                points};
        }
        drawn[p] = (struct timeline_panel){text_format(arena, "test %zu", p + 1),
                                           text_of("bandwidth, MB/s"),
                                           runs,
                                           lines,
                                           0.1 * (double)points,
                                           p % 2 == 0 ? 0.5 * (double)points : 0};
    }
    chart.title = text_of("The speed holds after the first ten seconds");
    chart.of.timeline = (struct timeline_spec){drawn, panels};
    return chart;
}

#endif
