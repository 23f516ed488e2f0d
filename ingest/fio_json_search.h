#ifndef INGEST_FIO_JSON_SEARCH_H
#define INGEST_FIO_JSON_SEARCH_H

#include "ingest/json_document.h"
#include "model/text.h"

#include <stdbool.h>

/* An object or list around documents. */
struct json_around {
    size_t open;        /* its bracket */
    struct text key;    /* below which it stands itself; empty = none */
    struct text stated; /* what its own members say (json_stated.h), once `read` */
    bool read;
};

/* Where fio's JSON documents stand in a text: wherever an object has the member "fio version",
   alone, behind a word of the same line, in a list, or below a key of another document. */
struct fio_json_search {
    struct arena *arena;
    struct text text;           /* bins blanked; prefixes of lines too, once there were some */
    bool own;                   /* `text` is a copy that may be changed */
    size_t from;                /* what lies before is done */
    size_t version;             /* of the document found: its "fio version" */
    size_t limit;               /* and it ends before here, where the next one's stands */
    struct json_around *around; /* the objects and lists that `from` stands in */
    size_t depth, capacity;
    size_t walked; /* brackets are followed up to here */
};

struct fio_json_search fio_json_search_in(struct arena *arena, struct text text);

/* Offset of the brace of the next document; the size of the text when there is none. */
size_t fio_json_search_next(struct fio_json_search *search);

/* Blanks what stands before the JSON on each line of the document found (numbers of lines, times,
   no-break spaces) and gives its brace then; false when nothing stands there. */
bool fio_json_search_without_prefixes(struct fio_json_search *search, size_t *open);

/* What is said of the document `root` whose brace is at `open`: the keys below which it stands and
   the settings that stand as members beside it or in it, joined by " | ", the farthest first. Of
   several that state one factor the nearest keeps it. */
struct text fio_json_search_words(struct fio_json_search *search, size_t open,
                                  const struct json *root);

/* Goes on behind the document or, where it could not be read, behind its "fio version". */
void fio_json_search_pass(struct fio_json_search *search, size_t end);

#endif
