#include "render/chart.h"

#include <math.h>

static const struct {
    const char *name, *question, *needs;
} kinds[] = {
#define CHART(name, question, needs) [CHART_##name] = {#name, question, needs},
#include "render/charts.h"
#undef CHART
};

const char *chart_name(enum chart_kind kind)
{
    return kinds[kind].name;
}

const char *chart_question(enum chart_kind kind)
{
    return kinds[kind].question;
}

const char *chart_needs(enum chart_kind kind)
{
    return kinds[kind].needs;
}

/* Title and conditions; returns where the picture begins. */
static double draw_head(struct canvas *canvas, const struct chart *chart)
{
    static const struct lettering title = {ROLE_INK, TITLE_SIZE, true, ANCHOR_START};
    static const struct lettering subtitle = {ROLE_QUIET, BODY_SIZE, false, ANCHOR_START};
    double width = canvas->scene->width - 2 * MARGIN, line = LINE_HEIGHT * TITLE_SIZE / BODY_SIZE;
    size_t lines = canvas_wrapped(canvas, title, MARGIN, 46, width, 3, chart->title);
    double y = 46 - line + line * (double)lines + 32;
    lines = canvas_wrapped(canvas, subtitle, MARGIN, y, width, 4, chart->subtitle);
    return y - LINE_HEIGHT + LINE_HEIGHT * (double)lines + 16;
}

/* Returns the height of the whole. */
static double draw_foot(struct canvas *canvas, const struct chart *chart, double y)
{
    double width = canvas->scene->width - 2 * MARGIN;
    y += 20;
    for (size_t i = 0; i < chart->footer_count; i++) {
        size_t lines = canvas_wrapped(canvas, small_letters, MARGIN, y + LINE_HEIGHT - 6, width, 3,
                                      chart->footer[i]);
        y += LINE_HEIGHT * (double)lines;
    }
    return y + 20;
}

/* Laid out `width` wide; a picture that leaves room below `least_height` stands in its middle, with
   the foot at the bottom. */
static struct scene *lay_out(struct arena *arena, const struct chart *chart,
                             const struct text_width *ruler, double width, double least_height)
{
    struct scene *scene = scene_create(arena, width);
    struct canvas canvas = {arena, scene, ruler};
    scene->title = chart->title;
    scene->description = chart->description;
    double top = draw_head(&canvas, chart), bottom = top;
    size_t head = scene->count;
    switch (chart->kind) {
#define CHART(name, question, needs)                                                               \
    case CHART_##name:                                                                             \
        bottom = name##_chart_lay_out(&canvas, &chart->of.name, top);                              \
        break;
#include "render/charts.h"
#undef CHART
    case CHART_KINDS:
        break;
    }
    size_t picture = scene->count;
    double height = draw_foot(&canvas, chart, bottom), room = least_height - height;
    if (room > 0) {
        scene_move_down(scene, head, picture, room / 2);
        scene_move_down(scene, picture, scene->count, room);
    }
    scene_set_height(scene, room > 0 ? least_height : height);
    return scene;
}

struct scene *chart_lay_out(struct arena *arena, const struct chart *chart,
                            const struct text_width *ruler)
{
    return lay_out(arena, chart, ruler, CHART_WIDTH, 0);
}

struct scene *chart_fit(struct arena *arena, const struct chart *chart,
                        const struct text_width *ruler, double width, double height)
{
    struct scene *scene = chart_lay_out(arena, chart, ruler);
    double laid_out = CHART_WIDTH;
    while (height > 0 && scene->height > laid_out * height / width + 0.5) {
        laid_out += fmax(scene->height * width / height - laid_out, 8) / 2;
        scene = lay_out(arena, chart, ruler, ceil(laid_out), 0);
        laid_out = scene->width;
    }
    if (height > 0)
        scene = lay_out(arena, chart, ruler, laid_out, floor(laid_out * height / width));
    scene->shown_width = width;
    scene->shown_height = height > 0 ? height : round(scene->height * width / scene->width);
    return scene;
}
