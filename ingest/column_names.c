#include "ingest/column_names.h"

#include "ingest/row_label.h"
#include "model/configuration.h"
#include "model/number.h"

#include <string.h>

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (unsigned char)c >= 0x80 || c == '%' || c == '#';
}

enum { MOST_WORDS = 24 };

struct words {
    struct text items[MOST_WORDS];
    size_t count;
};

static struct words words_of(struct text text)
{
    struct words words = {.count = 0};
    for (size_t i = 0; i < text.size && words.count < MOST_WORDS;) {
        size_t end = i;
        while (end < text.size && is_word_byte(text.data[end]))
            end++;
        if (end > i)
            words.items[words.count++] = text_slice(text, i, end);
        i = end + 1;
    }
    return words;
}

/* A table of words and what they mean; the words are compared without ASCII case. */
struct meaning {
    const char *word;
    int value;
};

static bool find_meaning(struct text word, const struct meaning *table, size_t count, int *value)
{
    for (size_t i = 0; i < count; i++) {
        if (!text_is_ignoring_case(word, table[i].word))
            continue;
        *value = table[i].value;
        return true;
    }
    return false;
}

static const struct meaning statistic_words[] = {
    {"average", STATISTIC_MEAN},
    {"avg", STATISTIC_MEAN},
    {"mean", STATISTIC_MEAN},
    {"averaged", STATISTIC_MEAN},
    {"mittelwert", STATISTIC_MEAN},
    {"durchschnitt", STATISTIC_MEAN},
    {"mittel", STATISTIC_MEAN},
    {"schnitt", STATISTIC_MEAN},
    {"\xc3\xb8", STATISTIC_MEAN},
    {"\xc3\x98", STATISTIC_MEAN},
    {"moyenne", STATISTIC_MEAN},
    {"media", STATISTIC_MEAN},
    {"promedio", STATISTIC_MEAN},
    {"gemiddelde", STATISTIC_MEAN},
    {"gemiddeld", STATISTIC_MEAN},
    {"\xc5\x9brednia", STATISTIC_MEAN},
    {"\xc5\x9arednia", STATISTIC_MEAN},
    {"\xd1\x81\xd1\x80\xd0\xb5\xd0\xb4\xd0\xbd\xd0\xb5\xd0\xb5", STATISTIC_MEAN},
    {"\xd0\xa1\xd1\x80\xd0\xb5\xd0\xb4\xd0\xbd\xd0\xb5\xd0\xb5", STATISTIC_MEAN},
    {"\xe5\xb9\xb3\xe5\x9d\x87", STATISTIC_MEAN},
    {"\xe5\xb9\xb3\xe5\x9d\x87\xe5\x80\xa4", STATISTIC_MEAN},
    {"\xe5\xb9\xb3\xe5\x9d\x87\xe5\x80\xbc", STATISTIC_MEAN},
    {"m\xc3\xa9"
     "dia",
     STATISTIC_MEAN},
    {"durchschn", STATISTIC_MEAN},
    {"median", STATISTIC_MEDIAN},
    {"mediane", STATISTIC_MEDIAN},
    {"sd", STATISTIC_SD},
    {"std", STATISTIC_SD},
    {"stdev", STATISTIC_SD},
    {"stddev", STATISTIC_SD},
    {"\xc2\xb1", STATISTIC_SD},
    {"\xc3\xa9"
     "cart",
     STATISTIC_SD},
    {"\xc3\x89"
     "cart",
     STATISTIC_SD},
    {"desviaci\xc3\xb3n", STATISTIC_SD},
    {"odchylenie", STATISTIC_SD},
    {"deviation", STATISTIC_SD},
    {"standardabweichung", STATISTIC_SD},
    {"\xcf\x83", STATISTIC_SD},
    {"min", STATISTIC_MIN},
    {"minimum", STATISTIC_MIN},
    {"lowest", STATISTIC_MIN},
    {"worst", STATISTIC_MIN},
    {"slowest", STATISTIC_MIN},
    {"max", STATISTIC_MAX},
    {"maximum", STATISTIC_MAX},
    {"best", STATISTIC_BEST},
    {"peak", STATISTIC_BEST},
    {"spitze", STATISTIC_BEST},
    {"h\xc3\xb6"
     "chstwert",
     STATISTIC_BEST},
    {"highest", STATISTIC_BEST},
    {"total", STATISTIC_TOTAL},
    {"sum", STATISTIC_TOTAL},
    {"summe", STATISTIC_TOTAL},
    {"gesamt", STATISTIC_TOTAL},
    {"insgesamt", STATISTIC_TOTAL},
    {"somme", STATISTIC_TOTAL},
    {"suma", STATISTIC_TOTAL},
    {"gesamtdurchsatz", STATISTIC_TOTAL},
    {"gesamtsumme", STATISTIC_TOTAL},
    {"aggregate", STATISTIC_TOTAL},
    {"overall", STATISTIC_TOTAL},
    {"\xce\xa3", STATISTIC_TOTAL},
};

