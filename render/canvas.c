#include "render/canvas.h"

const struct lettering heading_letters = {ROLE_INK, BODY_SIZE, true, ANCHOR_START};
const struct lettering small_letters = {ROLE_QUIET, SMALL_SIZE, false, ANCHOR_START};
const struct lettering small_middle = {ROLE_QUIET, SMALL_SIZE, false, ANCHOR_MIDDLE};
const struct lettering small_end = {ROLE_QUIET, SMALL_SIZE, false, ANCHOR_END};

double canvas_width_of(const struct canvas *canvas, struct lettering lettering, struct text text)
{
    return canvas->ruler->measure(canvas->ruler, text, lettering.size, lettering.bold);
}

struct mark *canvas_text(struct canvas *canvas, struct lettering lettering, double x, double y,
                         struct text text)
{
    struct mark *mark =
        scene_text(canvas->scene, lettering.role, lettering.size, (struct point){x, y}, text);
    mark->bold = lettering.bold;
    mark->anchor = lettering.anchor;
    mark->width = canvas_width_of(canvas, lettering, text);
    return mark;
}

struct mark *canvas_fitted(struct canvas *canvas, struct lettering lettering, double x, double y,
                           double width, struct text text)
{
    struct text fitted =
        text_fit(canvas->arena, canvas->ruler, text, lettering.size, lettering.bold, width);
    struct mark *mark = canvas_text(canvas, lettering, x, y, fitted);
    mark->keep_width = mark->width > width * 0.9;
    if (!text_equal(fitted, text))
        mark->full = text;
    return mark;
}

size_t canvas_wrapped(struct canvas *canvas, struct lettering lettering, double x, double y,
                      double width, size_t most, struct text text)
{
    struct text_lines lines = (lettering.size == TITLE_SIZE ? text_wrap_evenly : text_wrap)(
        canvas->arena, canvas->ruler, text, lettering.size, lettering.bold, width, most);
    for (size_t i = 0; i < lines.count; i++) {
        struct mark *mark =
            canvas_text(canvas, lettering, x,
                        y + (double)i * lettering.size * LINE_HEIGHT / BODY_SIZE, lines.items[i]);
        mark->keep_width = mark->width > width * 0.9;
        if (lines.shortened)
            mark->full = text;
    }
    return lines.count;
}
