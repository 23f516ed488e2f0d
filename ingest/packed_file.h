#ifndef INGEST_PACKED_FILE_H
#define INGEST_PACKED_FILE_H

#include "model/failure.h"
#include "model/text.h"

/* Archives and compressed files: tar, zip and 7z, and single files packed by gzip, xz, bzip2 or
 * zstd. */
struct packed_member {
    struct text
        path; /* ARCHIVE.tar.gz/MEMBER; of a single packed file the path without its ".gz" */
    struct text content; /* bytes as they are */
    struct text refusal; /* why the content is not there; empty = it is */
};

struct packed_members {
    struct packed_member *items;
    size_t count, capacity;
};

/* True when the first bytes of a file are those of an archive or compressed file. */
bool packed_file_is(struct text head);

/* Unpacks the file at `path` into `arena`, archives in it too, to a depth of 3. Stops with a
   refusal as last member when more than 1 GiB or 100,000 members would come out of it. Links,
   devices and encrypted members are refused one by one. FAILURE_INPUT when nothing can be unpacked;
   a cut-off archive gives what came before. */
NODISCARD bool packed_file_read(struct arena *arena, const char *path,
                                struct packed_members *members, struct failure *failure);

#endif
