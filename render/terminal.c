/* The verdict first, then a table a pair of levels with a line a comparison, then what weakens it,
   what to do next, and what it rests on. Nothing is wider than the page: where a table does not
   fit, a row takes two lines. */
#include "render/terminal.h"

#include "analyze/wording.h"
#include "render/cell_groups.h"
#include "render/check_list.h"
#include "render/conditions.h"
#include "render/line.h"
#include "render/pairs.h"
#include "render/screening_text.h"
#include "render/terminal_table.h"

#include <math.h>

enum {
    LEAST_COLUMNS = 60,
    MOST_COLUMNS = 100,
    LEAST_NAME =
        16, /* columns for the name of a row before a table is written on two lines a row */
    SHOWN_NOTES = 5,
    SHOWN_ALIKE = 3,
};

static enum style style_of(enum state state)
{
    switch (state) {
    case STATE_BETTER:
    case STATE_WORSE:
    case STATE_PARTLY_BETTER:
    case STATE_PARTLY_WORSE:
    case STATE_EQUIVALENT:
        return STYLE_DECIDED;
    default:
        return STYLE_UNDECIDED;
    }
}

static struct text runs_words(struct arena *arena, const struct comparison *comparison)
{
    const char *unit = comparison->by_session ? " sessions" : "";
    if (comparison->n_candidate == comparison->n_baseline)
        return text_format(arena, "%zu%s", comparison->n_candidate, unit);
    return text_format(arena, "%zu/%zu%s", comparison->n_candidate, comparison->n_baseline, unit);
}

/* What stands below a test. */
static struct text evidence_of(struct arena *arena, const struct analysis *analysis,
                               const struct pair *pair, const struct comparison *comparison)
{
    struct text evidence = comparison->primary ? pair_evidence(arena, analysis, pair, comparison)
                                               : (struct text){NULL, 0};
    if (evidence.size == 0)
        evidence = pair_doubt(arena, comparison);
    return evidence.size > 0 || !comparison->primary
               ? evidence
               : pair_reason(arena, analysis, pair, comparison);
}

static struct terminal_row row_of(struct arena *arena, const struct terminal_page *page,
                                  const struct comparison *comparison, bool with_metric,
                                  struct text evidence)
{
    bool secondary = !comparison->primary;
    struct terminal_row row = {.style = style_of(comparison->state)};
    row.name = comparison_name(arena, comparison, with_metric && !secondary);
    if (secondary)
        row.name = line_clean(arena, text_format(arena, "%.*s %.*s", (int)row.name.size,
                                                 row.name.data, (int)comparison->metric->name.size,
                                                 comparison->metric->name.data));
    row.finding = line_clean(arena, wording_state(arena, comparison));
    row.change = wording_change(arena, comparison, page->utf8);
    row.runs = runs_words(arena, comparison);
    if (wording_wants_runs(comparison))
        row.needed = runs_short(arena, comparison->n_detect_margin);
    row.evidence = evidence;
    return row;
}

static void write_comparisons(struct terminal_page *page, const struct analysis *analysis,
                              const struct pair *pair, bool primary)
{
    struct arena *arena = page->out.arena;
    const struct comparison **items = primary ? pair->primary : pair->secondary;
    struct terminal_table table = {.count = primary ? pair->primary_count : pair->secondary_count};
    if (table.count == 0)
        return;
    bool with_metric = !primary || pair->metric == NULL;
    table.rows = arena_take_array(arena, table.count, sizeof *table.rows);
    for (size_t i = 0; i < table.count; i++)
        table.rows[i] = row_of(arena, page, items[i], with_metric,
                               evidence_of(arena, analysis, pair, items[i]));
    table.caption = primary ? with_metric ? text_of("primary metric") : pair->metric->label
                            : text_of("secondary, not counted");
    table.subject = line_clean(arena, pair->overall->candidate_level);
    table.base = line_clean(arena, pair->overall->baseline_level);
    table.needed_header = text_format(arena, "for %.3g %%", 100 * analysis->options.margin);
    terminal_table_write(page, &table);
}

