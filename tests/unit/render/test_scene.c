/* The rules hold for every kind of chart, for numbers and names made to break a layout. */
#include "testing.h"

#include "render/example_charts.h"
#include "render/example_plots.h"
#include "render/fonts.h"
#include "render/scene_rules.h"

static void check_all(const struct text_width *ruler)
{
    struct arena *arena = arena_create();
    const struct {
        const char *name;
        struct chart chart;
    } table[] = {
        {"interval of one row", example_interval(arena, 1)},
        {"interval", example_interval(arena, 3)},
        {"interval of 40 rows", example_interval(arena, 40)},
        {"narrow interval", example_interval_narrow(arena)},
        {"extreme interval", example_interval_extreme(arena)},
        {"runs", example_runs(arena)},
        {"extreme runs", example_runs_extreme(arena)},
        {"sweep", example_sweep(arena, 1, 2, 1)},
        {"sweep of 12 panels", example_sweep(arena, 12, 8, 4)},
        {"extreme sweep", example_sweep_extreme(arena)},
        {"grid", example_grid(arena, 24, 8, 4)},
        {"grid of one", example_grid(arena, 1, 1, 1)},
        {"extreme grid", example_grid_extreme(arena)},
        {"percentiles", example_percentiles(arena, 1, 3)},
        {"percentiles of 12 panels", example_percentiles(arena, 12, 18)},
        {"distribution", example_distribution(arena, 1, 2)},
        {"distribution of 12 panels", example_distribution(arena, 12, 6)},
        {"timeline", example_timeline(arena, 1, 2, 60)},
        {"timeline of a point", example_timeline(arena, 1, 1, 1)},
        {"timeline of 12 panels", example_timeline(arena, 12, 5, 300)},
        {"order", example_order(arena)},
        {"extreme order, one panel", example_order_extreme(arena, 1)},
        {"extreme order, two panels", example_order_extreme(arena, 2)},
        {"extreme order, 12 panels", example_order_extreme(arena, 12)},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct scene *scene = chart_lay_out(arena, &table[i].chart, ruler);
        check_inside(scene, ruler, table[i].name);
        check_text(scene, ruler, table[i].name);
    }
    arena_free(arena);
}

static void rules_hold_with_fixed_widths(void **state)
{
    (void)state;
    struct text_width ruler = text_width_fixed();
    check_all(&ruler);
}

static void rules_hold_with_real_fonts(void **state)
{
    (void)state;
    struct failure failure = {0};
    struct fonts *fonts = fonts_open(&failure);
    assert_non_null(fonts);
    struct text_width ruler = text_width_of(fonts);
    check_all(&ruler);
    fonts_close(fonts);
}

static void empty_charts_are_laid_out(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    for (unsigned kind = 0; kind < CHART_KINDS; kind++) {
        struct chart chart = {.kind = (enum chart_kind)kind};
        chart.of.interval.margin = kind == CHART_interval ? 0.05 : 0;
        const struct scene *scene = chart_lay_out(arena, &chart, &ruler);
        check_inside(scene, &ruler, chart_name(chart.kind));
    }
    arena_free(arena);
}

static void every_run_is_a_mark(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    struct chart chart = example_runs(arena);
    const struct scene *scene = chart_lay_out(arena, &chart, &ruler);
    size_t marks = 0;
    for (size_t i = 0; i < scene->count; i++)
        marks += scene->marks[i].kind == MARK_MARKER;
    assert_int_equal(marks, 24);
    arena_free(arena);
}

static void charts_fit_the_size_asked_for(void **state)
{
    (void)state;
    static const struct {
        size_t rows;
        double width, height;
    } table[] = {{1, 1200, 630}, {3, 1200, 630}, {12, 1200, 630}, {40, 1200, 630},
                 {3, 800, 0},    {3, 600, 900},  {3, 4000, 500},  {40, 1080, 1080}};
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct chart chart = example_interval(arena, table[i].rows);
        const struct scene *scene =
            chart_fit(arena, &chart, &ruler, table[i].width, table[i].height);
        const char *name =
            text_format(arena, "interval of %zu rows, %.0f wide", table[i].rows, table[i].width)
                .data;
        check_inside(scene, &ruler, name);
        assert_true(scene->shown_width == table[i].width);
        if (table[i].height > 0)
            assert_true(scene->shown_height == table[i].height);
        double shape = scene->height / scene->width,
               shown = scene->shown_height / scene->shown_width;
        assert_true(fabs(shape - shown) < 2 / scene->shown_width);
    }
    arena_free(arena);
}

