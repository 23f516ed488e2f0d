/* Sentences on a sweep over several settings. */

#include "analyze/wording.h"

#include <math.h>

enum { NAMED_MISSING = 6 };

static size_t count_settings(const struct screening *screening)
{
    size_t count = 0;
    for (size_t i = 0; i < screening->factor_count; i++)
        count += screening->factors[i].setting;
    return count;
}

struct text wording_screening_title(struct arena *arena, const struct analysis *analysis)
{
    const struct screening *screening = analysis->screening;
    size_t settings = count_settings(screening);
    struct text metric = screening->metric->label;
    return text_format(arena, "Main effects of %zu setting%s on %.*s%s", settings,
                       settings == 1 ? "" : "s", (int)metric.size, metric.data,
                       screening->repeated ? "" : ": screening, not a verdict");
}

struct text wording_screening_basis(struct arena *arena, const struct screening *screening)
{
    struct text_builder words = {.arena = arena};
    text_add_format(&words, "%zu cells", screening->cells);
    if (screening->repeated)
        text_add_format(&words, ", %zu runs", screening->runs);
    else if (screening->posted)
        text_add_format(&words, " of one posted figure each (%s)",
                        screening->statistic == STATISTIC_BEST
                            ? "the best"
                            : statistic_name(screening->statistic));
    else
        text_add_string(&words, " of one run each: too few runs to say anything of any of them");
    text_add_string(&words,
                    ". Changes are adjusted for all other settings, workload and direction; "
                    "pairs are cells that differ in nothing else.");
    return text_built(&words);
}

struct text wording_effect_name(struct arena *arena, const struct screened_factor *factor,
                                const struct effect *effect)
{
    struct text level =
        factor->setting ? wording_level(arena, factor->name, effect->level) : effect->level;
    return text_format(arena, "%.*s against %.*s", (int)level.size, level.data,
                       (int)effect->baseline.size, effect->baseline.data);
}

struct text wording_effect_change(struct arena *arena, const struct screening *screening,
                                  const struct effect *effect, bool utf8)
{
    const char *minus = utf8 ? "\xe2\x88\x92" : "-";
    if (isnan(effect->ratio))
        return text_of("the design cannot tell");
    if (screening->repeated && !isnan(effect->low))
        return wording_change_within(arena, effect->ratio, effect->low, effect->high, minus);
    return wording_ratio(arena, effect->ratio, minus);
}

struct text wording_effect_pairs(struct arena *arena, const struct effect *effect, bool utf8)
{
    const char *minus = utf8 ? "\xe2\x88\x92" : "-";
    if (effect->pairs == 0)
        return text_of("no pairs");
    if (effect->pairs == 1) {
        struct text median = wording_ratio(arena, effect->median, minus);
        return text_format(arena, "1 pair: %.*s", (int)median.size, median.data);
    }
    struct text change =
        wording_change_within(arena, effect->median, effect->smallest, effect->largest, minus);
    return text_format(arena, "%zu pairs: median %.*s", effect->pairs, (int)change.size,
                       change.data);
}

struct text wording_interactions(struct arena *arena, const struct screened_factor *factor)
{
    struct text_builder words = {.arena = arena};
    size_t found = 0, said = 0;
    for (size_t i = 0; i < factor->interaction_count; i++)
        found += factor->interactions[i].found;
    if (found == 0)
        return (struct text){NULL, 0};
    text_add_format(&words, "%.*s works together with ", (int)factor->name.size, factor->name.data);
    for (size_t i = 0; i < factor->interaction_count; i++) {
        if (!factor->interactions[i].found)
            continue;
        said++;
        text_add_string(&words, said == 1 ? "" : said == found ? " and " : ", ");
        text_add(&words, factor->interactions[i].with);
    }
    text_add_string(&words, ": it has no one effect, but one for each");
    return text_built(&words);
}

static struct text say_missing(struct arena *arena, const struct screening *screening)
{
    struct text_builder words = {.arena = arena};
    size_t count = screening->missing_count;
    text_add_format(&words, "%zu cell%s of the full crossing %s not measured", count,
                    count == 1 ? "" : "s", count == 1 ? "was" : "were");
    for (size_t i = 0; i < screening->missing_listed && i < NAMED_MISSING; i++) {
        text_add_string(&words, i == 0 ? ": " : "; ");
        text_add(&words, screening->missing[i]);
    }
    if (screening->missing_listed > NAMED_MISSING)
        text_add_format(&words, "; and %zu more", count - NAMED_MISSING);
    return text_built(&words);
}

struct text_list wording_screening_notes(struct arena *arena, const struct screening *screening)
{
    size_t most = screening->factor_count + screening->tied.count + 1;
    struct text *items = arena_take_array(arena, most, sizeof *items);
    size_t count = 0;
    for (size_t i = 0; i < screening->factor_count; i++) {
        const struct screened_factor *factor = &screening->factors[i];
        if (factor->joined > 1)
            items[count++] = text_format(arena,
                                         "%.*s always change together: nothing here tells which of "
                                         "them matters",
                                         (int)factor->name.size, factor->name.data);
    }
    for (size_t i = 0; i < screening->tied.count; i++)
        items[count++] =
            text_format(arena, "%.*s goes with the workload: nothing here tells the two apart",
                        (int)screening->tied.items[i].size, screening->tied.items[i].data);
    if (screening->missing_count > 0)
        items[count++] = say_missing(arena, screening);
    return (struct text_list){items, count};
}
