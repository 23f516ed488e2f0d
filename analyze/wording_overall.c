/* Sentences on a pair of levels over all its workloads, and the title of the whole. */

#include "analyze/wording.h"

#include "model/configuration.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const size_t longest_title = 80;

/* The primary comparisons of one pair of levels in one stratum. */
static bool belongs(const struct comparison *comparison, const struct overall *overall)
{
    return comparison->primary && comparison->stratum == overall->stratum &&
           text_equal(comparison->baseline_level, overall->baseline_level) &&
           text_equal(comparison->candidate_level, overall->candidate_level);
}

/* How the better side is called: "faster" for speeds, "lower in latency" for times, "better" for
 * both. */
static const char *better_word(const struct analysis *analysis, const struct overall *overall)
{
    bool speeds = false, times = false;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (!belongs(comparison, overall))
            continue;
        speeds = speeds || comparison->metric->better == BETTER_HIGHER;
        times = times || comparison->metric->better == BETTER_LOWER;
    }
    return !times ? "faster" : speeds ? "better" : "lower in latency";
}

/* The two levels in level order. */
struct both {
    struct text first, second; /* "ashift 12", "13" */
};

static struct both both_levels(struct arena *arena, const struct overall *overall)
{
    bool in_order = level_compare(overall->baseline_level, overall->candidate_level) <= 0;
    struct text first = in_order ? overall->baseline_level : overall->candidate_level;
    struct text second = in_order ? overall->candidate_level : overall->baseline_level;
    return (struct both){wording_level(arena, overall->factor, first), second};
}

/* Winner and loser of a pair that has one. */
static struct both by_rank(struct arena *arena, const struct overall *overall)
{
    bool won = overall->state == STATE_BETTER || overall->state == STATE_PARTLY_BETTER;
    struct text winner = won ? overall->candidate_level : overall->baseline_level;
    struct text loser = won ? overall->baseline_level : overall->candidate_level;
    return (struct both){wording_level(arena, overall->factor, winner), loser};
}

static const char *tests(size_t count)
{
    return count == 1 ? "test" : "tests";
}

/* The tests of a pair that could be compared: only these count. */
static size_t comparable(const struct overall *overall)
{
    return overall->total - overall->counts[STATE_NOT_COMPARABLE];
}

/* Adds what became of the other tests, behind `separator`: "; 2 cannot be compared". */
static void add_incomparable(struct text_builder *words, const char *separator,
                             const struct overall *overall)
{
    if (overall->counts[STATE_NOT_COMPARABLE] > 0)
        text_add_format(words, "%s%zu cannot be compared", separator,
                        overall->counts[STATE_NOT_COMPARABLE]);
}

/* "Test 1 and Test 3": the workloads in which one side is ahead; of many the first three. */
static struct text list_workloads(struct arena *arena, const struct analysis *analysis,
                                  const struct overall *overall, enum state state)
{
    struct text_builder list = {.arena = arena};
    size_t total = overall->counts[state], shown = total > 4 ? 3 : total, seen = 0;
    for (size_t i = 0; i < analysis->comparison_count && seen < shown; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (!belongs(comparison, overall) || comparison->state != state)
            continue;
        seen++;
        const char *separator = seen == 1 ? "" : seen == total ? " and " : ", ";
        text_add_string(&list, separator);
        text_add(&list, wording_workload(arena, comparison));
    }
    if (shown < total)
        text_add_format(&list, " and %zu more", total - shown);
    return text_built(&list);
}

static struct text say_mixed(struct arena *arena, const struct analysis *analysis,
                             const struct overall *overall)
{
    struct text candidate = wording_level(arena, overall->factor, overall->candidate_level);
    struct text baseline = wording_level(arena, overall->factor, overall->baseline_level);
    struct text won = list_workloads(arena, analysis, overall, STATE_BETTER);
    struct text lost = list_workloads(arena, analysis, overall, STATE_WORSE);
    const char *better = better_word(analysis, overall);
    return text_format(arena, "No winner: %.*s is %s in %.*s, %.*s in %.*s.", (int)candidate.size,
                       candidate.data, better, (int)won.size, won.data, (int)baseline.size,
                       baseline.data, (int)lost.size, lost.data);
}

