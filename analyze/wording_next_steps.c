/* What to do next: the remedies that the states and warnings call for, each once. */

#include "analyze/wording.h"

#include "analyze/checks.h"
#include "analyze/method.h"

#include <math.h>

enum { MOST_STEPS = 12 };

static const double most_runs = 1000;

struct steps {
    struct arena *arena;
    struct text *items;
    size_t count;
};

static void add(struct steps *steps, struct text sentence)
{
    steps->items[steps->count++] = sentence;
}

static bool warned(const struct analysis *analysis, enum warning_code code)
{
    for (size_t i = 0; i < analysis->warning_count; i++)
        if (analysis->warnings[i].code == code)
            return true;
    return false;
}

static bool has_reason(const struct analysis *analysis, enum reason reason)
{
    for (size_t i = 0; i < analysis->comparison_count; i++)
        if (analysis->comparisons[i].primary && analysis->comparisons[i].reason == reason)
            return true;
    return false;
}

/* Whether runs alone are missing: an interval that is too wide, or none yet. */
static bool wants_runs(const struct comparison *comparison)
{
    return wording_wants_runs(comparison) || comparison->reason == REASON_TOO_FEW_RUNS ||
           comparison->reason == REASON_NO_POSITIVE_INTERVAL;
}

/* The undecided comparison that needs most runs, or NULL. */
static const struct comparison *most_demanding(const struct analysis *analysis)
{
    const struct comparison *most = NULL;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (!comparison->primary ||
            !(comparison->n_detect_margin > (double)comparison->n_baseline) ||
            !wants_runs(comparison))
            continue;
        if (most == NULL || comparison->n_detect_margin > most->n_detect_margin)
            most = comparison;
    }
    return most;
}

static void advise_runs(struct steps *steps, const struct analysis *analysis)
{
    const struct comparison *most = most_demanding(analysis);
    double margin = analysis->options.margin * 100;
    if (most == NULL)
        return;
    struct text workload = wording_workload(steps->arena, most);
    struct text_builder words = {.arena = steps->arena};
    const char *runs = most->by_session ? "sessions of each setting"
                       : most->paired   ? "blocks (one run of each setting)"
                                        : "runs of each setting";
    if (workload.size == 0)
        workload = text_of("this");
    if (most->n_detect_margin > most_runs) {
        text_add_format(&words,
                        "Make the runs more even before making more of them: %.*s would need more "
                        "than %.0f %s to show a %g %% difference.",
                        (int)workload.size, workload.data, most_runs, runs, margin);
        add(steps, text_built(&words));
        return;
    }
    text_add_format(&words,
                    "Make more %s: %.*s needs most, about %.0f %s to show a %g %% difference",
                    most->by_session ? "sessions" : "runs", (int)workload.size, workload.data,
                    most->n_detect_margin, runs, margin);
    if (most->n_detect_observed < most->n_detect_margin &&
        most->n_detect_observed > (double)most->n_baseline)
        text_add_format(&words, ", %.0f if the difference is as large as seen",
                        most->n_detect_observed);
    text_add_string(&words, ".");
    add(steps, text_built(&words));
}

static void advise_order(struct steps *steps, const struct analysis *analysis)
{
    if (warned(analysis, WARNING_ORDER_UNKNOWN) || warned(analysis, WARNING_NOT_INTERLEAVED) ||
        warned(analysis, WARNING_POSITION_PATTERN) || has_reason(analysis, REASON_DRIFT_CONFOUNDED))
        add(steps, text_of("Interleave the runs: one of each setting, then again, in changing "
                           "order, so that whatever drifts hits all settings alike."));
    if (warned(analysis, WARNING_ONE_SESSION))
        add(steps, text_of("Set each setting up at least three times (new pool, reinstall or "
                           "boot), and run the tests each time."));
}

static void advise_evenness(struct steps *steps, const struct analysis *analysis)
{
    if (warned(analysis, WARNING_SPLIT))
        add(steps, text_of("Runs at two speeds are usually a write cache that fills, transaction "
                           "group commits or a drive that throttles: precondition the drive, run "
                           "longer, start every run from the same state."));
}

/* The fewest runs (blocks) that are compared at all, and how many are better. */
struct enough {
    size_t least, better;
};

static struct enough enough_for(const struct comparison *comparison)
{
    size_t least = method_least_runs(comparison->method, comparison->paired, comparison->alpha);
    return least == 0   ? (struct enough){3, 5}
           : least <= 5 ? (struct enough){least < 3 ? 3 : least, 6}
                        : (struct enough){least, least + 2};
}

