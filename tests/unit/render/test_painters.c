#include "testing.h"

#include "render/example_charts.h"
#include "render/example_plots.h"
#include "render/golden.h"
#include "render/paint_png.h"
#include "render/paint_svg.h"

#include <math.h>
#include <png.h>

static void svg_is_as_kept(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    const struct {
        const char *file, *name;
        struct chart chart;
    } table[] = {
        {"interval.svg", "interval", example_interval(arena, 3)},
        {"interval-extreme.svg", "interval", example_interval_extreme(arena)},
        {"runs.svg", "runs", example_runs(arena)},
        {"order.svg", "order", example_order(arena)},
        {"sweep.svg", "sweep", example_sweep(arena, 2, 4, 3)},
        {"grid.svg", "grid", example_grid(arena, 8, 4, 3)},
        {"distribution.svg", "distribution", example_distribution(arena, 2, 2)},
        {"timeline.svg", "timeline", example_timeline(arena, 1, 2, 60)},
        {"percentiles.svg", "percentiles", example_percentiles(arena, 1, 3)},
    };
    bool same = true;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct scene *scene = chart_lay_out(arena, &table[i].chart, &ruler);
        same = golden_matches(arena, table[i].file,
                              paint_svg(arena, scene, table[i].name, THEME_AUTO)) &&
               same;
    }
    assert_true(same);
    arena_free(arena);
}

static void svg_of_a_five_row_chart_is_small(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_fixed();
    struct chart chart = example_interval(arena, 5);
    struct text svg =
        paint_svg(arena, chart_lay_out(arena, &chart, &ruler), "interval", THEME_AUTO);
    assert_true(svg.size < 20000);
    arena_free(arena);
}

static void svg_escapes_text(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct scene *scene = scene_create(arena, 100);
    scene_text(scene, ROLE_INK, 20, (struct point){0, 20},
               text_of("<script>\"a\" & \xef\xbf\xbe]]></script>"));
    scene->title = text_of("a < b & c");
    scene->description = text_of("</desc><script>");
    scene_set_height(scene, 30);
    struct text svg = paint_svg(arena, scene, "x", THEME_AUTO);
    assert_int_equal(text_find(svg, "<script", 0), svg.size);
    assert_true(text_find(svg,
                          "&lt;script&gt;&quot;a&quot; &amp; \xef\xbf\xbd]]&gt;&lt;/script&gt;",
                          0) < svg.size);
    assert_true(text_find(svg, "a &lt; b &amp; c</title>", 0) < svg.size);
    assert_true(text_find(svg, "role=\"img\"", 0) < svg.size);
    assert_true(text_find(svg, "prefers-color-scheme:dark", 0) < svg.size);
    arena_free(arena);
}

static void dashes_are_painted(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct scene *scene = scene_create(arena, 100);
    for (unsigned dash = 0; dash < DASH_KINDS; dash++)
        scene_line(scene, ROLE_INK, 2, (struct point){0, 5 + 10.0 * dash},
                   (struct point){100, 5 + 10.0 * dash})
            ->dash = dash;
    scene_set_height(scene, 40);
    scene->shown_width = 100;
    scene->shown_height = 40;
    struct text svg = paint_svg(arena, scene, "x", THEME_LIGHT);
    assert_true(text_find(svg, "stroke-dasharray=\"10 6\"", 0) < svg.size);
    assert_true(text_find(svg, "stroke-dasharray=\"14 6 2 6\"", 0) < svg.size);
    struct failure failure = {0};
    struct text png = {NULL, 0};
    struct fonts *fonts = fonts_open(&failure);
    assert_non_null(fonts);
    assert_true(paint_png(arena, scene, fonts, THEME_LIGHT, 1, &png, &failure));
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&image, png.data, png.size));
    image.format = PNG_FORMAT_GRAY;
    unsigned char *pixels = arena_take(arena, PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    static const double inked[DASH_KINDS] = {1, 10.0 / 16, 2.0 / 8, 16.0 / 28};
    for (unsigned dash = 0; dash < DASH_KINDS; dash++) {
        unsigned dark = 0;
        for (unsigned x = 0; x < 100; x++)
            dark += pixels[(5 + 10 * dash) * 100 + x] < 100;
        assert_true(fabs(dark / 100.0 - inked[dash]) < 0.08);
    }
    fonts_close(fonts);
    arena_free(arena);
}

