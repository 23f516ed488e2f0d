/* How many differences count among so many comparisons. Holm, "A simple sequentially rejective
   multiple test procedure" (1979); Benjamini & Hochberg, "Controlling the false discovery rate"
   (1995). */

#include "analyze/correction.h"

#include "model/arena.h"

#include <gsl/gsl_sort.h>
#include <math.h>

void correction_holm(const double *p, size_t count, double *adjusted)
{
    struct arena *scratch = arena_create();
    size_t *order = arena_take_array(scratch, count, sizeof *order);
    gsl_sort_index(order, p, 1, count);
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, fmin(1, (double)(count - i) * p[order[i]]));
        adjusted[order[i]] = largest;
    }
    arena_free(scratch);
}

void correction_benjamini_hochberg(const double *p, size_t count, double *adjusted)
{
    struct arena *scratch = arena_create();
    size_t *order = arena_take_array(scratch, count, sizeof *order);
    gsl_sort_index(order, p, 1, count);
    double least = 1;
    for (size_t i = count; i-- > 0;) {
        least = fmin(least, (double)count * p[order[i]] / (double)(i + 1));
        adjusted[order[i]] = least;
    }
    arena_free(scratch);
}

void correction_holm_limits(const double *p, size_t count, double alpha, double *limits)
{
    struct arena *scratch = arena_create();
    size_t *order = arena_take_array(scratch, count, sizeof *order);
    size_t *passing = arena_take_array(scratch, count + 1, sizeof *passing);
    gsl_sort_index(order, p, 1, count);
    /* With comparison k taken out, those behind it move up one rank. passing[k]: how many from k on
       would count in a row on the rank before their own. */
    for (size_t k = count; k-- > 1;)
        passing[k] = (double)(count - k + 1) * p[order[k]] <= alpha ? passing[k + 1] + 1 : 0;
    size_t before = 0; /* those before k that count, as long as all of them do */
    for (size_t k = 0; k < count; k++) {
        size_t counting = before < k ? before : k + passing[k + 1];
        limits[order[k]] = alpha / (double)(count - counting);
        if (before == k && (double)(count - k) * p[order[k]] <= alpha)
            before++;
    }
    arena_free(scratch);
}

void correction_benjamini_hochberg_limits(const double *p, size_t count, double alpha,
                                          double *limits)
{
    struct arena *scratch = arena_create();
    size_t *order = arena_take_array(scratch, count, sizeof *order);
    size_t *reached = arena_take_array(scratch, count + 1, sizeof *reached);
    gsl_sort_index(order, p, 1, count);
    /* below: how many are at most k alpha / count. A comparison from outside may join on rank k
       when k - 1 are there already; reached[k] is the last such rank up to k. */
    size_t below = 0, counting = 0;
    for (size_t k = 1; k <= count; k++) {
        while (below < count && (double)count * p[order[below]] <= (double)k * alpha)
            below++;
        reached[k] = below + 1 >= k ? k : reached[k - 1];
        counting = below >= k ? k : counting;
    }
    for (size_t i = 0; i < count; i++) {
        size_t rank = counting;
        if (i >= counting) {
            double first = ceil((double)count * p[order[i]] / alpha);
            rank = first > (double)count ? count : (size_t)fmax(1, first - 1);
            rank = reached[rank];
        }
        limits[order[i]] = alpha * (double)rank / (double)count;
    }
    arena_free(scratch);
}
