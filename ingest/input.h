#ifndef INGEST_INPUT_H
#define INGEST_INPUT_H

#include "model/failure.h"
#include "model/text.h"

/* Text to read: a file, or what of it no other reader has claimed yet. */
struct input {
    struct text path; /* as given */
    struct text text; /* valid UTF-8; lines that others claimed are empty, so line numbers hold */
    struct text page; /* all of the file, for what is stated elsewhere on it */
};

enum { INPUT_HEAD = 1 << 22 };

/* The largest file that is held in memory. */
#define INPUT_LARGEST ((size_t)1 << 28)

/* Reads a file ("-": standard input) into memory owned by `arena`. Byte order marks are removed,
   UTF-16 becomes UTF-8, other bytes that are not UTF-8 are read as Windows-1252. FAILURE_INPUT with
   one line when it is not a file, empty, larger than INPUT_LARGEST, or binary; FAILURE_INPUT too
   when it cannot be opened or read. */
NODISCARD bool input_load(struct arena *arena, const char *path, struct text *text,
                          struct failure *failure);

/* At most the first INPUT_HEAD bytes. */
struct text input_head(struct text text);

/* Line number of `offset` when `text` begins at line `first_line`. */
unsigned input_line_at(struct text text, size_t offset, unsigned first_line);

#endif
