#include "ingest/input_paths.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEEPEST = 32 };

static struct input_path *add(struct input_paths *paths, struct input_path path)
{
    paths->items = arena_grow(paths->arena, paths->items, paths->count, &paths->capacity,
                              sizeof *paths->items);
    paths->items[paths->count] = path;
    return &paths->items[paths->count++];
}

static const char *join(struct arena *arena, const char *folder, const char *name)
{
    size_t size = strlen(folder);
    bool slash = size > 0 && folder[size - 1] == '/';
    return text_format(arena, "%s%s%s", folder, slash ? "" : "/", name).data;
}

static bool is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_archive(struct arena *arena, const char *folder)
{
    struct stat status;
    return stat(join(arena, folder, "manifest.jsonl"), &status) == 0 && S_ISREG(status.st_mode);
}

static int compare_names(const void *a, const void *b)
{
    const struct text *left = a, *right = b;
    return text_compare_naturally(*left, *right);
}

static void add_folder(struct input_paths *paths, struct input_path folder, int depth);

static void add_found(struct input_paths *paths, struct input_path found, int depth)
{
    if (!is_directory(found.path)) {
        add(paths, found);
    } else if (is_archive(paths->arena, found.path)) {
        found.archive = true;
        add(paths, found);
    } else {
        add_folder(paths, found, depth);
    }
}

static void add_folder(struct input_paths *paths, struct input_path folder, int depth)
{
    DIR *directory = depth < DEEPEST ? opendir(folder.path) : NULL;
    if (directory == NULL) {
        folder.unreadable = true;
        add(paths, folder);
        return;
    }
    struct text *names = NULL;
    size_t count = 0, capacity = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        names = arena_grow(paths->arena, names, count, &capacity, sizeof *names);
        names[count++] = text_copy(paths->arena, text_of(entry->d_name));
    }
    (void)closedir(directory);
    if (count > 1)
        qsort(names, count, sizeof *names, compare_names);
    for (size_t i = 0; i < count; i++) {
        struct input_path found = folder;
        found.path = join(paths->arena, folder.path, names[i].data);
        found.named = false;
        add_found(paths, found, depth + 1);
    }
}

/* Labels before the first colon whose left side is a list of name=level. */
static const char *take_labels(struct arena *arena, const char *argument, struct input_path *path)
{
    struct stat status;
    struct text all = text_of(argument);
    size_t colon = text_find(all, ":", 0);
    struct text labels = text_slice(all, 0, colon), label;
    if (stat(argument, &status) == 0 || colon == all.size ||
        text_find(labels, "=", 0) == labels.size ||
        text_find(labels, "/", 0) < text_find(labels, "=", 0))
        return argument;
    struct setting *items = NULL;
    size_t count = 0, capacity = 0;
    for (struct text rest = labels; text_next_piece(&rest, ',', &label);) {
        size_t equals = text_find(label, "=", 0);
        if (equals == 0 || equals == label.size)
            return argument;
        items = arena_grow(arena, items, count, &capacity, sizeof *items);
        items[count++] = (struct setting){text_trim(text_slice(label, 0, equals)),
                                          text_trim(text_slice(label, equals + 1, label.size))};
    }
    path->labels = items;
    path->label_count = count;
    return argument + colon + 1;
}

void input_paths_add(struct input_paths *paths, const char *argument)
{
    struct input_path path = {.named = true};
    path.path = take_labels(paths->arena, argument, &path);
    add_found(paths, path, 0);
}