static const struct meaning direction_words[] = {
    {"read", DIRECTION_READ},
    {"reads", DIRECTION_READ},
    {"reading", DIRECTION_READ},
    {"lesen", DIRECTION_READ},
    {"leserate", DIRECTION_READ},
    {"randread", DIRECTION_READ},
    {"seqread", DIRECTION_READ},
    {"lesend", DIRECTION_READ},
    {"rd", DIRECTION_READ},
    {"lecture", DIRECTION_READ},
    {"lesegeschwindigkeit", DIRECTION_READ},
    {"leseleistung", DIRECTION_READ},
    {"lectura", DIRECTION_READ},
    {"lettura", DIRECTION_READ},
    {"leitura", DIRECTION_READ},
    {"lezen", DIRECTION_READ},
    {"odczyt", DIRECTION_READ},
    {"l\xc3\xa4sning", DIRECTION_READ},
    {"\xd1\x87\xd1\x82\xd0\xb5\xd0\xbd\xd0\xb8\xd0\xb5", DIRECTION_READ},
    {"\xd0\xa7\xd1\x82\xd0\xb5\xd0\xbd\xd0\xb8\xd0\xb5", DIRECTION_READ},
    {"schreibgeschwindigkeit", DIRECTION_WRITE},
    {"schreibleistung", DIRECTION_WRITE},
    {"escritura", DIRECTION_WRITE},
    {"scrittura", DIRECTION_WRITE},
    {"escrita", DIRECTION_WRITE},
    {"schrijven", DIRECTION_WRITE},
    {"zapis", DIRECTION_WRITE},
    {"skrivning", DIRECTION_WRITE},
    {"\xc3\xa9"
     "criture",
     DIRECTION_WRITE},
    {"\xc3\x89"
     "criture",
     DIRECTION_WRITE},
    {"ecriture", DIRECTION_WRITE},
    {"\xd0\xb7\xd0\xb0\xd0\xbf\xd0\xb8\xd1\x81\xd1\x8c", DIRECTION_WRITE},
    {"\xd0\x97\xd0\xb0\xd0\xbf\xd0\xb8\xd1\x81\xd1\x8c", DIRECTION_WRITE},
    {"write", DIRECTION_WRITE},
    {"writes", DIRECTION_WRITE},
    {"writing", DIRECTION_WRITE},
    {"schreiben", DIRECTION_WRITE},
    {"schreibrate", DIRECTION_WRITE},
    {"randwrite", DIRECTION_WRITE},
    {"seqwrite", DIRECTION_WRITE},
    {"schreibend", DIRECTION_WRITE},
    {"wr", DIRECTION_WRITE},
    {"trim", DIRECTION_TRIM},
    {"discard", DIRECTION_TRIM},
    {"mixed", DIRECTION_MIXED},
    {"mix", DIRECTION_MIXED},
    {"gemischt", DIRECTION_MIXED},
};

enum direction heading_direction(struct text text)
{
    struct words words = words_of(text);
    enum direction found = DIRECTION_UNSTATED;
    for (size_t i = 0; i < words.count; i++) {
        int value;
        if (!find_meaning(words.items[i], direction_words,
                          sizeof direction_words / sizeof *direction_words, &value))
            continue;
        if (found != DIRECTION_UNSTATED && found != (enum direction)value)
            return DIRECTION_UNSTATED;
        found = (enum direction)value;
    }
    return found;
}

