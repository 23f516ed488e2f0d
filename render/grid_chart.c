#include "render/grid_chart.h"

#include <math.h>

enum {
    GAP = 20,
    ROW_HEIGHT = 30,
    ROOM = 8,         /* above a line that separates rows */
    MOST_LABEL = 200, /* of a factor's levels */
    LEAST_CELL = 62,
    MOST_CELL = 150,
};

struct columns {
    double *left, *width; /* of the factors' labels */
    double cells_left, cell_width;
};

static const struct lettering label_letters = {ROLE_INK, SMALL_SIZE, false, ANCHOR_START};
static const struct lettering group_letters = {ROLE_INK, SMALL_SIZE, true, ANCHOR_END};
static const struct lettering figure_letters = {ROLE_INK, SMALL_SIZE, false, ANCHOR_END};
static const struct lettering best_letters = {ROLE_INK, SMALL_SIZE, true, ANCHOR_END};

static struct columns columns_of(const struct canvas *canvas, const struct grid_spec *spec)
{
    struct columns columns = {0};
    columns.left = arena_take_array(canvas->arena, spec->factor_count + 1, sizeof(double));
    columns.width = arena_take_array(canvas->arena, spec->factor_count + 1, sizeof(double));
    double x = MARGIN, all = canvas->scene->width - 2 * MARGIN;
    double cells = LEAST_CELL * (double)spec->column_count;
    double most = spec->factor_count == 0 ? 0 : (all - cells) / (double)spec->factor_count - GAP;
    most = most < 40 ? 40 : most > MOST_LABEL ? MOST_LABEL : most;
    for (size_t f = 0; f < spec->factor_count; f++) {
        double width = canvas_width_of(canvas, small_letters, spec->factors[f]);
        for (size_t r = 0; r < spec->row_count; r++)
            width = fmax(width, canvas_width_of(canvas, label_letters, spec->rows[r].labels[f]));
        columns.left[f] = x;
        columns.width[f] = width < most ? width : most;
        x += columns.width[f] + GAP;
    }
    columns.cells_left = x;
    double room = (canvas->scene->width - MARGIN - x) / fmax(1, (double)spec->column_count);
    columns.cell_width = room < MOST_CELL ? room : MOST_CELL;
    return columns;
}

static double cell_right(const struct columns *columns, size_t column)
{
    return columns->cells_left + columns->cell_width * (double)(column + 1);
}

static void draw_cell(struct canvas *canvas, const struct grid_cell *cell, double left,
                      double right, double y)
{
    double top = y + 1, bottom = y + ROW_HEIGHT - 1, width = right - left;
    if (cell->figure.size == 0) {
        canvas_text(canvas, small_end, right - 10, y + 21, text_of("\xe2\x80\x93"));
        return;
    }
    if (!isnan(cell->share)) {
        int step = (int)floor(cell->share * RAMP_STEPS);
        step = step < 0 ? 0 : step >= RAMP_STEPS ? RAMP_STEPS - 1 : step;
        scene_rectangle(canvas->scene, (enum role)(ROLE_RAMP + step), (struct point){left + 1, top},
                        (struct point){right - 1, bottom})
            ->full = cell->full;
        if (cell->single)
            scene_hatch(canvas->scene, ROLE_QUIET, (struct point){left + 1, top},
                        (struct point){right - 1, bottom})
                ->opacity = 0.3;
    }
    canvas_fitted(canvas, cell->share >= 1 ? best_letters : figure_letters, right - 10, y + 21,
                  width - 14, cell->figure);
}

/* The name of a workload: over the figures of a single column, over the middle of several, which a
   line below it joins. */
static void draw_group(struct canvas *canvas, struct text name, double y, double left, double right,
                       size_t columns)
{
    struct lettering letters = group_letters;
    double base = y + LINE_HEIGHT, width = right - left - 14;
    if (columns == 1) {
        canvas_fitted(canvas, letters, right - 10, base, width, name);
        return;
    }
    letters.anchor = ANCHOR_MIDDLE;
    canvas_fitted(canvas, letters, (left + right) / 2, base, width, name);
    scene_line(canvas->scene, ROLE_GRID, 1.5, (struct point){left + 6, base + 5},
               (struct point){right - 6, base + 5});
}

/* Names of factors and workloads; returns where the rows begin. */
static double draw_headers(struct canvas *canvas, const struct grid_spec *spec,
                           const struct columns *columns, double y)
{
    double base = y + 2 * LINE_HEIGHT;
    for (size_t f = 0; f < spec->factor_count; f++)
        canvas_fitted(canvas, small_letters, columns->left[f], base, columns->width[f] + 4,
                      spec->factors[f]);
    for (size_t first = 0, end; first < spec->column_count; first = end) {
        for (end = first + 1; end < spec->column_count; end++)
            if (!text_equal(spec->columns[end].group, spec->columns[first].group))
                break;
        draw_group(canvas, spec->columns[first].group, y,
                   cell_right(columns, first) - columns->cell_width, cell_right(columns, end - 1),
                   end - first);
    }
    for (size_t c = 0; c < spec->column_count; c++)
        canvas_fitted(canvas, small_end, cell_right(columns, c) - 10, base,
                      columns->cell_width - 14, spec->columns[c].label);
    return base + 10;
}

static void draw_labels(struct canvas *canvas, const struct grid_spec *spec,
                        const struct columns *columns, size_t r, double y)
{
    bool same = r > 0;
    for (size_t f = 0; f < spec->factor_count; f++) {
        same = same && text_equal(spec->rows[r].labels[f], spec->rows[r - 1].labels[f]);
        if (!same)
            canvas_fitted(canvas, label_letters, columns->left[f], y + 21, columns->width[f],
                          spec->rows[r].labels[f]);
    }
}

double grid_chart_lay_out(struct canvas *canvas, const struct grid_spec *spec, double top)
{
    struct columns columns = columns_of(canvas, spec);
    double y = draw_headers(canvas, spec, &columns, top);
    for (size_t r = 0; r < spec->row_count; r++) {
        const struct grid_row *row = &spec->rows[r];
        if (r > 0 && row->separated) {
            y += ROOM;
            scene_line(canvas->scene, ROLE_GRID, 1, (struct point){MARGIN, y - ROOM / 2.0},
                       (struct point){canvas->scene->width - MARGIN, y - ROOM / 2.0});
        }
        draw_labels(canvas, spec, &columns, r, y);
        for (size_t c = 0; c < spec->column_count; c++)
            draw_cell(canvas, &row->cells[c], cell_right(&columns, c) - columns.cell_width,
                      cell_right(&columns, c), y);
        y += ROW_HEIGHT;
    }
    return y + 6;
}
