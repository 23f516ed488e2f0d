#include "ingest/row_label.h"

#include "model/number.h"

#include <string.h>

static bool is_divider(char c)
{
    return strchr(" \t()[],;:=/\"", c) != NULL;
}

/* Takes the next word off `*rest`. */
static bool next_word(struct text *rest, struct text *word)
{
    size_t start = 0, end;
    while (start < rest->size && is_divider(rest->data[start]))
        start++;
    for (end = start; end < rest->size && !is_divider(rest->data[end]);)
        end++;
    *word = text_slice(*rest, start, end);
    *rest = text_slice(*rest, end, rest->size);
    return word->size > 0;
}

static bool is_one_of(struct text word, const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++)
        if (text_is_ignoring_case(word, words[i]))
            return true;
    return false;
}

static bool has_one_of(struct text label, const char *const *words)
{
    struct text word;
    while (next_word(&label, &word))
        if (is_one_of(word, words))
            return true;
    return false;
}

bool label_names_another_quantity(struct text label)
{
    static const char *const words[] = {"cpu",
                                        "temp",
                                        "temp.",
                                        "temperature",
                                        "temperatur",
                                        "score",
                                        "scores",
                                        "punkte",
                                        "cost",
                                        "costs",
                                        "kosten",
                                        "price",
                                        "preis",
                                        "eur",
                                        "usd",
                                        "watt",
                                        "watts",
                                        "power",
                                        "verbrauch",
                                        "rpm",
                                        "$",
                                        "noise",
                                        "dba",
                                        "\xe2\x82\xac",
                                        "\xc2\xb0"
                                        "c",
                                        "\xc2\xb0"
                                        "f",
                                        "\xc2\xb0",
                                        NULL};
    return has_one_of(label, words) && heading_direction(label) == DIRECTION_UNSTATED;
}

bool label_names_no_measurement(struct text label)
{
    static const char *const anywhere[] = {
        "rated",     "expected",         "theoretical",  "theoretisch", "theoretical:",
        "specified", "nominal",          "advertised",   "datasheet",   "geomean",
        "erwartet",  "herstellerangabe", "theoretische", NULL};
    static const char *const at_the_end[] = {"spec",     "specs",     "spec.", "limit",
                                             "limits",   "grenze",    "range", "ci",
                                             "interval", "intervall", NULL};
    struct text word, last = {NULL, 0}, rest = label;
    if (has_one_of(label, anywhere))
        return true;
    while (next_word(&rest, &word))
        if (unit_find(word) == NULL)
            last = word;
    struct text first = {NULL, 0};
    (void)next_word(&label, &first);
    return is_one_of(last, at_the_end) || text_is_ignoring_case(first, "spec");
}

enum dimension row_label_dimension(const char *metric)
{
    if (metric == NULL)
        return DIMENSION_UNKNOWN;
    if (strcmp(metric, "bw") == 0)
        return DIMENSION_BYTE_RATE;
    return strcmp(metric, "iops") == 0 ? DIMENSION_RATE : DIMENSION_TIME;
}

static bool is_plain_number(struct text word)
{
    struct number number;
    return number_read(word, &number) == NUMBER_FOUND && number.rest.size == 0;
}

/* The label without its quantities: "128 KiB write (MB/s)" as "write (MB/s)". A unit that is a
   single letter counts only in brackets behind a blank and in "MB/s": "test(s)" is a plural. */
static struct text without_quantities(struct arena *arena, struct text label)
{
    struct text_builder builder = {.arena = arena};
    struct text rest = label, word, before = {NULL, 0};
    size_t kept = 0;
    while (next_word(&rest, &word)) {
        size_t start = (size_t)(word.data - label.data), end = start + word.size;
        const struct unit *unit = unit_find(word);
        bool plural = start > 1 && label.data[start - 1] == '(' && label.data[start - 2] != ' ';
        bool quantity =
            unit != NULL && unit->dimension != DIMENSION_PERCENT && is_plain_number(before) &&
            text_trim(text_slice(label, (size_t)(before.data - label.data) + before.size, start))
                    .size == 0;
        bool letter = unit != NULL && word.size == 1 && word.data[0] != '%' &&
                      (plural || start == 0 || strchr("([/", label.data[start - 1]) == NULL);
        if (quantity || letter) {
            size_t to = quantity ? (size_t)(before.data - label.data) : start;
            text_add(&builder, text_slice(label, kept, to));
            kept = end;
        }
        before = word;
    }
    text_add(&builder, text_slice(label, kept, label.size));
    return text_built(&builder);
}

static bool is_telling(struct arena *arena, struct text word)
{
    static const char *const joining[] = {"and", "per", "of", "in", "und", "&", "-", "|", NULL};
    enum statistic statistic;
    struct heading heading = heading_read(arena, word);
    return (heading.metric == NULL && unit_find(word) == NULL && !is_one_of(word, joining) &&
            !is_plain_number(word) && heading_direction(word) == DIRECTION_UNSTATED &&
            !heading_names_statistic(word, &statistic)) ||
           text_starts_with_ignoring_case(word, "rand") ||
           text_starts_with_ignoring_case(word, "seq");
}

struct text label_telling_words(struct arena *arena, struct text heading)
{
    struct text_builder words = {.arena = arena};
    struct text word;
    while (next_word(&heading, &word)) {
        if (!is_telling(arena, word))
            continue;
        text_add_string(&words, words.size > 0 ? " " : "");
        text_add(&words, word);
    }
    return text_built(&words);
}

/* Words that name neither metric, unit, direction, statistic nor percentile. */
static bool has_other_words(struct arena *arena, struct text label)
{
    struct text word;
    while (next_word(&label, &word))
        if (is_telling(arena, word))
            return true;
    return false;
}

struct row_label row_label_read(struct arena *arena, struct text text)
{
    struct row_label label = {.statistic = STATISTIC_RUN};
    struct text plain = without_quantities(arena, text);
    struct heading heading = heading_read(arena, plain);
    label.no_result = heading.role == HEADING_PERCENT || label_names_another_quantity(plain) ||
                      label_names_no_measurement(plain);
    label.names_workload = has_other_words(arena, text);
    label.direction = heading.direction;
    label.statistic = heading.statistic;
    label.metric = heading.metric;
    label.pair = heading.pair;
    if (heading.unit != NULL && heading.unit->dimension <= DIMENSION_TIME)
        label.unit = heading.unit;
    /* "File size (GB)" */
    else if (heading.unit != NULL && heading.unit->dimension == DIMENSION_BYTES &&
             heading.metric == NULL && text_find(plain, "(", 0) < plain.size)
        label.no_result = true;
    return label;
}

bool label_names_pattern(struct text label)
{
    static const char *const starts[] = {"seq", "rand", "rnd", "zuf\xc3\xa4ll", "qd"};
    struct text word;
    double bytes;
    while (next_word(&label, &word)) {
        for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
            if (text_starts_with_ignoring_case(word, starts[i]))
                return true;
        if (text_is_digit(word.data[0]) && !text_is_digit(word.data[word.size - 1]) &&
            number_read_size(word, &bytes))
            return true;
    }
    return false;
}
