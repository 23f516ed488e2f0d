/* Is the order of runs known, and which runs belong together? A sequence is written as one letter a
 * level. */

#include "testing.h"

#include "analyze/run_order.h"

#include <string.h>

struct made_order {
    struct arena *arena;
    struct run_order *order;
    size_t count;
};

/* One run for each letter, in this order of running; '-' is a run that is missing. */
static struct made_order make_order(const char *letters, bool positions, bool starts)
{
    struct arena *arena = arena_create();
    struct made_order made = {arena, run_order_create(arena, 4), strlen(letters)};
    for (size_t i = 0; i < made.count; i++) {
        if (letters[i] == '-')
            continue;
        struct run *run = arena_take(arena, sizeof *run);
        run->position = positions ? (unsigned)i + 1 : 0;
        run->started_at = starts ? 1000 + (int64_t)i * 10 : 0;
        run_order_add(made.order, run, (size_t)(letters[i] - 'A'));
    }
    return made;
}

/* The blocks of the runs as they were added: "112233"; '.' is no block. */
static void write_blocks(const struct run_order *order, char *blocks)
{
    for (size_t i = 0; i < order->count; i++)
        blocks[i] = order->runs[i].block == 0 ? '.' : (char)('0' + order->runs[i].block);
    blocks[order->count] = '\0';
}