/* The largest difference possible in any test, rounded up. */
static struct text largest_difference(struct arena *arena, const struct analysis *analysis,
                                      const struct overall *overall)
{
    double largest = 1;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (belongs(comparison, overall))
            largest = fmax(largest, fmax(comparison->ratio_high, 1 / comparison->ratio_low));
    }
    return text_format(arena, "%.1f %%", ceil((largest - 1) * 1000 * (1 - 1e-12)) / 10);
}

/* The only primary comparison of a pair that has one test. */
static const struct comparison *only_test(const struct analysis *analysis,
                                          const struct overall *overall)
{
    for (size_t i = 0; i < analysis->comparison_count; i++)
        if (belongs(&analysis->comparisons[i], overall))
            return &analysis->comparisons[i];
    return NULL;
}

/* What the state INSUFFICIENT of all tests of a pair (NULL: of all pairs) is called. */
static const char *say_insufficient(const struct analysis *analysis, const struct overall *overall)
{
    size_t identical = 0, scattered = 0, others = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (comparison->state != STATE_INSUFFICIENT ||
            (overall == NULL ? !comparison->primary : !belongs(comparison, overall)))
            continue;
        if (comparison->reason == REASON_NO_SPREAD)
            identical++;
        else if (comparison->reason == REASON_NO_POSITIVE_INTERVAL)
            scattered++;
        else
            others++;
    }
    if (scattered > 0)
        return identical + others == 0 ? "Too much scatter to compare"
                                       : "Too few or too uneven runs of";
    return identical == 0 ? "Too few runs to compare"
           : others == 0  ? "Identical runs (rounded or copied values?) of"
                          : "Too few or identical runs of";
}

/* How many tests of a pair are open because speed drifted. */
static size_t count_drifted(const struct analysis *analysis, const struct overall *overall)
{
    size_t drifted = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++)
        drifted += belongs(&analysis->comparisons[i], overall) &&
                   analysis->comparisons[i].reason == REASON_DRIFT_CONFOUNDED;
    return drifted;
}

static struct text say_inconclusive(struct arena *arena, const struct analysis *analysis,
                                    const struct overall *overall)
{
    struct both both = both_levels(arena, overall);
    size_t drifted = count_drifted(analysis, overall);
    struct text_builder words = {.arena = arena};
    if (drifted > 0 && overall->total == 1) {
        struct text headline = wording_headline(arena, only_test(analysis, overall));
        text_add(&words, wording_capital(arena, headline));
        text_add_string(&words, ".");
        return text_built(&words);
    }
    if (overall->counts[STATE_EQUIVALENT] == comparable(overall)) { /* all that were compared */
        text_add_format(&words, "No difference that matters between %.*s and %.*s in %zu %s",
                        (int)both.first.size, both.first.data, (int)both.second.size,
                        both.second.data, comparable(overall), tests(comparable(overall)));
        add_incomparable(&words, "; ", overall);
        text_add_string(&words, ".");
        return text_built(&words);
    }
    text_add_format(&words, "Cannot tell whether %.*s or %.*s is %s (%zu of %zu %s decided",
                    (int)both.first.size, both.first.data, (int)both.second.size, both.second.data,
                    better_word(analysis, overall), overall->counts[STATE_EQUIVALENT],
                    comparable(overall), tests(comparable(overall)));
    if (drifted > 0)
        text_add_format(&words, "; in %zu speed drifted during the session", drifted);
    add_incomparable(&words, "; ", overall);
    text_add_string(&words, ").");
    return text_built(&words);
}

static struct text say_winner(struct arena *arena, const struct analysis *analysis,
                              const struct overall *overall)
{
    struct both both = by_rank(arena, overall);
    size_t won = overall->counts[STATE_BETTER] + overall->counts[STATE_WORSE];
    size_t equal = overall->counts[STATE_EQUIVALENT], total = comparable(overall);
    size_t unknown = total - won - equal;
    struct text_builder words = {.arena = arena};
    if (overall->total == 1) {
        struct text headline = wording_headline(arena, only_test(analysis, overall));
        return text_format(arena, "%.*s.", (int)headline.size, headline.data);
    }
    text_add_format(&words, "%.*s is %s than %.*s", (int)both.first.size, both.first.data,
                    better_word(analysis, overall), (int)both.second.size, both.second.data);
    if (won == overall->total)
        text_add_format(&words, " in %s %zu tests", total == 2 ? "both of" : "all", total);
    else
        text_add_format(&words, " in %zu of %zu %s", won, total, tests(total));
    if (equal > 0)
        text_add_format(&words, ", no difference that matters in %zu", equal);
    if (unknown > 0)
        text_add_string(&words,
                        equal > 0 ? ", cannot tell on the rest" : "; cannot tell on the rest");
    add_incomparable(&words, "; ", overall);
    text_add_string(&words, ".");
    return text_built(&words);
}

