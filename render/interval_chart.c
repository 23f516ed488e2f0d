#include "render/interval_chart.h"

#include "render/axis.h"

#include <math.h>

enum {
    GAP = 24,
    LEAST_PLOT = 380,
    MOST_LABEL = 330,
    LEAST_LABEL = 130,
    MOST_STATE = 300,
    ROW_PADDING = 12,
    POINT_RADIUS = 8,
    BAR_WIDTH = 6,
    MOST_LINES = 2, /* of a label or a state */
};

struct columns {
    double label_width;
    double plot_left, plot_right;
    double state_left, state_width;
    double runs_right, runs_width;
    struct axis axis;
};

static const struct lettering name_letters = {ROLE_INK, BODY_SIZE, false, ANCHOR_START};
static const struct lettering state_letters = {ROLE_INK, BODY_SIZE, true, ANCHOR_START};
static const struct lettering side_letters = {ROLE_INK, SMALL_SIZE, true, ANCHOR_START};

static bool is_drawn(double ratio)
{
    return isfinite(ratio) && ratio > 0;
}

/* What the axis must span in ln ratio: every point, every interval end that is not absurdly far
   beyond the points (those are cut, with an arrow), and the margin with room around it. */
static void span_rows(const struct interval_spec *spec, double *low, double *high)
{
    double point = 2 * log1p(spec->margin), end_low = 0, end_high = 0;
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].row_count; i++) {
            const struct interval_row *row = &spec->panels[p].rows[i];
            if (is_drawn(row->ratio)) {
                point = fmax(point, fabs(log(row->ratio)));
                end_low = fmin(end_low, log(row->ratio));
                end_high = fmax(end_high, log(row->ratio));
            }
            if (is_drawn(row->low))
                end_low = fmin(end_low, log(row->low));
            if (is_drawn(row->high))
                end_high = fmax(end_high, log(row->high));
        }
    double limit = fmax(log(4), 1.6 * point), least = 2 * log1p(spec->margin);
    end_low = fmin(fmax(end_low, -limit), -least);
    end_high = fmax(fmin(end_high, limit), least);
    /* neither side gets less than a quarter, so that both have room for their words */
    double room = 0.04 * (end_high - end_low);
    *low = fmin(end_low - room, -(end_high + room) / 3);
    *high = fmax(end_high + room, -(end_low - room) / 3);
}

static void measure_rows(const struct canvas *canvas, const struct interval_spec *spec,
                         struct columns *columns)
{
    double label = 0, state = 0, change = 0;
    columns->runs_width = 0;
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].row_count; i++) {
            const struct interval_row *row = &spec->panels[p].rows[i];
            label = fmax(label, canvas_width_of(canvas, name_letters, row->label));
            state = fmax(state, canvas_width_of(canvas, state_letters, row->state));
            change = fmax(change, canvas_width_of(canvas, small_letters, row->change));
            columns->runs_width =
                fmax(columns->runs_width, canvas_width_of(canvas, small_end, row->runs));
        }
    columns->label_width = fmax(fmin(ceil(label), MOST_LABEL), LEAST_LABEL);
    columns->state_width = fmax(ceil(change), fmin(ceil(state), MOST_STATE));
    columns->state_width = fmin(columns->state_width, MOST_STATE + 40);
    if (spec->runs_header.size > 0)
        columns->runs_width =
            fmax(columns->runs_width, canvas_width_of(canvas, small_end, spec->runs_header));
}

static struct columns columns_of(const struct canvas *canvas, const struct interval_spec *spec)
{
    struct columns columns = {0};
    measure_rows(canvas, spec, &columns);
    columns.runs_right = canvas->scene->width - MARGIN;
    double right = columns.runs_right;
    if (columns.runs_width > 0)
        right -= columns.runs_width + GAP;
    columns.state_left = right - columns.state_width;
    columns.plot_right = columns.state_left - GAP;
    columns.plot_left = MARGIN + columns.label_width + GAP;
    if (columns.plot_right - columns.plot_left < LEAST_PLOT) {
        columns.plot_left = fmax(columns.plot_right - LEAST_PLOT, MARGIN + LEAST_LABEL + GAP);
        columns.label_width = columns.plot_left - GAP - MARGIN;
    }
    double low, high;
    span_rows(spec, &low, &high);
    columns.axis = axis_ratio(canvas->arena, canvas->ruler, SMALL_SIZE, exp(low), exp(high),
                              columns.plot_right - columns.plot_left);
    return columns;
}

static double x_of(const struct columns *columns, double ratio)
{
    return columns->plot_left +
           axis_ratio_place(&columns->axis, ratio) * (columns->plot_right - columns->plot_left);
}

