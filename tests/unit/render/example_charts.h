#ifndef TESTS_UNIT_RENDER_EXAMPLE_CHARTS_H
#define TESTS_UNIT_RENDER_EXAMPLE_CHARTS_H

/* Charts by hand: the first seed's numbers, and inputs that try to break a layout. */

#include "render/chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char example_long_name[] =
    "a-very-long-workload-name-that-somebody-generated-from-every-option-it-has-"
    "rw-randwrite-bs-64k-iodepth-16-numjobs-16-ioengine-posixaio-direct-0-fsync-1-runtime-60-"
    "time-based-and-then-some-more-of-it";
static const char example_script_name[] = "<script>alert(\"1 & 2\")</script>";
static const char example_chinese_name[] =
    "\xe9\x9a\x8f\xe6\x9c\xba\xe5\x86\x99\xe5\x85\xa5 \xe6\xb5\x8b\xe8\xaf\x95 4k";
static const char example_arabic_name[] = "\xd9\x83\xd8\xaa\xd8\xa7\xd8\xa8\xd8\xa9 4k";

/* ratio, interval and required runs: R's values for the first seed, ashift 12 against 13 */
static const struct {
    const char *label, *change, *runs;
    double ratio, low, high;
} example_seed1[] = {
    {"4 KiB random write, 1 job",
     "+14.3 % (\xe2\x88\x92"
     "37.8 to +110.0)",
     "4 \xe2\x86\x92 784", 1.142544247727, 0.621530655797441, 2.10031049287374},
    {"64 KiB random write, 16 jobs",
     "+22.9 % (\xe2\x88\x92"
     "55.3 to +238)",
     "4 \xe2\x86\x92 2200", 1.22900199337041, 0.446765690759288, 3.38084577878263},
    {"1 MiB random write, 1 job",
     "+9.5 % (\xe2\x88\x92"
     "14.5 to +40.2)",
     "4 \xe2\x86\x92 136", 1.09484736332468, 0.854922919551678, 1.40210388745642},
};

/* bandwidth of ashift 12 and 13 by run, MB/s */
static const double example_seed1_values[3][2][4] = {
    {{176, 92.6, 150, 163}, {177, 72.7, 118, 154}},
    {{2844, 1126, 3865, 1104}, {3199, 1473, 993, 1280}},
    {{1139, 1320, 1550, 1473}, {1030, 1221, 1476, 1287}},
};

static inline struct chart example_frame(struct arena *arena, enum chart_kind kind)
{
    struct text *footer = arena_take_array(arena, 2, sizeof *footer);
    footer[0] =
        text_of("Circle: ratio of the geometric means of bandwidth, filled when decided; bar: "
                "95 % interval (Welch's t on logarithms). Needed: runs of each setting to see "
                "a difference of 5 %, if these are typical.");
    footer[1] =
        text_of("Source: ashift12-vs-13-blog.txt \xc2\xb7 24 runs \xc2\xb7 ashiftstat 0.1.0");
    return (struct chart){
        .kind = kind,
        .title = text_of("No difference shown between ashift 12 and 13 in three tests"),
        .subtitle = text_of("Bandwidth \xc2\xb7 4 runs of each setting \xc2\xb7 order of running "
                            "unknown \xc2\xb7 fio"),
        .description = text_of("ashift 12 against 13: cannot tell in any of the three tests."),
        .footer = footer,
        .footer_count = 2,
    };
}

static inline struct interval_row *example_rows(struct arena *arena, size_t count)
{
    struct interval_row *rows = arena_take_array(arena, count + 1, sizeof *rows);
    for (size_t i = 0; i < count; i++)
        rows[i] = (struct interval_row){
            .label =
                i < 3 ? text_of(example_seed1[i].label) : text_format(arena, "test %zu", i + 1),
            .state = text_of("cannot tell"),
            .change = text_of(example_seed1[i % 3].change),
            .runs = text_of(example_seed1[i % 3].runs),
            .ratio = example_seed1[i % 3].ratio,
            .low = example_seed1[i % 3].low,
            .high = example_seed1[i % 3].high,
            .role = ROLE_INK,
        };
    return rows;
}

static inline struct chart example_interval(struct arena *arena, size_t rows)
{
    struct chart chart = example_frame(arena, CHART_interval);
    struct interval_panel *panel = arena_take(arena, sizeof *panel);
    *panel = (struct interval_panel){
        .left = text_of("13"),
        .right = text_of("12"),
        .ahead = " faster",
        .left_role = palette_level(1),
        .right_role = palette_level(0),
        .subject = text_of("12"),
        .base = text_of("13"),
        .rows = example_rows(arena, rows),
        .row_count = rows,
    };
    chart.of.interval = (struct interval_spec){
        .panels = panel,
        .panel_count = 1,
        .margin = 0.05,
        .margin_label = text_of("shaded: under 5 %, too small to matter"),
        .runs_header = text_of("runs \xe2\x86\x92 needed"),
    };
    return chart;
}

