#ifndef RENDER_SCENE_H
#define RENDER_SCENE_H

#include "model/text.h"
#include "render/palette.h"

/* A picture as a flat list of marks in drawing order. Lengths are pixels of a canvas at scale 1, y
   grows downwards. Painters know marks and nothing of charts. */

enum mark_kind {
    MARK_RECTANGLE,
    MARK_LINE,
    MARK_POLYLINE,
    MARK_MARKER,
    MARK_TEXT,
    MARK_HATCH, /* a rectangle of slanting lines HATCH_STEP apart */
};

enum {
    HATCH_STEP = 8,
};

enum shape {
    SHAPE_CIRCLE,
    SHAPE_SQUARE,
    SHAPE_TRIANGLE,
    SHAPE_DIAMOND,
    SHAPE_ARROW_LEFT,
    SHAPE_ARROW_RIGHT,
    SHAPE_COUNT,
};

enum anchor {
    ANCHOR_START,
    ANCHOR_MIDDLE,
    ANCHOR_END,
};

struct point {
    double x, y;
};

struct mark {
    enum mark_kind kind;
    enum role fill, stroke; /* lines have a stroke, text a fill; markers may have both */
    double stroke_width;
    double opacity; /* 0 stands for 1 */
    bool round;     /* ends of lines */
    unsigned dash;  /* of a line or polyline: a row of scene_dashes */
    struct point
        at; /* corner of a rectangle, start of a line, middle of a marker, baseline of a text */
    struct point to;      /* opposite corner, end of the line */
    struct point *points; /* polyline */
    size_t point_count;
    enum shape shape;
    double size; /* radius of a marker, font size of a text */
    struct text text;
    struct text full; /* what to say when the mark is pointed at; empty: nothing */
    enum anchor anchor;
    bool bold;
    double width;    /* text: as measured */
    bool keep_width; /* text: a viewer with another font should keep this width */
};

/* Strokes that are told apart without colour: lengths of dashes and gaps in turn. */
enum { DASH_KINDS = 4 };
struct dash {
    double parts[4];
    size_t count; /* 0: one unbroken stroke */
};
extern const struct dash scene_dashes[DASH_KINDS];

struct scene {
    struct arena *arena;
    double width, height;
    double shown_width, shown_height; /* pixels it is meant to be shown in; of the same shape */
    struct text title, description;   /* for those who do not see it */
    struct mark *marks;
    size_t count, capacity;
};

/* An empty scene with paper as high as will be set at the end with scene_set_height; shown at scale
   1. */
struct scene *scene_create(struct arena *arena, double width);
void scene_set_height(struct scene *scene, double height);

/* Moves the marks from number `from` up to `to`. */
void scene_move_down(struct scene *scene, size_t from, size_t to, double by);

/* Each adds a mark and returns it for further settings; valid until the next is added. */
struct mark *scene_rectangle(struct scene *scene, enum role fill, struct point from,
                             struct point to);
struct mark *scene_line(struct scene *scene, enum role stroke, double stroke_width,
                        struct point from, struct point to);
struct mark *scene_hatch(struct scene *scene, enum role stroke, struct point from, struct point to);
/* The points are kept by reference. */
struct mark *scene_polyline(struct scene *scene, enum role stroke, double stroke_width,
                            struct point *points, size_t count);
struct mark *scene_marker(struct scene *scene, enum shape shape, enum role fill,
                          struct point middle, double radius);
struct mark *scene_text(struct scene *scene, enum role fill, double size, struct point baseline,
                        struct text text);

/* The corners of a marker that is not a circle: 3 or 4 points. */
size_t scene_marker_corners(const struct mark *mark, struct point corners[4]);

#endif
