#include "command/analysis_choice.h"

#include "analyze/check_facts.h"
#include "model/text.h"

#include <stdio.h>
#include <string.h>

enum {
    KEY_COMPARE = 32,
    KEY_BASELINE,
    KEY_GROUP,
    KEY_FILTER,
    KEY_WORKLOAD,
    KEY_METRIC,
    KEY_MARGIN,
    KEY_ALPHA,
    KEY_METHOD,
    KEY_PAIRING,
    KEY_CORRECTION,
    KEY_INCLUDE_FAULTY,
    KEY_PER_JOB,
    KEY_FACT,
    KEY_SEED,
    KEY_IGNORE,
};

const struct option_row analysis_rows[] = {
    {"compare", KEY_COMPARE, "FACTOR",
     "the setting to compare (default: ashift when it varies, else the only one that varies)"},
    {"baseline", KEY_BASELINE, "LEVEL",
     "compare the other levels with this one (default: all pairs)"},
    {"group", KEY_GROUP, "FACTOR,...", "a section for each level of these settings"},
    {"filter", KEY_FILTER, "FACTOR=LEVEL,...", "use only runs with these levels"},
    {"workload", KEY_WORKLOAD, "GLOB", "use only workloads whose name matches"},
    {"metric", KEY_METRIC, "NAME,...",
     "metrics to compare, the first is the primary one (default: bw, iops, clat_mean, clat_p99)"},
    {"margin", KEY_MARGIN, "SHARE", "differences below this do not matter (default: 5%)"},
    {"alpha", KEY_ALPHA, "SHARE", "chance of a false difference that is accepted (default: 0.05)"},
    {"method", KEY_METHOD, "ratio|rank|mean|permutation",
     "ratio: of geometric means, the default; rank: outliers weigh no more than any run; mean: of "
     "arithmetic means, for totals; permutation: ratio with p by rearrangement"},
    {"pairing", KEY_PAIRING, "auto|none|run|block",
     "auto: block by block when the runs were interleaved; run: by run number"},
    {"correction", KEY_CORRECTION, "holm|bh|none",
     "for many comparisons (default: holm); bh: some of the differences may be false"},
    {"include-faulty", KEY_INCLUDE_FAULTY, NULL, "use failed and interrupted runs too"},
    {"per-job", KEY_PER_JOB, NULL, "compare each job of a run by itself"},
    {"fact", KEY_FACT, "NAME=VALUE",
     "a fact that the inputs do not hold (ram, drive, ...), shown as stated by you; may be "
     "repeated"},
    {"ignore", KEY_IGNORE, "ID,...", "leave these credibility checks out (see check --list)"},
    {"seed", KEY_SEED, "N", "seed of everything random (default: 1)"},
    {0}};

struct analysis_choice analysis_choice_defaults(struct arena *arena)
{
    return (struct analysis_choice){.reading = reading_choice_defaults(arena),
                                    .options = analysis_defaults()};
}

static struct text_list split_list(struct arena *arena, const char *value)
{
    struct text *items = NULL;
    size_t count = 0, capacity = 0;
    struct text rest = text_of(value), piece;
    while (text_next_piece(&rest, ',', &piece)) {
        items = arena_grow(arena, items, count, &capacity, sizeof *items);
        items[count++] = text_trim(piece);
    }
    return (struct text_list){items, count};
}

static bool split_setting(const char *option, struct text piece, struct setting *setting,
                          struct failure *failure)
{
    size_t equals = text_find(piece, "=", 0);
    if (equals == 0 || equals == piece.size)
        return failure_set(failure, FAILURE_USAGE, "--%s wants NAME=VALUE, not \"%.*s\"", option,
                           (int)piece.size, piece.data);
    setting->name = text_trim(text_slice(piece, 0, equals));
    setting->value = text_trim(text_slice(piece, equals + 1, piece.size));
    return true;
}

static bool add_filters(struct analysis_choice *choice, const char *value, struct failure *failure)
{
    struct arena *arena = choice->reading.arena;
    struct text_list list = split_list(arena, value);
    for (size_t i = 0; i < list.count; i++) {
        struct setting filter;
        if (!split_setting("filter", list.items[i], &filter, failure))
            return false;
        struct setting *filters =
            arena_take_array(arena, choice->options.filter_count + 1, sizeof *filters);
        if (choice->options.filter_count > 0)
            memcpy(filters, choice->options.filter, choice->options.filter_count * sizeof *filters);
        filters[choice->options.filter_count++] = filter;
        choice->options.filter = filters;
    }
    return true;
}

