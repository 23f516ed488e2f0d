#include "render/runs_chart.h"

#include "render/axis.h"
#include "render/quantity.h"

#include <math.h>
#include <stdlib.h>

enum {
    GAP = 24,
    MOST_LABEL = 260,
    NUMBERED = 12,       /* up to this many runs a row their numbers are printed */
    SWARMED = 30,        /* up to this many marks are moved apart, beyond that scattered */
    NUMBERED_REACH = 40, /* how far marks may be moved from the middle of their row */
    PLAIN_REACH = 36,
    SCATTER_HEIGHT = 24,
    TICK_STROKE = 4,
    ROW_PADDING = 7,
};

struct columns {
    double label_right, plot_left, plot_right;
    double mean_right, deviation_right, n_right;
};

/* A row with its marks put apart. */
struct swarm {
    enum shape shape;
    double radius;
    bool numbered, scattered;
    double *x, *offset; /* of values[i]; offsets downwards from the middle of the row */
    double height;
};

static const struct lettering figure_letters = {ROLE_INK, BODY_SIZE, false, ANCHOR_END};
static const struct lettering number_letters = {ROLE_PAPER, SMALL_SIZE, true, ANCHOR_MIDDLE};

static struct lettering level_letters(unsigned level)
{
    return (struct lettering){palette_level(level), BODY_SIZE, true, ANCHOR_END};
}

static struct columns columns_of(const struct canvas *canvas, const struct runs_spec *spec)
{
    double label = 0, mean = 60,
           deviation = canvas_width_of(canvas, small_end, text_of("std. dev."));
    double n = 30;
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].row_count; i++) {
            const struct runs_row *row = &spec->panels[p].rows[i];
            label = fmax(label, canvas_width_of(canvas, level_letters(0), row->label));
            mean = fmax(mean, canvas_width_of(canvas, figure_letters, row->mean));
            deviation = fmax(deviation, canvas_width_of(canvas, figure_letters, row->deviation));
            n = fmax(n, canvas_width_of(canvas, figure_letters, row->n));
        }
    struct columns columns = {0};
    columns.n_right = canvas->scene->width - MARGIN;
    columns.deviation_right = columns.n_right - n - GAP;
    columns.mean_right = columns.deviation_right - deviation - GAP;
    columns.plot_right = columns.mean_right - mean - 2 * GAP;
    columns.label_right = MARGIN + (label < MOST_LABEL ? label : MOST_LABEL);
    columns.plot_left = columns.label_right + GAP;
    return columns;
}

struct placed {
    double x;
    size_t index;
};

static int compare_placed(const void *a, const void *b)
{
    const struct placed *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

/* True when two marks this far from each other touch. */
static bool touch(enum shape shape, double radius, double dx, double dy)
{
    enum { AIR = 2 };
    dx = fabs(dx);
    dy = fabs(dy);
    switch (shape) {
    case SHAPE_SQUARE:
        return fmax(dx, dy) < 1.8 * radius + AIR;
    case SHAPE_DIAMOND:
        return dx + dy < 2.44 * radius + AIR;
    case SHAPE_TRIANGLE:
        return dx < 2.66 * radius + AIR && dy < 2.27 * radius + AIR;
    default:
        return hypot(dx, dy) < 2 * radius + AIR;
    }
}

static bool stands_clear(const struct swarm *swarm, const struct placed *placed, size_t from,
                         size_t to, double x, double offset)
{
    for (size_t k = from; k < to; k++)
        if (touch(swarm->shape, swarm->radius, x - placed[k].x,
                  offset - swarm->offset[placed[k].index]))
            return false;
    return true;
}

/* Moves the marks placed[from..to) so that they reach as far up as down. */
static void balance(struct swarm *swarm, const struct placed *placed, size_t from, size_t to)
{
    double up = 0, down = 0;
    for (size_t k = from; k < to; k++) {
        up = fmax(up, -swarm->offset[placed[k].index]);
        down = fmax(down, swarm->offset[placed[k].index]);
    }
    for (size_t k = from; k < to; k++)
        swarm->offset[placed[k].index] += (up - down) / 2;
}

/* From left to right, each mark as near to the middle as it has room: 0, below, above, further
   below ... Marks that hang together are then balanced around the middle. */
static void put_apart(struct arena *arena, struct swarm *swarm, size_t count)
{
    struct placed *placed = arena_take_array(arena, count + 1, sizeof *placed);
    for (size_t i = 0; i < count; i++)
        placed[i] = (struct placed){swarm->x[i], i};
    qsort(placed, count, sizeof *placed, compare_placed);
    size_t from = 0;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && !touch(swarm->shape, swarm->radius, placed[i].x - placed[i - 1].x, 0)) {
            balance(swarm, placed, from, i);
            from = i;
        }
        double offset = 0;
        for (unsigned k = 0; !stands_clear(swarm, placed, from, i, placed[i].x, offset); k++)
            offset = (k % 2 == 0 ? 1.0 : -1.0) * (k / 2 + 1);
        swarm->offset[placed[i].index] = offset;
    }
    balance(swarm, placed, from, count);
}

