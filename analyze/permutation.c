/* Pitman, "Significance tests which may be applied to samples from any populations" (1937); with
   the studentized statistic it stays valid for unequal spread in large samples: Janssen,
   "Studentized permutation tests for non-i.i.d. hypotheses" (1997).

   Values are sorted first, and the smaller sample is the one that is drawn, so neither the order of
   runs nor the exchange of the samples changes which rearrangements a seed gives. */

#include "analyze/permutation.h"

#include "analyze/sample.h"
#include "model/arena.h"

#include <gsl/gsl_combination.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MOST_EXACT = 200000, DRAWS = 99999, MOST_EXACT_FLIPS = 17 };

/* A statistic this close below the one found counts as equal to it. */
static const double nearly = 1 - 1e-9;

struct pool {
    double *values; /* all, less their mean */
    size_t n, drawn;
    double sum, squares;
};

/* |t| when the values at `places` are one sample and the rest the other. */
static double statistic(const struct pool *pool, const size_t *places)
{
    double k = (double)pool->drawn, rest = (double)(pool->n - pool->drawn), sum = 0, squares = 0;
    for (size_t i = 0; i < pool->drawn; i++)
        sum += pool->values[places[i]];
    double mean = sum / k, other = (pool->sum - sum) / rest;
    for (size_t i = 0; i < pool->drawn; i++) {
        double value = pool->values[places[i]];
        squares += value * value;
    }
    double variance = fmax(0, squares - k * mean * mean) / (k - 1) / k;
    double left = fmax(0, pool->squares - squares - rest * other * other) / (rest - 1) / rest;
    return fabs(mean - other) / sqrt(variance + left);
}

static struct pool pool_make(struct arena *arena, const double *a, size_t n_a, const double *b,
                             size_t n_b)
{
    struct pool pool = {.values = arena_take_array(arena, n_a + n_b, sizeof *pool.values),
                        .n = n_a + n_b,
                        .drawn = n_a < n_b ? n_a : n_b};
    for (size_t i = 0; i < n_a; i++)
        pool.values[i] = a[i];
    for (size_t i = 0; i < n_b; i++)
        pool.values[n_a + i] = b[i];
    sample_sort(pool.values, pool.n);
    double mean = sample_mean(pool.values, pool.n);
    for (size_t i = 0; i < pool.n; i++) {
        pool.values[i] -= mean;
        pool.sum += pool.values[i];
        pool.squares += pool.values[i] * pool.values[i];
    }
    return pool;
}

/* The statistic of the samples as they are. */
static double observed(struct arena *arena, const struct pool *pool, const double *a, size_t n_a,
                       const double *b, size_t n_b)
{
    struct pool own = {.values = arena_take_array(arena, pool->n, sizeof *own.values),
                       .n = pool->n,
                       .drawn = pool->drawn,
                       .sum = pool->sum,
                       .squares = pool->squares};
    size_t *places = arena_take_array(arena, pool->n, sizeof *places);
    const double *drawn = n_a <= n_b ? a : b, *rest = n_a <= n_b ? b : a;
    for (size_t i = 0; i < pool->n; i++) {
        own.values[i] = i < pool->drawn ? drawn[i] : rest[i - pool->drawn];
        places[i] = i;
    }
    double mean = (sample_mean(drawn, pool->drawn) * (double)pool->drawn +
                   sample_mean(rest, pool->n - pool->drawn) * (double)(pool->n - pool->drawn)) /
                  (double)pool->n;
    for (size_t i = 0; i < pool->n; i++)
        own.values[i] -= mean;
    return statistic(&own, places);
}

static double all_rearrangements(const struct pool *pool, double limit)
{
    size_t hits = 0, count = 0;
    gsl_combination *places = gsl_combination_calloc(pool->n, pool->drawn);
    if (places == NULL)
        return NAN;
    do {
        count++;
        hits += statistic(pool, gsl_combination_data(places)) >= limit;
    } while (gsl_combination_next(places) == 0);
    gsl_combination_free(places);
    return (double)hits / (double)count;
}

static double random_rearrangements(struct arena *arena, const struct pool *pool, double limit,
                                    unsigned long seed)
{
    size_t hits = 0, *places = arena_take_array(arena, pool->n, sizeof *places);
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    if (random == NULL)
        return NAN;
    gsl_rng_set(random, seed);
    for (size_t i = 0; i < pool->n; i++)
        places[i] = i;
    for (size_t draw = 0; draw < DRAWS; draw++) {
        gsl_ran_shuffle(random, places, pool->n, sizeof *places);
        hits += statistic(pool, places) >= limit;
    }
    gsl_rng_free(random);
    return (1 + (double)hits) / (1 + (double)DRAWS);
}

double permutation_unpaired(const double *a, size_t n_a, const double *b, size_t n_b,
                            unsigned long seed)
{
    struct arena *scratch = arena_create();
    struct pool pool = pool_make(scratch, a, n_a, b, n_b);
    double limit = observed(scratch, &pool, a, n_a, b, n_b) * nearly;
    double rearrangements =
        exp(gsl_sf_lnchoose((unsigned)pool.n, (unsigned)pool.drawn)) * (1 - 1e-9);
    double p = rearrangements <= MOST_EXACT ? all_rearrangements(&pool, limit)
                                            : random_rearrangements(scratch, &pool, limit, seed);
    arena_free(scratch);
    return p;
}

/* The sum with the signs of `turned` (one bit a value) turned. */
static double flipped_sum(const double *values, size_t n, unsigned long turned)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (turned >> i & 1) ? -values[i] : values[i];
    return fabs(sum);
}

static double random_flips(const double *values, size_t n, double limit, unsigned long seed)
{
    size_t hits = 0;
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    if (random == NULL)
        return NAN;
    gsl_rng_set(random, seed);
    for (size_t draw = 0; draw < DRAWS; draw++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += gsl_rng_uniform_int(random, 2) == 0 ? values[i] : -values[i];
        hits += fabs(sum) >= limit;
    }
    gsl_rng_free(random);
    return (1 + (double)hits) / (1 + (double)DRAWS);
}

double permutation_paired(const double *differences, size_t n, unsigned long seed)
{
    struct arena *scratch = arena_create();
    double *sizes = arena_take_array(scratch, n, sizeof *sizes), sum = 0;
    for (size_t i = 0; i < n; i++) {
        sizes[i] = fabs(differences[i]);
        sum += differences[i];
    }
    sample_sort(sizes, n);
    double limit = fabs(sum) * nearly, p;
    if (n <= MOST_EXACT_FLIPS) {
        size_t hits = 0;
        for (unsigned long turned = 0; turned < 1ul << n; turned++)
            hits += flipped_sum(sizes, n, turned) >= limit;
        p = (double)hits / (double)(1ul << n);
    } else {
        p = random_flips(sizes, n, limit, seed);
    }
    arena_free(scratch);
    return p;
}
