#include "render/plot.h"

#include "render/legend.h"

#include <math.h>

enum {
    GAP = 36,
    MOST_LABEL = 170,   /* of a line */
    NARROW_LABEL = 110, /* labels up to this leave room for three panels side by side */
    LABEL_STEP = 22,
    MARKER_RADIUS = 6,
    DOT_RADIUS = 4,
    LABEL_GAP = 12,
    TICK_GAP = 4, /* keeps the lowest label clear of the ticks' labels below */
};

/* One panel's places on the page. Axes of logarithmic scales hold logarithms. */
struct frame {
    double left, right, top, bottom; /* of the plot */
    const struct plot_panel *panel;
    struct axis across, up;
};

static struct lettering line_letters(enum role role)
{
    return (struct lettering){role, SMALL_SIZE, true, ANCHOR_START};
}

static double tick_room(const struct canvas *canvas, const struct axis *axis)
{
    double room = 0;
    for (size_t i = 0; i < axis->tick_count; i++)
        room = fmax(room, canvas_width_of(canvas, small_end, axis->ticks[i].label));
    return room;
}

/* From the first place to the last, with as many ticks between them as have room. */
static void scale_whole(const struct canvas *canvas, double low, double high, struct frame *frame)
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

static void scale_across(const struct canvas *canvas, struct frame *frame)
{
    const struct plot_scale *scale = &frame->panel->across;
    switch (scale->kind) {
    case SCALE_WHOLE:
        scale_whole(canvas, scale->low, scale->high, frame);
        return;
    case SCALE_ZERO:
        frame->across = axis_linear(canvas->arena, scale->low, scale->high, 6, false);
        return;
    case SCALE_LOG:
        frame->across = axis_logarithmic(canvas->arena, scale->low, scale->high, 8);
        return;
    case SCALE_GIVEN:
        frame->across =
            (struct axis){scale->low, scale->high, (struct tick *)scale->ticks, scale->tick_count};
        return;
    }
}

/* Sets both axes, and moves the left end of the plot behind the labels of the upright one. */
static void scale_axes(const struct canvas *canvas, struct frame *frame)
{
    const struct plot_scale *up = &frame->panel->up;
    frame->up = up->kind == SCALE_LOG ? axis_logarithmic(canvas->arena, up->low, up->high, 6)
                                      : axis_linear(canvas->arena, up->low, up->high, 4, false);
    frame->left += tick_room(canvas, &frame->up) + 12;
    scale_across(canvas, frame);
}

static double place_on(const struct axis *axis, enum scale_kind kind, double value)
{
    double place = axis_place(axis, kind == SCALE_LOG ? log10(value) : value);
    return place > 1 ? 1 : place >= 0 ? place : 0;
}

static struct point place_of(const struct frame *frame, double across, double up)
{
    return (struct point){
        frame->left + place_on(&frame->across, frame->panel->across.kind, across) *
                          (frame->right - frame->left),
        frame->bottom -
            place_on(&frame->up, frame->panel->up.kind, up) * (frame->bottom - frame->top),
    };
}

static void draw_window(struct canvas *canvas, const struct frame *frame)
{
    const struct plot_panel *panel = frame->panel;
    if (!(panel->window_to > panel->window_from))
        return;
    scene_rectangle(canvas->scene, ROLE_BAND,
                    (struct point){place_of(frame, panel->window_from, 1).x, frame->top},
                    (struct point){place_of(frame, panel->window_to, 1).x, frame->bottom});
}

static void draw_axes(struct canvas *canvas, const struct frame *frame)
{
    double height = frame->bottom - frame->top, width = frame->right - frame->left;
    for (size_t i = 0; i < frame->up.tick_count; i++) {
        double y = frame->bottom - axis_place(&frame->up, frame->up.ticks[i].at) * height;
        bool zero = frame->panel->up.kind != SCALE_LOG && frame->up.ticks[i].at == 0;
        scene_line(canvas->scene, zero ? ROLE_QUIET : ROLE_GRID, 1,
                   (struct point){frame->left - 6, y}, (struct point){frame->right, y});
        canvas_text(canvas, small_end, frame->left - 12, y + 6, frame->up.ticks[i].label);
    }
    double end = -INFINITY;
    for (size_t i = 0; i < frame->across.tick_count; i++) {
        double x = frame->left + axis_place(&frame->across, frame->across.ticks[i].at) * width;
        double half = canvas_width_of(canvas, small_middle, frame->across.ticks[i].label) / 2;
        if (x - half < end + SMALL_SIZE / 2.0)
            continue;
        canvas_text(canvas, small_middle, x, frame->bottom + LINE_HEIGHT,
                    frame->across.ticks[i].label);
        end = x + half;
    }
}