static bool has_too_few(const struct comparison *comparison)
{
    size_t n = comparison->n_baseline < comparison->n_candidate ? comparison->n_baseline
                                                                : comparison->n_candidate;
    return comparison->primary && wants_runs(comparison) && n < enough_for(comparison).least;
}

/* Of a test with one or two runs nothing is known of the scatter; another test of the report lends
   its own. */
static void lend_scatter(struct text_builder *words, const struct analysis *analysis)
{
    const struct comparison *most = NULL;
    bool unknown = false;
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        unknown = unknown || (has_too_few(comparison) && isnan(comparison->n_detect_margin));
        if (comparison->primary && comparison->n_detect_margin <= most_runs &&
            (most == NULL || comparison->n_detect_margin > most->n_detect_margin))
            most = comparison;
    }
    if (!unknown || most == NULL)
        return;
    struct text workload = wording_workload(words->arena, most);
    text_add_format(words,
                    "; if the tests with too few runs scatter like %.*s, about %.0f runs show a %g "
                    "%% difference",
                    (int)workload.size, workload.data,
                    fmax((double)enough_for(most).least, most->n_detect_margin),
                    analysis->options.margin * 100);
}

static void advise_repeats(struct steps *steps, const struct analysis *analysis)
{
    const struct comparison *few = NULL;
    for (size_t i = 0; i < analysis->comparison_count && few == NULL; i++)
        if (has_too_few(&analysis->comparisons[i]))
            few = &analysis->comparisons[i];
    if (few == NULL)
        return;
    struct enough enough = enough_for(few);
    struct text_builder words = {.arena = steps->arena};
    struct text least = wording_number(steps->arena, enough.least);
    struct text better = wording_number(steps->arena, enough.better);
    text_add_format(&words, "Run each test at least %.*s times under each setting, better %.*s",
                    (int)least.size, least.data, (int)better.size, better.data);
    if (few->method == METHOD_RANK)
        text_add_string(&words, " (fewer cannot be told apart by ranks)");
    if (few->method == METHOD_PERMUTATION)
        text_add_string(&words, " (fewer cannot be told apart by rearrangement)");
    lend_scatter(&words, analysis);
    text_add_string(&words, ".");
    add(steps, text_built(&words));
}

/* What the first check that blocks a comparison says to do. */
static void advise_measurement(struct steps *steps, const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (!comparison->primary || comparison->reason != REASON_CHECK)
            continue;
        add(steps, text_of(check_rule_find(text_of(comparison->blocked_by))->remedy));
        return;
    }
}

static void advise_comparability(struct steps *steps, const struct analysis *analysis)
{
    advise_repeats(steps, analysis);
    if (has_reason(analysis, REASON_NUMERIC_FAILURE))
        add(steps, text_of("Look at the figures: the two sides lie further apart than can be "
                           "computed with; is a unit wrong?"));
    if (has_reason(analysis, REASON_NO_SPREAD))
        add(steps, text_of("Runs that are all alike say nothing of the scatter: state the figures "
                           "with more digits, and make sure that they are no copies."));
    if (has_reason(analysis, REASON_WORKLOAD_MISMATCH) ||
        warned(analysis, WARNING_DEFINITION_UNKNOWN))
        add(steps, text_of("Run the same job file under every setting."));
    if (has_reason(analysis, REASON_MISSING_SIDE))
        add(steps, text_of("Run every test under every setting; a test that one setting lacks "
                           "cannot be compared."));
    if (has_reason(analysis, REASON_NON_POSITIVE_OR_NON_FINITE))
        add(steps, text_of("Find out why runs gave no usable figure; repeat them or leave them "
                           "out."));
}

static void advise_sweep(struct steps *steps, const struct screening *screening)
{
    if (!screening->repeated)
        add(steps, text_of("For a verdict run every cell at least three times, better five."));
    add(steps, text_of("--compare SETTING compares its levels where all other settings are "
                       "equal."));
}

struct text_list wording_next_steps(struct arena *arena, const struct analysis *analysis)
{
    struct steps steps = {.arena = arena,
                          .items = arena_take_array(arena, MOST_STEPS, sizeof *steps.items)};
    if (analysis->screening != NULL)
        advise_sweep(&steps, analysis->screening);
    if (analysis_compares_sources(analysis->factor))
        add(&steps, text_of("To judge a setting compare it on one machine: name one source with "
                            "--filter source=LEVEL and the setting with --compare."));
    else
        advise_order(&steps, analysis);
    advise_evenness(&steps, analysis);
    advise_runs(&steps, analysis);
    advise_comparability(&steps, analysis);
    advise_measurement(&steps, analysis);
    return (struct text_list){steps.items, steps.count};
}
