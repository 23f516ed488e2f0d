#ifndef TESTS_UNIT_RENDER_GOLDEN_H
#define TESTS_UNIT_RENDER_GOLDEN_H

#include "model/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Compares with fixtures/render/NAME. On a difference NAME.got is written beside it and its path
   printed; false is returned. */
static inline bool golden_matches(struct arena *arena, const char *name, struct text got)
{
    const char *path = text_format(arena, "%s/render/%s", FIXTURES, name).data;
    struct text_builder wanted = {.arena = arena};
    char bytes[4096];
    FILE *file = fopen(path, "rb");
    for (size_t n; file != NULL && (n = fread(bytes, 1, sizeof bytes, file)) > 0;)
        text_add(&wanted, (struct text){bytes, n});
    if (file != NULL)
        fclose(file);
    if (file != NULL && text_equal(text_built(&wanted), got))
        return true;
    const char *other = text_format(arena, "%s.got", path).data;
    FILE *out = fopen(other, "wb");
    if (out != NULL) {
        fwrite(got.data, 1, got.size, out);
        fclose(out);
    }
    fprintf(stderr, "%s differs: see %s\n", path, other);
    return false;
}

#endif
