#ifndef RENDER_OUTPUT_FILE_H
#define RENDER_OUTPUT_FILE_H

#include "model/failure.h"
#include "model/text.h"

/* Writes `content` to DIRECTORY/NAME: under a temporary name first, synced, then renamed, so that
   the file is whole or is not there. Makes the directory (not its parents) when it is missing.
   FAILURE_SYSTEM names the path. */
NODISCARD bool output_file_write(const char *directory, const char *name, struct text content,
                                 struct failure *failure);

#endif
