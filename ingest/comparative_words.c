#include "ingest/comparative_words.h"

#include "model/number.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct comparative {
    const char *word;
    double sign;
    bool needs_speed; /* says something of speed only beside a word like "throughput" */
};

static const struct comparative comparatives[] = {
    {"faster", 1, false},       {"quicker", 1, false},    {"slower", -1, false},
    {"schneller", 1, false},    {"langsamer", -1, false}, {"better", 1, true},
    {"worse", -1, true},        {"more", 1, true},        {"higher", 1, true},
    {"less", -1, true},         {"lower", -1, true},      {"besser", 1, true},
    {"mehr", 1, true},          {"weniger", -1, true},    {"outperforms", 1, false},
    {"outperformed", 1, false}, {"beats", 1, false},      {"wins", 1, false},
    {"won", 1, false},          {"gewinnt", 1, false},    {"schlägt", 1, false},
    {"improvement", 1, false},  {"gain", 1, true},        {"boost", 1, true},
    {"speedup", 1, false},      {"speed-up", 1, false},   {"increase", 1, true},
    {"improved", 1, true},      {"increased", 1, true},   {"drop", -1, true},
    {"decrease", -1, true},     {"dropped", -1, true},
};

static const char *const speed_words[] = {
    "throughput",  "improvement", "faster",    "bandwidth", "iops", "speed",          "performed",
    "performance", "bandbreite",  "durchsatz", "rate",      "mb/s", "geschwindigkeit"};

/* What is compared there is not how fast it was. */
static const char *const other_words[] = {
    "deviation", "variance", "latency", "capacity",   "space", "abweichung", "cpu",      "memory",
    "latenz",    "speicher", "wear",    "efficiency", "price", "cost",       "expensive"};

static const char *const dividers[] = {
    " than ",         " compared ",    " versus ",        " vs",
    " against ",      " als ",         " over the ",      " wie ",
    " as fast as ",   " as quick as ", " beats ",         " outperforms ",
    " outperformed ", " schlägt ",     " throughput of ", " speed of ",
    " bandwidth of ", " iops of ",     " performance of "};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

size_t comparative_find_word(struct text text, const char *word, size_t start)
{
    size_t size = strlen(word);
    for (size_t at = start; (at = text_find_ignoring_case(text, word, at)) < text.size; at++)
        if ((at == 0 || !is_letter(text.data[at - 1])) &&
            (at + size == text.size || !is_letter(text.data[at + size])))
            return at;
    return text.size;
}

static bool has_any(struct text text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (comparative_find_word(text, words[i], 0) < text.size)
            return true;
    return false;
}

static bool is_word_at(struct text text, size_t at, const char *word)
{
    size_t end = at + strlen(word);
    if ((text.data[at] | 32) != (word[0] | 32) || end > text.size ||
        (end < text.size && is_letter(text.data[end])))
        return false;
    return text_is_ignoring_case(text_slice(text, at, end), word);
}

/* One pass: this looks through whole files. */
bool comparative_is_in(struct text text)
{
    static const char *const others[] = {
        "as fast",  "as quick",      "so schnell",   "the throughput",  "the speed",
        "the iops", "the bandwidth", "wrote",        "the performance", "written",
        "copied",   "geschrieben",   "kopiert",      "average",         "averaged",
        "mean",     "mittelwert",    "durchschnitt", "winner",          "fastest",
        "sieger",   "gewinner",      "schnellsten"};
    for (size_t at = 0; at < text.size; at++) {
        if (!is_letter(text.data[at]) || (at > 0 && is_letter(text.data[at - 1])))
            continue;
        for (size_t i = 0; i < COUNT(comparatives); i++)
            if (is_word_at(text, at, comparatives[i].word))
                return true;
        for (size_t i = 0; i < COUNT(others); i++)
            if (is_word_at(text, at, others[i]))
                return true;
    }
    return false;
}

double comparative_sign(struct text clause, size_t start, size_t end)
{
    double sign = 0;
    size_t first = end;
    bool speed = has_any(clause, speed_words, COUNT(speed_words));
    if (has_any(clause, other_words, COUNT(other_words)))
        return 0;
    for (size_t i = 0; i < COUNT(comparatives); i++) {
        size_t at = comparative_find_word(clause, comparatives[i].word, start);
        if (at >= first || (comparatives[i].needs_speed && !speed))
            continue;
        first = at;
        sign = comparatives[i].sign;
    }
    return sign;
}

bool comparative_number_before(struct text clause, size_t end, double *value)
{
    struct number number;
    while (end > 0 && clause.data[end - 1] == ' ')
        end--;
    size_t start = end;
    while (start > 0 && ((clause.data[start - 1] >= '0' && clause.data[start - 1] <= '9') ||
                         clause.data[start - 1] == '.' || clause.data[start - 1] == ','))
        start--;
    if (number_read(text_slice(clause, start, end), &number) != NUMBER_FOUND || number.value <= 0)
        return false;
    *value = number.value;
    return true;
}

/* --- times --- */

/* Multiples in words, each followed by what makes it one of speed. */
static const struct {
    const char *word;
    double times;
} multiples[] = {{"twice", 2},   {"double", 2},    {"half", 0.5},      {"doppelt", 2},
                 {"halb", 0.5},  {"two times", 2}, {"three times", 3}, {"four times", 4},
                 {"dreimal", 3}, {"viermal", 4},   {"zweimal", 2}};

