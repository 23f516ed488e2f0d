/* Archives by libarchive; the only file that knows it. */
#include "ingest/packed_file.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

enum { DEEPEST = 3, MOST_MEMBERS = 100000 };

/* The most that is unpacked from one file, and from one member. */
static const size_t most_bytes = (size_t)1 << 30, most_of_member = (size_t)1 << 28;

bool packed_file_is(struct text head)
{
    static const struct {
        size_t offset;
        const char *bytes;
        size_t size;
    } signatures[] = {
        {0, "\x1f\x8b", 2},
        {0, "PK\x03\x04", 4},
        {0,
         "\xfd"
         "7zXZ",
         5},
        {0, "BZh", 3},
        {0, "\x28\xb5\x2f\xfd", 4},
        {0, "7z\xbc\xaf\x27\x1c", 6},
        {257, "ustar", 5},
    };
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++)
        if (head.size >= signatures[i].offset + signatures[i].size &&
            memcmp(head.data + signatures[i].offset, signatures[i].bytes, signatures[i].size) == 0)
            return true;
    return false;
}

struct unpacking {
    struct arena *arena;
    struct packed_members *members;
    size_t bytes;
    bool full;
};

static void add_member(struct unpacking *unpacking, struct packed_member member)
{
    struct packed_members *members = unpacking->members;
    if (unpacking->full)
        return;
    if (members->count == MOST_MEMBERS) {
        unpacking->full = true;
        member.refusal = text_of("holds more than 100,000 files: the rest was not read");
    }
    members->items = arena_grow(unpacking->arena, members->items, members->count,
                                &members->capacity, sizeof member);
    members->items[members->count++] = member;
}

/* Reads the data of the entry; false with the member's refusal set. */
static bool read_data(struct unpacking *unpacking, struct archive *archive,
                      struct packed_member *member)
{
    struct text_builder builder = {.arena = unpacking->arena};
    char piece[65536];
    la_ssize_t size;
    while ((size = archive_read_data(archive, piece, sizeof piece)) > 0) {
        unpacking->bytes += (size_t)size;
        if (unpacking->bytes > most_bytes || builder.size + (size_t)size > most_of_member) {
            unpacking->full = unpacking->bytes > most_bytes;
            member->refusal =
                text_of(unpacking->full ? "unpacks to more than 1 GiB: the rest was not read"
                                        : "unpacks to more than 256 MiB: too large to read");
            return false;
        }
        text_add(&builder, (struct text){piece, (size_t)size});
    }
    member->content = text_built(&builder);
    if (size < 0)
        member->refusal =
            text_format(unpacking->arena, "cannot be unpacked: %s", archive_error_string(archive));
    return size == 0;
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

/* "results.json.gz" -> "results.json" */
static struct text without_packing(struct text path)
{
    static const char *const endings[] = {".gz", ".xz", ".bz2", ".zst"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (text_ends_with(path, endings[i]))
            return text_slice(path, 0, path.size - strlen(endings[i]));
    return path;
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
    struct packed_member member = {.path = without_packing(path)};
    if (filtered && archive_read_next_header(archive, &entry) == ARCHIVE_OK) {
        (void)read_data(unpacking, archive, &member);
        add_member(unpacking, member);
    }
    archive_read_free(archive);
    return filtered;
}

static void take_entry(struct unpacking *unpacking, struct archive *archive,
                       struct archive_entry *entry, struct text path, int depth)
{
    const char *name = archive_entry_pathname(entry);
    struct packed_member member = {
        .path =
            text_clean(unpacking->arena, text_format(unpacking->arena, "%.*s/%s", (int)path.size,
                                                     path.data, name == NULL ? "?" : name))};
    if (archive_entry_filetype(entry) == AE_IFDIR)
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
    while (!unpacking->full &&
           ((status = archive_read_next_header(archive, &entry)) == ARCHIVE_OK ||
            status == ARCHIVE_WARN))
        take_entry(unpacking, archive, entry, path, depth);
    if (!unpacking->full && status != ARCHIVE_EOF)
        add_member(unpacking, (struct packed_member){
                                  .path = path,
                                  .refusal = text_format(unpacking->arena,
                                                         "is cut off or damaged: %s; what came "
                                                         "before was read",
                                                         archive_error_string(archive))});
}

bool packed_file_read(struct arena *arena, const char *path, struct packed_members *members,
                      struct failure *failure)
{
    struct unpacking unpacking = {.arena = arena, .members = members};
    return unpack_one(&unpacking, (struct text){NULL, 0}, path, text_of(path), 0) ||
           failure_set(failure, FAILURE_INPUT, "looks like an archive but cannot be unpacked");
}
