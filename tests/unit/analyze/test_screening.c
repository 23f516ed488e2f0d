/* Sweeps: the forum's table against R, an unbalanced design against exact fractions, and what
   cannot be told. */

#include "testing.h"

#include "csv_rows.h"
#include "made_results.h"

#include "analyze/wording.h"

static const double usual = 1e-9;

/* Of the unbalanced design, by exact fractions. */
static const double within_ss = 12.5, a_ss = 56.41624203821656, b_ss = 323.6995753715499,
                    ab_ss = 22.633757961783438, a_estimate = 4.643312101910828;

static void expect(double found, double expected, double rel, const char *what)
{
    if (!is_close(found, expected, rel))
        fail_msg("%s: found %.17g, expected %.17g", what, found, expected);
}

static const struct screened_factor *factor_of(const struct screening *screening, const char *name)
{
    for (size_t i = 0; i < screening->factor_count; i++)
        if (text_is(screening->factors[i].name, name))
            return &screening->factors[i];
    fail_msg("no factor %s", name);
    return NULL;
}

/* size,storage,qemu_cache,host_cache_sync,test,direction,value; the host's cache and sync are two
   settings again, as posted. */
static void read_guest_table(struct arena *arena, struct results *results)
{
    struct csv_rows data = read_rows(arena, FIXTURES "/reference/seed4_guest_data.csv");
    for (size_t i = 0; i < data.rows; i++) {
        struct text both = field_at(&data, i, 3), name[7];
        size_t cut = text_find(both, "_", 0);
        for (size_t k = 0; k < 7; k++)
            name[k] = field_at(&data, i, k);
        struct text config = text_format(
            arena, "size=%.*s;storage=%.*s;qemu_cache=%.*s;primarycache=%.*s;sync=%.*s",
            (int)name[0].size, name[0].data, (int)name[1].size, name[1].data, (int)name[2].size,
            name[2].data, (int)cut, both.data, (int)(both.size - cut - 1), both.data + cut + 1);
        add_made_run(results,
                     (struct made_run){
                         .config = config.data,
                         .workload = text_string(arena, name[4]),
                         .value = number_at(&data, i, 6),
                         .direction = text_is(name[5], "read") ? DIRECTION_READ : DIRECTION_WRITE,
                         .statistic = STATISTIC_BEST,
                     });
    }
}

/* R's level names, with the two host settings joined as it joined them. */
static struct text level_in_r(struct arena *arena, struct text level)
{
    struct text_builder name = {.arena = arena};
    for (size_t i = 0; i < level.size; i++)
        text_add_format(&name, "%c", level.data[i] == '+' ? '_' : level.data[i]);
    return text_built(&name);
}

static double gmean_in(struct arena *arena, const struct screened_factor *factor, struct text level)
{
    for (size_t i = 0; i < factor->levels.count; i++)
        if (text_equal(level_in_r(arena, factor->levels.items[i]), level))
            return factor->gmeans[i];
    fail_msg("no level %.*s", (int)level.size, level.data);
    return NAN;
}

/* One row "FACTOR.STATISTIC[.LEVEL[/LEVEL]]"; returns whether it is known. */
static bool check_factor_row(struct arena *arena, const struct screening *screening,
                             struct text factor_name, struct text statistic, double expected)
{
    const struct screened_factor *factor =
        factor_of(screening, text_is(factor_name, "host_cache_sync") ? "primarycache+sync"
                             : text_is(factor_name, "test")          ? "workload"
                                                            : text_string(arena, factor_name));
    const struct {
        const char *name;
        double value;
    } plain[] = {{"ss", factor->ss}, {"df", factor->df}, {"F", factor->f}, {"p", factor->p}};
    for (size_t i = 0; i < 4; i++)
        if (text_is(statistic, plain[i].name)) {
            expect(plain[i].value, expected, usual, plain[i].name);
            return true;
        }
    size_t dot = text_find(statistic, ".", 0), slash = text_find(statistic, "/", 0);
    struct text kind = text_slice(statistic, 0, dot);
    struct text level = text_slice(statistic, dot + 1, slash);
    struct text baseline = text_slice(statistic, slash + 1, statistic.size);
    if (text_is(kind, "gmean")) {
        expect(gmean_in(arena, factor, level), expected, usual, "gmean");
        return true;
    }
    for (size_t i = 0; i + 1 < factor->levels.count; i++) {
        const struct effect *effect = &factor->effects[i];
        bool turned = text_equal(level_in_r(arena, effect->baseline), level) &&
                      text_equal(level_in_r(arena, effect->level), baseline);
        if (!turned && !(text_equal(level_in_r(arena, effect->level), level) &&
                         text_equal(level_in_r(arena, effect->baseline), baseline)))
            continue;
        if (text_is(kind, "ratio"))
            expect(turned ? 1 / effect->ratio : effect->ratio, expected, usual, "ratio");
        else if (text_is(kind, "ratio_lo"))
            expect(turned ? 1 / effect->high : effect->low, expected, usual, "ratio_lo");
        else if (text_is(kind, "ratio_hi"))
            expect(turned ? 1 / effect->low : effect->high, expected, usual, "ratio_hi");
        else if (text_is(kind, "t_p"))
            expect(effect->p, expected, usual, "t_p");
        else
            return false;
        return true;
    }
    return false;
}

