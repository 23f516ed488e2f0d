#ifndef TESTS_UNIT_RENDER_SCENE_RULES_H
#define TESTS_UNIT_RENDER_SCENE_RULES_H

/* Rules for every chart, whatever its numbers and names: everything inside the canvas, no text over
   text, no text smaller than 11 pixels when the chart is shown 800 wide. */

#include "testing.h"

#include "render/scene.h"
#include "render/text_width.h"

#include <math.h>

struct box {
    double left, top, right, bottom;
};

/* Letters reach from about 0.76 of the size above the baseline to 0.24 below; what lies within that
   is enough to collide. */
static inline struct box text_box(const struct mark *mark, const struct text_width *ruler)
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

static inline struct box mark_box(const struct mark *mark, const struct text_width *ruler)
{
    struct point corners[4];
    if (mark->kind == MARK_TEXT)
        return text_box(mark, ruler);
    if (mark->kind == MARK_RECTANGLE || mark->kind == MARK_HATCH)
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

static inline void check_inside(const struct scene *scene, const struct text_width *ruler,
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

static inline void check_text(const struct scene *scene, const struct text_width *ruler,
                              const char *name)
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

#endif
