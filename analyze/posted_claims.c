/* "A is x % faster than B" means x = 100 (a - b)/b: the base is what A is compared with. A stated
   percentage agrees when it lies within one unit of its last digit, "nearly 50 %" when it rounds to
   that, "up to 15 %" and "5-15 %" when it lies within these bounds. "A is x times as fast as B"
   means x = a/b, and "x times faster" is said of that too and of (a - b)/b. A stated winner agrees
   when the verdict shows it. */

#include "analyze/posted_claims.h"

#include "analyze/stated_figure.h"
#include "analyze/wording.h"

#include <math.h>
#include <string.h>

/* "ashift=13", "ashift 13", "ashift13" in a clause. */
static bool names_level(struct arena *arena, struct text clause, struct text factor,
                        struct text level)
{
    static const char *const forms[] = {"%.*s=%.*s", "%.*s %.*s", "%.*s%.*s"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct text name = text_format(arena, forms[i], (int)factor.size, factor.data,
                                       (int)level.size, level.data);
        if (text_find_ignoring_case(clause, name.data, 0) < clause.size)
            return true;
    }
    return false;
}

/* The level that the subject is compared with: the only other one, or the one that is named. */
static struct text base_of(const struct analysis *analysis, struct text subject, struct text clause)
{
    struct arena *scratch = arena_create();
    struct text base = {NULL, 0};
    size_t candidates = 0;
    for (size_t i = 0; i < analysis->levels.count; i++) {
        struct text level = analysis->levels.items[i];
        if (text_equal(level, subject) ||
            (analysis->levels.count > 2 && !names_level(scratch, clause, analysis->factor, level)))
            continue;
        base = level;
        candidates++;
    }
    arena_free(scratch);
    return candidates == 1 ? base : (struct text){NULL, 0};
}

struct sought {
    struct text workload; /* empty: every test */
    struct text subject, base;
};

static bool is_sought(const struct comparison *comparison, const struct sought *sought)
{
    bool one = text_equal(comparison->candidate_level, sought->subject) &&
               text_equal(comparison->baseline_level, sought->base);
    bool other = text_equal(comparison->baseline_level, sought->subject) &&
                 text_equal(comparison->candidate_level, sought->base);
    return comparison->primary && (one || other) && comparison->baseline != NULL &&
           comparison->candidate != NULL &&
           (sought->workload.size == 0 || text_equal(comparison->workload, sought->workload));
}

/* The means of the subject and of what it is held against, and their difference on each base. */
static void find_means(const struct comparison *comparison, const struct sought *sought,
                       struct stated_change *stated, double *subject, double *base)
{
    bool turned = text_equal(comparison->baseline_level, sought->subject);
    *subject = turned ? comparison->baseline->mean : comparison->candidate->mean;
    *base = turned ? comparison->candidate->mean : comparison->baseline->mean;
    stated->on_base = 100 * (*subject - *base) / *base;
    stated->on_subject = 100 * (*subject - *base) / *subject;
}

static bool lies_in(double value, const struct stated_figure *figure)
{
    double slack = 1e-9 * fabs(value);
    return value >= figure->low - slack && value <= figure->high + slack;
}

/* A percentage that is right to its last digit on the subject, and only nearly so on what it is
   compared with, was taken of the subject. */
static bool is_of_subject(const struct stated_change *stated, const struct stated_figure *figure,
                          double sign)
{
    double half = figure->last_digit / 2, percent = fabs(stated->claim->value);
    return !figure->is_bound && !figure->is_rounded && half > 0 &&
           fabs(percent - sign * stated->on_base) > half * (1 + 1e-9) &&
           fabs(percent - sign * stated->on_subject) <= half * (1 + 1e-9);
}

static void hold_against(struct arena *arena, struct stated_change *stated,
                         const struct comparison *comparison, const struct sought *sought)
{
    double a, b, percent = stated->claim->value, sign = percent < 0 ? -1 : 1;
    find_means(comparison, sought, stated, &a, &b);
    struct stated_figure figure = stated_percentage(stated->claim->written, fabs(percent));
    struct text base = wording_level(arena, comparison->factor, sought->base);
    struct text subject = wording_level(arena, comparison->factor, sought->subject);
    struct text test = wording_workload(arena, comparison);
    bool of_subject = is_of_subject(stated, &figure, sign);
    bool agrees = lies_in(sign * stated->on_base, &figure) && !of_subject;
    stated->result = agrees ? CHECK_CLEAN : CHECK_HIT;
    if (agrees)
        stated->message =
            text_format(arena, "%.*s: the stated %.4g %%%s agrees with the figures", (int)test.size,
                        test.data, percent, figure.is_bound ? " as a bound" : "");
    else if (of_subject || (!figure.is_bound && lies_in(sign * stated->on_subject, &figure)))
        stated->message =
            text_format(arena, "%.*s: %.4g %% has %.*s as its base; against %.*s it is %.1f %%",
                        (int)test.size, test.data, percent, (int)subject.size, subject.data,
                        (int)base.size, base.data, stated->on_base);
    else
        stated->message = text_format(
            arena,
            "%.*s: the stated %.4g %%%s is not in the figures: against %.*s it is %.1f %%, "
            "with %.*s as base %.1f %%",
            (int)test.size, test.data, percent, figure.is_bound ? " as a bound" : "",
            (int)base.size, base.data, stated->on_base, (int)subject.size, subject.data,
            stated->on_subject);
}

