#include "render/fonts.h"

#include "model/part.h"

struct fonts *fonts_open(struct failure *failure)
{
    const struct drawing_calls *calls = part_calls("drawing", failure);
    return calls == NULL ? NULL : calls->open(failure);
}

void fonts_close(struct fonts *fonts)
{
    if (fonts != NULL)
        fonts->close(fonts);
}

bool fonts_lack_characters(const struct fonts *fonts)
{
    return fonts->lack_characters(fonts);
}

#ifdef __SANITIZE_ADDRESS__
/* Pango 1.50 keeps patterns of fontconfig that nobody can give back (FcFini finds them in use and
   ends the program): leaks of this library are not reported, those of this program are. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
__attribute__((visibility("default"))) const char *__lsan_default_options(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig.so";
}

const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
#endif