static void write_pair(struct terminal_page *page, const struct analysis *analysis,
                       const struct pair *pair, bool heading)
{
    struct arena *arena = page->out.arena;
    if (heading) {
        page_line(page);
        page_paragraph(page, STYLE_BOLD, "", pair_name(arena, pair->overall, true));
        page_paragraph(page, style_of(pair->overall->state), "",
                       wording_overall(arena, analysis, pair->overall));
    }
    page_line(page);
    write_comparisons(page, analysis, pair, true);
    if (pair->secondary_count > 0 && analysis->options.metrics.count > 0) {
        page_line(page);
        write_comparisons(page, analysis, pair, false);
    }
}

/* Without anything to compare: the cells. */
static void write_cells(struct terminal_page *page, const struct analysis *analysis)
{
    struct arena *arena = page->out.arena;
    for (size_t i = 0; i < analysis->cell_count; i++) {
        const struct cell *cell = &analysis->cells[i];
        struct display_unit unit = cell_own_unit(cell);
        struct text label = cell_label(arena, analysis, cell);
        struct text unit_label = cell_unit_label(cell, unit);
        struct text name = text_format(arena, "%.*s %.*s %s", (int)label.size, label.data,
                                       (int)cell->workload.size, cell->workload.data,
                                       direction_name(cell->direction));
        struct text figures = text_format(arena, "%.4g %.*s", cell->mean / unit.divisor,
                                          (int)unit_label.size, unit_label.data);
        if (cell->n > 1 && isfinite(cell->cv))
            figures = text_format(arena, "%.*s, deviation %.2g %%", (int)figures.size, figures.data,
                                  100 * cell->cv);
        page_blank(page, 2);
        page_cell(page, STYLE_PLAIN, line_clean(arena, name), page->columns / 3, false);
        page_blank(page, 2);
        page_cell(page, STYLE_QUIET, cell->metric->label, page->columns / 4, false);
        page_blank(page, 2);
        page_text(page, STYLE_PLAIN, line_clean(arena, figures));
        page_text(page, STYLE_QUIET, text_format(arena, ", n = %zu", cell->n));
        page_line(page);
    }
}

static void write_heading(struct terminal_page *page, const char *heading)
{
    page_line(page);
    page_text(page, STYLE_BOLD, text_of(heading));
    page_line(page);
}

/* With three levels or more: who was not beaten, test by test. */
static void write_unbeaten(struct terminal_page *page, const struct analysis *analysis)
{
    struct arena *arena = page->out.arena;
    if (analysis->unbeaten_count == 0)
        return;
    write_heading(page, "Not beaten by any other");
    for (size_t i = 0; i < analysis->unbeaten_count; i++) {
        const struct unbeaten *unbeaten = &analysis->unbeaten[i];
        struct text test = line_clean(arena, wording_unbeaten_test(arena, unbeaten));
        struct text levels = line_clean(arena, wording_unbeaten(arena, analysis, unbeaten));
        page_paragraph(page, STYLE_PLAIN, "  ",
                       text_format(arena, "%.*s%s%.*s", (int)test.size, test.data,
                                   test.size > 0 ? ": " : "", (int)levels.size, levels.data));
    }
}

static void write_verdict(struct terminal_page *page, const struct analysis *analysis)
{
    struct arena *arena = page->out.arena;
    struct pair_list pairs = pairs_of(arena, analysis);
    if (analysis->screening != NULL) {
        screening_text(page, analysis);
        return;
    }
    if (pairs.count == 0) {
        page_paragraph(page, STYLE_BOLD, "", wording_title(arena, analysis));
        page_line(page);
        write_cells(page, analysis);
        return;
    }
    page_paragraph(page, STYLE_BOLD, "",
                   pairs.count == 1 ? wording_overall(arena, analysis, pairs.items[0].overall)
                                    : wording_title(arena, analysis));
    if (conditions_on_files(analysis->results))
        page_paragraph(page, STYLE_PLAIN, "", conditions_file_sentence());
    for (size_t i = 0; i < pairs.count; i++)
        write_pair(page, analysis, &pairs.items[i], pairs.count > 1);
    write_unbeaten(page, analysis);
    if (analysis->options.correction == CORRECTION_BENJAMINI_HOCHBERG) {
        page_line(page);
        page_paragraph(page, STYLE_PLAIN, "", wording_correction_note());
    }
}

