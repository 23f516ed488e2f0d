#ifndef INGEST_ARCHIVE_H
#define INGEST_ARCHIVE_H

#include "ingest/packed_file.h"
#include "ingest/reading.h"
#include "model/failure.h"

/* Reads an archive (a folder, or members of a packed file) made by `ashiftstat collect`
   (docs/archive.md): the runs that manifest.jsonl names, each with the configuration, workload and
   order that stand there, and the facts of experiment.ini. A run's file must have the SHA-256 of
   the manifest; one that has not, or that is missing, is noted and its run is not used. All its
   files are looked through for identities. False with FAILURE_INPUT when the manifest cannot be
   read or names no run that could be read. */
NODISCARD bool archive_read(const char *folder, const struct packed_members *packed,
                            struct reading *reading, struct failure *failure);

#endif
