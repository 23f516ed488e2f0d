#ifndef RENDER_TERMINAL_TABLE_H
#define RENDER_TERMINAL_TABLE_H

#include "render/terminal_page.h"

/* A table of comparisons: a line each, or two where the page is too narrow. */
struct terminal_row {
    struct text name, finding, change, runs;
    struct text needed;   /* runs needed; empty where the question is decided */
    struct text evidence; /* a paragraph below the row; may be empty */
    enum style style;     /* of the finding */
};

struct terminal_table {
    struct terminal_row *rows;
    size_t count;
    struct text caption;       /* over the names */
    struct text subject, base; /* over the changes: "12" against "13" */
    struct text needed_header; /* over the runs needed */
};

void terminal_table_write(struct terminal_page *page, const struct terminal_table *table);

#endif