static void blocks_from_the_order(void **state)
{
    (void)state;
    static const struct {
        const char *letters, *blocks; /* NULL: not interleaved */
    } cases[] = {
        {"ABABAB", "112233"},
        {"ABBAAB", "112233"},
        {"ABCCBABAC", "111222333"},
        {"AAABBB", NULL},
        {"AABB", NULL},
        {"ABAABB", NULL},
        {"AABBAABB", NULL},
        {"ABCABC", "111222"},
        {"ABBA", "1122"},
        /* one of eighteen is missing */
        {"ABCA-BBACCBAABCBCA", "11122333444555666"},
        /* one of eight is too many */
        {"ABBA-BAB", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made_order made = make_order(cases[i].letters, true, false);
        char blocks[40];
        run_order_find(made.order, PAIRING_AUTO);
        write_blocks(made.order, blocks);
        assert_true(made.order->known);
        assert_int_equal(made.order->interleaved, cases[i].blocks != NULL);
        if (cases[i].blocks != NULL)
            assert_string_equal(blocks, cases[i].blocks);
        else
            assert_int_equal(made.order->block_count, 0);
        arena_free(made.arena);
    }
}

static void start_times_serve_as_well(void **state)
{
    (void)state;
    struct made_order made = make_order("ABBA", false, true);
    run_order_find(made.order, PAIRING_AUTO);
    assert_true(made.order->known && made.order->interleaved);
    assert_int_equal(made.order->runs[3].position, 4);
    arena_free(made.arena);
}

static void order_unknown(void **state)
{
    (void)state;
    struct made_order nothing = make_order("ABBA", false, false);
    run_order_find(nothing.order, PAIRING_AUTO);
    assert_false(nothing.order->known || nothing.order->interleaved);
    arena_free(nothing.arena);

    struct made_order one_lacks = make_order("ABBA", true, false);
    ((struct run *)one_lacks.order->runs[2].run)->position = 0;
    run_order_find(one_lacks.order, PAIRING_AUTO);
    assert_false(one_lacks.order->known || one_lacks.order->interleaved);
    arena_free(one_lacks.arena);

    /* the same position twice (two archives): the start times decide */
    struct made_order twice = make_order("ABBA", true, true);
    ((struct run *)twice.order->runs[2].run)->position = 1;
    run_order_find(twice.order, PAIRING_AUTO);
    assert_true(twice.order->known && twice.order->interleaved);
    arena_free(twice.arena);
}

/* Block numbers as stated, one digit a run. */
static void state_blocks(struct made_order *made, const char *blocks)
{
    for (size_t i = 0; i < made->order->count; i++)
        ((struct run *)made->order->runs[i].run)->block = (unsigned)(blocks[i] - '0');
}

static void blocks_as_stated(void **state)
{
    (void)state;
    static const struct {
        const char *letters, *stated;
        bool known;
        const char *blocks; /* NULL: not interleaved */
    } cases[] = {
        {"ABABAB", "112233", false, "112233"},
        {"ABABAB", "557799", false, "112233"},
        {"AB-ABAB", "112244", true, "112233"},
        {"ABBAB", "11223", true, "11223"},
        /* a run repeated at the end keeps its block */
        {"ABBABA", "112331", false, NULL},
        {"ABBABAB", "1123344", true, "1123344"},
        {"ABABABAB", "11233442", true, "11233442"},
        /* blocks that were not done one after the other are none */
        {"AAABBB", "123123", true, NULL},
        {"AAABBB", "123123", false, "123123"},
        /* a level twice in a block: the order of running decides instead */
        {"ABABAB", "111122", true, "112233"},
        {"ABABAB", "111122", false, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made_order made = make_order(cases[i].letters, cases[i].known, false);
        char blocks[40];
        state_blocks(&made, cases[i].stated);
        run_order_find(made.order, PAIRING_AUTO);
        write_blocks(made.order, blocks);
        if (made.order->interleaved != (cases[i].blocks != NULL))
            print_error("case %zu: %s\n", i, blocks);
        assert_int_equal(made.order->interleaved, cases[i].blocks != NULL);
        if (cases[i].blocks != NULL)
            assert_string_equal(blocks, cases[i].blocks);
        arena_free(made.arena);
    }
}

static void pairing_as_declared(void **state)
{
    (void)state;
    struct made_order made = make_order("AAABBB", true, false);
    char blocks[40];
    for (size_t i = 0; i < 6; i++)
        ((struct run *)made.order->runs[i].run)->iteration = (unsigned)(i % 3) + 1;
    run_order_find(made.order, PAIRING_RUN);
    write_blocks(made.order, blocks);
    assert_string_equal(blocks, "123123");
    assert_false(made.order->interleaved);
    run_order_find(made.order, PAIRING_NONE);
    assert_int_equal(made.order->block_count, 0);
    state_blocks(&made, "123123");
    run_order_find(made.order, PAIRING_BLOCK);
    write_blocks(made.order, blocks);
    assert_string_equal(blocks, "123123");
    /* run 1 of A twice: neither is in a block */
    ((struct run *)made.order->runs[1].run)->iteration = 1;
    run_order_find(made.order, PAIRING_RUN);
    write_blocks(made.order, blocks);
    assert_string_equal(blocks, "..3123");
    arena_free(made.arena);
}

static void two_levels_of_three(void **state)
{
    (void)state;
    struct made_order made = make_order("ABBAABCCC", true, false);
    char blocks[40];
    run_order_find(made.order, PAIRING_AUTO);
    assert_false(made.order->interleaved);
    struct run_order *pair = run_order_of_pair(made.arena, made.order, 0, 1, PAIRING_AUTO);
    write_blocks(pair, blocks);
    assert_true(pair->interleaved);
    assert_string_equal(blocks, "112233");
    pair = run_order_of_pair(made.arena, made.order, 1, 2, PAIRING_AUTO);
    assert_false(pair->interleaved);
    assert_int_equal(pair->runs[5].position, 9);
    assert_true(run_order_is_sequential(pair, 1, 2));
    assert_true(run_order_is_sequential(made.order, 2, 0));
    assert_false(run_order_is_sequential(made.order, 0, 1));
    arena_free(made.arena);
}

static void runs_are_counted_once(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct run_order *order = run_order_create(arena, 0);
    struct run run = {.position = 1}, stranger = {.position = 2};
    run_order_add(order, &run, 0);
    run_order_add(order, &run, 0);
    assert_int_equal(order->count, 1);
    assert_non_null(run_order_entry(order, &run));
    assert_null(run_order_entry(order, &stranger));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_from_the_order), cmocka_unit_test(start_times_serve_as_well),
        cmocka_unit_test(order_unknown),         cmocka_unit_test(blocks_as_stated),
        cmocka_unit_test(pairing_as_declared),   cmocka_unit_test(two_levels_of_three),
        cmocka_unit_test(runs_are_counted_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
