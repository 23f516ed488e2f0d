#ifndef INGEST_TABLE_H
#define INGEST_TABLE_H

#include "ingest/input.h"
#include "ingest/reading.h"

/* A posted table after its format (Markdown, CSV ...) was taken apart. */
struct table_cell {
    struct text text;
    unsigned line;
    bool spans; /* covers several rows or columns: a label holds for all, a value for none surely */
};

struct table_row {
    size_t count;
    struct table_cell *cells;
    struct text section; /* of the row of one cell above it: "**ashift=12**"; set by table_read */
};

struct table {
    struct table_row headings;
    size_t row_count;
    struct table_row *rows;
    struct text headings_above; /* joined by " | " */
    bool comma_is_decimal;      /* the format says so: fields are divided by semicolons */
};

/* Adds the runs and observations of the table to `reading`: the words of its headings and labels
   decide what each cell is. A table without a unit takes the only byte-rate unit of the page. Cells
   that are no plain numbers are left out and noted. Returns how many observations were added.
   `scratch` is used during the call. */
size_t table_read(struct arena *scratch, const struct table *table, const struct input *input,
                  struct reading *reading);

#endif
