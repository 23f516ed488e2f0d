#include "render/report_tables.h"

#include "analyze/wording.h"
#include "render/line.h"
#include "render/pairs.h"
#include "render/quantity.h"

#include <math.h>
#include <string.h>

enum {
    ROWS_SHOWN_OPEN = 60, /* longer tables are folded away */
};

/* Changes and findings of a cell against the levels before it, one below the other. */
static void add_against_others(struct document_table *table, const struct analysis *analysis,
                               const struct cell *cell)
{
    struct arena *arena = table->arena;
    struct text *lines = arena_take_array(arena, analysis->levels.count + 1, sizeof *lines);
    size_t count = 0;
    for (size_t i = 0; i < analysis->comparison_count && count < analysis->levels.count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        if (comparison->candidate != cell || comparison->baseline == NULL)
            continue;
        struct text_builder line = {.arena = arena};
        struct text change = wording_change(arena, comparison, true);
        text_add(&line, change);
        text_add_string(&line, change.size > 0 ? " against " : "against ");
        text_add(&line, comparison->baseline_level);
        text_add_string(&line, ": ");
        text_add(&line, wording_state(arena, comparison));
        struct text doubt = wording_doubt(arena, comparison);
        if (doubt.size > 0)
            text_add_format(&line, " (%s)", doubt.data);
        lines[count++] = text_built(&line);
    }
    table_lines(table, lines, count);
}

static struct text setting_words(struct arena *arena, const struct analysis *analysis,
                                 const struct cell_group *group, size_t i)
{
    struct text label = cell_label(arena, analysis, group->cells[i]);
    if (analysis->factor.size == 0 || group->stratum == NULL || group->stratum->count == 0)
        return label;
    struct text stratum = stratum_name(arena, group->stratum);
    return text_format(arena, "%.*s, %.*s", (int)label.size, label.data, (int)stratum.size,
                       stratum.data);
}

static int group_decimals(const struct cell_group *group, struct display_unit unit)
{
    double largest = 0;
    for (size_t i = 0; i < group->count; i++)
        largest = fmax(largest, fabs(group->cells[i]->mean));
    return quantity_decimals(largest / unit.divisor);
}

/* "145.4 MB/s" where the column has no unit. */
static struct text with_unit(struct arena *arena, const struct cell *cell, struct text mean,
                             struct display_unit unit)
{
    struct text label = cell_unit_label(cell, unit);
    return text_format(arena, "%.*s%s%.*s", (int)mean.size, mean.data, label.size > 0 ? " " : "",
                       (int)label.size, label.data);
}

static void add_group(struct document_table *table, const struct analysis *analysis,
                      const struct cell_groups *groups, const struct cell_group *group,
                      bool compared)
{
    struct arena *arena = table->arena;
    bool own_units = cell_groups_need_units(groups, group->first->metric);
    for (size_t i = 0; i < group->count; i++) {
        const struct cell *cell = group->cells[i];
        struct display_unit unit = cell_unit(groups, cell);
        int decimals =
            own_units ? quantity_decimals(cell->mean / unit.divisor) : group_decimals(group, unit);
        struct text mean =
            quantity_in_column(arena, cell->mean / unit.divisor, decimals, MEAN_DIGITS);
        table_cell(table, group->name);
        table_cell(table, setting_words(arena, analysis, group, i));
        table_cell(table, own_units ? with_unit(arena, cell, mean, unit) : mean);
        table_cell(table, cell_deviation(arena, cell, unit, decimals));
        table_cell(table, text_format(arena, "%zu", cell->n));
        if (compared)
            add_against_others(table, analysis, cell);
    }
}

/* "Bandwidth in MB/s" */
static struct text metric_heading(struct arena *arena, const struct cell_groups *groups,
                                  const struct cell_group *group)
{
    const struct metric *metric = group->first->metric;
    struct text_builder out = {.arena = arena};
    struct text label = cell_unit_label(group->first, cell_groups_unit(groups, metric));
    if (cell_groups_need_units(groups, metric))
        label.size = 0;
    text_add(&out, metric->label);
    if (out.size > 0 && out.data[0] >= 'a' && out.data[0] <= 'z')
        out.data[0] = (char)(out.data[0] - 'a' + 'A');
    if (label.size > 0) {
        text_add_string(&out, " in ");
        text_add(&out, label);
    }
    return text_built(&out);
}

