#include "render/text_width.h"

#include "render/fonts.h"
#include "render/line.h"

static double measure_with_fonts(const struct text_width *self, struct text line, double size,
                                 bool bold)
{
    return self->fonts->measure(self->fonts, line, size, bold);
}

static double measure_fixed(const struct text_width *self, struct text line, double size, bool bold)
{
    (void)self;
    return (double)line_columns(line) * size * (bold ? 0.65 : 0.6);
}

struct text_width text_width_of(struct fonts *fonts)
{
    return (struct text_width){measure_with_fonts, fonts};
}

struct text_width text_width_fixed(void)
{
    return (struct text_width){measure_fixed, NULL};
}
