#include "model/part.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

const void *part_calls(const char *name, struct failure *failure)
{
    char file[64];
    (void)snprintf(file, sizeof file, "ashiftstat-%s.so", name);
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    const struct part *part = library == NULL ? NULL : dlsym(library, "ashiftstat_part");
    if (part == NULL) {
        const char *reason = dlerror();
        (void)failure_set(failure, FAILURE_SYSTEM, "loading a part of the program: %s",
                          reason == NULL ? file : reason);
        return NULL;
    }
    if (strcmp(part->version, ASHIFTSTAT_VERSION) != 0) {
        (void)failure_set(failure, FAILURE_SYSTEM,
                          "loading a part of the program: %s is of version %s, this program "
                          "is " ASHIFTSTAT_VERSION,
                          file, part->version);
        return NULL;
    }
    return part->calls;
}
