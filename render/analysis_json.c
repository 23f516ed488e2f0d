#include "render/analysis_json.h"

#include "analyze/wording.h"
#include "render/check_list.h"
#include "render/json_writer.h"
#include "render/screening_json.h"

static void add_source(struct json_writer *writer, struct source source)
{
    json_text(writer, "source", source.path);
    if (source.line > 0)
        json_integer(writer, "line", source.line);
    else
        json_null(writer, "line");
}

static void add_options(struct json_writer *writer, const struct analysis_options *options)
{
    static const char *const pairings[] = {"auto", "none", "run", "block"};
    json_begin(writer, "options", '{');
    json_text(writer, "baseline", options->baseline);
    json_double(writer, "margin", options->margin);
    json_double(writer, "alpha", options->alpha);
    json_string(writer, "method", method_name(options->method));
    json_string(writer, "pairing", pairings[options->pairing]);
    json_string(writer, "correction", correction_name(options->correction));
    json_bool(writer, "include_faulty", options->include_faulty);
    json_integer(writer, "seed", (int64_t)options->seed);
    json_end(writer, '}');
}

static void add_levels(struct json_writer *writer, const struct analysis *analysis)
{
    json_begin(writer, "levels", '[');
    for (size_t i = 0; i < analysis->levels.count; i++)
        json_text(writer, NULL, analysis->levels.items[i]);
    json_end(writer, ']');
}

static void add_overall(struct json_writer *writer, const struct analysis *analysis,
                        const struct overall *overall)
{
    json_begin(writer, NULL, '{');
    json_text(writer, "factor", overall->factor);
    json_text(writer, "baseline", overall->baseline_level);
    json_text(writer, "candidate", overall->candidate_level);
    json_text(writer, "stratum", overall->stratum->written);
    json_string(writer, "state", state_name(overall->state));
    json_text(writer, "sentence", wording_overall(writer->out->arena, analysis, overall));
    json_begin(writer, "counts", '{');
    for (unsigned state = 0; state < STATE_COUNT; state++)
        if (overall->counts[state] > 0)
            json_integer(writer, state_name((enum state)state), (int64_t)overall->counts[state]);
    json_end(writer, '}');
    json_integer(writer, "total", (int64_t)overall->total);
    json_double(writer, "ratio", overall->ratio);
    json_double(writer, "ratio_low", overall->ratio_low);
    json_double(writer, "ratio_high", overall->ratio_high);
    json_integer(writer, "order_known", (int64_t)overall->order_known);
    json_end(writer, '}');
}

/* With three levels or more: per test the levels that no other was shown to beat. */
static void add_unbeaten(struct json_writer *writer, const struct analysis *analysis)
{
    json_begin(writer, "unbeaten", '[');
    for (size_t i = 0; i < analysis->unbeaten_count; i++) {
        const struct unbeaten *unbeaten = &analysis->unbeaten[i];
        json_begin(writer, NULL, '{');
        json_text(writer, "workload", unbeaten->workload);
        json_string(writer, "direction", direction_name(unbeaten->direction));
        json_text(writer, "metric", unbeaten->metric->name);
        json_text(writer, "stratum", unbeaten->stratum->written);
        json_begin(writer, "levels", '[');
        for (size_t k = 0; k < unbeaten->levels.count; k++)
            json_text(writer, NULL, unbeaten->levels.items[k]);
        json_end(writer, ']');
        json_bool(writer, "winner", unbeaten->winner);
        json_text(writer, "sentence", wording_unbeaten(writer->out->arena, analysis, unbeaten));
        json_end(writer, '}');
    }
    json_end(writer, ']');
}

