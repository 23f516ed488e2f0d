#include "testing.h"

#include "render/level_name.h"

static void long_levels_show_what_differs(void **state)
{
    (void)state;
    static const struct {
        const char *levels[3], *names[3];
    } cases[] = {
        {{"12", "13"}, {"12", "13"}},
        {{"cache=metadata sync=always log=throughput",
          "cache=metadata sync=disabled log=throughput"},
         {"…always…", "…disabled…"}},
        {{"xxxxxxxxxxxxxxxxxxxxxxxxx1", "xxxxxxxxxxxxxxxxxxxxxxxxx2"}, {"…xxxx1", "…xxxx2"}},
        {{"1xxxxxxxxxxxxxxxxxxxxxxxxx", "2xxxxxxxxxxxxxxxxxxxxxxxxx"}, {"1xxxx…", "2xxxx…"}},
        /* one is the other and more */
        {{"storage on a pool of mirrors", "storage on a pool of mirrors with cache"},
         {"…mirrors", "…mirrors with cache"}},
        /* nothing in common; only some have something in common */
        {{"one long name of a setting", "another name as long as that"},
         {"one long name of a setting", "another name as long as that"}},
        {{"a common beginning, first", "a common beginning, second", "short"},
         {"a common beginning, first", "a common beginning, second", "short"}},
        /* characters are not cut into pieces */
        {{"設定設定設定設定設定設定一", "設定設定設定設定設定設定二"}, {"…定一", "…定二"}},
    };
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text levels[3];
        size_t count = 0;
        for (; count < 3 && cases[i].levels[count] != NULL; count++)
            levels[count] = text_of(cases[i].levels[count]);
        for (size_t k = 0; k < count; k++) {
            struct text name = level_name(arena, (struct text_list){levels, count}, levels[k]);
            if (!text_is(name, cases[i].names[k]))
                fail_msg("\"%s\" became \"%.*s\"", cases[i].levels[k], (int)name.size, name.data);
        }
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(long_levels_show_what_differs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