static void forum_table_as_in_r(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    read_guest_table(arena, results);
    struct analysis *analysis = analyze(results, &options);
    const struct screening *screening = analysis->screening;
    assert_non_null(screening);
    assert_false(screening->repeated);
    assert_int_equal(screening->missing_count, 0);
    struct csv_rows table = read_rows(arena, FIXTURES "/reference/seed4_guest_main.csv");
    size_t left_out = 0;
    for (size_t i = 0; i < table.rows; i++) {
        struct text name = field_at(&table, i, 1);
        double expected = number_at(&table, i, 2);
        size_t dot = text_find(name, ".", 0);
        if (text_is(name, "n"))
            assert_int_equal(screening->cells, (size_t)expected);
        else if (text_is(name, "residual.ss"))
            expect(screening->error_ss, expected, usual, "residual.ss");
        else if (text_is(name, "residual.df"))
            expect(screening->error_df, expected, 0, "residual.df");
        else if (text_is(name, "residual.sd_log"))
            expect(sqrt(screening->error_ss / screening->error_df), expected, usual, "sd_log");
        else if (text_is(name, "r_squared"))
            expect(screening->r_squared, expected, usual, "r_squared");
        else if (text_starts_with(name, "identical_values"))
            assert_non_null(strstr(analysis->warnings[0].message.data, "the same 8 figures"));
        else if (!check_factor_row(arena, screening, text_slice(name, 0, dot),
                                   text_slice(name, dot + 1, name.size), expected))
            left_out++;
    }
    /* R's base level of qemu_cache is nocache: writeback/nocache has no line of its own here, with
       its two ends and p. */
    assert_int_equal(left_out, 4);
    const struct screened_factor *cache = factor_of(screening, "qemu_cache");
    expect(cache->effects[1].ratio / cache->effects[0].ratio, 2.80628534523232, usual, "ratio");
    assert_int_equal(analysis->warning_count, 1);
    assert_string_equal(analysis->warnings[0].message.data,
                        "the same 8 figures stand under size 4k and size 64k (both primarycache "
                        "metadata, qemu_cache nocache, storage volume, sync always): a copying "
                        "slip?");
    /* Matched pairs, counted in the table: 64k over 4k in 96 pairs of cells. */
    const struct effect *size = &factor_of(screening, "size")->effects[0];
    assert_int_equal(size->pairs, 96);
    expect(size->smallest, 0.2, 1e-12, "smallest");
    expect(size->largest, 167.0 / 44, 1e-12, "largest");
    expect(size->median, 1, 1e-12, "median");
    analysis_free(analysis);
    results_free(results);
    arena_free(arena);
}

static void add_cell(struct results *results, const char *config, const char *logs)
{
    struct text rest = text_of(logs), piece;
    struct made_run run = {.config = config, .workload = "w"};
    while (text_next_piece(&rest, ' ', &piece)) {
        double log_value;
        assert_true(number_read_plain(piece, false, &log_value));
        run.value = exp(log_value);
        run.iteration++;
        add_made_run(results, run);
    }
}

/* Unequal numbers of runs. Sums of squares by exact fractions (two-way normal equations). */
static void unbalanced_with_repeats(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_cell(results, "a=1;b=1", "10 12");
    add_cell(results, "a=1;b=2", "14");
    add_cell(results, "a=1;b=3", "20 22 21");
    add_cell(results, "a=2;b=1", "11 13 15");
    add_cell(results, "a=2;b=2", "19 18");
    add_cell(results, "a=2;b=3", "30");
    struct analysis *analysis = analyze(results, &options);
    const struct screening *screening = analysis->screening;
    const struct screened_factor *a = factor_of(screening, "a"), *b = factor_of(screening, "b");
    assert_true(screening->repeated);
    expect(screening->error_ss, within_ss, usual, "within");
    assert_true(screening->error_df == 6);
    expect(a->ss, a_ss, usual, "a");
    expect(b->ss, b_ss, usual, "b");
    assert_true(a->df == 1 && b->df == 2);
    assert_int_equal(a->interaction_count, 1);
    expect(a->interactions[0].ss, ab_ss, usual, "ab");
    assert_true(a->interactions[0].df == 2);
    expect(a->interactions[0].f, ab_ss / 2 / (within_ss / 6), usual, "F");
    expect(a->effects[0].ratio, exp(a_estimate), 1e-8, "ratio");
    assert_true(a->interactions[0].found);
    /* Each stratum of b by itself: 13 - 11, 18.5 - 14, 30 - 21. */
    assert_int_equal(a->stratum_count, 3);
    expect(a->strata[0].effects[0].ratio, exp(2), 1e-8, "b=1");
    expect(a->strata[1].effects[0].ratio, exp(4.5), 1e-8, "b=2");
    expect(a->strata[2].effects[0].ratio, exp(9), 1e-8, "b=3");
    assert_string_equal(wording_interactions(analysis->arena, a).data,
                        "a works together with b: it has no one effect, but one for each");
    assert_string_equal(wording_title(analysis->arena, analysis).data,
                        "Main effects of 2 settings on bandwidth");
    analysis_free(analysis);
    results_free(results);
}

