#include "render/text_fit.h"

#include "render/line.h"

static double width_of(const struct text_width *ruler, struct text line, double size, bool bold)
{
    return ruler->measure(ruler, line, size, bold);
}

struct text text_fit(struct arena *arena, const struct text_width *ruler, struct text line,
                     double size, bool bold, double width)
{
    if (width_of(ruler, line, size, bold) <= width)
        return line;
    size_t low = 1, high = line_columns(line);
    while (low + 1 < high) { /* `low` columns fit or are the least, `high` do not */
        size_t middle = (low + high) / 2;
        struct text tried = line_shorten(arena, line, middle);
        if (width_of(ruler, tried, size, bold) <= width)
            low = middle;
        else
            high = middle;
    }
    return line_shorten(arena, line, low);
}

/* The columns of `rest` that are surely at most `width` wide, at least 1. */
static size_t columns_that_fit(const struct text_width *ruler, struct text rest, double size,
                               bool bold, double width)
{
    size_t low = 1, high = line_columns(rest) + 1;
    if (width_of(ruler, rest, size, bold) <= width)
        return high;
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        struct text tail = rest, piece = {NULL, 0};
        (void)line_wrap(&tail, middle, &piece);
        if (width_of(ruler, piece, size, bold) <= width)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool wrap_once(struct arena *arena, const struct text_width *ruler, struct text rest,
                      double size, bool bold, double width, size_t most, struct text_lines *lines)
{
    lines->items = arena_take_array(arena, most, sizeof *lines->items);
    lines->count = 0;
    lines->width = 0;
    while (lines->count < most) {
        struct text piece;
        size_t columns = columns_that_fit(ruler, rest, size, bold, width);
        if (!line_wrap(&rest, columns, &piece))
            return true;
        double used = width_of(ruler, piece, size, bold);
        lines->width = used > lines->width ? used : lines->width;
        lines->items[lines->count++] = piece;
    }
    return text_trim(rest).size == 0;
}

struct text_lines text_wrap(struct arena *arena, const struct text_width *ruler, struct text line,
                            double size, bool bold, double width, size_t most)
{
    struct text_lines lines = {0};
    if (wrap_once(arena, ruler, line, size, bold, width, most, &lines))
        return lines;
    size_t low = 1, high = line_columns(line);
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (wrap_once(arena, ruler, line_shorten(arena, line, middle), size, bold, width, most,
                      &lines))
            low = middle;
        else
            high = middle;
    }
    (void)wrap_once(arena, ruler, line_shorten(arena, line, low), size, bold, width, most, &lines);
    lines.shortened = true;
    return lines;
}

struct text_lines text_wrap_evenly(struct arena *arena, const struct text_width *ruler,
                                   struct text line, double size, bool bold, double width,
                                   size_t most)
{
    struct text_lines lines = text_wrap(arena, ruler, line, size, bold, width, most);
    if (lines.shortened)
        return lines;
    double low = width / 2, high = width; /* `high` is wide enough for as many lines */
    while (high - low > 4) {
        double middle = (low + high) / 2;
        struct text_lines tried = text_wrap(arena, ruler, line, size, bold, middle, most);
        if (tried.count <= lines.count && !tried.shortened && tried.width <= middle)
            high = middle;
        else
            low = middle;
    }
    return text_wrap(arena, ruler, line, size, bold, high, most);
}