/* "1.29x as fast" of a/b, "0.29x faster" of a/b - 1, "1.29 times slower" of b/a; a tenth of a
   multiple in words ("twice", "half"). */
static bool multiple_agrees(struct text clause, double posted, double ratio)
{
    struct stated_figure figure = stated_multiple(clause, posted);
    if (figure.last_digit > 0)
        return lies_in(ratio, &figure) || lies_in(ratio - 1, &figure);
    figure = stated_multiple(clause, 1 / posted);
    if (figure.last_digit > 0)
        return lies_in(1 / ratio, &figure);
    return fabs(posted - ratio) <= 0.1 * posted;
}

static void hold_multiple(struct arena *arena, struct stated_change *stated,
                          const struct comparison *comparison, const struct sought *sought)
{
    double a, b;
    find_means(comparison, sought, stated, &a, &b);
    double posted = stated->claim->value;
    bool agrees = multiple_agrees(stated->claim->written, posted, a / b);
    struct text base = wording_level(arena, comparison->factor, sought->base);
    struct text subject = wording_level(arena, comparison->factor, sought->subject);
    struct text test = wording_workload(arena, comparison);
    stated->result = agrees ? CHECK_CLEAN : CHECK_HIT;
    stated->message =
        agrees ? text_format(arena, "%.*s: the stated %.3g times agree with the figures",
                             (int)test.size, test.data, posted)
               : text_format(arena,
                             "%.*s: the stated %.3g times are not in the figures: %.*s is %.3g "
                             "times as fast as %.*s",
                             (int)test.size, test.data, posted, (int)subject.size, subject.data,
                             a / b, (int)base.size, base.data);
}

static struct text say_rate(struct arena *arena, double value, struct text unit)
{
    enum dimension dimension =
        text_is(unit, unit_base(DIMENSION_RATE)) ? DIMENSION_RATE : DIMENSION_BYTE_RATE;
    struct display_unit display = unit_for_display(dimension, fabs(value));
    return text_format(arena, "%.5g %s%s", value / display.divisor, display.label,
                       dimension == DIMENSION_RATE ? " (IOPS)" : "");
}

/* "the average of ashift=12 was 350 MB/s": of the only cell of that level and test. */
static void look_up_average(const struct analysis *analysis, struct stated_change *stated,
                            const struct sought *sought)
{
    const struct cell *found = NULL;
    size_t count = 0;
    const struct observation *claim = stated->claim;
    struct arena *arena = analysis->arena;
    for (size_t i = 0; i < analysis->cell_count; i++) {
        const struct cell *cell = &analysis->cells[i];
        struct text level = settings_value(cell->configuration, analysis->factor);
        bool fits = cell->metric->primary_rank > 0 && text_equal(cell->unit, claim->unit) &&
                    cell->statistic == STATISTIC_RUN && text_equal(level, sought->subject) &&
                    (sought->workload.size == 0 || text_equal(cell->workload, sought->workload));
        found = fits ? cell : found;
        count += fits;
    }
    struct text posted = say_rate(arena, claim->value, claim->unit);
    struct text subject = wording_level(arena, analysis->factor, sought->subject);
    if (count != 1) {
        stated->message =
            text_format(arena, "the stated average %.*s of %.*s cannot be held against a test: %s",
                        (int)posted.size, posted.data, (int)subject.size, subject.data,
                        count == 0 ? "none fits" : "several fit");
        return;
    }
    struct stated_figure figure = stated_quantity(claim->written, claim->value);
    bool agrees = lies_in(found->mean, &figure);
    struct text mean = say_rate(arena, found->mean, claim->unit);
    struct text test = found->workload;
    stated->result = agrees ? CHECK_CLEAN : CHECK_HIT;
    stated->message =
        agrees ? text_format(arena, "%.*s: the stated average %.*s of %.*s agrees with the figures",
                             (int)test.size, test.data, (int)posted.size, posted.data,
                             (int)subject.size, subject.data)
               : text_format(arena,
                             "%.*s: the stated average %.*s of %.*s is not the mean of its %zu "
                             "runs, which is %.*s",
                             (int)test.size, test.data, (int)posted.size, posted.data,
                             (int)subject.size, subject.data, found->n, (int)mean.size, mean.data);
}