static bool warned_before(const struct analysis *analysis, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (text_equal(analysis->warnings[k].message, analysis->warnings[i].message))
            return true;
    return false;
}

/* Warnings of one kind stand together; of many alike the first few are shown. */
static void write_warnings(struct terminal_page *page, const struct analysis *analysis)
{
    if (analysis->warning_count == 0)
        return;
    const char *bullet = page->utf8 ? "  \xe2\x80\xa2 " : "  * ";
    write_heading(page, "Read with care");
    for (unsigned code = 0; code < WARNING_COUNT; code++) {
        size_t alike = 0;
        for (size_t i = 0; i < analysis->warning_count; i++) {
            if ((unsigned)analysis->warnings[i].code != code || warned_before(analysis, i))
                continue;
            if (++alike <= SHOWN_ALIKE)
                page_paragraph(page, STYLE_PLAIN, bullet, analysis->warnings[i].message);
        }
        if (alike > SHOWN_ALIKE)
            page_paragraph(
                page, STYLE_QUIET, bullet,
                text_format(page->out.arena, "... and %zu more like this", alike - SHOWN_ALIKE));
    }
}

/* Hits that are said nowhere else, and how many checks could not be made. */
static void write_checks(struct terminal_page *page, const struct analysis *analysis)
{
    struct arena *arena = page->out.arena;
    const char *bullet = page->utf8 ? "  \xe2\x80\xa2 " : "  * ";
    const struct check_rule *last = NULL;
    size_t shown = 0, alike = 0;
    for (size_t i = 0; i < analysis->check_count; i++) {
        const struct check *check = &analysis->checks[i];
        if (check->result != CHECK_HIT || check->severity == SEVERITY_INFORMS ||
            check->rule->told_elsewhere)
            continue;
        alike = check->rule == last ? alike + 1 : 1;
        last = check->rule;
        if (shown++ == 0)
            write_heading(page, "Credibility checks");
        if (alike <= SHOWN_ALIKE)
            page_paragraph(page, STYLE_PLAIN, bullet,
                           line_clean(arena, check_sentence(arena, check)));
    }
    if (shown > 0)
        page_paragraph(page, STYLE_QUIET, "  ",
                       text_of("\"ashiftstat check\" says what to do, and what cannot be told."));
}

static void write_list(struct terminal_page *page, const char *heading, struct text_list list)
{
    if (list.count == 0)
        return;
    write_heading(page, heading);
    for (size_t i = 0; i < list.count; i++)
        page_paragraph(page, STYLE_PLAIN, page->utf8 ? "  \xe2\x86\x92 " : "  > ", list.items[i]);
}

static struct text place(struct arena *arena, struct source source)
{
    if (source.line == 0)
        return source.path;
    return text_format(arena, "%.*s:%u", (int)source.path.size, source.path.data, source.line);
}

static void write_excluded(struct terminal_page *page, const struct analysis *analysis)
{
    if (analysis->excluded_count == 0)
        return;
    write_heading(page, "Runs left out");
    for (size_t i = 0; i < analysis->excluded_count; i++) {
        const struct excluded_run *excluded = &analysis->excluded[i];
        struct text where = place(page->out.arena, excluded->run->source);
        page_paragraph(page, STYLE_PLAIN, "  ",
                       text_format(page->out.arena, "%.*s: %.*s", (int)where.size, where.data,
                                   (int)excluded->reason.size, excluded->reason.data));
    }
}

