#include "render/report.h"

#include "analyze/wording.h"
#include "render/analysis_json.h"
#include "render/conditions.h"
#include "render/document_html.h"
#include "render/document_markdown.h"
#include "render/observation_csv.h"
#include "render/output_file.h"
#include "render/pairs.h"
#include "render/report_checks.h"
#include "render/report_tables.h"
#include "render/screening_text.h"

#include <string.h>

enum {
    PAIRS_IN_PARAGRAPH = 3,
    SOURCES_SHOWN_OPEN = 8, /* longer tables of files are folded away */
};

static bool is_ashift_like(struct text factor)
{
    return text_is_ignoring_case(factor, "ashift") ||
           text_is_ignoring_case(factor, "volblocksize") ||
           text_is_ignoring_case(factor, "lba_format");
}

static struct text overall_words(struct arena *arena, const struct analysis *analysis,
                                 const struct pair_list *pairs, size_t i)
{
    const struct overall *overall = pairs->items[i].overall;
    struct text sentence = wording_overall(arena, analysis, overall);
    if (!pairs->several_strata || overall->stratum->count == 0)
        return sentence;
    struct text stratum = stratum_name(arena, overall->stratum);
    return text_format(arena, "%.*s: %.*s", (int)stratum.size, stratum.data, (int)sentence.size,
                       sentence.data);
}

static bool say_the_same(struct arena *arena, const struct analysis *analysis,
                         const struct pair_list *pairs)
{
    for (size_t i = 1; i < pairs->count; i++)
        if (!text_equal(wording_overall(arena, analysis, pairs->items[0].overall),
                        wording_overall(arena, analysis, pairs->items[i].overall)))
            return false;
    return true;
}

/* In one paragraph; more than a few pairs become a list behind the finding, unless all say the
   same. */
static void add_verdict(struct document *out, const struct analysis *analysis,
                        const struct pair_list *pairs)
{
    struct arena *arena = out->arena;
    struct text_builder verdict = {.arena = arena};
    bool list = pairs->count > PAIRS_IN_PARAGRAPH;
    if (pairs->count == 0)
        text_add_string(&verdict, "There is nothing to compare: only one setting was measured.");
    if (list)
        text_add_format(&verdict, "%.*s.", (int)wording_title(arena, analysis).size,
                        wording_title(arena, analysis).data);
    for (size_t i = 0; i < pairs->count && !list; i++) {
        text_add_string(&verdict, i > 0 ? " " : "");
        text_add(&verdict, overall_words(arena, analysis, pairs, i));
    }
    document_paragraph_strong(out, text_built(&verdict),
                              conditions_on_files(analysis->results) ? conditions_file_sentence()
                                                                     : text_of(""));
    if (say_the_same(arena, analysis, pairs))
        return;
    for (size_t i = 0; i < pairs->count && list; i++)
        document_item(out, overall_words(arena, analysis, pairs, i));
}

/* ashift and its like stay for the life of the pool, so the two errors do not cost the same. */
static void add_choice_for_good(struct document *out, const struct analysis *analysis)
{
    if (!is_ashift_like(analysis->factor))
        return;
    struct text factor = analysis->factor;
    bool ashift = text_is_ignoring_case(analysis->factor, "ashift");
    document_paragraph(
        out, text_format(out->arena,
                         "%.*s cannot be changed once the %s is made. Too low usually costs more "
                         "than too high: a drive with larger sectors must then read and rewrite "
                         "them for every small write, while too high mostly costs some space. When "
                         "in doubt, %s.",
                         (int)factor.size, factor.data, ashift ? "pool" : "volume or drive",
                         ashift ? "do not go below 12" : "take the larger one"));
}

