#include "ingest/input_paths.h"

#include <dirent.h>
#include <stdio.h>
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

/* The folder of a member that is an archive's manifest; empty for others. */
static struct text manifest_folder(struct text path)
{
    static const char manifest[] = "/manifest.jsonl";
    return text_ends_with(path, manifest) ? text_slice(path, 0, path.size - strlen(manifest))
                                          : (struct text){NULL, 0};
}

static bool is_in_folder(struct text path, struct text folder)
{
    return path.size > folder.size && path.data[folder.size] == '/' &&
           text_equal(text_slice(path, 0, folder.size), folder);
}

/* Members as paths of their own; those of an archive made by `ashiftstat collect` as one. */
static void add_members(struct input_paths *paths, struct input_path packed,
                        const struct packed_members *members)
{
    struct text archive = {NULL, 0};
    packed.named = false;
    packed.packed = members;
    for (size_t i = 0; i < members->count; i++)
        if (manifest_folder(members->items[i].path).size > 0)
            archive = manifest_folder(members->items[i].path);
    for (size_t i = 0; i < members->count; i++) {
        const struct packed_member *member = &members->items[i];
        struct text folder = manifest_folder(member->path);
        packed.archive = folder.size > 0;
        if (!packed.archive && archive.size > 0 && is_in_folder(member->path, archive))
            continue;
        packed.path = text_string(paths->arena, packed.archive ? folder : member->path);
        packed.refusal = member->refusal.size > 0 ? member->refusal.data : NULL;
        add(paths, packed);
    }
}

static bool looks_packed(const char *path)
{
    char head[512];
    struct stat status;
    /* files of /proc are without size, and one of them never ends */
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0)
        return false;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    size_t size = fread(head, 1, sizeof head, file);
    (void)fclose(file);
    return packed_file_is((struct text){head, size});
}

static void add_file(struct input_paths *paths, struct input_path file)
{
    if (!looks_packed(file.path)) {
        add(paths, file);
        return;
    }
    struct packed_members *members = arena_take(paths->arena, sizeof *members);
    struct failure failure = {.kind = FAILURE_NONE};
    if (packed_file_read(paths->arena, file.path, members, &failure)) {
        add_members(paths, file, members);
    } else {
        file.refusal = text_copy(paths->arena, text_of(failure.message)).data;
        file.system = failure.kind == FAILURE_SYSTEM;
        add(paths, file);
    }
}

/* The folders around one that is being read, to see when a link leads back. */
struct folder_chain {
    const struct folder_chain *outer;
    dev_t device;
    ino_t inode;
    int depth;
};

static void add_folder(struct input_paths *paths, struct input_path folder,
                       const struct folder_chain *outer);

static void add_found(struct input_paths *paths, struct input_path found,
                      const struct folder_chain *outer)
{
    if (!is_directory(found.path)) {
        add_file(paths, found);
    } else if (is_archive(paths->arena, found.path)) {
        found.archive = true;
        add(paths, found);
    } else {
        add_folder(paths, found, outer);
    }
}

/* Why a folder is not read; NULL = it is. */
static const char *folder_refusal(const char *path, const struct folder_chain *outer,
                                  struct folder_chain *link)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return "is a folder that cannot be read";
    *link = (struct folder_chain){outer, status.st_dev, status.st_ino,
                                  outer == NULL ? 0 : outer->depth + 1};
    for (; outer != NULL; outer = outer->outer)
        if (outer->device == status.st_dev && outer->inode == status.st_ino)
            return "leads back to a folder around it: not followed";
    return link->depth < DEEPEST ? NULL : "lies too deep in folders: not read";
}

static void add_folder(struct input_paths *paths, struct input_path folder,
                       const struct folder_chain *outer)
{
    struct folder_chain link;
    folder.refusal = folder_refusal(folder.path, outer, &link);
    DIR *directory = folder.refusal == NULL ? opendir(folder.path) : NULL;
    if (directory == NULL) {
        if (folder.refusal == NULL)
            folder.refusal = "is a folder that cannot be read";
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
        add_found(paths, found, &link);
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
    add_found(paths, path, NULL);
}

void input_paths_add_folder(struct input_paths *paths, const char *folder)
{
    add_folder(paths, (struct input_path){.path = folder}, NULL);
}
