/* A font configuration of our own: the system's font folders, no colour fonts (their outlines are
   black blobs), no bitmap fonts, none of the rules in /etc/fonts or the user's home. Hinting off
   and metrics unrounded, so the same text has the same outline under all settings. LANGUAGE and
   PANGO_LANGUAGE would choose between Chinese and Japanese forms of a character: they are taken out
   of the environment before Pango reads them. */
#include "render/font.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangofc-fontmap.h>
#include <stdlib.h>

struct fonts {
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

static bool load_fonts(struct fonts *fonts)
{
    fonts->config = FcConfigCreate();
    if (fonts->config == NULL ||
        !FcConfigParseAndLoadFromMemory(fonts->config, (const FcChar8 *)configuration, FcTrue) ||
        !FcConfigBuildFonts(fonts->config))
        return false;
    const FcFontSet *set = FcConfigGetFonts(fonts->config, FcSetSystem);
    return set != NULL && set->nfont > 0;
}

static void create_context(struct fonts *fonts)
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

struct fonts *fonts_open(struct failure *failure)
{
    unsetenv("LANGUAGE");
    unsetenv("PANGO_LANGUAGE");
    struct fonts *fonts = calloc(1, sizeof *fonts);
    if (fonts == NULL) {
        failure_set(failure, FAILURE_SYSTEM, "opening the fonts: out of memory");
        return NULL;
    }
    if (!load_fonts(fonts)) {
        failure_set(failure, FAILURE_SYSTEM,
                    "drawing text: no font is installed; install fonts-dejavu-core");
        fonts_close(fonts);
        return NULL;
    }
    create_context(fonts);
    return fonts;
}

void fonts_close(struct fonts *fonts)
{
    if (fonts == NULL)
        return;
    if (fonts->context != NULL)
        g_object_unref(fonts->context);
    if (fonts->map != NULL)
        g_object_unref(fonts->map);
    if (fonts->config != NULL)
        FcConfigDestroy(fonts->config);
    free(fonts);
}

bool fonts_lack_characters(const struct fonts *fonts)
{
    return fonts->lacking;
}

PangoLayout *font_layout(struct fonts *fonts, struct text line, double size, bool bold)
{
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

#ifdef __SANITIZE_ADDRESS__
/* Pango 1.50 keeps patterns of fontconfig that nobody can give back (FcFini finds them in use and
   ends the program): leaks of this library are not reported, those of this program are. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_options(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig.so";
}

const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
#endif
