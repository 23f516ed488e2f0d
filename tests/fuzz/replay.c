/* Runs every reader over each file named, without a fuzzer: what was found once stays found. */
#include "read_bytes.h"

#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 1 << 22 };

static int replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 1;
    uint8_t *data = malloc(LONGEST);
    size_t size = data == NULL ? 0 : fread(data, 1, LONGEST, file);
    for (size_t i = 0; i < reader_count; i++)
        read_bytes(readers[i], data, size);
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
