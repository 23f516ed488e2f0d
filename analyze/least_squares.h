#ifndef ANALYZE_LEAST_SQUARES_H
#define ANALYZE_LEAST_SQUARES_H

#include "model/arena.h"

#include <stdbool.h>

/* Least squares on columns of 0 and 1 (dummy coding), column 0 the intercept. Columns that depend
   on those before them are left out, so designs with holes are fitted too. */

struct least_squares {
    struct arena *arena;
    size_t columns;
    double *products; /* (columns + 1)^2: of all columns and, last, the values */
    double rows;      /* sum of weights of the rows given */
};

/* Empty; lives in `arena`. */
struct least_squares least_squares_create(struct arena *arena, size_t columns);

/* A row with the value `value`, `weight` times; `ones` lists its columns that are 1, without the
   intercept. */
void least_squares_add(struct least_squares *all, const size_t *ones, size_t count, double value,
                       double weight);

/* The model with the intercept and the columns for which `in` is set. */
struct fit {
    size_t columns, rank;
    double rss;
    bool *swept;    /* the column is in and independent of those before it */
    bool *left_out; /* it is in and depends on them */
    double *matrix; /* (columns + 1)^2 after sweeping */
};
struct fit least_squares_fit(const struct least_squares *all, const bool *in);

/* Estimate of sum(weights[i] * coefficient[i]) with its variance over that of the residual; false
   when the design does not determine it. Columns that are not in the model must have weight 0. */
bool fit_contrast(const struct fit *fit, const double *weights, double *estimate, double *variance);

#endif
