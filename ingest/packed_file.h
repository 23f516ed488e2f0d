#ifndef INGEST_PACKED_FILE_H
#define INGEST_PACKED_FILE_H

#include "model/failure.h"
#include "model/text.h"

/* Archives and compressed files: tar, zip and 7z, and single files packed by gzip, xz, bzip2 or
 * zstd. */
struct packed_member {
    struct text path;    /* ARCHIVE.tar.gz/MEMBER; of a single packed file its own */
    struct text content; /* bytes as they are */
    struct text refusal; /* why the content is not there; empty = it is */
};

/* In natural order of their paths. */
struct packed_members {
    struct packed_member *items;
    size_t count, capacity;
};

/* True when the first bytes of a file are those of an archive or compressed file. */
bool packed_file_is(struct text head);

/* Unpacks the file at `path` into `arena`, archives in it too, to a depth of 3; hidden members are
   left out. When more than 1 GiB or 100,000 members would come out of it, it stops, and a refusal
   under the archive's own path says so. Links, devices, encrypted, binary and too large members are
   refused one by one, without keeping their content. FAILURE_INPUT when nothing can be unpacked; a
   cut-off archive gives what came before. FAILURE_SYSTEM when the part of the program that unpacks
   cannot be loaded (model/part.h). */
NODISCARD bool packed_file_read(struct arena *arena, const char *path,
                                struct packed_members *members, struct failure *failure);

/* The calls of the part "packed": `unpack` gives the members as they come. */
struct packed_calls {
    bool (*unpack)(struct arena *arena, const char *path, struct packed_members *members,
                   struct failure *failure);
};

/* The member of this path, the first where it stands twice; NULL when there is none. */
const struct packed_member *packed_member_at(const struct packed_members *members,
                                             struct text path);

#endif
