#include "ingest/reader.h"

#define ROW(name) extern const struct reader name##_reader;
#include "ingest/readers.h"
#undef ROW

#define ROW(name) &name##_reader,
const struct reader *const readers[] = {
#include "ingest/readers.h"
};
#undef ROW

const size_t reader_count = sizeof readers / sizeof *readers;

const struct reader *reader_choose(struct text text, bool *tried)
{
    struct text head = input_head(text);
    const struct reader *best = NULL;
    int highest = 0;
    size_t place = 0;
    for (size_t i = 0; i < reader_count && highest < SURE_BID; i++) {
        if (tried != NULL && tried[i])
            continue;
        int bid = readers[i]->bid(head);
        if (bid > highest) {
            highest = bid;
            best = readers[i];
            place = i;
        }
    }
    if (best != NULL && tried != NULL)
        tried[place] = true;
    return best;
}
