/* Text is drawn as outlines, not shown as glyphs: outlines do not depend on the desktop's hinting
   and subpixel settings. */
#include "render/paint_cairo.h"

#include "render/pango_fonts.h"
#include "render/png_file.h"

#include <cairo.h>
#include <math.h>

static void set_colour(cairo_t *cairo, enum role role, enum theme theme, double opacity)
{
    unsigned colour = palette_colour(role, theme);
    cairo_set_source_rgba(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                          (colour & 255) / 255.0, opacity > 0 ? opacity : 1);
}

/* Fills and strokes the current path as the mark says. */
static void paint_path(cairo_t *cairo, const struct mark *mark, enum theme theme)
{
    if (mark->fill != ROLE_NONE) {
        set_colour(cairo, mark->fill, theme, mark->opacity);
        cairo_fill_preserve(cairo);
    }
    if (mark->stroke != ROLE_NONE) {
        set_colour(cairo, mark->stroke, theme, mark->opacity);
        cairo_set_line_width(cairo, mark->stroke_width);
        cairo_set_line_cap(cairo, mark->round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
        cairo_set_line_join(cairo, mark->round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
        cairo_set_dash(cairo, scene_dashes[mark->dash].parts, (int)scene_dashes[mark->dash].count,
                       0);
        cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
}

static void trace_points(cairo_t *cairo, const struct point *points, size_t count, bool closed)
{
    for (size_t i = 0; i < count; i++)
        cairo_line_to(cairo, points[i].x, points[i].y);
    if (closed)
        cairo_close_path(cairo);
}

static void trace_marker(cairo_t *cairo, const struct mark *mark)
{
    struct point corners[4];
    size_t count = scene_marker_corners(mark, corners);
    if (count > 0)
        trace_points(cairo, corners, count, true);
    else
        cairo_arc(cairo, mark->at.x, mark->at.y, mark->size, 0, 2 * acos(-1));
}

static void trace_text(cairo_t *cairo, const struct mark *mark, struct fonts *fonts)
{
    PangoRectangle logical;
    PangoLayout *layout = font_layout(fonts, mark->text, mark->size, mark->bold);
    pango_layout_get_extents(layout, NULL, &logical);
    double width = logical.width / (double)PANGO_SCALE;
    double baseline = pango_layout_get_baseline(layout) / (double)PANGO_SCALE;
    double x = mark->at.x;
    if (mark->anchor == ANCHOR_MIDDLE)
        x -= width / 2;
    if (mark->anchor == ANCHOR_END)
        x -= width;
    cairo_move_to(cairo, x - logical.x / (double)PANGO_SCALE, mark->at.y - baseline);
    pango_cairo_layout_path(cairo, layout);
    g_object_unref(layout);
}

static void paint_hatch(cairo_t *cairo, const struct mark *mark, enum theme theme)
{
    double height = mark->to.y - mark->at.y, step = HATCH_STEP * sqrt(2);
    cairo_save(cairo);
    cairo_rectangle(cairo, mark->at.x, mark->at.y, mark->to.x - mark->at.x, height);
    cairo_clip(cairo);
    double start = floor((mark->at.x + mark->at.y) / step) * step - mark->at.y;
    for (double x = start; x < mark->to.x + height; x += step) {
        cairo_move_to(cairo, x, mark->at.y);
        cairo_line_to(cairo, x - height, mark->to.y);
    }
    paint_path(cairo, mark, theme);
    cairo_restore(cairo);
}

static void paint_mark(cairo_t *cairo, const struct mark *mark, struct fonts *fonts,
                       enum theme theme)
{
    switch (mark->kind) {
    case MARK_RECTANGLE:
        cairo_rectangle(cairo, mark->at.x, mark->at.y, mark->to.x - mark->at.x,
                        mark->to.y - mark->at.y);
        break;
    case MARK_LINE:
        cairo_move_to(cairo, mark->at.x, mark->at.y);
        cairo_line_to(cairo, mark->to.x, mark->to.y);
        break;
    case MARK_POLYLINE:
        trace_points(cairo, mark->points, mark->point_count, false);
        break;
    case MARK_MARKER:
        trace_marker(cairo, mark);
        break;
    case MARK_TEXT:
        trace_text(cairo, mark, fonts);
        break;
    case MARK_HATCH:
        paint_hatch(cairo, mark, theme);
        return;
    }
    paint_path(cairo, mark, theme);
}

static bool encode(struct arena *arena, const struct scene *scene, cairo_surface_t *surface,
                   double scale, struct text *png, struct failure *failure)
{
    cairo_surface_flush(surface);
    struct pixels pixels = {
        .rows = cairo_image_surface_get_data(surface),
        .width = (unsigned)cairo_image_surface_get_width(surface),
        .height = (unsigned)cairo_image_surface_get_height(surface),
        .stride = (size_t)cairo_image_surface_get_stride(surface),
    };
    struct png_note notes[] = {
        {"Title", scene->title},
        {"Description", scene->description},
        {"Software", text_of("ashiftstat " ASHIFTSTAT_VERSION)},
    };
    return png_encode(arena, &pixels, 96 * scale, notes, sizeof notes / sizeof *notes, png,
                      failure);
}

bool paint_cairo(struct fonts *fonts, struct arena *arena, const struct scene *scene,
                 enum theme theme, double scale, struct text *png, struct failure *failure)
{
    bool done = false;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)lround(scene->shown_width * scale),
                                   (int)lround(scene->shown_height * scale));
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, cairo_image_surface_get_width(surface) / scene->width,
                cairo_image_surface_get_height(surface) / scene->height);
    for (size_t i = 0; i < scene->count; i++)
        paint_mark(cairo, &scene->marks[i], fonts, theme);
    if (cairo_status(cairo) == CAIRO_STATUS_SUCCESS)
        done = encode(arena, scene, surface, scale, png, failure);
    else
        failure_set(failure, FAILURE_SYSTEM, "drawing a chart: %s",
                    cairo_status_to_string(cairo_status(cairo)));
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return done;
}
