#ifndef MODEL_UNIT_H
#define MODEL_UNIT_H

#include "model/text.h"

#include <stddef.h>

/* What a number measures. Values are kept in the base unit of their dimension. */
enum dimension {
    DIMENSION_BYTE_RATE, /* B/s */
    DIMENSION_RATE,      /* 1/s */
    DIMENSION_TIME,      /* ns */
    DIMENSION_BYTES,     /* B */
    DIMENSION_COUNT,     /* 1 */
    DIMENSION_PERCENT,   /* % */
    DIMENSION_UNKNOWN,   /* as given by the source */
};

struct unit {
    const char *spelling;
    enum dimension dimension;
    double factor; /* times this gives the base unit */
};

/* The unit that this text spells ("MB/s", "MiB/s", "usec"), or NULL. Decimal and binary prefixes
   and bits and bytes are kept apart: MB/s is 1e6, MiB/s is 2^20, Mbit/s is 125000. */
const struct unit *unit_find(struct text spelling);

/* "B/s", "1/s", "ns", "B", "1", "%"; "" for DIMENSION_UNKNOWN. */
const char *unit_base(enum dimension dimension);

/* A unit to print a whole column or axis in. */
struct display_unit {
    const char *label; /* "MB/s", "GB/s", "k/s", "ms"; "" when the values have no unit */
    double divisor;    /* value in the base unit / divisor = figure to print */
};

/* The unit in which values up to `largest` (base unit, by magnitude) read well: decimal prefixes
   for rates, ns to s for time, binary prefixes for bytes. */
struct display_unit unit_for_display(enum dimension dimension, double largest);

#endif
