/* Type II sums of squares: a term against the model of all terms that do not contain it. Langsrud,
   "ANOVA for unbalanced data: use type II instead of type III sums of squares" (2003). */

#include "analyze/screening_model.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

enum { MOST_COLUMNS = 400 };

static size_t degrees(const struct sweep *sweep, size_t factor)
{
    return sweep->factors[factor].levels.count - 1;
}

/* Gives every term its columns; returns how many there are. */
static size_t place_columns(struct screening_model *model)
{
    const struct sweep *sweep = model->sweep;
    size_t columns = 1, factors = sweep->factor_count;
    for (size_t a = 0; a < factors; a++) {
        model->first[a] = columns;
        columns += degrees(sweep, a);
    }
    size_t main_columns = columns;
    for (size_t a = 0; a < factors; a++)
        for (size_t b = a + 1; b < factors; b++) {
            model->pair_first[a * factors + b] = columns;
            columns += degrees(sweep, a) * degrees(sweep, b);
        }
    model->interactions = model->interactions && columns <= MOST_COLUMNS;
    return model->interactions ? columns : main_columns;
}

static void add_row(struct screening_model *model, size_t row, size_t *ones)
{
    const struct sweep *sweep = model->sweep;
    size_t count = 0, factors = sweep->factor_count;
    for (size_t a = 0; a < factors; a++) {
        size_t level = sweep->factors[a].level_of[row];
        if (level == 0)
            continue;
        ones[count++] = model->first[a] + level - 1;
        for (size_t b = a + 1; b < factors && model->interactions; b++) {
            size_t other = sweep->factors[b].level_of[row];
            if (other > 0)
                ones[count++] = model->pair_first[a * factors + b] +
                                (level - 1) * degrees(sweep, b) + other - 1;
        }
    }
    least_squares_add(&model->data, ones, count, sweep->rows[row].log,
                      (double)sweep->rows[row].cell->n);
}

struct screening_model screening_model_make(struct arena *arena, const struct sweep *sweep,
                                            const bool *take, bool interactions)
{
    size_t factors = sweep->factor_count;
    struct screening_model model = {.sweep = sweep, .arena = arena, .interactions = interactions};
    model.first = arena_take_array(arena, factors, sizeof *model.first);
    model.pair_first = arena_take_array(arena, factors * factors, sizeof *model.pair_first);
    size_t *ones = arena_take_array(arena, factors * (factors + 1), sizeof *ones);
    model.data = least_squares_create(arena, place_columns(&model));
    for (size_t row = 0; row < sweep->row_count; row++)
        if (take == NULL || take[row])
            add_row(&model, row, ones);
    return model;
}

static void set(bool *in, size_t first, size_t count, bool value)
{
    for (size_t i = first; i < first + count; i++)
        in[i] = value;
}

/* All main effects, and the pairs when asked for. */
static bool *all_terms(const struct screening_model *model, bool pairs)
{
    size_t columns = model->data.columns, factors = model->sweep->factor_count;
    bool *in = arena_take_array(model->arena, columns, sizeof *in);
    size_t end = 1;
    for (size_t a = 0; a < factors; a++)
        end += degrees(model->sweep, a);
    set(in, 0, pairs ? columns : end, true);
    return in;
}

struct fit screening_model_fit(const struct screening_model *model, long without, long without_pair)
{
    const struct sweep *sweep = model->sweep;
    size_t factors = sweep->factor_count;
    bool *in = all_terms(model, true);
    for (size_t a = 0; a < factors; a++) {
        if ((long)a == without)
            set(in, model->first[a], degrees(sweep, a), false);
        for (size_t b = a + 1; b < factors && model->interactions; b++)
            if ((long)a == without || (long)b == without || (long)(a * factors + b) == without_pair)
                set(in, model->pair_first[a * factors + b], degrees(sweep, a) * degrees(sweep, b),
                    false);
    }
    return least_squares_fit(&model->data, in);
}

struct fit screening_model_main(const struct screening_model *model)
{
    return least_squares_fit(&model->data, all_terms(model, false));
}

static struct term_test compare(const struct screening_model *model, const struct fit *with,
                                const struct fit *without)
{
    struct term_test test = {.ss = fmax(0, without->rss - with->rss),
                             .df = (double)with->rank - (double)without->rank,
                             .f = NAN,
                             .p = NAN};
    if (test.df > 0 && model->error_df > 0 && model->error_ss > 0) {
        test.f = test.ss / test.df / (model->error_ss / model->error_df);
        test.p = gsl_cdf_fdist_Q(test.f, test.df, model->error_df);
    }
    return test;
}

struct term_test screening_model_factor(const struct screening_model *model, size_t factor)
{
    const struct sweep *sweep = model->sweep;
    size_t factors = sweep->factor_count;
    struct fit without = screening_model_fit(model, (long)factor, -1);
    /* All terms but those that contain the factor, and the factor itself. */
    bool *in = all_terms(model, true);
    for (size_t a = 0; a < factors; a++)
        for (size_t b = a + 1; b < factors && model->interactions; b++)
            if (a == factor || b == factor)
                set(in, model->pair_first[a * factors + b], degrees(sweep, a) * degrees(sweep, b),
                    false);
    struct fit with = least_squares_fit(&model->data, in);
    return compare(model, &with, &without);
}

struct term_test screening_model_pair(const struct screening_model *model, size_t a, size_t b)
{
    struct fit with = screening_model_fit(model, -1, -1);
    struct fit without = screening_model_fit(model, -1, (long)(a * model->sweep->factor_count + b));
    return compare(model, &with, &without);
}