/* Many runs: offsets that look random and are the same each time (multiples of the golden ratio).
 */
static void scatter(struct swarm *swarm, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double part = (double)(i + 1) * 0.61803398874989485;
        swarm->offset[i] = (part - floor(part) - 0.5) * SCATTER_HEIGHT;
    }
}

static enum shape shape_of(unsigned level)
{
    return (enum shape)(level % 4);
}

/* Puts the marks apart as large as they are, or scatters them when they would reach too far from
 * the middle. */
static bool settle(struct arena *arena, struct swarm *swarm, size_t count, double reach)
{
    double furthest = 0;
    put_apart(arena, swarm, count);
    for (size_t i = 0; i < count; i++)
        furthest = fmax(furthest, fabs(swarm->offset[i]));
    swarm->height = fmax(2 * (furthest + swarm->radius), LINE_HEIGHT) + 2 * ROW_PADDING;
    return furthest <= reach;
}

static bool has_numbers(const struct runs_row *row, unsigned *highest)
{
    *highest = 0;
    for (size_t i = 0; i < row->count; i++) {
        if (row->numbers[i] == 0 || row->numbers[i] > 99)
            return false;
        *highest = row->numbers[i] > *highest ? row->numbers[i] : *highest;
    }
    return row->count <= NUMBERED;
}

static struct swarm swarm_of(struct arena *arena, const struct columns *columns,
                             const struct axis *axis, const struct runs_row *row, bool with_numbers)
{
    unsigned highest;
    struct swarm swarm = {.shape = shape_of(row->level)};
    swarm.x = arena_take_array(arena, row->count + 1, sizeof *swarm.x);
    swarm.offset = arena_take_array(arena, row->count + 1, sizeof *swarm.offset);
    for (size_t i = 0; i < row->count; i++)
        swarm.x[i] = columns->plot_left +
                     axis_place(axis, row->values[i]) * (columns->plot_right - columns->plot_left);
    swarm.numbered = has_numbers(row, &highest) && with_numbers;
    swarm.radius = highest > 9 ? 15 : 12.5;
    if (swarm.numbered && settle(arena, &swarm, row->count, NUMBERED_REACH))
        return swarm;
    swarm.numbered = false;
    swarm.radius = 6.5;
    if (row->count <= SWARMED && settle(arena, &swarm, row->count, PLAIN_REACH))
        return swarm;
    swarm.radius = 4;
    swarm.height = SCATTER_HEIGHT + 2 * swarm.radius + 2 * ROW_PADDING;
    swarm.scattered = true;
    scatter(&swarm, row->count);
    return swarm;
}

static void draw_mark(struct canvas *canvas, const struct runs_panel *panel,
                      const struct runs_row *row, const struct swarm *swarm, double middle,
                      size_t i)
{
    enum role role = palette_level(row->level);
    struct point at = {swarm->x[i], middle + swarm->offset[i]};
    struct mark *mark = scene_marker(canvas->scene, swarm->shape, role, at, swarm->radius);
    mark->stroke = ROLE_PAPER;
    mark->stroke_width = swarm->radius > 5 ? 1.5 : 0.5;
    if (!swarm->scattered) {
        const char *number = row->numbers[i] == 0
                                 ? ""
                                 : text_format(canvas->arena, "run %u: ", row->numbers[i]).data;
        struct text figure = quantity_short(canvas->arena, row->values[i], 6);
        mark->full = text_format(canvas->arena, "%s%.*s %.*s", number, (int)figure.size,
                                 figure.data, (int)panel->unit.size, panel->unit.data);
    } else {
        mark->opacity = 0.6;
    }
    if (swarm->numbered)
        canvas_text(canvas, number_letters, at.x,
                    at.y + 6 + (mark->shape == SHAPE_TRIANGLE ? 2 : 0),
                    text_format(canvas->arena, "%u", row->numbers[i]));
}

/* From zero to the tick; to the run itself where there is but one. */
static void draw_bar(struct canvas *canvas, const struct columns *columns, const struct axis *axis,
                     const struct runs_row *row, double top, double height)
{
    double width = columns->plot_right - columns->plot_left;
    double end = isnan(row->gmean) && row->count == 1 ? row->values[0] : row->gmean;
    if (isnan(end))
        return;
    double zero = columns->plot_left + axis_place(axis, 0) * width;
    double x = columns->plot_left + axis_place(axis, end) * width;
    scene_rectangle(canvas->scene, palette_level(row->level),
                    (struct point){x < zero ? x : zero, top + 3},
                    (struct point){x < zero ? zero : x, top + height - 3})
        ->opacity = 0.18;
}

