#ifndef TESTS_UNIT_INGEST_POSTED_READING_H
#define TESTS_UNIT_INGEST_POSTED_READING_H

#include "ingest/plain_text.h"
#include "ingest/reader.h"

/* Reads a text as the program reads a file: readers take turns. Returns the reading, whose
   `failure` is that of the first reader that could not read. */
static inline struct reading read_posted(struct arena *arena, struct text text,
                                         struct failure *failure)
{
    struct reading reading = {.arena = arena, .path = text_of("post")};
    struct text page = plain_text(arena, text), left = page;
    bool tried[64] = {false};
    const struct reader *reader;
    *failure = (struct failure){.kind = FAILURE_NONE};
    while (text_trim(left).size > 0 && (reader = reader_choose(left, tried)) != NULL) {
        struct input input = {.path = reading.path, .text = left, .page = page};
        size_t claims = reading.claim_count, before = reading.observation_count;
        (void)reader->read(&input, &reading, failure);
        if (reading.claim_count == claims && reading.observation_count > before)
            break;
        left = plain_text_without(arena, left, reading.claims, claims, reading.claim_count);
    }
    return reading;
}

#endif
