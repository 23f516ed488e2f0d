#include "command/check_command.h"

#include "command/analysis_choice.h"
#include "command/terminal_size.h"
#include "render/check_list.h"

#include <string.h>

enum { KEY_FORMAT = 'f', KEY_LIST = 'l' };

static const struct option_row own_rows[] = {
    {"format", KEY_FORMAT, "text|json|markdown",
     "how the checks are written (default: text); markdown only with --list"},
    {"list", KEY_LIST, NULL, "what the checks are, without any input"},
    {0}};

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_MARKDOWN, FORMATS };

struct check_choice {
    struct analysis_choice analysis;
    unsigned format;
    bool list;
};

static bool take_option(struct check_choice *choice, int key, const char *value,
                        struct failure *failure)
{
    static const char *const formats[] = {"text", "json", "markdown"};
    bool known;
    if (key == KEY_LIST) {
        choice->list = true;
        return true;
    }
    if (key != KEY_FORMAT)
        return analysis_choice_take(&choice->analysis, key, value, &known, failure);
    for (choice->format = 0; choice->format < FORMATS; choice->format++)
        if (strcmp(value, formats[choice->format]) == 0)
            return true;
    return failure_set(failure, FAILURE_USAGE, "--format is text, json or markdown, not \"%s\"",
                       value);
}

static int write_rules(struct arena *arena, const struct check_choice *choice)
{
    struct terminal_options terminal = terminal_options_here();
    return print_result(choice->format == FORMAT_JSON ? check_rules_json(arena)
                        : choice->format == FORMAT_MARKDOWN
                            ? check_rules_markdown(arena)
                            : check_rules_terminal(arena, &terminal));
}

static int write_checks(struct arena *arena, const struct check_choice *choice,
                        const struct command_line *line)
{
    struct results *results;
    int status;
    struct analysis *analysis = analysis_of_inputs(&choice->analysis, line, &results, &status);
    if (analysis == NULL)
        return status;
    struct terminal_options terminal = terminal_options_here();
    int printed = print_result(choice->format == FORMAT_JSON
                                   ? check_list_json(arena, analysis)
                                   : check_list_terminal(arena, analysis, &terminal));
    analysis_free(analysis);
    results_free(results);
    return printed != 0 ? printed : status;
}

int check_command(int argc, char **argv)
{
    struct arena *arena = arena_create();
    struct failure failure = {.kind = FAILURE_NONE};
    struct check_choice choice = {.analysis = analysis_choice_defaults(arena)};
    choice.analysis.options.compare_if_clear = true;
    struct command_line line = {
        .rows = options_join(arena, own_rows, options_join(arena, analysis_rows, reading_rows)),
        .argc = argc,
        .argv = argv};
    const char *value;
    int key, status;
    while ((key = options_next(&line, &value, &failure)) > 0)
        if (!take_option(&choice, key, value, &failure))
            break;
    if (key != OPTION_HELP && choice.format == FORMAT_MARKDOWN && !choice.list)
        (void)failure_set(&failure, FAILURE_USAGE, "--format markdown goes with --list only");
    if (key == OPTION_HELP) {
        options_print_help("check [options] INPUT...",
                           "Asks whether the figures are credible: was it the device that was "
                           "measured, is the configuration what it claims, are run and comparison "
                           "sound? Never changes a figure.",
                           line.rows);
        status = 0;
    } else if (failure.kind != FAILURE_NONE) {
        status = fail(&failure);
    } else {
        status = choice.list ? write_rules(arena, &choice) : write_checks(arena, &choice, &line);
    }
    arena_free(arena);
    return status;
}
