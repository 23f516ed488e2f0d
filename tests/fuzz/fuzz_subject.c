/* Feeds bytes to one subject, SUBJECT of tests/fuzz/subjects.h. */
#include "subjects.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    SUBJECT(data, size);
    return 0;
}
