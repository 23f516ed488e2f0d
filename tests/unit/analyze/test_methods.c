/* The methods beside the default one and the corrections, against counting by hand and against
   enumeration written another way. */

#include "testing.h"

#include "made_results.h"

#include "analyze/correction.h"
#include "analyze/mean_ratio.h"
#include "analyze/permutation.h"
#include "analyze/rank_test.h"
#include "analyze/significance.h"
#include "analyze/wording.h"

#include <math.h>
#include <stdlib.h>

static double share(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)*seed / 4294967296.0;
}

static bool near(double found, double expected, double rel)
{
    if (fabs(found - expected) <= rel * fabs(expected))
        return true;
    print_error("found %.17g, expected %.17g\n", found, expected);
    return false;
}

/* U - mn/2 by counting pairs, over the pool, for the sample that `mask` picks. */
static double centred_u(const double *pool, unsigned n, unsigned mask)
{
    double u = 0, pairs = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++) {
            if (!(mask >> i & 1) || (mask >> j & 1))
                continue;
            pairs++;
            u += pool[i] > pool[j] ? 1 : pool[i] == pool[j] ? 0.5 : 0;
        }
    return u - pairs / 2;
}

static double p_by_enumeration(const double *pool, unsigned m, unsigned n)
{
    double found = fabs(centred_u(pool, n, (1u << m) - 1)), hits = 0, all = 0;
    for (unsigned mask = 0; mask < 1u << n; mask++) {
        if ((unsigned)__builtin_popcount(mask) != m)
            continue;
        all++;
        hits += fabs(centred_u(pool, n, mask)) >= found - 1e-9;
    }
    return hits / all;
}

