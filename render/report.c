#include "render/report.h"

#include "analyze/wording.h"
#include "render/analysis_json.h"
#include "render/conditions.h"
#include "render/markdown.h"
#include "render/observation_csv.h"
#include "render/output_file.h"
#include "render/pairs.h"
#include "render/report_checks.h"
#include "render/report_tables.h"

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
    struct text sentence = markdown_escape(arena, wording_overall(arena, analysis, overall));
    if (!pairs->several_strata || overall->stratum->count == 0)
        return sentence;
    struct text stratum = markdown_escape(arena, stratum_name(arena, overall->stratum));
    return text_format(arena, "%.*s: %.*s", (int)stratum.size, stratum.data, (int)sentence.size,
                       sentence.data);
}

/* In one paragraph; more than a few pairs become a list behind the finding. */
static void add_verdict(struct text_builder *out, const struct analysis *analysis,
                        const struct pair_list *pairs)
{
    struct arena *arena = out->arena;
    struct text_builder paragraph = {.arena = arena};
    bool list = pairs->count > PAIRS_IN_PARAGRAPH;
    text_add_string(&paragraph, "**");
    if (pairs->count == 0)
        text_add_string(&paragraph, "There is nothing to compare: only one setting was measured.");
    if (list)
        text_add_format(&paragraph, "%s.",
                        markdown_escape(arena, wording_title(arena, analysis)).data);
    for (size_t i = 0; i < pairs->count && !list; i++)
        text_add_format(&paragraph, "%s%s", i > 0 ? " " : "",
                        overall_words(arena, analysis, pairs, i).data);
    text_add_string(&paragraph, "**");
    if (conditions_on_files(analysis->results))
        text_add_format(&paragraph, " %s", conditions_file_sentence().data);
    markdown_paragraph(out, text_built(&paragraph));
    for (size_t i = 0; i < pairs->count && list; i++)
        markdown_item(out, overall_words(arena, analysis, pairs, i));
    if (list)
        text_add_string(out, "\n");
}

/* ashift and its like stay for the life of the pool, so the two errors do not cost the same. */
static void add_choice_for_good(struct text_builder *out, const struct analysis *analysis)
{
    if (!is_ashift_like(analysis->factor))
        return;
    struct text factor = markdown_escape(out->arena, analysis->factor);
    bool ashift = text_is_ignoring_case(analysis->factor, "ashift");
    markdown_paragraph(
        out, text_format(out->arena,
                         "%.*s cannot be changed once the %s is made. Too low usually costs more "
                         "than too high: a drive with larger sectors must then read and rewrite "
                         "them for every small write, while too high mostly costs some space. When "
                         "in doubt, %s.",
                         (int)factor.size, factor.data, ashift ? "pool" : "volume or drive",
                         ashift ? "do not go below 12" : "take the larger one"));
}

/* With three levels or more: who was not beaten, test by test. */
static void add_unbeaten(struct text_builder *out, const struct analysis *analysis)
{
    struct arena *arena = out->arena;
    if (analysis->options.correction == CORRECTION_BENJAMINI_HOCHBERG)
        markdown_paragraph(out, wording_correction_note());
    if (analysis->unbeaten_count == 0)
        return;
    markdown_paragraph(out, text_of("Not beaten by any other:"));
    for (size_t i = 0; i < analysis->unbeaten_count; i++) {
        const struct unbeaten *unbeaten = &analysis->unbeaten[i];
        struct text test = markdown_escape(arena, wording_unbeaten_test(arena, unbeaten));
        struct text levels = markdown_escape(arena, wording_unbeaten(arena, analysis, unbeaten));
        markdown_item(out, text_format(arena, "%.*s%s%.*s", (int)test.size, test.data,
                                       test.size > 0 ? ": " : "", (int)levels.size, levels.data));
    }
    text_add_string(out, "\n");
}

static void add_figures(struct text_builder *out, const struct figure_set *figures,
                        enum chart_kind kind)
{
    for (size_t i = 0; figures != NULL && i < figures->count; i++) {
        const struct figure *figure = &figures->figures[i];
        if (figure->chart.kind != kind)
            continue;
        struct text title = markdown_escape(out->arena, figure->chart.title);
        markdown_paragraph(out, text_format(out->arena, "![%.*s](%.*s.png)", (int)title.size,
                                            title.data, (int)figure->name.size, figure->name.data));
    }
}

static void add_next_steps(struct text_builder *out, const struct analysis *analysis)
{
    struct text_list steps = wording_next_steps(out->arena, analysis);
    if (steps.count == 0)
        return;
    markdown_heading(out, 2, text_of("What to do next"));
    for (size_t i = 0; i < steps.count; i++)
        markdown_item(out, markdown_escape(out->arena, steps.items[i]));
    text_add_string(out, "\n");
}

/* Is a setting more predictable? Where any test has runs enough to say. */
static void add_evenness(struct text_builder *out, const struct analysis *analysis)
{
    struct arena *arena = out->arena;
    bool any = false;
    for (size_t i = 0; i < analysis->comparison_count; i++)
        any = any || (analysis->comparisons[i].primary &&
                      analysis->comparisons[i].evenness > EVENNESS_TOO_FEW);
    if (!any)
        return;
    markdown_heading(out, 2, text_of("How even the runs are"));
    for (size_t i = 0; i < analysis->comparison_count; i++) {
        const struct comparison *comparison = &analysis->comparisons[i];
        struct text words = wording_evenness(arena, comparison);
        if (!comparison->primary || words.size == 0)
            continue;
        struct text name = markdown_escape(arena, comparison_name(arena, comparison, false));
        markdown_item(out,
                      text_format(arena, "%.*s%s%s", (int)name.size, name.data,
                                  name.size > 0 ? ": " : "", markdown_escape(arena, words).data));
    }
    text_add_string(out, "\n");
}

