#include "ingest/archive_identities.h"

#include "ingest/identity.h"
#include "ingest/input.h"
#include "ingest/input_paths.h"

#include <string.h>

static void add_place(struct reading *reading, struct identity_place place)
{
    reading->identities = arena_grow(reading->arena, reading->identities, reading->identity_count,
                                     &reading->identity_capacity, sizeof *reading->identities);
    reading->identities[reading->identity_count++] = place;
}

static bool is_name_byte(char byte)
{
    return text_is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           byte == '-' || byte == '.' || byte == '_';
}

static bool is_letter(char byte)
{
    return is_name_byte(byte) && !text_is_digit(byte) && strchr("-._", byte) == NULL;
}

static size_t name_end(struct text text, size_t at)
{
    while (at < text.size && is_name_byte(text.data[at]))
        at++;
    return at;
}

/* "Linux tower 6.1.0-18-amd64", unlike "Linux 6.1.0" and "Linux version 6.1.0". */
static bool host_of_kernel(struct text text, size_t at, struct identity *found)
{
    static const char kernel[] = "Linux ";
    size_t start = at + sizeof kernel - 1, end = name_end(text, start);
    struct text name = text_slice(text, start, end);
    *found = (struct identity){start, end - start, "a host name"};
    return text_starts_with(text_slice(text, at, text.size), kernel) && name.size > 1 &&
           is_letter(name.data[0]) && !text_is(name, "version") && end + 1 < text.size &&
           text.data[end] == ' ' && text_is_digit(text.data[end + 1]);
}

/* "me@tower" with its @ at this byte; unlike the snapshot "pool/data@name", the unit "a@1.service",
   and who built the kernel. */
static bool user_at_host(struct text text, size_t at, struct identity *found)
{
    size_t start = at, end = name_end(text, at + 1), line = at;
    if (text.data[at] != '@')
        return false;
    while (start > 0 && is_name_byte(text.data[start - 1]))
        start--;
    while (line > 0 && text.data[line - 1] != '\n')
        line--;
    *found = (struct identity){start, end - start, "the name of a user and a host"};
    bool is_snapshot = start > 0 && text.data[start - 1] == '/';
    struct text built = text_slice(text, line, start);
    return start < at && end > at + 2 && is_letter(text.data[at + 1]) && !is_snapshot &&
           text_find(built, "Linux version ", 0) == built.size;
}

static bool is_found_already(const struct reading *reading, size_t first, const char *what)
{
    for (size_t i = first; i < reading->identity_count; i++)
        if (reading->identities[i].what == what)
            return true;
    return false;
}

static void search(struct reading *reading, struct text path, struct text text)
{
    size_t first = reading->identity_count, line_start = 0;
    unsigned line = 1;
    for (size_t at = 0; at < text.size; at++) {
        struct identity found;
        if (text.data[at] == '\n')
            line++, line_start = at + 1;
        if (!identity_at(text, at, &found) && !user_at_host(text, at, &found) &&
            !(at == line_start && host_of_kernel(text, at, &found)))
            continue;
        if (!identity_is_told(text_slice(text, found.start, found.start + found.size)) ||
            is_found_already(reading, first, found.what))
            continue;
        add_place(reading, (struct identity_place){{path, line}, found.what});
    }
}

static void search_file(struct reading *reading, const struct input_path *file,
                        const struct packed_members *packed)
{
    struct arena *scratch = arena_create();
    struct failure failure = {.kind = FAILURE_NONE};
    struct text path = text_copy(reading->arena, text_of(file->path)), bytes, text;
    bool read = file->refusal == NULL && input_bytes(scratch, packed, file->path, &bytes, &failure);
    reading->searched_files++;
    if (read && bytes.size > 0 && input_decode(scratch, bytes, &text, &failure))
        search(reading, path, text);
    else if (!read || bytes.size > 0)
        add_place(reading, (struct identity_place){{path, NO_LINE}, NULL});
    arena_free(scratch);
}

void archive_identities_find(struct reading *reading, const char *folder,
                             const struct packed_members *packed)
{
    struct arena *scratch = arena_create();
    struct input_paths paths = {.arena = scratch};
    if (packed == NULL)
        input_paths_add_folder(&paths, folder);
    for (size_t i = 0; i < paths.count; i++)
        search_file(reading, &paths.items[i], paths.items[i].packed);
    size_t size = strlen(folder);
    for (size_t i = 0; packed != NULL && i < packed->count; i++) {
        const struct packed_member *member = &packed->items[i];
        if (!text_starts_with(member->path, folder) || member->path.size <= size ||
            member->path.data[size] != '/')
            continue;
        struct input_path file = {.path = text_string(scratch, member->path),
                                  .refusal = member->refusal.size > 0 ? "" : NULL};
        search_file(reading, &file, packed);
    }
    arena_free(scratch);
}