static void write_claims(struct terminal_page *page, const struct analysis *analysis)
{
    size_t confirmed = 0, with_runs = 0;
    if (analysis->claim_count + analysis->stated_count == 0)
        return;
    write_heading(page, "Posted figures");
    for (size_t i = 0; i < analysis->claim_count; i++) {
        confirmed += analysis->claims[i].confirmed;
        with_runs += analysis->claims[i].cell != NULL;
        if (!analysis->claims[i].confirmed)
            page_paragraph(page, STYLE_UNDECIDED, "  ", analysis->claims[i].message);
    }
    if (with_runs > 0)
        page_paragraph(page, STYLE_PLAIN, "  ",
                       text_format(page->out.arena,
                                   "%zu of %zu posted averages agree with the runs.", confirmed,
                                   with_runs));
    for (size_t i = 0; i < analysis->stated_count; i++)
        page_paragraph(
            page, analysis->stated[i].result == CHECK_HIT ? STYLE_UNDECIDED : STYLE_PLAIN, "  ",
            text_format(page->out.arena, "%.*s.", (int)analysis->stated[i].message.size,
                        analysis->stated[i].message.data));
}

static void write_notes(struct terminal_page *page, const struct results *results)
{
    if (results->note_count == 0)
        return;
    write_heading(page, "Notes on the inputs");
    for (size_t i = 0; i < results->note_count && i < SHOWN_NOTES; i++) {
        struct text where = place(page->out.arena, results->notes[i].source);
        page_paragraph(page, STYLE_QUIET, "  ",
                       text_format(page->out.arena, "%.*s: %.*s", (int)where.size, where.data,
                                   (int)results->notes[i].message.size,
                                   results->notes[i].message.data));
    }
    if (results->note_count > SHOWN_NOTES)
        page_paragraph(
            page, STYLE_QUIET, "  ",
            text_format(page->out.arena, "... and %zu more", results->note_count - SHOWN_NOTES));
}

static void write_summary(struct terminal_page *page, const struct analysis *analysis)
{
    const struct results *results = analysis->results;
    size_t refused = 0;
    for (size_t i = 0; i < results->file_count; i++)
        refused += results->files[i].refusal.size > 0;
    size_t used = results->file_count - refused;
    page_line(page);
    page_paragraph(
        page, STYLE_QUIET, "",
        text_format(page->out.arena,
                    "%zu input file%s used, %zu refused; %zu runs used, %zu numbers read.", used,
                    used == 1 ? "" : "s", refused, conditions_run_count(page->out.arena, analysis),
                    results->observation_count));
}

static struct terminal_page page_of(struct arena *arena, const struct terminal_options *options)
{
    unsigned columns = options->columns == 0 ? MOST_COLUMNS : options->columns;
    columns = columns < LEAST_COLUMNS ? LEAST_COLUMNS : columns;
    columns = columns > MOST_COLUMNS ? MOST_COLUMNS : columns;
    return (struct terminal_page){
        .out = {.arena = arena},
        .utf8 = options->utf8,
        .colour = options->colour,
        .columns = columns,
    };
}

struct text terminal_sentences(struct arena *arena, struct text_list sentences,
                               const struct terminal_options *options)
{
    struct terminal_page page = page_of(arena, options);
    for (size_t i = 0; i < sentences.count; i++)
        page_paragraph(&page, i == 0 ? STYLE_BOLD : STYLE_PLAIN, i == 0 ? "" : "  ",
                       line_clean(arena, sentences.items[i]));
    return text_built(&page.out);
}

struct text terminal_report(struct arena *arena, const struct analysis *analysis,
                            const struct terminal_options *options)
{
    struct terminal_page page = page_of(arena, options);
    write_verdict(&page, analysis);
    write_warnings(&page, analysis);
    write_checks(&page, analysis);
    write_list(&page, "What to do next", wording_next_steps(arena, analysis));
    write_claims(&page, analysis);
    write_excluded(&page, analysis);
    write_notes(&page, analysis->results);
    write_summary(&page, analysis);
    return text_built(&page.out);
}
