/* Runs every reader over each file named, without a fuzzer: what was found once stays found. */
#include "ingest/reader.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 1;
    uint8_t *data = malloc(1 << 22);
    size_t size = data == NULL ? 0 : 1 + fread(data + 1, 1, (1 << 22) - 1, file);
    for (size_t i = 0; size > 0 && i < reader_count; i++) {
        data[0] = (uint8_t)i;
        (void)LLVMFuzzerTestOneInput(data, size);
    }
    free(data);
    return fclose(file) != 0;
}

int main(int argc, char **argv)
{
    int faults = 0;
    for (int i = 1; i < argc; i++)
        faults += replay(argv[i]);
    (void)printf("%d files, %d not read\n", argc - 1, faults);
    return argc < 2 || faults > 0;
}
