#ifndef INGEST_HEADINGS_ABOVE_H
#define INGEST_HEADINGS_ABOVE_H

#include "model/text.h"

#include <stdbool.h>

/* The headings above a place of a page. A heading is a line that begins with "#" or stands in
   <h1> to <h6>: the last of each level counts. Lines in bold, "=== x ===" and "--- x ---", and
   others that are short and no sentence, are headings below them: the last one counts. One that
   states a setting ("ashift=9:", "Results with ashift=9") stays until the next heading with "#" or
   the next line that states the same factor. Texts are slices of the lines. */
enum { HEADING_LEVELS = 3, HEADING_STATEMENTS = 4 };

struct headings_above {
    bool marked_only; /* plain lines count only where they state a setting */
    bool plain;       /* the last level holds a line without "#" */
    struct text levels[HEADING_LEVELS];
    struct text statements[HEADING_STATEMENTS];
    size_t statement_count;
};

/* A reader that walks through the lines passes those that it does not understand itself. True when
   the line is a heading. */
bool headings_above_pass(struct headings_above *headings, struct text line);

/* Joined by " | ", the farthest first. Of several that state one factor the nearest keeps it. */
struct text headings_above_joined(struct arena *arena, const struct headings_above *headings);

/* `above` and what stands below it, joined by " | "; one as it is where the other is empty. */
struct text headings_with(struct arena *arena, struct text above, struct text below);

/* The same, of `above` only what is left without the factors that `below` states. */
struct text headings_with_nearer(struct arena *arena, struct text above, struct text below);

/* headings_above_joined for a line (from 1) of a page, all lines above it passed. */
struct text headings_above_line(struct arena *arena, struct text page, unsigned line);

#endif
