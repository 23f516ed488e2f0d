#ifndef MODEL_PART_H
#define MODEL_PART_H

#include "model/failure.h"

/* Parts of the program that need many libraries (drawing, HTML, archives) are files by themselves,
   ashiftstat-NAME.so, loaded when they are first used: a command that does not need them does not
   wait for their libraries. */
struct part {
    const char *version; /* of the program that it belongs to */
    const void *calls;   /* a struct of functions, which the header that names the part declares */
};

/* Stands once in the sources of a part. */
#define PART(calls)                                                                                \
    extern __attribute__((visibility("default"))) const struct part ashiftstat_part;               \
    const struct part ashiftstat_part = {ASHIFTSTAT_VERSION, &(calls)}

/* The calls of ashiftstat-NAME.so, which is looked for where the program was built or installed
   (its run path, see dlopen(3)) and stays loaded to the end. Any thread may ask, any number of
   times. NULL with FAILURE_SYSTEM when it is not there, cannot be loaded or is of another version
   of the program. */
const void *part_calls(const char *name, struct failure *failure);

#endif
