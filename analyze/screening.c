/* A sweep over several settings. With one run a cell the error of the main-effects model is made of
   interactions, so the outcome is a screening and no verdict; with repeats the error is that of
   runs around the mean of their cell, and a setting that works together with another has no one
   effect.
 */

#include "analyze/screening.h"

#include "analyze/correction.h"
#include "analyze/sample.h"
#include "analyze/screening_model.h"
#include "analyze/significance.h"
#include "analyze/text_set.h"
#include "analyze/wording.h"

#include <math.h>
#include <stdint.h>

enum { MOST_MISSING = 1000, MOST_COMBINATIONS = 200000 };

struct screener {
    struct arena *arena;
    const struct sweep *sweep;
    struct screening *screening;
    double alpha;
};

/* Ratio of a level to the first one from a fit of the main effects. */
static void fill_ratio(const struct screener *screener, const struct screening_model *model,
                       const struct fit *fit, size_t factor, size_t level, struct effect *effect)
{
    double *weights = arena_take_array(model->arena, fit->columns, sizeof *weights);
    double estimate, variance;
    weights[model->first[factor] + level - 1] = 1;
    effect->ratio = effect->low = effect->high = effect->p = NAN;
    if (!fit_contrast(fit, weights, &estimate, &variance))
        return;
    effect->ratio = exp(estimate);
    double error = sqrt(variance * model->error_ss / model->error_df);
    if (!(model->error_df > 0) || !(error > 0))
        return;
    double reach = significance_t_quantile(screener->alpha, model->error_df) * error;
    effect->low = exp(estimate - reach);
    effect->high = exp(estimate + reach);
    effect->p = significance_two_sided(estimate / error, model->error_df);
}

/* The ratios of cells that differ in nothing but these two levels. */
static void fill_pairs(const struct screener *screener, size_t factor, size_t level,
                       struct effect *effect)
{
    const struct sweep *sweep = screener->sweep;
    struct arena *scratch = arena_create();
    size_t groups, *group_of = sweep_groups(sweep, scratch, (long)factor, &groups);
    size_t *baseline = arena_take_array(scratch, groups, sizeof *baseline);
    double *logs = arena_take_array(scratch, sweep->row_count, sizeof *logs);
    const size_t *level_of = sweep->factors[factor].level_of;
    for (size_t i = 0; i < sweep->row_count; i++)
        if (level_of[i] == 0)
            baseline[group_of[i]] = i + 1;
    for (size_t i = 0; i < sweep->row_count; i++)
        if (level_of[i] == level && baseline[group_of[i]] > 0)
            logs[effect->pairs++] = sweep->rows[i].log - sweep->rows[baseline[group_of[i]] - 1].log;
    sample_sort(logs, effect->pairs);
    effect->median = effect->smallest = effect->largest = NAN;
    if (effect->pairs > 0) {
        effect->median = exp(sample_median(logs, effect->pairs));
        effect->smallest = exp(logs[0]);
        effect->largest = exp(logs[effect->pairs - 1]);
    }
    arena_free(scratch);
}

static struct effect *make_effects(const struct screener *screener,
                                   const struct screening_model *model, size_t factor, bool pairs)
{
    const struct sweep_factor *source = &screener->sweep->factors[factor];
    struct effect *effects =
        arena_take_array(screener->arena, source->levels.count, sizeof *effects);
    struct fit fit = screening_model_main(model);
    for (size_t level = 1; level < source->levels.count; level++) {
        struct effect *effect = &effects[level - 1];
        effect->level = source->levels.items[level];
        effect->baseline = source->levels.items[0];
        effect->median = effect->smallest = effect->largest = NAN;
        fill_ratio(screener, model, &fit, factor, level, effect);
        if (pairs)
            fill_pairs(screener, factor, level, effect);
    }
    return effects;
}

static double *make_gmeans(const struct screener *screener, size_t factor)
{
    const struct sweep *sweep = screener->sweep;
    size_t levels = sweep->factors[factor].levels.count;
    double *sums = arena_take_array(screener->arena, levels, sizeof *sums);
    double *runs = arena_take_array(screener->arena, levels, sizeof *runs);
    for (size_t i = 0; i < sweep->row_count; i++) {
        size_t level = sweep->factors[factor].level_of[i];
        sums[level] += (double)sweep->rows[i].cell->n * sweep->rows[i].log;
        runs[level] += (double)sweep->rows[i].cell->n;
    }
    for (size_t level = 0; level < levels; level++)
        sums[level] = exp(sweep->origin + sums[level] / runs[level]);
    return sums;
}

