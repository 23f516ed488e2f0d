/* Sentences on one comparison, for people who know disks. Headline, then what it rests on. The base
   of every percentage is said or clear: "A is 11.5 % faster than B" is relative to B. A sentence
   has the better side as its subject; for latency that side's figure is lower. */

#include "analyze/wording.h"

#include "analyze/comparison.h"
#include "analyze/method.h"

#include "model/configuration.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct text wording_level(struct arena *arena, struct text factor, struct text level)
{
    static const char *const speaking[] = {"directory", "label", "file", "source"};
    for (size_t i = 0; i < sizeof speaking / sizeof *speaking; i++)
        if (text_is(factor, speaking[i]))
            return level;
    if (factor.size == 0)
        return level;
    if (analysis_compares_itself(factor))
        return text_format(arena, "label %.*s", (int)level.size, level.data);
    return text_format(arena, "%.*s %.*s", (int)factor.size, factor.data, (int)level.size,
                       level.data);
}

struct text wording_capital(struct arena *arena, struct text words)
{
    if (words.size == 0 || words.data[0] < 'a' || words.data[0] > 'z')
        return words;
    return text_format(arena, "%c%.*s", words.data[0] - 'a' + 'A', (int)words.size - 1,
                       words.data + 1);
}

static bool names_direction(struct text workload, const char *direction)
{
    return text_find_ignoring_case(workload, direction, 0) < workload.size;
}

struct text wording_workload(struct arena *arena, const struct comparison *comparison)
{
    const char *direction = direction_name(comparison->direction);
    struct text workload = comparison->workload;
    if (workload.size == 0)
        return text_of(direction);
    bool named = names_direction(workload, direction) &&
                 names_direction(workload, "read") + names_direction(workload, "write") == 1;
    if (direction[0] == '\0' || comparison->only_direction || named)
        return workload;
    return text_format(arena, "%.*s, %s", (int)workload.size, workload.data, direction);
}

/* Figures above this are said in words: nobody compares with 1000 times the speed. */
static const double beyond_percent = 1e5;

/* One decimal below 100, three significant digits from there. */
static void print_figure(char *buffer, size_t size, double percent)
{
    if (percent < 99.95) {
        (void)snprintf(buffer, size, "%.1f", percent);
        return;
    }
    double step = pow(10, fmax(0, floor(log10(percent)) - 2));
    (void)snprintf(buffer, size, "%.0f", round(percent / step) * step);
}

/* A loss that rounds to 100 % though something is left: "99.97". */
static void print_almost_all(char *buffer, size_t size, double left)
{
    static const double least_left = 1e-6;
    if (left < least_left) {
        (void)snprintf(buffer, size, "100");
        return;
    }
    int decimals = (int)ceil(-log10(100 * left));
    (void)snprintf(buffer, size, "%.*f", decimals, 100 * (1 - left));
}

/* A share so large that its percentage says nothing: in the same place of a sentence as others. */
static struct text beyond_share(struct arena *arena)
{
    return text_format(arena, "%.0f %% or more", beyond_percent);
}

struct text wording_percent(struct arena *arena, double share)
{
    char figure[64];
    if (isnan(share))
        return (struct text){NULL, 0};
    if (fabs(share) * 100 > beyond_percent)
        return beyond_share(arena);
    print_figure(figure, sizeof figure, fabs(share) * 100);
    return text_format(arena, "%s%s %%", share < 0 ? "-" : "", figure);
}

/* Said as "more than 1000 times"; percentages of it would all read the same. */
static const double beyond_times = 1000;

static bool is_beyond(double ratio)
{
    return (ratio - 1) * 100 > beyond_percent;
}

/* "more than 1000 times", "less than 1/1000". */
static struct text say_times(struct arena *arena, double ratio)
{
    return text_format(arena, ratio > 1 ? "more than %.0f times" : "less than 1/%.0f",
                       beyond_times);
}

