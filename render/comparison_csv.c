#include "render/comparison_csv.h"

#include "render/csv_fields.h"
#include "render/observation_csv.h"

static void add_comparison(struct text_builder *out, const struct comparison *comparison)
{
    struct csv_fields fields = {.out = out};
    csv_text(&fields, comparison->workload);
    csv_plain(&fields, direction_name(comparison->direction));
    csv_text(&fields, comparison->metric->name);
    csv_text(&fields, comparison->stratum->written);
    csv_text(&fields, comparison->factor);
    csv_text(&fields, comparison->baseline_level);
    csv_text(&fields, comparison->candidate_level);
    csv_integer(&fields, (int64_t)comparison->n_baseline, false);
    csv_integer(&fields, (int64_t)comparison->n_candidate, false);
    csv_plain(&fields, comparison->paired ? "paired" : "unpaired");
    csv_integer(&fields, (int64_t)comparison->family_size, true);
    csv_plain(&fields, state_name(comparison->state));
    csv_plain(&fields, comparison_reason_name(comparison));
    csv_double(&fields, comparison->ratio);
    csv_double(&fields, comparison->ratio_low);
    csv_double(&fields, comparison->ratio_high);
    csv_double(&fields, comparison->p);
    csv_double(&fields, comparison->p_adjusted);
    csv_double(&fields, comparison->n_detect_margin);
    csv_double(&fields, comparison->n_detect_observed);
    csv_double(&fields, comparison->n_equiv_margin);
    csv_plain(&fields, comparison->primary ? "yes" : "no");
    csv_end_line(&fields);
}

struct text comparison_csv(struct arena *arena, const struct analysis *analysis)
{
    struct text_builder out = {.arena = arena};
    text_add_string(&out,
                    "workload,direction,metric,stratum,factor,baseline,candidate,n_baseline,"
                    "n_candidate,design,family_size,state,reason,ratio,ratio_low,ratio_high,p,"
                    "p_adjusted,n_detect_margin,n_detect_observed,n_equiv_margin,primary\n");
    for (size_t i = 0; i < analysis->comparison_count; i++)
        add_comparison(&out, &analysis->comparisons[i]);
    return text_built(&out);
}

static void add_cell(struct text_builder *out, const struct cell *cell)
{
    struct csv_fields fields = {.out = out};
    csv_text(&fields, cell->configuration->written);
    csv_text(&fields, cell->workload);
    csv_plain(&fields, direction_name(cell->direction));
    csv_text(&fields, cell->metric->name);
    csv_text(&fields, cell->unit);
    csv_integer(&fields, (int64_t)cell->n, false);
    csv_double(&fields, cell->mean);
    csv_double(&fields, cell->sd);
    csv_double(&fields, cell->cv);
    csv_double(&fields, cell->median);
    csv_double(&fields, cell->min);
    csv_double(&fields, cell->max);
    csv_double(&fields, cell->ci_low);
    csv_double(&fields, cell->ci_high);
    csv_double(&fields, cell->gmean);
    csv_end_line(&fields);
}

struct text cell_csv(struct arena *arena, const struct analysis *analysis)
{
    struct text_builder out = {.arena = arena};
    text_add_string(&out,
                    "config,workload,direction,metric,unit,n,mean,sd,cv,median,min,max,ci_low,"
                    "ci_high,gmean\n");
    for (size_t i = 0; i < analysis->cell_count; i++)
        add_cell(&out, &analysis->cells[i]);
    return text_built(&out);
}

struct text run_csv(struct arena *arena, const struct analysis *analysis)
{
    size_t count = 0, used = 0;
    for (size_t i = 0; i < analysis->cell_count; i++)
        count += analysis->cells[i].n;
    const struct observation **all = arena_take_array(arena, count + 1, sizeof *all);
    for (size_t i = 0; i < analysis->cell_count; i++)
        for (size_t k = 0; k < analysis->cells[i].n; k++)
            all[used++] = analysis->cells[i].observations[k];
    return observation_csv_of(arena, all, used);
}
