/* Archives by libarchive; the only file that knows it. */
#include "ingest/packed_file.h"

#include "ingest/input.h"
#include "model/part.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdint.h>

enum { DEEPEST = 3, MOST_MEMBERS = 100000, ENOUGH_TO_TELL = 1 << 12 };

/* The most that is unpacked from one file. */
static const size_t most_bytes = (size_t)1 << 30;

struct unpacking {
    struct arena *arena;
    struct packed_members *members;
    size_t bytes;
    const char *full; /* why nothing more is unpacked; NULL = go on */
};

static void put_member(struct unpacking *unpacking, struct packed_member member)
{
    struct packed_members *members = unpacking->members;
    members->items = arena_grow(unpacking->arena, members->items, members->count,
                                &members->capacity, sizeof member);
    members->items[members->count++] = member;
}

static void add_member(struct unpacking *unpacking, struct packed_member member)
{
    if (unpacking->members->count < MOST_MEMBERS)
        put_member(unpacking, member);
    else
        unpacking->full = "holds more than 100,000 files: the rest was not read";
}

/* Why no more of a member is unpacked than `read`; NULL = go on. */
static const char *refusal_of(struct unpacking *unpacking, const struct text_builder *read,
                              bool *told)
{
    struct text head = {read->data, read->size};
    if (unpacking->bytes > most_bytes) {
        unpacking->full = "unpacks to more than 1 GiB: the rest was not read";
        return "was not read: the archive unpacks to more than 1 GiB";
    }
    if (read->size > INPUT_LARGEST)
        return "unpacks to more than 256 MiB: too large to read";
    if (*told || read->size < ENOUGH_TO_TELL)
        return NULL;
    *told = true;
    return input_is_binary(head) && !packed_file_is(head) ? "is a binary file" : NULL;
}

/* Reads the data of the entry; false with the member's refusal set. */
static bool read_data(struct unpacking *unpacking, struct archive *archive,
                      struct packed_member *member)
{
    struct arena *scratch = arena_create();
    struct text_builder builder = {.arena = scratch};
    const char *refusal = NULL;
    bool told = false;
    char piece[65536];
    la_ssize_t size = 0;
    while (refusal == NULL && (size = archive_read_data(archive, piece, sizeof piece)) > 0) {
        unpacking->bytes += (size_t)size;
        text_add(&builder, (struct text){piece, (size_t)size});
        refusal = refusal_of(unpacking, &builder, &told);
    }
    if (refusal == NULL)
        member->content = text_copy(unpacking->arena, text_built(&builder));
    arena_free(scratch);
    if (refusal != NULL)
        member->refusal = text_of(refusal);
    else if (size < 0)
        member->refusal =
            text_format(unpacking->arena, "cannot be unpacked: %s", archive_error_string(archive));
    return refusal == NULL && size == 0;
}

static void unpack(struct unpacking *unpacking, struct archive *archive, struct text path,
                   int depth);

static struct archive *open_packed(struct text content, const char *path, bool single)
{
    struct archive *archive = archive_read_new();
    if (archive == NULL)
        return NULL;
    archive_read_support_filter_all(archive);
    if (single) {
        archive_read_support_format_raw(archive);
    } else {
        archive_read_support_format_tar(archive);
        archive_read_support_format_zip(archive);
        archive_read_support_format_7zip(archive);
    }
    int status = path != NULL ? archive_read_open_filename(archive, path, 1 << 16)
                              : archive_read_open_memory(archive, content.data, content.size);
    if (status == ARCHIVE_OK)
        return archive;
    archive_read_free(archive);
    return NULL;
}

static bool unpack_one(struct unpacking *unpacking, struct text content, const char *file,
                       struct text path, int depth)
{
    struct archive *archive = open_packed(content, file, false);
    if (archive != NULL) {
        size_t before = unpacking->members->count;
        unpack(unpacking, archive, path, depth);
        archive_read_free(archive);
        if (unpacking->members->count > before)
            return true; /* else a single packed file that begins with zeros, like an empty tar */
    }
    struct archive_entry *entry;
    archive = open_packed(content, file, true);
    if (archive == NULL)
        return false;
    bool filtered = archive_filter_count(archive) > 1;
    struct packed_member member = {.path = path};
    if (filtered && archive_read_next_header(archive, &entry) == ARCHIVE_OK) {
        (void)read_data(unpacking, archive, &member);
        add_member(unpacking, member);
    }
    archive_read_free(archive);
    return filtered;
}

/* The path of a member on one line. */
static struct text path_of(struct arena *arena, struct text archive, const char *name)
{
    struct text path = text_clean(arena, text_format(arena, "%.*s/%s", (int)archive.size,
                                                     archive.data, name == NULL ? "?" : name));
    char *data = (char *)(uintptr_t)path.data;
    for (size_t i = 0; i < path.size; i++)
        if (data[i] == '\n' || data[i] == '\t')
            data[i] = ' ';
    return path;
}

/* A file or one of its folders is hidden, as what begins with a dot is in a folder. */
static bool is_hidden(const char *name)
{
    struct text rest = text_of(name), piece;
    while (text_next_piece(&rest, '/', &piece))
        if (text_starts_with(piece, ".") && !text_is(piece, ".") && !text_is(piece, ".."))
            return true;
    return false;
}

static void take_entry(struct unpacking *unpacking, struct archive *archive,
                       struct archive_entry *entry, struct text path, int depth)
{
    const char *name = archive_entry_pathname(entry);
    struct packed_member member = {.path = path_of(unpacking->arena, path, name)};
    if (archive_entry_filetype(entry) == AE_IFDIR || is_hidden(name))
        return;
    if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != NULL)
        member.refusal = text_of("is a link or a device in an archive: not read");
    else if (archive_entry_is_encrypted(entry))
        member.refusal = text_of("is encrypted");
    else if (read_data(unpacking, archive, &member) && packed_file_is(member.content)) {
        if (depth + 1 < DEEPEST &&
            unpack_one(unpacking, member.content, NULL, member.path, depth + 1))
            return;
        member.refusal = text_of(depth + 1 < DEEPEST ? "cannot be unpacked"
                                                     : "is an archive too deep in archives");
    }
    add_member(unpacking, member);
}

static void unpack(struct unpacking *unpacking, struct archive *archive, struct text path,
                   int depth)
{
    struct archive_entry *entry;
    int status = ARCHIVE_EOF;
    while (unpacking->full == NULL &&
           ((status = archive_read_next_header(archive, &entry)) == ARCHIVE_OK ||
            status == ARCHIVE_WARN))
        take_entry(unpacking, archive, entry, path, depth);
    if (unpacking->full == NULL && status != ARCHIVE_EOF)
        add_member(unpacking, (struct packed_member){
                                  .path = path,
                                  .refusal = text_format(unpacking->arena,
                                                         "is cut off or damaged: %s; what came "
                                                         "before was read",
                                                         archive_error_string(archive))});
}

static bool unpack_file(struct arena *arena, const char *path, struct packed_members *members,
                        struct failure *failure)
{
    struct unpacking unpacking = {.arena = arena, .members = members};
    if (!unpack_one(&unpacking, (struct text){NULL, 0}, path, text_of(path), 0))
        return failure_set(failure, FAILURE_INPUT, "looks like an archive but cannot be unpacked");
    if (unpacking.full != NULL)
        put_member(&unpacking, (struct packed_member){.path = text_of(path),
                                                      .refusal = text_of(unpacking.full)});
    return true;
}

static const struct packed_calls packed_calls = {unpack_file};
PART(packed_calls);
