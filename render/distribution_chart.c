#include "render/distribution_chart.h"

#include "render/plot.h"

#include <math.h>

enum {
    PLOT_HEIGHT = 240,
};

/* All panels share one way across, so that they can be held against each other. */
static struct plot_scale across(const struct distribution_spec *spec)
{
    struct plot_scale scale = {.kind = SCALE_LOG, .low = INFINITY};
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].line_count; i++) {
            const struct distribution_line *line = &spec->panels[p].lines[i];
            if (line->count == 0)
                continue;
            scale.low = fmin(scale.low, line->latencies[0]);
            scale.high = fmax(scale.high, line->latencies[line->count - 1]);
        }
    return scale;
}

double distribution_chart_lay_out(struct canvas *canvas, const struct distribution_spec *spec,
                                  double top)
{
    struct arena *arena = canvas->arena;
    struct plot_panel *panels = arena_take_array(arena, spec->panel_count + 1, sizeof *panels);
    for (size_t p = 0; p < spec->panel_count; p++) {
        const struct distribution_panel *panel = &spec->panels[p];
        struct plot_line *lines = arena_take_array(arena, panel->line_count + 1, sizeof *lines);
        for (size_t i = 0; i < panel->line_count; i++)
            lines[i] = (struct plot_line){
                .label = panel->lines[i].label,
                .role = palette_level(panel->lines[i].level),
                .across = panel->lines[i].latencies,
                .up = panel->lines[i].shares,
                .count = panel->lines[i].count,
                .stroke = 1.5,
                .dash = panel->lines[i].level % DASH_KINDS,
            };
        panels[p] = (struct plot_panel){.label = panel->label,
                                        .unit = text_of("share of requests, %"),
                                        .lines = lines,
                                        .line_count = panel->line_count,
                                        .across = across(spec),
                                        .up = {.kind = SCALE_ZERO, .high = 100}};
    }
    struct plot plot = {panels, spec->panel_count, spec->latency, PLOT_HEIGHT};
    return plot_lay_out(canvas, &plot, top);
}
