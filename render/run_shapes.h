#ifndef RENDER_RUN_SHAPES_H
#define RENDER_RUN_SHAPES_H

#include "model/results.h"

/* The histograms and series of runs, found by run and direction. */
struct run_shapes {
    const struct histogram **histograms; /* of whole runs */
    size_t histogram_count;
    const struct time_series **series;
    size_t series_count;
};

/* Owned by `arena`. */
struct run_shapes run_shapes_of(struct arena *arena, const struct results *results);

/* NULL when there is none. */
const struct histogram *run_shapes_histogram(const struct run_shapes *shapes, const struct run *run,
                                             enum direction direction);
const struct time_series *run_shapes_series(const struct run_shapes *shapes, const struct run *run,
                                            enum direction direction);

#endif
