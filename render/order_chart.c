#include "render/order_chart.h"

#include "render/plot.h"

#include <math.h>

enum {
    PLOT_HEIGHT = 200,
    MARKED = 60, /* up to this many points a line they are marked */
};

static void span_panel(const struct order_panel *panel, double *low, double *high)
{
    for (size_t i = 0; i < panel->line_count; i++)
        for (size_t k = 0; k < panel->lines[i].count; k++) {
            double place = panel->lines[i].places[k];
            *low = place < *low ? place : *low;
            *high = fmax(*high, place);
        }
}

/* Panels whose runs lie side by side in time share one way across, so that what happened at one
   time stands at one place; a panel that would fill less than half of it has its own. */
static void span_places(const struct order_spec *spec, const struct order_panel *panel, double *low,
                        double *high)
{
    double all_low = INFINITY, all_high = -INFINITY;
    bool shared = true;
    for (size_t p = 0; p < spec->panel_count; p++)
        span_panel(&spec->panels[p], &all_low, &all_high);
    for (size_t p = 0; p < spec->panel_count; p++) {
        *low = INFINITY;
        *high = -INFINITY;
        span_panel(&spec->panels[p], low, high);
        shared = shared && *high - *low >= (all_high - all_low) / 2;
    }
    *low = shared ? all_low : INFINITY;
    *high = shared ? all_high : -INFINITY;
    if (!shared)
        span_panel(panel, low, high);
    if (!(*low <= *high))
        *low = *high = 1;
}

static struct plot_panel panel_of(struct arena *arena, const struct order_spec *spec,
                                  const struct order_panel *panel)
{
    struct plot_line *lines = arena_take_array(arena, panel->line_count + 1, sizeof *lines);
    struct plot_panel drawn = {panel->label, panel->unit, lines, panel->line_count,
                               .across.kind = SCALE_WHOLE};
    for (size_t i = 0; i < panel->line_count; i++) {
        const struct order_line *line = &panel->lines[i];
        lines[i] = (struct plot_line){
            .label = line->label,
            .role = palette_level(line->level),
            .shape = (enum shape)(line->level % 4),
            .across = line->places,
            .up = line->values,
            .count = line->count,
            .stroke = line->count <= MARKED ? 2 : 1.5,
            .dash = line->count <= MARKED ? 0 : line->level % DASH_KINDS,
            .marked = line->count <= MARKED,
        };
        for (size_t k = 0; k < line->count; k++) {
            drawn.up.low = line->values[k] < drawn.up.low ? line->values[k] : drawn.up.low;
            drawn.up.high = fmax(drawn.up.high, line->values[k]);
        }
    }
    span_places(spec, panel, &drawn.across.low, &drawn.across.high);
    return drawn;
}

double order_chart_lay_out(struct canvas *canvas, const struct order_spec *spec, double top)
{
    struct plot_panel *panels =
        arena_take_array(canvas->arena, spec->panel_count + 1, sizeof *panels);
    for (size_t p = 0; p < spec->panel_count; p++)
        panels[p] = panel_of(canvas->arena, spec, &spec->panels[p]);
    struct plot plot = {panels, spec->panel_count, spec->place_label, PLOT_HEIGHT};
    return plot_lay_out(canvas, &plot, top);
}