static const struct {
    const char *words;
    bool inverse;
} measures[] = {{"as fast", false},         {"as quick", false},
                {"so schnell", false},      {"faster", false},
                {"quicker", false},         {"schneller", false},
                {"slower", true},           {"as slow", true},
                {"langsamer", true},        {"so langsam", true},
                {"the throughput", false},  {"the bandwidth", false},
                {"the speed", false},       {"the iops", false},
                {"the performance", false}, {"higher throughput", false},
                {"higher iops", false},     {"more iops", false},
                {"more throughput", false}, {"mehr durchsatz", false},
                {"mehr iops", false},       {"den durchsatz", false}};

/* What makes a multiple one of speed stands at `at`, blanks before it; `*end` is behind it. */
static bool measure_at(struct text clause, size_t at, bool *inverse, size_t *end)
{
    while (at < clause.size && (clause.data[at] == ' ' || clause.data[at] == '-'))
        at++;
    struct text rest = text_slice(clause, at, clause.size);
    for (size_t i = 0; i < COUNT(measures); i++)
        if (text_starts_with_ignoring_case(rest, measures[i].words)) {
            *inverse = measures[i].inverse;
            *end = at + strlen(measures[i].words);
            return true;
        }
    return false;
}

/* Where "x", "times" or "mal" behind a number ends; 0 when none begins at `at`. */
static size_t multiplier_end(struct text clause, size_t at)
{
    static const char *const signs[] = {"times", "-mal", "mal", "fold", "-fold", "x", "\xc3\x97"};
    struct text rest = text_slice(clause, at, clause.size);
    for (size_t i = 0; i < COUNT(signs); i++) {
        size_t end = strlen(signs[i]);
        if (text_starts_with_ignoring_case(rest, signs[i]) &&
            (end == rest.size || !is_letter(rest.data[end])))
            return at + end;
    }
    return 0;
}

static bool multiple_at(struct text clause, size_t at, double *times, size_t *end)
{
    struct text rest = text_slice(clause, at, clause.size);
    bool starts_word = at == 0 || !is_letter(clause.data[at - 1]);
    for (size_t i = 0; i < COUNT(multiples) && starts_word; i++)
        if (text_starts_with_ignoring_case(rest, multiples[i].word)) {
            *times = multiples[i].times;
            *end = at + strlen(multiples[i].word);
            return true;
        }
    *end = multiplier_end(clause, at);
    return *end > 0 && at > 0 && comparative_number_before(clause, at, times);
}

bool comparative_times(struct text clause, size_t *at, double *times)
{
    if (has_any(clause, other_words, COUNT(other_words)))
        return false;
    for (; *at < clause.size; ++*at) {
        size_t end;
        bool inverse;
        if (!multiple_at(clause, *at, times, &end) || !measure_at(clause, end, &inverse, at))
            continue;
        *times = inverse ? 1 / *times : *times;
        return true;
    }
    return false;
}

/* --- clauses --- */

static bool is_of_other_figure(struct text text)
{
    static const char *const words[] = {"median",    "peak",  "max",    "maximum",   "min",
                                        "minimum",   "best",  "worst",  "highest",   "lowest",
                                        "geometric", "total", "spitze", "höchstens", "trimmed",
                                        "per",       "each",  "pro",    "je"};
    return has_any(text, words, COUNT(words));
}

bool comparative_is_average(struct text text)
{
    static const char *const words[] = {"average",      "averaged",  "averages",
                                        "avg",          "mean",      "mittelwert",
                                        "durchschnitt", "im mittel", "durchschnittlich"};
    return has_any(text, words, COUNT(words)) && !is_of_other_figure(text);
}

bool comparative_names_winner(struct text clause)
{
    static const char *const words[] = {"winner", "fastest",  "quickest",
                                        "sieger", "gewinner", "am schnellsten"};
    return has_any(clause, words, COUNT(words)) &&
           !has_any(clause, other_words, COUNT(other_words));
}

size_t comparative_divider(struct text clause)
{
    size_t end = clause.size;
    for (size_t i = 0; i < COUNT(dividers); i++) {
        size_t at = text_find_ignoring_case(clause, dividers[i], 0);
        end = at < end ? at : end;
    }
    return end;
}

bool comparative_is_of_all(struct text clause)
{
    static const char *const words[] = {
        "every test", "all tests",  "each test",        "all the tests",     "allen tests",
        "jedem test", "throughout", "across the board", "every single test", "durchweg"};
    return has_any(clause, words, COUNT(words));
}

bool comparative_is_supposed(struct text clause)
{
    static const char *const words[] = {"can",    "could",  "may",   "might",    "would",
                                        "should", "looks",  "seems", "expected", "if",
                                        "kann",   "könnte", "wäre",  "würde",    "wenn",
                                        "not",    "nicht",  "kein",  "no",       "expect"};
    /* others say it, or the writer does not */
    static const char *const hearsay[] = {
        "doubt",        "doubts",     "bezweifle",  "zweifle",    "manufacturer", "vendor",
        "datasheet",    "data sheet", "spec sheet", "marketing",  "advertised",   "advertises",
        "according to", "reportedly", "supposedly", "allegedly",  "says",         "said",
        "claims",       "claimed",    "hersteller", "datenblatt", "angeblich",    "laut",
        "behauptet",    "sagt",       "believe",    "heard",      "guess",        "suspect",
        "vermute",      "glaube"};
    return has_any(clause, hearsay, COUNT(hearsay)) || text_ends_with(clause, "?") ||
           has_any(clause, words, COUNT(words));
}
