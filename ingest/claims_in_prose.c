/* Percentages, multiples, averages, differences and winners that the text around posted figures
   states: "ashift=12 was faster than ashift=13 for every test", "For Test 1, it was 10.3% faster".
   They become claims (metric `change` in percent, `times`, `average`, `difference` or `winner`),
   never results: a page that holds no figures is not read by this. "Wrote 16 GiB in 23 s at 70
   MiB/s" gives three claims (io_bytes, runtime, bw). A clause that has no subject of its own goes
   on about the last one. */
#include "ingest/comparative_words.h"
#include "ingest/factor_words.h"
#include "ingest/posted_figure.h"
#include "ingest/reader.h"
#include "ingest/transfer_in_prose.h"
#include "model/number.h"

#include <string.h>

static int bid(struct text head)
{
    return comparative_is_in(head);
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
    return text_slice(clause, 0, comparative_divider(clause));
}

/* The level that a clause is about: the second of "from ashift=13 to ashift=12", else the first
   before "than". */
static bool names_subject(const struct prose *prose, struct text clause, struct setting *level)
{
    struct text head = before_divider(clause);
    size_t from = comparative_find_word(head, "from", 0);
    size_t to = comparative_find_word(head, "to", from);
    if (to < head.size && names_level(prose, text_slice(head, from, to), level) &&
        names_level(prose, text_slice(head, to, head.size), level))
        return true;
    return names_level(prose, head, level);
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
        size_t at = comparative_find_word(clause, word, 0);
        bool number_goes_on = at + workload.size < clause.size &&
                              clause.data[at + workload.size] >= '0' &&
                              clause.data[at + workload.size] <= '9';
        if (at < clause.size && !number_goes_on)
            found = workload;
    }
    return found;
}

static size_t add_claimed_run(struct prose *prose, struct text workload)
{
    struct reading *reading = prose->reading;
    size_t run = reading_add_run(reading, prose->line);
    reading->runs[run].workload = workload;
    if (prose->subject.name.size > 0)
        reading_state(reading, run, prose->subject.name, prose->subject.value);
    reading_claim(reading, prose->line, prose->line);
    return run;
}

static void add_figure(struct prose *prose, size_t run, struct text clause, const char *metric,
                       double value, const char *unit)
{
    struct reading *reading = prose->reading;
    reading_add_observation(reading,
                            (struct found_observation){.run = run,
                                                       .statistic = STATISTIC_CLAIM,
                                                       .metric = text_of(metric),
                                                       .value = value,
                                                       .unit = text_of(unit),
                                                       .written = text_copy(reading->arena, clause),
                                                       .source = {reading->path, prose->line}});
}

static void add_claim(struct prose *prose, struct text clause, struct text workload,
                      const char *metric, double value, const char *unit)
{
    add_figure(prose, add_claimed_run(prose, workload), clause, metric, value, unit);
}

/* Size, time and rate of one sentence, held against each other later. */
static bool add_transfer(struct prose *prose, struct text clause)
{
    struct stated_transfer transfer;
    if (!transfer_in_sentence(clause, &transfer))
        return false;
    size_t run = add_claimed_run(prose, named_workload(prose, clause));
    add_figure(prose, run, clause, "io_bytes", transfer.bytes, "B");
    add_figure(prose, run, clause, "runtime", transfer.nanoseconds, "ns");
    add_figure(prose, run, clause, "bw", transfer.bytes_a_second, "B/s");
    return true;
}

/* The next percent sign or word at or after `at`. */
static size_t find_percent_sign(struct text clause, size_t at)
{
    static const char *const signs[] = {"%", "percent", "Prozent"};
    size_t first = clause.size;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t found = text_find_ignoring_case(clause, signs[i], at);
        first = found < first ? found : first;
    }
    return first;
}

/* "80 % reads", "100 % random", "a confidence level of 95 %": no difference; and of "2 % to 8 %"
   the second figure stands for both. */
