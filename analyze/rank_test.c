/* Mann & Whitney, "On a test of whether one of two random variables is stochastically larger than
   the other" (1947); estimate and interval: Hodges & Lehmann (1963), as in Hollander, Wolfe &
   Chicken, "Nonparametric Statistical Methods".

   The null distribution counts, for every sum of ranks, the subsets of the midranks that have it,
   one rank after the other; that is the same as going through all rearrangements. Ranks are
   doubled so that midranks are whole. */

#include "analyze/rank_test.h"

#include "analyze/sample.h"
#include "model/arena.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_EXACT_PAIRS = 2500, MOST_NEAR_PAIRS = 400, CHEAP_PAIRS = 36 };

struct ranked {
    double *a, *b; /* sorted */
    size_t n_a, n_b;
    size_t *doubled;    /* midranks of all values in ascending order, times two */
    size_t doubled_sum; /* of sample a */
    double tie_sum;     /* sum of t^3 - t over the groups of equal values */
};

static double *sorted_copy(struct arena *arena, const double *values, size_t n)
{
    double *copy = arena_take_array(arena, n, sizeof *copy);
    memcpy(copy, values, n * sizeof *copy);
    sample_sort(copy, n);
    return copy;
}

/* Merges both samples; equal values share the mean of their places. */
static struct ranked rank(struct arena *arena, const double *a, size_t n_a, const double *b,
                          size_t n_b)
{
    struct ranked ranked = {.a = sorted_copy(arena, a, n_a),
                            .b = sorted_copy(arena, b, n_b),
                            .n_a = n_a,
                            .n_b = n_b,
                            .doubled = arena_take_array(arena, n_a + n_b, sizeof(size_t))};
    size_t i = 0, j = 0;
    while (i + j < n_a + n_b) {
        size_t start = i + j, from_a = i;
        double value =
            j == n_b || (i < n_a && ranked.a[i] < ranked.b[j]) ? ranked.a[i] : ranked.b[j];
        while (i < n_a && ranked.a[i] == value)
            i++;
        while (j < n_b && ranked.b[j] == value)
            j++;
        size_t end = i + j, tied = end - start;
        for (size_t k = start; k < end; k++)
            ranked.doubled[k] = start + end + 1;
        ranked.doubled_sum += (i - from_a) * (start + end + 1);
        ranked.tie_sum += (double)tied * ((double)tied * (double)tied - 1);
    }
    return ranked;
}

/* counts[s]: subsets of `size` of the ranks whose sum is s; returns the largest sum possible. */
static size_t count_sums(struct arena *arena, const size_t *ranks, size_t n, size_t size,
                         double **counts)
{
    size_t largest = 0;
    for (size_t i = n - size; i < n; i++)
        largest += ranks[i];
    double *table = arena_take_array(arena, (size + 1) * (largest + 1), sizeof *table);
    table[0] = 1;
    for (size_t i = 0; i < n; i++) {
        size_t most = i + 1 < size ? i + 1 : size;
        for (size_t k = most; k > 0; k--) {
            double *with = table + k * (largest + 1) + ranks[i];
            const double *without = table + (k - 1) * (largest + 1);
            for (size_t s = 0; s + ranks[i] <= largest; s++)
                with[s] += without[s];
        }
    }
    *counts = table + size * (largest + 1);
    return largest;
}

static double exact_p(struct arena *arena, const struct ranked *ranked)
{
    double *counts, all = 0, hits = 0;
    size_t n = ranked->n_a + ranked->n_b, middle = ranked->n_a * (n + 1);
    size_t found =
        ranked->doubled_sum > middle ? ranked->doubled_sum - middle : middle - ranked->doubled_sum;
    /* The other sample's sum lies as far from its mean, so the smaller sample is counted. */
    size_t size = ranked->n_a < ranked->n_b ? ranked->n_a : ranked->n_b;
    size_t largest = count_sums(arena, ranked->doubled, n, size, &counts);
    size_t expected = size * (n + 1); /* twice the mean, as the sums are */
    for (size_t s = 0; s <= largest; s++) {
        size_t distance = s > expected ? s - expected : expected - s;
        all += counts[s];
        hits += distance >= found ? counts[s] : 0;
    }
    return fmin(1, hits / all);
}

static double u_of(const struct ranked *ranked)
{
    double least = (double)ranked->n_a * (double)(ranked->n_a + 1) / 2;
    return (double)ranked->doubled_sum / 2 - least;
}

static double approximate_p(const struct ranked *ranked)
{
    double m = (double)ranked->n_a, n = (double)ranked->n_b, all = m + n;
    double variance = m * n / 12 * (all + 1 - ranked->tie_sum / (all * (all - 1)));
    double distance = fabs(u_of(ranked) - m * n / 2) - 0.5;
    if (distance <= 0 || variance <= 0)
        return 1;
    return fmin(1, 2 * gsl_cdf_ugaussian_Q(distance / sqrt(variance)));
}

