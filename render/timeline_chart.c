#include "render/timeline_chart.h"

#include "render/plot.h"

#include <math.h>

enum {
    PLOT_HEIGHT = 220,
};

static struct plot_panel panel_of(struct arena *arena, const struct timeline_panel *panel)
{
    struct plot_line *lines = arena_take_array(arena, panel->line_count + 1, sizeof *lines);
    struct plot_scale across = {.kind = SCALE_ZERO}, up = {.kind = SCALE_ZERO};
    for (size_t i = 0; i < panel->line_count; i++) {
        const struct timeline_line *line = &panel->lines[i];
        lines[i] = (struct plot_line){
            .label = line->label,
            .role = palette_level(line->level),
            .across = line->seconds,
            .up = line->values,
            .count = line->count,
            .stroke = 1.5,
            .dash = line->level % DASH_KINDS,
        };
        for (size_t k = 0; k < line->count; k++) {
            across.high = fmax(across.high, line->seconds[k]);
            up.high = fmax(up.high, line->values[k]);
        }
    }
    return (struct plot_panel){.label = panel->label,
                               .unit = panel->unit,
                               .lines = lines,
                               .line_count = panel->line_count,
                               .across = across,
                               .up = up,
                               .window_from = panel->steady_from,
                               .window_to = panel->steady_to};
}

double timeline_chart_lay_out(struct canvas *canvas, const struct timeline_spec *spec, double top)
{
    struct plot_panel *panels =
        arena_take_array(canvas->arena, spec->panel_count + 1, sizeof *panels);
    for (size_t p = 0; p < spec->panel_count; p++)
        panels[p] = panel_of(canvas->arena, &spec->panels[p]);
    struct plot plot = {panels, spec->panel_count, text_of("seconds"), PLOT_HEIGHT};
    return plot_lay_out(canvas, &plot, top);
}