/* The parts of the interval that are known, each as an area. */
static void draw_interval(struct canvas *canvas, const struct frame *frame,
                          const struct plot_line *line)
{
    for (size_t first = 0, end; line->low != NULL && first < line->count; first = end + 1) {
        for (end = first; end < line->count; end++)
            if (isnan(line->low[end]) || isnan(line->high[end]))
                break;
        size_t count = end - first;
        struct point *points = arena_take_array(canvas->arena, 2 * count + 1, sizeof *points);
        for (size_t k = 0; k < count; k++) {
            points[k] = place_of(frame, line->across[first + k], line->high[first + k]);
            points[2 * count - 1 - k] =
                place_of(frame, line->across[first + k], line->low[first + k]);
        }
        if (count == 1)
            scene_line(canvas->scene, line->role, 8, points[0], points[1])->opacity = 0.2;
        if (count < 2)
            continue;
        struct mark *area = scene_polyline(canvas->scene, ROLE_NONE, 0, points, 2 * count);
        area->fill = line->role;
        area->opacity = 0.2;
    }
}

static void draw_line(struct canvas *canvas, const struct frame *frame,
                      const struct plot_line *line)
{
    struct point *points = arena_take_array(canvas->arena, line->count + 1, sizeof *points);
    for (size_t k = 0; k < line->count; k++)
        points[k] = place_of(frame, line->across[k], line->up[k]);
    if (line->count > 1) {
        struct mark *mark =
            scene_polyline(canvas->scene, line->role, line->stroke, points, line->count);
        mark->round = true;
        mark->dash = line->dash;
    }
    for (size_t k = 0; k < line->dot_count; k++)
        scene_marker(canvas->scene, line->shape, line->role,
                     place_of(frame, line->dot_across[k], line->dot_up[k]), DOT_RADIUS)
            ->opacity = 0.6;
    for (size_t k = 0; k < line->count && line->marked; k++) {
        struct mark *mark =
            scene_marker(canvas->scene, line->shape, line->role, points[k], MARKER_RADIUS);
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
        y[order[k]] = fmax(y[order[k]], top + LABEL_STEP * (double)k);
    for (size_t k = 0; k < count; k++) {
        double lowest = bottom - LABEL_STEP * (double)(count - 1 - k);
        y[order[k]] = y[order[k]] < lowest ? y[order[k]] : lowest;
    }
}

/* Where the labels of a panel's lines stand: y of lines[order[k]], from the top down. */
struct label_places {
    double x, *y;
    size_t *order, count;
};

static struct point end_of(const struct frame *frame, const struct plot_line *line)
{
    return place_of(frame, line->across[line->count - 1], line->up[line->count - 1]);
}

/* Right of the lines' ends, moved apart, in the order of the ends. */
static struct label_places place_labels(struct canvas *canvas, const struct frame *frame)
{
    const struct plot_panel *panel = frame->panel;
    size_t count = panel->line_count;
    struct label_places places = {
        .x = frame->left,
        .y = arena_take_array(canvas->arena, count + 1, sizeof *places.y),
        .order = arena_take_array(canvas->arena, count + 1, sizeof *places.order),
    };
    for (size_t i = 0; i < count; i++) {
        const struct plot_line *line = &panel->lines[i];
        if (line->count == 0)
            continue;
        places.x = fmax(places.x, end_of(frame, line).x);
        if (line->label.size == 0)
            continue;
        places.y[i] = end_of(frame, line).y;
        size_t k = places.count++;
        for (; k > 0 && places.y[places.order[k - 1]] > places.y[i]; k--)
            places.order[k] = places.order[k - 1];
        places.order[k] = i;
    }
    keep_apart(canvas->arena, places.y, places.order, places.count, frame->top,
               frame->bottom - TICK_GAP);
    return places;
}

static void draw_labels(struct canvas *canvas, const struct frame *frame, double room)
{
    struct label_places places = place_labels(canvas, frame);
    for (size_t k = 0; k < places.count; k++) {
        const struct plot_line *line = &frame->panel->lines[places.order[k]];
        canvas_fitted(canvas, line_letters(line->role), places.x + LABEL_GAP,
                      places.y[places.order[k]] + 6, room, line->label);
    }
}

/* The heights between which the lines of one role end. */
static void span_ends(const struct frame *frame, enum role role, double *top, double *bottom)
{
    *top = INFINITY;
    *bottom = -INFINITY;
    for (size_t i = 0; i < frame->panel->line_count; i++) {
        const struct plot_line *line = &frame->panel->lines[i];
        if (line->role != role || line->count == 0)
            continue;
        *top = fmin(*top, end_of(frame, line).y);
        *bottom = fmax(*bottom, end_of(frame, line).y);
    }
}

/* A line of another role passes between the end of this one and its label, or ends beside it. */
static bool is_passed(const struct frame *frame, const struct plot_line *line, double y)
{
    struct point end = end_of(frame, line);
    double top, bottom, other_top, other_bottom;
    span_ends(frame, line->role, &top, &bottom);
    for (size_t i = 0; i < frame->panel->line_count; i++) {
        const struct plot_line *other = &frame->panel->lines[i];
        if (other->role == line->role)
            continue;
        span_ends(frame, other->role, &other_top, &other_bottom);
        if (other_top <= bottom && top <= other_bottom)
            return true;
        for (size_t k = other->count; k > 0; k--) {
            struct point point = place_of(frame, other->across[k - 1], other->up[k - 1]);
            if (point.x < end.x)
                break;
            if (fabs(point.y - y) < LABEL_STEP / 2.0)
                return true;
        }
    }
    return false;
}

/* Every label stands next to the end of its own line, and of no other. */
static bool labels_fit(struct canvas *canvas, const struct frame *frame)
{
    struct label_places places = place_labels(canvas, frame);
    double far = (frame->right - frame->left) / 4;
    for (size_t k = 0; k < places.count; k++) {
        const struct plot_line *line = &frame->panel->lines[places.order[k]];
        double y = places.y[places.order[k]];
        struct point end = end_of(frame, line);
        if (fabs(end.y - y) > LABEL_STEP / 2.0 || places.x - end.x > far ||
            is_passed(frame, line, y))
            return false;
    }
    return true;
}

static double label_room(const struct canvas *canvas, const struct plot *plot)
{
    double room = 0;
    for (size_t p = 0; p < plot->panel_count; p++)
        for (size_t i = 0; i < plot->panels[p].line_count; i++)
            room = fmax(room, canvas_width_of(canvas, line_letters(ROLE_INK),
                                              plot->panels[p].lines[i].label));
    return room < MOST_LABEL ? room : MOST_LABEL;
}

static double plot_height(const struct plot *plot)
{
    size_t most = 0;
    for (size_t p = 0; p < plot->panel_count; p++) {
        size_t labels = 0;
        for (size_t i = 0; i < plot->panels[p].line_count; i++)
            labels += plot->panels[p].lines[i].label.size > 0;
        most = labels > most ? labels : most;
    }
    return fmax(plot->height, LABEL_STEP * (double)most);
}

static size_t label_lines(const struct canvas *canvas, const struct plot_panel *panel, double width)
{
    return text_wrap(canvas->arena, canvas->ruler, panel->label, BODY_SIZE, true, width, 2).count;
}

/* How the panels stand: the room right of the lines is 0 where a legend names them. */
struct grid {
    size_t columns;
    double width; /* of a panel */
    double room;
};

static struct grid grid_of(const struct canvas *canvas, const struct plot *plot, double room)
{
    size_t most = room > NARROW_LABEL ? 2 : 3;
    size_t columns = plot->panel_count < most ? plot->panel_count : most;
    double all = canvas->scene->width - 2 * MARGIN;
    double width = columns == 0 ? all : (all - GAP * ((double)columns - 1)) / (double)columns;
    return (struct grid){columns, width, room};
}

static struct frame frame_of(const struct canvas *canvas, const struct plot *plot, size_t p,
                             const struct grid *grid, double left, double top)
{
    double room = grid->room > 0 ? grid->room + LABEL_GAP : LABEL_GAP;
    struct frame frame = {.panel = &plot->panels[p],
                          .left = left,
                          .right = left + grid->width - room,
                          .top = top,
                          .bottom = top + plot_height(plot)};
    scale_axes(canvas, &frame);
    return frame;
}

/* `lines` is how many lines the longest label of this row of panels has. */
static double draw_panel(struct canvas *canvas, const struct plot *plot, size_t p,
                         const struct grid *grid, double left, double top, size_t lines)
{
    const struct plot_panel *panel = &plot->panels[p];
    double unit = top + LINE_HEIGHT * ((double)lines + 1);
    canvas_wrapped(canvas, heading_letters, left, top + LINE_HEIGHT, grid->width, 2, panel->label);
    canvas_fitted(canvas, small_letters, left, unit, grid->width, panel->unit);
    struct frame frame = frame_of(canvas, plot, p, grid, left, unit + 20);
    draw_window(canvas, &frame);
    draw_axes(canvas, &frame);
    for (size_t i = 0; i < panel->line_count; i++)
        draw_interval(canvas, &frame, &panel->lines[i]);
    for (size_t i = 0; i < panel->line_count; i++)
        draw_line(canvas, &frame, &panel->lines[i]);
    if (grid->room > 0)
        draw_labels(canvas, &frame, grid->room);
    canvas_text(canvas, small_middle, (frame.left + frame.right) / 2,
                frame.bottom + 2 * LINE_HEIGHT, plot->across_label);
    return frame.bottom + 2 * LINE_HEIGHT + 16;
}

/* The names of all lines, each once. */
static double draw_legend(struct canvas *canvas, const struct plot *plot, double top)
{
    size_t lines = 0, count = 0;
    for (size_t p = 0; p < plot->panel_count; p++)
        lines += plot->panels[p].line_count;
    struct legend_entry *entries = arena_take_array(canvas->arena, lines + 1, sizeof *entries);
    for (size_t p = 0; p < plot->panel_count; p++)
        for (size_t i = 0; i < plot->panels[p].line_count; i++) {
            const struct plot_line *line = &plot->panels[p].lines[i];
            size_t k = 0;
            while (k < count &&
                   !(entries[k].role == line->role && text_equal(entries[k].name, line->label)))
                k++;
            if (k == count && line->label.size > 0 && line->count > 0)
                entries[count++] = (struct legend_entry){line->label, line->role, line->shape,
                                                         line->dash, line->marked};
        }
    return legend_lay_out(canvas, entries, count, top);
}

double plot_lay_out(struct canvas *canvas, const struct plot *plot, double top)
{
    struct grid grid = grid_of(canvas, plot, label_room(canvas, plot));
    bool direct = true;
    double y = top;
    for (size_t p = 0; p < plot->panel_count && direct; p++) {
        struct frame frame = frame_of(canvas, plot, p, &grid, MARGIN, 0);
        direct = labels_fit(canvas, &frame);
    }
    if (!direct) {
        grid = grid_of(canvas, plot, 0);
        y = draw_legend(canvas, plot, top);
    }
    for (size_t first = 0; first < plot->panel_count; first += grid.columns) {
        size_t end =
            first + grid.columns < plot->panel_count ? first + grid.columns : plot->panel_count;
        size_t lines = 1;
        double bottom = y;
        for (size_t p = first; p < end; p++) {
            size_t own = label_lines(canvas, &plot->panels[p], grid.width);
            lines = own > lines ? own : lines;
        }
        for (size_t p = first; p < end; p++)
            bottom = draw_panel(canvas, plot, p, &grid,
                                MARGIN + (grid.width + GAP) * (double)(p - first), y, lines);
        y = bottom;
    }
    return y;
}
