#include "render/axis.h"

#include "render/quantity.h"

#include <math.h>

/* The smallest 1, 2 or 5 times a power of ten that is not below `least`. */
static double nice_step(double least)
{
    double power = pow(10, floor(log10(least)));
    static const double steps[] = {1, 2, 5, 10};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i] * power >= least * (1 - 1e-9))
            return steps[i] * power;
    return 10 * power;
}

static int decimals_of_step(double step)
{
    int decimals = (int)-floor(log10(step) + 1e-9);
    return decimals > 0 ? decimals : 0;
}

struct axis axis_linear(struct arena *arena, double low, double high, size_t wanted, bool whole)
{
    if (!(high > low)) {
        double room = low == 0 ? 1 : fabs(low) * 0.1;
        high = low + room;
        low = low == 0 ? 0 : low - room;
    }
    double step = nice_step((high - low) / (double)(wanted > 1 ? wanted : 1));
    if (whole && step < 1)
        step = 1;
    double first = floor(low / step + 1e-9), last = ceil(high / step - 1e-9);
    struct axis axis = {.low = first * step, .high = last * step};
    axis.tick_count = (size_t)(last - first) + 1;
    axis.ticks = arena_take_array(arena, axis.tick_count, sizeof *axis.ticks);
    for (size_t i = 0; i < axis.tick_count; i++) {
        double at = (first + (double)i) * step;
        axis.ticks[i] = (struct tick){at, quantity_figure(arena, at, decimals_of_step(step))};
    }
    return axis;
}

/* Logarithm of tick `number`: at 1, 2 and 5 times powers of ten when there are three `parts`, else
   at every so many powers of ten. */
static double logarithmic_tick(long number, long parts, long decades)
{
    static const double steps[] = {0, 0.30102999566398120, 0.69897000433601880};
    long part = ((number % parts) + parts) % parts;
    return steps[part] + (double)((number - part) / parts * decades);
}

static struct axis logarithmic_axis(struct arena *arena, long first, size_t count, long parts,
                                    long decades)
{
    struct axis axis = {.tick_count = count};
    axis.ticks = arena_take_array(arena, count, sizeof *axis.ticks);
    for (size_t i = 0; i < count; i++) {
        double at = logarithmic_tick(first + (long)i, parts, decades), value = pow(10, at);
        axis.ticks[i].at = at;
        axis.ticks[i].label = quantity_short(arena, value, 1);
    }
    axis.low = axis.ticks[0].at;
    axis.high = axis.ticks[count - 1].at;
    return axis;
}

struct axis axis_logarithmic(struct arena *arena, double low, double high, size_t wanted)
{
    bool valid = low > 0 && high >= low && isfinite(high);
    double from = valid ? log10(low) : 0, to = valid ? log10(high) : 0;
    for (long decades = 1;; decades++)
        for (long parts = decades == 1 ? 3 : 1; parts >= 1; parts -= 2) {
            long first = (long)floor(from / (double)decades + 1e-9) * parts;
            while (logarithmic_tick(first + 1, parts, decades) <= from + 1e-9)
                first++;
            long last = first + 1;
            while (logarithmic_tick(last, parts, decades) < to - 1e-9)
                last++;
            if (last - first < (long)(wanted > 1 ? wanted : 2))
                return logarithmic_axis(arena, first, (size_t)(last - first + 1), parts, decades);
        }
}

double axis_place(const struct axis *axis, double value)
{
    return (value - axis->low) / (axis->high - axis->low);
}

double axis_ratio_place(const struct axis *axis, double ratio)
{
    return log(ratio / axis->low) / log(axis->high / axis->low);
}

/* Sets of ticks from fine to coarse. A step of 0.02 stands for ratios 0.96, 0.98, 1, 1.02 ...; the
 * others are lists. */
struct tick_set {
    double step;
    const double *ratios;
    size_t count;
};

static const double quarters[] = {1.0 / 3, 0.5, 0.75, 1, 1.5, 2, 3};
static const double thirds[] = {1.0 / 3, 0.5, 1, 2, 3};
static const double halves[] = {0.125, 0.25, 0.5, 1, 2, 4, 8};
static const double fifths[] = {0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 100};
static const double fives[] = {0.008, 0.04, 0.2, 1, 5, 25, 125};
static const double tenths[] = {0.001, 0.01, 0.1, 1, 10, 100, 1000};
static const double thousandths[] = {1e-12, 1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9, 1e12};
static const double alone[] = {1};

static const struct tick_set tick_sets[] = {
    {0.001, NULL, 0},
    {0.002, NULL, 0},
    {0.005, NULL, 0},
    {0.01, NULL, 0},
    {0.02, NULL, 0},
    {0.05, NULL, 0},
    {0.1, NULL, 0},
    {0.2, NULL, 0},
    {0, quarters, sizeof quarters / sizeof *quarters},
    {0, thirds, sizeof thirds / sizeof *thirds},
    {0, halves, sizeof halves / sizeof *halves},
    {0, fifths, sizeof fifths / sizeof *fifths},
    {0, fives, sizeof fives / sizeof *fives},
    {0, tenths, sizeof tenths / sizeof *tenths},
    {0, thousandths, sizeof thousandths / sizeof *thousandths},
    {0, alone, sizeof alone / sizeof *alone},
};

