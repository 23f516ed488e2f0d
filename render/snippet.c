#include "render/snippet.h"

#include "analyze/wording.h"
#include "render/cell_groups.h"
#include "render/conditions.h"
#include "render/figure_set.h"
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

static void add_comparisons(struct document *out, const struct analysis *analysis,
                            const struct cell_groups *groups)
{
    static const char *const headers[] = {"workload", "compared", "before",
                                          "after",    "change",   "finding"};
    static const enum column columns[] = {COLUMN_LEFT,  COLUMN_LEFT,  COLUMN_RIGHT,
                                          COLUMN_RIGHT, COLUMN_RIGHT, COLUMN_LEFT};
    struct arena *arena = out->arena;
    struct document_table *table = document_table(out, text_of("Comparisons"), headers, columns, 6);
    struct pair_list pairs = pairs_of(arena, analysis);
    for (size_t p = 0; p < pairs.count; p++)
        for (size_t i = 0; i < pairs.items[p].primary_count; i++) {
            const struct comparison *comparison = pairs.items[p].primary[i];
            table_cell(table, comparison_name(arena, comparison, pairs.items[p].metric == NULL));
            table_cell(table, pair_name(arena, pairs.items[p].overall, pairs.several_strata));
            table_cell(table, figure_words(arena, groups, comparison->baseline));
            table_cell(table, figure_words(arena, groups, comparison->candidate));
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
