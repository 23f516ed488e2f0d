#include "analyze/stated_figure.h"

#include "model/number.h"
#include "model/unit.h"

#include <math.h>
#include <string.h>

static bool is_figure_byte(char byte)
{
    return text_is_digit(byte) || byte == '.' || byte == ',';
}

/* True when the text ends in one of the words, a blank, a bracket or nothing before it. */
static bool ends_in_any(struct text before, const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++) {
        size_t size = strlen(words[i]);
        if (before.size < size)
            continue;
        struct text end = text_slice(before, before.size - size, before.size);
        bool alone = before.size == size || strchr(" (,", before.data[before.size - size - 1]) ||
                     strchr("~<>", words[i][0]) != NULL || (words[i][0] & 0x80) != 0;
        if (alone && text_is_ignoring_case(end, words[i]))
            return true;
    }
    return false;
}

/* "nearly", "about", "~" ... right before. */
static bool says_rounded(struct text before)
{
    static const char *const words[] = {
        "nearly",        "about", "roughly", "around", "almost", "approx", "approx.",
        "approximately", "some",  "circa",   "ca.",    "etwa",   "fast",   "rund",
        "ungefähr",      "knapp", "beinahe", "~",      "≈",      NULL};
    return ends_in_any(before, words);
}

static bool says_at_most(struct text before)
{
    static const char *const words[] = {"up to",
                                        "at most",
                                        "less than",
                                        "fewer than",
                                        "under",
                                        "below",
                                        "no more than",
                                        "not more than",
                                        "within",
                                        "max.",
                                        "bis zu",
                                        "höchstens",
                                        "maximal",
                                        "unter",
                                        "weniger als",
                                        "<",
                                        "<=",
                                        "≤",
                                        NULL};
    return ends_in_any(before, words);
}

static bool says_at_least(struct text before, struct text behind)
{
    static const char *const words[] = {
        "at least",      "more than", "over",       "above",    "no less than",
        "not less than", "min.",      "mindestens", "mehr als", "über",
        "minimal",       ">",         ">=",         "≥",        NULL};
    return ends_in_any(before, words) || text_starts_with(behind, "+") ||
           text_starts_with(text_trim(behind), "or more");
}

/* The number that the text ends with. */
static bool number_at_end(struct text text, struct number *number)
{
    size_t start;
    text = text_trim(text);
    text.size -= text_ends_with(text, "%");
    text = text_trim(text);
    for (start = text.size; start > 0 && is_figure_byte(text.data[start - 1]);)
        start--;
    return start < text.size &&
           number_read(text_slice(text, start, text.size), number) == NUMBER_FOUND;
}

/* What divides the two figures of a range. */
enum joint {
    JOINT_NONE,
    JOINT_RANGE,
    JOINT_TOLERANCE,
};

/* "5-", "between 5 and", "8 +-": the first figure of a range that ends right before the second. */
static enum joint joint_before(struct text before, struct number *first)
{
    static const struct {
        const char *words;
        enum joint joint;
    } joints[] = {{"±", JOINT_TOLERANCE}, {"+/-", JOINT_TOLERANCE}, {"+-", JOINT_TOLERANCE},
                  {"–", JOINT_RANGE},     {"—", JOINT_RANGE},       {"-", JOINT_RANGE},
                  {" to", JOINT_RANGE},   {" bis", JOINT_RANGE},    {"..", JOINT_RANGE},
                  {" and", JOINT_NONE},   {" und", JOINT_NONE}};
    before = text_trim(before);
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        if (!text_ends_with(before, joints[i].words))
            continue;
        struct text head = text_slice(before, 0, before.size - strlen(joints[i].words));
        if (!number_at_end(head, first))
            return JOINT_NONE;
        bool between = text_find_ignoring_case(head, "between ", 0) < head.size ||
                       text_find_ignoring_case(head, "zwischen ", 0) < head.size;
        return joints[i].joint == JOINT_NONE && between ? JOINT_RANGE : joints[i].joint;
    }
    return JOINT_NONE;
}