static void add_comparison(struct json_writer *writer, const struct comparison *comparison)
{
    struct arena *arena = writer->out->arena;
    json_begin(writer, NULL, '{');
    json_text(writer, "workload", comparison->workload);
    json_string(writer, "direction", direction_name(comparison->direction));
    json_text(writer, "metric", comparison->metric->name);
    json_text(writer, "stratum", comparison->stratum->written);
    json_text(writer, "factor", comparison->factor);
    json_text(writer, "baseline", comparison->baseline_level);
    json_text(writer, "candidate", comparison->candidate_level);
    json_integer(writer, "n_baseline", (int64_t)comparison->n_baseline);
    json_integer(writer, "n_candidate", (int64_t)comparison->n_candidate);
    json_string(writer, "design", comparison->paired ? "paired" : "unpaired");
    json_string(writer, "repeats", comparison->by_session ? "sessions" : "runs");
    json_integer(writer, "incomplete_blocks", (int64_t)comparison->incomplete_blocks);
    json_integer(writer, "family_size", (int64_t)comparison->family_size);
    json_string(writer, "state", state_name(comparison->state));
    json_string(writer, "reason", comparison_reason_name(comparison));
    json_text(writer, "detail", comparison->detail);
    json_double(writer, "ratio", comparison->ratio);
    json_double(writer, "ratio_low", comparison->ratio_low);
    json_double(writer, "ratio_high", comparison->ratio_high);
    json_double(writer, "t", comparison->t);
    json_double(writer, "df", comparison->df);
    json_double(writer, "p", comparison->p);
    json_double(writer, "p_adjusted", comparison->p_adjusted);
    json_double(writer, "n_detect_margin", comparison->n_detect_margin);
    json_double(writer, "n_detect_margin_low", comparison->n_detect_margin_low);
    json_double(writer, "n_detect_margin_high", comparison->n_detect_margin_high);
    json_double(writer, "n_detect_observed", comparison->n_detect_observed);
    json_double(writer, "n_detect_observed_low", comparison->n_detect_observed_low);
    json_double(writer, "n_detect_observed_high", comparison->n_detect_observed_high);
    json_double(writer, "n_equiv_margin", comparison->n_equiv_margin);
    json_double(writer, "spread_baseline", comparison->spread_baseline);
    json_double(writer, "spread_candidate", comparison->spread_candidate);
    json_double(writer, "cv_baseline", comparison->cv_baseline);
    json_double(writer, "cv_candidate", comparison->cv_candidate);
    json_double(writer, "cv_ratio", comparison->cv_ratio);
    json_double(writer, "spread_f", comparison->spread_f);
    json_double(writer, "spread_p", comparison->spread_p);
    json_string(writer, "evenness", evenness_name(comparison->evenness));
    json_double(writer, "visible_ratio", comparison->visible_ratio);
    json_double(writer, "slope_per_run", comparison->slope_per_run);
    json_bool(writer, "primary", comparison->primary);
    json_text(writer, "headline", wording_headline(arena, comparison));
    json_text(writer, "evidence", wording_evidence(arena, comparison));
    json_end(writer, '}');
}

static void add_cell(struct json_writer *writer, const struct cell *cell)
{
    json_begin(writer, NULL, '{');
    json_text(writer, "config", cell->configuration->written);
    json_text(writer, "workload", cell->workload);
    json_string(writer, "direction", direction_name(cell->direction));
    json_text(writer, "metric", cell->metric->name);
    json_text(writer, "unit", cell->unit);
    json_string(writer, "statistic", statistic_name(cell->statistic));
    json_integer(writer, "n", (int64_t)cell->n);
    json_double(writer, "mean", cell->mean);
    json_double(writer, "sd", cell->sd);
    json_double(writer, "cv", cell->cv);
    json_double(writer, "median", cell->median);
    json_double(writer, "min", cell->min);
    json_double(writer, "max", cell->max);
    json_double(writer, "ci_low", cell->ci_low);
    json_double(writer, "ci_high", cell->ci_high);
    json_double(writer, "gmean", cell->gmean);
    json_begin(writer, "values", '[');
    for (size_t i = 0; i < cell->n; i++)
        json_double(writer, NULL, cell->values[i]);
    json_end(writer, ']');
    json_end(writer, '}');
}

static void add_warning(struct json_writer *writer, const struct warning *warning)
{
    json_begin(writer, NULL, '{');
    json_string(writer, "code", warning_name(warning->code));
    if (warning->comparison != NULL) {
        json_text(writer, "workload", warning->comparison->workload);
        json_string(writer, "direction", direction_name(warning->comparison->direction));
        json_text(writer, "metric", warning->comparison->metric->name);
        json_text(writer, "baseline", warning->comparison->baseline_level);
        json_text(writer, "candidate", warning->comparison->candidate_level);
    }
    if (warning->cell != NULL)
        json_text(writer, "config", warning->cell->configuration->written);
    json_text(writer, "message", warning->message);
    json_end(writer, '}');
}

static void add_claim(struct json_writer *writer, const struct claim *claim)
{
    json_begin(writer, NULL, '{');
    json_text(writer, "config", claim->posted->run->configuration->written);
    json_text(writer, "workload", claim->posted->run->workload);
    json_string(writer, "direction", direction_name(claim->posted->direction));
    json_text(writer, "metric", claim->posted->metric->name);
    json_string(writer, "statistic", statistic_name(claim->posted->statistic));
    json_double(writer, "posted", claim->posted->value);
    json_text(writer, "written", claim->posted->written);
    json_double(writer, "computed", claim->computed);
    if (claim->cell == NULL)
        json_null(writer, "confirmed");
    else
        json_bool(writer, "confirmed", claim->confirmed);
    json_text(writer, "message", claim->message);
    add_source(writer, claim->posted->source);
    json_end(writer, '}');
}

/* A percentage or winner in the words of a post. */
static void add_stated(struct json_writer *writer, const struct stated_change *stated)
{
    const struct observation *claim = stated->claim;
    json_begin(writer, NULL, '{');
    json_text(writer, "config", claim->run->configuration->written);
    json_text(writer, "workload", claim->run->workload);
    json_string(writer, "direction", direction_name(claim->direction));
    json_text(writer, "metric", claim->metric->name);
    json_string(writer, "statistic", statistic_name(claim->statistic));
    json_double(writer, "posted", claim->value);
    json_text(writer, "written", claim->written);
    json_text(writer, "base", stated->base);
    json_double(writer, "computed", stated->on_base);
    json_double(writer, "computed_on_subject", stated->on_subject);
    if (stated->result == CHECK_UNKNOWN)
        json_null(writer, "confirmed");
    else
        json_bool(writer, "confirmed", stated->result == CHECK_CLEAN);
    json_text(writer, "message", stated->message);
    add_source(writer, claim->source);
    json_end(writer, '}');
}

