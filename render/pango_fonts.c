/* A font configuration of our own: the system's font folders, no colour fonts (their outlines are
   black blobs), no bitmap fonts, none of the rules in /etc/fonts or the user's home. Hinting off
   and metrics unrounded, so the same text has the same outline under all settings. LANGUAGE and
   PANGO_LANGUAGE would choose between Chinese and Japanese forms of a character: they are taken out
   of the environment before Pango reads them. */
#include "render/pango_fonts.h"

#include "model/part.h"
#include "render/paint_cairo.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangofc-fontmap.h>
#include <stdlib.h>

struct pango_fonts {
    struct fonts calls; /* first: a pointer to it is one to the whole */
    FcConfig *config;
    PangoFontMap *map;
    PangoContext *context;
    bool lacking;
};

static const char configuration[] =
    "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"urn:fontconfig:fonts.dtd\"><fontconfig>"
    "<dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir><dir prefix=\"xdg\">fonts</dir>"
    "<cachedir>/var/cache/fontconfig</cachedir><cachedir prefix=\"xdg\">fontconfig</cachedir>"
    "<selectfont>"
    "<rejectfont><pattern><patelt name=\"color\"><bool>true</bool></patelt></pattern></rejectfont>"
    "<rejectfont><pattern><patelt "
    "name=\"scalable\"><bool>false</bool></patelt></pattern></rejectfont>"
    "</selectfont></fontconfig>";

static bool load_fonts(struct pango_fonts *fonts)
{
    fonts->config = FcConfigCreate();
    if (fonts->config == NULL ||
        !FcConfigParseAndLoadFromMemory(fonts->config, (const FcChar8 *)configuration, FcTrue) ||
        !FcConfigBuildFonts(fonts->config))
        return false;
    const FcFontSet *set = FcConfigGetFonts(fonts->config, FcSetSystem);
    return set != NULL && set->nfont > 0;
}

static void create_context(struct pango_fonts *fonts)
{
    fonts->map = pango_cairo_font_map_new();
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(fonts->map), fonts->config);
    fonts->context = pango_font_map_create_context(fonts->map);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(fonts->context, options);
    cairo_font_options_destroy(options);
    pango_cairo_context_set_resolution(fonts->context, 72);
    pango_context_set_round_glyph_positions(fonts->context, FALSE);
    pango_context_set_language(fonts->context, pango_language_from_string("en"));
}

static void close_fonts(struct fonts *self)
{
    struct pango_fonts *fonts = (struct pango_fonts *)self;
    if (fonts->context != NULL)
        g_object_unref(fonts->context);
    if (fonts->map != NULL)
        g_object_unref(fonts->map);
    if (fonts->config != NULL)
        FcConfigDestroy(fonts->config);
    free(fonts);
}

static bool lack_characters(const struct fonts *self)
{
    return ((const struct pango_fonts *)self)->lacking;
}

static double measure(struct fonts *self, struct text line, double size, bool bold)
{
    PangoRectangle logical;
    PangoLayout *layout = font_layout(self, line, size, bold);
    pango_layout_get_extents(layout, NULL, &logical);
    g_object_unref(layout);
    return logical.width / (double)PANGO_SCALE;
}

static struct fonts *open_fonts(struct failure *failure)
{
    unsetenv("LANGUAGE");
    unsetenv("PANGO_LANGUAGE");
    struct pango_fonts *fonts = calloc(1, sizeof *fonts);
    if (fonts == NULL) {
        failure_set(failure, FAILURE_SYSTEM, "opening the fonts: out of memory");
        return NULL;
    }
    fonts->calls = (struct fonts){close_fonts, lack_characters, measure, paint_cairo};
    if (!load_fonts(fonts)) {
        failure_set(failure, FAILURE_SYSTEM,
                    "drawing text: no font is installed; install fonts-dejavu-core");
        close_fonts(&fonts->calls);
        return NULL;
    }
    create_context(fonts);
    return &fonts->calls;
}

static const struct drawing_calls drawing_calls = {open_fonts};
PART(drawing_calls);

PangoLayout *font_layout(struct fonts *self, struct text line, double size, bool bold)
{
    struct pango_fonts *fonts = (struct pango_fonts *)self;
    PangoLayout *layout = pango_layout_new(fonts->context);
    PangoFontDescription *description = pango_font_description_new();
    pango_font_description_set_family_static(description, "DejaVu Sans");
    pango_font_description_set_weight(description, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_absolute_size(description, size * PANGO_SCALE);
    pango_layout_set_font_description(layout, description);
    pango_font_description_free(description);
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    pango_layout_set_auto_dir(layout, FALSE); /* from left to right as in SVG, whatever begins it */
    pango_layout_set_text(layout, line.size > 0 ? line.data : "", (int)line.size);
    if (pango_layout_get_unknown_glyphs_count(layout) > 0)
        fonts->lacking = true;
    return layout;
}
