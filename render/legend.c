#include "render/legend.h"

#include <math.h>

enum {
    SWATCH = 42, /* length of the piece of line */
    SWATCH_GAP = 8,
    ENTRY_GAP = 28,
    MOST_NAME = 420,
    STROKE = 3,
    MARKER_RADIUS = 6,
    HALF_LETTER = 6, /* a line's middle above the baseline */
};

static void draw_entry(struct canvas *canvas, const struct legend_entry *entry,
                       struct lettering letters, double x, double y, double width)
{
    struct point from = {x, y - HALF_LETTER}, to = {x + SWATCH, y - HALF_LETTER};
    scene_line(canvas->scene, entry->role, STROKE, from, to)->dash = entry->dash;
    if (entry->marked) {
        struct point middle = {x + SWATCH / 2.0, y - HALF_LETTER};
        struct mark *mark =
            scene_marker(canvas->scene, entry->shape, entry->role, middle, MARKER_RADIUS);
        mark->stroke = ROLE_PAPER;
        mark->stroke_width = 1.5;
    }
    canvas_fitted(canvas, letters, x + SWATCH + SWATCH_GAP, y, width, entry->name);
}

double legend_lay_out(struct canvas *canvas, const struct legend_entry *entries, size_t count,
                      double top)
{
    double right = canvas->scene->width - MARGIN, x = MARGIN, y = top + LINE_HEIGHT;
    for (size_t i = 0; i < count; i++) {
        struct lettering letters = {entries[i].role, SMALL_SIZE, true, ANCHOR_START};
        double room = right - MARGIN - SWATCH - SWATCH_GAP;
        double width = fmin(canvas_width_of(canvas, letters, entries[i].name), MOST_NAME);
        width = fmin(ceil(width), room);
        if (x > MARGIN && x + SWATCH + SWATCH_GAP + width > right) {
            x = MARGIN;
            y += LINE_HEIGHT;
        }
        draw_entry(canvas, &entries[i], letters, x, y, width);
        x += SWATCH + SWATCH_GAP + width + ENTRY_GAP;
    }
    return y + LINE_HEIGHT / 2.0;
}
