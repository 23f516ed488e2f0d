#include "testing.h"

#include "render/analysis_json.h"
#include "render/example_results.h"
#include "render/json_writer.h"
#include "render/observation_csv.h"
#include "render/observation_json.h"

#include <math.h>
#include <string.h>

/* A reader that accepts exactly the JSON of RFC 8259 that the writer may write; returns what
   follows the value, or NULL. */
static const char *skip_blank(const char *at)
{
    return at + strspn(at, " \n");
}

static const char *skip_string(const char *at)
{
    if (*at++ != '"')
        return NULL;
    for (; *at != '"'; at++) {
        if ((unsigned char)*at < 0x20)
            return NULL;
        if (*at != '\\')
            continue;
        at++;
        if (*at == 'u' && strspn(at + 1, "0123456789abcdef") >= 4)
            at += 4;
        else if (strchr("\"\\nt", *at) == NULL || *at == '\0')
            return NULL;
    }
    return at + 1;
}

static const char *skip_number(const char *at)
{
    at += *at == '-';
    size_t digits = strspn(at, "0123456789");
    if (digits == 0 || (digits > 1 && *at == '0'))
        return NULL;
    at += digits;
    if (*at == '.') {
        digits = strspn(at + 1, "0123456789");
        if (digits == 0)
            return NULL;
        at += digits + 1;
    }
    if (*at == 'e') {
        at++;
        at += *at == '-' || *at == '+';
        digits = strspn(at, "0123456789");
        at = digits == 0 ? NULL : at + digits;
    }
    return at;
}

static const char *skip_value(const char *at);

static const char *skip_items(const char *at, char end, bool named)
{
    at = skip_blank(at);
    if (*at == end)
        return at + 1;
    while (at != NULL) {
        if (named) {
            at = skip_string(skip_blank(at));
            if (at == NULL || *(at = skip_blank(at)) != ':')
                return NULL;
            at++;
        }
        at = skip_value(at);
        if (at == NULL)
            return NULL;
        at = skip_blank(at);
        if (*at == end)
            return at + 1;
        if (*at++ != ',')
            return NULL;
    }
    return NULL;
}

static const char *skip_value(const char *at)
{
    static const char *const words[] = {"true", "false", "null"};
    at = skip_blank(at);
    for (size_t i = 0; i < 3; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    if (*at == '{')
        return skip_items(at + 1, '}', true);
    if (*at == '[')
        return skip_items(at + 1, ']', false);
    return *at == '"' ? skip_string(at) : skip_number(at);
}

static void assert_json(struct text text)
{
    const char *end = skip_value(text.data);
    assert_non_null(end);
    assert_string_equal(end, "\n");
    assert_true(text_is_utf8(text));
}

static void writer_escapes(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct text_builder out = {.arena = arena};
    struct json_writer writer = {.out = &out};
    json_begin(&writer, NULL, '{');
    json_string(&writer, "a\"", "\\ \n \t \x01 </script> \xff");
    json_double(&writer, "nan", NAN);
    json_double(&writer, "infinite", -INFINITY);
    json_double(&writer, "third", 1.0 / 3);
    json_shortest(&writer, "tenth", 0.1);
    json_integer(&writer, "large", INT64_C(9007199254740993));
    json_bool(&writer, "yes", true);
    json_begin(&writer, "none", '[');
    json_end(&writer, ']');
    json_end(&writer, '}');
    struct text json = text_built(&out);
    assert_json(json);
    assert_string_equal(
        json.data, "{\"a\\\"\": \"\\\\ \\n \\t   \\u003c/script> \xef\xbf\xbd\", "
                   "\"nan\": null, \"infinite\": null, \"third\": 0.33333333333333331, "
                   "\"tenth\": 0.1, \"large\": 9007199254740993, \"yes\": true, \"none\": []}\n");
    arena_free(arena);
}

static bool holds(struct text text, const char *part)
{
    return text_find(text, part, 0) < text.size;
}

static void analysis_is_json_with_all_parts(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "\"schema\": 1,",         "\"version\": \"",
        "\"factor\": \"ashift\"", "\"overall\": [",
        "\"unbeaten\": [",        "\"comparisons\": [",
        "\"cells\": [",           "\"warnings\": [",
        "\"checks\": [",          "\"claims\": [",
        "\"notes\": [",           "\"facts\": [",
        "\"sources\": [",         "\"fio ended with signal 9\"",
        "\\u003cscript>",         "\"refusal\": \"is no text\"",
        "\"n_detect_margin\": ",  "\"p_adjusted\": ",
        "\"headline\": \"",
    };
    struct arena *arena = arena_create();
    struct failure failure = {0};
    struct results *results = example_three_levels();
    struct analysis_options options = analysis_defaults();
    struct analysis *analysis = analysis_create(results, &options, &failure);
    assert_non_null(analysis);
    struct text json = analysis_json(arena, analysis);
    assert_json(json);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!holds(json, parts[i]))
            fail_msg("%s is missing", parts[i]);
    assert_true(text_equal(json, analysis_json(arena, analysis)));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

