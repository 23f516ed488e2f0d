#ifndef INGEST_PASSAGE_H
#define INGEST_PASSAGE_H

#include "ingest/input.h"

/* Cuts a page into passages that can be bid for one by one: a table of pipe rows, a JSON document,
   a run of other lines up to a blank line. Headings (short lines that are no sentence) are gathered
   on the way. */
struct passage_cutter {
    struct arena *arena;
    struct text path, page, rest;
    unsigned line;           /* of the start of `rest` */
    struct text headings[3]; /* the last headings, one for each level; borrowed */
};

struct passage_cutter passage_cutter_of(struct arena *arena, struct text path, struct text page);

/* The next passage; false at the end of the page. */
bool passage_next(struct passage_cutter *cutter, struct input *passage);

#endif
