#ifndef INGEST_FIO_JSON_SEARCH_H
#define INGEST_FIO_JSON_SEARCH_H

#include "model/text.h"

#include <stdbool.h>

/* Where fio's JSON documents stand in a text: wherever an object has the member "fio version",
   alone, behind a word of the same line, in a list, or below a key of another document. */
struct fio_json_search {
    struct arena *arena;
    struct text text;  /* bins blanked; prefixes of lines too, once there were some */
    bool own;          /* `text` is a copy that may be changed */
    size_t from;       /* what lies before is done */
    size_t version;    /* of the document found: its "fio version" */
    size_t limit;      /* and it ends before here, where the next one's stands */
    struct text *keys; /* of the objects and lists around `from`; empty = none */
    size_t depth, capacity;
    size_t walked; /* brackets are followed up to here */
};

struct fio_json_search fio_json_search_in(struct arena *arena, struct text text);

/* Offset of the brace of the next document; the size of the text when there is none. */
size_t fio_json_search_next(struct fio_json_search *search);

/* Blanks what stands before the JSON on each line of the document found (numbers of lines, times,
   no-break spaces) and gives its brace then; false when nothing stands there. */
bool fio_json_search_without_prefixes(struct fio_json_search *search, size_t *open);

/* The keys below which the document whose brace is at `open` stands, joined by " | ". */
struct text fio_json_search_keys(struct fio_json_search *search, size_t open);

/* Goes on behind the document or, where it could not be read, behind its "fio version". */
void fio_json_search_pass(struct fio_json_search *search, size_t end);

#endif
