#include "command/commands.h"

#include "command/analysis_choice.h"
#include "command/chart_options.h"
#include "command/terminal_size.h"
#include "render/document_bbcode.h"
#include "render/document_markdown.h"
#include "render/report.h"
#include "render/snippet.h"

#include <stdio.h>
#include <string.h>

enum { KEY_OUTPUT = 'o', KEY_SNIPPET = 96, LEAST_TEXT = 11 };

static const struct option_row render_rows[] = {
    {"output", KEY_OUTPUT, "DIR", "where to write; made when it is missing"}, {0}};

static const struct option_row report_rows[] = {
    {"output", KEY_OUTPUT, "DIR", "where to write; made when it is missing"},
    {"snippet", KEY_SNIPPET, "bbcode|markdown",
     "write no files; print verdict and table to be pasted into a forum"},
    {0}};

struct report_choice {
    struct analysis_choice analysis;
    struct chart_choice charts;
    const char *output;
    struct text (*snippet)(struct arena *arena, const struct document *document); /* or NULL */
    int (*write)(const struct report_choice *choice, const struct analysis *analysis,
                 struct failure *failure);
};

static bool take_snippet(struct report_choice *choice, const char *value, struct failure *failure)
{
    choice->snippet = strcmp(value, "bbcode") == 0     ? document_bbcode
                      : strcmp(value, "markdown") == 0 ? document_markdown
                                                       : NULL;
    return choice->snippet != NULL ||
           failure_set(failure, FAILURE_USAGE, "--snippet wants bbcode or markdown, not \"%s\"",
                       value);
}

static bool take_option(void *taker, int key, const char *value, struct failure *failure)
{
    struct report_choice *choice = taker;
    bool known;
    if (key == KEY_SNIPPET)
        return take_snippet(choice, value, failure);
    if (key == KEY_OUTPUT) {
        choice->output = value;
        return true;
    }
    if (!chart_choice_take(&choice->charts, key, value, &known, failure))
        return false;
    return known || analysis_choice_take(&choice->analysis, key, value, &known, failure);
}

/* Says of each kind of chart that was asked for and cannot be drawn what it would need. */
static void note_missing(const struct figure_options *options, const struct drawings *drawings)
{
    for (unsigned kind = 0; options->kinds != NULL && kind < CHART_KINDS; kind++) {
        const char *name = chart_name((enum chart_kind)kind);
        bool drawn = !options->kinds[kind];
        for (size_t i = 0; i < drawings->count && !drawn; i++)
            drawn = text_starts_with(drawings->items[i].name, name);
        if (!drawn)
            (void)fprintf(stderr, "ashiftstat: no %s chart: it needs %s\n", name,
                          chart_needs((enum chart_kind)kind));
    }
}

static void note_doubts(const struct figure_options *options, const struct drawings *drawings)
{
    note_missing(options, drawings);
    if (drawings->lacks_characters)
        (void)fputs("ashiftstat: a chart has characters that no installed font has and the PNG "
                    "shows boxes; fonts-noto-core and fonts-noto-cjk have most\n",
                    stderr);
    for (size_t i = 0; i < drawings->count; i++)
        if (drawings->items[i].text_height < LEAST_TEXT)
            (void)fprintf(stderr,
                          "ashiftstat: %.*s: its text is %.0f pixels high at this size; give more "
                          "room with --size or draw less with --workload\n",
                          (int)drawings->items[i].name.size, drawings->items[i].name.data,
                          drawings->items[i].text_height);
}

/* Prints the verdict, so that it is seen without opening the report. */
static int write_report(const struct report_choice *choice, const struct analysis *analysis,
                        struct failure *failure)
{
    int status;
    struct drawings drawings = {0};
    struct arena *arena = arena_create();
    struct terminal_options terminal = terminal_options_here();
    if (choice->snippet != NULL) {
        struct document snippet = snippet_document(arena, analysis);
        status = print_result(choice->snippet(arena, &snippet));
    } else if (report_write(arena, analysis, choice->output, &choice->charts.options, &drawings,
                            failure)) {
        status = print_result(terminal_report(arena, analysis, &terminal));
        note_doubts(&choice->charts.options, &drawings);
        (void)fprintf(stderr, "ashiftstat: wrote %s/report.md, report.html and their charts\n",
                      choice->output);
    } else {
        status = fail(failure);
    }
    arena_free(arena);
    return status;
}

static int write_charts(const struct report_choice *choice, const struct analysis *analysis,
                        struct failure *failure)
{
    struct drawings drawings = {0};
    struct arena *arena = arena_create();
    struct figure_set figures = figures_of(arena, analysis);
    bool done = figures_choose(&figures, &choice->charts.options, failure) &&
                figures_draw(arena, &figures, &choice->charts.options, &drawings, failure) &&
                drawings_write(&drawings, choice->output, failure);
    if (done)
        note_doubts(&choice->charts.options, &drawings);
    if (done && drawings.count == 0 && choice->charts.options.kinds == NULL)
        (void)fputs("ashiftstat: no chart suits these results\n", stderr);
    arena_free(arena);
    return done ? 0 : fail(failure);
}

static int write_from_inputs(struct arena *arena, void *taker, const struct command_line *line)
{
    struct report_choice *choice = taker;
    struct failure failure = {.kind = FAILURE_NONE};
    struct results *results;
    int status;
    (void)arena;
    if (choice->output == NULL && choice->snippet == NULL) {
        (void)failure_set(&failure, FAILURE_USAGE, "name the folder to write to with -o DIR");
        return fail(&failure);
    }
    choice->analysis.reading.digests = choice->analysis.reading.shapes = true;
    struct analysis *analysis = analysis_of_inputs(&choice->analysis, line, &results, &status);
    if (analysis == NULL)
        return status;
    int written = choice->write(choice, analysis, &failure);
    analysis_free(analysis);
    results_free(results);
    return written != 0 ? written : status;
}

static struct subcommand writer(struct arena *arena, const struct option_row *own_rows,
                                int (*write)(const struct report_choice *choice,
                                             const struct analysis *analysis,
                                             struct failure *failure))
{
    struct report_choice *choice = arena_take_array(arena, 1, sizeof *choice);
    *choice = (struct report_choice){.analysis = analysis_choice_defaults(arena), .write = write};
    const struct option_row *inputs = options_join(arena, analysis_rows, reading_rows);
    return (struct subcommand){
        .usage = "[options] INPUT... -o DIR",
        .rows = options_join(arena, own_rows, options_join(arena, chart_rows, inputs)),
        .choice = choice,
        .take = take_option,
        .act = write_from_inputs};
}

struct subcommand report_command(struct arena *arena)
{
    struct subcommand report = writer(arena, report_rows, write_report);
    report.name = "report";
    report.brief = "report.md with its charts and tables";
    report.summary = "Writes report.md and report.html with their charts, analysis.json and "
                     "observations.csv, ready to be published, and prints the verdict.";
    return report;
}

struct subcommand render_command(struct arena *arena)
{
    struct subcommand render = writer(arena, render_rows, write_charts);
    render.name = "render";
    render.brief = "charts (SVG, PNG)";
    render.summary = "Writes the charts as SVG and PNG.";
    return render;
}
