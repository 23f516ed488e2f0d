#include "testing.h"

#include "render/markdown.h"

#include <string.h>

static void nothing_from_an_input_is_markup(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"plain words, 14.3 %", "plain words, 14.3 %"},
        {"a|b", "a\\|b"},
        {"`code`", "\\`code\\`"},
        {"<script>alert(1)</script>", "&lt;script\\>alert(1)&lt;/script\\>"},
        {"a & b", "a &amp; b"},
        {"*bold* _it_ ~~no~~", "\\*bold\\* \\_it\\_ \\~\\~no\\~\\~"},
        {"[link](javascript:alert(1))", "\\[link\\](javascript:alert(1))"},
        {"![image](x)", "!\\[image\\](x)"},
        {"see http://x.y and www.x.y", "see http\\://x.y and www\\.x.y"},
        {"two\nlines\r\nand a\ttab", "two lines and a tab"},
        {"# heading", "\\# heading"},
        {"- item", "\\- item"},
        {"-3.5", "-3.5"},
        {"+14.3 %", "+14.3 %"},
        {"--- rule", "\\--- rule"},
        {"12. item", "12\\. item"},
        {"12.5", "12.5"},
        {"$x$ \\ {y}", "\\$x\\$ \\\\ \\{y\\}"},
        {"me@evil.example", "me@&#8203;evil.example"},
        {"@user and #12, # 3", "@&#8203;user and #&#8203;12, # 3"},
        {"", ""},
    };
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct text got = markdown_escape(arena, text_of(table[i][0]));
        if (!text_is(got, table[i][1]))
            fail_msg("\"%s\" became \"%s\"", table[i][0], got.data);
    }
    arena_free(arena);
}

static void tables_have_a_line_a_row(void **state)
{
    (void)state;
    static const char *const headers[] = {"name", "value"};
    static const enum column columns[] = {COLUMN_LEFT, COLUMN_RIGHT};
    struct arena *arena = arena_create();
    struct text_builder out = {.arena = arena};
    struct markdown_table table = markdown_table_begin(&out, headers, columns, 2);
    markdown_cell(&table, text_of("a|b\nc"));
    markdown_cell(&table, text_of("1"));
    markdown_cell(&table, text_of(""));
    markdown_cell_raw(&table, text_of("`x`"));
    markdown_table_end(&table);
    assert_string_equal(text_built(&out).data, "| name | value |\n| --- | --: |\n| a\\|b c | 1 |\n"
                                               "|  | `x` |\n\n");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_from_an_input_is_markup),
        cmocka_unit_test(tables_have_a_line_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
