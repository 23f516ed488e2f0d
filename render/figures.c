#include "render/figures.h"

#include "render/fonts.h"
#include "render/old_pages.h"
#include "render/output_file.h"
#include "render/pages.h"
#include "render/paint_png.h"
#include "render/paint_svg.h"

struct figure_set figures_of(struct arena *arena, const struct analysis *analysis)
{
    struct figure_set set = {.arena = arena};
    struct figure_set grids = {.arena = arena};
    if (grid_figures(&grids, analysis))
        return grids;
    interval_figures(&set, analysis);
    for (size_t i = 0; i < grids.count; i++)
        *figure_set_add(&set, CHART_grid) = grids.figures[i];
    sweep_figures(&set, analysis);
    runs_figures(&set, analysis);
    order_figures(&set, analysis);
    percentiles_figures(&set, analysis);
    distribution_figures(&set, analysis);
    timeline_figures(&set, analysis);
    return set;
}

static bool split(struct figure_set *set, const struct figure_options *options,
                  struct failure *failure)
{
    struct fonts *fonts = fonts_open(failure);
    if (fonts == NULL)
        return false;
    struct text_width ruler = text_width_of(fonts);
    *set =
        pages_of(set, &ruler, options->width > 0 ? options->width : CHART_WIDTH, options->height);
    fonts_close(fonts);
    return true;
}

bool figures_choose(struct figure_set *set, const struct figure_options *options,
                    struct failure *failure)
{
    size_t kept = 0;
    for (size_t i = 0; i < set->count; i++) {
        struct figure *figure = &set->figures[i];
        if (options->kinds != NULL && !options->kinds[figure->chart.kind])
            continue;
        if (figure->chart.kind == CHART_runs)
            figure->chart.of.runs.bars = options->bars;
        set->figures[kept++] = *figure;
    }
    set->count = kept;
    return !(options->height > 0) || split(set, options, failure);
}

static bool draw(struct arena *arena, const struct figure *figure, struct fonts *fonts,
                 const struct figure_options *options, struct drawing *drawing,
                 struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct text_width ruler = text_width_of(fonts);
    const struct scene *scene =
        chart_fit(scratch, &figure->chart, &ruler,
                  options->width > 0 ? options->width : CHART_WIDTH, options->height);
    drawing->name = figure->name;
    drawing->text_height = SMALL_SIZE * scene->shown_width / scene->width;
    drawing->svg = paint_svg(arena, scene, text_string(scratch, figure->name), options->theme);
    bool done = paint_png(arena, scene, fonts, options->theme,
                          options->scale > 0 ? options->scale : 1, &drawing->png, failure);
    arena_free(scratch);
    return done;
}

bool figures_draw(struct arena *arena, const struct figure_set *set,
                  const struct figure_options *options, struct drawings *drawings,
                  struct failure *failure)
{
    struct fonts *fonts = fonts_open(failure);
    if (fonts == NULL)
        return false;
    bool done = true;
    drawings->items = arena_take_array(arena, set->count + 1, sizeof *drawings->items);
    drawings->count = set->count;
    for (size_t i = 0; i < set->count && done; i++)
        done = draw(arena, &set->figures[i], fonts, options, &drawings->items[i], failure);
    drawings->lacks_characters = fonts_lack_characters(fonts);
    fonts_close(fonts);
    return done;
}

bool drawings_write(const struct drawings *drawings, const char *directory, struct failure *failure)
{
    struct arena *arena = arena_create();
    struct text *names = arena_take_array(arena, 2 * drawings->count + 1, sizeof *names);
    bool done = true;
    for (size_t i = 0; i < drawings->count && done; i++) {
        const struct drawing *drawing = &drawings->items[i];
        names[2 * i] = text_format(arena, "%.*s.svg", (int)drawing->name.size, drawing->name.data);
        names[2 * i + 1] =
            text_format(arena, "%.*s.png", (int)drawing->name.size, drawing->name.data);
        done = output_file_write(directory, names[2 * i].data, drawing->svg, failure) &&
               output_file_write(directory, names[2 * i + 1].data, drawing->png, failure);
    }
    if (done)
        old_pages_remove(directory, names, 2 * drawings->count);
    arena_free(arena);
    return done;
}
