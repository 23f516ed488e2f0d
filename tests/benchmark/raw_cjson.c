/* The peer of JSON reading: parses and frees each file with cJSON as it comes, nothing else. */
#include <cjson/cJSON.h>

#include <stdio.h>
#include <stdlib.h>

static int parse_file(const char *path, size_t *bytes)
{
    static char text[1 << 24];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 1;
    size_t size = fread(text, 1, sizeof text, file);
    (void)fclose(file);
    cJSON *root = cJSON_ParseWithLength(text, size);
    cJSON_Delete(root);
    *bytes += size;
    return root == NULL;
}

int main(int argc, char **argv)
{
    size_t bytes = 0;
    int faults = 0;
    for (int i = 1; i < argc; i++)
        faults += parse_file(argv[i], &bytes);
    (void)printf("%zu bytes, %d faults\n", bytes, faults);
    return faults > 0;
}
