/* SVG 1.1 by hand: text stays text (searchable, read aloud, compared line by line), marks are
   coloured by class, and a style block holds the theme, or both: then browsers pick by
   prefers-color-scheme, and converters that know no media query show the light one. No CSS
   variables, no dominant-baseline: converters drop declarations that use them. */
#include "render/paint_svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct painter {
    struct text_builder out;
    const char *name;
    bool hatched; /* the pattern is defined */
};

static void add(struct painter *painter, const char *string)
{
    text_add_string(&painter->out, string);
}

/* ` name="12.5"`, at most two decimals. */
static void add_length(struct painter *painter, const char *name, double value)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.2f", value);
    char *end = digits + strlen(digits);
    while (end[-1] == '0')
        *--end = '\0';
    if (end[-1] == '.')
        *--end = '\0';
    text_add_format(&painter->out, " %s=\"%s\"", name, strcmp(digits, "-0") == 0 ? "0" : digits);
}

static void add_escaped(struct painter *painter, struct text text)
{
    static const struct {
        char character;
        const char *entity;
    } entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
    for (size_t i = 0; i < text.size; i++) {
        const char *entity = NULL;
        for (size_t k = 0; k < sizeof entities / sizeof *entities; k++)
            if (text.data[i] == entities[k].character)
                entity = entities[k].entity;
        /* U+FFFE and U+FFFF are no characters of XML */
        if (text.size - i >= 3 && memcmp(text.data + i, "\xef\xbf", 2) == 0 &&
            ((unsigned char)text.data[i + 2] | 1) == 0xbf) {
            entity = "\xef\xbf\xbd";
            i += 2;
        }
        if (entity != NULL)
            add(painter, entity);
        else
            text_add(&painter->out, text_slice(text, i, i + 1));
    }
}

static void add_dash(struct painter *painter, const struct dash *dash)
{
    for (size_t i = 0; i < dash->count; i++)
        text_add_format(&painter->out, "%s%g", i == 0 ? " stroke-dasharray=\"" : " ",
                        dash->parts[i]);
    if (dash->count > 0)
        add(painter, "\"");
}

