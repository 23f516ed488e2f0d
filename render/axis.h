#ifndef RENDER_AXIS_H
#define RENDER_AXIS_H

#include "render/text_width.h"

#include <stddef.h>

struct tick {
    double at;
    struct text label;
};

struct axis {
    double low, high; /* what it spans; a ratio axis is logarithmic between them */
    struct tick *ticks;
    size_t tick_count;
};

/* A linear axis around `low` to `high` with about `wanted` ticks (at least two) at 1, 2 or 5 times
   a power of ten; its ends are ticks. Without fractions when `whole`. */
struct axis axis_linear(struct arena *arena, double low, double high, size_t wanted, bool whole);

/* A logarithmic axis of ratios from `low` to `high` (0 < low < 1 < high), `width` pixels long: the
   finest set of ticks whose labels ("half", "−25 %", "no change", "double") stand clear of each
   other in font size `size`; both sides of 1 have a tick where there is room for one. */
struct axis axis_ratio(struct arena *arena, const struct text_width *ruler, double size, double low,
                       double high, double width);

/* A logarithmic axis around `low` to `high` (both positive) with at most about `wanted` ticks, at
   1, 2 and 5 times powers of ten or at powers of ten; its ends are ticks. The axis and its ticks
   hold the logarithms (base 10), the labels the values. */
struct axis axis_logarithmic(struct arena *arena, double low, double high, size_t wanted);

/* Where `value` lies on the axis: 0 at its low end, 1 at its high end. */
double axis_place(const struct axis *axis, double value);
double axis_ratio_place(const struct axis *axis, double ratio);

#endif
