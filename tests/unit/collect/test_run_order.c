#include "testing.h"

#include "collect/run_order.h"

#include <string.h>

static const struct run_count counts[] = {
    {1, 1, 1, 0}, {2, 1, 5, 0}, {3, 3, 5, 0}, {4, 2, 7, 0}, {3, 1, 40, 0}};
enum { COUNTS = sizeof counts / sizeof counts[0] };

/* Every level, workload and iteration exactly once, positions from 1. */
static void test_complete(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNTS; i++) {
        for (int order = ORDER_RANDOM; order <= ORDER_BLOCKED; order++) {
            struct arena *arena = arena_create();
            size_t total = run_count_total(counts[i]);
            struct planned_run *runs = run_order_make(arena, (enum order)order, counts[i], 7);
            bool *seen = arena_take_array(arena, total, sizeof *seen);
            for (size_t k = 0; k < total; k++) {
                assert_int_equal(runs[k].position, k + 1);
                size_t index = (runs[k].level * counts[i].workloads + runs[k].workload) *
                                   counts[i].iterations +
                               runs[k].iteration - 1;
                assert_true(index < total && !seen[index]);
                seen[index] = true;
            }
            arena_free(arena);
        }
    }
}

/* In blocks each workload runs at every level before anything else. */
static void test_blocks(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNTS; i++) {
        for (int order = ORDER_RANDOM; order <= ORDER_INTERLEAVED; order++) {
            struct arena *arena = arena_create();
            struct planned_run *runs = run_order_make(arena, (enum order)order, counts[i], 99);
            for (size_t k = 0; k < run_count_total(counts[i]); k++) {
                const struct planned_run *first = &runs[k - k % counts[i].levels];
                assert_int_equal(runs[k].block, runs[k].iteration);
                assert_int_equal(runs[k].workload, first->workload);
                assert_int_equal(runs[k].block, first->block);
                if (order == ORDER_INTERLEAVED) {
                    size_t place = k % counts[i].levels; /* A B C, C B A, A B C */
                    assert_int_equal(runs[k].level,
                                     runs[k].block % 2 == 1 ? place : counts[i].levels - 1 - place);
                }
            }
            arena_free(arena);
        }
    }
}

static void test_blocked(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct planned_run *runs = run_order_make(arena, ORDER_BLOCKED, counts[2], 1);
    for (size_t k = 0; k < run_count_total(counts[2]); k++) {
        assert_int_equal(runs[k].level, k / 15);
        assert_int_equal(runs[k].block, 0);
    }
    arena_free(arena);
}

/* The same seed gives the same order on every machine: this one is written down. Another seed gives
 * another. */
static void test_seed(void **state)
{
    (void)state;
    static const size_t expected[] = {0, 2, 1, 2, 1, 0, 0, 2, 1, 1, 0, 2};
    struct arena *arena = arena_create();
    struct run_count count = {3, 1, 4, 0};
    struct planned_run *runs = run_order_make(arena, ORDER_RANDOM, count, 42);
    struct planned_run *same = run_order_make(arena, ORDER_RANDOM, count, 42);
    assert_memory_equal(runs, same, 12 * sizeof *runs);
    for (size_t i = 0; i < 12; i++) {
        assert_int_equal(runs[i].level, expected[i]);
    }
    struct planned_run *other = run_order_make(arena, ORDER_RANDOM, count, 43);
    assert_memory_not_equal(runs, other, 12 * sizeof *runs);
    arena_free(arena);
}

/* No level is favoured with the first place of its block: 6000 blocks of three, within five
 * deviations. */
static void test_fairness(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct run_count count = {3, 1, 6000, 0};
    struct planned_run *runs = run_order_make(arena, ORDER_RANDOM, count, 2024);
    size_t places[3][3] = {{0}};
    for (size_t i = 0; i < run_count_total(count); i++) {
        places[i % 3][runs[i].level]++;
    }
    for (size_t i = 0; i < 9; i++) {
        assert_in_range(places[i / 3][i % 3], 2000 - 183, 2000 + 183);
    }
    arena_free(arena);
}

/* Runs that are declared not to count come first and are in no block. */
static void test_warm_up(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct run_count count = {2, 2, 3, 2};
    for (int order = ORDER_RANDOM; order <= ORDER_BLOCKED; order++) {
        struct planned_run *runs = run_order_make(arena, (enum order)order, count, 5);
        assert_int_equal(run_count_total(count), 20);
        for (size_t i = 0; i < 20; i++) {
            assert_int_equal(runs[i].is_warm_up, i < 8);
            assert_int_equal(runs[i].position, i + 1);
            assert_true(i >= 8 || (runs[i].block == 0 && runs[i].iteration == i / 4 + 1));
        }
    }
    arena_free(arena);
}

static void test_names(void **state)
{
    (void)state;
    enum order order;
    for (int i = ORDER_RANDOM; i <= ORDER_BLOCKED; i++) {
        assert_true(order_find(text_of(order_name((enum order)i)), &order));
        assert_int_equal(order, i);
    }
    assert_false(order_find(text_of("Random"), &order));
    assert_false(order_find(text_of(""), &order));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_complete), cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_blocked),  cmocka_unit_test(test_seed),
        cmocka_unit_test(test_fairness), cmocka_unit_test(test_names),
        cmocka_unit_test(test_warm_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