static bool is_of_another_thing(struct text clause, size_t percent)
{
    static const char *const behind[] = {"reads",  "writes", "random", "sequential", "read/write",
                                         "mix",    "mixed",  "ci",     "confidence", "confident",
                                         "lesend", "full",   "used",   "utilization"};
    static const char *const to[] = {"to ", "bis ", "-", "\xe2\x80\x93"};
    size_t end = percent;
    while (end < clause.size && strchr(" ,;)", clause.data[end]) == NULL)
        end++;
    struct text rest = text_trim(text_slice(clause, end, clause.size));
    size_t blank = text_find(rest, " ", 0), comma = text_find(rest, ",", 0);
    struct text word = text_slice(rest, 0, blank < comma ? blank : comma);
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        if (text_is_ignoring_case(word, behind[i]))
            return true;
    for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
        struct text second = text_trim(text_slice(rest, strlen(to[i]), rest.size));
        if (text_starts_with(rest, to[i]) && second.size > 0 && text_is_digit(second.data[0]))
            return true;
    }
    struct text before = text_slice(clause, percent > 30 ? percent - 30 : 0, percent);
    return text_find_ignoring_case(before, "confidence", 0) < before.size ||
           text_find_ignoring_case(before, "significance", 0) < before.size;
}

/* "10.3% (15MB/s) faster", "faster by 10 %": the next percentage from `*at` on that stands close to
   a comparative; `*at` is moved behind it. */
static bool find_percentage(struct text clause, size_t *at, double *change)
{
    enum { CLOSE = 40 };
    for (; (*at = find_percent_sign(clause, *at)) < clause.size; ++*at) {
        double value, sign = 0;
        size_t percent = *at, start = percent > CLOSE ? percent - CLOSE : 0;
        if (!comparative_number_before(clause, percent, &value) ||
            is_of_another_thing(clause, percent))
            continue;
        struct text before = text_slice(clause, start, percent);
        size_t by = comparative_find_word(before, "by", 0);
        if (by < before.size)
            sign = comparative_sign(text_slice(clause, 0, start + by), start, start + by);
        if (sign == 0)
            sign = comparative_sign(clause, percent,
                                    percent + CLOSE < clause.size ? percent + CLOSE : clause.size);
        if (sign == 0)
            continue;
        *change = sign * value;
        ++*at;
        return true;
    }
    return false;
}

/* What finds a figure in a clause. */
struct figure_kind {
    bool (*find)(struct text clause, size_t *at, double *value);
    const char *metric, *unit;
};

/* Where the words about a figure end: at a comma or "and". */
static size_t end_of_part(struct text clause, size_t at)
{
    static const char *const ends[] = {", ", " and ", " und "};
    size_t first = clause.size;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t found = text_find(clause, ends[i], at);
        first = found < first ? found : first;
    }
    return first;
}

/* Every figure of this kind in a clause, each with the words since the one before: these may name a
   subject and a test of their own. */
static bool add_figures(struct prose *prose, struct text clause, const struct figure_kind *kind)
{
    size_t at = 0, start = 0;
    struct text workload = {NULL, 0};
    double value;
    while (kind->find(clause, &at, &value)) {
        size_t end = end_of_part(clause, at);
        struct setting level;
        struct text words = text_trim(text_slice(clause, start, end));
        if (text_starts_with(words, ","))
            words = text_trim(text_slice(words, 1, words.size));
        if (start > 0 && names_subject(prose, words, &level))
            prose->subject = level;
        if (named_workload(prose, words).size > 0)
            workload = named_workload(prose, words);
        add_claim(prose, words, workload, kind->metric, value, kind->unit);
        start = at = end;
    }
    return start > 0;
}

/* "Test 2 286 MB/s" is 286 MB/s where "Test 2" is a test; "2 286 MB/s" elsewhere is not taken apart
   and not read. */
static bool divided_by_blank(const struct posted_figure *figure)
{
    size_t blank = text_find(figure->written, " ", 0);
    return blank + 1 < figure->written.size && text_is_digit(figure->written.data[blank + 1]);
}

