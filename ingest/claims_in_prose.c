/* Percentages and winners that the text around posted figures states: "ashift=12 was faster than
   ashift=13 for every test", "For Test 1, it was 10.3% faster". They become claims (metric `change`
   in percent, or `winner`), never results: a page that holds no figures is not read by this. A
   clause that has no subject of its own goes on about the last one. */
#include "ingest/factor_words.h"
#include "ingest/reader.h"
#include "model/number.h"

#include <string.h>

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
    {"outperformed", 1, false},
};

static const char *const speed_words[] = {"throughput", "bandwidth",   "iops",       "speed",
                                          "performed",  "performance", "bandbreite", "durchsatz"};

/* What is compared there is not how fast it was. */
static const char *const other_words[] = {"deviation", "variance",   "latency", "capacity",
                                          "space",     "abweichung", "cpu",     "memory"};

/* "than", "compared with": what follows is what the subject is compared with. */
static const char *const dividers[] = {" than ",    " compared ", " versus ",  " vs",
                                       " against ", " als ",      " over the "};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

/* Where the whole word stands at or after `start`; the text's size when it does not. */
static size_t find_word(struct text text, const char *word, size_t start)
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
        if (find_word(text, words[i], 0) < text.size)
            return true;
    return false;
}

/* The comparative of a clause about speed, or NULL. */
static const struct comparative *comparative_of(struct text clause, size_t start, size_t end)
{
    const struct comparative *best = NULL;
    size_t first = end;
    bool speed = has_any(clause, speed_words, sizeof speed_words / sizeof *speed_words);
    if (has_any(clause, other_words, sizeof other_words / sizeof *other_words))
        return NULL;
    for (size_t i = 0; i < sizeof comparatives / sizeof *comparatives; i++) {
        size_t at = find_word(clause, comparatives[i].word, start);
        if (at >= first || (comparatives[i].needs_speed && !speed))
            continue;
        first = at;
        best = &comparatives[i];
    }
    return best;
}

static int bid(struct text head)
{
    for (size_t i = 0; i < sizeof comparatives / sizeof *comparatives; i++)
        if (find_word(head, comparatives[i].word, 0) < head.size)
            return 1;
    return 0;
}

struct prose {
    struct arena *scratch;
    struct reading *reading;
    size_t run_count;       /* of the page, before any claim */
    struct setting subject; /* what the sentences are about; no name: nothing yet */
    unsigned line;
};

/* The first level that a stretch of text names. */
static bool names_level(const struct prose *prose, struct text text, struct setting *level)
{
    struct found_settings found = {.arena = prose->scratch};
    (void)factor_words_take(&found, text);
    if (found.count == 0)
        return false;
    *level = found.items[0];
    return true;
}

static struct text before_divider(struct text clause)
{
    size_t end = clause.size;
    for (size_t i = 0; i < sizeof dividers / sizeof *dividers; i++) {
        size_t at = text_find_ignoring_case(clause, dividers[i], 0);
        end = at < end ? at : end;
    }
    return text_slice(clause, 0, end);
}

/* The workload of the page that a clause names; the longest where one name is part of another. */
static struct text named_workload(const struct prose *prose, struct text clause)
{
    struct text found = {NULL, 0};
    for (size_t i = 0; i < prose->run_count; i++) {
        struct text workload = prose->reading->runs[i].workload;
        if (workload.size <= found.size)
            continue;
        const char *word = text_string(prose->scratch, workload);
        size_t at = find_word(clause, word, 0);
        bool number_goes_on = at + workload.size < clause.size &&
                              clause.data[at + workload.size] >= '0' &&
                              clause.data[at + workload.size] <= '9';
        if (at < clause.size && !number_goes_on)
            found = workload;
    }
    return found;
}

static void add_claim(struct prose *prose, struct text clause, const char *metric, double value,
                      const char *unit)
{
    struct reading *reading = prose->reading;
    size_t run = reading_add_run(reading, prose->line);
    reading->runs[run].workload = named_workload(prose, clause);
    reading_state(reading, run, prose->subject.name, prose->subject.value);
    reading_add_observation(reading,
                            (struct found_observation){.run = run,
                                                       .statistic = STATISTIC_CLAIM,
                                                       .metric = text_of(metric),
                                                       .value = value,
                                                       .unit = text_of(unit),
                                                       .written = text_copy(reading->arena, clause),
                                                       .source = {reading->path, prose->line}});
    reading_claim(reading, prose->line, prose->line);
}