bool heading_names_statistic(struct text label, enum statistic *statistic)
{
    struct words words = words_of(label);
    for (size_t i = 0; i < words.count; i++) {
        int value;
        if (!find_meaning(words.items[i], statistic_words,
                          sizeof statistic_words / sizeof *statistic_words, &value) ||
            (words.count > 1 && (text_is_ignoring_case(words.items[i], "media") ||
                                 text_is_ignoring_case(words.items[i], "overall") ||
                                 text_is_ignoring_case(words.items[i], "aggregate"))))
            continue; /* "media" alone is a mean in Spanish; in English it is what disks are; the
                         "aggregate" or "overall bandwidth" of one run is that run's value */
        *statistic = (enum statistic)value;
        return true;
    }
    return false;
}

enum statistic headings_statistic(struct text headings)
{
    enum statistic statistic = STATISTIC_RUN;
    for (size_t at; (at = text_find(headings, " | ", 0)) < headings.size;)
        headings = text_slice(headings, at + 3, headings.size);
    struct text word;
    while (statistic == STATISTIC_RUN && text_next_piece(&headings, ' ', &word))
        if (text_find(word, "_", 0) == word.size && text_find(word, "=", 0) == word.size)
            (void)heading_names_statistic(word, &statistic); /* not of "zfs_dirty_data_max=8G" */
    if (statistic == STATISTIC_MAX)
        return STATISTIC_BEST;
    bool counts =
        statistic == STATISTIC_BEST || statistic == STATISTIC_MEAN || statistic == STATISTIC_MEDIAN;
    return counts ? statistic : STATISTIC_RUN;
}

static bool is_iteration_word(struct text word)
{
    static const char *const names[] = {"iteration", "iter",  "run",    "runs",       "durchlauf",
                                        "lauf",      "trial", "pass",   "round",      "messung",
                                        "attempt",   "rep",   "repeat", "repetition", "it",
                                        "versuch",   "#",     "sample", "try"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is_ignoring_case(word, names[i]))
            return true;
    return false;
}

/* Splits "run3" and "#3" into word and number; a word without a number gives 0. */
static bool split_iteration(const struct words *words, size_t index, unsigned *iteration,
                            size_t *used)
{
    struct text word = words->items[index];
    size_t letters = 0;
    while (letters < word.size && !(word.data[letters] >= '0' && word.data[letters] <= '9'))
        letters++;
    if (!is_iteration_word(text_slice(word, 0, letters)))
        return false;
    int64_t number = 0;
    *used = 1;
    *iteration = 0;
    struct text digits = text_slice(word, letters, word.size);
    if (digits.size == 0 && index + 1 < words->count) {
        digits = words->items[index + 1];
        *used = 2;
    }
    if (digits.size > 0 && digits.size < 7 && number_read_integer(digits, &number) && number > 0)
        *iteration = (unsigned)number;
    else
        *used = 1;
    return true;
}

/* "1st run", "3rd pass" */
static bool read_ordinal(const struct words *words, unsigned *iteration)
{
    static const char *const ends[] = {"st", "nd", "rd", "th"};
    if (words->count != 2 || !is_iteration_word(words->items[1]))
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct text word = words->items[0];
        int64_t number = 0;
        if (word.size > 2 && word.size < 7 && text_ends_with(word, ends[i]) &&
            number_read_integer(text_slice(word, 0, word.size - 2), &number) && number > 0) {
            *iteration = (unsigned)number;
            return true;
        }
    }
    return false;
}

bool heading_names_iteration(struct text label, unsigned *iteration)
{
    struct words words = words_of(label);
    size_t used;
    if (read_ordinal(&words, iteration))
        return true;
    return words.count > 0 && words.count <= 2 && split_iteration(&words, 0, iteration, &used) &&
           used == words.count && *iteration > 0;
}