static void add_class(struct painter *painter, const struct mark *mark)
{
    text_add_format(&painter->out, " class=\"");
    if (mark->fill != ROLE_NONE)
        text_add_format(&painter->out, "%s-%s", painter->name, palette_name(mark->fill));
    if (mark->fill != ROLE_NONE && mark->stroke != ROLE_NONE)
        add(painter, " ");
    if (mark->stroke != ROLE_NONE)
        text_add_format(&painter->out, "%s-s%s", painter->name, palette_name(mark->stroke));
    add(painter, "\"");
    if (mark->stroke != ROLE_NONE)
        add_length(painter, "stroke-width", mark->stroke_width);
    if (mark->round)
        add(painter, " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    add_dash(painter, &scene_dashes[mark->dash]);
    if (mark->opacity > 0 && mark->opacity < 1)
        add_length(painter, "opacity", mark->opacity);
    if (mark->fill == ROLE_NONE)
        add(painter, " fill=\"none\"");
}

/* Closes the element, with its tooltip when it has one. */
static void close_element(struct painter *painter, const char *element, struct text full)
{
    if (full.size == 0) {
        add(painter, "/>\n");
        return;
    }
    add(painter, "><title>");
    add_escaped(painter, full);
    text_add_format(&painter->out, "</title></%s>\n", element);
}

static void add_points(struct painter *painter, const struct point *points, size_t count)
{
    add(painter, " points=\"");
    for (size_t i = 0; i < count; i++)
        text_add_format(&painter->out, "%s%.1f,%.1f", i == 0 ? "" : " ", points[i].x, points[i].y);
    add(painter, "\"");
}

static void paint_rectangle(struct painter *painter, const struct mark *mark)
{
    add(painter, "<rect");
    add_length(painter, "x", mark->at.x);
    add_length(painter, "y", mark->at.y);
    add_length(painter, "width", mark->to.x - mark->at.x);
    add_length(painter, "height", mark->to.y - mark->at.y);
    add_class(painter, mark);
    close_element(painter, "rect", mark->full);
}

static void paint_line(struct painter *painter, const struct mark *mark)
{
    add(painter, "<line");
    add_length(painter, "x1", mark->at.x);
    add_length(painter, "y1", mark->at.y);
    add_length(painter, "x2", mark->to.x);
    add_length(painter, "y2", mark->to.y);
    add_class(painter, mark);
    close_element(painter, "line", mark->full);
}

static void paint_polyline(struct painter *painter, const struct mark *mark)
{
    add(painter, "<polyline");
    add_points(painter, mark->points, mark->point_count);
    add_class(painter, mark);
    close_element(painter, "polyline", mark->full);
}

static void paint_marker(struct painter *painter, const struct mark *mark)
{
    struct point corners[4];
    size_t count = scene_marker_corners(mark, corners);
    if (count == 0) {
        add(painter, "<circle");
        add_length(painter, "cx", mark->at.x);
        add_length(painter, "cy", mark->at.y);
        add_length(painter, "r", mark->size);
    } else {
        add(painter, "<polygon");
        add_points(painter, corners, count);
    }
    add_class(painter, mark);
    close_element(painter, count == 0 ? "circle" : "polygon", mark->full);
}

static void paint_text(struct painter *painter, const struct mark *mark)
{
    static const char *const anchors[] = {
        [ANCHOR_START] = "", [ANCHOR_MIDDLE] = "middle", [ANCHOR_END] = "end"};
    add(painter, "<text");
    add_length(painter, "x", mark->at.x);
    add_length(painter, "y", mark->at.y);
    add_length(painter, "font-size", mark->size);
    add_class(painter, mark);
    if (mark->anchor != ANCHOR_START)
        text_add_format(&painter->out, " text-anchor=\"%s\"", anchors[mark->anchor]);
    if (mark->bold)
        add(painter, " font-weight=\"700\"");
    if (mark->keep_width && mark->width > 0) {
        add_length(painter, "textLength", mark->width);
        add(painter, " lengthAdjust=\"spacingAndGlyphs\"");
    }
    add(painter, ">");
    if (mark->full.size > 0) {
        add(painter, "<title>");
        add_escaped(painter, mark->full);
        add(painter, "</title>");
    }
    add_escaped(painter, mark->text);
    add(painter, "</text>\n");
}

/* The pattern of the first hatching serves all. */
static void paint_hatch(struct painter *painter, const struct mark *mark)
{
    if (!painter->hatched) {
        text_add_format(&painter->out,
                        "<defs><pattern id=\"%s-hatch\" width=\"%d\" height=\"%d\" "
                        "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                        "<line y2=\"%d\"",
                        painter->name, HATCH_STEP, HATCH_STEP, HATCH_STEP);
        add_class(painter, mark);
        add(painter, "/></pattern></defs>\n");
        painter->hatched = true;
    }
    add(painter, "<rect");
    add_length(painter, "x", mark->at.x);
    add_length(painter, "y", mark->at.y);
    add_length(painter, "width", mark->to.x - mark->at.x);
    add_length(painter, "height", mark->to.y - mark->at.y);
    text_add_format(&painter->out, " fill=\"url(#%s-hatch)\"/>\n", painter->name);
}

static void paint_mark(struct painter *painter, const struct mark *mark)
{
    switch (mark->kind) {
    case MARK_RECTANGLE:
        paint_rectangle(painter, mark);
        return;
    case MARK_LINE:
        paint_line(painter, mark);
        return;
    case MARK_POLYLINE:
        paint_polyline(painter, mark);
        return;
    case MARK_MARKER:
        paint_marker(painter, mark);
        return;
    case MARK_TEXT:
        paint_text(painter, mark);
        return;
    case MARK_HATCH:
        paint_hatch(painter, mark);
        return;
    }
}

/* The classes that are used, in one theme. */
static void add_classes(struct painter *painter, const struct scene *scene, enum theme theme)
{
    bool filled[ROLE_COUNT] = {false}, stroked[ROLE_COUNT] = {false};
    for (size_t i = 0; i < scene->count; i++) {
        filled[scene->marks[i].fill] = true;
        stroked[scene->marks[i].stroke] = true;
    }
    for (unsigned role = ROLE_PAPER; role < ROLE_COUNT; role++) {
        const char *name = palette_name((enum role)role);
        unsigned colour = palette_colour((enum role)role, theme);
        if (filled[role])
            text_add_format(&painter->out, ".%s-%s{fill:#%06x}", painter->name, name, colour);
        if (stroked[role])
            text_add_format(&painter->out, ".%s-s%s{stroke:#%06x}", painter->name, name, colour);
    }
}

static void open_document(struct painter *painter, const struct scene *scene, enum theme theme)
{
    text_add_format(&painter->out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                    "width=\"%.0f\" height=\"%.0f\" role=\"img\" "
                    "aria-labelledby=\"%s-title %s-desc\" "
                    "font-family=\"'DejaVu Sans',Verdana,Geneva,sans-serif\">\n" SVG_MAKER
                    "\n<title id=\"%s-title\">",
                    scene->width, scene->height, scene->shown_width, scene->shown_height,
                    painter->name, painter->name, painter->name);
    add_escaped(painter, scene->title);
    text_add_format(&painter->out, "</title>\n<desc id=\"%s-desc\">", painter->name);
    add_escaped(painter, scene->description);
    add(painter, "</desc>\n<style>");
    add_classes(painter, scene, theme);
    if (theme == THEME_AUTO) {
        add(painter, "\n@media screen and (prefers-color-scheme:dark){");
        add_classes(painter, scene, THEME_DARK);
        add(painter, "}");
    }
    add(painter, "</style>\n");
}

struct text paint_svg(struct arena *arena, const struct scene *scene, const char *name,
                      enum theme theme)
{
    struct painter painter = {.out = {.arena = arena}, .name = name};
    open_document(&painter, scene, theme);
    for (size_t i = 0; i < scene->count; i++)
        paint_mark(&painter, &scene->marks[i]);
    add(&painter, "</svg>\n");
    return text_built(&painter.out);
}