static int ascending(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* p with and without ties, and the median of the differences, for all sizes up to 6 v 6. */
static void ranks_by_enumeration(void **state)
{
    (void)state;
    unsigned seed = 5;
    for (unsigned m = 1; m <= 6; m++)
        for (unsigned n = 1; n <= 6; n++)
            for (unsigned kind = 0; kind < 3; kind++) {
                double pool[12], differences[36];
                for (unsigned i = 0; i < m + n; i++)
                    pool[i] = kind == 0 ? share(&seed) : floor(share(&seed) * 3 * kind);
                struct rank_shift found = rank_test(pool, m, pool + m, n, 0.05);
                assert_true(near(found.p, p_by_enumeration(pool, m, m + n), 1e-12));
                assert_true(near(found.p, rank_test_p_near(pool, m, pool + m, n, found.p), 1e-12));
                for (unsigned i = 0; i < m * n; i++)
                    differences[i] = pool[i % m] - pool[m + i / m];
                qsort(differences, m * n, sizeof *differences, ascending);
                double median = (differences[(m * n - 1) / 2] + differences[m * n / 2]) / 2;
                assert_true(found.shift == median);
                assert_true(found.low <= median && median <= found.high);
                struct rank_shift turned = rank_test(pool + m, n, pool, m, 0.05);
                assert_true(turned.p == found.p && turned.shift == -found.shift);
                assert_true(turned.low == -found.high && turned.high == -found.low);
            }
}

/* The confidence that ranks can reach at most: 90 % at 3 v 3, 94.3 % at 3 v 4 (Hollander & Wolfe,
   table of the Wilcoxon rank sum: 1/20, 1/35, 1/70, 1/252 on each side). */
static void ranks_confidence(void **state)
{
    (void)state;
    static const struct {
        size_t m, n;
        double confidence;
    } cases[] = {{3, 3, 0.9}, {3, 4, 1 - 2 / 35.0}, {4, 4, 1 - 2 / 70.0}, {2, 2, 1 - 2 / 6.0}};
    const double values[] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (size_t i = 0; i < 4; i++) {
        struct rank_shift found =
            rank_test(values, cases[i].m, values + cases[i].m, cases[i].n, 0.05);
        assert_true(near(found.confidence, cases[i].confidence, 1e-12));
        assert_true(near(found.p, 1 - cases[i].confidence, 1e-12));
        assert_true(found.u == 0);
    }
}

/* Beyond 2,500 pairs: the textbook's normal approximation, and close to the exact p below. */
static void ranks_of_many(void **state)
{
    (void)state;
    double a[51], b[50], u = 0;
    unsigned seed = 2;
    for (size_t i = 0; i < 51; i++)
        a[i] = share(&seed) + 0.15;
    for (size_t i = 0; i < 50; i++)
        b[i] = share(&seed);
    for (size_t i = 0; i < 51 * 50; i++)
        u += a[i % 51] > b[i / 51];
    struct rank_shift found = rank_test(a, 51, b, 50, 0.05);
    assert_true(found.u == u);
    double z = (fabs(u - 51 * 25) - 0.5) / sqrt(51.0 * 50 * 102 / 12);
    assert_true(near(found.p, erfc(z / sqrt(2)), 1e-12));
    assert_true(found.confidence >= 0.95 && found.confidence < 0.952);
    struct rank_shift exact = rank_test(a, 50, b, 50, 0.05);
    assert_true(near(exact.p, rank_test_p_near(a, 50, b, 50, 1), 0.02));
    assert_true(fabs(found.low - exact.low) < 0.02 && fabs(found.high - exact.high) < 0.02);
}

/* A common offset of a billion leaves Fieller's interval its width: it is that of the difference
   (in seeds of the reference table: -0.55 to 4.65) over the mean. */
static void fieller_with_offset(void **state)
{
    (void)state;
    static const double a[] = {1e9 + 3, 1e9 + 5, 1e9 + 4, 1e9 + 6, 1e9 + 7};
    static const double b[] = {1e9 + 1, 1e9 + 2, 1e9 + 4, 1e9 + 3, 1e9 + 2};
    static const double x[] = {3, 5, 4, 6, 7}, y[] = {1, 2, 4, 3, 2};
    struct difference plain;
    double exps[2][5];
    for (size_t i = 0; i < 5; i++) {
        exps[0][i] = exp(x[i]);
        exps[1][i] = exp(y[i]);
    }
    assert_int_equal(significance_welch(exps[0], 5, exps[1], 5, 0.05, &plain), OUTCOME_FOUND);
    struct mean_ratio found = mean_ratio(a, 5, b, 5, 0.05);
    assert_true(found.bounded);
    assert_true(near(found.low - 1, plain.low / 1e9, 1e-6));
    assert_true(near(found.high - 1, plain.high / 1e9, 1e-6));
    assert_true(near(found.p, plain.p, 1e-6));
}

/* One value against many, and two: U has a distribution that can be written down. P(U <= u) is (u +
   1) / (n + 1) with one value; with two it is floor((u + 2)^2 / 4) over the pairs of n + 2 for u <=
   n. Either sample may be the small one. */
static void ranks_of_few_against_many(void **state)
{
    (void)state;
    enum { N = 1000 };
    double many[N];
    for (size_t i = 0; i < N; i++)
        many[i] = (double)(i + 1);
    for (size_t u = 3; u < 60; u += 7) {
        const double one[] = {(double)u + 0.5}, two[] = {1.5, (double)u - 0.5};
        double p_one = 2 * (double)(u + 1) / (N + 1);
        double p_two = 2 * floor((double)((u + 2) * (u + 2)) / 4) / ((N + 2) * (N + 1) / 2.0);
        assert_true(near(rank_test(one, 1, many, N, 0.05).p, p_one, 1e-12));
        assert_true(near(rank_test(many, N, one, 1, 0.05).p, p_one, 1e-12));
        assert_true(near(rank_test(two, 2, many, N, 0.05).p, p_two, 1e-12));
        assert_true(near(rank_test(many, N, two, 2, 0.05).p, p_two, 1e-12));
    }
}

/* Fieller's interval is that of the same figures in another unit, however large or small; and each
   side may have a unit of its own, which moves ratio and ends alike. */
static void fieller_at_the_limits(void **state)
{
    (void)state;
    static const double a[] = {1, 1.1, 1.2, 1.3, 1.5}, b[] = {1.02, 1.25, 1.3, 1.35, 1.4};
    struct mean_ratio plain = mean_ratio(a, 5, b, 5, 0.05);
    for (int power = -1020; power <= 1020; power += 60) {
        double scaled_a[5], scaled_b[5];
        for (size_t i = 0; i < 5; i++) {
            scaled_a[i] = ldexp(a[i], power);
            scaled_b[i] = ldexp(b[i], power);
        }
        struct mean_ratio both = mean_ratio(scaled_a, 5, scaled_b, 5, 0.05);
        assert_true(near(both.low, plain.low, 1e-13) && near(both.high, plain.high, 1e-13));
        assert_true(near(both.p, plain.p, 1e-13));
        struct mean_ratio one = mean_ratio(scaled_a, 5, b, 5, 0.05);
        assert_true(near(one.ratio, ldexp(plain.ratio, power), 1e-13));
        assert_true(near(one.low / one.ratio, plain.low / plain.ratio, 1e-13));
        assert_true(near(one.high / one.ratio, plain.high / plain.ratio, 1e-13));
    }
}

/* Ends are the roots of Fieller's quadratic; p is alpha where an end is 1. */
static void fieller_roots(void **state)
{
    (void)state;
    unsigned seed = 9;
    for (unsigned k = 0; k < 200; k++) {
        double a[6], b[6];
        size_t n_a = 2 + k % 5, n_b = 2 + k / 5 % 5;
        for (size_t i = 0; i < 6; i++) {
            a[i] = 1 + share(&seed);
            b[i] = 1 + share(&seed) * (k % 3 == 0 ? 9 : 1);
        }
        struct mean_ratio found = mean_ratio(a, n_a, b, n_b, 0.05);
        struct mean_ratio turned = mean_ratio(b, n_b, a, n_a, 0.05);
        assert_true(found.bounded == turned.bounded);
        assert_true(near(found.p, turned.p, 1e-12));
        if (!found.bounded)
            continue;
        assert_true(found.low < found.ratio && found.ratio < found.high);
        assert_true(near(found.low, 1 / turned.high, 1e-12));
        assert_true((found.p < 0.05) == (found.low > 1 || found.high < 1));
    }
    const double even[] = {1, 1.001}, wild[] = {1, 90};
    assert_false(mean_ratio(even, 2, wild, 2, 0.05).bounded);
}

static void permutations(void **state)
{
    (void)state;
    /* 4 v 4 apart: two of the 70 rearrangements are as extreme. */
    const double low[] = {1, 2, 3, 4.5}, high[] = {11, 12.5, 13, 14};
    assert_true(permutation_unpaired(low, 4, high, 4, 1) == 2 / 70.0);
    assert_true(permutation_unpaired(high, 4, low, 4, 1) == 2 / 70.0);
    /* All of one sign: two of the 2^n. */
    const double signs[] = {0.1, 0.2, 0.3, 0.15, 0.12, 0.11};
    assert_true(permutation_paired(signs, 6, 1) == 2 / 64.0);
    /* Random ones above 200,000: the seed decides, the share is about right (a t test says 0.068
       and 0.069 here). */
    double a[11], b[11];
    unsigned seed = 4;
    for (size_t i = 0; i < 11; i++) {
        a[i] = share(&seed);
        b[i] = share(&seed) + 0.2;
    }
    double first = permutation_unpaired(a, 11, b, 11, 1);
    double second = permutation_unpaired(a, 11, b, 11, 2);
    assert_true(first == permutation_unpaired(a, 11, b, 11, 1));
    assert_true(first == permutation_unpaired(b, 11, a, 11, 1));
    assert_true(first != second && fabs(first - second) < 0.005);
    double ea[11], eb[11];
    for (size_t i = 0; i < 11; i++) {
        ea[i] = exp(a[i]);
        eb[i] = exp(b[i]);
    }
    struct difference welch;
    assert_int_equal(significance_welch(ea, 11, eb, 11, 0.05, &welch), OUTCOME_FOUND);
    assert_true(fabs(first - welch.p) < 0.015);
    double flips[20];
    for (size_t i = 0; i < 20; i++)
        flips[i] = share(&seed) - 0.3;
    double flipped = permutation_paired(flips, 20, 1);
    assert_true(flipped != permutation_paired(flips, 20, 3));
    assert_true(fabs(flipped - permutation_paired(flips, 20, 3)) < 0.005);
}

static bool counts(const double *p, size_t count, size_t i, double value, double alpha, bool holm)
{
    double changed[12], adjusted[12];
    memcpy(changed, p, count * sizeof *p);
    changed[i] = value;
    if (holm)
        correction_holm(changed, count, adjusted);
    else
        correction_benjamini_hochberg(changed, count, adjusted);
    return adjusted[i] <= alpha;
}

/* The limits are where counting ends, for any family. */
static void correction_limits(void **state)
{
    (void)state;
    unsigned seed = 8;
    for (unsigned k = 0; k < 2000; k++) {
        double p[12], limits[12];
        size_t count = 1 + k % 12;
        bool holm = k % 2;
        for (size_t i = 0; i < count; i++)
            p[i] = share(&seed) * (share(&seed) < 0.5 ? 0.05 : 0.3);
        if (holm)
            correction_holm_limits(p, count, 0.05, limits);
        else
            correction_benjamini_hochberg_limits(p, count, 0.05, limits);
        for (size_t i = 0; i < count; i++) {
            assert_true(counts(p, count, i, limits[i] * (1 - 1e-9), 0.05, holm));
            assert_false(counts(p, count, i, limits[i] * (1 + 1e-9), 0.05, holm));
        }
    }
}

static struct analysis *analyze_two(struct results *results, const char *first, const char *second,
                                    enum method method)
{
    struct analysis_options options = analysis_defaults();
    options.method = method;
    add_series(results, (struct made_run){.config = "x=1", .workload = "w"}, first);
    add_series(results, (struct made_run){.config = "x=2", .workload = "w"}, second);
    return analyze(results, &options);
}

static void check_two(const char *first, const char *second, enum method method,
                      enum state expected, const char *headline)
{
    struct results *results = results_create();
    struct arena *arena = arena_create();
    struct analysis *analysis = analyze_two(results, first, second, method);
    struct text found = wording_headline(arena, &analysis->comparisons[0]);
    assert_int_equal(analysis->comparisons[0].state, expected);
    if (!text_starts_with(found, headline))
        fail_msg("%s", found.data);
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void methods_decide(void **state)
{
    (void)state;
    const char *even = "100 101 102 103 104", *outlier = "120 121 122 123 30";
    check_two("100 101 102", "150 151 152", METHOD_RANK, STATE_INSUFFICIENT,
              "too few runs to say anything: ranks of 3 and 3 runs cannot reach 95 % confidence, 4 "
              "of each can");
    check_two(even, "150 151 152 153 154", METHOD_RANK, STATE_BETTER,
              "x 2 is 49.0 % faster than 1 (most likely between +45.6 % and +52.5 %)");
    check_two(even, outlier, METHOD_RATIO, STATE_INCONCLUSIVE, "cannot tell");
    check_two("100 101 102 103 104 105", "120 121 122 123 124 30", METHOD_RANK, STATE_INCONCLUSIVE,
              "cannot tell");
    /* Fieller's quadratic at t(0.975; 2) = 4.30265 has the roots -94.8076 and 157.412 */
    check_two(
        "1 1.001 1.002", "1 90 3", METHOD_MEAN, STATE_INSUFFICIENT,
        "too much scatter to say anything: the ratio of the means has no positive interval, it "
        "goes from -94.8 to 157");
    check_two("1 90 3", "1 1.001 1.002", METHOD_MEAN, STATE_INSUFFICIENT,
              "too few runs to say anything: they scatter so much that the ratio of the means has "
              "no finite interval");
    check_two("100 101 102 103", "150 151 152 153", METHOD_MEAN, STATE_BETTER,
              "x 2 is 49.3 % faster than 1");
    check_two(
        "100 101 102", "150 151 152", METHOD_PERMUTATION, STATE_INCONCLUSIVE,
        "cannot tell: x 2 measured 49.5 % faster than 1; rearrangements of 3 and 3 runs cannot "
        "reach 95 % confidence, 4 of each can");
    check_two("100 101 102 103", "150 151 152 153", METHOD_PERMUTATION, STATE_BETTER,
              "x 2 is 49.3 % faster than 1");
}

/* What is shown where a method cannot test: its own ratio, by hand. Two and three runs: 10, 40
   against 100, 200, 400 has the geometric mean 200 over 20, the mean 700 / 3 over 25, and of the
   six ratios 2.5, 5, 10, 10, 20, 40 the middle ones 10 and 10. Three and three runs 10, 40, 90
   against 100, 200, 400: 1.11, 2.22, 2.5, 4.44, 5, 10, 10, 20, 40 by ranks. */
static void ratio_without_a_test(void **state)
{
    (void)state;
    static const struct {
        enum method method;
        const char *first;
        double ratio;
    } cases[] = {{METHOD_RATIO, "10 40", 10},      {METHOD_PERMUTATION, "10 40", 10},
                 {METHOD_MEAN, "10 40", 28.0 / 3}, {METHOD_RANK, "10 40", 10},
                 {METHOD_RANK, "10 40 90", 5},     {METHOD_MEAN, "1 1000", 700.0 / 3 / 500.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct results *results = results_create();
        struct analysis *analysis =
            analyze_two(results, cases[i].first, "100 200 400", cases[i].method);
        const struct comparison *found = &analysis->comparisons[0];
        assert_int_equal(found->state, STATE_INSUFFICIENT);
        assert_true(near(found->ratio, cases[i].ratio, 1e-14));
        assert_true(near(exp(found->log_ratio), cases[i].ratio, 1e-14));
        assert_true(isnan(found->ratio_low) && isnan(found->p));
        analysis_free(analysis);
        results_free(results);
    }
}

/* Required runs of a method that finds nothing in fewer than so many are never fewer; and a state
   that rests on runs says how many where their scatter is known. */
static void required_runs_by_method(void **state)
{
    (void)state;
    const char *even = "100 100.1 100.2", *higher = "200 200.1 200.3";
    static const struct {
        enum method method;
        enum state state;
        double observed;
    } cases[] = {{METHOD_RATIO, STATE_BETTER, 2},
                 {METHOD_MEAN, STATE_BETTER, 2},
                 {METHOD_RANK, STATE_INSUFFICIENT, 4},
                 {METHOD_PERMUTATION, STATE_INCONCLUSIVE, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct results *results = results_create();
        struct analysis *analysis = analyze_two(results, even, higher, cases[i].method);
        const struct comparison *found = &analysis->comparisons[0];
        assert_int_equal(found->state, cases[i].state);
        assert_true(found->n_detect_observed == cases[i].observed);
        assert_true(found->n_detect_margin == cases[i].observed);
        assert_true(!isnan(found->spread_candidate));
        analysis_free(analysis);
        results_free(results);
    }
}

static void blocks_need_a_method(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    struct failure failure = {.kind = FAILURE_NONE};
    options.method = METHOD_RANK;
    options.pairing = PAIRING_RUN;
    add_series(results, (struct made_run){.config = "x=1", .workload = "w"}, "1 2 3");
    add_series(results, (struct made_run){.config = "x=2", .workload = "w"}, "1 2 3");
    assert_null(analysis_create(results, &options, &failure));
    assert_int_equal(failure.kind, FAILURE_USAGE);
    assert_string_equal(failure.message,
                        "the method rank compares runs one by one and knows no blocks");
    results_free(results);
}

static bool disagrees(const char *first, const char *second)
{
    struct results *results = results_create();
    struct analysis *analysis = analyze_two(results, first, second, METHOD_RATIO);
    bool found = false;
    for (size_t i = 0; i < analysis->warning_count; i++)
        found = found || analysis->warnings[i].code == WARNING_RANK_DISAGREES;
    analysis_free(analysis);
    results_free(results);
    return found;
}

static void ranks_disagree(void **state)
{
    (void)state;
    /* one run of eight hides a difference that all others show: U = 8, p = 0.0104 */
    assert_true(disagrees("100 101 102 103 104 105 106 107", "120 121 122 123 124 125 126 20"));
    assert_false(disagrees("100 101 102 103 104 105 106 107", "120 121 122 123 124 125 126 127"));
    assert_false(disagrees("100 104 102 103 101 105 106 107", "101 104 103 102 100 105 107 130"));
    /* p by ranks is 0.2222 (5 v 5, U = 6), yet the means are apart */
    assert_false(disagrees("100 101 102 103 104", "200 201 202 203 204"));
}

/* Spreads are standard deviation over mean: 1.550, 53.57; of ten 1.461, 50.51 and 12.42 %. From ten
 * runs a side it is said which side is more even; a common factor is no spread. */
static void evenness(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second;
        enum evenness found;
        const char *words;
    } cases[] = {
        {"100 101 102 103 104", "100 150 50 70 200", EVENNESS_TOO_FEW,
         "too few runs to compare the spreads of x 1 and 2 (1.6 % and 54 %)"},
        {"100 101 102 103 104 100 101 102 103 104", "100 150 50 70 200 100 150 50 70 200",
         EVENNESS_LESS, "the runs of x 1 are more even than those of 2 (1.5 % against 51 %)"},
        {"100 150 50 70 200 100 150 50 70 200", "100 101 102 103 104 100 101 102 103 104",
         EVENNESS_MORE, "the runs of x 2 are more even than those of 1 (1.5 % against 51 %)"},
        {"100 110 120 130 140 100 110 120 130 140", "200 220 240 260 280 200 220 240 260 280",
         EVENNESS_CANNOT_TELL,
         "cannot tell whether the runs of x 1 or of 2 are more even (12 % and 12 %)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct results *results = results_create();
        struct arena *arena = arena_create();
        struct analysis *analysis =
            analyze_two(results, cases[i].first, cases[i].second, METHOD_RATIO);
        struct text words = wording_evenness(arena, &analysis->comparisons[0]);
        assert_int_equal(analysis->comparisons[0].evenness, cases[i].found);
        assert_string_equal(words.data, cases[i].words);
        analysis_free(analysis);
        results_free(results);
        arena_free(arena);
    }
}

/* With Benjamini and Hochberg more counts than with Holm: 0.01, 0.02 and 0.03 all do. */
static void corrections(void **state)
{
    (void)state;
    const double p[] = {0.03, 0.01, 0.02, 0.9};
    double holm[4], bh[4];
    correction_holm(p, 4, holm);
    correction_benjamini_hochberg(p, 4, bh);
    assert_true(near(holm[1], 0.04, 1e-15) && near(holm[2], 0.06, 1e-15));
    assert_true(near(holm[0], 0.06, 1e-15) && near(holm[3], 0.9, 1e-15));
    assert_true(near(bh[1], 0.04, 1e-15) && near(bh[2], 0.04, 1e-15));
    assert_true(near(bh[0], 0.04, 1e-15) && near(bh[3], 0.9, 1e-15));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_by_enumeration),
        cmocka_unit_test(ranks_confidence),
        cmocka_unit_test(ranks_of_many),
        cmocka_unit_test(fieller_with_offset),
        cmocka_unit_test(fieller_roots),
        cmocka_unit_test(permutations),
        cmocka_unit_test(correction_limits),
        cmocka_unit_test(methods_decide),
        cmocka_unit_test(ranks_of_few_against_many),
        cmocka_unit_test(fieller_at_the_limits),
        cmocka_unit_test(ratio_without_a_test),
        cmocka_unit_test(required_runs_by_method),
        cmocka_unit_test(blocks_need_a_method),
        cmocka_unit_test(ranks_disagree),
        cmocka_unit_test(corrections),
        cmocka_unit_test(evenness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