static void add_conditions(struct text_builder *out, const struct analysis *analysis)
{
    struct arena *arena = out->arena;
    struct text parts[] = {
        conditions_runs(arena, analysis),
        conditions_order(analysis),
        conditions_tool(arena, analysis->results),
    };
    markdown_heading(out, 2, text_of("Conditions of the test"));
    struct text known = figure_subtitle(arena, parts, sizeof parts / sizeof *parts);
    if (known.size > 0)
        markdown_paragraph(out, text_format(arena, "%s.", markdown_escape(arena, known).data));
    if (analysis->results->fact_count == 0)
        markdown_paragraph(out, text_of("The inputs hold no facts about the machine."));
    report_facts(out, analysis->results);
}

static struct text with_place(struct arena *arena, struct source source, struct text message)
{
    struct text path = markdown_escape(arena, source.path), words = markdown_escape(arena, message);
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
static void add_doubts(struct text_builder *out, const struct analysis *analysis)
{
    const struct results *results = analysis->results;
    if (analysis->warning_count + analysis->excluded_count + results->note_count == 0)
        return;
    markdown_heading(out, 2, text_of("How far to trust this"));
    for (size_t i = 0; i < analysis->warning_count; i++)
        if (!warned_before(analysis, i))
            markdown_item(out, markdown_escape(out->arena, analysis->warnings[i].message));
    for (size_t i = 0; i < analysis->excluded_count; i++) {
        const struct excluded_run *excluded = &analysis->excluded[i];
        markdown_item(
            out, text_format(out->arena, "Run left out: %s",
                             with_place(out->arena, excluded->run->source, excluded->reason).data));
    }
    for (size_t i = 0; i < results->note_count; i++)
        markdown_item(out,
                      with_place(out->arena, results->notes[i].source, results->notes[i].message));
    text_add_string(out, "\n");
}

static void add_method(struct text_builder *out, const struct analysis *analysis)
{
    struct arena *arena = out->arena;
    size_t compared = 0;
    for (size_t i = 0; i < analysis->comparison_count; i++)
        compared += analysis->comparisons[i].state != STATE_NOT_COMPARABLE;
    if (compared == 0)
        return;
    double margin = 100 * analysis->options.margin;
    markdown_heading(out, 2, text_of("Method"));
    struct text_builder method = {.arena = arena};
    text_add(&method, wording_method(arena, analysis));
    text_add_string(&method, " ");
    text_add_format(&method,
                    "Runs needed are those of each setting that would show a difference of %g %% "
                    "with a chance of 80 %%, if these runs are typical.",
                    margin);
    markdown_paragraph(out, text_built(&method));
}

static void add_sources(struct text_builder *out, const struct results *results)
{
    bool folded = results->file_count > SOURCES_SHOWN_OPEN;
    markdown_heading(out, 2, text_of("Sources"));
    if (folded)
        text_add_format(out, "<details><summary>%zu files</summary>\n\n", results->file_count);
    report_sources(out, results);
    if (folded)
        text_add_string(out, "</details>\n\n");
    markdown_paragraph(out, text_of("Made by ashiftstat " ASHIFTSTAT_VERSION "."));
}

struct text report_markdown(struct arena *arena, const struct analysis *analysis,
                            const struct figure_set *figures)
{
    struct text_builder out = {.arena = arena};
    struct pair_list pairs = pairs_of(arena, analysis);
    struct cell_groups groups = cell_groups_of(arena, analysis);
    markdown_heading(&out, 1, markdown_escape(arena, wording_title(arena, analysis)));
    add_verdict(&out, analysis, &pairs);
    add_unbeaten(&out, analysis);
    add_figures(&out, figures, CHART_interval);
    add_choice_for_good(&out, analysis);
    add_next_steps(&out, analysis);
    markdown_heading(&out, 2, text_of("Results"));
    report_metric_tables(&out, analysis, &groups);
    add_evenness(&out, analysis);
    markdown_heading(&out, 2, text_of("Every run"));
    add_figures(&out, figures, CHART_runs);
    add_figures(&out, figures, CHART_order);
    report_run_table(&out, analysis, &groups);
    add_conditions(&out, analysis);
    add_doubts(&out, analysis);
    report_checks(&out, analysis);
    if (analysis->claim_count > 0) {
        markdown_heading(&out, 2, text_of("Posted averages held against the posted runs"));
        report_claims(&out, analysis, &groups);
    }
    report_stated(&out, analysis);
    add_method(&out, analysis);
    add_sources(&out, analysis->results);
    while (out.size > 1 && out.data[out.size - 1] == '\n' && out.data[out.size - 2] == '\n')
        out.size--;
    return text_built(&out);
}

bool report_write(const struct analysis *analysis, const char *directory, struct failure *failure)
{
    struct arena *arena = arena_create();
    struct figure_set figures = figures_of(arena, analysis);
    bool done =
        figures_write(analysis, directory, NULL, failure) &&
        output_file_write(directory, "report.md", report_markdown(arena, analysis, &figures),
                          failure) &&
        output_file_write(directory, "analysis.json", analysis_json(arena, analysis), failure) &&
        output_file_write(directory, "observations.csv", observation_csv(arena, analysis->results),
                          failure);
    arena_free(arena);
    return done;
}