static bool add_fact(struct analysis_choice *choice, const char *value, struct failure *failure)
{
    struct setting fact;
    if (!split_setting("fact", text_of(value), &fact, failure))
        return false;
    const char *fault = check_fact_fault(fact.name, fact.value);
    if (fault != NULL)
        return failure_set(failure, FAILURE_USAGE, "--fact %s cannot be read: %.*s is %s", value,
                           (int)fact.name.size, fact.name.data, fault);
    choice->facts = arena_grow(choice->reading.arena, choice->facts, choice->fact_count,
                               &choice->fact_capacity, sizeof *choice->facts);
    choice->facts[choice->fact_count++] = (struct fact){
        .name = fact.name, .value = fact.value, .from = text_of("stated by the user")};
    return true;
}

/* One of a few words; its place in the list. */
static bool take_word(const char *option, const char *value, const char *const *words, size_t count,
                      size_t *place, struct failure *failure)
{
    for (*place = 0; *place < count; ++*place)
        if (strcmp(value, words[*place]) == 0)
            return true;
    return failure_set(failure, FAILURE_USAGE, "--%s does not know \"%s\" (see --help)", option,
                       value);
}

static bool take_method(struct analysis_choice *choice, int key, const char *value,
                        struct failure *failure)
{
    static const char *const methods[] = {"ratio", "rank", "mean", "permutation"};
    static const char *const pairings[] = {"auto", "none", "run", "block"};
    static const char *const corrections[] = {"holm", "bh", "none"};
    size_t place;
    if (key == KEY_METHOD) {
        if (!take_word("method", value, methods, 4, &place, failure))
            return false;
        choice->options.method = (enum method)place;
        return true;
    }
    if (key == KEY_PAIRING) {
        if (!take_word("pairing", value, pairings, 4, &place, failure))
            return false;
        choice->options.pairing = (enum pairing)place;
        return true;
    }
    if (!take_word("correction", value, corrections, 3, &place, failure))
        return false;
    choice->options.correction = (enum correction)place;
    return true;
}

bool analysis_choice_take(struct analysis_choice *choice, int key, const char *value, bool *known,
                          struct failure *failure)
{
    struct analysis_options *options = &choice->options;
    struct arena *arena = choice->reading.arena;
    long seed;
    *known = true;
    switch (key) {
    case KEY_COMPARE:
        options->compare = text_of(value);
        return true;
    case KEY_BASELINE:
        options->baseline = text_of(value);
        return true;
    case KEY_GROUP:
        options->group = split_list(arena, value);
        return true;
    case KEY_FILTER:
        return add_filters(choice, value, failure);
    case KEY_WORKLOAD:
        options->workload = text_of(value);
        return true;
    case KEY_METRIC:
        options->metrics = split_list(arena, value);
        return true;
    case KEY_MARGIN:
        return options_share("margin", value, &options->margin, failure);
    case KEY_ALPHA:
        return options_share("alpha", value, &options->alpha, failure);
    case KEY_METHOD:
    case KEY_PAIRING:
    case KEY_CORRECTION:
        return take_method(choice, key, value, failure);
    case KEY_INCLUDE_FAULTY:
        options->include_faulty = true;
        return true;
    case KEY_PER_JOB:
        choice->reading.per_job = true;
        return true;
    case KEY_FACT:
        return add_fact(choice, value, failure);
    case KEY_IGNORE:
        options->ignored_checks = split_list(arena, value);
        return true;
    case KEY_SEED:
        if (!options_whole("seed", value, 0, 2147483647, &seed, failure))
            return false;
        options->seed = (unsigned long)seed;
        return true;
    default:
        return reading_choice_take(&choice->reading, key, value, known, failure);
    }
}

/* What no check looks at is shown in reports all the same. */
static void take_fact(struct results *results, const struct fact *fact)
{
    results_add_fact(results, *fact);
    if (!check_fact_is_used(fact->name))
        (void)fprintf(stderr,
                      "ashiftstat: --fact %.*s: no check looks at a fact of this name; it is only "
                      "shown\n",
                      (int)fact->name.size, fact->name.data);
}

struct analysis *analysis_of_inputs(const struct analysis_choice *choice,
                                    const struct command_line *line, struct results **results,
                                    int *status)
{
    struct failure failure = {.kind = FAILURE_NONE};
    *results = reading_inputs(&choice->reading, line, status);
    if (*results == NULL)
        return NULL;
    for (size_t i = 0; i < choice->fact_count; i++)
        take_fact(*results, &choice->facts[i]);
    struct analysis *analysis = analysis_create(*results, &choice->options, &failure);
    if (analysis == NULL) {
        *status = fail(&failure);
        results_free(*results);
        *results = NULL;
    }
    return analysis;
}
