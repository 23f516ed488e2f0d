#ifndef INGEST_COMPARATIVE_WORDS_H
#define INGEST_COMPARATIVE_WORDS_H

#include "model/text.h"

#include <stdbool.h>

/* Words with which a text says that one thing is faster than another, English and German. */

/* Where the whole word (or phrase) stands at or after `start`; the text's size when it does not. */
size_t comparative_find_word(struct text text, const char *word, size_t start);

/* True when any comparative stands in the text. */
bool comparative_is_in(struct text text);

/* The first comparative of a clause about speed from `start` on that begins before `end`: 1 faster,
   -1 slower, 0 none. A clause that compares something else (latency, space ...) has none. */
double comparative_sign(struct text clause, size_t start, size_t end);

/* "twice as fast", "1.29x faster", "half the throughput": the next of these from `*at` on, how many
   times as fast it says, and `*at` moved behind it. */
bool comparative_times(struct text clause, size_t *at, double *times);

/* The number that ends at `end`, blanks between; false when there is none or it is not above 0. */
bool comparative_number_before(struct text clause, size_t end, double *value);

/* "the average of ... was 350 MB/s": true when the text is about the mean of all, and about no
   median, peak or share ("per disk"). */
bool comparative_is_average(struct text text);

/* "is the clear winner", "ist am schnellsten": true when one thing is said to be ahead of all. */
bool comparative_names_winner(struct text clause);

/* Where " than ", " als ", " against " ... begins: what follows is what the subject is compared
   with. The clause's size when there is none. */
size_t comparative_divider(struct text clause);

/* True when it says so of all tests: "on every test", "in allen Tests". */
bool comparative_is_of_all(struct text clause);

/* True when it says nothing of what was measured: a question, "would", "might", "if", "I doubt",
   "the manufacturer says". */
bool comparative_is_supposed(struct text clause);

#endif
