#include "ingest/table_cell.h"

#include "model/unit.h"

#include <math.h>
#include <string.h>

void cell_note(struct reading *reading, unsigned line, struct text text, const char *remark)
{
    reading_note(reading, line, "\"%.*s\" %s", (int)(text.size > 60 ? 60 : text.size), text.data,
                 remark);
}

/* Bytes of a letter of unit names at `at`: ASCII letters, "/", micro sign, Greek mu. */
static size_t unit_letter(struct text text, size_t at)
{
    char c = text.data[at];
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c == '/' && at > 0))
        return 1;
    struct text rest = text_slice(text, at, text.size);
    return text_starts_with(rest, "\xc2\xb5") || text_starts_with(rest, "\xce\xbc") ? 2 : 0;
}

/* The unit word behind a number. */
static struct text unit_word(struct text rest)
{
    size_t end = 0, size;
    while (end < rest.size && (size = unit_letter(rest, end)) > 0)
        end += size;
    return text_slice(rest, 0, text_starts_with(rest, "1/s") ? 3 : end);
}

/* "k IOPS" behind a number: the thousands of a count per second, written apart from its name. */
static struct text apart_from_its_name(struct text rest, struct text word, size_t *size)
{
    bool thousands = text_is_ignoring_case(word, "k");
    struct text behind = text_trim(text_slice(rest, word.size, rest.size));
    struct text name = unit_word(behind);
    const struct unit *unit = name.size > 1 ? unit_find(name) : NULL;
    *size = word.size;
    if ((!thousands && !text_is(word, "M")) || unit == NULL || unit->dimension != DIMENSION_RATE ||
        unit->factor != 1)
        return word;
    *size = (size_t)(name.data + name.size - rest.data);
    return text_of(thousands ? "kIOPS" : "MIOPS");
}

/* What may stand behind number and unit: nothing, a remark in brackets, a mark of a footnote. */
static bool is_remark(struct text rest)
{
    static const char *const marks[] = {"*",        "**",       "\xe2\x80\xa0", "\xc2\xb9",
                                        "\xc2\xb2", "\xc2\xb3", "\xe2\x9c\x94", "\xe2\x9c\x93"};
    rest = text_trim(rest);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (text_is(rest, marks[i]))
            return true;
    return rest.size == 0 || (rest.data[0] == '(' && text_ends_with(rest, ")")) ||
           (rest.data[0] == '[' && text_ends_with(rest, "]"));
}

/* "± 5", "+/- 5" behind a number */
static bool is_spread(struct text rest)
{
    rest = text_trim(rest);
    return text_starts_with(rest, "\xc2\xb1") || text_starts_with(rest, "+/-") ||
           text_starts_with(rest, "(\xc2\xb1");
}

bool cell_read(struct reading *reading, struct text text, unsigned line, struct text column,
               struct cell_value *value)
{
    struct number *number = &value->number;
    switch (number_read(text, number)) {
    case NUMBER_FOUND:
        break;
    case NUMBER_BOUND:
        cell_note(reading, line, text, "states only a limit: left out");
        return false;
    case NUMBER_NONE:
        reading_note(reading, line, "\"%.*s\" in column \"%.*s\" is not a number: left out",
                     (int)(text.size > 60 ? 60 : text.size), text.data, (int)column.size,
                     column.data);
        return false;
    case NUMBER_MISSING:
        return false;
    }
    if (text_starts_with(number->rest, "%"))
        return false;
    size_t size;
    value->unit = apart_from_its_name(number->rest, unit_word(number->rest), &size);
    struct text behind = text_slice(number->rest, size, number->rest.size);
    value->is_mean = is_spread(behind);
    if (!value->is_mean && !is_remark(behind)) {
        cell_note(reading, line, text, "is more than a number and its unit: left out");
        return false;
    }
    if (text_is_ignoring_case(value->unit, "x")) {
        cell_note(reading, line, text, "is a ratio: left out");
        return false;
    }
    if (number->value < 0) {
        cell_note(reading, line, text, "is negative, so a difference: left out");
        return false;
    }
    if (number->approximate)
        cell_note(reading, line, text, "is posted as approximate");
    return true;
}

struct text cell_with_decimal_point(struct arena *arena, struct text text)
{
    struct number number;
    if (number_read(text, &number) != NUMBER_FOUND || number.last_digit < 1 ||
        text_find(number.digits, ".", 0) < number.digits.size)
        return text;
    size_t comma = text_find(text, ",", 0);
    if (comma == text.size || text_find(text, ",", comma + 1) < text.size)
        return text;
    struct text copy = text_copy(arena, text);
    return text_format(arena, "%.*s.%.*s", (int)comma, copy.data, (int)(copy.size - comma - 1),
                       copy.data + comma + 1);
}

struct text cell_without_point(struct arena *arena, struct text text)
{
    size_t point = text_find(text, ".", 0);
    if (point == text.size)
        return text;
    return text_format(arena, "%.*s%.*s", (int)point, text.data, (int)(text.size - point - 1),
                       text.data + point + 1);
}

bool cell_split_pair(struct text text, struct text halves[2])
{
    for (size_t at = 1; (at = text_find(text, "/", at)) < text.size; at++) {
        struct number first, second;
        halves[0] = text_trim(text_slice(text, 0, at));
        halves[1] = text_trim(text_slice(text, at + 1, text.size));
        if (halves[1].size > 0 && number_read(halves[0], &first) == NUMBER_FOUND &&
            number_read(halves[1], &second) == NUMBER_FOUND)
            return true;
    }
    return false;
}

double cell_letter_factor(struct text word)
{
    static const struct {
        const char *letter;
        double factor;
    } letters[] = {{"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (text_is(word, letters[i].letter))
            return letters[i].factor;
    return 0;
}

double cell_unit_factor(const struct unit *unit, double letter)
{
    if (unit->dimension != DIMENSION_BYTE_RATE && unit->dimension != DIMENSION_BYTES)
        return unit->factor * letter;
    bool binary = strchr(unit->spelling, 'i') != NULL && unit->spelling[1] == 'i';
    return binary ? pow(2, round(log10(letter) / 3) * 10) : letter;
}

bool cell_letter_is_clear(const struct unit *unit, double letter)
{
    bool bytes = unit->dimension == DIMENSION_BYTE_RATE || unit->dimension == DIMENSION_BYTES;
    double prefix = pow(1000, round(log(unit->factor) / log(1000)));
    return !bytes || unit->factor < 1000 || letter > prefix || (letter == prefix && letter > 1e3);
}