static double row_height(const struct canvas *canvas, const struct columns *columns,
                         const struct interval_row *row)
{
    size_t label = text_wrap(canvas->arena, canvas->ruler, row->label, BODY_SIZE, false,
                             columns->label_width, MOST_LINES)
                       .count;
    size_t state = text_wrap(canvas->arena, canvas->ruler, row->state, BODY_SIZE, true,
                             columns->state_width, MOST_LINES)
                       .count;
    state += text_wrap(canvas->arena, canvas->ruler, row->change, SMALL_SIZE, false,
                       columns->state_width, MOST_LINES)
                 .count;
    return LINE_HEIGHT * (double)(label > state ? label : state) + 2 * ROW_PADDING;
}

/* A cut end is an arrow head at the edge of the plot. */
static double draw_end(struct canvas *canvas, const struct columns *columns, double end, double y,
                       enum role role)
{
    bool upper = !(end <= columns->axis.high);
    if (!upper && end >= columns->axis.low)
        return x_of(columns, end);
    double edge = upper ? columns->plot_right : columns->plot_left;
    double radius = 9;
    scene_marker(canvas->scene, upper ? SHAPE_ARROW_RIGHT : SHAPE_ARROW_LEFT, role,
                 (struct point){upper ? edge - radius : edge + radius, y}, radius);
    return upper ? edge - radius : edge + radius;
}

static void draw_estimate(struct canvas *canvas, const struct columns *columns,
                          const struct interval_row *row, double y)
{
    if (!is_drawn(row->ratio))
        return;
    bool interval = !isnan(row->low) && !isnan(row->high);
    enum role bar = row->decided && row->role != ROLE_INK ? row->role : ROLE_INTERVAL;
    if (interval) {
        double from = draw_end(canvas, columns, row->low, y, bar);
        double to = draw_end(canvas, columns, row->high, y, bar);
        struct mark *mark = scene_line(canvas->scene, bar, BAR_WIDTH, (struct point){from, y},
                                       (struct point){to, y});
        mark->round = true;
        mark->full = row->full;
    }
    struct point at = {x_of(columns, row->ratio), y};
    enum role role = row->decided ? row->role : interval ? ROLE_INK : ROLE_QUIET;
    struct mark *point = scene_marker(canvas->scene, SHAPE_CIRCLE, row->decided ? role : ROLE_PAPER,
                                      at, POINT_RADIUS);
    point->stroke = role;
    point->stroke_width = 3;
    point->full = row->full;
}

static void draw_row(struct canvas *canvas, const struct columns *columns,
                     const struct interval_row *row, double top, double height)
{
    double middle = top + height / 2;
    struct text_lines label = text_wrap(canvas->arena, canvas->ruler, row->label, BODY_SIZE, false,
                                        columns->label_width, MOST_LINES);
    canvas_wrapped(canvas, name_letters, MARGIN,
                   middle + 6 - LINE_HEIGHT * ((double)label.count - 1) / 2, columns->label_width,
                   MOST_LINES, row->label);
    draw_estimate(canvas, columns, row, middle);

    struct text_lines state = text_wrap(canvas->arena, canvas->ruler, row->state, BODY_SIZE, true,
                                        columns->state_width, MOST_LINES);
    struct text_lines change = text_wrap(canvas->arena, canvas->ruler, row->change, SMALL_SIZE,
                                         false, columns->state_width, MOST_LINES);
    double lines = (double)state.count + (double)change.count;
    double y = middle + 6 - LINE_HEIGHT * (lines - 1) / 2;
    struct lettering letters = state_letters;
    letters.role = row->decided ? row->role : ROLE_INK;
    canvas_wrapped(canvas, letters, columns->state_left, y, columns->state_width, MOST_LINES,
                   row->state);
    canvas_wrapped(canvas, small_letters, columns->state_left,
                   y + LINE_HEIGHT * (double)state.count, columns->state_width, MOST_LINES,
                   row->change);
    if (row->runs.size > 0)
        canvas_text(canvas, small_end, columns->runs_right, middle + 6, row->runs);
}