static const struct {
    const char *word, *metric;
} metric_words[] = {
    {"iops", "iops"},
    {"io/s", "iops"},
    {"bw", "bw"},
    {"bandwidth", "bw"},
    {"throughput", "bw"},
    {"durchsatz", "bw"},
    {"speed", "bw"},
    {"geschwindigkeit", "bw"},
    {"datenrate", "bw"},
    {"rate", "bw"},
    {"transferrate", "bw"},
    {"leserate", "bw"},
    {"schreibrate", "bw"},
    {"clat", "clat_mean"},
    {"slat", "slat_mean"},
    {"latency", "lat_mean"},
    {"lat", "lat_mean"},
    {"latenz", "lat_mean"},
    {"latencia", "lat_mean"},
    {"latence", "lat_mean"},
    {"latenza", "lat_mean"},
    {"zugriffszeit", "lat_mean"},
    {"antwortzeit", "lat_mean"},
    {"lesegeschwindigkeit", "bw"},
    {"schreibgeschwindigkeit", "bw"},
    {"velocidad", "bw"},
    {"velocit\xc3\xa0", "bw"},
    {"vitesse", "bw"},
    {"d\xc3\xa9"
     "bit",
     "bw"},
    {"snelheid", "bw"},
    {"bandbreite", "bw"},
    {"runtime", "runtime"},
    {"laufzeit", "runtime"},
    {"duration", "runtime"},
    {"dauer", "runtime"},
    {"elapsed", "runtime"},
};

static const char *metric_of(const struct words *words)
{
    for (size_t i = 0; i < words->count; i++)
        for (size_t k = 0; k < sizeof metric_words / sizeof *metric_words; k++)
            if (text_is_ignoring_case(words->items[i], metric_words[k].word))
                return metric_words[k].metric;
    return NULL;
}

/* Behind the digits at `i`, with a fraction: "99", "99.9", "99,9". */
static size_t percentile_end(struct text text, size_t i)
{
    size_t end = i;
    while (end < text.size && (text_is_digit(text.data[end]) ||
                               (strchr(".,", text.data[end]) != NULL && end > i &&
                                end + 1 < text.size && text_is_digit(text.data[end + 1]))))
        end++;
    return end;
}

/* "p99", "99th", "99.9%": the percentile named by the words of a latency heading; empty when there
 * is none. */
static struct text percentile_of(struct arena *arena, struct text text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (!text_is_digit(text.data[i]))
            continue;
        size_t end = percentile_end(text, i);
        struct text rest = text_slice(text, end, text.size);
        bool named = (i > 0 && (text.data[i - 1] == 'p' || text.data[i - 1] == 'P')) ||
                     text_starts_with_ignoring_case(rest, "th") || text_starts_with(rest, "%") ||
                     text_starts_with(rest, " %");
        if (named) {
            size_t comma = text_find(text_slice(text, i, end), ",", 0);
            return i + comma == end
                       ? text_format(arena, "p%.*s", (int)(end - i), text.data + i)
                       : text_format(arena, "p%.*s.%.*s", (int)comma, text.data + i,
                                     (int)(end - i - comma - 1), text.data + i + comma + 1);
        }
        i = end;
    }
    return (struct text){NULL, 0};
}

/* A latency metric with the heading's statistic or percentile: "max latency" -> lat_max. */
static const char *latency_metric(struct arena *arena, struct heading *heading)
{
    struct text base = text_of(heading->metric);
    struct text prefix = text_slice(base, 0, text_find(base, "_", 0));
    struct text percentile = percentile_of(arena, heading->words);
    bool worst = text_find_ignoring_case(heading->words, "worst", 0) < heading->words.size;
    bool tail = text_find_ignoring_case(heading->words, "tail", 0) < heading->words.size;
    const char *part = worst                                    ? "max"
                       : tail                                   ? "tail" /* which one is not said */
                       : heading->statistic == STATISTIC_MIN    ? "min"
                       : heading->statistic == STATISTIC_MAX    ? "max"
                       : heading->statistic == STATISTIC_MEDIAN ? "p50"
                                                                : "mean";
    if (heading->statistic != STATISTIC_SD)
        heading->statistic =
            STATISTIC_RUN; /* an average over the I/Os of one run is that run's value */
    if (percentile.size > 0)
        return text_format(arena, "%.*s_%s", (int)prefix.size, prefix.data, percentile.data).data;
    return text_format(arena, "%.*s_%s", (int)prefix.size, prefix.data, part).data;
}

static struct text without_markup(struct arena *arena, struct text text)
{
    struct text_builder builder = {.arena = arena};
    for (size_t i = 0; i < text.size; i++)
        if (strchr("*`", text.data[i]) == NULL || text.data[i] == '\0')
            text_add(&builder, text_slice(text, i, i + 1));
    struct text plain = text_trim(text_built(&builder));
    while (plain.size > 1 && plain.data[0] == '_' && plain.data[plain.size - 1] == '_')
        plain = text_trim(text_slice(plain, 1, plain.size - 1));
    return plain;
}

