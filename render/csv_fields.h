#ifndef RENDER_CSV_FIELDS_H
#define RENDER_CSV_FIELDS_H

#include "model/text.h"

#include <stdint.h>

/* One line of a CSV table, field by field. Start from {.out = builder}. */
struct csv_fields {
    struct text_builder *out;
    bool begun; /* a field of this line has been written */
};

/* Text: valid UTF-8, quoted where CSV needs it, and safe to open in a spreadsheet (see
 * csv_fields.c). */
void csv_text(struct csv_fields *fields, struct text text);
/* A number that is written as text by the caller: digits, sign, point, exponent only. */
void csv_plain(struct csv_fields *fields, const char *digits);
/* 17 significant digits; empty for NaN and infinities. */
void csv_double(struct csv_fields *fields, double value);
/* Empty for 0 when `zero_is_empty`. */
void csv_integer(struct csv_fields *fields, int64_t value, bool zero_is_empty);
void csv_end_line(struct csv_fields *fields);

#endif
