/* What was done, for readers who know the words of statistics. */

#include "analyze/wording.h"

/* How many comparisons there are of each kind. */
struct tally {
    size_t compared, paired, family;
};

static struct tally count(const struct analysis *analysis)
{
    struct tally tally = {0};
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        tally.compared += comparison->state != STATE_NOT_COMPARABLE;
        tally.paired += comparison->paired;
        if (comparison->family_size > tally.family)
            tally.family = comparison->family_size;
    }
    return tally;
}

static void say_estimate(struct text_builder *words, const struct analysis *analysis,
                         const struct tally *tally)
{
    double confidence = 100 * (1 - analysis->options.alpha);
    switch (analysis->options.method) {
    case METHOD_RANK:
        text_add_format(words,
                        "Settings are compared by the median of all ratios between their runs "
                        "(Hodges-Lehmann), with its %g %% interval and p by ranks (Mann-Whitney).",
                        confidence);
        return;
    case METHOD_MEAN:
        text_add_format(words,
                        "Settings are compared by the ratio of the arithmetic means of their runs, "
                        "with Fieller's %g %% interval.",
                        confidence);
        return;
    case METHOD_RATIO:
    case METHOD_PERMUTATION:
        break;
    }
    text_add_format(words,
                    "Settings are compared by the ratio of the geometric means of their runs, with "
                    "a %g %% interval from %s on the logarithms%s.",
                    confidence,
                    tally->paired >= tally->compared ? "a paired t test" : "Welch's t test",
                    tally->paired > 0 && tally->paired < tally->compared
                        ? " (paired by block where runs were interleaved)"
                        : "");
    if (analysis->options.method == METHOD_PERMUTATION)
        text_add_format(words,
                        " p is the share of rearrangements of the runs with a difference as "
                        "large (seed %lu where they are drawn).",
                        analysis->options.seed);
}

static struct text say_correction(struct arena *arena, const struct analysis *analysis,
                                  const struct tally *tally)
{
    if (tally->family < 2 || analysis->options.correction == CORRECTION_NONE)
        return text_of("uncorrected");
    bool holm = analysis->options.correction == CORRECTION_HOLM;
    return text_format(arena, "corrected by %s method for %zu comparisons%s",
                       holm ? "Holm's" : "Benjamini and Hochberg's", tally->family,
                       holm ? "" : " (some of these may be false)");
}

struct text wording_correction_note(void)
{
    return text_of(
        "Corrected by Benjamini and Hochberg's method: some of the differences found may "
        "be false.");
}

struct text wording_method(struct arena *arena, const struct analysis *analysis)
{
    struct text_builder words = {.arena = arena};
    struct tally tally = count(analysis);
    say_estimate(&words, analysis, &tally);
    struct text correction = say_correction(arena, analysis, &tally);
    text_add_format(&words,
                    " A difference counts when its interval excludes no change and its p value, "
                    "%.*s, is at most %g; differences within %g %% count as too small to matter, "
                    "and are called so only when the whole interval lies within.",
                    (int)correction.size, correction.data, analysis->options.alpha,
                    100 * analysis->options.margin);
    return text_built(&words);
}