/* Why a pair cannot be compared, when all its tests have one reason. */
static struct text say_incomparable(struct arena *arena, const struct analysis *analysis,
                                    const struct overall *overall)
{
    struct both both = both_levels(arena, overall);
    const struct comparison *first = NULL;
    bool same = true;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (!belongs(comparison, overall))
            continue;
        first = first == NULL ? comparison : first;
        same = same && comparison->reason == first->reason &&
               text_equal(comparison->detail, first->detail);
    }
    struct text why = first != NULL && same ? wording_headline(arena, first) : text_of("");
    size_t colon = text_find(why, ": ", 0);
    why = text_slice(why, colon, why.size);
    return text_format(arena, "%.*s and %.*s cannot be compared%.*s.", (int)both.first.size,
                       both.first.data, (int)both.second.size, both.second.data, (int)why.size,
                       why.data);
}

/* One setting under two labels: how far apart equal things measure. */
static struct text say_noise_floor(struct arena *arena, const struct analysis *analysis,
                                   const struct overall *overall)
{
    double apart = 1, visible = 1;
    size_t told_apart = overall->counts[STATE_BETTER] + overall->counts[STATE_WORSE];
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (!belongs(comparison, overall) || isnan(comparison->ratio))
            continue;
        apart = fmax(apart, fmax(comparison->ratio, 1 / comparison->ratio));
        visible = fmax(visible, comparison->visible_ratio);
    }
    struct text measured = wording_percent(arena, apart - 1);
    struct text smallest = wording_percent(arena, visible - 1);
    if (told_apart > 0)
        return text_format(arena,
                           "Beware: one setting under two labels is told apart in %zu of %zu %s "
                           "(measured up to %.*s apart): something else than the setting changes "
                           "speed here.",
                           told_apart, overall->total, tests(overall->total), (int)measured.size,
                           measured.data);
    if (!(visible > 1))
        return text_format(arena,
                           "Noise floor: too few runs; one setting under two labels measured up to "
                           "%.*s apart.",
                           (int)measured.size, measured.data);
    return text_format(arena,
                       "Noise floor: one setting under two labels measured up to %.*s apart; "
                       "differences under about %.*s cannot be told from noise.",
                       (int)measured.size, measured.data, (int)smallest.size, smallest.data);
}

static struct text say_overall(struct arena *arena, const struct analysis *analysis,
                               const struct overall *overall)
{
    struct both both = both_levels(arena, overall);
    struct text largest;
    switch (overall->state) {
    case STATE_NOT_COMPARABLE:
        return say_incomparable(arena, analysis, overall);
    case STATE_INSUFFICIENT:
        return text_format(arena, "%s %.*s and %.*s.", say_insufficient(analysis, overall),
                           (int)both.first.size, both.first.data, (int)both.second.size,
                           both.second.data);
    case STATE_MIXED:
        return say_mixed(arena, analysis, overall);
    case STATE_EQUIVALENT:
        largest = largest_difference(arena, analysis, overall);
        if (overall->total == 1)
            return text_format(arena, "No difference larger than %.*s between %.*s and %.*s.",
                               (int)largest.size, largest.data, (int)both.first.size,
                               both.first.data, (int)both.second.size, both.second.data);
        return text_format(arena,
                           "No difference larger than %.*s between %.*s and %.*s in any of %zu "
                           "tests.",
                           (int)largest.size, largest.data, (int)both.first.size, both.first.data,
                           (int)both.second.size, both.second.data, overall->total);
    case STATE_INCONCLUSIVE:
        return say_inconclusive(arena, analysis, overall);
    default:
        return say_winner(arena, analysis, overall);
    }
}

struct text wording_overall(struct arena *arena, const struct analysis *analysis,
                            const struct overall *overall)
{
    if (analysis_compares_itself(overall->factor) && overall->state != STATE_NOT_COMPARABLE)
        return say_noise_floor(arena, analysis, overall);
    struct text words = say_overall(arena, analysis, overall);
    if (!analysis_compares_sources(overall->factor))
        return words;
    return text_format(arena, "Different machines. %.*s", (int)words.size, words.data);
}