static struct text paint(struct arena *arena, struct fonts *fonts, double scale)
{
    struct failure failure = {0};
    struct text png = {NULL, 0};
    struct text_width ruler = text_width_of(fonts);
    struct chart chart = example_interval_extreme(arena);
    const struct scene *scene = chart_lay_out(arena, &chart, &ruler);
    assert_true(paint_png(arena, scene, fonts, THEME_LIGHT, scale, &png, &failure));
    return png;
}

static void png_has_size_and_content(void **state)
{
    (void)state;
    struct failure failure = {0};
    struct arena *arena = arena_create();
    struct fonts *fonts = fonts_open(&failure);
    assert_non_null(fonts);
    struct text png = paint(arena, fonts, 1);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&image, png.data, png.size));
    assert_int_equal(image.width, CHART_WIDTH);
    assert_true(image.height > 1000);
    image.format = PNG_FORMAT_GRAY;
    unsigned char *pixels = arena_take(arena, PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    size_t dark = 0, white = 0;
    for (size_t i = 0; i < PNG_IMAGE_SIZE(image); i++) {
        dark += pixels[i] < 100;
        white += pixels[i] == 255;
    }
    assert_true(dark > 5000);
    assert_true(white > PNG_IMAGE_SIZE(image) / 2);
    fonts_close(fonts);
    arena_free(arena);
}

static void png_is_the_same_each_time(void **state)
{
    (void)state;
    struct failure failure = {0};
    struct arena *arena = arena_create();
    struct fonts *fonts = fonts_open(&failure);
    assert_non_null(fonts);
    struct text first = paint(arena, fonts, 1);
    fonts_close(fonts);
    fonts = fonts_open(&failure);
    assert_non_null(fonts);
    assert_true(text_equal(first, paint(arena, fonts, 1)));
    assert_false(text_equal(first, paint(arena, fonts, 2)));
    fonts_close(fonts);
    arena_free(arena);
}

static void png_carries_words(void **state)
{
    (void)state;
    struct failure failure = {0};
    struct arena *arena = arena_create();
    struct fonts *fonts = fonts_open(&failure);
    assert_non_null(fonts);
    struct text png = paint(arena, fonts, 1);
    struct text words[] = {text_of("Title"), text_of("Description"), text_of("Software"),
                           text_of(example_long_name), text_of("ashiftstat ")};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        bool found = false;
        for (size_t k = 0; k + words[i].size <= png.size && !found; k++)
            found = memcmp(png.data + k, words[i].data, words[i].size) == 0;
        assert_true(found);
    }
    fonts_close(fonts);
    arena_free(arena);
}

static void a_picture_too_large_is_a_failure(void **state)
{
    (void)state;
    struct failure failure = {0};
    struct arena *arena = arena_create();
    struct fonts *fonts = fonts_open(&failure);
    assert_non_null(fonts);
    struct scene *scene = scene_create(arena, 100);
    struct text png;
    scene_set_height(scene, 100000);
    assert_false(paint_png(arena, scene, fonts, THEME_LIGHT, 1, &png, &failure));
    assert_int_equal(failure.kind, FAILURE_SYSTEM);
    fonts_close(fonts);
    arena_free(arena);
}

/* Relative luminance and contrast after WCAG 2. */
static double luminance(unsigned colour)
{
    double parts[3];
    for (unsigned i = 0; i < 3; i++) {
        double part = (colour >> (16 - 8 * i) & 255) / 255.0;
        parts[i] = part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

static double contrast(enum role a, enum role b, enum theme theme)
{
    double p = luminance(palette_colour(a, theme)), q = luminance(palette_colour(b, theme));
    return (fmax(p, q) + 0.05) / (fmin(p, q) + 0.05);
}

static void text_can_be_read_in_both_themes(void **state)
{
    (void)state;
    for (unsigned theme = THEME_LIGHT; theme <= THEME_DARK; theme++) {
        enum theme t = (enum theme)theme;
        assert_true(contrast(ROLE_INK, ROLE_PAPER, t) > 7);
        assert_true(contrast(ROLE_QUIET, ROLE_PAPER, t) > 4.5);
        for (unsigned i = 0; i < LEVEL_COLOURS; i++)
            assert_true(contrast(palette_level(i), ROLE_PAPER, t) > 4.5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(svg_is_as_kept),
        cmocka_unit_test(svg_of_a_five_row_chart_is_small),
        cmocka_unit_test(svg_escapes_text),
        cmocka_unit_test(dashes_are_painted),
        cmocka_unit_test(png_has_size_and_content),
        cmocka_unit_test(png_is_the_same_each_time),
        cmocka_unit_test(png_carries_words),
        cmocka_unit_test(a_picture_too_large_is_a_failure),
        cmocka_unit_test(text_can_be_read_in_both_themes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