/* "+14.3", "-37.8"; the ratio is not beyond. */
static struct text signed_figure(struct arena *arena, double ratio, const char *minus)
{
    char figure[64];
    print_figure(figure, sizeof figure, fabs(ratio - 1) * 100);
    if (strcmp(figure, "0.0") == 0)
        return text_of("0.0");
    if (ratio > 0 && ratio < 1 && strcmp(figure, "100") == 0)
        print_almost_all(figure, sizeof figure, ratio);
    return text_format(arena, "%s%s", ratio < 1 ? minus : "+", figure);
}

/* The same with as many decimals as show on which side of no change it lies. */
static struct text exact_figure(struct arena *arena, double ratio, const char *minus)
{
    static const double least_shown = 0.05, noise = 1e-9;
    double percent = fabs(ratio - 1) * 100;
    if (!(percent > noise && percent < least_shown))
        return signed_figure(arena, ratio, minus);
    int decimals = (int)ceil(-log10(percent));
    return text_format(arena, "%s%.*f", ratio < 1 ? minus : "+", decimals, percent);
}

static struct text with_unit(struct arena *arena, struct text figure)
{
    return text_format(arena, "%.*s %%", (int)figure.size, figure.data);
}

struct text wording_ratio(struct arena *arena, double ratio, const char *minus)
{
    if (isnan(ratio))
        return text_of("unknown");
    return is_beyond(ratio) ? say_times(arena, ratio)
                            : with_unit(arena, signed_figure(arena, ratio, minus));
}

struct text wording_interval_end(struct arena *arena, double ratio, const char *minus)
{
    if (isnan(ratio))
        return text_of("unknown");
    return is_beyond(ratio) ? say_times(arena, ratio)
                            : with_unit(arena, exact_figure(arena, ratio, minus));
}

/* Both ends, in percent: "-37.8 to +110"; with their units where one is beyond: "-37.8 % to more
   than 1000 times". */
static struct text say_range(struct arena *arena, double low, double high, const char *minus)
{
    bool percents = !isnan(low) && !isnan(high) && !is_beyond(low) && !is_beyond(high);
    struct text (*end)(struct arena *, double, const char *) =
        percents ? exact_figure : wording_interval_end;
    struct text first = end(arena, low, minus), second = end(arena, high, minus);
    return text_format(arena, "%.*s to %.*s", (int)first.size, first.data, (int)second.size,
                       second.data);
}

struct text wording_change_within(struct arena *arena, double ratio, double low, double high,
                                  const char *minus)
{
    bool one_sided = low > 1 || high < 1;
    struct text change =
        one_sided ? wording_interval_end(arena, ratio, minus) : wording_ratio(arena, ratio, minus);
    struct text range = say_range(arena, low, high, minus);
    return text_format(arena, "%.*s (%.*s)", (int)change.size, change.data, (int)range.size,
                       range.data);
}

static bool is_difference(const struct comparison *comparison)
{
    return comparison->state == STATE_BETTER || comparison->state == STATE_WORSE;
}

struct text wording_change(struct arena *arena, const struct comparison *comparison, bool utf8)
{
    const char *minus = utf8 ? "\xe2\x88\x92" : "-";
    double low = comparison->ratio_low, high = comparison->ratio_high;
    if (isnan(comparison->ratio))
        return (struct text){NULL, 0};
    if (is_beyond(low) || is_beyond(1 / high)) /* the difference says it all */
        return say_times(arena, comparison->ratio);
    if (isnan(low))
        return wording_ratio(arena, comparison->ratio, minus);
    return wording_change_within(arena, comparison->ratio, low, high, minus);
}

/* A comparison turned so that the side that measured better is the subject. */
struct turned {
    struct text subject, object; /* "ashift 12", "13" */
    struct text bare_subject;    /* "12" */
    double ratio, low, high;     /* subject over object */
    bool time;                   /* less is better */
    bool run_time;               /* "shorter", not "lower" */
};

static bool is_run_time(const struct comparison *comparison)
{
    return text_is(comparison->metric->name, "runtime");
}