/* With three levels or more: who was not beaten, test by test. */
static void add_unbeaten(struct document *out, const struct analysis *analysis)
{
    struct arena *arena = out->arena;
    if (analysis->options.correction == CORRECTION_BENJAMINI_HOCHBERG)
        document_paragraph(out, wording_correction_note());
    if (analysis->unbeaten_count == 0)
        return;
    document_paragraph(out, text_of("Not beaten by any other:"));
    for (size_t i = 0; i < analysis->unbeaten_count; i++) {
        const struct unbeaten *unbeaten = &analysis->unbeaten[i];
        struct text test = wording_unbeaten_test(arena, unbeaten);
        struct text levels = wording_unbeaten(arena, analysis, unbeaten);
        document_item(out, text_format(arena, "%.*s%s%.*s", (int)test.size, test.data,
                                       test.size > 0 ? ": " : "", (int)levels.size, levels.data));
    }
}

/* What the verdict rests on, test by test, where these are few. */
static void add_evidence(struct document *out, const struct analysis *analysis,
                         const struct pair_list *pairs)
{
    struct arena *arena = out->arena;
    for (size_t i = 0; pairs->count == 1 && i < pairs->items[0].primary_count; i++) {
        const struct comparison *comparison = pairs->items[0].primary[i];
        struct text evidence = pair_evidence(arena, analysis, &pairs->items[0], comparison);
        struct text name = comparison_name(arena, comparison, false);
        if (evidence.size > 0)
            document_item(out, text_format(arena, "%.*s%s%.*s", (int)name.size, name.data,
                                           name.size > 0 ? ": " : "", (int)evidence.size,
                                           evidence.data));
    }
}

/* The tests of a pair that have this reason: "Test 1, Test 2 and 3 more". */
static struct text tests_with(struct arena *arena, const struct pair *pair,
                              const struct text *reasons, struct text reason)
{
    enum { NAMED = 4 };
    struct text_builder names = {.arena = arena};
    size_t count = 0;
    for (size_t i = 0; i < pair->primary_count; i++) {
        if (!text_equal(reasons[i], reason))
            continue;
        struct text name = comparison_name(arena, pair->primary[i], pair->metric == NULL);
        if (count++ < NAMED && name.size > 0)
            text_add_format(&names, "%s%.*s", names.size > 0 ? ", " : "", (int)name.size,
                            name.data);
    }
    if (count > NAMED)
        text_add_format(&names, " and %zu more", count - NAMED);
    return names.size > 0 ? text_built(&names) : text_of("the only test");
}

/* Why tests cannot be compared, each reason of a pair once; `name` tells the pair, if there are
   several. */
static void add_reasons(struct document *out, const struct analysis *analysis,
                        const struct pair *pair, struct text name)
{
    struct arena *arena = out->arena;
    struct text *reasons = arena_take_array(arena, pair->primary_count + 1, sizeof *reasons);
    for (size_t i = 0; i < pair->primary_count; i++)
        reasons[i] = pair_reason(arena, analysis, pair, pair->primary[i]);
    for (size_t i = 0; i < pair->primary_count; i++) {
        bool said = reasons[i].size == 0;
        for (size_t k = 0; k < i && !said; k++)
            said = text_equal(reasons[k], reasons[i]);
        if (said)
            continue;
        struct text tests = tests_with(arena, pair, reasons, reasons[i]);
        document_item(out, text_format(arena, "%.*s%s%.*s cannot be compared. %.*s", (int)name.size,
                                       name.data, name.size > 0 ? ": " : "", (int)tests.size,
                                       tests.data, (int)reasons[i].size, reasons[i].data));
    }
}

static void add_figures(struct document *out, const struct figure_set *figures,
                        enum chart_kind kind)
{
    for (size_t i = 0; figures != NULL && i < figures->count; i++) {
        const struct figure *figure = &figures->figures[i];
        if (figure->chart.kind == kind)
            document_figure(out, figure->name, figure->chart.title);
    }
}

static void add_next_steps(struct document *out, const struct analysis *analysis)
{
    struct text_list steps = wording_next_steps(out->arena, analysis);
    if (steps.count == 0)
        return;
    document_heading(out, 2, text_of("What to do next"));
    for (size_t i = 0; i < steps.count; i++)
        document_item(out, steps.items[i]);
}