static size_t rows_of(const struct cell_groups *groups, const struct metric *metric)
{
    size_t rows = 0;
    for (size_t i = 0; i < groups->count; i++)
        rows += groups->items[i].first->metric == metric ? groups->items[i].count : 0;
    return rows;
}

static void add_metric(struct document *out, const struct analysis *analysis,
                       const struct cell_groups *groups, const struct cell_group *first)
{
    static const char *const fixed[] = {"workload", "setting", "mean", "standard deviation", "n"};
    static const enum column columns[] = {COLUMN_LEFT,  COLUMN_LEFT,  COLUMN_RIGHT,
                                          COLUMN_RIGHT, COLUMN_RIGHT, COLUMN_LEFT};
    bool compared = analysis->comparison_count > 0, primary = false;
    const char **headers = arena_take_array(out->arena, 6, sizeof *headers);
    memcpy(headers, fixed, sizeof fixed);
    headers[5] =
        text_format(out->arena, "change (%g %% interval)", 100 * (1 - analysis->options.alpha))
            .data;
    const struct metric *metric = first->first->metric;
    for (const struct cell_group *group = first; group < groups->items + groups->count; group++)
        primary = primary || (group->first->metric == metric && group->primary);
    struct text heading = metric_heading(out->arena, groups, first);
    document_heading(out, 3, heading);
    if (!primary)
        document_paragraph(
            out, text_of("Secondary: shown, not corrected for the number of comparisons, and not "
                         "counted in the verdict."));
    size_t rows = rows_of(groups, metric);
    if (rows > ROWS_SHOWN_OPEN)
        document_fold(out, text_format(out->arena, "%zu rows", rows));
    struct document_table *table = document_table(out, heading, headers, columns, compared ? 6 : 5);
    for (const struct cell_group *group = first; group < groups->items + groups->count; group++)
        if (group->first->metric == metric)
            add_group(table, analysis, groups, group, compared);
    if (rows > ROWS_SHOWN_OPEN)
        document_fold_end(out);
}

void report_metric_tables(struct document *out, const struct analysis *analysis,
                          const struct cell_groups *groups)
{
    for (size_t i = 0; i < groups->count; i++) {
        bool done = false;
        for (size_t k = 0; k < i && !done; k++)
            done = groups->items[k].first->metric == groups->items[i].first->metric;
        if (!done)
            add_metric(out, analysis, groups, &groups->items[i]);
    }
}

void report_run_table(struct document *out, const struct analysis *analysis,
                      const struct cell_groups *groups)
{
    static const char *const headers[] = {"workload", "setting", "unit", "runs"};
    static const enum column columns[] = {COLUMN_LEFT, COLUMN_LEFT, COLUMN_LEFT, COLUMN_LEFT};
    struct arena *arena = out->arena;
    struct document_table *table = document_table(out, text_of("Every run"), headers, columns, 4);
    for (size_t g = 0; g < groups->count; g++) {
        const struct cell_group *group = &groups->items[g];
        for (size_t i = 0; group->primary && i < group->count; i++) {
            const struct cell *cell = group->cells[i];
            struct display_unit unit = cell_unit(groups, cell);
            struct text_builder values = {.arena = arena};
            for (size_t k = 0; k < cell->n; k++) {
                double value = cell->values[k] / unit.divisor;
                text_add_string(&values, k == 0 ? "" : ", ");
                text_add(&values, quantity_short(arena, value, 4));
            }
            table_cell(table, group->name);
            table_cell(table, setting_words(arena, analysis, group, i));
            table_cell(table, cell_unit_label(cell, unit));
            table_cell(table, text_built(&values));
        }
    }
}

/* "file_system" -> "file system" */
static struct text in_words(struct arena *arena, struct text name)
{
    struct text_builder out = {.arena = arena};
    for (size_t i = 0; i < name.size; i++)
        text_add(&out, name.data[i] == '_' ? text_of(" ") : text_slice(name, i, i + 1));
    return text_built(&out);
}

void report_facts(struct document *out, const struct results *results)
{
    static const char *const headers[] = {"what", "value", "from"};
    static const enum column columns[] = {COLUMN_LEFT, COLUMN_LEFT, COLUMN_LEFT};
    if (results->fact_count == 0)
        return;
    struct document_table *table =
        document_table(out, text_of("Conditions of the test"), headers, columns, 3);
    for (size_t i = 0; i < results->fact_count; i++) {
        table_cell(table, in_words(out->arena, results->facts[i].name));
        table_cell(table, results->facts[i].value);
        table_cell(table, results->facts[i].from);
    }
}

