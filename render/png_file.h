#ifndef RENDER_PNG_FILE_H
#define RENDER_PNG_FILE_H

#include "model/failure.h"
#include "model/text.h"

/* Pixels of 4 bytes in memory order blue, green, red, unused; rows of `stride` bytes. */
struct pixels {
    const unsigned char *rows;
    unsigned width, height;
    size_t stride;
};

struct png_note {
    const char *keyword; /* "Title", "Description", "Software" */
    struct text text;
};

/* The pixels as a PNG with the notes as text chunks; `pixels_per_inch` says how large it is meant
   to be shown. Without a date: the same pixels give the same bytes. `*png` is owned by `arena`. */
NODISCARD bool png_encode(struct arena *arena, const struct pixels *pixels, double pixels_per_inch,
                          const struct png_note *notes, size_t note_count, struct text *png,
                          struct failure *failure);

#endif
