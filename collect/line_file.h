#ifndef COLLECT_LINE_FILE_H
#define COLLECT_LINE_FILE_H

#include "model/failure.h"
#include "model/text.h"

/* A file that only grows, line by line, each safe on disk before anything depends on it. */

/* The file's whole lines. A last line without its end, left by a writer that was killed in
   mid-write, is cut off the file, and `*was_torn` says so. */
NODISCARD bool line_file_load(struct arena *arena, int descriptor, const char *path,
                              struct text *lines, bool *was_torn, struct failure *failure);

/* Appends a line (with its "\n") and syncs. When that fails the file is as it was. */
NODISCARD bool line_file_append(int descriptor, const char *path, struct text line,
                                struct failure *failure);

/* Writes all bytes; false with errno. */
bool descriptor_write(int descriptor, struct text bytes);

#endif