static struct turned turn(struct arena *arena, const struct comparison *comparison)
{
    struct turned turned = {.ratio = comparison->ratio,
                            .low = comparison->ratio_low,
                            .high = comparison->ratio_high,
                            .time = comparison->metric->better == BETTER_LOWER,
                            .run_time = is_run_time(comparison)};
    struct text subject = comparison->candidate_level, object = comparison->baseline_level;
    if (turned.time ? turned.ratio > 1 : turned.ratio < 1) {
        subject = comparison->baseline_level;
        object = comparison->candidate_level;
        turned.ratio = 1 / comparison->ratio;
        turned.low = 1 / comparison->ratio_high;
        turned.high = 1 / comparison->ratio_low;
    }
    turned.subject = wording_level(arena, comparison->factor, subject);
    turned.bare_subject = subject;
    turned.object = object;
    return turned;
}

/* "ashift 12 is more than 1000 times as fast as 13", "ashift 12's mean latency is less than 1/1000
   of 13's". */
static struct text say_beyond(struct arena *arena, const struct comparison *comparison,
                              const struct turned *turned, const char *verb)
{
    struct text subject = turned->subject, object = turned->object;
    struct text thing = comparison->metric->label;
    if (!turned->time)
        return text_format(arena, "%.*s %s more than %.0f times as fast as %.*s", (int)subject.size,
                           subject.data, verb, beyond_times, (int)object.size, object.data);
    return text_format(arena, "%.*s's %.*s %s less than 1/%.0f of %.*s's", (int)subject.size,
                       subject.data, (int)thing.size, thing.data, verb, beyond_times,
                       (int)object.size, object.data);
}

/* "ashift 12 is 14.3 % faster than 13", "ashift 12's mean latency is 8.0 % lower than 13's"; `verb`
   is "is" or "measured". */
static struct text say_difference(struct arena *arena, const struct comparison *comparison,
                                  const struct turned *turned, const char *verb)
{
    struct text percent = wording_percent(arena, fabs(turned->ratio - 1));
    if (is_difference(comparison) && text_is(percent, "0.0 %")) {
        struct text exact = exact_figure(arena, 1 + fabs(turned->ratio - 1), "-");
        exact = text_slice(exact, text_starts_with(exact, "+"), exact.size);
        percent = with_unit(arena, exact);
    }
    struct text thing = comparison->metric->label;
    const char *less = is_run_time(comparison) ? "shorter" : "lower";
    if (is_beyond(turned->time ? 1 / turned->ratio : turned->ratio))
        return say_beyond(arena, comparison, turned, verb);
    bool equal = text_is(percent, "0.0 %");
    if (!turned->time && equal)
        return text_format(arena, "%.*s %s as fast as %.*s", (int)turned->subject.size,
                           turned->subject.data, verb, (int)turned->object.size,
                           turned->object.data);
    if (!turned->time)
        return text_format(arena, "%.*s %s %.*s faster than %.*s", (int)turned->subject.size,
                           turned->subject.data, verb, (int)percent.size, percent.data,
                           (int)turned->object.size, turned->object.data);
    if (equal)
        return text_format(arena, "%.*s's %.*s %s the same as %.*s's", (int)turned->subject.size,
                           turned->subject.data, (int)thing.size, thing.data, verb,
                           (int)turned->object.size, turned->object.data);
    return text_format(arena, "%.*s's %.*s %s %.*s %s than %.*s's", (int)turned->subject.size,
                       turned->subject.data, (int)thing.size, thing.data, verb, (int)percent.size,
                       percent.data, less, (int)turned->object.size, turned->object.data);
}

/* The whole interval is beyond what is said in percent: the difference says it all. */
static bool interval_is_beyond(const struct turned *turned)
{
    return is_beyond(turned->low) || is_beyond(1 / turned->high);
}

/* An end without its sign: "12.0 %"; within what is said in percent. */
static struct text unsigned_end(struct arena *arena, double ratio)
{
    struct text end = exact_figure(arena, ratio, "-");
    bool is_signed = end.size > 0 && strchr("+-", end.data[0]) != NULL;
    return with_unit(arena, text_slice(end, is_signed, end.size));
}

