#include "testing.h"

#include "collect/json_line.h"
#include "collect/line_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void test_round_trip(void **state)
{
    (void)state;
    static const char *const strings[] = {
        "", "ashift=12", "a \"quoted\" \\ path", "tab\tline\nreturn\r", "\x01\x1f", "ä€𐍈", "{\"}",
    };
    static const int64_t integers[] = {0, 1, -1, INT64_MAX, INT64_MIN, 1796049845193029021};
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        for (size_t k = 0; k < sizeof integers / sizeof integers[0]; k++) {
            struct text_builder line = {.arena = arena};
            json_line_text(&line, "text", text_of(strings[i]));
            json_line_integer(&line, "number", integers[k]);
            struct text written = json_line_end(&line);
            assert_true(text_ends_with(written, "}\n"));
            assert_null(memchr(written.data, '\n', written.size - 1));
            struct json_record record;
            assert_true(json_line_read(arena, text_slice(written, 0, written.size - 1), &record));
            assert_int_equal(record.count, 2);
            assert_true(text_is(json_record_text(&record, "text"), strings[i]));
            assert_true(json_record_integer(&record, "number") == integers[k]);
            assert_int_equal(json_record_integer(&record, "absent"), 0);
        }
    }
    arena_free(arena);
}

/* A line that is cut anywhere is refused. */
static void test_cut_lines(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct text_builder line = {.arena = arena};
    json_line_text(&line, "id", text_of("0001 \"x\" \x02"));
    json_line_integer(&line, "started", 1796049845193029021);
    struct text written = json_line_end(&line);
    for (size_t size = 0; size < written.size - 1; size++) {
        struct json_record record;
        assert_false(json_line_read(arena, text_slice(written, 0, size), &record));
    }
    arena_free(arena);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "{\"a\":1} ", "{\"a\":1.5}", "{\"a\":null}",     "{\"a\":[1]}",
        "{\"a\":1,}", "{\"a\" :1}",  "{\"a\":\"\\n\"}",  "{\"a\":\"\\u00\"}",
        "{a:1}",      "[]",          "{\"a\":\"\xff\"}", "{\"a\":\"\\u00ff\"}",
    };
    struct arena *arena = arena_create();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct json_record record;
        if (json_line_read(arena, text_of(lines[i]), &record)) {
            print_error("accepted: %s\n", lines[i]);
            fail();
        }
    }
    arena_free(arena);
}

static void test_torn_file(void **state)
{
    (void)state;
    static const struct {
        const char *content;
        off_t kept;
        bool torn;
    } files[] = {{"", 0, false},
                 {"{}\n", 3, false},
                 {"{}\n{\"a\"", 3, true},
                 {"{\"a\":1}", 0, true},
                 {"{}\n{}\n", 6, false}};
    char path[] = "/tmp/ashiftstat-test-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct arena *arena = arena_create();
        struct text lines;
        struct stat status;
        bool was_torn;
        assert_int_equal(ftruncate(descriptor, 0), 0);
        assert_int_equal(lseek(descriptor, 0, SEEK_SET), 0);
        assert_true(descriptor_write(descriptor, text_of(files[i].content)));
        assert_true(line_file_load(arena, descriptor, path, &lines, &was_torn, NULL));
        assert_int_equal(was_torn, files[i].torn);
        assert_int_equal(fstat(descriptor, &status), 0);
        assert_int_equal(status.st_size, files[i].kept);
        assert_int_equal(lines.size, files[i].kept);
        arena_free(arena);
    }
    (void)close(descriptor);
    (void)unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_cut_lines),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_torn_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
