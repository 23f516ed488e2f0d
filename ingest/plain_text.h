#ifndef INGEST_PLAIN_TEXT_H
#define INGEST_PLAIN_TEXT_H

#include "ingest/reading.h"

/* A page as it was before it was posted, line by line, so that line numbers stay: escape sequences
   of terminals go; of a line that was overwritten with carriage returns the last state stays; "> "
   of mails and forums goes where most lines have it, HTML entities become their characters where
   the page is no HTML. Returns `text` itself when there is nothing to do. */
struct text plain_text(struct arena *arena, struct text text);

/* `text` with the lines of claims[first] to claims[end - 1] turned into empty lines; empty when all
   are claimed. */
struct text plain_text_without(struct arena *arena, struct text text,
                               const struct claim_of_lines *claims, size_t first, size_t end);

#endif