/* The next bandwidth or IOPS in digits from `*at` on; `*at` is moved to where it begins. */
static bool find_rate(struct text clause, struct text workload, size_t *at,
                      struct posted_figure *figure)
{
    for (; *at < clause.size; ++*at) {
        bool starts = text_is_digit(clause.data[*at]) &&
                      (*at == 0 || strchr(" (~+", clause.data[*at - 1]) != NULL);
        if (!starts)
            continue;
        if (posted_figure_read(clause, *at, figure) && divided_by_blank(figure)) {
            size_t group = text_find(clause, " ", *at);
            bool of_test = workload.size > 0 && group >= workload.size &&
                           text_equal(text_slice(clause, group - workload.size, group), workload);
            *at = of_test ? group : figure->end - 1;
            continue;
        }
        if (posted_figure_read(clause, *at, figure) && figure->unit != NULL && figure->value > 0 &&
            (figure->unit->dimension == DIMENSION_BYTE_RATE ||
             figure->unit->dimension == DIMENSION_RATE))
            return true;
    }
    return false;
}

static double in_base_unit(const struct posted_figure *figure)
{
    return figure->value * figure->unit->factor;
}

/* "150 MB/s faster", "faster by 150 MB/s": 1 or -1, 0 when the figure is no difference. */
static double sign_of_difference(struct text clause, size_t at, size_t end)
{
    enum { CLOSE = 40, ADJACENT = 2 };
    size_t start = at > CLOSE ? at - CLOSE : 0;
    struct text before = text_trim(text_slice(clause, 0, at));
    double sign = comparative_sign(clause, end, end + ADJACENT);
    if (sign == 0 && (text_ends_with(before, " by") || text_ends_with(before, " um")))
        sign = comparative_sign(text_slice(clause, 0, at), start, at);
    return sign;
}

static bool add_differences(struct prose *prose, struct text clause)
{
    struct posted_figure figure;
    struct text workload = named_workload(prose, clause);
    bool any = false;
    for (size_t at = 0; find_rate(clause, workload, &at, &figure); at = figure.end) {
        double sign = sign_of_difference(clause, at, figure.end);
        if (sign != 0)
            add_claim(prose, clause, workload, "difference", sign * in_base_unit(&figure),
                      unit_base(figure.unit->dimension));
        any = any || sign != 0;
    }
    return any;
}

/* "In Test 2 the average of ashift=12 was 350 MB/s and that of ashift=13 300 MB/s". */
static bool add_averages(struct prose *prose, struct text clause)
{
    struct posted_figure figure;
    struct text workload = named_workload(prose, clause);
    bool any = false;
    size_t at = 0;
    if (!comparative_is_average(clause) || comparative_sign(clause, 0, clause.size) != 0)
        return false;
    for (size_t start = 0; find_rate(clause, workload, &at, &figure);) {
        struct setting level;
        size_t end = end_of_part(clause, figure.end);
        struct text words = text_slice(clause, start, end);
        if (names_level(prose, words, &level))
            prose->subject = level;
        if (prose->subject.name.size > 0)
            add_claim(prose, words, workload, "average", in_base_unit(&figure),
                      unit_base(figure.unit->dimension));
        any = any || prose->subject.name.size > 0;
        start = at = end;
    }
    return any;
}

static void read_clause(struct prose *prose, struct text clause)
{
    static const struct figure_kind percentages = {find_percentage, "change", "%"};
    static const struct figure_kind multiples = {comparative_times, "times", "1"};
    struct setting level;
    clause = text_trim(clause);
    if (clause.size == 0 || comparative_is_supposed(clause))
        return;
    bool own = names_subject(prose, clause, &level);
    if (own)
        prose->subject = level;
    if (add_transfer(prose, clause) || add_averages(prose, clause))
        return;
    if (prose->subject.name.size == 0 || add_figures(prose, clause, &percentages) ||
        add_figures(prose, clause, &multiples) || add_differences(prose, clause))
        return;
    struct text rest = text_slice(clause, comparative_divider(clause), clause.size);
    bool compares =
        comparative_is_of_all(clause) || (rest.size > 0 && names_level(prose, rest, &level));
    bool ahead = compares && comparative_sign(clause, 0, clause.size) > 0;
    if (own && (ahead || comparative_names_winner(clause)))
        add_claim(prose, clause, named_workload(prose, clause), "winner", 1, "1");
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
    "claims_in_prose", "percentages, averages and winners that the text around figures states", bid,
    read_prose};