struct text wording_unbeaten(struct arena *arena, const struct analysis *analysis,
                             const struct unbeaten *unbeaten)
{
    struct text_builder list = {.arena = arena};
    size_t count = unbeaten->levels.count;
    for (size_t i = 0; i < count; i++) {
        struct text level = unbeaten->levels.items[i];
        text_add_string(&list, i == 0 ? "" : i + 1 == count ? " and " : ", ");
        text_add(&list, i == 0 ? wording_level(arena, analysis->factor, level) : level);
    }
    if (count > 1)
        text_add_format(&list, ", no clear order between them");
    else if (!unbeaten->winner)
        text_add_format(&list, ", not better than every other");
    return text_built(&list);
}

struct text wording_unbeaten_test(struct arena *arena, const struct unbeaten *unbeaten)
{
    struct text_builder name = {.arena = arena};
    const struct comparison test = {.workload = unbeaten->workload,
                                    .direction = unbeaten->direction,
                                    .only_direction = unbeaten->only_direction};
    text_add(&name, wording_workload(arena, &test));
    for (size_t i = 0; i < unbeaten->stratum->count; i++) {
        struct setting setting = unbeaten->stratum->items[i];
        text_add_string(&name, name.size > 0 ? ", " : "");
        text_add(&name, wording_level(arena, setting.name, setting.value));
    }
    return text_built(&name);
}

struct text wording_number(struct arena *arena, size_t number)
{
    static const char *const words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    if (number < sizeof words / sizeof *words)
        return text_of(words[number]);
    return text_format(arena, "%zu", number);
}

/* "three tests", "three tests, two not comparable". */
static struct text title_tests(struct arena *arena, size_t compared, size_t incomparable)
{
    struct text number = wording_number(arena, compared);
    struct text others = wording_number(arena, incomparable);
    if (incomparable == 0)
        return text_format(arena, "%.*s %s", (int)number.size, number.data, tests(compared));
    return text_format(arena, "%.*s %s, %.*s not comparable", (int)number.size, number.data,
                       tests(compared), (int)others.size, others.data);
}

/* The title for one pair; `both` is how the levels are called. */
static struct text title_of_pair(struct arena *arena, const struct analysis *analysis,
                                 const struct overall *overall, struct both both)
{
    size_t wins = overall->counts[STATE_BETTER] + overall->counts[STATE_WORSE];
    struct text counted =
        title_tests(arena, comparable(overall), overall->counts[STATE_NOT_COMPARABLE]);
    struct text won = wording_number(arena, wins);
    switch (overall->state) {
    case STATE_NOT_COMPARABLE:
        return text_format(arena, "%.*s and %.*s cannot be compared", (int)both.first.size,
                           both.first.data, (int)both.second.size, both.second.data);
    case STATE_INSUFFICIENT:
        return text_format(arena, "%s %.*s and %.*s", say_insufficient(analysis, overall),
                           (int)both.first.size, both.first.data, (int)both.second.size,
                           both.second.data);
    case STATE_MIXED:
        return text_format(arena, "No winner between %.*s and %.*s in %.*s", (int)both.first.size,
                           both.first.data, (int)both.second.size, both.second.data,
                           (int)counted.size, counted.data);
    case STATE_EQUIVALENT: {
        struct text largest = largest_difference(arena, analysis, overall);
        return text_format(arena, "No difference above %.*s between %.*s and %.*s in %.*s",
                           (int)largest.size, largest.data, (int)both.first.size, both.first.data,
                           (int)both.second.size, both.second.data, (int)counted.size,
                           counted.data);
    }
    case STATE_INCONCLUSIVE:
        if (count_drifted(analysis, overall) == comparable(overall))
            return text_format(
                arena, "Cannot tell %.*s and %.*s apart: speed drifted during the session",
                (int)both.first.size, both.first.data, (int)both.second.size, both.second.data);
        return text_format(arena, "No difference shown between %.*s and %.*s in %.*s",
                           (int)both.first.size, both.first.data, (int)both.second.size,
                           both.second.data, (int)counted.size, counted.data);
    default:
        if (overall->total == 1 && text_equal(both.first, by_rank(arena, overall).first)) {
            struct text headline = wording_headline(arena, only_test(analysis, overall));
            return text_slice(headline, 0, text_find(headline, " (most likely", 0));
        }
        return text_format(arena, "%.*s is %s than %.*s in %.*s%s%.*s", (int)both.first.size,
                           both.first.data, better_word(analysis, overall), (int)both.second.size,
                           both.second.data, wins == comparable(overall) ? 0 : (int)won.size,
                           won.data, wins == comparable(overall) ? "" : " of ", (int)counted.size,
                           counted.data);
    }
}

