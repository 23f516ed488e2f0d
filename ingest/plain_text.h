#ifndef INGEST_PLAIN_TEXT_H
#define INGEST_PLAIN_TEXT_H

#include "ingest/reading.h"

/* A page as it was before it was posted, line by line, so that line numbers stay: escape sequences
   of terminals go; of a line that was overwritten with carriage returns the last state stays; "> "
   of mails and forums goes where most lines have it, HTML entities become their characters where
   the page is no HTML. Returns `text` itself when there is nothing to do. */
struct text plain_text(struct arena *arena, struct text text);

/* The headings above a place of a page: the last of each level. A heading is a line that begins
   with
   "#" or is short and no sentence. A reader that walks through the lines passes those that it does
   not understand itself. */
enum { HEADING_LEVELS = 3 };

struct headings_above {
    struct text levels[HEADING_LEVELS];
};

void headings_above_pass(struct headings_above *headings, struct text line);

/* Joined by " | ". */
struct text headings_above_joined(struct arena *arena, const struct headings_above *headings);

/* The same for a line (from 1) of a page, all lines above it passed. */
struct text plain_text_headings(struct arena *arena, struct text page, unsigned line);

/* `text` with the claimed lines turned into empty lines; empty when all are claimed. */
struct text plain_text_without(struct arena *arena, struct text text,
                               const struct claim_of_lines *claims, size_t count);

#endif