/* "12.0 % lower", "3.0 % higher", "more than 1000 times as high". */
static struct text say_time_end(struct arena *arena, const struct turned *turned, double ratio)
{
    const char *less = turned->run_time ? "shorter" : "lower";
    const char *more = turned->run_time ? "longer" : "higher";
    if (is_beyond(ratio)) {
        struct text times = say_times(arena, ratio);
        return text_format(arena, "%.*s as %s", (int)times.size, times.data,
                           turned->run_time ? "long" : "high");
    }
    struct text words = unsigned_end(arena, ratio);
    return text_format(arena, "%.*s %s", (int)words.size, words.data, ratio < 1 ? less : more);
}

/* Times are said to be lower or higher, without a sign: "between 3.0 % and 12.0 % lower", "between
   12.0 % lower and 3.0 % higher". */
static struct text say_time_interval(struct arena *arena, const struct turned *turned)
{
    double near = turned->low, far = turned->high;
    if (turned->high < 1) {
        near = turned->high;
        far = turned->low;
    }
    bool one_way = (turned->low < 1) == (turned->high < 1) && !is_beyond(near) && !is_beyond(far);
    struct text first = one_way ? unsigned_end(arena, near) : say_time_end(arena, turned, near);
    struct text second = say_time_end(arena, turned, far);
    return text_format(arena, "between %.*s and %.*s", (int)first.size, first.data,
                       (int)second.size, second.data);
}

/* "between -37.8 % and +110 %". */
static struct text say_interval(struct arena *arena, const struct turned *turned)
{
    if (turned->time)
        return say_time_interval(arena, turned);
    struct text low = wording_interval_end(arena, turned->low, "-");
    struct text high = wording_interval_end(arena, turned->high, "-");
    return text_format(arena, "between %.*s and %.*s", (int)low.size, low.data, (int)high.size,
                       high.data);
}

/* The largest difference that is still possible, rounded up: the claim must hold. */
static struct text largest_difference(struct arena *arena, const struct comparison *comparison)
{
    double ratio = fmax(comparison->ratio_high, 1 / comparison->ratio_low);
    return text_format(arena, "%.1f %%", ceil((ratio - 1) * 1000 * (1 - 1e-12)) / 10);
}

struct text wording_state(struct arena *arena, const struct comparison *comparison)
{
    struct turned turned;
    struct text largest;
    switch (comparison->state) {
    case STATE_BETTER:
    case STATE_WORSE:
        turned = turn(arena, comparison);
        return text_format(arena, "%.*s %s", (int)turned.bare_subject.size,
                           turned.bare_subject.data,
                           !turned.time              ? "is faster"
                           : is_run_time(comparison) ? "takes less time"
                                                     : "has lower latency");
    case STATE_EQUIVALENT:
        largest = largest_difference(arena, comparison);
        return text_format(arena, "no difference larger than %.*s", (int)largest.size,
                           largest.data);
    case STATE_INSUFFICIENT:
        return text_of(comparison->reason == REASON_NO_SPREAD              ? "identical runs"
                       : comparison->reason == REASON_NO_POSITIVE_INTERVAL ? "no positive interval"
                                                                           : "too few runs");
    case STATE_NOT_COMPARABLE:
        return text_of("cannot be compared");
    default:
        return text_of(comparison->reason == REASON_DIFFERENT_MACHINES ? "different machines"
                                                                       : "cannot tell");
    }
}

