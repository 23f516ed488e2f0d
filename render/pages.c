#include "render/pages.h"

#include <math.h>

/* How a kind of chart is cut: into `count` units, of which `cut` leaves some. */
struct cutter {
    size_t (*count)(const struct chart *chart);
    void (*cut)(struct arena *arena, struct chart *chart, size_t first, size_t count);
};

static size_t interval_count(const struct chart *chart)
{
    size_t rows = 0;
    for (size_t p = 0; p < chart->of.interval.panel_count; p++)
        rows += chart->of.interval.panels[p].row_count;
    return rows;
}

static void interval_cut(struct arena *arena, struct chart *chart, size_t first, size_t count)
{
    struct interval_spec *spec = &chart->of.interval;
    struct interval_panel *panels = arena_take_array(arena, spec->panel_count + 1, sizeof *panels);
    size_t kept = 0, row = 0;
    for (size_t p = 0; p < spec->panel_count; p++) {
        size_t end = row + spec->panels[p].row_count;
        size_t from = first > row ? first : row, to = first + count < end ? first + count : end;
        if (from < to) {
            panels[kept] = spec->panels[p];
            panels[kept].rows += from - row;
            panels[kept++].row_count = to - from;
        }
        row = end;
    }
    spec->panels = panels;
    spec->panel_count = kept;
}

static size_t grid_count(const struct chart *chart)
{
    return chart->of.grid.row_count;
}

/* The first row says again what it left to the rows above it. */
static void grid_cut(struct arena *arena, struct chart *chart, size_t first, size_t count)
{
    struct grid_spec *spec = &chart->of.grid;
    struct grid_row *rows = arena_take_array(arena, count + 1, sizeof *rows);
    struct text *labels = arena_take_array(arena, spec->factor_count + 1, sizeof *labels);
    for (size_t f = 0; f < spec->factor_count; f++)
        for (size_t row = first + 1; row > 0 && labels[f].size == 0; row--)
            labels[f] = spec->rows[row - 1].labels[f];
    for (size_t i = 0; i < count; i++)
        rows[i] = spec->rows[first + i];
    if (count > 0)
        rows[0].labels = labels;
    spec->rows = rows;
    spec->row_count = count;
}

#define BY_PANELS(kind)                                                                            \
    static size_t kind##_count(const struct chart *chart)                                          \
    {                                                                                              \
        return chart->of.kind.panel_count;                                                         \
    }                                                                                              \
    static void kind##_cut(struct arena *arena, struct chart *chart, size_t first, size_t count)   \
    {                                                                                              \
        (void)arena;                                                                               \
        chart->of.kind.panels += first;                                                            \
        chart->of.kind.panel_count = count;                                                        \
    }
BY_PANELS(runs)
BY_PANELS(sweep)
BY_PANELS(order)
BY_PANELS(percentiles)
BY_PANELS(distribution)
BY_PANELS(timeline)
#undef BY_PANELS

static const struct cutter cutters[] = {
#define CHART(name, question, needs) [CHART_##name] = {name##_count, name##_cut},
#include "render/charts.h"
#undef CHART
};

static bool is_readable(struct arena *arena, const struct chart *chart,
                        const struct text_width *ruler, double width, double height)
{
    static const double least_text = 11, usual = 800, largest = 1200;
    const struct scene *scene = chart_fit(arena, chart, ruler, width, height);
    double shown = width < largest ? width : largest;
    return SMALL_SIZE * scene->shown_width / scene->width >= least_text * shown / usual;
}

static struct chart part_of(struct arena *arena, const struct chart *chart, size_t first,
                            size_t count)
{
    struct chart part = *chart;
    cutters[chart->kind].cut(arena, &part, first, count);
    return part;
}

/* Where the page ends that begins with unit `first`. */
static size_t page_end(const struct chart *chart, const struct text_width *ruler, double width,
                       double height, size_t first)
{
    size_t end = first + 1, count = cutters[chart->kind].count(chart);
    struct arena *scratch = arena_create();
    for (; end < count; end++) {
        struct chart part = part_of(scratch, chart, first, end + 1 - first);
        if (!is_readable(scratch, &part, ruler, width, height))
            break;
    }
    arena_free(scratch);
    return end;
}

static void add_pages(struct figure_set *set, const struct chart *chart,
                      const struct text_width *ruler, double width, double height)
{
    size_t count = cutters[chart->kind].count(chart), pages = 0, begun = set->count;
    for (size_t first = 0, end; first < count; first = end, pages++) {
        end = page_end(chart, ruler, width, height, first);
        figure_set_add(set, chart->kind)->chart = part_of(set->arena, chart, first, end - first);
    }
    for (size_t i = 0; i < pages; i++) {
        struct text page = text_format(set->arena, "page %zu of %zu", i + 1, pages);
        struct text parts[] = {chart->subtitle, page};
        set->figures[begun + i].chart.subtitle = figure_subtitle(set->arena, parts, 2);
    }
}

struct figure_set pages_of(const struct figure_set *set, const struct text_width *ruler,
                           double width, double height)
{
    struct figure_set split = {.arena = set->arena};
    for (size_t i = 0; i < set->count; i++) {
        const struct chart *chart = &set->figures[i].chart;
        struct arena *scratch = arena_create();
        bool whole = cutters[chart->kind].count(chart) < 2 ||
                     is_readable(scratch, chart, ruler, width, height);
        arena_free(scratch);
        if (whole)
            figure_set_add(&split, chart->kind)->chart = *chart;
        else
            add_pages(&split, chart, ruler, width, height);
    }
    return split;
}