static bool noted(const struct analysis *analysis, const char *sentence)
{
    struct text_list notes = wording_screening_notes(analysis->arena, analysis->screening);
    for (size_t i = 0; i < notes.count; i++)
        if (text_is(notes.items[i], sentence))
            return true;
    for (size_t i = 0; i < notes.count; i++)
        print_error("note: %.*s\n", (int)notes.items[i].size, notes.items[i].data);
    return false;
}

/* Holes are listed and never filled; with an additive table the ratios are what they were made
   with, whatever is missing. */
static void missing_cells(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_cell(results, "a=1;b=1", "0");
    add_cell(results, "a=1;b=2", "1");
    add_cell(results, "a=2;b=1", "0.5");
    add_cell(results, "a=3;b=2", "3");
    add_cell(results, "a=3;b=1", "2");
    struct analysis *analysis = analyze(results, &options);
    const struct screened_factor *a = factor_of(analysis->screening, "a");
    expect(a->effects[0].ratio, exp(0.5), 1e-9, "a 2");
    expect(a->effects[1].ratio, exp(2), 1e-9, "a 3");
    assert_int_equal(a->effects[0].pairs, 1);
    assert_int_equal(a->effects[1].pairs, 2);
    assert_int_equal(analysis->screening->missing_count, 1);
    assert_true(noted(analysis, "1 cell of the full crossing was not measured: a 2, b 2"));
    analysis_free(analysis);
    results_free(results);
}

/* a=1 always with b=1: their effects cannot be told apart, but a=3 from a=2 could. */
static void not_to_be_told(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    add_cell(results, "a=1;b=1", "0");
    add_cell(results, "a=2;b=2", "1");
    add_cell(results, "a=3;b=2", "2");
    struct analysis *analysis = analyze(results, &options);
    const struct screened_factor *a = factor_of(analysis->screening, "a");
    assert_true(isnan(a->effects[0].ratio) && isnan(a->effects[1].ratio));
    assert_string_equal(
        wording_effect_change(analysis->arena, analysis->screening, &a->effects[0], false).data,
        "the design cannot tell");
    assert_true(isnan(factor_of(analysis->screening, "b")->effects[0].ratio));
    analysis_free(analysis);
    results_free(results);
}

/* Settings that change together, and one that goes with the workload. */
static void one_factor_or_none(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct analysis_options options = analysis_defaults();
    static const char *const configs[] = {"a=1;b=x;c=p", "a=1;b=x;c=q", "a=2;b=y;c=p",
                                          "a=2;b=y;c=q"};
    for (size_t i = 0; i < 4; i++)
        for (unsigned workload = 0; workload < 2; workload++) {
            struct text config = text_format(results->arena, "%s;host=%u", configs[i], workload);
            add_made_run(results, (struct made_run){.config = config.data,
                                                    .workload = workload ? "w" : "v",
                                                    .value = 100 + (double)i});
        }
    struct analysis *analysis = analyze(results, &options);
    const struct screened_factor *both = factor_of(analysis->screening, "a+b");
    assert_int_equal(both->joined, 2);
    assert_true(text_is(both->levels.items[1], "2+y"));
    assert_int_equal(analysis->screening->factor_count, 3);
    assert_int_equal(analysis->screening->missing_count, 0);
    assert_true(
        noted(analysis, "a+b always change together: nothing here tells which of them matters"));
    assert_true(noted(analysis, "host goes with the workload: nothing here tells the two apart"));
    analysis_free(analysis);
    results_free(results);
}

/* A baseline needs a setting to belong to; without usable values there is nothing to screen. */
static void not_screened(void **state)
{
    (void)state;
    const char *message = "several settings vary: a (2 levels), b (2 levels); choose one with "
                          "--compare FACTOR";
    for (unsigned bad = 0; bad < 2; bad++) {
        struct results *results = results_create();
        struct analysis_options options = analysis_defaults();
        struct failure failure = {.kind = FAILURE_NONE};
        for (unsigned i = 0; i < 4; i++)
            add_made_run(results, (struct made_run){.config = i == 0   ? "a=1;b=1"
                                                              : i == 1 ? "a=1;b=2"
                                                              : i == 2 ? "a=2;b=1"
                                                                       : "a=2;b=2",
                                                    .workload = "w",
                                                    .value = bad ? -1 : 100});
        options.baseline = text_of(bad ? "" : "1");
        assert_null(analysis_create(results, &options, &failure));
        assert_int_equal(failure.kind, FAILURE_USAGE);
        assert_string_equal(failure.message, message);
        results_free(results);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forum_table_as_in_r), cmocka_unit_test(unbalanced_with_repeats),
        cmocka_unit_test(missing_cells),       cmocka_unit_test(not_to_be_told),
        cmocka_unit_test(one_factor_or_none),  cmocka_unit_test(not_screened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
