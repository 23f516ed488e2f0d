#include "render/old_pages.h"

#include "render/chart.h"
#include "render/paint_svg.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* "runs-3.svg": a kind of chart, a number from 2, one of the two endings. */
static bool is_numbered_page(struct text name)
{
    if (!text_ends_with(name, ".svg") && !text_ends_with(name, ".png"))
        return false;
    name = text_slice(name, 0, name.size - 4);
    for (unsigned kind = 0; kind < CHART_KINDS; kind++) {
        const char *start = chart_name((enum chart_kind)kind);
        if (!text_starts_with(name, start))
            continue;
        struct text rest = text_slice(name, strlen(start), name.size);
        if (rest.size < 2 || rest.data[0] != '-' || rest.data[1] == '0' || text_is(rest, "-1"))
            continue;
        size_t digits = 1;
        while (digits < rest.size && rest.data[digits] >= '0' && rest.data[digits] <= '9')
            digits++;
        if (digits == rest.size)
            return true;
    }
    return false;
}

/* The mark stands in the first bytes of an SVG, and in the text chunks of a PNG before its pixels.
 */
static bool is_our_own(const char *path)
{
    char bytes[65536];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    struct text start = {bytes, fread(bytes, 1, sizeof bytes, file)};
    (void)fclose(file);
    const char *mark = text_ends_with(text_of(path), ".svg") ? SVG_MAKER : "ashiftstat ";
    size_t mark_size = strlen(mark);
    for (size_t i = 0; i + mark_size <= start.size; i++)
        if (memcmp(start.data + i, mark, mark_size) == 0)
            return true;
    return false;
}

static bool is_kept(struct text name, const struct text *kept, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text_equal(kept[i], name))
            return true;
    return false;
}

void old_pages_remove(const char *directory, const struct text *kept, size_t count)
{
    DIR *folder = opendir(directory);
    if (folder == NULL)
        return;
    struct arena *arena = arena_create();
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        struct text name = text_of(entry->d_name);
        if (!is_numbered_page(name) || is_kept(name, kept, count))
            continue;
        const char *path = text_format(arena, "%s/%s", directory, entry->d_name).data;
        if (is_our_own(path))
            (void)unlink(path);
    }
    arena_free(arena);
    (void)closedir(folder);
}
