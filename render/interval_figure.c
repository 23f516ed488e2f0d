/* The lead chart: the comparisons that count, one panel a pair of levels, one page a stratum. */
#include "render/figure_set.h"

#include "analyze/wording.h"
#include "render/conditions.h"
#include "render/level_name.h"
#include "render/line.h"
#include "render/pairs.h"

#include <math.h>

enum {
    PAGE_ROWS = 20,
};

/* Panels that will share a page. */
struct page {
    struct interval_panel *panels;
    size_t count, rows;
};

static unsigned level_place(const struct analysis *analysis, struct text level)
{
    for (size_t i = 0; i < analysis->levels.count; i++)
        if (text_equal(analysis->levels.items[i], level))
            return (unsigned)i;
    return 0;
}

static struct text percent_words(struct arena *arena, double share)
{
    return text_format(arena, "%.3g %%", 100 * share);
}

static struct text runs_words(struct arena *arena, const struct comparison *comparison)
{
    struct text needed = {NULL, 0};
    struct text_builder out = {.arena = arena};
    size_t candidate = comparison->n_candidate, baseline = comparison->n_baseline;
    if (comparison->state == STATE_NOT_COMPARABLE) {
        candidate = comparison->candidate == NULL ? 0 : comparison->candidate->n;
        baseline = comparison->baseline == NULL ? 0 : comparison->baseline->n;
    }
    text_add_format(&out, "%zu", candidate);
    if (candidate != baseline)
        text_add_format(&out, "/%zu", baseline);
    if (wording_wants_runs(comparison))
        needed = runs_short(arena, comparison->n_detect_margin);
    if (needed.size > 0) {
        text_add_string(&out, " \xe2\x86\x92 ");
        text_add(&out, needed);
    }
    return text_built(&out);
}

static bool is_decided(const struct comparison *comparison)
{
    return comparison->state == STATE_BETTER || comparison->state == STATE_WORSE ||
           comparison->state == STATE_EQUIVALENT;
}

static struct interval_row row_of(struct arena *arena, const struct analysis *analysis,
                                  const struct comparison *comparison, struct text label)
{
    struct interval_row row = {
        .label = label,
        .state = line_clean(arena, wording_state(arena, comparison)),
        .change = line_clean(arena, wording_change(arena, comparison, true)),
        .runs = runs_words(arena, comparison),
        .full = line_clean(arena, wording_headline(arena, comparison)),
        .ratio = comparison->ratio,
        .low = comparison->ratio_low,
        .high = comparison->ratio_high,
        .role = ROLE_INK,
    };
    row.decided = is_decided(comparison);
    if (comparison->state == STATE_BETTER)
        row.role = palette_level(level_place(analysis, comparison->candidate_level));
    if (comparison->state == STATE_WORSE)
        row.role = palette_level(level_place(analysis, comparison->baseline_level));
    if (row.change.size == 0)
        row.change = line_clean(arena, wording_reason(arena, comparison));
    return row;
}

static const char *good_word(const struct metric *metric)
{
    if (metric->better == BETTER_LOWER)
        return " lower";
    if (metric->better == BETTER_HIGHER &&
        (metric->dimension == DIMENSION_BYTE_RATE || metric->dimension == DIMENSION_RATE))
        return " faster";
    return " higher";
}

static struct interval_panel panel_of(struct arena *arena, const struct analysis *analysis,
                                      const struct comparison *comparison)
{
    struct text candidate = comparison->candidate_level, baseline = comparison->baseline_level;
    bool turned = comparison->metric->better == BETTER_LOWER;
    struct text left = turned ? candidate : baseline, right = turned ? baseline : candidate;
    return (struct interval_panel){
        .left = level_name(arena, analysis->levels, left),
        .right = level_name(arena, analysis->levels, right),
        .ahead = good_word(comparison->metric),
        .left_role = palette_level(level_place(analysis, left)),
        .right_role = palette_level(level_place(analysis, right)),
        .subject = level_name(arena, analysis->levels, candidate),
        .base = level_name(arena, analysis->levels, baseline),
    };
}

/* The metric all these pairs are compared by, or NULL. */
static const struct metric *shared_metric(const struct pair *pairs, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (pairs[i].metric != pairs[0].metric)
            return NULL;
    return count > 0 ? pairs[0].metric : NULL;
}

static struct text describe(struct arena *arena, const struct pair *pairs, size_t count)
{
    struct text_builder out = {.arena = arena};
    for (size_t p = 0; p < count; p++)
        for (size_t i = 0; i < pairs[p].primary_count; i++) {
            struct text name = comparison_name(arena, pairs[p].primary[i], false);
            struct text pair = pair_name(arena, pairs[p].overall, false);
            text_add_format(&out, "%s%.*s, %.*s: ", out.size > 0 ? "; " : "", (int)pair.size,
                            pair.data, (int)name.size, name.data);
            text_add(&out, line_clean(arena, wording_headline(arena, pairs[p].primary[i])));
        }
    text_add_string(&out, ".");
    return text_built(&out);
}

