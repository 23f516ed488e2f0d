#include "render/scene.h"

#include <math.h>
#include <string.h>

static struct mark *add(struct scene *scene, enum mark_kind kind)
{
    scene->marks = arena_grow(scene->arena, scene->marks, scene->count, &scene->capacity,
                              sizeof *scene->marks);
    struct mark *mark = &scene->marks[scene->count++];
    memset(mark, 0, sizeof *mark);
    mark->kind = kind;
    return mark;
}

const struct dash scene_dashes[DASH_KINDS] = {
    {{0}, 0}, {{10, 6}, 2}, {{2, 6}, 2}, {{14, 6, 2, 6}, 4}};

struct scene *scene_create(struct arena *arena, double width)
{
    struct scene *scene = arena_take(arena, sizeof *scene);
    scene->arena = arena;
    scene->width = width;
    scene_rectangle(scene, ROLE_PAPER, (struct point){0, 0}, (struct point){width, 0});
    return scene;
}

void scene_set_height(struct scene *scene, double height)
{
    scene->height = ceil(height);
    scene->shown_width = scene->width;
    scene->shown_height = scene->height;
    scene->marks[0].to.y = scene->height;
}

void scene_move_down(struct scene *scene, size_t from, size_t to, double by)
{
    for (size_t i = from; i < to; i++) {
        struct mark *mark = &scene->marks[i];
        mark->at.y += by;
        mark->to.y += by;
        for (size_t k = 0; k < mark->point_count; k++)
            mark->points[k].y += by;
    }
}

struct mark *scene_rectangle(struct scene *scene, enum role fill, struct point from,
                             struct point to)
{
    struct mark *mark = add(scene, MARK_RECTANGLE);
    mark->fill = fill;
    mark->at = from;
    mark->to = to;
    return mark;
}

struct mark *scene_line(struct scene *scene, enum role stroke, double stroke_width,
                        struct point from, struct point to)
{
    struct mark *mark = add(scene, MARK_LINE);
    mark->stroke = stroke;
    mark->stroke_width = stroke_width;
    mark->at = from;
    mark->to = to;
    return mark;
}

struct mark *scene_hatch(struct scene *scene, enum role stroke, struct point from, struct point to)
{
    struct mark *mark = add(scene, MARK_HATCH);
    mark->stroke = stroke;
    mark->stroke_width = 1.2;
    mark->at = from;
    mark->to = to;
    return mark;
}

struct mark *scene_polyline(struct scene *scene, enum role stroke, double stroke_width,
                            struct point *points, size_t count)
{
    struct mark *mark = add(scene, MARK_POLYLINE);
    mark->stroke = stroke;
    mark->stroke_width = stroke_width;
    mark->points = points;
    mark->point_count = count;
    return mark;
}

struct mark *scene_marker(struct scene *scene, enum shape shape, enum role fill,
                          struct point middle, double radius)
{
    struct mark *mark = add(scene, MARK_MARKER);
    mark->shape = shape;
    mark->fill = fill;
    mark->at = middle;
    mark->size = radius;
    return mark;
}

struct mark *scene_text(struct scene *scene, enum role fill, double size, struct point baseline,
                        struct text text)
{
    struct mark *mark = add(scene, MARK_TEXT);
    mark->fill = fill;
    mark->size = size;
    mark->at = baseline;
    mark->text = text;
    return mark;
}

/* Shapes are drawn so that they look as heavy as the circle of the same radius. */
size_t scene_marker_corners(const struct mark *mark, struct point corners[4])
{
    double x = mark->at.x, y = mark->at.y, r = mark->size;
    switch (mark->shape) {
    case SHAPE_SQUARE: {
        double h = r * 0.9;
        corners[0] = (struct point){x - h, y - h};
        corners[1] = (struct point){x + h, y - h};
        corners[2] = (struct point){x + h, y + h};
        corners[3] = (struct point){x - h, y + h};
        return 4;
    }
    case SHAPE_DIAMOND: {
        double h = r * 1.22;
        corners[0] = (struct point){x, y - h};
        corners[1] = (struct point){x + h, y};
        corners[2] = (struct point){x, y + h};
        corners[3] = (struct point){x - h, y};
        return 4;
    }
    case SHAPE_TRIANGLE: {
        double h = r * 1.4;
        corners[0] = (struct point){x, y - h};
        corners[1] = (struct point){x + h * 0.95, y + h * 0.62};
        corners[2] = (struct point){x - h * 0.95, y + h * 0.62};
        return 3;
    }
    case SHAPE_ARROW_LEFT:
    case SHAPE_ARROW_RIGHT: {
        double towards = mark->shape == SHAPE_ARROW_LEFT ? -r : r;
        corners[0] = (struct point){x + towards, y};
        corners[1] = (struct point){x - towards * 0.6, y - r * 0.85};
        corners[2] = (struct point){x - towards * 0.6, y + r * 0.85};
        return 3;
    }
    case SHAPE_CIRCLE:
    case SHAPE_COUNT:
        break;
    }
    return 0;
}