static struct text say_incomparable(struct arena *arena, const struct comparison *comparison)
{
    struct text detail = comparison->detail;
    const char *form = "cannot be compared: %.*s";
    switch (comparison->reason) {
    case REASON_MISSING_SIDE:
        detail = wording_level(arena, comparison->factor, detail);
        form = "cannot be compared: there are no runs of %.*s";
        break;
    case REASON_UNIT_MISMATCH:
        form = "cannot be compared: the figures have different units (%.*s)";
        break;
    case REASON_WORKLOAD_MISMATCH:
        form = "cannot be compared: these are two different tests (%.*s)";
        break;
    case REASON_DIRECTION_UNKNOWN:
        form = "cannot be compared: it is not known whether more or less %.*s is better";
        break;
    case REASON_NON_POSITIVE_OR_NON_FINITE:
        form = "cannot be compared: %.*s; a run that failed must be left out";
        break;
    case REASON_CHECK:
        detail = text_format(arena, "%.*s (check %s)", (int)detail.size, detail.data,
                             comparison->blocked_by);
        break;
    default:
        detail = text_of("the calculation failed on these figures");
        break;
    }
    return text_format(arena, form, (int)detail.size, detail.data);
}

/* The two sides in level order. */
struct sides {
    const struct cell *first, *second;
    size_t first_n, second_n;
    struct text first_level, second_level; /* "ashift 12", "13" */
    struct text bare_first_level;
};

static struct sides in_level_order(struct arena *arena, const struct comparison *comparison)
{
    struct sides sides = {comparison->baseline,
                          comparison->candidate,
                          comparison->n_baseline,
                          comparison->n_candidate,
                          comparison->baseline_level,
                          comparison->candidate_level,
                          {NULL, 0}};
    if (level_compare(comparison->baseline_level, comparison->candidate_level) > 0)
        sides = (struct sides){comparison->candidate,
                               comparison->baseline,
                               comparison->n_candidate,
                               comparison->n_baseline,
                               comparison->candidate_level,
                               comparison->baseline_level,
                               {NULL, 0}};
    sides.bare_first_level = sides.first_level;
    sides.first_level = wording_level(arena, comparison->factor, sides.first_level);
    return sides;
}

/* "1 run", "4 runs", "a posted mean". */
static struct text count_runs(struct arena *arena, const struct cell *cell, size_t n)
{
    if (cell->statistic == STATISTIC_BEST)
        return text_of("the best figure only");
    if (cell->statistic != STATISTIC_RUN)
        return text_format(arena, "one posted %s", statistic_name(cell->statistic));
    return text_format(arena, "%zu run%s", n, n == 1 ? "" : "s");
}

static struct text say_insufficient(struct arena *arena, const struct comparison *comparison)
{
    if (comparison->reason == REASON_NO_SPREAD)
        return text_of("identical runs: rounded or copied values?");
    bool scatters = comparison->reason == REASON_NO_POSITIVE_INTERVAL;
    if (comparison->detail.size > 0)
        return text_format(arena, "too %s to say anything: %.*s",
                           scatters ? "much scatter" : "few runs", (int)comparison->detail.size,
                           comparison->detail.data);
    if (comparison->paired)
        return text_format(arena, "too few runs to say anything: %zu complete block%s",
                           comparison->n_baseline, comparison->n_baseline == 1 ? "" : "s");
    struct sides sides = in_level_order(arena, comparison);
    struct text first = count_runs(arena, sides.first, sides.first_n);
    struct text second = count_runs(arena, sides.second, sides.second_n);
    return text_format(arena, "too few runs to say anything: %.*s of %.*s and %.*s of %.*s",
                       (int)first.size, first.data, (int)sides.first_level.size,
                       sides.first_level.data, (int)second.size, second.data,
                       (int)sides.second_level.size, sides.second_level.data);
}

/* "5 %" from 0.05, "2.5 %" from 0.025. */
static struct text plain_percent(struct arena *arena, double share)
{
    return text_format(arena, "%.4g %%", share * 100);
}

static struct text say_equivalent(struct arena *arena, const struct comparison *comparison)
{
    struct text largest = largest_difference(arena, comparison);
    struct sides sides = in_level_order(arena, comparison);
    struct text finding =
        text_format(arena, "no difference larger than %.*s between %.*s and %.*s",
                    (int)largest.size, largest.data, (int)sides.first_level.size,
                    sides.first_level.data, (int)sides.second_level.size, sides.second_level.data);
    struct turned turned = turn(arena, comparison);
    if (comparison->reason != REASON_SMALL_BUT_REAL || fabs(turned.ratio - 1) < 0.0005)
        return finding;
    turned.subject = turned.bare_subject;
    struct text difference = say_difference(arena, comparison, &turned, "is");
    struct text margin = plain_percent(arena, comparison->margin);
    return text_format(arena, "%.*s: %.*s, less than the %.*s that would matter", (int)finding.size,
                       finding.data, (int)difference.size, difference.data, (int)margin.size,
                       margin.data);
}