/* How many comparisons there are, when one of them would be decided if it stood alone; else 0. */
static size_t undecided_family(const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->comparison_count; i++)
        if (analysis->comparisons[i].reason == REASON_NOT_AFTER_MULTIPLICITY &&
            analysis->comparisons[i].primary &&
            analysis->comparisons[i].p <= analysis->options.alpha)
            return analysis->comparisons[i].family_size;
    return 0;
}

/* What the circle and the bar are, by method. */
static const struct method_words {
    const char *estimate, *interval;
} method_words[] = {
    [METHOD_RATIO] = {"ratio of the geometric means", "Welch's t on logarithms"},
    [METHOD_RANK] = {"median of the ratios of all pairs of runs", "by ranks"},
    [METHOD_MEAN] = {"ratio of the arithmetic means", "Fieller's"},
    [METHOD_PERMUTATION] = {"ratio of the geometric means", "Welch's t on logarithms"},
};

static struct text meaning_of(struct arena *arena, const struct analysis *analysis,
                              const struct metric *metric, bool interval, bool decided, bool paired,
                              bool needed)
{
    struct text margin = percent_words(arena, analysis->options.margin);
    struct text_builder out = {.arena = arena};
    const struct method_words *words = &method_words[analysis->options.method];
    text_add_format(&out, "Circle: %s", words->estimate);
    if (metric != NULL) {
        text_add_string(&out, " of ");
        text_add(&out, metric->label);
    }
    text_add_string(&out, !interval ? "." : decided ? ", filled when decided" : "");
    if (interval)
        text_add_format(&out, "; bar: %g %% interval (%s).", 100 * (1 - analysis->options.alpha),
                        paired ? "t of the logarithms of paired runs" : words->interval);
    if (needed)
        text_add_format(&out,
                        " Needed: runs of each setting to see a difference of %.*s, if these are "
                        "typical.",
                        (int)margin.size, margin.data);
    size_t family = undecided_family(analysis);
    if (family > 0)
        text_add_format(&out,
                        " An interval beside \"no change\" does not decide alone: among %zu "
                        "comparisons one such result is expected by chance too often.",
                        family);
    return text_built(&out);
}

static struct text title_of(struct arena *arena, const struct analysis *analysis,
                            const struct pair_list *all, const struct pair *pairs, size_t count)
{
    if (!all->several_strata || count != 1)
        return line_clean(arena, wording_title(arena, analysis));
    struct text title = line_clean(arena, wording_overall(arena, analysis, pairs[0].overall));
    return text_ends_with(title, ".") ? text_slice(title, 0, title.size - 1) : title;
}

static void add_figure(struct figure_set *set, const struct analysis *analysis,
                       const struct pair_list *all, const struct pair *pairs, size_t count,
                       const struct page *page)
{
    struct arena *arena = set->arena;
    struct chart *chart = &figure_set_add(set, CHART_interval)->chart;
    const struct metric *metric = shared_metric(pairs, count);
    struct text margin = percent_words(arena, analysis->options.margin);
    bool needed = false, interval = false, decided = false,
         paired = count > 0 && pairs[0].primary[0]->paired;
    for (size_t p = 0; p < count; p++)
        for (size_t i = 0; i < pairs[p].primary_count; i++) {
            const struct comparison *comparison = pairs[p].primary[i];
            interval = interval || !isnan(comparison->ratio_low);
            decided = decided || is_decided(comparison);
            needed =
                needed || (wording_wants_runs(comparison) && !isnan(comparison->n_detect_margin));
        }
    struct text conditions[] = {
        conditions_on_files(analysis->results)
            ? text_of("pools on sparse files: this says nothing about a drive's sectors")
            : (struct text){NULL, 0},
        metric == NULL ? (struct text){NULL, 0} : metric->label,
        stratum_name(arena, pairs[0].overall->stratum),
        conditions_runs(arena, analysis),
        conditions_order(analysis),
        conditions_tool(arena, analysis->results),
    };
    chart->title = title_of(arena, analysis, all, pairs, count);
    chart->subtitle = figure_subtitle(arena, conditions, sizeof conditions / sizeof *conditions);
    chart->description = describe(arena, pairs, count);
    figure_set_footer(set, chart, analysis,
                      meaning_of(arena, analysis, metric, interval, decided, paired, needed));
    chart->of.interval = (struct interval_spec){
        .panels = page->panels,
        .panel_count = page->count,
        .margin = analysis->options.margin,
        .margin_label = text_format(arena, "shaded: under %.*s, too small to matter",
                                    (int)margin.size, margin.data),
        .runs_header = text_of(needed ? "runs \xe2\x86\x92 needed" : "runs"),
    };
}

/* Puts rows with the same sides into panels, at most PAGE_ROWS a page; a full page becomes a
 * figure. */
