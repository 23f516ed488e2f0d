/* The steps from results to verdicts, one after the other. */

#include "analyze/analysis.h"

#include "analyze/cell.h"
#include "analyze/checker.h"
#include "analyze/claims.h"
#include "analyze/comparison_set.h"
#include "analyze/factor.h"
#include "analyze/posted_claims.h"
#include "analyze/screening.h"
#include "analyze/selection.h"
#include "analyze/significance.h"
#include "analyze/unbeaten.h"
#include "analyze/verdict.h"
#include "analyze/warnings.h"

struct analysis_options analysis_defaults(void)
{
    return (struct analysis_options){.margin = 0.05, .alpha = 0.05, .seed = 1};
}

/* The pairing that was declared must be stated by the runs and known to the method. */
static bool check_pairing(const struct selection *selection, const struct analysis_options *options,
                          struct failure *failure)
{
    enum pairing pairing = options->pairing;
    bool declared = pairing == PAIRING_RUN || pairing == PAIRING_BLOCK;
    if (declared && (options->method == METHOD_RANK || options->method == METHOD_MEAN))
        return failure_set(failure, FAILURE_USAGE,
                           "the method %s compares runs one by one and knows no blocks",
                           method_name(options->method));
    for (size_t i = 0; i < selection->count; i++) {
        const struct run *run = selection->observations[i]->run;
        if (selection->observations[i]->statistic != STATISTIC_RUN)
            continue;
        if (pairing == PAIRING_BLOCK && run->block == 0)
            return failure_set(failure, FAILURE_USAGE,
                               "pairing by block: a run of %.*s (%.*s) states no block",
                               (int)run->workload.size, run->workload.data,
                               (int)run->source.path.size, run->source.path.data);
        if (pairing == PAIRING_RUN && run->iteration == 0)
            return failure_set(failure, FAILURE_USAGE,
                               "pairing by run: a run of %.*s (%.*s) has no run number",
                               (int)run->workload.size, run->workload.data,
                               (int)run->source.path.size, run->source.path.data);
    }
    return true;
}

static bool check_sections(const struct selection *selection, struct text_list sections,
                           struct failure *failure)
{
    for (size_t i = 0; i < sections.count && selection->configuration_count > 0; i++) {
        struct text name = sections.items[i];
        bool found = false;
        for (size_t j = 0; j < selection->configuration_count && !found; j++)
            found = settings_value(selection->configurations[j], name).data != NULL;
        if (!found)
            return failure_set(failure, FAILURE_USAGE,
                               "making sections: no run states the setting %.*s", (int)name.size,
                               name.data);
    }
    return true;
}

/* Several settings vary and none is named: they are screened together. A baseline needs one, and
   there must be something to screen. */
static bool screen(struct analysis *analysis, const struct selection *selection,
                   const struct cell_table *table, struct failure *failure)
{
    if (analysis->options.baseline.size == 0)
        analysis->screening = screening_make(analysis->arena, table, &analysis->options);
    return analysis->screening != NULL || factor_ask(analysis->arena, selection->configurations,
                                                     selection->configuration_count, failure);
}

static bool choose_factor(struct analysis *analysis, const struct selection *selection,
                          bool *several, struct failure *failure)
{
    const struct analysis_options *options = &analysis->options;
    struct failure own = {.kind = FAILURE_NONE};
    bool may_fail = options->compare_if_clear && options->compare.size == 0;
    if (factor_choose(analysis->arena, selection->configurations, selection->configuration_count,
                      options->compare, &analysis->factor, &analysis->levels, several,
                      may_fail ? &own : failure))
        return true;
    analysis->factor = (struct text){NULL, 0};
    analysis->levels = (struct text_list){NULL, 0};
    return may_fail;
}

