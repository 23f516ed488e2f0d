#ifndef TESTS_FUZZ_READ_BYTES_H
#define TESTS_FUZZ_READ_BYTES_H

#include "ingest/reader.h"

#include <stdint.h>

/* Lets `reader` read the bytes as `ingest` would: decoded, as plain text, and only when it bids for
   them. What it gives is thrown away. */
void read_bytes(const struct reader *reader, const uint8_t *data, size_t size);

#endif
