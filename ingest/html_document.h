#ifndef INGEST_HTML_DOCUMENT_H
#define INGEST_HTML_DOCUMENT_H

#include "model/failure.h"
#include "model/text.h"

/* An HTML page as lines of text, each with the line of the source where it begins, and its tables.
 */

struct html_cell {
    struct text text;
    size_t line;            /* index of its first line in the document; SIZE_MAX: an empty cell */
    unsigned columns, rows; /* it covers */
    bool heading;           /* <th>, or in <thead> */
};

struct html_row {
    struct html_cell *cells;
    size_t count, capacity;
};

struct html_table {
    struct html_table *parent; /* the table whose cell it stands in */
    bool layout;               /* its cells hold running text: it only arranges the page */
    struct text caption;
    struct html_row *rows;
    size_t count, capacity;
};

struct html_line {
    struct text text;         /* headings begin with "#", "##" ... */
    unsigned source;          /* line of the source, from 1 */
    struct html_table *table; /* whose cell or caption it is of; NULL = running text */
};

struct html_document {
    struct arena *arena;
    struct html_line *lines;
    size_t count, capacity;
};

/* Reads the page, or a passage of one, whose first line has the number `first_line`. Everything is
   owned by `arena`; whatever the text is, something comes of it. Lines of layout tables belong to
   no table. Scripts and styles are left out. FAILURE_SYSTEM when the part of the program that reads
   HTML cannot be loaded (model/part.h). */
NODISCARD bool html_read(struct arena *arena, struct text text, unsigned first_line,
                         struct html_document *document, struct failure *failure);

/* The calls of the part "html". */
struct html_calls {
    struct html_document (*read)(struct arena *arena, struct text text, unsigned first_line);
};

#endif
