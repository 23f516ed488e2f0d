#ifndef MODEL_NUMBER_H
#define MODEL_NUMBER_H

#include "model/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Reading numbers without a locale. */

enum number_kind {
    NUMBER_NONE,    /* the text is not a number */
    NUMBER_MISSING, /* the text says that there is no value: "", "-", "n/a" and the like */
    NUMBER_BOUND,   /* only a limit is stated: "< 100", "> 5k" */
    NUMBER_FOUND,
};

struct number {
    double value;       /* the digits alone; a suffix or unit is left in `rest` */
    double last_digit;  /* the worth of one unit in the last digit printed: 0.1 for "92.6" */
    bool approximate;   /* "~185" */
    struct text digits; /* the part of the text that was read as the number */
    struct text rest;   /* what follows the digits, trimmed: "k", "MB/s", "M (remark)" */
};

/* Reads a whole table cell or token as a posted number: an optional "~", a sign (also U+2212),
   digits with separators, and whatever follows in `rest`. Separators are decided per token: "2,410"
   and "1 370" (also thin spaces) group thousands; "94,71" and "12,8012" have a decimal comma;
   "1,234.5" and "1.204,5" have both, the last one is decimal; "1.204" has a decimal point.
   Digits grouped in any other way are NUMBER_NONE. */
enum number_kind number_read(struct text text, struct number *number);

/* Reads a plain decimal number ("12", "-3.5", "1e6") that fills the whole text; false otherwise.
   Correctly rounded; infinities and NaN are refused unless `allow_non_finite`. */
bool number_read_plain(struct text text, bool allow_non_finite, double *value);

/* Reads a decimal integer that fills the whole text and fits; false otherwise. */
bool number_read_integer(struct text text, int64_t *value);

/* Reads a size as storage people write it: "4096", "4k", "4KiB", "4 KiB", "512 B", "1m", "1.5G".
   The letters k, m, g, t stand for powers of 1024, as in fio and ZFS. False when the text is
   anything else. */
bool number_read_size(struct text text, double *bytes);

/* `value` in a unit that is `factor` times as large. Where the factor is a power of ten the
   shortest decimal of the value is moved by that many places and rounded once: 523.68 us are 523680
   ns. */
double number_scaled(double value, double factor);

/* The digits of a whole number. */
void number_write_integer(int64_t value, char buffer[32]);

/* The shortest decimal that reads back to the same double; "nan", "inf", "-inf" for those. */
void number_write(double value, char buffer[32]);

#endif