void report_claims(struct document *out, const struct analysis *analysis,
                   const struct cell_groups *groups)
{
    static const char *const headers[] = {"workload", "setting", "posted", "computed from the runs",
                                          "agrees"};
    static const enum column columns[] = {COLUMN_LEFT, COLUMN_LEFT, COLUMN_RIGHT, COLUMN_RIGHT,
                                          COLUMN_LEFT};
    struct arena *arena = out->arena;
    struct document_table *table = document_table(
        out, text_of("Posted averages and what the posted runs give"), headers, columns, 5);
    for (size_t i = 0; i < analysis->claim_count; i++) {
        const struct claim *claim = &analysis->claims[i];
        const struct observation *posted = claim->posted;
        struct display_unit unit = cell_groups_unit(groups, posted->metric);
        struct text level = settings_value(posted->run->configuration, analysis->factor);
        bool known = !isnan(claim->computed);
        double computed = claim->computed / unit.divisor;
        table_cell(table, posted->run->workload);
        table_cell(table, level.size > 0 ? wording_level(arena, analysis->factor, level)
                                         : posted->run->configuration->written);
        table_cell(table, posted->written);
        table_cell(table, known ? quantity_short(arena, computed, 6) : text_of("no runs posted"));
        table_cell(table, text_of(claim->confirmed ? "yes" : known ? "no" : "cannot tell"));
    }
}

void report_sources(struct document *out, const struct results *results)
{
    static const char *const headers[] = {"file", "format", "numbers", "SHA-256"};
    static const enum column columns[] = {COLUMN_LEFT, COLUMN_LEFT, COLUMN_RIGHT, COLUMN_LEFT};
    struct arena *arena = out->arena;
    struct document_table *table =
        document_table(out, text_of("Files that were read"), headers, columns, 4);
    for (size_t i = 0; i < results->file_count; i++) {
        const struct input_file *file = &results->files[i];
        bool refused = file->refusal.size > 0;
        table_cell(table, file->path);
        if (refused)
            table_cell(table, text_format(arena, "not read: %s", file->refusal.data));
        else
            table_cell(table, in_words(arena, file->format));
        table_cell(table, text_format(arena, "%zu", file->observations));
        if (file->sha256[0] == '\0')
            table_cell(table, text_of("not computed"));
        else
            table_code(table, text_of(file->sha256));
    }
}

/* The options of a run as people write them: "rw=randwrite, bs=4096, iodepth=1". */
static struct text options_words(struct arena *arena, const struct settings *options)
{
    struct text_builder words = {.arena = arena};
    for (size_t i = 0; i < options->count; i++)
        text_add_format(&words, "%s%.*s=%.*s", i > 0 ? ", " : "", (int)options->items[i].name.size,
                        options->items[i].name.data, (int)options->items[i].value.size,
                        options->items[i].value.data);
    return text_built(&words);
}

static const struct run *stated_run(const struct cell *cell)
{
    for (size_t i = 0; i < cell->n; i++)
        if (cell->observations[i]->run->options != NULL)
            return cell->observations[i]->run;
    return NULL;
}

void report_workloads(struct document *out, const struct analysis *analysis)
{
    static const char *const headers[] = {"workload", "as run (sizes in bytes, times in seconds)"};
    static const enum column columns[] = {COLUMN_LEFT, COLUMN_LEFT};
    struct arena *arena = out->arena;
    struct text *seen = arena_take_array(arena, analysis->cell_count + 1, sizeof *seen);
    size_t count = 0;
    struct document_table *table = NULL;
    for (size_t i = 0; i < analysis->cell_count; i++) {
        const struct run *run = stated_run(&analysis->cells[i]);
        bool known = run == NULL;
        for (size_t k = 0; k < count && !known; k++)
            known = text_equal(seen[k], run->workload);
        if (known)
            continue;
        if (table == NULL)
            table = document_table(out, text_of("Workloads"), headers, columns, 2);
        seen[count++] = run->workload;
        table_cell(table, run->workload);
        table_cell(table, options_words(arena, run->options));
    }
}