/* "◂ 13 faster | 12 faster ▸": arrows as marks, so that no font must have them. */
static void draw_sides(struct canvas *canvas, const struct columns *columns,
                       const struct interval_panel *panel, double y)
{
    double middle = x_of(columns, 1), arrow = 7, step = 14;
    double left_room = middle - step - 2 * arrow - MARGIN;
    double right_room = columns->state_left - GAP - middle - step - 2 * arrow - 6;
    struct lettering left = side_letters, right = side_letters;
    left.role = panel->left_role;
    left.anchor = ANCHOR_END;
    right.role = panel->right_role;
    if (panel->left.size > 0) {
        double end = middle - step;
        double width = canvas_fitted(canvas, left, end, y, left_room - 10, panel->left)->width;
        scene_marker(canvas->scene, SHAPE_ARROW_LEFT, panel->left_role,
                     (struct point){end - width - 6 - arrow, y - 6}, arrow);
    }
    if (panel->right.size > 0) {
        double start = middle + step;
        double width = canvas_fitted(canvas, right, start, y, right_room - 10, panel->right)->width;
        scene_marker(canvas->scene, SHAPE_ARROW_RIGHT, panel->right_role,
                     (struct point){start + width + 6 + arrow, y - 6}, arrow);
    }
}

static void draw_grid(struct canvas *canvas, const struct interval_spec *spec,
                      const struct columns *columns, double top, double bottom)
{
    double low = fmax(1 / (1 + spec->margin), columns->axis.low);
    double high = fmin(1 + spec->margin, columns->axis.high);
    scene_rectangle(canvas->scene, ROLE_BAND, (struct point){x_of(columns, low), top},
                    (struct point){x_of(columns, high), bottom});
    for (size_t i = 0; i < columns->axis.tick_count; i++) {
        double x = x_of(columns, columns->axis.ticks[i].at);
        bool none = columns->axis.ticks[i].at == 1;
        scene_line(canvas->scene, none ? ROLE_INK : ROLE_GRID, none ? 1.5 : 1,
                   (struct point){x, top}, (struct point){x, bottom});
        struct lettering letters = small_middle;
        letters.role = none ? ROLE_INK : ROLE_QUIET;
        double half = canvas_width_of(canvas, letters, columns->axis.ticks[i].label) / 2;
        double at = fmax(fmin(x, columns->state_left - GAP / 2.0 - half), MARGIN + half);
        canvas_text(canvas, letters, at, bottom + LINE_HEIGHT, columns->axis.ticks[i].label);
    }
}

/* Heading and what stands over the columns; returns where the rows begin. */
static double draw_headers(struct canvas *canvas, const struct interval_spec *spec,
                           const struct columns *columns, size_t p, double y)
{
    const struct interval_panel *panel = &spec->panels[p];
    double width = canvas->scene->width - 2 * MARGIN;
    if (panel->heading.size > 0) {
        size_t lines = canvas_wrapped(canvas, heading_letters, MARGIN, y + LINE_HEIGHT, width, 2,
                                      panel->heading);
        y += LINE_HEIGHT * (double)lines + 8;
    }
    y += LINE_HEIGHT;
    draw_sides(canvas, columns, panel, y);
    bool fits = canvas_width_of(canvas, small_letters, panel->against) <= columns->state_width;
    canvas_text(canvas, small_letters, columns->state_left, y,
                fits ? panel->against : text_of("change"));
    if (spec->runs_header.size > 0)
        canvas_fitted(canvas, small_end, columns->runs_right, y, columns->runs_width,
                      spec->runs_header);
    return y + 10;
}

static double draw_panel(struct canvas *canvas, const struct interval_spec *spec,
                         const struct columns *columns, size_t p, double y)
{
    const struct interval_panel *panel = &spec->panels[p];
    double top = draw_headers(canvas, spec, columns, p, y), bottom = top;
    for (size_t i = 0; i < panel->row_count; i++)
        bottom += row_height(canvas, columns, &panel->rows[i]);
    draw_grid(canvas, spec, columns, top, bottom);
    double at = top;
    for (size_t i = 0; i < panel->row_count; i++) {
        double height = row_height(canvas, columns, &panel->rows[i]);
        if (i > 0)
            scene_line(canvas->scene, ROLE_GRID, 1, (struct point){MARGIN, at},
                       (struct point){canvas->scene->width - MARGIN, at});
        draw_row(canvas, columns, &panel->rows[i], at, height);
        at += height;
    }
    return bottom + LINE_HEIGHT + 8;
}

double interval_chart_lay_out(struct canvas *canvas, const struct interval_spec *spec, double top)
{
    struct columns columns = columns_of(canvas, spec);
    double y = top;
    for (size_t p = 0; p < spec->panel_count; p++)
        y = draw_panel(canvas, spec, &columns, p, y) + (p + 1 < spec->panel_count ? GAP : 0);
    double middle = x_of(&columns, 1);
    double half = canvas_width_of(canvas, small_middle, spec->margin_label) / 2;
    middle = fmax(middle, MARGIN + half);
    canvas_text(canvas, small_middle, middle, y + LINE_HEIGHT - 4, spec->margin_label);
    return y + LINE_HEIGHT;
}
