#ifndef INGEST_INPUT_H
#define INGEST_INPUT_H

#include "model/failure.h"
#include "model/text.h"

/* Text to read: a whole file, or a passage of one. */
struct input {
    struct text path;     /* as given */
    struct text text;     /* what to read; valid UTF-8 unless `binary` */
    unsigned first_line;  /* line of the file at which `text` begins */
    struct text page;     /* the whole file, for what is stated elsewhere on it */
    struct text headings; /* headings above the passage, joined by " | " */
    bool whole;           /* text is the whole file */
};

enum { INPUT_HEAD = 1 << 16 };

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

/* Line number of `offset` when `text` begins at `first_line`. */
unsigned input_line_at(struct text text, size_t offset, unsigned first_line);

#endif
