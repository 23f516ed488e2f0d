#include "render/order_chart.h"

#include "render/axis.h"

#include <math.h>

enum {
    GAP = 36,
    PLOT_HEIGHT = 200,
    MOST_LABEL = 170,   /* of a line */
    NARROW_LABEL = 110, /* labels up to this leave room for three panels side by side */
    MARKED = 60,        /* up to this many points a line they are marked */
    LABEL_STEP = 22,
    MARKER_RADIUS = 6,
    LABEL_GAP = 12,
};

/* One panel's places on the page. */
struct frame {
    double left, right, top, bottom; /* of the plot */
    struct axis across, up;
};

static const struct lettering heading_letters = {ROLE_INK, BODY_SIZE, true, ANCHOR_START};
static const struct lettering small_letters = {ROLE_QUIET, SMALL_SIZE, false, ANCHOR_START};
static const struct lettering small_middle = {ROLE_QUIET, SMALL_SIZE, false, ANCHOR_MIDDLE};
static const struct lettering small_end = {ROLE_QUIET, SMALL_SIZE, false, ANCHOR_END};

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static struct lettering line_letters(unsigned level)
{
    return (struct lettering){palette_level(level), SMALL_SIZE, true, ANCHOR_START};
}

static double tick_room(const struct canvas *canvas, const struct axis *axis)
{
    double room = 0;
    for (size_t i = 0; i < axis->tick_count; i++)
        room = larger(room, canvas_width_of(canvas, small_end, axis->ticks[i].label));
    return room;
}

/* From the first place to the last, with as many ticks between them as have room. */
static void scale_across(const struct canvas *canvas, double low, double high, struct frame *frame)
{
    struct axis *axis = &frame->across;
    for (size_t wanted = 8; wanted > 0; wanted--) {
        *axis = axis_linear(canvas->arena, low, high, wanted, true);
        size_t kept = 0;
        for (size_t i = 0; i < axis->tick_count && high > low; i++)
            if (axis->ticks[i].at >= low && axis->ticks[i].at <= high)
                axis->ticks[kept++] = axis->ticks[i];
        if (kept == 0)
            return;
        axis->tick_count = kept;
        axis->low = low;
        axis->high = high;
        double step = kept > 1 ? axis->ticks[1].at - axis->ticks[0].at : high - low;
        double room = step / (high - low) * (frame->right - frame->left);
        if (canvas_width_of(canvas, small_middle, axis->ticks[kept - 1].label) + SMALL_SIZE <= room)
            return;
    }
}