/* The number that ends at `end`, blanks between; false when there is none. */
static bool number_before(struct text clause, size_t end, double *value)
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

/* "10.3% (15MB/s) faster", "faster by 10 %": the next percentage from `*at` on that stands close to
   a comparative; `*at` is moved behind it. */
static bool find_percentage(struct text clause, size_t *at, double *change)
{
    enum { CLOSE = 40 };
    for (; (*at = text_find(clause, "%", *at)) < clause.size; ++*at) {
        double value;
        size_t percent = *at, start = percent > CLOSE ? percent - CLOSE : 0;
        if (!number_before(clause, percent, &value))
            continue;
        struct text before = text_slice(clause, start, percent);
        size_t by = find_word(before, "by", 0);
        const struct comparative *word =
            by < before.size ? comparative_of(text_slice(before, 0, by), 0, by) : NULL;
        if (word == NULL)
            word = comparative_of(clause, percent,
                                  percent + CLOSE < clause.size ? percent + CLOSE : clause.size);
        if (word == NULL)
            continue;
        *change = word->sign * value;
        ++*at;
        return true;
    }
    return false;
}

/* Words with which a sentence says nothing of what was measured. */
static bool is_supposed(struct text clause)
{
    static const char *const words[] = {"can",   "could", "may",      "might", "would", "should",
                                        "looks", "seems", "expected", "if",    "kann",  "könnte"};
    return text_ends_with(clause, "?") || has_any(clause, words, sizeof words / sizeof *words);
}

/* Every percentage of a clause, each with the words since the one before. */
static bool add_percentages(struct prose *prose, struct text clause)
{
    size_t at = 0, start = 0;
    double change;
    while (find_percentage(clause, &at, &change)) {
        size_t end = text_find(clause, ", ", at);
        struct text words = text_trim(text_slice(clause, start, end));
        if (text_starts_with(words, ","))
            words = text_trim(text_slice(words, 1, words.size));
        add_claim(prose, words, "change", change, "%");
        start = end;
    }
    return start > 0;
}

static void read_clause(struct prose *prose, struct text clause)
{
    struct setting level;
    clause = text_trim(clause);
    if (clause.size == 0 || is_supposed(clause))
        return;
    bool own = names_level(prose, before_divider(clause), &level);
    if (own)
        prose->subject = level;
    if (prose->subject.name.size == 0 || add_percentages(prose, clause))
        return;
    const struct comparative *word = comparative_of(clause, 0, clause.size);
    struct text rest = text_slice(clause, before_divider(clause).size, clause.size);
    if (own && word != NULL && word->sign > 0 && rest.size > 0 && names_level(prose, rest, &level))
        add_claim(prose, clause, "winner", 1, "1");
}

/* True where a sentence ends: a stop before a blank, not one inside a number. */
static bool ends_sentence(struct text line, size_t at)
{
    char c = line.data[at];
    if (c != '.' && c != '!' && c != '?' && c != ';')
        return false;
    return at + 1 == line.size || line.data[at + 1] == ' ' || line.data[at + 1] == '\t';
}

static void read_line(struct prose *prose, struct text line)
{
    size_t start = 0;
    for (size_t i = 0; i < line.size; i++) {
        if (!ends_sentence(line, i))
            continue;
        read_clause(prose, text_slice(line, start, i + (line.data[i] == '?')));
        start = i + 1;
    }
    read_clause(prose, text_slice(line, start, line.size));
}

/* Tables, code and output of programs are no prose. */
static bool is_prose(struct text line)
{
    static const char marks[] = "|{}[]$#<>\"";
    return line.size > 0 && memchr(marks, line.data[0], sizeof marks - 1) == NULL &&
           memchr(line.data, '|', line.size) == NULL;
}

static bool read_prose(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct prose prose = {.scratch = scratch, .reading = reading, .run_count = reading->run_count};
    struct text rest = input->text, line;
    (void)failure;
    for (; reading->observation_count > 0 && text_next_line(&rest, &line);) {
        prose.line++;
        if (is_prose(text_trim(line)))
            read_line(&prose, text_trim(line));
    }
    arena_free(scratch);
    return true;
}

const struct reader claims_in_prose_reader = {
    "claims_in_prose", "percentages and winners that the text around figures states", bid,
    read_prose};