struct pager {
    struct figure_set *set;
    const struct analysis *analysis;
    const struct pair_list *all;
    const struct pair *pairs;
    size_t pair_count;
    struct page page;
    size_t panel_capacity, row_capacity;
    struct interval_row *rows; /* of the last panel */
};

static void end_page(struct pager *pager)
{
    if (pager->page.count > 0)
        add_figure(pager->set, pager->analysis, pager->all, pager->pairs, pager->pair_count,
                   &pager->page);
    pager->page = (struct page){0};
    pager->panel_capacity = 0;
}

static void begin_panel(struct pager *pager, struct interval_panel panel)
{
    pager->page.panels = arena_grow(pager->set->arena, pager->page.panels, pager->page.count,
                                    &pager->panel_capacity, sizeof panel);
    pager->page.panels[pager->page.count++] = panel;
    pager->rows = NULL;
    pager->row_capacity = 0;
}

static void add_row(struct pager *pager, struct interval_panel panel, struct interval_row row)
{
    if (pager->page.rows == PAGE_ROWS) {
        end_page(pager);
        begin_panel(pager, panel);
        pager->page.rows = 0;
    }
    struct interval_panel *last = &pager->page.panels[pager->page.count - 1];
    pager->rows = arena_grow(pager->set->arena, pager->rows, last->row_count, &pager->row_capacity,
                             sizeof row);
    pager->rows[last->row_count++] = row;
    last->rows = pager->rows;
    pager->page.rows++;
}

static void add_panel(struct pager *pager, const struct pair *pair, enum better better)
{
    struct arena *arena = pager->set->arena;
    struct interval_panel panel = {0};
    bool begun = false;
    for (size_t i = 0; i < pair->primary_count; i++) {
        const struct comparison *comparison = pair->primary[i];
        if (comparison->metric->better != better)
            continue;
        if (!begun) {
            panel = panel_of(arena, pager->analysis, comparison);
            if (pager->pair_count > 1)
                panel.heading =
                    line_clean(arena, wording_overall(arena, pager->analysis, pair->overall));
            if (pager->page.rows > 0 && pager->page.rows + pair->primary_count > PAGE_ROWS)
                end_page(pager);
            begin_panel(pager, panel);
            begun = true;
        }
        struct text label = comparison_name(arena, comparison, pair->metric == NULL);
        add_row(pager, panel, row_of(arena, pager->analysis, comparison, label));
    }
}

/* A panel a pair, and within it one for each way of being better, in the order of the metrics. */
static void add_pair(struct pager *pager, const struct pair *pair)
{
    for (size_t i = 0; i < pair->primary_count; i++) {
        enum better better = pair->primary[i]->metric->better;
        bool before = false;
        for (size_t k = 0; k < i && !before; k++)
            before = pair->primary[k]->metric->better == better;
        if (!before)
            add_panel(pager, pair, better);
    }
}

/* One workload and many pairs: a row a pair. */
static void add_rows_of_pairs(struct pager *pager)
{
    struct arena *arena = pager->set->arena;
    const struct comparison *first = pager->pairs[0].primary[0];
    struct interval_panel panel = {0};
    bool lower = first->metric->better == BETTER_LOWER;
    panel.left = text_of(lower ? "first" : "second");
    panel.right = text_of(lower ? "second" : "first");
    panel.ahead = good_word(first->metric);
    panel.left_role = panel.right_role = ROLE_INK;
    begin_panel(pager, panel);
    for (size_t p = 0; p < pager->pair_count; p++)
        add_row(pager, panel,
                row_of(arena, pager->analysis, pager->pairs[p].primary[0],
                       pair_name(arena, pager->pairs[p].overall, false)));
}

static bool is_one_workload(const struct pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (pairs[i].primary_count != 1 ||
            pairs[i].primary[0]->metric != pairs[0].primary[0]->metric ||
            pairs[i].primary[0]->metric->better == BETTER_UNKNOWN)
            return false;
    return count > 2;
}

static void add_stratum(struct figure_set *set, const struct analysis *analysis,
                        const struct pair_list *all, const struct pair *pairs, size_t count)
{
    struct pager pager = {
        .set = set, .analysis = analysis, .all = all, .pairs = pairs, .pair_count = count};
    if (is_one_workload(pairs, count))
        add_rows_of_pairs(&pager);
    else
        for (size_t p = 0; p < count; p++)
            add_pair(&pager, &pairs[p]);
    end_page(&pager);
}

void interval_figures(struct figure_set *set, const struct analysis *analysis)
{
    struct pair_list all = pairs_of(set->arena, analysis);
    struct pair *kept = arena_take_array(set->arena, all.count + 1, sizeof *kept);
    size_t count = 0;
    for (size_t i = 0; i < all.count; i++)
        if (all.items[i].primary_count > 0)
            kept[count++] = all.items[i];
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count; end++)
            if (kept[end].overall->stratum != kept[i].overall->stratum)
                break;
        add_stratum(set, analysis, &all, kept + i, end - i);
    }
}
