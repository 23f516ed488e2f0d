/* What must be the same on both sides before a difference means anything (docs/statistics.md,
 * "Checks"). */

#include "analyze/comparability.h"

#include "analyze/check_conditions.h"
#include "analyze/definition.h"
#include "model/number.h"

#include <math.h>

struct text comparability_run_name(struct arena *arena, const struct run *run, size_t place)
{
    return text_format(arena, "run %zu", run->iteration > 0 ? (size_t)run->iteration : place + 1);
}

static struct text name_units(struct arena *arena, const struct comparison *comparison)
{
    const struct cell *baseline = comparison->baseline, *candidate = comparison->candidate;
    const struct cell *mixed = baseline->unit_mixed ? baseline : candidate;
    struct text first = baseline->unit, second = candidate->unit;
    if (mixed->unit_mixed) {
        first = mixed->unit;
        for (size_t i = 0; i < mixed->n; i++)
            if (!text_equal(mixed->observations[i]->unit, first))
                second = mixed->observations[i]->unit;
    }
    if (first.size == 0 || second.size == 0)
        return text_format(arena, "%.*s and no unit", (int)(first.size + second.size),
                           first.size > 0 ? first.data : second.data);
    return text_format(arena, "%.*s and %.*s", (int)first.size, first.data, (int)second.size,
                       second.data);
}

/* Names the runs of one side that have no usable value: "run 3 of 12 is 0", "run 1 of 13 is
   infinite". */
static void name_bad_values(struct text_builder *list, const struct cell *cell, struct text level)
{
    for (size_t i = 0; i < cell->n; i++) {
        if (cell->values[i] > 0 && isfinite(cell->values[i]))
            continue;
        char figure[32];
        number_write(cell->values[i], figure);
        const char *value = isnan(cell->values[i])      ? "no number"
                            : isfinite(cell->values[i]) ? figure
                                                        : "infinite";
        struct text run = comparability_run_name(list->arena, cell->observations[i]->run, i);
        text_add_format(list, "%s%.*s of %.*s is %s", list->size > 0 ? ", " : "", (int)run.size,
                        run.data, (int)level.size, level.data, value);
    }
}

static enum reason stop(struct comparison *comparison, enum reason reason, struct text detail)
{
    comparison->detail = detail;
    return reason;
}

/* A check that says of one side that it is no measurement, or of both that they differ in more than
   the factor. */
static enum reason blocked(struct arena *arena, struct comparison *comparison)
{
    const struct cell *side =
        comparison->baseline->blocked_by != NULL ? comparison->baseline : comparison->candidate;
    struct text differing = {NULL, 0};
    if (side->blocked_by == NULL)
        differing = conditions_differ(arena, comparison->baseline, comparison->candidate,
                                      comparison->factor);
    comparison->blocked_by = side->blocked_by != NULL ? side->blocked_by
                             : differing.size > 0     ? conditions_check_id
                                                      : NULL;
    if (comparison->blocked_by == NULL)
        return REASON_NONE;
    return stop(comparison, REASON_CHECK, differing.size > 0 ? differing : side->blocked_why);
}

enum reason comparability_check(struct arena *arena, struct comparison *comparison,
                                struct material *material)
{
    const struct cell *baseline = comparison->baseline, *candidate = comparison->candidate;
    if (baseline == NULL || candidate == NULL) {
        struct text missing =
            baseline == NULL ? comparison->baseline_level : comparison->candidate_level;
        return stop(comparison, REASON_MISSING_SIDE, missing);
    }
    if (baseline->unit_mixed || candidate->unit_mixed ||
        !text_equal(baseline->unit, candidate->unit))
        return stop(comparison, REASON_UNIT_MISMATCH, name_units(arena, comparison));
    struct definition_difference definition =
        definition_compare(arena, baseline, candidate, comparison->factor);
    material->one_sided = definition.one_sided;
    if (definition.differing.size > 0)
        return stop(comparison, REASON_WORKLOAD_MISMATCH, definition.differing);
    if (comparison->metric->better == BETTER_UNKNOWN)
        return stop(comparison, REASON_DIRECTION_UNKNOWN, comparison->metric->label);
    struct text_builder list = {.arena = arena};
    name_bad_values(&list, baseline, comparison->baseline_level);
    name_bad_values(&list, candidate, comparison->candidate_level);
    if (list.size > 0)
        return stop(comparison, REASON_NON_POSITIVE_OR_NON_FINITE, text_built(&list));
    return blocked(arena, comparison);
}
