#ifndef INGEST_POSTED_FIGURE_H
#define INGEST_POSTED_FIGURE_H

#include "model/unit.h"

#include <stdbool.h>

/* A number with its unit in running text: "5211.300 MB/s", "52.8k IOPS", "94,71M", "1606.12 us". */
struct posted_figure {
    double value;      /* with the factor of a letter that no unit follows: 52800, 1.39e9 */
    double last_digit; /* the worth of one unit in the last digit printed, times that factor */
    char letter;       /* 'k', 'M', 'G', 'T' where only a letter stands behind the number, else 0 */
    const struct unit *unit; /* NULL when none stands behind it */
    struct text written;     /* number, letter and unit */
    size_t end;              /* offset behind it */
};

/* Reads the figure that begins at `at` (a digit, "~" or a sign). False when there is no number. */
bool posted_figure_read(struct text text, size_t at, struct posted_figure *figure);

/* Which number of bytes a tool's "MB" is: IOPS times block size is the bandwidth. */
struct megabyte_proof {
    double printed;  /* what the source most likely means: 1e6, 1.024e6, 2^20 */
    size_t rows;     /* pairs of IOPS and bandwidth looked at */
    size_t agree[3]; /* rows that each of the three agrees with */
};

/* Adds a pair: bandwidth in the unit in question and IOPS, each with the worth of its last digit.
 */
void megabyte_proof_add(struct megabyte_proof *proof, double bandwidth, double bandwidth_digit,
                        double iops, double iops_digit, double block_bytes);

enum megabyte_verdict {
    MEGABYTE_UNPROVED,  /* no pairs, or several sizes agree: `printed` is taken */
    MEGABYTE_PROVED,    /* only this size agrees with every pair */
    MEGABYTE_CORRECTED, /* `printed` disagrees, another size agrees with every pair */
    MEGABYTE_UNCLEAR,   /* no size agrees with every pair: `printed` is taken */
};

/* Bytes in a "MB". */
double megabyte_proof_decide(const struct megabyte_proof *proof, enum megabyte_verdict *verdict);

#endif
