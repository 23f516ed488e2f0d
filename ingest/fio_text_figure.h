#ifndef INGEST_FIO_TEXT_FIGURE_H
#define INGEST_FIO_TEXT_FIGURE_H

#include "model/text.h"

/* A figure as fio prints it. What fio had before it cut the digits lies from `low` to `high`. */
struct fio_figure {
    double value, low, high; /* in the base unit */
    struct text written;     /* data NULL: nothing is printed */
    unsigned line;
};

/* How fio cut the digits (fio lib/num2str.c). */
enum fio_rounding {
    FIO_ROUNDS,        /* 3.26 and later: to the nearest */
    FIO_LOSES_A_WHOLE, /* 2.20 to 3.25, or unknown: 11.99 is printed as 11.0 */
    FIO_CUTS,          /* up to 2.19: what stands behind the point are no decimals; without a point
                          rounded or cut */
};

/* Reads a whole token: a number, an optional prefix k, M, G, T or P, which an "i" makes binary, and
   an optional unit B, bit, B/s or bit/s. `thousand` is what a prefix without "i" stands for, 1000
   or 1024. Bits become bytes. Sets value, low and high; false when the token is anything else. */
bool fio_figure_read(struct text token, enum fio_rounding rounding, double thousand,
                     struct fio_figure *figure);

/* How the fio of that version ("3.33", "2.2.10", "3.28-dirty") cut digits. */
enum fio_rounding fio_rounding_of(struct text version);

/* The figure a program that cuts to whole multiples of `step` prints as `count`. */
struct fio_figure fio_figure_of_count(double count, double step, struct text written,
                                      unsigned line);

/* Narrows `figure` to what `other` says of the same value; false when the two contradict. */
bool fio_figure_narrow(struct fio_figure *figure, const struct fio_figure *other);

/* A figure divided by a number of seconds. */
struct fio_figure fio_figure_per_second(const struct fio_figure *figure, double seconds);

#endif
