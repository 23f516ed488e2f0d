/* Every row of fixtures/reference/: what the program computes lies within the tolerance stated
   there, and what it does not compute is listed with the reason. A statistic that is in neither
   list fails. */

#include "testing.h"

#include "csv_rows.h"

#include "analyze/correction.h"
#include "analyze/drift.h"
#include "analyze/mean_ratio.h"
#include "analyze/permutation.h"
#include "analyze/power.h"
#include "analyze/rank_test.h"
#include "analyze/sample.h"
#include "analyze/series.h"
#include "analyze/significance.h"
#include "analyze/spread.h"

#include <fnmatch.h>
#include <string.h>

enum { MOST_VALUES = 1100 };

/* The runs of one group of a data set, in their order. */
struct group {
    double values[MOST_VALUES], sorted[MOST_VALUES];
    size_t n;
};

static struct group group_of(const struct csv_rows *data, struct text dataset, struct text name)
{
    struct group group = {.n = 0};
    for (size_t row = 0; row < data->rows; row++) {
        if (!text_equal(field_at(data, row, 0), dataset) ||
            (name.data != NULL && !text_equal(field_at(data, row, 1), name)))
            continue;
        assert_true(group.n < MOST_VALUES);
        group.values[group.n++] = number_at(data, row, 3);
    }
    memcpy(group.sorted, group.values, sizeof group.sorted);
    sample_sort(group.sorted, group.n);
    return group;
}

/* Exact; the usual limit; what a common offset of 1e9 leaves of the log scale. */
static const double exact = 0, usual = 1e-9, offset = 1e-6;

struct reference {
    const struct csv_rows *data, *table;
    struct text dataset;
    struct group a, b; /* candidate and baseline; one group alone is `a` */
    double expected;
    double log_tolerance;
    bool known; /* the statistic is one of those tested */
    const char *name;
    bool fits;
};

static bool is(struct reference *row, const char *name, double found, double tolerance)
{
    if (strcmp(row->name, name) != 0)
        return false;
    row->known = true;
    row->fits = is_close(found, row->expected, tolerance);
    if (!row->fits)
        print_error("%.*s %s: found %.17g, expected %.17g\n", (int)row->dataset.size,
                    row->dataset.data, name, found, row->expected);
    return true;
}

static void check_sample(struct reference *row)
{
    const struct group *group = &row->a;
    double low, high;
    size_t below;
    sample_interval(group->values, group->n, 0.95, &low, &high);
    is(row, "n", (double)group->n, exact);
    is(row, "mean", sample_mean(group->values, group->n), usual);
    is(row, "sd", sample_sd(group->values, group->n), usual);
    is(row, "cv", sample_cv(group->values, group->n), usual);
    is(row, "median", sample_median(group->sorted, group->n), exact);
    is(row, "min", group->sorted[0], exact);
    is(row, "max", group->sorted[group->n - 1], exact);
    is(row, "q25_type7", sample_quantile(group->sorted, group->n, 0.25), exact);
    is(row, "q75_type7", sample_quantile(group->sorted, group->n, 0.75), exact);
    is(row, "mean_ci95_lo", low, usual);
    is(row, "mean_ci95_hi", high, usual);
    is(row, "gmean", sample_gmean(group->values, group->n), usual);
    is(row, "log_sd", sample_log_sd(group->values, group->n), row->log_tolerance);
    is(row, "max_gap_ratio", sample_gap_ratio(group->sorted, group->n, &below), usual);
}

