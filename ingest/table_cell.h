#ifndef INGEST_TABLE_CELL_H
#define INGEST_TABLE_CELL_H

#include "ingest/reading.h"
#include "model/number.h"

/* The text of one cell of a posted table. */

/* A number and the unit word behind it. */
struct cell_value {
    struct number number;
    struct text unit; /* "MB/s", "M"; empty = none */
    bool is_mean;     /* "176 ± 5" */
};

/* Reads a cell that holds one number, perhaps with a unit, a remark in brackets or a footnote's
   mark behind it. False for cells that say there is no value and for percentages; false with a note
   for limits, ratios, negative numbers and whatever is no number or more than one. `column`: the
   heading's words. */
bool cell_read(struct reading *reading, struct text text, unsigned line, struct text column,
               struct cell_value *value);

/* "1.234" without its first point: 1234. */
struct text cell_without_point(struct arena *arena, struct text text);

/* "1,234" of a column with decimal commas as "1.234"; other cells as they are. */
struct text cell_with_decimal_point(struct arena *arena, struct text text);

/* The halves of a cell that has a slash between two numbers: "512 / 88". */
bool cell_split_pair(struct text text, struct text halves[2]);

/* What a bare letter behind the number multiplies with ("52.8k", "94,71M"); 0 for other words. */
double cell_letter_factor(struct text word);

/* The factor to the base unit of a number with a letter in a column of `unit`: "1.39G" under MB/s
   is 1.39 GB/s, the letter stands for the unit's own prefix. */
double cell_unit_factor(const struct unit *unit, double letter);

/* False for a letter that may be the prefix of the unit or multiply it: "49.2K" under KiB/s, "1.2k"
   under MB/s. "1.39G" and "94.71M" under MB/s are clear. */
bool cell_letter_is_clear(const struct unit *unit, double letter);

/* Notes the cell with a remark: "\"< 100\" states only a limit". */
void cell_note(struct reading *reading, unsigned line, struct text text, const char *remark);

#endif