/* Decided rows, narrow and wide and infinite intervals, nothing to draw, hostile names; several
 * panels. */
static inline struct chart example_interval_extreme(struct arena *arena)
{
    static const struct {
        const char *label, *state, *change;
        double ratio, low, high;
        bool decided;
        unsigned level;
    } table[] = {
        {example_long_name, "13 is faster", "+34.7 % (+20.6 to +50.5)", 1.347, 1.206, 1.505, true,
         2},
        {example_script_name, "no difference larger than 3.1 %",
         "+0.5 % (\xe2\x88\x92"
         "2.1 to +3.1)",
         1.005, 0.979, 1.031, true, LEVEL_COLOURS},
        {example_chinese_name, "cannot tell",
         "+900 % (\xe2\x88\x92"
         "99.9 to +1e9)",
         10, 1e-3, 1e7, false, 0},
        {example_arabic_name, "cannot tell",
         "\xe2\x88\x92"
         "12.0 % (to infinite)",
         0.88, 0, INFINITY, false, 0},
        {"x", "too few runs", "one run each", 0.5, NAN, NAN, false, 0},
        {"", "cannot be compared", "one side has no runs", NAN, NAN, NAN, false, 0},
    };
    enum { ROWS = sizeof table / sizeof *table, PANELS = 3 };
    struct chart chart = example_interval(arena, 3);
    struct interval_panel *panels = arena_take_array(arena, PANELS, sizeof *panels);
    for (size_t p = 0; p < PANELS; p++) {
        struct interval_row *rows = arena_take_array(arena, ROWS, sizeof *rows);
        for (size_t i = 0; i < ROWS; i++)
            rows[i] = (struct interval_row){
                .label = text_of(table[i].label),
                .state = text_of(table[i].state),
                .change = text_of(table[i].change),
                .runs = text_of("5 \xe2\x86\x92 > 1000"),
                .ratio = table[i].ratio,
                .low = table[i].low,
                .high = table[i].high,
                .role = table[i].level == LEVEL_COLOURS ? ROLE_INK : palette_level(table[i].level),
                .decided = table[i].decided,
            };
        panels[p] = chart.of.interval.panels[0];
        panels[p].heading =
            text_of("Better on 1 of 6, cannot tell on the rest: ashift 13 against 9");
        panels[p].rows = rows;
        panels[p].row_count = ROWS;
    }
    panels[1].left = text_of(example_long_name);
    panels[1].right = text_of(example_chinese_name);
    panels[1].subject = text_of(example_long_name);
    panels[1].base = text_of("9");
    chart.of.interval.panels = panels;
    chart.of.interval.panel_count = PANELS;
    chart.title = text_of(example_long_name);
    return chart;
}

/* Intervals so narrow that the axis shows a few percent. */
static inline struct chart example_interval_narrow(struct arena *arena)
{
    struct chart chart = example_interval(arena, 3);
    struct interval_panel *panel = arena_take(arena, sizeof *panel);
    struct interval_row *rows = arena_take_array(arena, 3, sizeof *rows);
    *panel = chart.of.interval.panels[0];
    for (size_t i = 0; i < 3; i++) {
        rows[i] = panel->rows[i];
        rows[i].ratio = 1 + 0.004 * ((double)i - 1);
        rows[i].low = rows[i].ratio * 0.99;
        rows[i].high = rows[i].ratio * 1.012;
        rows[i].decided = true;
        rows[i].state = text_of("no difference larger than 1.6 %");
        rows[i].change = text_of("+0.4 % (\xe2\x88\x92"
                                 "0.6 to +1.6)");
        rows[i].runs = text_of("5");
    }
    panel->rows = rows;
    chart.of.interval.panels = panel;
    chart.of.interval.runs_header = text_of("runs");
    return chart;
}

static inline struct runs_row example_runs_row(struct arena *arena, const double *values,
                                               size_t count, unsigned level, bool numbered)
{
    unsigned *numbers = arena_take_array(arena, count + 1, sizeof *numbers);
    double sum = 0, logs = 0;
    for (size_t i = 0; i < count; i++) {
        numbers[i] = numbered ? (unsigned)i + 1 : 0;
        sum += values[i];
        logs += log(values[i]);
    }
    return (struct runs_row){
        .label = text_format(arena, "ashift %u", 12 + level),
        .level = level,
        .values = values,
        .numbers = numbers,
        .count = count,
        .gmean = count > 1 ? exp(logs / (double)count) : NAN,
        .mean = text_format(arena, "%.4g", sum / (double)count),
        .deviation = text_of(count > 1 ? "36.8 (25 %)" : "\xe2\x80\x93"),
        .n = text_format(arena, "%zu", count),
    };
}

