#include "render/percentiles_chart.h"

#include "render/plot.h"

#include <math.h>

enum {
    PLOT_HEIGHT = 240,
    MARKED = 3,         /* up to this many runs a panel their points are marked, */
    MARKED_POINTS = 16, /* if they have at most so many */
};

static const struct {
    double percent;
    const char *label;
} nines[] = {{50, "50"},       {90, "90"},         {99, "99"},          {99.9, "99.9"},
             {99.99, "99.99"}, {99.999, "99.999"}, {99.9999, "99.9999"}};

enum {
    NINES = sizeof nines / sizeof *nines,
};

/* 90 stands at 1, 99 at 2, 99.9 at 3. */
static double place_of(double percent)
{
    return -log10(1 - percent / 100);
}

static struct plot_scale across(struct arena *arena, const struct percentiles_spec *spec)
{
    double highest = place_of(90);
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].line_count; i++) {
            const struct percentiles_line *line = &spec->panels[p].lines[i];
            if (line->count > 0)
                highest = fmax(highest, place_of(line->percents[line->count - 1]));
        }
    struct tick *ticks = arena_take_array(arena, NINES, sizeof *ticks);
    size_t count = 0;
    for (size_t i = 0; i < NINES && place_of(nines[i].percent) <= highest + 1e-9; i++)
        ticks[count++] = (struct tick){place_of(nines[i].percent), text_of(nines[i].label)};
    return (struct plot_scale){SCALE_GIVEN, place_of(50) - 0.08, highest + 0.06, ticks, count};
}

static struct plot_line line_of(struct arena *arena, const struct percentiles_line *line,
                                bool marked)
{
    double *places = arena_take_array(arena, line->count + 1, sizeof *places);
    for (size_t k = 0; k < line->count; k++)
        places[k] = place_of(line->percents[k]);
    return (struct plot_line){
        .label = line->label,
        .role = palette_level(line->level),
        .shape = (enum shape)(line->level % 4),
        .across = places,
        .up = line->values,
        .count = line->count,
        .stroke = marked ? 2 : 1.5,
        .dash = marked ? 0 : line->level % DASH_KINDS,
        .marked = marked,
    };
}

double percentiles_chart_lay_out(struct canvas *canvas, const struct percentiles_spec *spec,
                                 double top)
{
    struct arena *arena = canvas->arena;
    struct plot_panel *panels = arena_take_array(arena, spec->panel_count + 1, sizeof *panels);
    for (size_t p = 0; p < spec->panel_count; p++) {
        const struct percentiles_panel *panel = &spec->panels[p];
        struct plot_line *lines = arena_take_array(arena, panel->line_count + 1, sizeof *lines);
        struct plot_scale up = {.kind = SCALE_LOG, .low = INFINITY};
        for (size_t i = 0; i < panel->line_count; i++) {
            lines[i] =
                line_of(arena, &panel->lines[i],
                        panel->line_count <= MARKED && panel->lines[i].count <= MARKED_POINTS);
            for (size_t k = 0; k < panel->lines[i].count; k++) {
                up.low = fmin(up.low, panel->lines[i].values[k]);
                up.high = fmax(up.high, panel->lines[i].values[k]);
            }
        }
        panels[p] = (struct plot_panel){.label = panel->label,
                                        .unit = panel->unit,
                                        .lines = lines,
                                        .line_count = panel->line_count,
                                        .across = across(arena, spec),
                                        .up = up};
    }
    struct plot plot = {panels, spec->panel_count, text_of("percentile"), PLOT_HEIGHT};
    return plot_lay_out(canvas, &plot, top);
}
