#include "command/report_command.h"

#include "command/analysis_choice.h"
#include "command/terminal_size.h"
#include "render/figures.h"
#include "render/report.h"

#include <stdio.h>

enum { KEY_OUTPUT = 'o' };

static const struct option_row own_rows[] = {
    {"output", KEY_OUTPUT, "DIR", "where to write; made when it is missing"}, {0}};

struct report_choice {
    struct analysis_choice analysis;
    const char *output;
};

static bool take_option(struct report_choice *choice, int key, const char *value,
                        struct failure *failure)
{
    bool known;
    if (key != KEY_OUTPUT)
        return analysis_choice_take(&choice->analysis, key, value, &known, failure);
    choice->output = value;
    return true;
}

/* Prints the verdict, so that it is seen without opening the report. */
static int write_report(const struct report_choice *choice, const struct analysis *analysis,
                        struct failure *failure)
{
    if (!report_write(analysis, choice->output, failure))
        return fail(failure);
    struct arena *arena = arena_create();
    struct terminal_options terminal = terminal_options_here();
    int status = print_result(terminal_report(arena, analysis, &terminal));
    arena_free(arena);
    (void)fprintf(stderr, "ashiftstat: wrote %s/report.md and its charts\n", choice->output);
    return status;
}

static int write_charts(const struct report_choice *choice, const struct analysis *analysis,
                        struct failure *failure)
{
    return figures_write(analysis, choice->output, NULL, failure) ? 0 : fail(failure);
}

static int run(int argc, char **argv, const char *usage, const char *summary,
               int (*write)(const struct report_choice *choice, const struct analysis *analysis,
                            struct failure *failure))
{
    struct arena *arena = arena_create();
    struct failure failure = {.kind = FAILURE_NONE};
    struct report_choice choice = {.analysis = analysis_choice_defaults(arena)};
    struct command_line line = {
        .rows = options_join(arena, own_rows, options_join(arena, analysis_rows, reading_rows)),
        .argc = argc,
        .argv = argv};
    const char *value;
    int key, status = 0;
    while ((key = options_next(&line, &value, &failure)) > 0)
        if (!take_option(&choice, key, value, &failure))
            break;
    if (key == OPTION_END && choice.output == NULL)
        (void)failure_set(&failure, FAILURE_USAGE, "name the folder to write to with -o DIR");
    if (key == OPTION_HELP) {
        options_print_help(usage, summary, line.rows);
    } else if (failure.kind != FAILURE_NONE) {
        status = fail(&failure);
    } else {
        struct results *results;
        choice.analysis.reading.digests = true;
        struct analysis *analysis = analysis_of_inputs(&choice.analysis, &line, &results, &status);
        if (analysis != NULL) {
            int written = write(&choice, analysis, &failure);
            status = written != 0 ? written : status;
            analysis_free(analysis);
            results_free(results);
        }
    }
    arena_free(arena);
    return status;
}

int report_command(int argc, char **argv)
{
    return run(argc, argv, "report [options] INPUT... -o DIR",
               "Writes report.md with its charts, analysis.json and observations.csv, ready to be "
               "published, and prints the verdict.",
               write_report);
}

int render_command(int argc, char **argv)
{
    return run(argc, argv, "render [options] INPUT... -o DIR", "Writes the charts as SVG and PNG.",
               write_charts);
}
