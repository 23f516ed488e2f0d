#include "model/number.h"
#include "testing.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *text;
    enum number_kind kind;
    double value, last_digit;
    const char *rest;
} posted[] = {
    {"176", NUMBER_FOUND, 176, 1, ""},
    {"92.6", NUMBER_FOUND, 92.6, 0.1, ""},
    {"2,410", NUMBER_FOUND, 2410, 1, ""},
    {"1,966.7", NUMBER_FOUND, 1966.7, 0.1, ""},
    {"1.204,5", NUMBER_FOUND, 1204.5, 0.1, ""},
    {"1.204", NUMBER_FOUND, 1.204, 0.001, ""},
    {"1.204.512", NUMBER_FOUND, 1204512, 1, ""},
    {"94,71M", NUMBER_FOUND, 94.71, 0.01, "M"},
    {"12,8012 s", NUMBER_FOUND, 12.8012, 0.0001, "s"},
    {"0,123", NUMBER_FOUND, 0.123, 0.001, ""},
    {"1 370", NUMBER_FOUND, 1370, 1, ""},
    {"1\xe2\x80\x89"
     "370",
     NUMBER_FOUND, 1370, 1, ""},
    {"1\xc2\xa0"
     "370,5",
     NUMBER_FOUND, 1370.5, 0.1, ""},
    {"101'440", NUMBER_FOUND, 101440, 1, ""},
    {"~185", NUMBER_FOUND, 185, 1, ""},
    {"-3.5", NUMBER_FOUND, -3.5, 0.1, ""},
    {"\xe2\x88\x92"
     "3.5 %",
     NUMBER_FOUND, -3.5, 0.1, "%"},
    {"1e6", NUMBER_FOUND, 1e6, 1e6, ""},
    {"1.5e+3 IOPS", NUMBER_FOUND, 1500, 100, "IOPS"},
    {"52.8k", NUMBER_FOUND, 52.8, 0.1, "k"},
    {"176 MB/s", NUMBER_FOUND, 176, 1, "MB/s"},
    {"3 of 5", NUMBER_FOUND, 3, 1, "of 5"},
    {"n/a", NUMBER_MISSING, 0, 0, ""},
    {"", NUMBER_MISSING, 0, 0, ""},
    {"\xe2\x80\x93", NUMBER_MISSING, 0, 0, ""},
    {"< 100", NUMBER_BOUND, 0, 0, ""},
    {"\xe2\x89\xa5 5", NUMBER_BOUND, 0, 0, ""},
    {"fast", NUMBER_NONE, 0, 0, ""},
    {"1,23,456", NUMBER_NONE, 0, 0, ""},
    {"1,2.3,4", NUMBER_NONE, 0, 0, ""},
    {"1e999", NUMBER_NONE, 0, 0, ""},
};

static void test_posted_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof posted / sizeof *posted; i++) {
        struct number number;
        enum number_kind kind = number_read(text_of(posted[i].text), &number);
        if (kind != posted[i].kind)
            fail_msg("\"%s\": kind %d, not %d", posted[i].text, kind, posted[i].kind);
        if (kind != NUMBER_FOUND)
            continue;
        if (number.value != posted[i].value || !text_is(number.rest, posted[i].rest) ||
            fabs(number.last_digit / posted[i].last_digit - 1) > 1e-12)
            fail_msg("\"%s\": %.17g, last digit %g, rest \"%.*s\"", posted[i].text, number.value,
                     number.last_digit, (int)number.rest.size, number.rest.data);
    }
    struct number number;
    assert_int_equal(number_read(text_of("~185"), &number), NUMBER_FOUND);
    assert_true(number.approximate);
}

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double bytes;
    } sizes[] = {{"4096", 4096}, {"4k", 4096},   {"4KiB", 4096},         {"4 KiB", 4096},
                 {"512 B", 512}, {"1m", 0x1p20}, {"1.5G", 1.5 * 0x1p30}, {"128K", 131072}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double bytes;
        assert_true(number_read_size(text_of(sizes[i].text), &bytes));
        assert_true(bytes == sizes[i].bytes);
    }
    double bytes;
    assert_false(number_read_size(text_of("4x"), &bytes));
    assert_false(number_read_size(text_of("-4k"), &bytes));
    assert_false(number_read_size(text_of("always"), &bytes));
}

static void test_plain(void **state)
{
    (void)state;
    double value;
    assert_true(number_read_plain(text_of(" 17.5 "), false, &value) && value == 17.5);
    assert_true(number_read_plain(text_of("nan"), true, &value) && isnan(value));
    assert_false(number_read_plain(text_of("nan"), false, &value));
    assert_false(number_read_plain(text_of("0x10"), true, &value));
    assert_false(number_read_plain(text_of("12 s"), true, &value));
    assert_false(number_read_plain((struct text){"12\0", 3}, true, &value));
}

/* The shortest decimals are those that C's own correctly rounded strtod and printf give. */
static void test_writing_reads_back(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *written;
    } numbers[] = {{0.1, "0.1"},
                   {176e6, "176000000"},
                   {1.0 / 3, "0.3333333333333333"},
                   {92600000, "92600000"},
                   {1e22, "1e+22"},
                   {0.1 + 0.2, "0.30000000000000004"},
                   {5e-324, "4.94065645841247e-324"},
                   {-12, "-12"},
                   {0, "0"},
                   {-0.0, "-0"},
                   {1e15, "1e+15"},
                   {999999999999999, "999999999999999"}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char written[32];
        double back;
        number_write(numbers[i].value, written);
        assert_string_equal(written, numbers[i].written);
        assert_true(number_read_plain(text_of(written), false, &back));
        assert_true(back == numbers[i].value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_posted_numbers),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_writing_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
