/* Many settings at once: for two factors or more that vary, and six configurations or more. */
#include "render/figure_set.h"

#include "model/configuration.h"
#include "render/cell_groups.h"
#include "render/conditions.h"
#include "render/line.h"
#include "render/quantity.h"

#include <math.h>
#include <string.h>

enum {
    LEAST_ROWS = 6,
    PAGE_ROWS = 40,
    PAGE_COLUMNS = 10,
    MOST_FACTORS = 8,
    MOST_DIGITS = 3, /* of a ratio in words */
};

/* The shades reach from the best down to a factor that lies between these. */
static const double least_reach = 1.25, most_reach = 8;

struct table {
    struct arena *arena;
    const struct analysis *analysis;
    struct text factors[MOST_FACTORS]; /* that vary; the compared one last */
    size_t factor_count;
    const struct settings **rows;
    size_t row_count;
    const struct cell **columns; /* one cell of each */
    size_t column_count;
    const struct cell **cells; /* row by row; NULL where nothing was measured */
    double *best;              /* of each column */
    double reach;              /* ln of the ratio with the lightest shade */
    struct display_unit unit;
    bool single; /* no cell has two runs */
};

static bool same_column(const struct cell *a, const struct cell *b)
{
    return a == b || (a->direction == b->direction && text_equal(a->workload, b->workload) &&
                      cell_same_quantity(a, b));
}

static void add_row(struct table *table, const struct settings *configuration)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (table->rows[i] == configuration)
            return;
    table->rows[table->row_count++] = configuration;
}

static void add_column(struct table *table, const struct cell *cell)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (same_column(table->columns[i], cell))
            return;
    table->columns[table->column_count++] = cell;
}

static bool varies(const struct table *table, struct text factor)
{
    for (size_t i = 1; i < table->row_count; i++)
        if (!text_equal(settings_value(table->rows[i], factor),
                        settings_value(table->rows[0], factor)))
            return true;
    return false;
}

static bool has_factor(const struct table *table, struct text factor)
{
    for (size_t i = 0; i < table->factor_count; i++)
        if (text_equal(table->factors[i], factor))
            return true;
    return false;
}

static void find_factors(struct table *table)
{
    struct text compared = table->analysis->factor;
    for (size_t r = 0; r < table->row_count; r++)
        for (size_t i = 0; i < table->rows[r]->count; i++) {
            struct text factor = table->rows[r]->items[i].name;
            if (table->factor_count + 1 < MOST_FACTORS && !text_equal(factor, compared) &&
                !has_factor(table, factor) && varies(table, factor))
                table->factors[table->factor_count++] = factor;
        }
    if (varies(table, compared))
        table->factors[table->factor_count++] = compared;
}

static int compare_rows(const struct table *table, const struct settings *a,
                        const struct settings *b)
{
    int order = 0;
    for (size_t f = 0; f < table->factor_count && order == 0; f++)
        order = level_compare(settings_value(a, table->factors[f]),
                              settings_value(b, table->factors[f]));
    return order != 0 ? order : text_compare(a->written, b->written);
}

static void sort_rows(struct table *table)
{
    for (size_t i = 1; i < table->row_count; i++)
        for (size_t k = i; k > 0 && compare_rows(table, table->rows[k - 1], table->rows[k]) > 0;
             k--) {
            const struct settings *row = table->rows[k];
            table->rows[k] = table->rows[k - 1];
            table->rows[k - 1] = row;
        }
}

/* How many times worse than the best of its column; NaN when nothing can be said. */
static double times_worse(const struct cell *cell, double best)
{
    if (cell == NULL || !(cell->mean > 0) || !(best > 0) || !isfinite(cell->mean))
        return NAN;
    return cell->metric->better == BETTER_LOWER ? cell->mean / best : best / cell->mean;
}