static void add_excluded(struct json_writer *writer, const struct excluded_run *excluded)
{
    json_begin(writer, NULL, '{');
    json_text(writer, "config", excluded->run->configuration->written);
    json_text(writer, "workload", excluded->run->workload);
    json_integer(writer, "iteration", excluded->run->iteration);
    json_text(writer, "reason", excluded->reason);
    add_source(writer, excluded->run->source);
    json_end(writer, '}');
}

static void add_file(struct json_writer *writer, const struct input_file *file)
{
    json_begin(writer, NULL, '{');
    json_text(writer, "path", file->path);
    json_text(writer, "format", file->format);
    json_integer(writer, "size", (int64_t)file->size);
    json_integer(writer, "observations", (int64_t)file->observations);
    json_string(writer, "sha256", file->sha256);
    json_text(writer, "refusal", file->refusal);
    json_end(writer, '}');
}

static void add_what_was_read(struct json_writer *writer, const struct results *results)
{
    json_begin(writer, "notes", '[');
    for (size_t i = 0; i < results->note_count; i++) {
        json_begin(writer, NULL, '{');
        json_text(writer, "message", results->notes[i].message);
        add_source(writer, results->notes[i].source);
        json_end(writer, '}');
    }
    json_end(writer, ']');
    json_begin(writer, "facts", '[');
    for (size_t i = 0; i < results->fact_count; i++) {
        json_begin(writer, NULL, '{');
        json_text(writer, "name", results->facts[i].name);
        json_text(writer, "value", results->facts[i].value);
        json_text(writer, "from", results->facts[i].from);
        json_text(writer, "path", results->facts[i].path);
        json_end(writer, '}');
    }
    json_end(writer, ']');
    json_begin(writer, "sources", '[');
    for (size_t i = 0; i < results->file_count; i++)
        add_file(writer, &results->files[i]);
    json_end(writer, ']');
}

static void add_next_steps(struct json_writer *writer, const struct analysis *analysis)
{
    struct text_list steps = wording_next_steps(writer->out->arena, analysis);
    json_begin(writer, "next_steps", '[');
    for (size_t i = 0; i < steps.count; i++)
        json_text(writer, NULL, steps.items[i]);
    json_end(writer, ']');
}

static void add_lists(struct json_writer *writer, const struct analysis *analysis)
{
    json_begin(writer, "overall", '[');
    for (size_t i = 0; i < analysis->overall_count; i++)
        add_overall(writer, analysis, &analysis->overalls[i]);
    json_end(writer, ']');
    add_unbeaten(writer, analysis);
    screening_json(writer, analysis);
    json_begin(writer, "comparisons", '[');
    for (size_t i = 0; i < analysis->comparison_count; i++)
        add_comparison(writer, &analysis->comparisons[i]);
    json_end(writer, ']');
    json_begin(writer, "cells", '[');
    for (size_t i = 0; i < analysis->cell_count; i++)
        add_cell(writer, &analysis->cells[i]);
    json_end(writer, ']');
    json_begin(writer, "warnings", '[');
    for (size_t i = 0; i < analysis->warning_count; i++)
        add_warning(writer, &analysis->warnings[i]);
    json_end(writer, ']');
    add_next_steps(writer, analysis);
    check_list_write(writer, "checks", analysis);
    json_begin(writer, "claims", '[');
    for (size_t i = 0; i < analysis->claim_count; i++)
        add_claim(writer, &analysis->claims[i]);
    for (size_t i = 0; i < analysis->stated_count; i++)
        add_stated(writer, &analysis->stated[i]);
    json_end(writer, ']');
    json_begin(writer, "excluded", '[');
    for (size_t i = 0; i < analysis->excluded_count; i++)
        add_excluded(writer, &analysis->excluded[i]);
    json_end(writer, ']');
}

struct text analysis_json(struct arena *arena, const struct analysis *analysis)
{
    struct text_builder out = {.arena = arena};
    struct json_writer writer = {.out = &out, .spread = 2};
    json_begin(&writer, NULL, '{');
    json_integer(&writer, "schema", ANALYSIS_JSON_SCHEMA);
    json_string(&writer, "program", "ashiftstat");
    json_string(&writer, "version", ASHIFTSTAT_VERSION);
    json_text(&writer, "title", wording_title(arena, analysis));
    add_options(&writer, &analysis->options);
    json_text(&writer, "factor", analysis->factor);
    add_levels(&writer, analysis);
    add_lists(&writer, analysis);
    add_what_was_read(&writer, analysis->results);
    json_end(&writer, '}');
    return text_built(&out);
}