static void check_welch(struct reference *row)
{
    const struct group *a = &row->a, *b = &row->b;
    struct difference at95, at90;
    if (strncmp(row->name, "ratio_gmeans", 12) == 0)
        is(row, "ratio_gmeans", exp(significance_log_ratio(a->values, a->n, b->values, b->n)),
           usual);
    if (a->n < 2 || b->n < 2 || !(a->sorted[0] > 0) || !(b->sorted[0] > 0))
        return;
    assert_int_equal(significance_welch(a->values, a->n, b->values, b->n, 0.05, &at95),
                     OUTCOME_FOUND);
    assert_int_equal(significance_welch(a->values, a->n, b->values, b->n, 0.10, &at90),
                     OUTCOME_FOUND);
    double limit = row->log_tolerance;
    is(row, "logwelch_t", at95.t, limit);
    is(row, "logwelch_df", at95.df, limit);
    is(row, "logwelch_p", at95.p, limit);
    is(row, "logwelch_se", at95.se, limit);
    is(row, "logwelch_ratio_lo", exp(at95.low), usual);
    is(row, "logwelch_ratio_hi", exp(at95.high), usual);
    is(row, "logwelch_ratio90_lo", exp(at90.low), usual);
    is(row, "logwelch_ratio90_hi", exp(at90.high), usual);
    struct spread spread = {at95.variance_a, at95.variance_b, false};
    static const struct {
        const char *name;
        double margin;
    } margins[] = {
        {"required_n_5pct", 0.05}, {"required_n_10pct", 0.10}, {"required_n_25pct", 0.25}};
    for (size_t i = 0; i < 3; i++)
        is(row, margins[i].name, power_required_runs(&spread, log1p(margins[i].margin), 0.05, 0.8),
           exact);
    is(row, "required_n_observed", power_required_runs(&spread, at95.log_ratio, 0.05, 0.8), exact);
}

static void check_pairs(struct reference *row)
{
    const struct group *a = &row->a, *b = &row->b;
    struct difference difference;
    if (a->n != b->n || a->n < 2 || !(a->sorted[0] > 0) || !(b->sorted[0] > 0))
        return;
    assert_int_equal(significance_paired(a->values, b->values, a->n, 0.05, &difference),
                     OUTCOME_FOUND);
    is(row, "paired_log_t", difference.t, usual);
    is(row, "paired_log_df", difference.df, exact);
    is(row, "paired_log_p", difference.p, usual);
    is(row, "paired_ratio", exp(difference.log_ratio), usual);
    is(row, "paired_ratio_lo", exp(difference.low), usual);
    is(row, "paired_ratio_hi", exp(difference.high), usual);
    struct spread spread = {difference.variance_a, 0, true};
    is(row, "required_pairs_10pct", power_required_runs(&spread, log1p(0.10), 0.05, 0.8), exact);
    is(row, "required_pairs_observed",
       power_required_runs(&spread, difference.log_ratio, 0.05, 0.8), exact);
}

/* The p of each comparison of a family by its name, in the order in which they stand in the table.
 */
static size_t family_of(const struct reference *row, const char *pattern, struct text *names,
                        double *p)
{
    size_t count = 0;
    for (size_t i = 0; i < row->table->rows; i++) {
        char name[100];
        struct text field = field_at(row->table, i, 1);
        snprintf(name, sizeof name, "%.*s %.*s", (int)field_at(row->table, i, 0).size,
                 field_at(row->table, i, 0).data, (int)field.size, field.data);
        if (fnmatch(pattern, name, 0) != 0)
            continue;
        names[count] = field_at(row->table, i, 0);
        p[count++] = number_at(row->table, i, 2);
    }
    return count;
}

typedef void correction(const double *p, size_t count, double *adjusted);

static void check_family(struct reference *row, const char *name, const char *pattern,
                         correction *correct, size_t index)
{
    struct text names[10];
    double p[10] = {0}, adjusted[10];
    size_t count = family_of(row, pattern, names, p);
    correct(p, count, adjusted);
    for (size_t i = 0; i < count; i++)
        if (index == i || (index >= count && text_equal(names[i], row->dataset)))
            is(row, name, adjusted[i], usual);
}

