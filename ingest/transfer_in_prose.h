#ifndef INGEST_TRANSFER_IN_PROSE_H
#define INGEST_TRANSFER_IN_PROSE_H

#include "model/text.h"

#include <stdbool.h>

/* "wrote 16 GiB in 23 s at 70 MiB/s": one size, one time and one rate of a transfer. */
struct stated_transfer {
    double bytes, nanoseconds, bytes_a_second;
};

/* Reads it from a sentence in English or German. False when there is none, more than one of each,
   or nothing says that the size is what was moved in that time. */
bool transfer_in_sentence(struct text sentence, struct stated_transfer *transfer);

#endif