static struct text say_inconclusive(struct arena *arena, const struct comparison *comparison)
{
    struct turned turned = turn(arena, comparison);
    struct text difference = say_difference(arena, comparison, &turned, "measured");
    struct text interval = say_interval(arena, &turned);
    if (comparison->reason == REASON_DRIFT_CONFOUNDED)
        return text_format(arena,
                           "cannot tell: speed drifted during the session; %.*s, but the drift "
                           "may be all of it",
                           (int)difference.size, difference.data);
    if (comparison->reason == REASON_DIFFERENT_MACHINES)
        return text_format(arena,
                           "cannot tell: different machines; %.*s (most likely %.*s), but that may "
                           "be the machine",
                           (int)difference.size, difference.data, (int)interval.size,
                           interval.data);
    if (comparison->reason == REASON_NOT_AFTER_MULTIPLICITY)
        return text_format(arena, "cannot tell: %.*s; %s", (int)difference.size, difference.data,
                           wording_doubt(arena, comparison).data);
    return text_format(arena, "cannot tell: %.*s, but the truth may lie %.*s", (int)difference.size,
                       difference.data, (int)interval.size, interval.data);
}

struct text wording_headline(struct arena *arena, const struct comparison *comparison)
{
    struct turned turned;
    struct text difference, interval;
    switch (comparison->state) {
    case STATE_NOT_COMPARABLE:
        return say_incomparable(arena, comparison);
    case STATE_INSUFFICIENT:
        return say_insufficient(arena, comparison);
    case STATE_EQUIVALENT:
        return say_equivalent(arena, comparison);
    case STATE_BETTER:
    case STATE_WORSE:
        turned = turn(arena, comparison);
        difference = say_difference(arena, comparison, &turned, "is");
        if (interval_is_beyond(&turned))
            return difference;
        interval = say_interval(arena, &turned);
        return text_format(arena, "%.*s (most likely %.*s)", (int)difference.size, difference.data,
                           (int)interval.size, interval.data);
    default:
        return say_inconclusive(arena, comparison);
    }
}

struct text wording_reason(struct arena *arena, const struct comparison *comparison)
{
    if (comparison->state != STATE_NOT_COMPARABLE && comparison->state != STATE_INSUFFICIENT)
        return (struct text){NULL, 0};
    struct text headline = wording_headline(arena, comparison);
    size_t colon = text_find(headline, ": ", 0);
    return colon == headline.size ? (struct text){NULL, 0}
                                  : text_slice(headline, colon + 2, headline.size);
}

static const double most_runs = 1000;

struct text wording_runs(struct arena *arena, double runs)
{
    if (isnan(runs))
        return (struct text){NULL, 0};
    if (runs > most_runs)
        return text_format(arena, "more than %.0f: first make the runs more even", most_runs);
    return text_format(arena, "%.0f", runs);
}

/* "25 %", "2.1 %": how much runs scatter. */
static struct text scatter(struct arena *arena, double share)
{
    if (isnan(share))
        return text_of("an unknown share");
    if (share * 100 > beyond_percent)
        return beyond_share(arena);
    return text_format(arena, share < 0.0995 ? "%.1f %%" : "%.0f %%", share * 100);
}