static void check_corrections(struct reference *row, struct text pair)
{
    static const struct {
        const char *name, *pattern;
    } families[] = {{"holm3_logwelch_p", "seed1_t? *.logwelch_p"},
                    {"holm3_paired_log_p", "seed1_t? *.paired_log_p"},
                    {"holm3_mwu_exact_p", "seed1_t? *.mwu_exact_p"},
                    {"holm3_perm_studlog_p", "seed1_t? *.perm_studlog_p"}};
    size_t index = text_is(pair, "L12/L9") ? 0 : text_is(pair, "L13/L9") ? 1 : 2;
    if (strncmp(row->name, "holm", 4) != 0 && strncmp(row->name, "bh", 2) != 0)
        return;
    for (size_t i = 0; i < 4; i++) {
        char name[40];
        snprintf(name, sizeof name, "bh%s", families[i].name + 4);
        check_family(row, families[i].name, families[i].pattern, correction_holm, 9);
        check_family(row, name, families[i].pattern, correction_benjamini_hochberg, 9);
    }
    const char *all = "syn_levels_9_12_13 L*.logwelch_p";
    check_family(row, "holm_allpairs_p", all, correction_holm, index);
    check_family(row, "bh_allpairs_p", all, correction_benjamini_hochberg, index);
    check_family(row, "holm_vs_baseline_p", "syn_levels_9_12_13 */L9.logwelch_p", correction_holm,
                 index);
}

static void take_logs(const struct group *group, double constant, double *logs)
{
    significance_logs(group->values, group->n, constant, logs);
}

static void check_ranks(struct reference *row)
{
    const struct group *a = &row->a, *b = &row->b;
    static double x[MOST_VALUES], y[MOST_VALUES];
    struct rank_shift plain = rank_test(a->values, a->n, b->values, b->n, 0.05);
    is(row, "mwu_U", plain.u, exact);
    is(row, "mwu_exact_p", plain.p, exact);
    is(row, "hl_shift", plain.shift, usual);
    is(row, "hl_shift_lo", plain.low, usual);
    is(row, "hl_shift_hi", plain.high, usual);
    is(row, "hl_conf_achieved", plain.confidence, usual);
    if (!(a->sorted[0] > 0) || !(b->sorted[0] > 0))
        return;
    take_logs(a, fmin(a->sorted[0], b->sorted[0]), x);
    take_logs(b, fmin(a->sorted[0], b->sorted[0]), y);
    struct rank_shift ratio = rank_test(x, a->n, y, b->n, 0.05);
    is(row, "hl_ratio", exp(ratio.shift), usual);
    is(row, "hl_ratio_lo", exp(ratio.low), usual);
    is(row, "hl_ratio_hi", exp(ratio.high), usual);
    if (strcmp(row->name, "perm_studlog_p") == 0 && a->n > 1 && b->n > 1)
        is(row, "perm_studlog_p", permutation_unpaired(x, a->n, y, b->n, 1), exact);
    if (strcmp(row->name, "signflip_log_p") != 0 || a->n != b->n)
        return;
    for (size_t i = 0; i < a->n; i++)
        x[i] -= y[i];
    is(row, "signflip_log_p", permutation_paired(x, a->n, 1), exact);
}

static void check_means(struct reference *row)
{
    const struct group *a = &row->a, *b = &row->b;
    if (a->n < 2 || b->n < 2 || !(a->sorted[0] > 0) || !(b->sorted[0] > 0))
        return;
    struct mean_ratio found = mean_ratio(a->values, a->n, b->values, b->n, 0.05);
    is(row, "ratio_means", found.ratio, usual);
    is(row, "fieller_df", found.df, row->log_tolerance);
    if (row->log_tolerance == usual) {
        is(row, "fieller_lo", found.low, usual);
        is(row, "fieller_hi", found.high, usual);
    }
    is(row, "fieller_bounded", found.bounded, exact);
}

static void check_spreads(struct reference *row)
{
    static double values[2 * MOST_VALUES];
    const struct group *a = &row->a, *b = &row->b;
    size_t counts[] = {a->n, b->n};
    memcpy(values, a->values, a->n * sizeof *values);
    memcpy(values + a->n, b->values, b->n * sizeof *values);
    struct variance_table plain = spread_brown_forsythe(values, counts, 2);
    is(row, "brown_forsythe_F", plain.f, usual);
    is(row, "brown_forsythe_p", plain.p, usual);
    if (!(a->sorted[0] > 0) || !(b->sorted[0] > 0))
        return;
    take_logs(a, b->values[0], values);
    take_logs(b, b->values[0], values + a->n);
    struct variance_table logs = spread_brown_forsythe(values, counts, 2);
    is(row, "brown_forsythe_log_F", logs.f, row->log_tolerance);
    is(row, "brown_forsythe_log_p", logs.p, row->log_tolerance);
}