/* The first text mark of these words. */
static const struct mark *text_named(const struct scene *scene, const char *words)
{
    for (size_t i = 0; i < scene->count; i++)
        if (scene->marks[i].kind == MARK_TEXT && text_is(scene->marks[i].text, words))
            return &scene->marks[i];
    fail_msg("no text \"%s\"", words);
    return NULL;
}

/* Lines that end apart are labelled there; ends that lie together, or in the wrong order for a
   label of their own, get a legend above the panel. */
static void a_label_stands_beside_its_own_line(void **state)
{
    (void)state;
    static const double places[] = {1, 2, 3, 4};
    static const struct {
        double first[4], second[4], again[4]; /* `again` is a second line of the first level */
        bool direct;
    } table[] = {
        {{1, 1, 1, 1}, {9, 9, 9, 9}, {1.5, 1.5, 1.5, 1.5}, true},
        {{1, 1, 1, 1}, {9, 9, 9, 5}, {9, 9, 9, 9}, false}, /* ends between the other's */
        {{5, 5, 5, 5}, {9, 9, 9, 5}, {5, 5, 5, 5}, false}, /* ends at the same place */
        {{9, 9, 9, 9}, {1, 1, 1, 1}, {9, 9, 9, 8.5}, true},
    };
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct timeline_line lines[] = {
            {.label = text_of("one"), .seconds = places, .values = table[i].first, .count = 4},
            {.seconds = places, .values = table[i].again, .count = 4},
            {.label = text_of("two"),
             .level = 1,
             .seconds = places,
             .values = table[i].second,
             .count = 4}};
        struct timeline_panel panel = {
            .label = text_of("panel"), .unit = text_of("MB/s"), .lines = lines, .line_count = 3};
        struct chart chart = {.kind = CHART_timeline,
                              .title = text_of("title"),
                              .of.timeline = {.panels = &panel, .panel_count = 1}};
        const struct scene *scene = chart_lay_out(arena, &chart, &ruler);
        const struct mark *heading = text_named(scene, "panel");
        const struct mark *one = text_named(scene, "one"), *two = text_named(scene, "two");
        if ((one->at.y > heading->at.y) != table[i].direct)
            fail_msg("case %zu: %s", i, table[i].direct ? "a legend" : "labels at the ends");
        if (table[i].direct)
            assert_true((one->at.y > two->at.y) == (table[i].first[3] < table[i].second[3]));
        else
            assert_true(one->at.y == two->at.y && one->at.x < two->at.x);
    }
    arena_free(arena);
}

/* Levels are told apart without colour: by the strokes of their lines, in the plot and in the
   legend. */
static void lines_of_levels_have_strokes_of_their_own(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    const struct chart charts[] = {
        example_percentiles(arena, 1, 8),
        example_distribution(arena, 1, 4),
        example_timeline(arena, 1, 4, 60),
    };
    for (size_t c = 0; c < sizeof charts / sizeof *charts; c++) {
        const struct scene *scene = chart_lay_out(arena, &charts[c], &ruler);
        unsigned dash[ROLE_COUNT] = {0};
        size_t lines = 0, different = 0;
        for (size_t i = 0; i < scene->count; i++) {
            const struct mark *mark = &scene->marks[i];
            if (mark->kind != MARK_POLYLINE || mark->stroke < ROLE_LEVEL)
                continue;
            assert_int_equal(mark->dash, (mark->stroke - ROLE_LEVEL) % DASH_KINDS);
            different += dash[mark->stroke]++ == 0;
            lines++;
        }
        assert_true(lines >= 4 && different >= 2);
    }
    arena_free(arena);
}