static void find_best(struct table *table)
{
    table->reach = log(least_reach);
    for (size_t c = 0; c < table->column_count; c++) {
        bool lower = table->columns[c]->metric->better == BETTER_LOWER;
        table->best[c] = NAN;
        for (size_t r = 0; r < table->row_count; r++) {
            const struct cell *cell = table->cells[r * table->column_count + c];
            if (cell != NULL && cell->mean > 0 && isfinite(cell->mean) &&
                (isnan(table->best[c]) ||
                 (lower ? cell->mean < table->best[c] : cell->mean > table->best[c])))
                table->best[c] = cell->mean;
        }
        for (size_t r = 0; r < table->row_count; r++) {
            double times = times_worse(table->cells[r * table->column_count + c], table->best[c]);
            if (!isnan(times))
                table->reach = fmax(table->reach, log(times));
        }
    }
    table->reach = fmin(table->reach, log(most_reach));
}

static void fill(struct table *table, const struct cell_groups *groups)
{
    table->cells = arena_take_array(table->arena, table->row_count * table->column_count + 1,
                                    sizeof *table->cells);
    table->single = true;
    for (size_t g = 0; g < groups->count; g++) {
        const struct cell_group *group = &groups->items[g];
        size_t c = 0;
        while (c < table->column_count && !same_column(table->columns[c], group->first))
            c++;
        for (size_t i = 0; group->primary && i < group->count; i++)
            for (size_t r = 0; r < table->row_count; r++)
                if (table->rows[r] == group->cells[i]->configuration) {
                    table->cells[r * table->column_count + c] = group->cells[i];
                    table->single = table->single && group->cells[i]->n < 2;
                }
    }
}

static bool build(struct table *table)
{
    struct cell_groups groups = cell_groups_of(table->arena, table->analysis);
    size_t room = table->analysis->cell_count + 1;
    table->rows = arena_take_array(table->arena, room, sizeof *table->rows);
    table->columns = arena_take_array(table->arena, room, sizeof *table->columns);
    for (size_t g = 0; g < groups.count; g++) {
        if (!groups.items[g].primary)
            continue;
        add_column(table, groups.items[g].first);
        for (size_t i = 0; i < groups.items[g].count; i++)
            add_row(table, groups.items[g].cells[i]->configuration);
    }
    if (table->row_count < LEAST_ROWS)
        return false;
    find_factors(table);
    if (table->factor_count < 2)
        return false;
    sort_rows(table);
    fill(table, &groups);
    table->best = arena_take_array(table->arena, table->column_count + 1, sizeof *table->best);
    find_best(table);
    table->unit = cell_unit(&groups, table->columns[0]);
    return true;
}

static bool one_metric(const struct table *table)
{
    for (size_t c = 1; c < table->column_count; c++)
        if (!cell_same_quantity(table->columns[c], table->columns[0]))
            return false;
    return true;
}

/* The unit of the first column, where the figures can be shown in it; else as they are. */
static struct display_unit unit_of(const struct table *table, const struct cell *cell)
{
    bool same = cell == table->columns[0] || cell_same_quantity(cell, table->columns[0]);
    return same ? table->unit : (struct display_unit){"", 1};
}

static struct grid_cell cell_of(const struct table *table, size_t r, size_t c)
{
    const struct cell *cell = table->cells[r * table->column_count + c];
    struct grid_cell drawn = {.share = NAN};
    if (cell == NULL)
        return drawn;
    double divisor = unit_of(table, cell).divisor;
    double times = times_worse(cell, table->best[c]);
    drawn.figure = quantity_short(table->arena, cell->mean / divisor, 3);
    drawn.share = isnan(times) ? NAN : fmax(0, 1 - log(times) / table->reach);
    drawn.single = cell->n < 2;
    if (!isnan(times))
        drawn.full = text_format(table->arena, "%.3g %% of the best of its column, n = %zu",
                                 100 / times, cell->n);
    return drawn;
}

