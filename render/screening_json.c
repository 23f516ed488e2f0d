#include "render/screening_json.h"

#include "analyze/wording.h"

static void add_effects(struct json_writer *writer, const struct effect *effects, size_t count)
{
    json_begin(writer, "effects", '[');
    for (size_t i = 0; i < count; i++) {
        json_begin(writer, NULL, '{');
        json_text(writer, "level", effects[i].level);
        json_text(writer, "baseline", effects[i].baseline);
        json_double(writer, "ratio", effects[i].ratio);
        json_double(writer, "ratio_low", effects[i].low);
        json_double(writer, "ratio_high", effects[i].high);
        json_double(writer, "p", effects[i].p);
        json_integer(writer, "pairs", (int64_t)effects[i].pairs);
        json_double(writer, "pairs_median", effects[i].median);
        json_double(writer, "pairs_smallest", effects[i].smallest);
        json_double(writer, "pairs_largest", effects[i].largest);
        json_end(writer, '}');
    }
    json_end(writer, ']');
}

static void add_interactions(struct json_writer *writer, const struct screened_factor *factor)
{
    json_begin(writer, "interactions", '[');
    for (size_t i = 0; i < factor->interaction_count; i++) {
        const struct interaction *interaction = &factor->interactions[i];
        json_begin(writer, NULL, '{');
        json_text(writer, "with", interaction->with);
        json_double(writer, "ss", interaction->ss);
        json_double(writer, "df", interaction->df);
        json_double(writer, "f", interaction->f);
        json_double(writer, "p", interaction->p);
        json_double(writer, "p_adjusted", interaction->p_adjusted);
        json_bool(writer, "found", interaction->found);
        json_end(writer, '}');
    }
    json_end(writer, ']');
    json_begin(writer, "strata", '[');
    for (size_t i = 0; i < factor->stratum_count; i++) {
        json_begin(writer, NULL, '{');
        json_text(writer, "name", factor->strata[i].name);
        add_effects(writer, factor->strata[i].effects, factor->levels.count - 1);
        json_end(writer, '}');
    }
    json_end(writer, ']');
}

static void add_factor(struct json_writer *writer, const struct screened_factor *factor)
{
    json_begin(writer, NULL, '{');
    json_text(writer, "name", factor->name);
    json_bool(writer, "setting", factor->setting);
    json_integer(writer, "joined", (int64_t)factor->joined);
    json_begin(writer, "levels", '[');
    for (size_t i = 0; i < factor->levels.count; i++) {
        json_begin(writer, NULL, '{');
        json_text(writer, "level", factor->levels.items[i]);
        json_double(writer, "gmean", factor->gmeans[i]);
        json_end(writer, '}');
    }
    json_end(writer, ']');
    json_double(writer, "ss", factor->ss);
    json_double(writer, "df", factor->df);
    json_double(writer, "f", factor->f);
    json_double(writer, "p", factor->p);
    add_effects(writer, factor->effects, factor->levels.count - 1);
    add_interactions(writer, factor);
    json_end(writer, '}');
}

static void add_list(struct json_writer *writer, const char *name, const struct text *items,
                     size_t count)
{
    json_begin(writer, name, '[');
    for (size_t i = 0; i < count; i++)
        json_text(writer, NULL, items[i]);
    json_end(writer, ']');
}

void screening_json(struct json_writer *writer, const struct analysis *analysis)
{
    const struct screening *screening = analysis->screening;
    struct arena *arena = writer->out->arena;
    if (screening == NULL) {
        json_null(writer, "screening");
        return;
    }
    struct text_list notes = wording_screening_notes(arena, screening);
    json_begin(writer, "screening", '{');
    json_string(writer, "state", screening->repeated ? "" : "INSUFFICIENT");
    json_text(writer, "sentence", wording_screening_title(arena, analysis));
    json_text(writer, "basis", wording_screening_basis(arena, screening));
    json_text(writer, "metric", screening->metric->name);
    json_integer(writer, "cells", (int64_t)screening->cells);
    json_integer(writer, "runs", (int64_t)screening->runs);
    json_bool(writer, "repeated", screening->repeated);
    json_double(writer, "error_ss", screening->error_ss);
    json_double(writer, "error_df", screening->error_df);
    json_double(writer, "r_squared", screening->r_squared);
    json_begin(writer, "factors", '[');
    for (size_t i = 0; i < screening->factor_count; i++)
        add_factor(writer, &screening->factors[i]);
    json_end(writer, ']');
    json_integer(writer, "missing_count", (int64_t)screening->missing_count);
    add_list(writer, "missing", screening->missing, screening->missing_listed);
    add_list(writer, "notes", notes.items, notes.count);
    json_end(writer, '}');
}
