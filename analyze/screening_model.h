#ifndef ANALYZE_SCREENING_MODEL_H
#define ANALYZE_SCREENING_MODEL_H

#include "analyze/least_squares.h"
#include "analyze/sweep.h"

/* ln(value) on dummy-coded factors; with `interactions` on all their pairs too. */
struct screening_model {
    const struct sweep *sweep;
    struct arena *arena;
    struct least_squares data;
    bool interactions;
    size_t *first;             /* column of each factor's second level */
    size_t *pair_first;        /* [a * factors + b], a < b: first column of the pair */
    double error_ss, error_df; /* what tests are made against */
};

/* Of the rows for which `take` is set (NULL: all). Interactions are left out when they would take
   more than 400 columns. */
struct screening_model screening_model_make(struct arena *arena, const struct sweep *sweep,
                                            const bool *take, bool interactions);

/* What is in a fit: all main effects and, where the model has them, all pairs; `without` (-1: none)
   takes a factor with its pairs out, `without_pair` a pair (a * factors + b). */
struct fit screening_model_fit(const struct screening_model *model, long without,
                               long without_pair);

/* Main effects only. */
struct fit screening_model_main(const struct screening_model *model);

/* Type II sum of squares of a factor, or of a pair. */
struct term_test {
    double ss, df, f, p;
};
struct term_test screening_model_factor(const struct screening_model *model, size_t factor);
struct term_test screening_model_pair(const struct screening_model *model, size_t a, size_t b);

#endif