/* Levels of a data set, one behind the other. */
static size_t read_levels(const struct reference *row, double *values, size_t *counts)
{
    size_t levels = 0, n = 0;
    struct text level = {NULL, 0};
    for (size_t i = 0; i < row->data->rows; i++) {
        if (!text_equal(field_at(row->data, i, 0), row->dataset))
            continue;
        if (levels == 0 || !text_equal(level, field_at(row->data, i, 1)))
            counts[levels++] = 0;
        level = field_at(row->data, i, 1);
        counts[levels - 1]++;
        values[n++] = number_at(row->data, i, 3);
    }
    return levels;
}

/* Limits of fixtures/reference/ORIGIN.md: 0.4 beside 1e12 keeps four digits in a double. */
static double anova_tolerance(struct text dataset)
{
    return text_is(dataset, "nist_SmLs07") ? 1e-3 : usual;
}

static void check_levels(struct reference *row)
{
    static double values[20000];
    static size_t counts[100];
    size_t levels = read_levels(row, values, counts);
    if (levels < 2)
        return;
    double limit = anova_tolerance(row->dataset);
    struct variance_table table = spread_analyze_variance(values, counts, levels);
    is(row, "between_df", table.between_df, exact);
    is(row, "within_df", table.within_df, exact);
    is(row, "between_ss", table.between_ss, limit);
    is(row, "within_ss", table.within_ss, limit);
    is(row, "between_ms", table.between_ss / table.between_df, limit);
    is(row, "within_ms", table.within_ss / table.within_df, limit);
    is(row, "F", table.f, limit);
    is(row, "r_squared", table.r_squared, limit);
    is(row, "residual_sd", table.residual_sd, limit);
    if (strcmp(row->name, "brown_forsythe_log_p") != 0)
        return;
    for (size_t i = 0; i < row->a.n; i++)
        values[i] = log(values[i]);
    is(row, "brown_forsythe_log_p", spread_brown_forsythe(values, counts, levels).p, usual);
}

static void check_series(struct reference *row)
{
    const double *values = row->a.values;
    size_t n = row->a.n;
    double naive = sample_sd(values, n) / sqrt((double)n), tau = series_tau(values, n);
    struct series_batches batches = series_batch_means(values, n);
    is(row, "lag1_autocorrelation", series_lag1(values, n), usual);
    is(row, "geyer_tau", tau, usual);
    is(row, "effective_n", (double)n / tau, usual);
    is(row, "se_mean_naive", naive, usual);
    is(row, "se_mean_ess", naive * sqrt(tau), usual);
    is(row, "batch_size", (double)batches.size, exact);
    is(row, "batch_count", (double)batches.count, exact);
    is(row, "batch_means_mean", sample_mean(values, batches.size * batches.count), usual);
    is(row, "batch_means_se", batches.se, usual);
    if (n < 5)
        return;
    struct series_window last = series_steady(values + n - 5, 5);
    is(row, "last5_range_over_mean", last.range, usual);
    is(row, "last5_slope_excursion_over_mean", fabs(last.slope), usual);
    is(row, "first_steady_window_end", (double)series_steady_from(values, n), exact);
}

static void check_pattern(struct reference *row)
{
    struct group a = group_of(row->data, row->dataset, text_of("ashift12"));
    struct group b = group_of(row->data, row->dataset, text_of("ashift13"));
    for (size_t i = 0; i < a.n; i++) {
        a.values[i] = log(a.values[i]);
        b.values[i] = log(b.values[i]);
    }
    is(row, "iteration_correlation_log", sample_correlation(a.values, b.values, a.n), usual);
}

static void read_positions(const struct reference *row, const char *group, double *positions,
                           size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char name[40];
        snprintf(name, sizeof name, "order.%s.%zu", group, i + 1);
        for (size_t k = 0; k < row->table->rows; k++)
            if (text_equal(field_at(row->table, k, 0), row->dataset) &&
                text_is(field_at(row->table, k, 1), name))
                positions[i] = number_at(row->table, k, 2);
    }
}

