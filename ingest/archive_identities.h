#ifndef INGEST_ARCHIVE_IDENTITIES_H
#define INGEST_ARCHIVE_IDENTITIES_H

#include "ingest/packed_file.h"
#include "ingest/reading.h"

/* Looks through every file of an archive (a folder, or members of a packed file) for what tells
   whose machine it is: what ingest/identity.h finds, the name of a host as `uname -a` prints it,
   and "user@host". Adds to reading->identities the first of each kind in each file, and the files
   that cannot be looked through. */
void archive_identities_find(struct reading *reading, const char *folder,
                             const struct packed_members *packed);

#endif
