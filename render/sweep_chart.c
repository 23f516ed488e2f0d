#include "render/sweep_chart.h"

#include "render/plot.h"

#include <math.h>

enum {
    PLOT_HEIGHT = 220,
    ALONE_HEIGHT = 300, /* of a panel that has the page for itself */
};

/* Intervals far beyond all runs are cut at the edge of the plot. */
static const double most_interval = 1.5;

static void span_line(const struct sweep_line *line, struct plot_scale *up)
{
    double highest = 0, end = 0;
    for (size_t k = 0; k < line->count; k++) {
        highest = fmax(highest, line->means[k]);
        end = fmax(end, isnan(line->high[k]) ? 0 : line->high[k]);
        up->low = fmin(up->low, line->means[k]);
    }
    for (size_t k = 0; k < line->run_count; k++) {
        highest = fmax(highest, line->runs[k]);
        up->low = fmin(up->low, line->runs[k]);
    }
    up->high = fmax(up->high, fmax(highest, fmin(end, most_interval * highest)));
}

static struct plot_panel panel_of(struct arena *arena, const struct sweep_spec *spec,
                                  const struct sweep_panel *panel)
{
    struct plot_line *lines = arena_take_array(arena, panel->line_count + 1, sizeof *lines);
    struct plot_panel drawn = {panel->label, panel->unit, lines, panel->line_count, .up.low = 0};
    for (size_t i = 0; i < panel->line_count; i++) {
        const struct sweep_line *line = &panel->lines[i];
        lines[i] = (struct plot_line){
            .label = line->label,
            .role = line->role,
            .shape = line->shape,
            .across = line->places,
            .up = line->means,
            .count = line->count,
            .low = line->low,
            .high = line->high,
            .dot_across = line->run_places,
            .dot_up = line->runs,
            .dot_count = line->run_count,
            .stroke = 2.5,
            .marked = line->run_count == 0,
        };
        span_line(line, &drawn.up);
    }
    double first = spec->level_count > 0 ? spec->levels[0].at : 0;
    double last = spec->level_count > 0 ? spec->levels[spec->level_count - 1].at : 0;
    double room = last > first ? 0.06 * (last - first) : 1;
    drawn.across = (struct plot_scale){SCALE_GIVEN, first - room, last + room / 2, spec->levels,
                                       spec->level_count};
    return drawn;
}

double sweep_chart_lay_out(struct canvas *canvas, const struct sweep_spec *spec, double top)
{
    struct plot_panel *panels =
        arena_take_array(canvas->arena, spec->panel_count + 1, sizeof *panels);
    for (size_t p = 0; p < spec->panel_count; p++)
        panels[p] = panel_of(canvas->arena, spec, &spec->panels[p]);
    struct plot plot = {panels, spec->panel_count, spec->setting,
                        spec->panel_count == 1 ? ALONE_HEIGHT : PLOT_HEIGHT};
    return plot_lay_out(canvas, &plot, top);
}
