/* Feeds bytes to one reader, READER of ingest/readers.h: no crash, no leak, no undefined behaviour,
 * whatever they are. */
#include "read_bytes.h"

extern const struct reader READER;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_bytes(&READER, data, size);
    return 0;
}