/* Tests the setting with every other factor; p is adjusted over these. */
static void test_interactions(const struct screener *screener, const struct screening_model *model,
                              size_t factor, struct screened_factor *screened)
{
    size_t factors = screener->sweep->factor_count, count = 0;
    struct interaction *found = arena_take_array(screener->arena, factors, sizeof *found);
    double *p = arena_take_array(model->arena, factors, sizeof *p);
    double *adjusted = arena_take_array(model->arena, factors, sizeof *adjusted);
    for (size_t other = 0; other < factors; other++) {
        if (other == factor)
            continue;
        struct term_test test = screening_model_pair(model, other < factor ? other : factor,
                                                     other < factor ? factor : other);
        found[count] = (struct interaction){.with = screener->sweep->factors[other].name,
                                            .ss = test.ss,
                                            .df = test.df,
                                            .f = test.f,
                                            .p = test.p};
        p[count++] = isnan(test.p) ? 1 : test.p;
    }
    correction_holm(p, count, adjusted);
    for (size_t i = 0; i < count; i++) {
        found[i].p_adjusted = isnan(found[i].p) ? NAN : adjusted[i];
        found[i].found = found[i].p_adjusted <= screener->alpha;
    }
    screened->interactions = found;
    screened->interaction_count = count;
}

/* "workload seq1m, direction read": where row `row` stands among the factors of `within`. */
static struct text name_stratum(const struct screener *screener, const bool *within, size_t row)
{
    struct text_builder name = {.arena = screener->arena};
    for (size_t k = 0; k < screener->sweep->factor_count; k++) {
        const struct sweep_factor *factor = &screener->sweep->factors[k];
        if (!within[k])
            continue;
        struct text level = factor->levels.items[factor->level_of[row]];
        text_add_string(&name, name.size > 0 ? ", " : "");
        text_add(&name,
                 factor->setting ? wording_level(screener->arena, factor->name, level) : level);
    }
    return text_built(&name);
}

/* The setting's effects for each combination of levels of the factors that it works together with.
 */
static void split_into_strata(const struct screener *screener, const struct screening_model *whole,
                              size_t factor, struct screened_factor *screened)
{
    const struct sweep *sweep = screener->sweep;
    bool *within = arena_take_array(whole->arena, sweep->factor_count, sizeof *within);
    bool any = false;
    for (size_t i = 0; i < screened->interaction_count; i++) {
        within[i < factor ? i : i + 1] = screened->interactions[i].found;
        any = any || screened->interactions[i].found;
    }
    if (!any)
        return;
    struct text_set *names = text_set_create(whole->arena);
    size_t *stratum_of = arena_take_array(whole->arena, sweep->row_count, sizeof *stratum_of);
    for (size_t i = 0; i < sweep->row_count; i++)
        stratum_of[i] = text_set_add(names, name_stratum(screener, within, i));
    screened->stratum_count = text_set_count(names);
    screened->strata =
        arena_take_array(screener->arena, screened->stratum_count, sizeof *screened->strata);
    for (size_t k = 0; k < screened->stratum_count; k++) {
        struct arena *scratch = arena_create();
        bool *take = arena_take_array(scratch, sweep->row_count, sizeof *take);
        for (size_t i = 0; i < sweep->row_count; i++)
            take[i] = stratum_of[i] == k;
        struct screening_model model = screening_model_make(scratch, sweep, take, false);
        model.error_ss = whole->error_ss;
        model.error_df = whole->error_df;
        screened->strata[k] = (struct effect_stratum){
            text_set_items(names)[k], make_effects(screener, &model, factor, false)};
        arena_free(scratch);
    }
}

static void screen_factor(const struct screener *screener, const struct screening_model *model,
                          size_t factor)
{
    const struct sweep_factor *source = &screener->sweep->factors[factor];
    struct screened_factor *screened = &screener->screening->factors[factor];
    struct term_test test = screening_model_factor(model, factor);
    *screened = (struct screened_factor){.name = source->name,
                                         .levels = source->levels,
                                         .joined = source->joined,
                                         .setting = source->setting,
                                         .ss = test.ss,
                                         .df = test.df,
                                         .f = test.f,
                                         .p = test.p,
                                         .gmeans = make_gmeans(screener, factor)};
    screened->effects = make_effects(screener, model, factor, true);
    if (!screener->screening->repeated || !source->setting || !model->interactions)
        return;
    test_interactions(screener, model, factor, screened);
    split_into_strata(screener, model, factor, screened);
}

/* "size 64k, storage volume: seq1m, read" for one combination of levels. */
static struct text name_cell(const struct screener *screener, const size_t *levels)
{
    struct text_builder name = {.arena = screener->arena};
    for (size_t k = 0; k < screener->sweep->factor_count; k++) {
        const struct sweep_factor *factor = &screener->sweep->factors[k];
        struct text level = factor->levels.items[levels[k]];
        text_add_string(&name, name.size > 0 ? ", " : "");
        text_add(&name,
                 factor->setting ? wording_level(screener->arena, factor->name, level) : level);
    }
    return text_built(&name);
}