static void span_panel(const struct order_panel *panel, double *low, double *high)
{
    for (size_t i = 0; i < panel->line_count; i++)
        for (size_t k = 0; k < panel->lines[i].count; k++) {
            double place = panel->lines[i].places[k];
            *low = place < *low ? place : *low;
            *high = larger(*high, place);
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

/* Sets both axes, and moves the left end of the plot behind the labels of the upright one. */
static void scale_axes(const struct canvas *canvas, const struct order_spec *spec,
                       const struct order_panel *panel, struct frame *frame)
{
    double low, high, bottom = 0, top = 0;
    for (size_t i = 0; i < panel->line_count; i++)
        for (size_t k = 0; k < panel->lines[i].count; k++) {
            bottom = panel->lines[i].values[k] < bottom ? panel->lines[i].values[k] : bottom;
            top = larger(top, panel->lines[i].values[k]);
        }
    frame->up = axis_linear(canvas->arena, bottom, top, 4, false);
    frame->left += tick_room(canvas, &frame->up) + 12;
    span_places(spec, panel, &low, &high);
    scale_across(canvas, low, high, frame);
}

static struct point place_of(const struct frame *frame, double place, double value)
{
    return (struct point){
        frame->left + axis_place(&frame->across, place) * (frame->right - frame->left),
        frame->bottom - axis_place(&frame->up, value) * (frame->bottom - frame->top),
    };
}

static void draw_axes(struct canvas *canvas, const struct frame *frame)
{
    for (size_t i = 0; i < frame->up.tick_count; i++) {
        double y = place_of(frame, frame->across.low, frame->up.ticks[i].at).y;
        bool zero = frame->up.ticks[i].at == 0;
        scene_line(canvas->scene, zero ? ROLE_QUIET : ROLE_GRID, 1,
                   (struct point){frame->left - 6, y}, (struct point){frame->right, y});
        canvas_text(canvas, small_end, frame->left - 12, y + 6, frame->up.ticks[i].label);
    }
    for (size_t i = 0; i < frame->across.tick_count; i++) {
        double x = place_of(frame, frame->across.ticks[i].at, 0).x;
        canvas_text(canvas, small_middle, x, frame->bottom + LINE_HEIGHT,
                    frame->across.ticks[i].label);
    }
}

static void draw_line(struct canvas *canvas, const struct frame *frame,
                      const struct order_line *line)
{
    enum role role = palette_level(line->level);
    struct point *points = arena_take_array(canvas->arena, line->count + 1, sizeof *points);
    for (size_t k = 0; k < line->count; k++)
        points[k] = place_of(frame, line->places[k], line->values[k]);
    if (line->count > 1)
        scene_polyline(canvas->scene, role, line->count <= MARKED ? 2 : 1.5, points, line->count)
            ->round = true;
    for (size_t k = 0; k < line->count && line->count <= MARKED; k++) {
        struct mark *mark = scene_marker(canvas->scene, (enum shape)(line->level % 4), role,
                                         points[k], MARKER_RADIUS);
        mark->stroke = ROLE_PAPER;
        mark->stroke_width = 1.5;
    }
}

/* Moves y[order[0]], y[order[1]] ..., which rise, at least LABEL_STEP apart and as little as that
   takes: heights less the room for those before them must not fall, and where they fall their mean
   stands for them (pool adjacent violators). */
static void keep_apart(struct arena *arena, double *y, const size_t *order, size_t count,
                       double top, double bottom)
{
    double *mean = arena_take_array(arena, count + 1, sizeof *mean);
    size_t *members = arena_take_array(arena, count + 1, sizeof *members);
    size_t pools = 0, next = 0;
    for (size_t k = 0; k < count; k++) {
        mean[pools] = y[order[k]] - LABEL_STEP * (double)k;
        members[pools++] = 1;
        for (; pools > 1 && mean[pools - 2] > mean[pools - 1]; pools--) {
            double all = (double)(members[pools - 2] + members[pools - 1]);
            mean[pools - 2] = (mean[pools - 2] * (double)members[pools - 2] +
                               mean[pools - 1] * (double)members[pools - 1]) /
                              all;
            members[pools - 2] += members[pools - 1];
        }
    }
    for (size_t p = 0; p < pools; p++)
        for (size_t k = 0; k < members[p]; k++, next++)
            y[order[next]] = mean[p] + LABEL_STEP * (double)next;
    for (size_t k = 0; k < count; k++)
        y[order[k]] = larger(y[order[k]], top + LABEL_STEP * (double)k);
    for (size_t k = 0; k < count; k++) {
        double lowest = bottom - LABEL_STEP * (double)(count - 1 - k);
        y[order[k]] = y[order[k]] < lowest ? y[order[k]] : lowest;
    }
}

/* Labels right of the lines' ends, moved apart, in the order of the ends. */
static void draw_labels(struct canvas *canvas, const struct frame *frame,
                        const struct order_panel *panel, double room)
{
    size_t count = panel->line_count;
    double *y = arena_take_array(canvas->arena, count + 1, sizeof *y);
    size_t *order = arena_take_array(canvas->arena, count + 1, sizeof *order);
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const struct order_line *line = &panel->lines[i];
        if (line->count == 0)
            continue;
        y[i] = place_of(frame, line->places[line->count - 1], line->values[line->count - 1]).y;
        size_t k = used++;
        for (; k > 0 && y[order[k - 1]] > y[i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    keep_apart(canvas->arena, y, order, used, frame->top, frame->bottom);
    double x = frame->left;
    for (size_t k = 0; k < used; k++) {
        const struct order_line *line = &panel->lines[order[k]];
        x = larger(x, place_of(frame, line->places[line->count - 1], 0).x);
    }
    for (size_t k = 0; k < used; k++) {
        const struct order_line *line = &panel->lines[order[k]];
        canvas_fitted(canvas, line_letters(line->level), x + LABEL_GAP, y[order[k]] + 6, room,
                      line->label);
    }
}

static double label_room(const struct canvas *canvas, const struct order_spec *spec)
{
    double room = 0;
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].line_count; i++)
            room = larger(room,
                          canvas_width_of(canvas, line_letters(0), spec->panels[p].lines[i].label));
    return room < MOST_LABEL ? room : MOST_LABEL;
}

static double plot_height(const struct order_spec *spec)
{
    size_t lines = 0;
    for (size_t p = 0; p < spec->panel_count; p++)
        lines = spec->panels[p].line_count > lines ? spec->panels[p].line_count : lines;
    return larger(PLOT_HEIGHT, LABEL_STEP * (double)lines);
}

static size_t label_lines(const struct canvas *canvas, const struct order_panel *panel,
                          double width)
{
    return text_wrap(canvas->arena, canvas->ruler, panel->label, BODY_SIZE, true, width, 2).count;
}

/* `lines` is how many lines the longest label of this row of panels has. */
static double draw_panel(struct canvas *canvas, const struct order_spec *spec, size_t p,
                         double left, double width, double top, size_t lines)
{
    const struct order_panel *panel = &spec->panels[p];
    double room = label_room(canvas, spec), unit = top + LINE_HEIGHT * ((double)lines + 1);
    canvas_wrapped(canvas, heading_letters, left, top + LINE_HEIGHT, width, 2, panel->label);
    canvas_fitted(canvas, small_letters, left, unit, width, panel->unit);
    struct frame frame = {.left = left, .right = left + width - room - LABEL_GAP, .top = unit + 20};
    scale_axes(canvas, spec, panel, &frame);
    frame.bottom = frame.top + plot_height(spec);
    draw_axes(canvas, &frame);
    for (size_t i = 0; i < panel->line_count; i++)
        draw_line(canvas, &frame, &panel->lines[i]);
    draw_labels(canvas, &frame, panel, room);
    canvas_text(canvas, small_middle, (frame.left + frame.right) / 2,
                frame.bottom + 2 * LINE_HEIGHT, spec->place_label);
    return frame.bottom + 2 * LINE_HEIGHT + 16;
}

double order_chart_lay_out(struct canvas *canvas, const struct order_spec *spec, double top)
{
    size_t most = label_room(canvas, spec) > NARROW_LABEL ? 2 : 3;
    size_t columns = spec->panel_count < most ? spec->panel_count : most;
    double all = canvas->scene->width - 2 * MARGIN, y = top;
    double width = columns == 0 ? all : (all - GAP * ((double)columns - 1)) / (double)columns;
    for (size_t first = 0; first < spec->panel_count; first += columns) {
        size_t end = first + columns < spec->panel_count ? first + columns : spec->panel_count;
        size_t lines = 1;
        double bottom = y;
        for (size_t p = first; p < end; p++) {
            size_t own = label_lines(canvas, &spec->panels[p], width);
            lines = own > lines ? own : lines;
        }
        for (size_t p = first; p < end; p++)
            bottom = draw_panel(canvas, spec, p, MARGIN + (width + GAP) * (double)(p - first),
                                width, y, lines);
        y = bottom;
    }
    return y;
}