static struct text column_label(struct arena *arena, const struct table *table,
                                const struct cell *cell, bool with_metric)
{
    struct text direction = text_of(direction_name(cell->direction));
    if (!with_metric)
        return direction;
    struct text unit = cell_unit_label(cell, unit_of(table, cell));
    return text_format(arena, "%.*s%s%.*s%s%.*s", (int)direction.size, direction.data,
                       direction.size > 0 ? " " : "", (int)cell->metric->name.size,
                       cell->metric->name.data, unit.size > 0 ? ", " : "", (int)unit.size,
                       unit.data);
}

/* Significant digits of a figure as written: 1 of "0.5" and of "500", 3 of "144" and of "5.00". */
static int significant_digits(struct text written)
{
    int digits = 0, zeros = 0;
    bool fraction = false;
    for (size_t i = 0; i < written.size && strchr("eE", written.data[i]) == NULL; i++) {
        fraction = fraction || written.data[i] == '.';
        if (!text_is_digit(written.data[i]) || (digits == 0 && written.data[i] == '0'))
            continue;
        digits++;
        zeros = written.data[i] == '0' ? zeros + 1 : 0;
    }
    return fraction ? digits : digits - zeros;
}

/* Of the figure with the fewest among those of a cell. */
static int digits_of(const struct cell *cell)
{
    int least = MOST_DIGITS;
    for (size_t i = 0; i < cell->n; i++) {
        int digits = significant_digits(cell->observations[i]->written);
        if (digits > 0 && digits < least)
            least = digits;
    }
    return least;
}

/* "3.2-fold", "about 300-fold": a ratio has no more digits than the figures that it rests on. */
static struct text fold_words(struct arena *arena, double times, const struct cell *best,
                              const struct cell *worst)
{
    int digits = digits_of(worst) < digits_of(best) ? digits_of(worst) : digits_of(best);
    double step = pow(10, floor(log10(times)) + 1 - digits);
    struct text figure = quantity_short(arena, round(times / step) * step, digits);
    return text_format(arena, "%s%.*s-fold", digits < 2 ? "about " : "", (int)figure.size,
                       figure.data);
}

static const struct cell *best_of(const struct table *table, size_t column)
{
    for (size_t r = 0; r < table->row_count; r++) {
        const struct cell *cell = table->cells[r * table->column_count + column];
        if (cell != NULL && cell->mean == table->best[column])
            return cell;
    }
    return NULL;
}

/* The column with the largest range. */
static struct text title_of(const struct table *table)
{
    size_t widest = 0;
    double most = 0;
    const struct cell *worst = NULL;
    for (size_t c = 0; c < table->column_count; c++)
        for (size_t r = 0; r < table->row_count; r++) {
            const struct cell *cell = table->cells[r * table->column_count + c];
            double times = times_worse(cell, table->best[c]);
            if (times > most) {
                most = times;
                widest = c;
                worst = cell;
            }
        }
    const char *once = table->single ? ", one run each" : "";
    if (!(most >= 1 + table->analysis->options.margin))
        return text_format(table->arena, "%zu settings within %g %% of each other%s",
                           table->row_count, 100 * table->analysis->options.margin, once);
    const struct cell *column = table->columns[widest];
    const char *direction = direction_name(column->direction);
    struct text name = line_clean(table->arena, column->workload);
    struct text fold = fold_words(table->arena, most, best_of(table, widest), worst);
    return text_format(table->arena, "%zu settings lie up to %.*s apart (%.*s%s%s)%s",
                       table->row_count, (int)fold.size, fold.data, (int)name.size, name.data,
                       name.size > 0 && *direction != '\0' ? " " : "", direction, once);
}

static struct text describe(const struct table *table)
{
    struct text_builder out = {.arena = table->arena};
    for (size_t c = 0; c < table->column_count; c++)
        for (size_t r = 0; r < table->row_count; r++) {
            const struct cell *cell = table->cells[r * table->column_count + c];
            if (cell == NULL || cell->mean != table->best[c])
                continue;
            text_add_format(&out, "%sbest of %.*s %s: ", out.size > 0 ? "; " : "",
                            (int)cell->workload.size, cell->workload.data,
                            direction_name(cell->direction));
            text_add(&out, table->rows[r]->written);
            break;
        }
    text_add_string(&out, ".");
    return line_clean(table->arena, text_built(&out));
}