/* "ashift 9, 12 and 13"; "5 levels of ashift" when that is too long. */
static struct text all_levels(struct arena *arena, const struct analysis *analysis)
{
    struct text_builder list = {.arena = arena};
    text_add(&list, wording_level(arena, analysis->factor, analysis->levels.items[0]));
    for (size_t i = 1; i < analysis->levels.count; i++)
        text_add_format(&list, "%s%.*s", i + 1 == analysis->levels.count ? " and " : ", ",
                        (int)analysis->levels.items[i].size, analysis->levels.items[i].data);
    struct text levels = text_built(&list);
    if (levels.size <= longest_title / 2)
        return levels;
    return text_format(arena, "%zu levels of %.*s", analysis->levels.count,
                       (int)analysis->factor.size, analysis->factor.data);
}

static bool has_winner(const struct overall *overall)
{
    return overall->state == STATE_BETTER || overall->state == STATE_PARTLY_BETTER ||
           overall->state == STATE_WORSE || overall->state == STATE_PARTLY_WORSE;
}

/* "in two of three tests", "in all three tests" over the pairs of one level (NULL: all pairs); "in
   some tests" where the pairs differ. */
static struct text count_tests(struct arena *arena, const struct analysis *analysis,
                               const struct text *level)
{
    size_t won = 0, total = 0, incomparable = 0;
    bool same = true, first = true;
    for (size_t i = 0; i < analysis->overall_count; i++) {
        const struct overall *overall = &analysis->overalls[i];
        if (level != NULL && !text_equal(overall->baseline_level, *level) &&
            !text_equal(overall->candidate_level, *level))
            continue;
        size_t wins = overall->counts[STATE_BETTER] + overall->counts[STATE_WORSE];
        same = first || (same && won == wins && total == comparable(overall) &&
                         incomparable == overall->counts[STATE_NOT_COMPARABLE]);
        first = false;
        won = wins;
        total = comparable(overall);
        incomparable = overall->counts[STATE_NOT_COMPARABLE];
    }
    struct text all = title_tests(arena, total, incomparable), some = wording_number(arena, won);
    if (level == NULL)
        return same ? text_format(arena, " in %.*s", (int)all.size, all.data) : text_of("");
    if (!same)
        return text_of(" in some tests");
    if (won == total)
        return text_format(arena, " in %s%.*s", total > 2 && incomparable == 0 ? "all " : "",
                           (int)all.size, all.data);
    return text_format(arena, " in %.*s of %.*s", (int)some.size, some.data, (int)all.size,
                       all.data);
}

/* True when the level wins (or loses) every pair it is in; `opponents` gets the others, after the
   factor's name where they are to be the subject. */
static bool always_ends(struct arena *arena, const struct analysis *analysis, struct text level,
                        bool winning, struct text_builder *opponents, size_t *count)
{
    size_t pairs = 0;
    *count = 0;
    for (size_t i = 0; i < analysis->overall_count; i++) {
        const struct overall *overall = &analysis->overalls[i];
        bool is_candidate = text_equal(overall->candidate_level, level);
        if (!is_candidate && !text_equal(overall->baseline_level, level))
            continue;
        bool candidate_won =
            overall->state == STATE_BETTER || overall->state == STATE_PARTLY_BETTER;
        if (!has_winner(overall) || (is_candidate == candidate_won) != winning)
            return false;
        pairs++;
    }
    for (size_t i = 0; i < analysis->overall_count; i++) {
        const struct overall *overall = &analysis->overalls[i];
        bool is_candidate = text_equal(overall->candidate_level, level);
        if (!is_candidate && !text_equal(overall->baseline_level, level))
            continue;
        struct text other = is_candidate ? overall->baseline_level : overall->candidate_level;
        if (*count == 0 && !winning)
            other = wording_level(arena, analysis->factor, other);
        text_add_string(opponents, *count == 0 ? "" : *count + 1 == pairs ? " and " : ", ");
        text_add(opponents, other);
        (*count)++;
    }
    return pairs > 0;
}

