#include "command/chart_options.h"

#include "model/number.h"
#include "model/text.h"

#include <string.h>

enum {
    LEAST_SIZE = 200,
    MOST_SIZE = 8000,
};

const struct option_row chart_rows[] = {
    {"theme", KEY_THEME, "light|dark|auto",
     "colours (default: auto, the SVG follows the reader's system and the PNG is light)"},
    {"size", KEY_SIZE, "WxH",
     "pixels of each chart; with Wx only the width is set (default: 1200x); 1200x630 suits link "
     "previews"},
    {"scale", KEY_SCALE, "FACTOR", "pixels of the PNG for one of the size, 2 for dense screens"},
    {"bars", KEY_BARS, NULL, "in the chart of runs, pale bars from zero to the mean"},
    {"chart", KEY_CHART, "NAME,...",
     "draw only these:"
#define CHART(name, question, needs) " " #name
#include "render/charts.h"
#undef CHART
     " (default: all that suit)"},
    {0}};

static bool take_theme(struct chart_choice *choice, const char *value, struct failure *failure)
{
    static const struct {
        const char *name;
        enum theme theme;
    } themes[] = {{"auto", THEME_AUTO}, {"light", THEME_LIGHT}, {"dark", THEME_DARK}};
    for (size_t i = 0; i < sizeof themes / sizeof *themes; i++)
        if (strcmp(value, themes[i].name) == 0) {
            choice->options.theme = themes[i].theme;
            return true;
        }
    return failure_set(failure, FAILURE_USAGE, "--theme wants light, dark or auto, not \"%s\"",
                       value);
}

static bool is_size(double number)
{
    return number >= LEAST_SIZE && number <= MOST_SIZE && number == (double)(long)number;
}

static bool take_size(struct chart_choice *choice, const char *value, struct failure *failure)
{
    struct text text = text_of(value);
    size_t cross = text_find(text, "x", 0);
    struct text height = text_slice(text, cross + 1, text.size);
    struct figure_options *options = &choice->options;
    options->height = 0;
    if (cross < text.size &&
        number_read_plain(text_slice(text, 0, cross), false, &options->width) &&
        is_size(options->width) &&
        (height.size == 0 ||
         (number_read_plain(height, false, &options->height) && is_size(options->height))))
        return true;
    return failure_set(failure, FAILURE_USAGE,
                       "--size wants WIDTHxHEIGHT or WIDTHx in pixels from %d to %d, not \"%s\"",
                       LEAST_SIZE, MOST_SIZE, value);
}

static bool take_scale(struct chart_choice *choice, const char *value, struct failure *failure)
{
    double scale;
    if (!number_read_plain(text_of(value), false, &scale) || scale < 0.25 || scale > 8)
        return failure_set(failure, FAILURE_USAGE,
                           "--scale wants a number from 0.25 to 8, not \"%s\"", value);
    choice->options.scale = scale;
    return true;
}

static bool take_kinds(struct chart_choice *choice, const char *value, struct failure *failure)
{
    struct text rest = text_of(value), piece;
    while (text_next_piece(&rest, ',', &piece)) {
        unsigned kind = 0;
        while (kind < CHART_KINDS && !text_is(text_trim(piece), chart_name((enum chart_kind)kind)))
            kind++;
        if (kind == CHART_KINDS)
            return failure_set(failure, FAILURE_USAGE,
                               "--chart does not know \"%.*s\" (see --help)", (int)piece.size,
                               piece.data);
        choice->kinds[kind] = true;
    }
    choice->options.kinds = choice->kinds;
    return true;
}

bool chart_choice_take(struct chart_choice *choice, int key, const char *value, bool *known,
                       struct failure *failure)
{
    *known = true;
    switch (key) {
    case KEY_THEME:
        return take_theme(choice, value, failure);
    case KEY_SIZE:
        return take_size(choice, value, failure);
    case KEY_SCALE:
        return take_scale(choice, value, failure);
    case KEY_BARS:
        choice->options.bars = true;
        return true;
    case KEY_CHART:
        return take_kinds(choice, value, failure);
    default:
        *known = false;
        return true;
    }
}