static struct grid_spec spec_of(const struct table *table, size_t first_row, size_t rows,
                                size_t first_column, size_t columns)
{
    struct arena *arena = table->arena;
    bool several = !one_metric(table);
    struct text *factors = arena_take_array(arena, table->factor_count, sizeof *factors);
    struct grid_row *drawn = arena_take_array(arena, rows, sizeof *drawn);
    struct grid_column *heads = arena_take_array(arena, columns, sizeof *heads);
    for (size_t f = 0; f < table->factor_count; f++)
        factors[f] = line_clean(arena, table->factors[f]);
    for (size_t c = 0; c < columns; c++) {
        const struct cell *cell = table->columns[first_column + c];
        heads[c] =
            (struct grid_column){line_clean(arena, cell->workload),
                                 line_clean(arena, column_label(arena, table, cell, several))};
    }
    for (size_t r = 0; r < rows; r++) {
        struct text *labels = arena_take_array(arena, table->factor_count, sizeof *labels);
        struct grid_cell *cells = arena_take_array(arena, columns, sizeof *cells);
        for (size_t f = 0; f < table->factor_count; f++)
            labels[f] =
                line_clean(arena, settings_value(table->rows[first_row + r], table->factors[f]));
        for (size_t c = 0; c < columns; c++)
            cells[c] = cell_of(table, first_row + r, first_column + c);
        drawn[r] = (struct grid_row){labels, cells,
                                     r > 0 && !text_equal(labels[0], drawn[r - 1].labels[0])};
    }
    return (struct grid_spec){factors, table->factor_count, heads, columns, drawn, rows};
}

static bool is_hatched(const struct grid_spec *spec)
{
    for (size_t r = 0; r < spec->row_count; r++)
        for (size_t c = 0; c < spec->column_count; c++)
            if (spec->rows[r].cells[c].single)
                return true;
    return false;
}

static void add_figure(struct figure_set *set, const struct table *table, struct grid_spec spec)
{
    struct arena *arena = set->arena;
    struct chart *chart = &figure_set_add(set, CHART_grid)->chart;
    const struct cell *first = table->columns[0];
    struct text unit = cell_unit_label(first, table->unit), metric = first->metric->label;
    struct text conditions[] = {
        conditions_on_files(table->analysis->results)
            ? text_of("pools on sparse files: this says nothing about a drive's sectors")
            : (struct text){NULL, 0},
        one_metric(table) ? text_format(arena, "%.*s%s%.*s", (int)metric.size, metric.data,
                                        unit.size > 0 ? " in " : "", (int)unit.size, unit.data)
                          : (struct text){NULL, 0},
        conditions_runs(arena, table->analysis),
        conditions_tool(arena, table->analysis->results),
    };
    chart->title = title_of(table);
    chart->subtitle = figure_subtitle(arena, conditions, sizeof conditions / sizeof *conditions);
    chart->description = describe(table);
    chart->of.grid = spec;
    figure_set_footer(
        set, chart, table->analysis,
        text_format(arena,
                    "Shade: share of the best of its column (bold), down to 1/%.3g and less; the "
                    "same shade is the same share in all columns.%s",
                    exp(table->reach), is_hatched(&spec) ? " Hatched: one run." : ""));
}

bool grid_figures(struct figure_set *set, const struct analysis *analysis)
{
    struct table table = {.arena = set->arena, .analysis = analysis};
    if (analysis->cell_count == 0 || !build(&table))
        return false;
    for (size_t row = 0; row < table.row_count; row += PAGE_ROWS)
        for (size_t column = 0; column < table.column_count; column += PAGE_COLUMNS) {
            size_t rows = table.row_count - row, columns = table.column_count - column;
            add_figure(set, &table,
                       spec_of(&table, row, rows < PAGE_ROWS ? rows : PAGE_ROWS, column,
                               columns < PAGE_COLUMNS ? columns : PAGE_COLUMNS));
        }
    return table.single;
}
