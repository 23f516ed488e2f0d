#ifndef INGEST_READER_H
#define INGEST_READER_H

#include "ingest/input.h"
#include "ingest/reading.h"

/* One format of results. A new format is one file ingest/NAME.c, one row in readers.h, one folder
 * fixtures/NAME/. */
struct reader {
    const char *name, *description;

    /* How sure the reader is that the text holds results in its format: about one point for each
       bit that had to match. 0 = not mine. `head` is the text, or its first INPUT_HEAD bytes. */
    int (*bid)(struct text head);

    /* Adds what is there to `reading`: runs, observations, notes. A format that can stand among
       other text is looked for everywhere in it, and the lines understood are claimed
       (reading_claim). Returns false only when nothing after this point can be trusted; what was
       added before stays. */
    bool (*read)(const struct input *input, struct reading *reading, struct failure *failure);
};

/* A bid from here on is sure: no other reader is asked. */
enum { SURE_BID = 150 };

/* All readers in the order of readers.h. */
extern const struct reader *const readers[];
extern const size_t reader_count;

/* The reader with the highest bid for the text (the first of equal bids) among those whose place in
   `tried` is false, or NULL when all bid 0. `tried` may be NULL; its place is set to true. */
const struct reader *reader_choose(struct text text, bool *tried);

#endif