static void say_spread(struct text_builder *words, const struct comparison *comparison)
{
    struct arena *arena = words->arena;
    if (comparison->paired) {
        const char *repeat = comparison->by_session ? "session" : "block";
        struct text spread = scatter(arena, comparison->cv_ratio);
        text_add_format(words, "The difference scatters by %.*s from %s to %s, %zu %ss",
                        (int)spread.size, spread.data, repeat, repeat, comparison->n_baseline,
                        repeat);
        return;
    }
    struct sides sides = in_level_order(arena, comparison);
    bool in_order = sides.first == comparison->baseline;
    double baseline = comparison->cv_baseline, candidate = comparison->cv_candidate;
    struct text first = scatter(arena, in_order ? baseline : candidate);
    struct text second = scatter(arena, in_order ? candidate : baseline);
    const char *repeats = comparison->by_session ? "sessions" : "runs";
    text_add_string(words, comparison->by_session ? "Sessions" : "Runs");
    text_add_format(words, " of one setting scatter by %.*s (%.*s) and %.*s (%.*s), ",
                    (int)first.size, first.data, (int)sides.bare_first_level.size,
                    sides.bare_first_level.data, (int)second.size, second.data,
                    (int)sides.second_level.size, sides.second_level.data);
    if (sides.first_n == sides.second_n)
        text_add_format(words, "%zu %s each", sides.first_n, repeats);
    else
        text_add_format(words, "%zu and %zu %s", sides.first_n, sides.second_n, repeats);
}

struct text wording_evenness(struct arena *arena, const struct comparison *comparison)
{
    struct text candidate = comparison->candidate_level, baseline = comparison->baseline_level;
    if (comparison->evenness == EVENNESS_UNKNOWN)
        return (struct text){NULL, 0};
    bool turned = comparison->evenness == EVENNESS_LESS ||
                  (comparison->evenness != EVENNESS_MORE && level_compare(baseline, candidate) < 0);
    struct text first = wording_level(arena, comparison->factor, turned ? baseline : candidate);
    struct text second = turned ? candidate : baseline;
    double first_cv = turned ? comparison->cv_baseline : comparison->cv_candidate;
    double second_cv = turned ? comparison->cv_candidate : comparison->cv_baseline;
    struct text less = scatter(arena, first_cv), more = scatter(arena, second_cv);
    const char *form = "the runs of %.*s are more even than those of %.*s (%.*s against %.*s)";
    if (comparison->evenness == EVENNESS_TOO_FEW)
        form = "too few runs to compare the spreads of %.*s and %.*s (%.*s and %.*s)";
    if (comparison->evenness == EVENNESS_CANNOT_TELL)
        form = "cannot tell whether the runs of %.*s or of %.*s are more even (%.*s and %.*s)";
    return text_format(arena, form, (int)first.size, first.data, (int)second.size, second.data,
                       (int)less.size, less.data, (int)more.size, more.data);
}

/* How many runs would settle it. A number that these runs have reached already is not said. */
static void say_required(struct text_builder *words, const struct comparison *comparison)
{
    const char *runs = comparison->by_session ? comparison->paired ? "sessions" : "sessions of each"
                       : comparison->paired   ? "blocks"
                                              : "runs of each";
    struct text margin = plain_percent(words->arena, comparison->margin);
    double had = fmax((double)comparison->n_baseline, (double)comparison->n_candidate);
    double observed = comparison->n_detect_observed, needed = comparison->n_detect_margin;
    bool for_observed = observed > had && observed <= most_runs, for_margin = needed > had;
    if (for_observed)
        text_add_format(words,
                        "; about %.0f %s would be needed if the difference is as large as seen",
                        observed, runs);
    if (!for_margin)
        return;
    text_add_string(words, for_observed ? ", " : needed > most_runs ? "; " : "; about ");
    if (needed > most_runs)
        text_add_format(words, "more than %.0f", most_runs);
    else
        text_add_format(words, "%.0f", needed);
    if (!for_observed)
        text_add_format(words, " %s would be needed", runs);
    text_add_format(words, " for a %.*s difference", (int)margin.size, margin.data);
    if (needed > most_runs)
        text_add_string(words, ": first make the runs more even");
}