/* Goes through all combinations of settings with the tests (workload and direction) that occur. */
static void list_missing(const struct screener *screener, struct arena *scratch,
                         struct text_set *present, const struct text_set *tests, size_t settings)
{
    const struct sweep *sweep = screener->sweep;
    struct screening *screening = screener->screening;
    size_t width = sweep->factor_count, known = text_set_count(present);
    size_t *levels = arena_take_array(scratch, width + 1, sizeof *levels);
    screening->missing = arena_take_array(screener->arena, MOST_MISSING, sizeof(struct text));
    for (bool done = false; !done;) {
        for (size_t test = 0; test < text_set_count(tests); test++) {
            const char *tail = text_set_items(tests)[test].data;
            size_t *key = arena_take_array(scratch, width, sizeof *key);
            for (size_t k = 0; k < width; k++)
                key[k] = k < settings ? levels[k] : ((const size_t *)(const void *)tail)[k];
            size_t number =
                text_set_add(present, (struct text){(const char *)key, width * sizeof *key});
            if (number >= known && screening->missing_listed < MOST_MISSING)
                screening->missing[screening->missing_listed++] = name_cell(screener, key);
        }
        size_t k = 0;
        while (k < settings && ++levels[k] == sweep->factors[k].levels.count)
            levels[k++] = 0;
        done = k == settings;
    }
}

/* Which cells of the full crossing were not measured. */
static void find_missing(const struct screener *screener)
{
    const struct sweep *sweep = screener->sweep;
    struct arena *scratch = arena_create();
    struct text_set *present = text_set_create(scratch), *tests = text_set_create(scratch);
    size_t width = sweep->factor_count, settings = 0;
    while (settings < width && sweep->factors[settings].setting)
        settings++;
    double combinations = 1;
    for (size_t k = 0; k < settings; k++)
        combinations *= (double)sweep->factors[k].levels.count;
    for (size_t i = 0; i < sweep->row_count; i++) {
        size_t *key = arena_take_array(scratch, width, sizeof *key);
        size_t *test = arena_take_array(scratch, width, sizeof *test);
        for (size_t k = 0; k < width; k++) {
            key[k] = sweep->factors[k].level_of[i];
            test[k] = k < settings ? 0 : key[k];
        }
        (void)text_set_add(present, (struct text){(const char *)key, width * sizeof *key});
        (void)text_set_add(tests, (struct text){(const char *)test, width * sizeof *test});
    }
    combinations *= (double)text_set_count(tests);
    screener->screening->missing_count =
        combinations < 1e15 ? (size_t)combinations - text_set_count(present) : SIZE_MAX;
    if (screener->screening->missing_count > 0 && combinations <= MOST_COMBINATIONS)
        list_missing(screener, scratch, present, tests, settings);
    arena_free(scratch);
}

static void count_cells(const struct sweep *sweep, struct screening *screening)
{
    screening->metric = sweep->metric;
    screening->tied = (struct text_list){sweep->tied, sweep->tied_count};
    screening->cells = sweep->row_count;
    screening->runs = (size_t)sweep->runs;
    for (size_t i = 0; i < sweep->row_count; i++) {
        if (sweep->rows[i].cell->statistic == STATISTIC_RUN)
            continue;
        screening->posted = true;
        screening->statistic = sweep->rows[i].cell->statistic;
    }
}

/* The error that tests are made against, and how much the main effects explain. */
static void find_error(const struct sweep *sweep, struct screening_model *model,
                       struct screening *screening)
{
    struct fit main_effects = screening_model_main(model);
    size_t last = (model->data.columns + 1) * (model->data.columns + 1) - 1;
    double all = model->data.products[last] + sweep->within_ss;
    double repeats = sweep->runs - (double)sweep->row_count;
    screening->repeated = repeats > 0;
    model->error_ss = screening->repeated ? sweep->within_ss : main_effects.rss;
    model->error_df = screening->repeated ? repeats : sweep->runs - (double)main_effects.rank;
    screening->error_ss = model->error_ss;
    screening->error_df = model->error_df;
    screening->r_squared = 1 - (main_effects.rss + sweep->within_ss) / all;
}

struct screening *screening_make(struct arena *arena, const struct cell_table *table,
                                 const struct analysis_options *options)
{
    struct sweep sweep = sweep_make(arena, table);
    bool any = false;
    for (size_t k = 0; k < sweep.factor_count; k++)
        any = any || sweep.factors[k].setting;
    if (!any)
        return NULL;
    struct arena *scratch = arena_create();
    struct screening *screening = arena_take(arena, sizeof *screening);
    struct screener screener = {arena, &sweep, screening, options->alpha};
    count_cells(&sweep, screening);
    bool repeats = sweep.runs > (double)sweep.row_count;
    struct screening_model model = screening_model_make(scratch, &sweep, NULL, repeats);
    find_error(&sweep, &model, screening);
    screening->factors = arena_take_array(arena, sweep.factor_count, sizeof *screening->factors);
    screening->factor_count = sweep.factor_count;
    for (size_t factor = 0; factor < sweep.factor_count; factor++)
        screen_factor(&screener, &model, factor);
    find_missing(&screener);
    arena_free(scratch);
    return screening;
}