static struct text ratio_label(struct arena *arena, double ratio)
{
    static const struct {
        double ratio;
        const char *words;
    } named[] = {
        {1, "no change"},     {2, "double"},       {3, "triple"},    {0.5, "half"},
        {1.0 / 3, "a third"}, {0.25, "a quarter"}, {0.2, "a fifth"}, {0.125, "an eighth"},
        {0.1, "a tenth"},     {0.05, "1/20"},      {0.04, "1/25"},   {0.01, "1/100"},
        {0.001, "1/1000"},
    };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (fabs(ratio - named[i].ratio) < 1e-9)
            return text_of(named[i].words);
    bool fraction = ratio < 0.01;
    if (fraction || ratio > 3 || ratio == 2.5) {
        double times = fraction ? 1 / ratio : ratio;
        struct text figure = quantity_figure(arena, times, times < 10 && times != floor(times));
        return text_format(arena, fraction ? "1/%.*s" : "%.*s\xc3\x97", (int)figure.size,
                           figure.data);
    }
    double percent = 100 * (ratio - 1);
    return text_format(arena, "%s%.4g %%", percent < 0 ? "\xe2\x88\x92" : "+", fabs(percent));
}

/* The ratios of a set between low and high; the count. */
static size_t list_ratios(const struct tick_set *set, double low, double high, double *ratios,
                          size_t room)
{
    size_t count = 0;
    if (set->step == 0) {
        for (size_t i = 0; i < set->count && count < room; i++)
            if (set->ratios[i] >= low && set->ratios[i] <= high)
                ratios[count++] = set->ratios[i];
        return count;
    }
    double first = ceil((low - 1) / set->step - 1e-9), last = floor((high - 1) / set->step + 1e-9);
    if (last - first + 1 > (double)room)
        return room + 1;
    for (double k = first; k <= last; k++)
        ratios[count++] = 1 + k * set->step;
    return count;
}

/* True when the labels stand clear of each other. */
static bool labels_fit(const struct text_width *ruler, double size, const struct axis *axis,
                       double width)
{
    double last_end = -INFINITY;
    for (size_t i = 0; i < axis->tick_count; i++) {
        double middle = axis_ratio_place(axis, axis->ticks[i].at) * width;
        double half = ruler->measure(ruler, axis->ticks[i].label, size, false) / 2;
        if (middle - half < last_end + size)
            return false;
        last_end = middle + half;
    }
    return true;
}

/* Adds the tick farthest from 1 on a side that has none, if its label has room. */
static void add_to_bare_side(struct arena *arena, const struct text_width *ruler, double size,
                             struct axis *axis, double width, bool upper)
{
    static const double steps[] = {1000, 100,  10,  5,    3,   2,    1.5,  1.4,
                                   1.3,  1.25, 1.2, 1.15, 1.1, 1.05, 1.02, 1.01};
    size_t count = axis->tick_count, place = upper ? count : 0;
    if (count > 0 && (upper ? axis->ticks[count - 1].at > 1 : axis->ticks[0].at < 1))
        return;
    for (size_t i = count; i > place; i--)
        axis->ticks[i] = axis->ticks[i - 1];
    axis->tick_count++;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        bool percent = steps[i] < 2;
        double at = upper ? steps[i] : percent ? 2 - steps[i] : 1 / steps[i];
        axis->ticks[place] = (struct tick){at, ratio_label(arena, at)};
        if (at >= axis->low && at <= axis->high && labels_fit(ruler, size, axis, width))
            return;
    }
    for (size_t i = place; i < count; i++)
        axis->ticks[i] = axis->ticks[i + 1];
    axis->tick_count = count;
}

struct axis axis_ratio(struct arena *arena, const struct text_width *ruler, double size, double low,
                       double high, double width)
{
    enum { ROOM = 24 };
    double ratios[ROOM];
    struct axis axis = {.low = low, .high = high};
    axis.ticks = arena_take_array(arena, ROOM + 2, sizeof *axis.ticks);
    for (size_t s = 0; s < sizeof tick_sets / sizeof *tick_sets; s++) {
        size_t count = list_ratios(&tick_sets[s], low, high, ratios, ROOM);
        if (count > ROOM)
            continue;
        axis.tick_count = count;
        for (size_t i = 0; i < count; i++)
            axis.ticks[i] = (struct tick){ratios[i], ratio_label(arena, ratios[i])};
        if (labels_fit(ruler, size, &axis, width))
            break;
    }
    add_to_bare_side(arena, ruler, size, &axis, width, false);
    add_to_bare_side(arena, ruler, size, &axis, width, true);
    return axis;
}