/* The unit in a heading: inside brackets, or any word of it. `*rest` gets the heading without it.
 */
static const struct unit *take_unit(struct arena *arena, struct text words, struct text *rest)
{
    *rest = words;
    for (size_t i = 0; i < words.size;) {
        while (i < words.size && strchr(" \t()[],;:", words.data[i]) != NULL)
            i++;
        size_t end = i;
        while (end < words.size && strchr(" \t()[],;:", words.data[end]) == NULL)
            end++;
        const struct unit *unit = end > i ? unit_find(text_slice(words, i, end)) : NULL;
        /* a single letter is a unit only in brackets, and "s" at the end: "runtime s", but not
         * "drive B" */
        bool bracketed = i > 0 && strchr("([", words.data[i - 1]) != NULL;
        bool clear = end - i > 1 || bracketed || (end == words.size && words.data[i] == 's');
        if (unit != NULL && clear && unit->dimension != DIMENSION_COUNT) {
            *rest = text_trim(text_format(arena, "%.*s %.*s", (int)i, words.data,
                                          (int)(words.size - end), words.data + end));
            return unit;
        }
        i = end;
    }
    return NULL;
}

/* "ashift=12", "ashift 12", "recordsize: 16k": a known factor with its level, anywhere in the
 * heading. `*rest` is the heading without it where a "=" states it. */
static bool take_level(struct arena *arena, struct text words, struct text *factor,
                       struct text *level, struct text *rest)
{
    *rest = words;
    for (size_t k = 0; known_factors[k] != NULL; k++) {
        size_t size = strlen(known_factors[k]);
        size_t at = text_find_ignoring_case(words, known_factors[k], 0);
        if (at == words.size || (at > 0 && is_word_byte(words.data[at - 1])))
            continue;
        size_t i = at + size;
        while (i < words.size && strchr(" =:-_", words.data[i]) != NULL)
            i++;
        size_t end = i;
        while (end < words.size && is_word_byte(words.data[end]))
            end++;
        bool stated = memchr(words.data + at + size, '=', i - at - size) != NULL;
        if (end == i || (!stated && !(words.data[i] >= '0' && words.data[i] <= '9')))
            continue;
        *factor = text_of(known_factors[k]);
        *level = text_slice(words, i, end);
        if (stated) /* "logbias=latency" is no latency */
            *rest = text_trim(text_format(arena, "%.*s %.*s", (int)at, words.data,
                                          (int)(words.size - end), words.data + end));
        return true;
    }
    return false;
}

static enum heading_role label_role(struct text words)
{
    static const struct meaning roles[] = {
        {"test", HEADING_WORKLOAD},       {"tests", HEADING_WORKLOAD},
        {"workload", HEADING_WORKLOAD},   {"job", HEADING_WORKLOAD},
        {"jobname", HEADING_WORKLOAD},    {"benchmark", HEADING_WORKLOAD},
        {"name", HEADING_WORKLOAD},       {"profile", HEADING_WORKLOAD},
        {"pattern", HEADING_WORKLOAD},    {"simulation", HEADING_WORKLOAD},
        {"muster", HEADING_WORKLOAD},     {"direction", HEADING_DIRECTION},
        {"richtung", HEADING_DIRECTION},  {"r/w", HEADING_DIRECTION},
        {"op", HEADING_DIRECTION},        {"operation", HEADING_DIRECTION},
        {"metric", HEADING_METRIC},       {"unit", HEADING_UNIT},
        {"einheit", HEADING_UNIT},        {"remark", HEADING_IGNORED},
        {"notes", HEADING_IGNORED},       {"note", HEADING_IGNORED},
        {"comment", HEADING_IGNORED},     {"date", HEADING_IGNORED},
        {"link", HEADING_IGNORED},        {"bemerkung", HEADING_IGNORED},
        {"difference", HEADING_PERCENT},  {"diff", HEADING_PERCENT},
        {"change", HEADING_PERCENT},      {"gain", HEADING_PERCENT},
        {"delta", HEADING_PERCENT},       {"unterschied", HEADING_PERCENT},
        {"rw", HEADING_DIRECTION},        {"readwrite", HEADING_DIRECTION},
        {"speedup", HEADING_PERCENT},     {"improvement", HEADING_PERCENT},
        {"status", HEADING_IGNORED},      {"score", HEADING_IGNORED},
        {"punkte", HEADING_IGNORED},      {"price", HEADING_IGNORED},
        {"preis", HEADING_IGNORED},       {"capacity", HEADING_IGNORED},
        {"temperature", HEADING_IGNORED}, {"temp", HEADING_IGNORED},
        {"cpu", HEADING_IGNORED},         {"ram", HEADING_IGNORED},
        {"cores", HEADING_IGNORED},       {"year", HEADING_IGNORED},
        {"rank", HEADING_IGNORED},        {"power", HEADING_IGNORED},
        {"ping", HEADING_IGNORED},
    };
    int value = HEADING_UNKNOWN;
    (void)find_meaning(words, roles, sizeof roles / sizeof *roles, &value);
    return (enum heading_role)value;
}

