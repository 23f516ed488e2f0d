#ifndef RENDER_FONTS_H
#define RENDER_FONTS_H

#include "model/failure.h"
#include "render/scene.h"

/* The fonts of the system, without the user's or the desktop's settings, so that the same text is
   drawn the same everywhere; and what draws with them. They are the part "drawing" of the program
   (model/part.h): pango_fonts.c, paint_cairo.c, png_file.c. */
struct fonts {
    void (*close)(struct fonts *self);
    bool (*lack_characters)(const struct fonts *self);
    double (*measure)(struct fonts *self, struct text line, double size, bool bold);
    bool (*paint)(struct fonts *self, struct arena *arena, const struct scene *scene,
                  enum theme theme, double scale, struct text *png, struct failure *failure);
};

/* The calls of the part "drawing". */
struct drawing_calls {
    struct fonts *(*open)(struct failure *failure);
};

/* NULL with FAILURE_SYSTEM when no font is installed or what draws cannot be loaded. The caller
   closes it with fonts_close. */
struct fonts *fonts_open(struct failure *failure);
void fonts_close(struct fonts *fonts);

/* True when a text measured so far had characters that no installed font has. */
bool fonts_lack_characters(const struct fonts *fonts);

#endif