/* How many differences a - b are at most `limit`: as a grows, fewer of b's values are too small. */
static size_t count_up_to(const struct ranked *ranked, double limit)
{
    size_t count = 0, too_small = 0;
    for (size_t i = 0; i < ranked->n_a; i++) {
        while (too_small < ranked->n_b && ranked->a[i] - ranked->b[too_small] > limit)
            too_small++;
        count += ranked->n_b - too_small;
    }
    return count;
}

/* The k-th smallest difference (from 1), by bisection down to neighbouring doubles. */
static double difference_of_rank(const struct ranked *ranked, size_t k)
{
    double low = ranked->a[0] - ranked->b[ranked->n_b - 1];
    double high = ranked->a[ranked->n_a - 1] - ranked->b[0];
    if (count_up_to(ranked, low) >= k)
        return low;
    for (;;) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            return high;
        if (count_up_to(ranked, middle) >= k)
            high = middle;
        else
            low = middle;
    }
}

/* The median of all differences. */
static double median_difference(const struct ranked *ranked)
{
    size_t pairs = ranked->n_a * ranked->n_b;
    double middle = difference_of_rank(ranked, (pairs + 1) / 2);
    return pairs % 2 == 1 ? middle : (middle + difference_of_rank(ranked, pairs / 2 + 1)) / 2;
}

double rank_test_shift(const double *a, size_t n_a, const double *b, size_t n_b)
{
    struct arena *scratch = arena_create();
    struct ranked ranked = rank(scratch, a, n_a, b, n_b);
    double shift = median_difference(&ranked);
    arena_free(scratch);
    return shift;
}

/* Smallest u with P(U <= u) >= alpha / 2, at least 1, for samples without ties; `*below` is
   P(U <= u - 1). */
static size_t exact_limit(struct arena *arena, size_t n_a, size_t n_b, double alpha, double *below)
{
    size_t n = n_a + n_b, *ranks = arena_take_array(arena, n, sizeof *ranks), u = 0;
    double *counts, all = 0, sum = 0;
    size_t size = n_a < n_b ? n_a : n_b; /* U is distributed alike from either side */
    for (size_t i = 0; i < n; i++)
        ranks[i] = i + 1;
    size_t least = size * (size + 1) / 2;
    size_t largest = count_sums(arena, ranks, n, size, &counts);
    for (size_t s = least; s <= largest; s++)
        all += counts[s];
    /* A billionth, so that 0.025 is met where it is met exactly. */
    while (sum + counts[least + u] < all * alpha / 2 * (1 - 1e-9))
        sum += counts[least + u++];
    if (u == 0) {
        sum = counts[least];
        u = 1;
    }
    *below = sum / all;
    return u;
}

static size_t approximate_limit(const struct ranked *ranked, double alpha, double *below)
{
    double m = (double)ranked->n_a, n = (double)ranked->n_b;
    double deviation = sqrt(m * n * (m + n + 1) / 12);
    double u = ceil(m * n / 2 - 0.5 - gsl_cdf_ugaussian_Qinv(alpha / 2) * deviation);
    u = fmax(1, u);
    *below = gsl_cdf_ugaussian_P((u - 0.5 - m * n / 2) / deviation);
    return (size_t)u;
}

struct rank_shift rank_test(const double *a, size_t n_a, const double *b, size_t n_b, double alpha)
{
    struct arena *scratch = arena_create();
    struct ranked ranked = rank(scratch, a, n_a, b, n_b);
    bool exact = n_a * n_b <= MOST_EXACT_PAIRS;
    double below;
    size_t pairs = n_a * n_b;
    size_t limit = exact ? exact_limit(scratch, n_a, n_b, alpha, &below)
                         : approximate_limit(&ranked, alpha, &below);
    struct rank_shift found = {
        .u = u_of(&ranked),
        .p = exact ? exact_p(scratch, &ranked) : approximate_p(&ranked),
        .shift = median_difference(&ranked),
        .low = difference_of_rank(&ranked, limit),
        .high = difference_of_rank(&ranked, pairs + 1 - limit),
        .confidence = 1 - 2 * below,
    };
    arena_free(scratch);
    return found;
}

double rank_test_p_near(const double *a, size_t n_a, const double *b, size_t n_b, double limit)
{
    struct arena *scratch = arena_create();
    struct ranked ranked = rank(scratch, a, n_a, b, n_b);
    double p = approximate_p(&ranked);
    bool near = p > limit / 1.5 && p < limit * 1.5;
    if (n_a * n_b <= CHEAP_PAIRS || (near && n_a * n_b <= MOST_NEAR_PAIRS))
        p = exact_p(scratch, &ranked);
    arena_free(scratch);
    return p;
}