static bool run_analysis(struct analysis *analysis, struct failure *failure)
{
    const struct analysis_options *options = &analysis->options;
    struct selection selection;
    struct cell_table table;
    struct comparison_set set;
    struct checker checker;
    bool several = false;
    if (!selection_make(analysis->arena, analysis->results, options, &selection, failure) ||
        !check_pairing(&selection, options, failure) ||
        !check_sections(&selection, options->group, failure) ||
        !choose_factor(analysis, &selection, &several, failure) ||
        !cell_table_make(analysis->arena, &selection, options, analysis->factor, analysis->levels,
                         &table, failure))
        return false;
    analysis->cells = table.cells;
    analysis->cell_count = table.count;
    analysis->excluded = selection.excluded;
    analysis->excluded_count = selection.excluded_count;
    if (several && !options->compare_if_clear && !screen(analysis, &selection, &table, failure))
        return false;
    if (!checker_begin(&checker, analysis, &selection, &table, failure))
        return false;
    checker_look_at_runs(&checker);
    if (!comparison_set_make(analysis->arena, &table, options, analysis->factor, analysis->levels,
                             &set, failure))
        return false;
    analysis->comparisons = set.comparisons;
    analysis->comparison_count = set.count;
    verdict_overalls(analysis, &set);
    unbeaten_find(analysis, &set);
    claims_check(analysis, &selection, &table);
    warnings_find(analysis, &table, &set);
    stated_changes_find(analysis);
    checker_look_at_comparisons(&checker, &set);
    return true;
}

struct analysis *analysis_create(const struct results *results,
                                 const struct analysis_options *options, struct failure *failure)
{
    significance_prepare();
    struct arena *arena = arena_create();
    struct analysis *analysis = arena_take(arena, sizeof *analysis);
    analysis->arena = arena;
    analysis->results = results;
    analysis->options = *options;
    if (run_analysis(analysis, failure))
        return analysis;
    analysis_free(analysis);
    return NULL;
}

void analysis_free(struct analysis *analysis)
{
    if (analysis != NULL)
        arena_free(analysis->arena);
}

bool analysis_compares_sources(struct text factor)
{
    return text_is(factor, "source");
}

bool analysis_compares_itself(struct text factor)
{
    return text_is(factor, "aa");
}

const char *method_name(enum method method)
{
    static const char *const names[] = {"ratio", "rank", "mean", "permutation"};
    return names[method];
}

const char *correction_name(enum correction correction)
{
    static const char *const names[] = {"holm", "bh", "none"};
    return names[correction];
}

const char *state_name(enum state state)
{
    static const char *const names[STATE_COUNT] = {
        "NOT_COMPARABLE", "INSUFFICIENT", "INCONCLUSIVE",  "EQUIVALENT",   "BETTER",
        "WORSE",          "MIXED",        "PARTLY_BETTER", "PARTLY_WORSE",
    };
    return names[state];
}

const char *evenness_name(enum evenness evenness)
{
    static const char *const names[] = {"", "too_few_runs", "more_even", "less_even",
                                        "cannot_tell"};
    return names[evenness];
}

const char *reason_name(enum reason reason)
{
    static const char *const names[] = {
        "",
        "missing_side",
        "unit_mismatch",
        "workload_mismatch",
        "direction_unknown",
        "non_positive_or_non_finite",
        "too_few_runs",
        "no_spread",
        "no_positive_interval",
        "numeric_failure",
        "check",
        "drift_confounded",
        "different_machines",
        "small_but_real",
        "not_after_multiplicity",
        "interval_too_wide",
    };
    return names[reason];
}

const char *comparison_reason_name(const struct comparison *comparison)
{
    return comparison->reason == REASON_CHECK ? comparison->blocked_by
                                              : reason_name(comparison->reason);
}

const char *warning_name(enum warning_code code)
{
    static const char *const names[WARNING_COUNT] = {
        "few_runs",
        "order_unknown",
        "not_interleaved",
        "drift",
        "split",
        "one_session",
        "fragile",
        "position_pattern",
        "rank_disagrees",
        "one_side_constant",
        "removed_runs",
        "incomplete_blocks",
        "definition_unknown",
        "different_machines",
        "copying_slip",
    };
    return names[code];
}
