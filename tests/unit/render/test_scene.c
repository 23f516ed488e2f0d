/* Rules for every chart, whatever its numbers and names: everything inside the canvas, no text over
   text, no text smaller than 11 pixels when the chart is shown 800 wide. */
#include "testing.h"

#include "render/example_charts.h"

struct box {
    double left, top, right, bottom;
};

/* Letters reach from about 0.76 of the size above the baseline to 0.24 below; what lies within that
   is enough to collide. */
static struct box text_box(const struct mark *mark, const struct text_width *ruler)
{
    double width = ruler->measure(ruler, mark->text, mark->size, mark->bold);
    double left = mark->at.x;
    if (mark->anchor == ANCHOR_MIDDLE)
        left -= width / 2;
    if (mark->anchor == ANCHOR_END)
        left -= width;
    return (struct box){left, mark->at.y - 0.76 * mark->size, left + width,
                        mark->at.y + 0.24 * mark->size};
}

static struct box mark_box(const struct mark *mark, const struct text_width *ruler)
{
    struct point corners[4];
    if (mark->kind == MARK_TEXT)
        return text_box(mark, ruler);
    if (mark->kind == MARK_RECTANGLE)
        return (struct box){mark->at.x, mark->at.y, mark->to.x, mark->to.y};
    struct box box = {1e9, 1e9, -1e9, -1e9};
    const struct point *points = mark->points;
    struct point ends[2] = {mark->at, mark->to};
    size_t count = mark->point_count;
    if (mark->kind == MARK_LINE) {
        points = ends;
        count = 2;
    } else if (mark->kind == MARK_MARKER) {
        points = corners;
        count = scene_marker_corners(mark, corners);
        if (count == 0)
            return (struct box){mark->at.x - mark->size, mark->at.y - mark->size,
                                mark->at.x + mark->size, mark->at.y + mark->size};
    }
    for (size_t i = 0; i < count; i++) {
        box.left = fmin(box.left, points[i].x);
        box.right = fmax(box.right, points[i].x);
        box.top = fmin(box.top, points[i].y);
        box.bottom = fmax(box.bottom, points[i].y);
    }
    return box;
}

static void check_inside(const struct scene *scene, const struct text_width *ruler,
                         const char *name)
{
    for (size_t i = 0; i < scene->count; i++) {
        const struct mark *mark = &scene->marks[i];
        struct box box = mark_box(mark, ruler);
        if (!(box.left >= -0.01 && box.right <= scene->width + 0.01 && box.top >= -0.01 &&
              box.bottom <= scene->height + 0.01))
            fail_msg("%s: mark %zu (kind %d, \"%.*s\") lies outside: %.1f..%.1f, %.1f..%.1f of "
                     "%.0f x %.0f",
                     name, i, (int)mark->kind, (int)mark->text.size, mark->text.data, box.left,
                     box.right, box.top, box.bottom, scene->width, scene->height);
    }
}

static void check_text(const struct scene *scene, const struct text_width *ruler, const char *name)
{
    for (size_t i = 0; i < scene->count; i++) {
        const struct mark *a = &scene->marks[i];
        if (a->kind != MARK_TEXT || a->text.size == 0)
            continue;
        if (a->size < 11 * scene->width / 800)
            fail_msg("%s: \"%.*s\" is too small", name, (int)a->text.size, a->text.data);
        struct box p = text_box(a, ruler);
        for (size_t k = 0; k < i; k++) {
            const struct mark *b = &scene->marks[k];
            if (b->kind != MARK_TEXT || b->text.size == 0)
                continue;
            struct box q = text_box(b, ruler);
            if (p.left < q.right - 0.5 && q.left < p.right - 0.5 && p.top < q.bottom - 0.5 &&
                q.top < p.bottom - 0.5)
                fail_msg("%s: \"%.*s\" lies over \"%.*s\"", name, (int)a->text.size, a->text.data,
                         (int)b->text.size, b->text.data);
        }
    }
}

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
        cmocka_unit_test(bars_start_at_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