static void draw_row(struct canvas *canvas, const struct runs_panel *panel,
                     const struct columns *columns, const struct axis *axis,
                     const struct runs_row *row, const struct swarm *swarm, bool bar, double top)
{
    enum role role = palette_level(row->level);
    double middle = top + swarm->height / 2, width = columns->plot_right - columns->plot_left;
    canvas_fitted(canvas, level_letters(row->level), columns->label_right, middle + 6,
                  columns->label_right - MARGIN, row->label);
    if (bar)
        draw_bar(canvas, columns, axis, row, top, swarm->height);
    if (!isnan(row->gmean)) {
        double x = columns->plot_left + axis_place(axis, row->gmean) * width;
        scene_line(canvas->scene, role, TICK_STROKE, (struct point){x, top + 1},
                   (struct point){x, top + swarm->height - 1});
    }
    for (size_t i = 0; i < row->count; i++)
        draw_mark(canvas, panel, row, swarm, middle, i);
    canvas_text(canvas, figure_letters, columns->mean_right, middle + 6, row->mean);
    canvas_text(canvas, figure_letters, columns->deviation_right, middle + 6, row->deviation);
    canvas_text(canvas, figure_letters, columns->n_right, middle + 6, row->n);
}

static struct axis axis_of(struct arena *arena, const struct runs_panel *panel)
{
    double low = 0, high = 0;
    for (size_t i = 0; i < panel->row_count; i++)
        for (size_t k = 0; k < panel->rows[i].count; k++) {
            low = panel->rows[i].values[k] < low ? panel->rows[i].values[k] : low;
            high = fmax(high, panel->rows[i].values[k]);
        }
    return axis_linear(arena, low, high, 5, false);
}

static void draw_axis(struct canvas *canvas, const struct columns *columns, const struct axis *axis,
                      double top, double bottom)
{
    double width = columns->plot_right - columns->plot_left;
    for (size_t i = 0; i < axis->tick_count; i++) {
        double x = columns->plot_left + axis_place(axis, axis->ticks[i].at) * width;
        scene_line(canvas->scene, ROLE_GRID, axis->ticks[i].at == 0 ? 2 : 1, (struct point){x, top},
                   (struct point){x, bottom});
        canvas_text(canvas, small_middle, x, bottom + LINE_HEIGHT - 4, axis->ticks[i].label);
    }
}

/* Name and unit of the panel, and over the first one what the columns hold. */
static double draw_heading(struct canvas *canvas, const struct runs_panel *panel,
                           const struct columns *columns, bool first, double top)
{
    double y = top + LINE_HEIGHT;
    double unit = canvas_width_of(canvas, small_letters, panel->unit);
    double room = columns->plot_right - MARGIN - unit - 12;
    double width = canvas_fitted(canvas, heading_letters, MARGIN, y, room, panel->label)->width;
    canvas_text(canvas, small_letters, MARGIN + width + (width > 0 ? 12 : 0), y, panel->unit);
    if (first) {
        canvas_text(canvas, small_end, columns->mean_right, y, text_of("mean"));
        canvas_text(canvas, small_end, columns->deviation_right, y, text_of("std. dev."));
        canvas_text(canvas, small_end, columns->n_right, y, text_of("n"));
    }
    return y + 12;
}

/* Numbers have room in all rows: they are in all marks or in none. */
static bool numbers_fit(struct canvas *canvas, const struct columns *columns,
                        const struct runs_spec *spec)
{
    for (size_t p = 0; p < spec->panel_count; p++) {
        struct axis axis = axis_of(canvas->arena, &spec->panels[p]);
        for (size_t i = 0; i < spec->panels[p].row_count; i++)
            if (!swarm_of(canvas->arena, columns, &axis, &spec->panels[p].rows[i], true).numbered)
                return false;
    }
    return true;
}

static double draw_panel(struct canvas *canvas, const struct runs_panel *panel,
                         const struct columns *columns, bool first, bool numbers, bool bars,
                         double y)
{
    struct axis axis = axis_of(canvas->arena, panel);
    struct swarm *swarms = arena_take_array(canvas->arena, panel->row_count + 1, sizeof *swarms);
    double top = draw_heading(canvas, panel, columns, first, y), bottom = top;
    for (size_t i = 0; i < panel->row_count; i++) {
        swarms[i] = swarm_of(canvas->arena, columns, &axis, &panel->rows[i], numbers);
        bottom += swarms[i].height;
    }
    draw_axis(canvas, columns, &axis, top, bottom);
    double at = top;
    for (size_t i = 0; i < panel->row_count; i++) {
        draw_row(canvas, panel, columns, &axis, &panel->rows[i], &swarms[i], bars, at);
        at += swarms[i].height;
    }
    return bottom + LINE_HEIGHT + 4;
}

double runs_chart_lay_out(struct canvas *canvas, const struct runs_spec *spec, double top)
{
    struct columns columns = columns_of(canvas, spec);
    bool numbers = numbers_fit(canvas, &columns, spec);
    double y = top;
    for (size_t p = 0; p < spec->panel_count; p++) {
        if (p > 0) {
            y += 8;
            scene_line(canvas->scene, ROLE_GRID, 1, (struct point){MARGIN, y},
                       (struct point){canvas->scene->width - MARGIN, y});
        }
        y = draw_panel(canvas, &spec->panels[p], &columns, p == 0, numbers, spec->bars, y);
    }
    return y;
}
