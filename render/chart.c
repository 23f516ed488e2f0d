#include "render/chart.h"

static const struct {
    const char *name, *question;
} kinds[] = {
#define CHART(name, question) [CHART_##name] = {#name, question},
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
    static const struct lettering letters = {ROLE_QUIET, SMALL_SIZE, false, ANCHOR_START};
    double width = canvas->scene->width - 2 * MARGIN;
    y += 20;
    for (size_t i = 0; i < chart->footer_count; i++) {
        size_t lines = canvas_wrapped(canvas, letters, MARGIN, y + LINE_HEIGHT - 6, width, 3,
                                      chart->footer[i]);
        y += LINE_HEIGHT * (double)lines;
    }
    return y + 20;
}

struct scene *chart_lay_out(struct arena *arena, const struct chart *chart,
                            const struct text_width *ruler)
{
    struct scene *scene = scene_create(arena, CHART_WIDTH);
    struct canvas canvas = {arena, scene, ruler};
    scene->title = chart->title;
    scene->description = chart->description;
    double y = draw_head(&canvas, chart);
    switch (chart->kind) {
#define CHART(name, question)                                                                      \
    case CHART_##name:                                                                             \
        y = name##_chart_lay_out(&canvas, &chart->of.name, y);                                     \
        break;
#include "render/charts.h"
#undef CHART
    case CHART_KINDS:
        break;
    }
    scene_set_height(scene, draw_foot(&canvas, chart, y));
    return scene;
}
