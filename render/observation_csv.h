#ifndef RENDER_OBSERVATION_CSV_H
#define RENDER_OBSERVATION_CSV_H

#include "model/results.h"

/* Observations as tidy CSV: a line of column names, then one line a number, in reading order. Owned
 * by `arena`. */
struct text observation_csv(struct arena *arena, const struct results *results);

/* The same in pieces, as they are made: what fills the memory is not the table. `put` returns false
   to end it. Returns false when it was ended. */
enum { OBSERVATION_PIECE = 1 << 16 };
bool observation_csv_give(const struct results *results,
                          bool (*put)(void *context, struct text piece), void *context);

/* The same columns for some observations. */
struct text observation_csv_of(struct arena *arena, const struct observation *const *observations,
                               size_t count);

#endif
