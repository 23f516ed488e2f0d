#ifndef RENDER_CANVAS_H
#define RENDER_CANVAS_H

#include "render/scene.h"
#include "render/text_fit.h"

/* A scene with the ruler that lays it out, and the measures all charts share. Charts are laid out
   1200 wide; shown 800 wide, as in most web pages, the smallest text is 11 pixels high. */
enum {
    CHART_WIDTH = 1200,
    MARGIN = 32,
    TITLE_SIZE = 28,
    BODY_SIZE = 18,
    SMALL_SIZE = 17,
    LINE_HEIGHT = 24, /* of body and small text */
};

struct canvas {
    struct arena *arena;
    struct scene *scene;
    const struct text_width *ruler;
};

struct lettering {
    enum role role;
    double size;
    bool bold;
    enum anchor anchor;
};

/* What charts have in common. */
extern const struct lettering heading_letters;                        /* over a panel */
extern const struct lettering small_letters, small_middle, small_end; /* beside the marks */

double canvas_width_of(const struct canvas *canvas, struct lettering lettering, struct text text);

/* One line with its baseline at y. */
struct mark *canvas_text(struct canvas *canvas, struct lettering lettering, double x, double y,
                         struct text text);
/* The same, shortened to `width` when it is wider; the whole text is then told when pointed at. */
struct mark *canvas_fitted(struct canvas *canvas, struct lettering lettering, double x, double y,
                           double width, struct text text);
/* Lines below each other, the first baseline at y; returns how many. Titles are wrapped evenly. */
size_t canvas_wrapped(struct canvas *canvas, struct lettering lettering, double x, double y,
                      double width, size_t most, struct text text);

#endif