static void say_visible(struct text_builder *words, const struct comparison *comparison)
{
    double share = comparison->visible_ratio - 1;
    if (isnan(share))
        return;
    struct text percent = share < 0.0995 ? scatter(words->arena, share)
                                         : text_format(words->arena, "%.0f %%", share * 100);
    if (share > 10)
        percent = text_of("1000 %");
    text_add_format(words, " Differences under about %.*s cannot be seen with these runs.",
                    (int)percent.size, percent.data);
}

/* The interval leaves no change out, but the p of the method is above alpha. */
static struct text say_unconfirmed(struct arena *arena, const struct comparison *comparison)
{
    struct test_method method = {
        .kind = comparison->method, .paired = comparison->paired, .alpha = comparison->alpha};
    size_t n_a = comparison->n_candidate, n_b = comparison->n_baseline;
    if ((n_a < n_b ? n_a : n_b) < method_least_runs(method.kind, method.paired, method.alpha))
        return method_shortage(arena, &method, comparison_repeats(comparison), n_a, n_b);
    return text_of(comparison->method == METHOD_PERMUTATION
                       ? "the test by rearrangement does not confirm it"
                       : "the test by ranks does not confirm it");
}

/* What keeps a difference that stands out on its own from counting among so many. */
static struct text say_multiplicity(struct arena *arena, const struct comparison *comparison)
{
    if (comparison->p > comparison->alpha)
        return say_unconfirmed(arena, comparison);
    return text_format(arena,
                       "on its own this would count, but among %zu comparisons one such result is "
                       "expected by chance too often",
                       comparison->family_size);
}

struct text wording_doubt(struct arena *arena, const struct comparison *comparison)
{
    if (comparison->reason == REASON_NOT_AFTER_MULTIPLICITY)
        return say_multiplicity(arena, comparison);
    return text_of(comparison->reason == REASON_DRIFT_CONFOUNDED
                       ? "speed drifted during the session, and the drift may be all of the "
                         "difference"
                       : "");
}

bool wording_wants_runs(const struct comparison *comparison)
{
    return comparison->reason == REASON_INTERVAL_TOO_WIDE ||
           comparison->reason == REASON_NOT_AFTER_MULTIPLICITY;
}

/* What little can be said in the state INSUFFICIENT. */
static struct text say_observed(struct arena *arena, const struct comparison *comparison)
{
    struct text_builder words = {.arena = arena};
    struct turned turned = turn(arena, comparison);
    struct text difference = say_difference(arena, comparison, &turned, "measured");
    if (comparison->reason == REASON_NO_SPREAD)
        return text_format(arena, "Rounded or copied figures? Observed: %.*s.",
                           (int)difference.size, difference.data);
    if (comparison->detail.size == 0)
        return text_format(arena, "Observed: %.*s; no idea how far it would move on a repeat.",
                           (int)difference.size, difference.data);
    text_add(&words, wording_capital(arena, comparison->detail));
    text_add_format(&words, ". Observed: %.*s. ", (int)difference.size, difference.data);
    say_spread(&words, comparison);
    say_required(&words, comparison);
    text_add_string(&words, ".");
    return text_built(&words);
}

struct text wording_evidence(struct arena *arena, const struct comparison *comparison)
{
    struct text_builder words = {.arena = arena};
    if (comparison->state == STATE_NOT_COMPARABLE || isnan(comparison->ratio))
        return (struct text){NULL, 0};
    if (comparison->state == STATE_INSUFFICIENT)
        return say_observed(arena, comparison);
    say_spread(&words, comparison);
    if (comparison->state == STATE_INCONCLUSIVE && comparison->reason != REASON_DRIFT_CONFOUNDED &&
        comparison->reason != REASON_DIFFERENT_MACHINES)
        say_required(&words, comparison);
    text_add_string(&words, ".");
    if (comparison->reason == REASON_INTERVAL_TOO_WIDE)
        say_visible(&words, comparison);
    if (comparison->evenness > EVENNESS_TOO_FEW) {
        struct text evenness = wording_capital(arena, wording_evenness(arena, comparison));
        text_add_format(&words, " %.*s.", (int)evenness.size, evenness.data);
    }
    return text_built(&words);
}
