/* Runs a reader or subject, or with "all" every one, over each file named, without a fuzzer: what
   was found once stays found. usage: replay NAME|all FILE... */
#include "read_bytes.h"
#include "subjects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 22, LONGEST_OF_ALL = 1 << 13 };

static int replay(const char *name, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 1;
    uint8_t *data = malloc(LONGEST);
    size_t size = data == NULL ? 0 : fread(data, 1, LONGEST, file);
    for (size_t i = 0; i < reader_count; i++)
        if (strcmp(name, "all") == 0 || strcmp(name, readers[i]->name) == 0)
            read_bytes(readers[i], data, size);
    for (size_t i = 0; i < subject_count; i++)
        if ((strcmp(name, "all") == 0 && size <= LONGEST_OF_ALL) ||
            strcmp(name, subjects[i].name) == 0)
            subjects[i].feed(data, size);
    free(data);
    return fclose(file) != 0;
}

int main(int argc, char **argv)
{
    int faults = 0;
    for (int i = 2; i < argc; i++)
        faults += replay(argv[1], argv[i]);
    (void)printf("%d files, %d not read\n", argc - 2, faults);
    return argc < 3 || faults > 0;
}