static void check_drift(struct reference *row)
{
    struct group a = group_of(row->data, row->dataset, text_of("cand"));
    struct group b = group_of(row->data, row->dataset, text_of("base"));
    double positions[2][10];
    read_positions(row, "cand", positions[0], a.n);
    read_positions(row, "base", positions[1], b.n);
    struct drift drift = drift_fit(&(struct drift_side){a.values, positions[0], a.n},
                                   &(struct drift_side){b.values, positions[1], b.n});
    is(row, "ancova_slope_per_run", drift.slope, usual);
    is(row, "ancova_slope_p", drift.p, usual);
    is(row, "ancova_log_effect",
       significance_log_ratio(a.values, a.n, b.values, b.n) - drift.confounded, usual);
}

/* Statistics in the tables that the program does not compute (dataset and statistic), and why. */
static const struct {
    const char *pattern, *reason;
} not_computed[] = {
    {"* *.gmean_ci95_??", "overlap of the levels' own intervals is not the test"},
    {"* *.mad_raw", "nothing is decided by it"},
    {"* *kendall_*", "drift is tested by least squares"},
    {"syn_n1v5 */*.ratio_means", "one run is not compared by its mean"},
    {"syn_zero_and_negative_n5 */*.ratio_means", "such values are not compared"},
    {"* */*.ratio_medians", "the difference is the ratio of geometric means"},
    {"* */*.diff_means", "the difference is a ratio"},
    {"* */*.welch_*", "the test is on the ln scale"},
    {"* */*.pooled_*", "equal spread is not assumed"},
    {"* */*.cohens_d", "the effect is shown as a ratio"},
    {"* */*.hedges_g", "the effect is shown as a ratio"},
    {"* */*.mwu_min_p", "the smallest p possible is not shown"},
    {"* */*.perm_mean_p", "rearrangements are judged by Welch's t of the ln values"},
    {"* */*.perm_logmean_p", "rearrangements are judged by Welch's t of the ln values"},
    {"syn_zero_and_negative_n5 */*.fieller_*", "such values are not compared"},
    {"syn_hugeoffset_n5 */*.fieller_[lh]?",
     "both ends are the same there, so no digit of the width "
     "is left; test_methods.c has it another way"},
    {"syn_n1v5 */*.fieller_*", "one run is not compared"},
    {"* */*.tost5pct_p", "equivalence is read off the interval"},
    {"* *fligner_log_p", "spreads are compared by Brown and Forsythe's test"},
    {"syn_n1v5 */*.brown_forsythe_*", "needs ln values of both sides"},
    {"* */*.bonferroni_allpairs_p", "Holm's method is never weaker"},
    {"* tukey_*", "equal spread is not assumed"},
    {"* welch_anova_*", "levels are compared in pairs"},
    {"* anova_log_*", "levels are compared in pairs"},
    {"* kruskal_*", "levels are compared in pairs"},
    {"* fisher_mode_share_p", "groups of runs are shown, not tested"},
    {"* ancova_log_effect_p", "drift takes the verdict away, it is not corrected for"},
    {"* order.*", "input: the positions of the runs"},
    {"seed1_t? author_pct_claimed", "input: what the author wrote"},
    {"seed1_t? pct_diff_over_mean1?", "stated percentages are not checked"},
    {"seed1_overall df", "the average shows its interval, which rests on it"},
    {"seed1_overall p", "the average is information, not a test"},
    {"seed1_overall all_three_same_direction_chance", "counting means is not evidence"},
    {"seed1_overall first_run_effect_*", "first runs are not tested"},
    {"syn_series_* kendall_tau", "steady state is SNIA's rule"},
};

/* Rows that other tests cover: the average over tests needs a whole analysis. */
static const char *const elsewhere[] = {"seed1_overall gm_ratio_12_over_13", "seed1_overall lo",
                                        "seed1_overall hi"};