/* Is a setting more predictable? Where any test has runs enough to say. */
static void add_evenness(struct document *out, const struct analysis *analysis)
{
    struct arena *arena = out->arena;
    bool any = false;
    for (size_t i = 0; i < analysis->comparison_count; i++)
        any = any || (analysis->comparisons[i].primary &&
                      analysis->comparisons[i].evenness > EVENNESS_TOO_FEW);
    if (!any)
        return;
    document_heading(out, 2, text_of("How even the runs are"));
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        struct text words = wording_evenness(arena, comparison);
        if (!comparison->primary || words.size == 0)
            continue;
        struct text name = comparison_name(arena, comparison, false);
        document_item(out, text_format(arena, "%.*s%s%s", (int)name.size, name.data,
                                       name.size > 0 ? ": " : "", words.data));
    }
}

static void add_conditions(struct document *out, const struct analysis *analysis)
{
    struct arena *arena = out->arena;
    struct text parts[] = {
        conditions_runs(arena, analysis),
        conditions_order(analysis),
        conditions_tool(arena, analysis->results),
    };
    document_heading(out, 2, text_of("Conditions of the test"));
    struct text known = figure_subtitle(arena, parts, sizeof parts / sizeof *parts);
    if (known.size > 0)
        document_paragraph(out, text_format(arena, "%s.", known.data));
    report_workloads(out, analysis);
    if (analysis->results->fact_count == 0)
        document_paragraph(out, text_of("The inputs hold no facts about the machine."));
    report_facts(out, analysis->results);
}

static struct text with_place(struct arena *arena, struct source source, struct text message)
{
    struct text path = source.path, words = message;
    if (path.size == 0)
        return words;
    if (source.line == 0)
        return text_format(arena, "%.*s: %.*s", (int)path.size, path.data, (int)words.size,
                           words.data);
    return text_format(arena, "%.*s, line %u: %.*s", (int)path.size, path.data, source.line,
                       (int)words.size, words.data);
}

static bool warned_before(const struct analysis *analysis, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (text_equal(analysis->warnings[k].message, analysis->warnings[i].message))
            return true;
    return false;
}

/* Warnings, runs left out, notes on the inputs. */
static void add_doubts(struct document *out, const struct analysis *analysis)
{
    const struct results *results = analysis->results;
    if (analysis->warning_count + analysis->excluded_count + results->note_count == 0)
        return;
    document_heading(out, 2, text_of("How far to trust this"));
    for (size_t i = 0; i < analysis->warning_count; i++)
        if (!warned_before(analysis, i))
            document_item(out, analysis->warnings[i].message);
    for (size_t i = 0; i < analysis->excluded_count; i++) {
        const struct excluded_run *excluded = &analysis->excluded[i];
        document_item(
            out, text_format(out->arena, "Run left out: %s",
                             with_place(out->arena, excluded->run->source, excluded->reason).data));
    }
    for (size_t i = 0; i < results->note_count; i++)
        document_item(out,
                      with_place(out->arena, results->notes[i].source, results->notes[i].message));
}

static void add_method(struct document *out, const struct analysis *analysis)
{
    struct arena *arena = out->arena;
    size_t compared = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++)
        compared += analysis->comparisons[i].state != STATE_NOT_COMPARABLE;
    if (compared == 0)
        return;
    double margin = 100 * analysis->options.margin;
    document_heading(out, 2, text_of("Method"));
    struct text_builder method = {.arena = arena};
    text_add(&method, wording_method(arena, analysis));
    text_add_string(&method, " ");
    text_add_format(&method,
                    "Runs needed are those of each setting that would show a difference of %g %% "
                    "with a chance of 80 %%, if these runs are typical.",
                    margin);
    document_paragraph(out, text_built(&method));
}

static void add_sources(struct document *out, const struct results *results)
{
    bool folded = results->file_count > SOURCES_SHOWN_OPEN;
    document_heading(out, 2, text_of("Sources"));
    if (folded)
        document_fold(out, text_format(out->arena, "%zu files", results->file_count));
    report_sources(out, results);
    if (folded)
        document_fold_end(out);
    document_paragraph(out, text_of("Made by ashiftstat " ASHIFTSTAT_VERSION "."));
}