/* "R-Tail Ratio (P99/avg)", "vs. baseline": compares results, is none. */
static bool compares(const struct words *words)
{
    static const char *const names[] = {
        "ratio",     "cv",          "variance",   "zuwachs",     "\xce\x94",
        "change",    "diff",        "difference", "delta",       "faster",
        "slower",    "speedup",     "gain",       "improvement", "verh\xc3\xa4ltnis",
        "differenz", "unterschied", "vs",         "stability",   "factor",
        "faktor"};
    for (size_t i = 0; i < words->count; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (text_is_ignoring_case(words->items[i], names[k]))
                return true;
    return false;
}

/* "Read/Write", "R/W": cells hold a pair. */
static bool names_pair(struct text text)
{
    static const char *const pairs[] = {"read/write", "read / write", "r/w", "lesen/schreiben",
                                        "lesen / schreiben"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (text_find_ignoring_case(text, pairs[i], 0) < text.size)
            return true;
    return false;
}

/* The network tables of benchmark scripts. */
static bool is_of_a_network(struct text text)
{
    static const char *const words[] = {"send speed", "recv speed", "download", "upload"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_find_ignoring_case(text, words[i], 0) < text.size)
            return true;
    return false;
}

/* "p99", "99th": surely a percentile; "50%" can be a share of reads. */
static bool names_percentile(const struct words *words)
{
    for (size_t i = 0; i < words->count; i++) {
        struct text word = words->items[i];
        bool digit_first = word.data[0] >= '0' && word.data[0] <= '9';
        bool digit_second = word.size > 1 && word.data[1] >= '0' && word.data[1] <= '9';
        if ((digit_first && text_ends_with(word, "th")) ||
            (digit_second && (word.data[0] == 'p' || word.data[0] == 'P')))
            return true;
    }
    return false;
}

/* What a heading measures that names no metric but a unit or a percentile: "Read P99 (ms)" is a
   latency, "Zeit (s)" a run time. */
static const char *metric_of_unit(const struct words *words, const struct heading *heading)
{
    const struct unit *unit = heading->unit;
    bool time = unit != NULL && unit->dimension == DIMENSION_TIME;
    if (unit != NULL && unit->dimension == DIMENSION_RATE)
        return "iops";
    if (unit == NULL && names_percentile(words))
        return "lat_mean";
    return time ? unit->factor >= 1e9 ? "runtime" : "lat_mean" : NULL;
}

static bool find_iteration(const struct words *words, unsigned *iteration)
{
    size_t used;
    for (size_t i = 0; i < words->count; i++)
        if (split_iteration(words, i, iteration, &used))
            return true;
    return false;
}

/* The unit that a name of a program has behind its metric: "bw_kib", "clat_us", "clat_ns_mean",
   "runtime_ms"; NULL when there is none. A "kb" of such names may be 1000 or 1024 bytes. */
static const struct unit *unit_of_name(struct text words, const char *metric)
{
    static const struct {
        const char *end, *unit;
        bool of_rate;
    } ends[] = {{"bytes", "B/s", true}, {"kib", "KiB/s", true}, {"mib", "MiB/s", true},
                {"gib", "GiB/s", true}, {"mb", "MB/s", true},   {"gb", "GB/s", true},
                {"ns", "ns", false},    {"us", "us", false},    {"usec", "us", false},
                {"ms", "ms", false},    {"msec", "ms", false},  {"s", "s", false},
                {"sec", "s", false}};
    bool rate = metric != NULL && strcmp(metric, "bw") == 0;
    bool time = metric != NULL && row_label_dimension(metric) == DIMENSION_TIME;
    struct text part;
    (void)text_next_piece(&words, '_', &part);
    while ((rate || time) && text_next_piece(&words, '_', &part))
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
            if (text_is_ignoring_case(part, ends[i].end) && ends[i].of_rate == rate)
                return unit_find(text_of(ends[i].unit));
    return NULL;
}

/* "IOPS (R)", "W MB/s": a letter before or behind a metric. */
static enum direction letter_direction(const struct words *words)
{
    static const struct meaning letters[] = {{"r", DIRECTION_READ}, {"w", DIRECTION_WRITE}};
    int direction = DIRECTION_UNSTATED;
    if (words->count > 0 && !find_meaning(words->items[0], letters, 2, &direction))
        (void)find_meaning(words->items[words->count - 1], letters, 2, &direction);
    return (enum direction)direction;
}

struct heading heading_read(struct arena *arena, struct text text)
{
    struct heading heading = {.words = without_markup(arena, text)};
    heading.role = label_role(heading.words);
    if (heading.role != HEADING_UNKNOWN)
        return heading;
    if (factor_is_known(heading.words, &heading.factor)) {
        heading.role = HEADING_FACTOR;
        return heading;
    }
    struct text rest, plain;
    bool level = take_level(arena, heading.words, &heading.factor, &heading.level, &plain);
    heading.unit = take_unit(arena, plain, &rest);
    struct words words = words_of(rest);
    heading.metric = metric_of(&words);
    if (heading.metric == NULL)
        heading.metric = metric_of_unit(&words, &heading);
    if (heading.unit == NULL)
        heading.unit = unit_of_name(heading.words, heading.metric);
    heading.pair = names_pair(heading.words);
    heading.direction = heading_direction(rest);
    if (heading.direction == DIRECTION_UNSTATED && !heading.pair &&
        (heading.metric != NULL || heading.unit != NULL))
        heading.direction = letter_direction(&words);
    bool iteration = find_iteration(&words, &heading.iteration) && heading.metric == NULL;
    bool statistic = heading_names_statistic(rest, &heading.statistic);
    if (heading.metric != NULL && strstr(heading.metric, "lat_mean") != NULL)
        heading.metric = latency_metric(arena, &heading);
    else if (heading.statistic == STATISTIC_MAX)
        heading.statistic = STATISTIC_BEST;
    if ((heading.unit != NULL && heading.unit->dimension == DIMENSION_PERCENT) || compares(&words))
        heading.role = HEADING_PERCENT;
    else if (is_of_a_network(heading.words) || label_names_no_measurement(heading.words))
        heading.role = HEADING_IGNORED;
    else if (iteration && heading.iteration == 0 && words.count == 1 && heading.unit == NULL)
        heading.role = HEADING_ITERATION;
    else if (heading.metric != NULL || heading.unit != NULL || statistic || level ||
             heading.iteration > 0 || heading.direction != DIRECTION_UNSTATED)
        heading.role = HEADING_VALUE;
    return heading;
}

static bool is_unit_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/';
}

const struct unit *heading_unit_of_page(struct text page, unsigned *line)
{
    const struct unit *found = NULL;
    unsigned at_line = 1;
    for (size_t i = 0; i < page.size;) {
        if (page.data[i] == '\n')
            at_line++;
        if (!is_unit_byte(page.data[i])) {
            i++;
            continue;
        }
        size_t end = i;
        while (end < page.size && is_unit_byte(page.data[end]))
            end++;
        const struct unit *unit = end - i <= 8 ? unit_find(text_slice(page, i, end)) : NULL;
        i = end;
        if (unit == NULL || unit->dimension != DIMENSION_BYTE_RATE ||
            strstr(unit->spelling, "bit") != NULL || strstr(unit->spelling, "bps") != NULL)
            continue; /* bits are of networks */
        if (found != NULL && found->factor != unit->factor)
            return NULL;
        if (found == NULL) {
            found = unit;
            *line = at_line;
        }
    }
    return found;
}