/* At randwrite4k both 12 and 13 beat 9, and neither the other. */
static void unbeaten_levels_are_listed(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct failure failure = {0};
    struct results *results = example_three_levels();
    struct analysis_options options = analysis_defaults();
    struct analysis *analysis = analysis_create(results, &options, &failure);
    assert_non_null(analysis);
    struct text json = analysis_json(arena, analysis);
    size_t at = text_find(json, "\"unbeaten\"", 0);
    at = text_find(json, "randwrite4k-1job", at);
    at = text_find(json, "\"levels\": [", at);
    assert_true(text_starts_with(text_slice(json, at, json.size), "\"levels\": [\"12\", \"13\"]"));
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static bool collect(void *context, struct text piece)
{
    text_add(context, piece);
    return true;
}

static bool end_at_once(void *context, struct text piece)
{
    (void)piece;
    ++*(size_t *)context;
    return false;
}

static struct text observation_json(struct arena *arena, const struct results *results)
{
    struct text_builder json = {.arena = arena};
    assert_true(observation_json_give(results, collect, &json));
    return text_built(&json);
}

/* More than fits in a piece: the pieces joined are the whole, and the taker can end it. */
static void pieces_are_the_whole(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    size_t count = results->observation_count;
    while (results->observation_count < 2000)
        results_add_observation(results, results->observations[results->observation_count % count]);
    struct text_builder csv = {.arena = arena};
    assert_true(observation_csv_give(results, collect, &csv));
    assert_true(csv.size > 2 * (size_t)OBSERVATION_PIECE);
    assert_string_equal(text_built(&csv).data, observation_csv(arena, results).data);
    assert_json(observation_json(arena, results));
    size_t calls = 0;
    assert_false(observation_csv_give(results, end_at_once, &calls));
    assert_false(observation_json_give(results, end_at_once, &calls));
    assert_int_equal(calls, 2);
    results_free(results);
    arena_free(arena);
}

static void observations_are_json(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = example_three_levels();
    struct text json = observation_json(arena, results), line;
    assert_json(json);
    assert_true(holds(json, "\"config\": \"ashift=9\", \"workload\": \"randwrite4k-1job\", "
                            "\"direction\": \"write\", \"metric\": \"bw\", \"value\": "));
    size_t lines = 0;
    for (struct text rest = json; text_next_line(&rest, &line);)
        lines++;
    assert_int_equal(lines, results->observation_count + 2);
    struct results *none = results_create();
    assert_string_equal(observation_json(arena, none).data, "[]\n");
    results_free(none);
    results_free(results);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writer_escapes),
        cmocka_unit_test(analysis_is_json_with_all_parts),
        cmocka_unit_test(unbeaten_levels_are_listed),
        cmocka_unit_test(observations_are_json),
        cmocka_unit_test(pieces_are_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
