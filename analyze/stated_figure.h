#ifndef ANALYZE_STATED_FIGURE_H
#define ANALYZE_STATED_FIGURE_H

#include "model/text.h"

#include <stdbool.h>

/* What a figure in a sentence says: "10.3 %" that it is so, "up to 15 %", "at least 5 %", "5-15 %"
   and "8 ± 3 %" that it lies within bounds. */
struct stated_figure {
    double low, high; /* what agrees with it, its own rounding included; in the figure's own unit */
    double last_digit; /* one unit of it; 0 where the figure was not found in digits */
    bool is_bound;     /* a bound or a range, no figure of its own */
    bool is_rounded;   /* "nearly 50 %" */
};

/* The percentage `percent` (above 0) of a clause. */
struct stated_figure stated_percentage(struct text clause, double percent);

/* A figure with a unit of data, rate or time, in the base unit of `value`, which is above 0. */
struct stated_figure stated_quantity(struct text clause, double value);

/* A multiple in digits; its last digit is 0 where it stands in words. */
struct stated_figure stated_multiple(struct text clause, double times);

/* True when the clause is about single runs ("run 2", "the first run"), not about a setting. */
bool stated_of_single_runs(struct text clause);

#endif