static bool has_text(const struct scene *scene, const char *part)
{
    for (size_t i = 0; i < scene->count; i++)
        if (scene->marks[i].kind == MARK_TEXT &&
            text_find(scene->marks[i].text, part, 0) < scene->marks[i].text.size)
            return true;
    return false;
}

/* Below the intervals stands what the band and the arrows are, if there are any to be seen. */
static void the_key_explains_what_is_seen(void **state)
{
    (void)state;
    static const struct {
        double ratio, low, high;
        bool shaded, arrow;
    } table[] = {
        {1.1, 0.9, 1.3, true, false},    {1.1, 0.9, INFINITY, true, true},
        {1000, 1e-9, 1e12, false, true}, {1000, 900, 1100, false, false},
        {1.1, NAN, NAN, true, false},
    };
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct chart chart = example_interval(arena, 1);
        struct interval_panel *panel = arena_take(arena, sizeof *panel);
        struct interval_row *row = arena_take(arena, sizeof *row);
        *panel = chart.of.interval.panels[0];
        *row = panel->rows[0];
        row->ratio = table[i].ratio;
        row->low = table[i].low;
        row->high = table[i].high;
        panel->rows = row;
        chart.of.interval.panels = panel;
        const struct scene *scene = chart_lay_out(arena, &chart, &ruler);
        assert_int_equal(has_text(scene, "haded: under 5 %"), table[i].shaded);
        assert_int_equal(has_text(scene, "rrow: the interval goes on"), table[i].arrow);
    }
    arena_free(arena);
}

/* Names are shortened where they must be; the words beside them never. */
static void long_names_leave_the_words_whole(void **state)
{
    (void)state;
    static const char *const names[] = {
        "12", "writethrough-and-barriers",
        "a name of many words that has no room anywhere in a chart"};
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            struct chart chart = example_interval(arena, 1);
            struct interval_panel *panel = arena_take(arena, sizeof *panel);
            *panel = chart.of.interval.panels[0];
            panel->left = panel->base = text_of(names[i]);
            panel->right = panel->subject = text_of(names[k]);
            chart.of.interval.panels = panel;
            const struct scene *scene = chart_lay_out(arena, &chart, &ruler);
            size_t faster = 0;
            for (size_t m = 0; m < scene->count; m++)
                faster += scene->marks[m].kind == MARK_TEXT &&
                          text_ends_with(scene->marks[m].text, "faster");
            assert_int_equal(faster, 2);
            assert_true(has_text(scene, "against "));
            check_text(scene, &ruler, names[i]);
        }
    arena_free(arena);
}

static void bars_start_at_zero(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    struct chart chart = example_runs(arena);
    chart.of.runs.bars = true;
    const struct scene *scene = chart_lay_out(arena, &chart, &ruler);
    double zero = 0;
    size_t bars = 0;
    for (size_t i = 0; i < scene->count; i++)
        if (scene->marks[i].kind == MARK_TEXT && text_is(scene->marks[i].text, "0"))
            zero = scene->marks[i].at.x;
    for (size_t i = 0; i < scene->count; i++)
        if (scene->marks[i].kind == MARK_RECTANGLE && scene->marks[i].fill >= ROLE_LEVEL) {
            assert_true(fabs(scene->marks[i].at.x - zero) < 1e-9);
            bars++;
        }
    assert_int_equal(bars, 6);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_hold_with_fixed_widths),
        cmocka_unit_test(rules_hold_with_real_fonts),
        cmocka_unit_test(empty_charts_are_laid_out),
        cmocka_unit_test(every_run_is_a_mark),
        cmocka_unit_test(charts_fit_the_size_asked_for),
        cmocka_unit_test(a_label_stands_beside_its_own_line),
        cmocka_unit_test(lines_of_levels_have_strokes_of_their_own),
        cmocka_unit_test(the_key_explains_what_is_seen),
        cmocka_unit_test(long_names_leave_the_words_whole),
        cmocka_unit_test(bars_start_at_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