/* "150 MB/s faster" of a - b. */
static void hold_difference(struct arena *arena, struct stated_change *stated,
                            const struct comparison *comparison, const struct sought *sought)
{
    double a, b;
    find_means(comparison, sought, stated, &a, &b);
    const struct observation *claim = stated->claim;
    struct stated_figure figure = stated_quantity(claim->written, fabs(claim->value));
    bool agrees = lies_in(claim->value < 0 ? b - a : a - b, &figure);
    struct text posted = say_rate(arena, claim->value, claim->unit);
    struct text is = say_rate(arena, a - b, claim->unit);
    struct text test = wording_workload(arena, comparison);
    stated->result = agrees ? CHECK_CLEAN : CHECK_HIT;
    stated->message =
        agrees ? text_format(arena, "%.*s: the stated difference %.*s agrees with the figures",
                             (int)test.size, test.data, (int)posted.size, posted.data)
               : text_format(arena,
                             "%.*s: the stated difference %.*s is not in the figures, where it is "
                             "%.*s",
                             (int)test.size, test.data, (int)posted.size, posted.data, (int)is.size,
                             is.data);
}

static void look_up_figure(const struct analysis *analysis, struct stated_change *stated,
                           const struct sought *sought)
{
    const struct comparison *found = NULL;
    size_t count = 0;
    bool multiple = text_is(stated->claim->metric->name, "times");
    bool difference = text_is(stated->claim->metric->name, "difference");
    if (stated_of_single_runs(stated->claim->written)) {
        stated->message =
            text_of("what is stated of single runs cannot be held against the means of settings");
        return;
    }
    for (size_t i = 0; i < analysis->comparison_count; i++)
        if (is_sought(&analysis->comparisons[i], sought)) {
            found = &analysis->comparisons[i];
            count++;
        }
    bool known = count == 1 && found->metric->better == BETTER_HIGHER;
    if (known && difference && text_equal(found->baseline->unit, stated->claim->unit))
        hold_difference(analysis->arena, stated, found, sought);
    else if (difference)
        stated->message = text_of("a stated difference cannot be held against a test");
    else if (known && multiple)
        hold_multiple(analysis->arena, stated, found, sought);
    else if (known)
        hold_against(analysis->arena, stated, found, sought);
    else
        stated->message =
            text_format(analysis->arena, "the stated %.4g %s cannot be held against a test: %s",
                        stated->claim->value, multiple ? "times" : "%",
                        count == 0  ? "none fits"
                        : count > 1 ? "several fit"
                                    : "it is of latency");
}

/* True when the verdict shows the subject ahead. */
static bool is_shown(const struct comparison *comparison, struct text subject)
{
    bool candidate = text_equal(comparison->candidate_level, subject);
    return comparison->state == (candidate ? STATE_BETTER : STATE_WORSE);
}

static void look_up_winner(const struct analysis *analysis, struct stated_change *stated,
                           const struct sought *sought)
{
    size_t count = 0, shown = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++)
        if (is_sought(&analysis->comparisons[i], sought)) {
            count++;
            shown += is_shown(&analysis->comparisons[i], sought->subject);
        }
    struct text subject = wording_level(analysis->arena, analysis->factor, sought->subject);
    if (count == 0) {
        stated->message =
            text_format(analysis->arena, "that %.*s leads cannot be held against a test",
                        (int)subject.size, subject.data);
        return;
    }
    stated->result = shown == count ? CHECK_CLEAN : CHECK_HIT;
    stated->message =
        text_format(analysis->arena, "stated: %.*s is faster; shown in %zu of %zu test%s",
                    (int)subject.size, subject.data, shown, count, count == 1 ? "" : "s");
}

/* The claims that are held against figures here. */
static bool is_held(struct text metric)
{
    static const char *const names[] = {"winner", "change", "times", "difference", "average"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is(metric, names[i]))
            return true;
    return false;
}

void stated_changes_find(struct analysis *analysis)
{
    const struct results *results = analysis->results;
    size_t capacity = 0;
    for (size_t i = 0; i < results->observation_count && analysis->factor.size > 0; i++) {
        const struct observation *claim = &results->observations[i];
        struct sought sought = {.workload = claim->run->workload};
        bool winner = text_is(claim->metric->name, "winner");
        if (claim->statistic != STATISTIC_CLAIM || !is_held(claim->metric->name))
            continue;
        sought.subject = settings_value(claim->run->configuration, analysis->factor);
        if (sought.subject.size == 0)
            continue;
        sought.base = base_of(analysis, sought.subject, claim->written);
        struct stated_change stated = {.claim = claim,
                                       .base = sought.base,
                                       .on_base = NAN,
                                       .on_subject = NAN,
                                       .result = CHECK_UNKNOWN};
        if (winner)
            look_up_winner(analysis, &stated, &sought);
        else if (text_is(claim->metric->name, "average"))
            look_up_average(analysis, &stated, &sought);
        else
            look_up_figure(analysis, &stated, &sought);
        analysis->stated = arena_grow(analysis->arena, analysis->stated, analysis->stated_count,
                                      &capacity, sizeof *analysis->stated);
        analysis->stated[analysis->stated_count++] = stated;
    }
}
