#ifndef INGEST_PACKED_READING_H
#define INGEST_PACKED_READING_H

#include "ingest/reading.h"

/* Moves what is kept of a reading into an arena of exactly its size, which becomes the reading's
   own: the bytes of the file, its documents and what else was needed to read it need not be kept.
   Texts that follow each other and are equal are kept once. The `count` texts of
   `also` are moved with it. What was
   claimed is forgotten. The old arena may be freed then; the caller owns the new one. */
void reading_pack(struct reading *reading, struct text *also, size_t count);

#endif