/* "ashift 12 is faster than 9 and 13 in all three tests", or "ashift 12 and 13 are faster than 9
   ..."; empty when no level wins or loses against all others. */
static struct text title_of_extreme(struct arena *arena, const struct analysis *analysis)
{
    const char *better = better_word(analysis, &analysis->overalls[0]);
    for (unsigned losing = 0; losing < 2; losing++) {
        for (size_t i = 0; i < analysis->levels.count; i++) {
            struct text level = analysis->levels.items[i];
            struct text_builder list = {.arena = arena};
            size_t count;
            if (!always_ends(arena, analysis, level, losing == 0, &list, &count))
                continue;
            struct text others = text_built(&list);
            struct text suffix = count_tests(arena, analysis, &level);
            struct text named = wording_level(arena, analysis->factor, level);
            struct text subject = losing ? others : named, object = losing ? level : others;
            return text_format(arena, "%.*s %s %s than %.*s%.*s", (int)subject.size, subject.data,
                               losing && count > 1 ? "are" : "is", better, (int)object.size,
                               object.data, (int)suffix.size, suffix.data);
        }
    }
    return (struct text){NULL, 0};
}

/* No pair has a winner. */
static struct text title_without_winner(struct arena *arena, const struct analysis *analysis)
{
    struct text levels = all_levels(arena, analysis);
    struct text suffix = count_tests(arena, analysis, NULL);
    size_t counts[STATE_COUNT] = {0}, total = analysis->overall_count;
    for (size_t i = 0; i < total; i++)
        counts[analysis->overalls[i].state]++;
    if (counts[STATE_NOT_COMPARABLE] == total)
        return text_format(arena, "%.*s cannot be compared", (int)levels.size, levels.data);
    if (counts[STATE_NOT_COMPARABLE] + counts[STATE_INSUFFICIENT] == total)
        return text_format(arena, "%s %.*s", say_insufficient(analysis, NULL), (int)levels.size,
                           levels.data);
    const char *form = "No difference shown between %.*s%.*s";
    if (counts[STATE_EQUIVALENT] == total)
        form = "No difference that matters between %.*s%.*s";
    else if (counts[STATE_MIXED] > 0)
        form = "No winner among %.*s%.*s";
    return text_format(arena, form, (int)levels.size, levels.data, (int)suffix.size, suffix.data);
}

static struct text title_of_many(struct arena *arena, const struct analysis *analysis)
{
    size_t winners = 0, total = analysis->overall_count;
    bool one_stratum = true;
    for (size_t i = 0; i < total; i++) {
        winners += has_winner(&analysis->overalls[i]);
        one_stratum = one_stratum && analysis->overalls[i].stratum == analysis->overalls[0].stratum;
    }
    if (winners == 0)
        return title_without_winner(arena, analysis);
    struct text title = one_stratum ? title_of_extreme(arena, analysis) : (struct text){NULL, 0};
    if (title.size > 0 && title.size <= longest_title)
        return title;
    return text_format(arena, "A winner is shown in %zu of %zu comparisons of %.*s", winners, total,
                       (int)analysis->factor.size, analysis->factor.data);
}

struct text wording_title(struct arena *arena, const struct analysis *analysis)
{
    if (analysis->screening != NULL)
        return wording_screening_title(arena, analysis);
    if (analysis->overall_count == 0 && analysis->cell_count == 0)
        return text_of("Nothing was measured");
    if (analysis->overall_count == 0)
        return text_of("One setting measured, nothing to compare it with");
    if (analysis_compares_sources(analysis->factor))
        return text_of("Different machines: no verdict on a setting");
    if (analysis_compares_itself(analysis->factor))
        return text_of("Noise floor: one setting under two labels");
    if (analysis->overall_count > 1)
        return title_of_many(arena, analysis);
    const struct overall *overall = &analysis->overalls[0];
    struct both both = has_winner(overall) ? by_rank(arena, overall) : both_levels(arena, overall);
    struct text title = title_of_pair(arena, analysis, overall, both);
    if (title.size <= longest_title)
        return title;
    both.first = text_format(arena, "one %.*s", (int)overall->factor.size, overall->factor.data);
    both.second = text_of("another");
    return title_of_pair(arena, analysis, overall, both);
}