/* What the figure between `start` and `end` says. Rounded to tens it may be off by half of ten. */
static struct stated_figure figure_between(struct text clause, size_t start, size_t end,
                                           const struct number *number)
{
    struct text before = text_trim(text_slice(clause, 0, start));
    struct text behind = text_slice(clause, end, clause.size);
    struct number first = {.value = 0};
    enum joint joint = joint_before(before, &first);
    if (text_ends_with(before, " a") || text_ends_with(before, " an"))
        before = text_trim(text_slice(before, 0, text_find(before, " ", before.size - 3)));
    bool of_tens = number->value >= 10 && fmod(number->value, 10) == 0 && number->last_digit >= 1;
    bool rounded = of_tens && says_rounded(before);
    double value = number->value, digit = number->last_digit, off = rounded ? 5 : digit;
    if (joint == JOINT_TOLERANCE)
        return (struct stated_figure){first.value - value - digit, first.value + value + digit,
                                      digit, true, false};
    if (joint == JOINT_RANGE && first.value < value)
        return (struct stated_figure){first.value - fmax(digit, first.last_digit), value + digit,
                                      digit, true, false};
    if (says_at_most(before))
        return (struct stated_figure){0, value + digit, digit, true, false};
    if (says_at_least(before, behind))
        return (struct stated_figure){value - digit, INFINITY, digit, true, false};
    return (struct stated_figure){value - off, value + off, digit, false, rounded};
}

/* The next figure of a clause from `*at` on; `*at` is moved to its end. */
static bool next_figure(struct text clause, size_t *at, size_t *start, struct number *number)
{
    for (*start = *at; *start < clause.size; *start = *at + (*at == *start)) {
        for (*at = *start; *at < clause.size && is_figure_byte(clause.data[*at]);)
            ++*at;
        if (*at > *start && number_read(text_slice(clause, *start, *at), number) == NUMBER_FOUND)
            return true;
    }
    return false;
}

static struct stated_figure not_in_digits(double value, double allowed)
{
    return (struct stated_figure){value - allowed, value + allowed, 0, false, false};
}

/* The next percent sign or word at or after `at`. */
static size_t find_percent_sign(struct text clause, size_t at)
{
    size_t sign = text_find(clause, "%", at);
    size_t word = text_find_ignoring_case(clause, "percent", at);
    size_t german = text_find_ignoring_case(clause, "prozent", at);
    word = german < word ? german : word;
    return word < sign ? word : sign;
}

struct stated_figure stated_percentage(struct text clause, double percent)
{
    for (size_t at = 0; (at = find_percent_sign(clause, at)) < clause.size; at++) {
        size_t end = at, start;
        struct number number;
        while (end > 0 && strchr(" +", clause.data[end - 1]) != NULL)
            end--;
        for (start = end; start > 0 && is_figure_byte(clause.data[start - 1]);)
            start--;
        if (number_read(text_slice(clause, start, end), &number) == NUMBER_FOUND &&
            fabs(number.value - percent) <= 1e-9 * percent)
            return figure_between(clause, start, end, &number);
    }
    return not_in_digits(percent, 1);
}

struct stated_figure stated_quantity(struct text clause, double value)
{
    struct number number;
    for (size_t at = 0, start; next_figure(clause, &at, &start, &number);) {
        size_t unit_start = at, unit_end;
        while (unit_start < clause.size && clause.data[unit_start] == ' ')
            unit_start++;
        for (unit_end = unit_start;
             unit_end < clause.size && strchr(" ,;)", clause.data[unit_end]) == NULL;)
            unit_end++;
        const struct unit *unit = unit_find(text_slice(clause, unit_start, unit_end));
        if (unit == NULL || fabs(number.value * unit->factor / value - 1) > 1e-9)
            continue;
        struct stated_figure figure = figure_between(clause, start, unit_end, &number);
        figure.low *= unit->factor;
        figure.high *= unit->factor;
        figure.last_digit *= unit->factor;
        return figure;
    }
    return not_in_digits(value, 0);
}

struct stated_figure stated_multiple(struct text clause, double times)
{
    struct number number;
    for (size_t at = 0, start; next_figure(clause, &at, &start, &number);) {
        if (fabs(number.value - times) > 1e-9 * times)
            continue;
        struct stated_figure figure = figure_between(clause, start, at, &number);
        if (!figure.is_bound && number.last_digit >= 1) /* half a unit of a whole number */
            figure.low = times - 0.5, figure.high = times + 0.5;
        return figure;
    }
    return not_in_digits(times, 0);
}

bool stated_of_single_runs(struct text clause)
{
    static const char *const numbered[] = {"run ", "iteration ", "run #", "lauf "};
    static const char *const named[] = {
        "first run",   "second run",  "third run",       "last run",         "best run",
        "worst run",   "fastest run", "slowest run",     "ersten lauf",      "erste lauf",
        "letzte lauf", "zweite lauf", "first iteration", "second iteration", "last iteration"};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (text_find_ignoring_case(clause, named[i], 0) < clause.size)
            return true;
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++)
        for (size_t at = 0; (at = text_find_ignoring_case(clause, numbered[i], at)) < clause.size;
             at++) {
            size_t digit = at + strlen(numbered[i]);
            bool word = at == 0 || strchr(" (", clause.data[at - 1]) != NULL;
            if (word && digit < clause.size && text_is_digit(clause.data[digit]))
                return true;
        }
    return false;
}
