/* JSON as it is repaired, and where its values stand. */
#include "ingest/json_document.h"
#include "ingest/json_place.h"
#include "testing.h"

static struct json_repair repaired_of(const char *text, bool *read)
{
    struct arena *arena = arena_create();
    struct json_repair repaired;
    size_t end;
    json_prepare();
    *read = json_parse(arena, text_of(text), &end, &repaired) != NULL;
    arena_free(arena);
    return repaired;
}

static void test_says_what_was_repaired(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool numbers, commas;
    } cases[] = {
        {"{\"a\" : [1, 2]}", false, false},           {"{\"a\" : [1, 2,],\n}", false, true},
        {"{\"a\" : nan, \"b\" : -inf}", true, false}, {"{\"a\" : nan, }", true, true},
        {"{\"a\" : nan} and [1, ]", true, false},     {"{\"a, ] nan\" : [1, ]}", false, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool read;
        struct json_repair repaired = repaired_of(cases[i].text, &read);
        assert_true(read);
        assert_int_equal(repaired.numbers, cases[i].numbers);
        assert_int_equal(repaired.commas, cases[i].commas);
    }
}

static void test_member_is_the_objects_own(void **state)
{
    (void)state;
    static const char text[] = "{\n"
                               "  \"options\" : {\"rw\" : \"write\", \"write\" : 1},\n"
                               "  \"n\\\"write\" : [{\"write\" : 2}],\n"
                               "  \"write\" : {\n"
                               "    \"bins\" : { \"1\" : 3                                    },\n"
                               "    \"min\" :\n"
                               "      -4.5e3 , \"max\" : 5}, \"write\" : 6\n"
                               "}\n";
    struct arena *arena = arena_create();
    struct line_index lines = line_index_of(arena, text_of(text));
    struct json_place root = {text_of(text), 0, 0, &lines}, write, value;
    assert_true(json_place_member(root, "write", &write));
    assert_int_equal(json_place_line(write), 4);
    assert_true(json_place_member(write, "min", &value));
    assert_int_equal(json_place_line(value), 7);
    assert_true(text_is(json_place_written(value), "-4.5e3"));
    assert_true(json_place_member(write, "max", &value));
    assert_true(text_is(json_place_written(value), "5"));
    assert_false(json_place_member(write, "1", &value));
    assert_false(json_place_member(root, "min", &value));
    assert_false(json_place_member(value, "min", &value));
    arena_free(arena);
}

static void test_lines_of_offsets(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct line_index lines = line_index_of(arena, text_of("ab\n\ncd\n"));
    static const unsigned expected[] = {1, 1, 1, 2, 3, 3, 3, 4};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(line_index_at(&lines, i), expected[i]);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_says_what_was_repaired),
                                       cmocka_unit_test(test_member_is_the_objects_own),
                                       cmocka_unit_test(test_lines_of_offsets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