/* Where there is one run of each setting the tables of means hold every run already. */
static bool has_repeats(const struct cell_groups *groups)
{
    for (size_t g = 0; g < groups->count; g++)
        for (size_t i = 0; i < groups->items[g].count; i++)
            if (groups->items[g].cells[i]->n > 1)
                return true;
    return false;
}

struct document report_document(struct arena *arena, const struct analysis *analysis,
                                const struct figure_set *figures)
{
    struct document out = {.arena = arena};
    struct pair_list pairs = pairs_of(arena, analysis);
    struct cell_groups groups = cell_groups_of(arena, analysis);
    document_heading(&out, 1, wording_title(arena, analysis));
    if (analysis->screening != NULL)
        screening_document(&out, analysis);
    else
        add_verdict(&out, analysis, &pairs);
    add_evidence(&out, analysis, &pairs);
    for (size_t i = 0; i < pairs.count; i++)
        add_reasons(&out, analysis, &pairs.items[i],
                    pairs.count > 1 ? pair_name(arena, pairs.items[i].overall, pairs.several_strata)
                                    : text_of(""));
    add_unbeaten(&out, analysis);
    add_figures(&out, figures, CHART_interval);
    add_figures(&out, figures, CHART_grid);
    add_figures(&out, figures, CHART_sweep);
    add_choice_for_good(&out, analysis);
    add_next_steps(&out, analysis);
    document_heading(&out, 2, text_of("Results"));
    report_metric_tables(&out, analysis, &groups);
    add_evenness(&out, analysis);
    bool repeated = has_repeats(&groups);
    if (repeated)
        document_heading(&out, 2, text_of("Every run"));
    add_figures(&out, figures, CHART_runs);
    add_figures(&out, figures, CHART_order);
    add_figures(&out, figures, CHART_percentiles);
    add_figures(&out, figures, CHART_distribution);
    add_figures(&out, figures, CHART_timeline);
    if (repeated)
        report_run_table(&out, analysis, &groups);
    add_conditions(&out, analysis);
    add_doubts(&out, analysis);
    report_checks(&out, analysis);
    if (analysis->claim_count > 0) {
        document_heading(&out, 2, text_of("Posted averages held against the posted runs"));
        report_claims(&out, analysis, &groups);
    }
    report_stated(&out, analysis);
    add_method(&out, analysis);
    add_sources(&out, analysis->results);
    return out;
}

struct text report_markdown(struct arena *arena, const struct analysis *analysis,
                            const struct figure_set *figures)
{
    struct document report = report_document(arena, analysis, figures);
    return document_markdown(arena, &report);
}

static struct text html_of(struct arena *arena, const struct document *document, enum theme theme,
                           const struct drawings *drawings)
{
    struct html_figure *figures = arena_take_array(arena, drawings->count + 1, sizeof *figures);
    for (size_t i = 0; i < drawings->count; i++)
        figures[i] = (struct html_figure){drawings->items[i].name, drawings->items[i].svg};
    return document_html(arena, document, theme, figures, drawings->count);
}

bool report_write(struct arena *arena, const struct analysis *analysis, const char *directory,
                  const struct figure_options *options, struct drawings *drawings,
                  struct failure *failure)
{
    struct figure_set figures = figures_of(arena, analysis);
    if (!figures_choose(&figures, options, failure) ||
        !figures_draw(arena, &figures, options, drawings, failure))
        return false;
    struct document report = report_document(arena, analysis, &figures);
    return drawings_write(drawings, directory, failure) &&
           output_file_write(directory, "report.md", document_markdown(arena, &report), failure) &&
           output_file_write(directory, "report.html",
                             html_of(arena, &report, options->theme, drawings), failure) &&
           output_file_write(directory, "analysis.json", analysis_json(arena, analysis), failure) &&
           output_file_write(directory, "observations.csv",
                             observation_csv(arena, analysis->results), failure);
}