static bool is_listed(struct text dataset, struct text statistic)
{
    char name[120];
    snprintf(name, sizeof name, "%.*s %.*s", (int)dataset.size, dataset.data, (int)statistic.size,
             statistic.data);
    for (size_t i = 0; i < sizeof not_computed / sizeof *not_computed; i++)
        if (fnmatch(not_computed[i].pattern, name, 0) == 0)
            return true;
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (strcmp(elsewhere[i], name) == 0)
            return true;
    return false;
}

/* Splits "a/b.welch_t", "a.mean" or "mean" and runs what it asks for; returns whether the row fits.
 */
static bool check_row(struct reference *row, struct text statistic)
{
    static char name[100];
    size_t slash = text_find(statistic, "/", 0), dot = text_find(statistic, ".", 0);
    struct text groups = dot < statistic.size ? text_slice(statistic, 0, dot) : text_of("");
    struct text rest =
        dot < statistic.size ? text_slice(statistic, dot + 1, statistic.size) : statistic;
    snprintf(name, sizeof name, "%.*s", (int)rest.size, rest.data);
    row->name = name;
    if (groups.size == 0) {
        row->a = group_of(row->data, row->dataset, (struct text){NULL, 0});
        if (strncmp(name, "ancova", 6) == 0)
            check_drift(row);
        else if (strcmp(name, "iteration_correlation_log") == 0)
            check_pattern(row);
        else if (strncmp(name, "holm", 4) == 0 || strncmp(name, "bh", 2) == 0)
            check_corrections(row, groups);
        else if (row->a.n > 0) {
            check_sample(row);
            check_levels(row);
            check_series(row);
        }
    } else if (slash < dot) {
        row->a = group_of(row->data, row->dataset, text_slice(groups, 0, slash));
        row->b = group_of(row->data, row->dataset, text_slice(groups, slash + 1, groups.size));
        check_welch(row);
        check_pairs(row);
        check_ranks(row);
        check_means(row);
        check_spreads(row);
        check_corrections(row, groups);
    } else {
        row->a = group_of(row->data, row->dataset, groups);
        if (row->a.n > 0)
            check_sample(row);
    }
    if (!row->known && !is_listed(row->dataset, statistic)) {
        print_error("%.*s %.*s: neither computed nor listed\n", (int)row->dataset.size,
                    row->dataset.data, (int)statistic.size, statistic.data);
        return false;
    }
    if (row->known && is_listed(row->dataset, statistic)) {
        print_error("%.*s %.*s: both computed and listed\n", (int)row->dataset.size,
                    row->dataset.data, (int)statistic.size, statistic.data);
        return false;
    }
    return !row->known || row->fits;
}

/* Checks one table; at least `least` rows must be of statistics that are computed. */
static void check_table(const char *values_path, const char *data_path, size_t least)
{
    static struct reference row;
    struct arena *arena = arena_create();
    struct csv_rows table = read_rows(arena, values_path), data = read_rows(arena, data_path);
    size_t computed = 0, wrong = 0;
    significance_prepare();
    for (size_t i = 0; i < table.rows; i++) {
        row = (struct reference){.table = &table, .data = &data};
        row.dataset = field_at(&table, i, 0);
        row.expected = number_at(&table, i, 2);
        row.log_tolerance =
            text_find(row.dataset, "hugeoffset", 0) < row.dataset.size ? offset : usual;
        wrong += !check_row(&row, field_at(&table, i, 1));
        computed += row.known;
    }
    print_message("%s: %zu of %zu rows computed\n", values_path, computed, table.rows);
    arena_free(arena);
    assert_int_equal(wrong, 0);
    assert_true(computed >= least);
}

static void first_seed(void **state)
{
    (void)state;
    check_table(FIXTURES "/reference/seed1.csv", FIXTURES "/reference/seed1_data.csv", 234);
}

static void synthetic(void **state)
{
    (void)state;
    check_table(FIXTURES "/reference/synthetic.csv", FIXTURES "/reference/synthetic_data.csv", 954);
}

static void nist(void **state)
{
    (void)state;
    check_table(FIXTURES "/reference/nist.csv", FIXTURES "/reference/nist_data.csv", 65);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_seed),
        cmocka_unit_test(synthetic),
        cmocka_unit_test(nist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
