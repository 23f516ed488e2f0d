#include "render/interval_chart.h"

#include "render/axis.h"

#include <math.h>

enum {
    GAP = 24,
    LEAST_PLOT = 380,
    MOST_LABEL = 330,
    LEAST_LABEL = 130,
    LEAST_STATE = 160, /* the names over the column keep enough of themselves */
    MOST_STATE = 300,
    ROW_PADDING = 12,
    POINT_RADIUS = 8,
    BAR_WIDTH = 6,
    MOST_LINES = 2, /* of a label or a state */
    LEAST_BAND = 6, /* width from which the margin is seen beside the line of no change */
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
    columns->state_width = fmax(fmax(ceil(change), LEAST_STATE), fmin(ceil(state), MOST_STATE));
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

/* "13 faster" on either side of no change, with an arrow: a mark, so that no font must have it. */
struct side {
    struct text name;
    const char *ahead; /* " faster" */
    struct lettering letters;
    double start, room; /* from the line of no change outwards */
    double direction;   /* 1 to the right, -1 to the left */
};

enum { ARROW = 7, SIDE_STEP = 14, ARROW_GAP = 6 };

static void sides_of(const struct columns *columns, const struct interval_panel *panel,
                     struct side sides[2])
{
    double middle = x_of(columns, 1), around = SIDE_STEP + 2 * ARROW + 2 * ARROW_GAP;
    sides[0] = (struct side){
        panel->left, panel->ahead, side_letters, middle - SIDE_STEP, middle - around - MARGIN, -1};
    sides[1] = (struct side){panel->right,
                             panel->ahead,
                             side_letters,
                             middle + SIDE_STEP,
                             columns->state_left - GAP - middle - around,
                             1};
    sides[0].letters.role = panel->left_role;
    sides[0].letters.anchor = ANCHOR_END;
    sides[1].letters.role = panel->right_role;
}

static struct text side_words(struct arena *arena, const struct side *side)
{
    return text_format(arena, "%.*s%s", (int)side->name.size, side->name.data, side->ahead);
}

/* On one line, or the name above the words, where it has more room. */
static void draw_side(struct canvas *canvas, const struct side *side, bool two_lines, double y)
{
    struct text words = side_words(canvas->arena, side);
    if (two_lines) {
        canvas_fitted(canvas, side->letters, side->start, y - LINE_HEIGHT,
                      side->room + 2 * ARROW + ARROW_GAP, side->name);
        words = text_trim(text_of(side->ahead));
    }
    double width = canvas_text(canvas, side->letters, side->start, y, words)->width;
    double middle = side->start + side->direction * (width + ARROW_GAP + ARROW);
    scene_marker(canvas->scene, side->direction > 0 ? SHAPE_ARROW_RIGHT : SHAPE_ARROW_LEFT,
                 side->letters.role, (struct point){middle, y - 6}, ARROW);
}

static struct text against_words(struct arena *arena, const struct interval_panel *panel)
{
    return text_format(arena, "%.*s against %.*s", (int)panel->subject.size, panel->subject.data,
                       (int)panel->base.size, panel->base.data);
}

/* The base of the changes over their column. */
static void draw_against(struct canvas *canvas, const struct columns *columns,
                         const struct interval_panel *panel, bool two_lines, double y)
{
    double x = columns->state_left;
    if (panel->base.size == 0) {
        canvas_text(canvas, small_letters, x, y, text_of("change"));
        return;
    }
    if (!two_lines) {
        canvas_text(canvas, small_letters, x, y, against_words(canvas->arena, panel));
        return;
    }
    canvas_fitted(canvas, small_letters, x, y - LINE_HEIGHT, columns->state_width, panel->subject);
    double width = canvas_text(canvas, small_letters, x, y, text_of("against "))->width;
    canvas_fitted(canvas, small_letters, x + width, y, columns->state_width - width, panel->base);
}

/* The names over the plot and over the changes do not fit on one line. */
static bool needs_two_lines(const struct canvas *canvas, const struct columns *columns,
                            const struct interval_panel *panel, const struct side sides[2])
{
    struct text against = against_words(canvas->arena, panel);
    bool wide = canvas_width_of(canvas, small_letters, against) > columns->state_width;
    for (size_t i = 0; i < 2 && panel->ahead != NULL; i++)
        wide = wide || canvas_width_of(canvas, side_letters, side_words(canvas->arena, &sides[i])) >
                           sides[i].room;
    return wide;
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
    struct side sides[2];
    sides_of(columns, panel, sides);
    bool two_lines = needs_two_lines(canvas, columns, panel, sides);
    y += two_lines ? 2 * LINE_HEIGHT : LINE_HEIGHT;
    for (size_t i = 0; i < 2 && panel->ahead != NULL; i++)
        draw_side(canvas, &sides[i], two_lines, y);
    draw_against(canvas, columns, panel, two_lines, y);
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

/* True when the plot cuts an interval. */
static bool is_cut(const struct interval_spec *spec, const struct columns *columns)
{
    for (size_t p = 0; p < spec->panel_count; p++)
        for (size_t i = 0; i < spec->panels[p].row_count; i++) {
            const struct interval_row *row = &spec->panels[p].rows[i];
            bool drawn = is_drawn(row->ratio) && !isnan(row->low) && !isnan(row->high);
            if (drawn && !(row->low >= columns->axis.low && row->high <= columns->axis.high))
                return true;
        }
    return false;
}

/* What the band and the arrow heads are, as far as they are seen. */
static double draw_key(struct canvas *canvas, const struct interval_spec *spec,
                       const struct columns *columns, double y)
{
    double band = x_of(columns, 1 + spec->margin) - x_of(columns, 1 / (1 + spec->margin));
    bool shaded = band >= LEAST_BAND, cut = is_cut(spec, columns);
    const char *arrow = !cut     ? ""
                        : shaded ? "; arrow: the interval goes on"
                                 : "Arrow: the interval goes on";
    struct text key =
        text_format(canvas->arena, "%.*s%s", shaded ? (int)spec->margin_label.size : 0,
                    spec->margin_label.data, arrow);
    if (key.size == 0)
        return y;
    double half = canvas_width_of(canvas, small_middle, key) / 2;
    canvas_text(canvas, small_middle, fmax(x_of(columns, 1), MARGIN + half), y + LINE_HEIGHT - 4,
                key);
    return y + LINE_HEIGHT;
}

double interval_chart_lay_out(struct canvas *canvas, const struct interval_spec *spec, double top)
{
    struct columns columns = columns_of(canvas, spec);
    double y = top;
    for (size_t p = 0; p < spec->panel_count; p++)
        y = draw_panel(canvas, spec, &columns, p, y) + (p + 1 < spec->panel_count ? GAP : 0);
    return draw_key(canvas, spec, &columns, y);
}