static inline struct chart example_runs(struct arena *arena)
{
    struct chart chart = example_frame(arena, CHART_runs);
    struct runs_panel *panels = arena_take_array(arena, 3, sizeof *panels);
    for (size_t p = 0; p < 3; p++) {
        struct runs_row *rows = arena_take_array(arena, 2, sizeof *rows);
        for (unsigned i = 0; i < 2; i++)
            rows[i] = example_runs_row(arena, example_seed1_values[p][i], 4, i, true);
        panels[p] = (struct runs_panel){text_of(example_seed1[p].label), text_of("MB/s"), rows, 2};
    }
    chart.title = text_of("Runs of one setting differ more than the settings do");
    chart.of.runs = (struct runs_spec){.panels = panels, .panel_count = 3};
    return chart;
}

/* `count` values around `middle` that look like measured ones and are the same each time. */
static inline double *example_values(struct arena *arena, size_t count, double middle,
                                     double spread)
{
    double *values = arena_take_array(arena, count + 1, sizeof *values);
    unsigned state = 12345;
    for (size_t i = 0; i < count; i++) {
        state = state * 1103515245u + 12345u;
        values[i] = middle * (1 + spread * ((double)(state >> 16 & 0x7fff) / 16384.0 - 1));
    }
    return values;
}

/* 1 to 100 runs, equal values, tiny and huge figures, 8 levels, hostile names. */
static inline struct chart example_runs_extreme(struct arena *arena)
{
    static const size_t counts[] = {1, 2, 3, 5, 12, 20, 30, 100};
    static const double middles[] = {1e-3, 1, 1e12};
    static const char *const names[] = {example_long_name, example_script_name, "x"};
    enum { LEVELS = 8, PANELS = 4 };
    struct chart chart = example_frame(arena, CHART_runs);
    struct runs_panel *panels = arena_take_array(arena, PANELS, sizeof *panels);
    for (size_t p = 0; p < PANELS; p++) {
        struct runs_row *rows = arena_take_array(arena, LEVELS, sizeof *rows);
        for (unsigned i = 0; i < LEVELS; i++) {
            double *values = example_values(arena, counts[i], middles[p % 3], p == 3 ? 0 : 0.2);
            rows[i] = example_runs_row(arena, values, counts[i], i, i != 2);
        }
        panels[p] = (struct runs_panel){text_of(names[p % 3]), text_of("MB/s"), rows, LEVELS};
    }
    panels[1].rows = arena_take_array(arena, 1, sizeof(struct runs_row));
    panels[1].row_count = 0; /* nothing was measured */
    struct runs_row *rows = arena_take_array(arena, 1, sizeof *rows);
    rows[0] = panels[0].rows[0];
    rows[0].label = text_of(example_long_name);
    panels[2].rows = rows;
    panels[2].row_count = 1;
    chart.of.runs = (struct runs_spec){.panels = panels, .panel_count = PANELS};
    return chart;
}

static inline struct order_line example_order_line(struct arena *arena, const double *values,
                                                   size_t count, unsigned level)
{
    double *places = arena_take_array(arena, count + 1, sizeof *places);
    for (size_t i = 0; i < count; i++)
        places[i] = (double)i + 1;
    return (struct order_line){text_format(arena, "%u", 12 + level), level, places, values, count};
}

static inline struct chart example_order(struct arena *arena)
{
    struct chart chart = example_frame(arena, CHART_order);
    struct order_panel *panels = arena_take_array(arena, 3, sizeof *panels);
    for (size_t p = 0; p < 3; p++) {
        struct order_line *lines = arena_take_array(arena, 2, sizeof *lines);
        for (unsigned i = 0; i < 2; i++)
            lines[i] = example_order_line(arena, example_seed1_values[p][i], 4, i);
        panels[p] = (struct order_panel){text_of(example_seed1[p].label),
                                         text_of("bandwidth, MB/s"), lines, 2};
    }
    chart.title = text_of("Runs with the same number move together: a pattern of the session");
    chart.of.order = (struct order_spec){panels, 3, text_of("number of the run")};
    return chart;
}

static inline struct chart example_order_extreme(struct arena *arena, size_t panel_count)
{
    static const size_t counts[] = {1, 2, 3, 100};
    static const double middles[] = {1e-3, 1, 1e12, 12345};
    static const char *const names[] = {example_long_name, example_script_name,
                                        example_chinese_name, "x"};
    struct chart chart = example_frame(arena, CHART_order);
    struct order_panel *panels = arena_take_array(arena, panel_count, sizeof *panels);
    for (size_t p = 0; p < panel_count; p++) {
        unsigned levels = p % 2 == 0 ? 8 : 2;
        struct order_line *lines = arena_take_array(arena, levels, sizeof *lines);
        for (unsigned i = 0; i < levels; i++) {
            size_t count = counts[p % 4];
            lines[i] = example_order_line(arena, example_values(arena, count, middles[p % 4], 0.3),
                                          count, i);
            if (i == 1 && p % 2 == 1)
                lines[i].label = text_of(example_long_name);
        }
        panels[p] =
            (struct order_panel){text_of(names[p % 4]), text_of("bandwidth, MB/s"), lines, levels};
    }
    chart.of.order = (struct order_spec){panels, panel_count, text_of("order of running")};
    return chart;
}

#endif
