#ifndef INGEST_INPUT_H
#define INGEST_INPUT_H

#include "ingest/packed_file.h"
#include "model/failure.h"
#include "model/text.h"

struct unit;

/* The only byte-rate unit of a page, looked for once when a table needs it. */
struct page_unit {
    bool known;
    const struct unit *unit; /* NULL = none, or several */
    unsigned line;
};

/* Text to read: a file, or what of it no other reader has claimed yet. */
struct input {
    struct text path; /* as given */
    struct text text; /* valid UTF-8; lines that others claimed are empty, so line numbers hold */
    struct text page; /* all of the file, for what is stated elsewhere on it */
    struct page_unit *page_unit; /* of `page`, kept from table to table; may be NULL */
};

enum { INPUT_HEAD = 1 << 22 };

/* The largest file that is held in memory. */
#define INPUT_LARGEST ((size_t)1 << 28)

/* The bytes of a file ("-": standard input), owned by `arena`; of the member of this path where
   `packed` is not NULL. FAILURE_INPUT with the reason when it is no file, cannot be read, or is
   larger than INPUT_LARGEST. */
NODISCARD bool input_bytes(struct arena *arena, const struct packed_members *packed,
                           const char *path, struct text *bytes, struct failure *failure);

/* True when the first bytes of a file are not those of a text. */
bool input_is_binary(struct text bytes);

/* The bytes as text: byte order marks are removed, UTF-16 becomes UTF-8, other bytes that are not
   UTF-8 are read as Windows-1252. FAILURE_INPUT when there are none or they are binary. */
NODISCARD bool input_decode(struct arena *arena, struct text bytes, struct text *text,
                            struct failure *failure);

/* At most the first INPUT_HEAD bytes. */
struct text input_head(struct text text);

/* Line number of `offset` when `text` begins at line `first_line`. */
unsigned input_line_at(struct text text, size_t offset, unsigned first_line);

#endif
