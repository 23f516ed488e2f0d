#ifndef INGEST_FIO_JSON_DOCUMENT_H
#define INGEST_FIO_JSON_DOCUMENT_H

#include "ingest/json_document.h"
#include "ingest/json_place.h"
#include "ingest/reading.h"

/* One JSON document that fio printed. */
struct fio_document {
    const struct json *root;
    struct text before;      /* what stands between it and the document before */
    struct text words;       /* what is said of it around it (fio_json_search_words) */
    struct text text;        /* the document itself, its bins blanked */
    struct text bins;        /* the document with its bins, at the same places */
    struct json_place place; /* of its brace in `text` */
    unsigned line;           /* where it begins */
    struct json_repair repaired;
    bool cut; /* jobs are missing at its end: what is left of the run is no measure of it */
};

struct fio_documents {
    struct arena *arena;
    struct fio_document *items;
    size_t count, capacity;
};

void fio_documents_add(struct fio_documents *list, struct fio_document document);

/* Of several documents of one run (--status-interval snapshots, the same document pasted twice)
   keeps the last; notes how many were left out. */
void fio_documents_keep_last_of_each(struct fio_documents *list, struct reading *reading);

/* Adds the runs of a document: one for each groupid, with rows for the group and, where a group has
   several jobs, for each job. `scratch` is used during the call. */
void fio_document_read(struct arena *scratch, const struct fio_document *document,
                       struct reading *reading);

#endif
