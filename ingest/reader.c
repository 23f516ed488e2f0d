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

const struct reader *reader_choose(struct text text)
{
    struct text head = input_head(text);
    const struct reader *best = NULL;
    int highest = 0;
    for (size_t i = 0; i < reader_count; i++) {
        int bid = readers[i]->bid(head);
        if (bid > highest) {
            highest = bid;
            best = readers[i];
        }
    }
    return best;
}
