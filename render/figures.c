#include "render/figures.h"

#include "render/output_file.h"
#include "render/paint_png.h"
#include "render/paint_svg.h"

struct figure_set figures_of(struct arena *arena, const struct analysis *analysis)
{
    struct figure_set set = {.arena = arena};
    interval_figures(&set, analysis);
    runs_figures(&set, analysis);
    order_figures(&set, analysis);
    return set;
}

static bool write_figure(const struct figure *figure, struct fonts *fonts, const char *directory,
                         double scale, struct failure *failure)
{
    struct arena *arena = arena_create();
    struct text_width ruler = text_width_of(fonts);
    const struct scene *scene = chart_lay_out(arena, &figure->chart, &ruler);
    const char *name = text_string(arena, figure->name);
    struct text svg = paint_svg(arena, scene, name), png;
    bool done =
        output_file_write(directory, text_format(arena, "%s.svg", name).data, svg, failure) &&
        paint_png(arena, scene, fonts, THEME_LIGHT, scale, &png, failure) &&
        output_file_write(directory, text_format(arena, "%s.png", name).data, png, failure);
    arena_free(arena);
    return done;
}

bool figures_write(const struct analysis *analysis, const char *directory,
                   const struct figure_options *options, struct failure *failure)
{
    struct fonts *fonts = fonts_open(failure);
    if (fonts == NULL)
        return false;
    struct arena *arena = arena_create();
    struct figure_set set = figures_of(arena, analysis);
    double scale = options == NULL || !(options->scale > 0) ? 1 : options->scale;
    bool done = true;
    for (size_t i = 0; i < set.count && done; i++)
        done = write_figure(&set.figures[i], fonts, directory, scale, failure);
    if (options != NULL && options->lacks_characters != NULL)
        *options->lacks_characters = fonts_lack_characters(fonts);
    arena_free(arena);
    fonts_close(fonts);
    return done;
}
