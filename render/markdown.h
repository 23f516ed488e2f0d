#ifndef RENDER_MARKDOWN_H
#define RENDER_MARKDOWN_H

#include "render/document.h"

/* GitHub-flavoured Markdown. Text from inputs goes through markdown_escape; what the program says
 * goes in as it is. */

/* The text as one line in which nothing is markup: no HTML, emphasis, link, mention, image, code,
   table cell border, heading, list. Owned by `arena`. */
struct text markdown_escape(struct arena *arena, struct text text);

/* A table, row by row. */
struct markdown_table {
    struct text_builder *out;
    const enum column *columns;
    size_t column_count, cells; /* cells written in this row */
};

/* Writes the header line, whose cells are text, and the line below it. */
struct markdown_table markdown_table_begin(struct text_builder *out, const char *const *headers,
                                           const enum column *columns, size_t count);
/* A cell of text from inputs. */
void markdown_cell(struct markdown_table *table, struct text text);
/* A cell of Markdown. */
void markdown_cell_raw(struct markdown_table *table, struct text markdown);
void markdown_table_end(struct markdown_table *table);

void markdown_heading(struct text_builder *out, unsigned depth, struct text markdown);
void markdown_paragraph(struct text_builder *out, struct text markdown);
void markdown_item(struct text_builder *out, struct text markdown);

#endif
