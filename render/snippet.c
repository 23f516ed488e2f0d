#include "render/snippet.h"

#include "analyze/wording.h"
#include "render/cell_groups.h"
#include "render/conditions.h"
#include "render/figure_set.h"
#include "render/line.h"
#include "render/pairs.h"
#include "render/quantity.h"

#include <math.h>

static struct text figure_words(struct arena *arena, const struct cell_groups *groups,
                                const struct cell *cell)
{
    if (cell == NULL)
        return text_of("none");
    struct display_unit unit = cell_unit(groups, cell);
    struct text mean = quantity_short(arena, cell->mean / unit.divisor, 4);
    struct text label = cell_unit_label(cell, unit);
    struct text_builder out = {.arena = arena};
    text_add(&out, mean);
    text_add_string(&out, label.size > 0 ? " " : "");
    text_add(&out, label);
    if (cell->n > 1 && isfinite(cell->cv))
        text_add_format(&out, " \xc2\xb1 %.*s %%",
                        (int)quantity_short(arena, 100 * cell->cv, 2).size,
                        quantity_short(arena, 100 * cell->cv, 2).data);
    text_add_format(&out, ", n = %zu", cell->n);
    return text_built(&out);
}

/* All comparisons have the same two levels. */
static bool is_one_pair(const struct pair_list *pairs)
{
    for (size_t p = 1; p < pairs->count; p++)
        if (!text_equal(pairs->items[p].overall->baseline_level,
                        pairs->items[0].overall->baseline_level) ||
            !text_equal(pairs->items[p].overall->candidate_level,
                        pairs->items[0].overall->candidate_level))
            return false;
    return true;
}

static const char *level_header(struct arena *arena, const struct overall *overall,
                                struct text level)
{
    struct text name = line_clean(arena, wording_level(arena, overall->factor, level));
    return text_string(arena, name);
}

/* "12: 145 MB/s" where the header does not name the level. */
static void add_figure_of(struct document_table *table, const struct cell_groups *groups,
                          const struct cell *cell, struct text level, bool named)
{
    struct text words = figure_words(table->arena, groups, cell);
    if (named)
        words = text_format(table->arena, "%.*s: %.*s", (int)level.size, level.data,
                            (int)words.size, words.data);
    table_cell(table, words);
}

static void add_comparisons(struct document *out, const struct analysis *analysis,
                            const struct cell_groups *groups)
{
    static const enum column columns[] = {COLUMN_LEFT,  COLUMN_LEFT,  COLUMN_RIGHT,
                                          COLUMN_RIGHT, COLUMN_RIGHT, COLUMN_LEFT};
    struct arena *arena = out->arena;
    struct pair_list pairs = pairs_of(arena, analysis);
    const struct overall *first = pairs.items[0].overall;
    bool one = is_one_pair(&pairs);
    const char **headers = arena_take_array(arena, 6, sizeof *headers);
    headers[0] = "workload";
    headers[1] = "compared";
    headers[2] = one ? level_header(arena, first, first->baseline_level) : "base";
    headers[3] = one ? level_header(arena, first, first->candidate_level) : "against it";
    headers[4] = "change";
    headers[5] = "finding";
    struct document_table *table = document_table(out, text_of("Comparisons"), headers, columns, 6);
    for (size_t p = 0; p < pairs.count; p++)
        for (size_t i = 0; i < pairs.items[p].primary_count; i++) {
            const struct comparison *comparison = pairs.items[p].primary[i];
            table_cell(table, comparison_name(arena, comparison, pairs.items[p].metric == NULL));
            table_cell(table, pair_name(arena, pairs.items[p].overall, pairs.several_strata));
            add_figure_of(table, groups, comparison->baseline, comparison->baseline_level, !one);
            add_figure_of(table, groups, comparison->candidate, comparison->candidate_level, !one);
            table_cell(table, wording_change(arena, comparison, true));
            table_cell(table, wording_state(arena, comparison));
        }
}

static void add_cells(struct document *out, const struct analysis *analysis,
                      const struct cell_groups *groups)
{
    static const char *const headers[] = {"workload", "setting", "measured"};
    static const enum column columns[] = {COLUMN_LEFT, COLUMN_LEFT, COLUMN_RIGHT};
    struct document_table *table = document_table(out, text_of("Figures"), headers, columns, 3);
    for (size_t g = 0; g < groups->count; g++) {
        const struct cell_group *group = &groups->items[g];
        for (size_t i = 0; group->primary && i < group->count; i++) {
            table_cell(table, group->name);
            table_cell(table, cell_label(out->arena, analysis, group->cells[i]));
            table_cell(table, figure_words(out->arena, groups, group->cells[i]));
        }
    }
}

struct document snippet_document(struct arena *arena, const struct analysis *analysis)
{
    struct document out = {.arena = arena};
    struct cell_groups groups = cell_groups_of(arena, analysis);
    struct text parts[] = {
        conditions_runs(arena, analysis),
        conditions_order(analysis),
        conditions_tool(arena, analysis->results),
        text_of("ashiftstat " ASHIFTSTAT_VERSION),
    };
    struct text title = wording_title(arena, analysis);
    document_paragraph_strong(&out, text_format(arena, "%.*s.", (int)title.size, title.data),
                              conditions_on_files(analysis->results) ? conditions_file_sentence()
                                                                     : text_of(""));
    if (analysis->overall_count > 0)
        add_comparisons(&out, analysis, &groups);
    else
        add_cells(&out, analysis, &groups);
    struct text known = figure_subtitle(arena, parts, sizeof parts / sizeof *parts);
    document_paragraph(&out, text_format(arena, "%.*s.", (int)known.size, known.data));
    return out;
}
