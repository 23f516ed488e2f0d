#include "render/pairs.h"

#include "analyze/wording.h"
#include "render/line.h"

static bool belongs(const struct overall *overall, const struct comparison *comparison)
{
    return comparison->stratum == overall->stratum &&
           text_equal(comparison->factor, overall->factor) &&
           text_equal(comparison->baseline_level, overall->baseline_level) &&
           text_equal(comparison->candidate_level, overall->candidate_level);
}

static struct pair pair_of(struct arena *arena, const struct analysis *analysis,
                           const struct overall *overall)
{
    struct pair pair = {.overall = overall};
    size_t room = analysis->comparison_count + 1;
    pair.primary = arena_take_array(arena, room, sizeof(struct comparison *));
    pair.secondary = arena_take_array(arena, room, sizeof(struct comparison *));
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (!belongs(overall, comparison))
            continue;
        if (!comparison->primary) {
            pair.secondary[pair.secondary_count++] = comparison;
            continue;
        }
        if (pair.primary_count == 0)
            pair.metric = comparison->metric;
        else if (pair.metric != comparison->metric)
            pair.metric = NULL;
        pair.primary[pair.primary_count++] = comparison;
    }
    return pair;
}

struct pair_list pairs_of(struct arena *arena, const struct analysis *analysis)
{
    struct pair *items = arena_take_array(arena, analysis->overall_count + 1, sizeof *items);
    struct pair_list list = {.items = items, .count = analysis->overall_count};
    for (size_t i = 0; i < list.count; i++) {
        items[i] = pair_of(arena, analysis, &analysis->overalls[i]);
        if (items[i].overall->stratum != items[0].overall->stratum)
            list.several_strata = true;
    }
    return list;
}

struct text stratum_name(struct arena *arena, const struct settings *stratum)
{
    struct text_builder out = {.arena = arena};
    for (size_t i = 0; stratum != NULL && i < stratum->count; i++) {
        if (i > 0)
            text_add_string(&out, ", ");
        text_add(&out, wording_level(arena, stratum->items[i].name, stratum->items[i].value));
    }
    return line_clean(arena, text_built(&out));
}

struct text pair_name(struct arena *arena, const struct overall *overall, bool with_stratum)
{
    struct text_builder out = {.arena = arena};
    text_add(&out, wording_level(arena, overall->factor, overall->candidate_level));
    text_add_string(&out, " against ");
    text_add(&out, overall->baseline_level);
    if (with_stratum && overall->stratum != NULL && overall->stratum->count > 0) {
        text_add_string(&out, ", ");
        text_add(&out, stratum_name(arena, overall->stratum));
    }
    return line_clean(arena, text_built(&out));
}

struct text comparison_name(struct arena *arena, const struct comparison *comparison,
                            bool with_metric)
{
    struct text_builder out = {.arena = arena};
    struct text workload = line_clean(arena, wording_workload(arena, comparison));
    text_add(&out, workload);
    if (with_metric) {
        text_add_string(&out, workload.size > 0 ? ", " : "");
        text_add(&out, comparison->metric->label);
    }
    return line_clean(arena, text_built(&out));
}

struct text runs_short(struct arena *arena, double runs)
{
    struct text words = wording_runs(arena, runs);
    words = text_slice(words, 0, text_find(words, ":", 0));
    if (!text_starts_with(words, "more than "))
        return words;
    struct text figure = text_slice(words, sizeof "more than " - 1, words.size);
    return text_format(arena, "%.*s+", (int)figure.size, figure.data);
}

struct text pair_reason(struct arena *arena, const struct analysis *analysis,
                        const struct pair *pair, const struct comparison *comparison)
{
    if (comparison->state != STATE_NOT_COMPARABLE)
        return (struct text){NULL, 0};
    struct text reason = wording_reason(arena, comparison);
    struct text overall = wording_overall(arena, analysis, pair->overall);
    bool said = text_find(overall, text_string(arena, reason), 0) < overall.size;
    if (reason.size == 0 || said)
        return (struct text){NULL, 0};
    reason = wording_capital(arena, reason);
    return text_format(arena, "%.*s.", (int)reason.size, reason.data);
}

struct text pair_doubt(struct arena *arena, const struct comparison *comparison)
{
    struct text doubt = wording_capital(arena, wording_doubt(arena, comparison));
    return doubt.size == 0 ? doubt : text_format(arena, "%.*s.", (int)doubt.size, doubt.data);
}

enum { MOST_WITH_EVIDENCE = 4 };

struct text pair_evidence(struct arena *arena, const struct analysis *analysis,
                          const struct pair *pair, const struct comparison *comparison)
{
    if (analysis->overall_count != 1 || pair->primary_count > MOST_WITH_EVIDENCE)
        return (struct text){NULL, 0};
    struct text evidence = wording_evidence(arena, comparison);
    struct text doubt = pair_doubt(arena, comparison);
    if (doubt.size == 0)
        return evidence;
    return text_format(arena, "%.*s %.*s", (int)doubt.size, doubt.data, (int)evidence.size,
                       evidence.data);
}
