#include "model/number.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 400 };

/* Bytes of a blank that may group thousands: space, no-break, thin, figure, narrow no-break space.
 */
static size_t grouping_blank(struct text text)
{
    static const char *const blanks[] = {
        " ", "\xc2\xa0", "\xe2\x80\x89", "\xe2\x80\x87", "\xe2\x80\xaf", "'"};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (text_starts_with(text, blanks[i]))
            return strlen(blanks[i]);
    return 0;
}

static size_t digit_run(struct text text, size_t start)
{
    size_t i = start;
    while (i < text.size && text_is_digit(text.data[i]))
        i++;
    return i - start;
}

/* What a scan of one token saw: digit runs divided by separators. */
struct groups {
    char separators[16]; /* '.', ',' or ' ' before each run but the first */
    size_t sizes[16];    /* digits in each run */
    size_t count;        /* runs */
    size_t end;          /* bytes used */
};

static bool scan_groups(struct text text, struct groups *groups)
{
    *groups = (struct groups){.count = 0};
    size_t i = 0;
    for (;;) {
        size_t run = digit_run(text, i);
        if (run == 0 || groups->count == 16)
            return false;
        groups->sizes[groups->count++] = run;
        i += run;
        groups->end = i;
        struct text rest = text_slice(text, i, text.size);
        char separator = rest.size == 0 ? '\0' : rest.data[0];
        size_t blank = grouping_blank(rest);
        if (separator == '.' || separator == ',')
            blank = 1;
        else if (blank > 0 && digit_run(rest, blank) == 3)
            separator = ' ';
        else
            return true;
        if (digit_run(rest, blank) == 0)
            return true;
        if (groups->count < 16)
            groups->separators[groups->count] = separator;
        i += blank;
    }
}

static size_t count_of(const struct groups *groups, char separator)
{
    size_t count = 0;
    for (size_t i = 1; i < groups->count; i++)
        count += groups->separators[i] == separator;
    return count;
}

/* True when runs 1 to `last` are groups of three behind the same separator. */
static bool thousands_hold(const struct groups *groups, size_t last)
{
    for (size_t i = 1; i <= last; i++)
        if (groups->sizes[i] != 3 || groups->separators[i] != groups->separators[1])
            return false;
    return last == 0 || groups->sizes[0] <= 3;
}

/* Index of the run that holds the fraction, 0 when there is none; false when the grouping makes no
 * sense. */
static bool find_fraction(const struct groups *groups, bool leading_zero, size_t *fraction)
{
    size_t last = groups->count - 1;
    size_t points = count_of(groups, '.'), commas = count_of(groups, ',');
    *fraction = 0;
    if (last == 0)
        return true;
    char final = groups->separators[last];
    bool decimal = false;
    if (final == '.')
        decimal = points == 1;
    else if (final == ',')
        decimal = commas == 1 &&
                  (last > 1 || groups->sizes[last] != 3 || groups->sizes[0] > 3 || leading_zero);
    if (decimal)
        *fraction = last;
    return thousands_hold(groups, decimal ? last - 1 : last);
}

static bool value_of_groups(struct text text, const struct groups *groups, size_t fraction,
                            double *value)
{
    char plain[MOST_DIGITS + 2];
    size_t size = 0, run = 0;
    for (size_t i = 0; i < groups->end; i++) {
        bool digit = text_is_digit(text.data[i]);
        if (digit && (i == 0 || !text_is_digit(text.data[i - 1]))) {
            if (run == fraction && run > 0 && size < MOST_DIGITS)
                plain[size++] = '.';
            run++;
        }
        if (digit && size == MOST_DIGITS)
            return false;
        if (digit)
            plain[size++] = text.data[i];
    }
    plain[size] = '\0';
    *value = strtod(plain, NULL);
    return true;
}

static bool says_missing(struct text text)
{
    static const char *const words[] = {"",     "-",  "--",   "\xe2\x80\x93", "\xe2\x80\x94",
                                        "n/a",  "na", "n.a.", "nan",          "none",
                                        "null", "?",  "x",    "\xe2\x88\x92"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is_ignoring_case(text, words[i]))
            return true;
    return false;
}

static bool skip_prefix(struct text *text, const char *const *prefixes)
{
    for (size_t i = 0; prefixes[i] != NULL; i++) {
        if (!text_starts_with_ignoring_case(*text, prefixes[i]))
            continue;
        *text = text_trim(text_slice(*text, strlen(prefixes[i]), text->size));
        return true;
    }
    return false;
}

/* Takes an exponent ("e+06") off the front of `*rest`. */
static double take_exponent(struct text *rest)
{
    size_t i = 1;
    if (rest->size < 2 || (rest->data[0] != 'e' && rest->data[0] != 'E'))
        return 1;
    if (rest->data[i] == '+' || rest->data[i] == '-')
        i++;
    size_t run = digit_run(*rest, i);
    if (run == 0 || run > 3)
        return 1;
    char digits[8] = "1e";
    memcpy(digits + 2, rest->data + 1, i + run - 1);
    *rest = text_slice(*rest, i + run, rest->size);
    return strtod(digits, NULL);
}

