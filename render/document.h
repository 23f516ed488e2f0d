#ifndef RENDER_DOCUMENT_H
#define RENDER_DOCUMENT_H

#include "model/text.h"

#include <stdbool.h>

/* A text for publication, block by block, without any markup: the writers (document_markdown,
   document_html, document_bbcode) know the markup and escape every text, whether it is the
   program's own or came from an input. */

enum block_kind {
    BLOCK_HEADING,
    BLOCK_PARAGRAPH,
    BLOCK_ITEM, /* of a list; neighbours are one list */
    BLOCK_TABLE,
    BLOCK_FIGURE,
    BLOCK_FOLD, /* what follows up to BLOCK_FOLD_END is folded away behind its text */
    BLOCK_FOLD_END,
};

enum column {
    COLUMN_LEFT,
    COLUMN_RIGHT,
};

/* One or more lines below each other. */
struct table_cell {
    const struct text *lines;
    size_t line_count;
    bool code; /* a digest, a path: letter by letter */
};

struct document_table {
    struct arena *arena;
    struct text caption; /* for those who hear the page; writers without captions leave it out */
    const char *const *headers;
    const enum column *columns;
    size_t column_count;
    struct table_cell *cells; /* row by row */
    size_t cell_count, capacity;
};

struct block {
    enum block_kind kind;
    unsigned depth;     /* heading: 1 is the title */
    struct text strong; /* paragraph: stands before the text and is read first; may be empty */
    struct text text;   /* figure: what it shows, in words */
    struct text figure; /* name of its files without extension */
    struct document_table *table;
};

/* Start from {.arena = arena}. */
struct document {
    struct arena *arena;
    struct block *blocks;
    size_t count, capacity;
};

void document_heading(struct document *document, unsigned depth, struct text text);
void document_paragraph(struct document *document, struct text text);
void document_paragraph_strong(struct document *document, struct text strong, struct text text);
void document_item(struct document *document, struct text text);
void document_figure(struct document *document, struct text name, struct text shown);
void document_fold(struct document *document, struct text summary);
void document_fold_end(struct document *document);

/* `headers` and `columns` are kept by reference. The table's place is here, whenever its cells
   come. */
struct document_table *document_table(struct document *document, struct text caption,
                                      const char *const *headers, const enum column *columns,
                                      size_t count);
void table_cell(struct document_table *table, struct text text);
void table_code(struct document_table *table, struct text text);
/* The lines are kept by reference. */
void table_lines(struct document_table *table, const struct text *lines, size_t count);

/* Whether block `i` is an item; false past the end. */
bool document_is_item(const struct document *document, size_t i);

#endif