enum number_kind number_read(struct text text, struct number *number)
{
    static const char *const about[] = {"~", "\xe2\x89\x88", "ca.", "ca ", "about ", NULL};
    static const char *const bounds[] = {"<", ">", "\xe2\x89\xa4", "\xe2\x89\xa5", NULL};
    *number = (struct number){.value = 0};
    text = text_trim(text);
    if (says_missing(text))
        return NUMBER_MISSING;
    if (skip_prefix(&text, bounds))
        return NUMBER_BOUND;
    number->approximate = skip_prefix(&text, about);
    struct text from_sign = text;
    static const char *const minus[] = {"-", "\xe2\x88\x92", NULL}, *const plus[] = {"+", NULL};
    bool negative = skip_prefix(&text, minus);
    if (!negative)
        (void)skip_prefix(&text, plus);
    struct groups groups;
    size_t fraction;
    if (!scan_groups(text, &groups) || !find_fraction(&groups, text.data[0] == '0', &fraction) ||
        !value_of_groups(text, &groups, fraction, &number->value))
        return NUMBER_NONE;
    struct text rest = text_slice(text, groups.end, text.size);
    double power = take_exponent(&rest);
    number->value *= negative ? -power : power;
    number->last_digit = power;
    for (size_t i = 0; fraction > 0 && i < groups.sizes[fraction]; i++)
        number->last_digit /= 10;
    number->digits = text_slice(from_sign, 0, (size_t)(rest.data - from_sign.data));
    number->rest = text_trim(rest);
    return isfinite(number->value) ? NUMBER_FOUND : NUMBER_NONE;
}

bool number_read_plain(struct text text, bool allow_non_finite, double *value)
{
    char copy[MOST_DIGITS + 2];
    text = text_trim(text);
    if (text.size == 0 || text.size > MOST_DIGITS || memchr(text.data, '\0', text.size) != NULL ||
        text_find_ignoring_case(text, "x", 0) < text.size)
        return false;
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    char *end;
    *value = strtod(copy, &end);
    return *end == '\0' && (allow_non_finite || isfinite(*value));
}

bool number_read_integer(struct text text, int64_t *value)
{
    char copy[32];
    text = text_trim(text);
    if (text.size == 0 || text.size >= sizeof copy)
        return false;
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    char *end;
    errno = 0;
    *value = strtoll(copy, &end, 10);
    return errno == 0 && end == copy + text.size;
}

bool number_read_size(struct text text, double *bytes)
{
    struct number number;
    if (text.size == 0 || number_read(text, &number) != NUMBER_FOUND || number.approximate ||
        number.value < 0)
        return false;
    static const struct {
        const char *suffix;
        double factor;
    } sizes[] = {{"", 1},         {"b", 1},       {"k", 0x1p10},   {"kb", 0x1p10},  {"kib", 0x1p10},
                 {"m", 0x1p20},   {"mb", 0x1p20}, {"mib", 0x1p20}, {"g", 0x1p30},   {"gb", 0x1p30},
                 {"gib", 0x1p30}, {"t", 0x1p40},  {"tb", 0x1p40},  {"tib", 0x1p40}, {"bytes", 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (!text_is_ignoring_case(number.rest, sizes[i].suffix))
            continue;
        *bytes = number.value * sizes[i].factor;
        return true;
    }
    return false;
}

void number_write_integer(int64_t value, char buffer[32])
{
    char reversed[24];
    size_t size = 0, at = 0;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        reversed[size++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        buffer[at++] = '-';
    while (size > 0)
        buffer[at++] = reversed[--size];
    buffer[at] = '\0';
}

/* 17 digits always read back; with 15 or 16 the last zeros are dropped by %g. */
void number_write(double value, char buffer[32])
{
    if (fabs(value) < 1e15 && value == (double)(int64_t)value && (value != 0 || !signbit(value))) {
        number_write_integer((int64_t)value, buffer);
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        (void)snprintf(buffer, 32, "%.*g", digits, value);
        if (isnan(value) || strtod(buffer, NULL) == value)
            return;
    }
}

/* The exponent of a power of ten that a double holds exactly; false for other numbers. */
static bool is_power_of_ten(double factor, int *exponent)
{
    enum { LARGEST = 22 };
    double power = 1;
    for (*exponent = 0; *exponent <= LARGEST && power < factor; ++*exponent)
        power *= 10;
    return power == factor;
}

double number_scaled(double value, double factor)
{
    char digits[48];
    double scaled;
    int exponent;
    if (!is_power_of_ten(factor, &exponent))
        return value * factor;
    number_write(value, digits);
    if (strchr(digits, 'e') != NULL)
        return value * factor;
    size_t size = strlen(digits);
    (void)snprintf(digits + size, sizeof digits - size, "e%d", exponent);
    return number_read_plain(text_of(digits), false, &scaled) ? scaled : value * factor;
}
