#include "command/commands.h"

#include "command/analysis_choice.h"
#include "command/terminal_size.h"
#include "render/check_list.h"

enum { KEY_FORMAT = 'f', KEY_LIST = 'l' };

static const struct option_row own_rows[] = {
    {"format", KEY_FORMAT, "text|json",
     "how the checks are written (default: text); with --list also markdown"},
    {"list", KEY_LIST, NULL, "what the checks are; takes no INPUT"},
    {0}};

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_MARKDOWN };
static const char *const list_formats[] = {"text", "json", "markdown", NULL};
static const char *const result_formats[] = {"text", "json", NULL};

struct check_choice {
    struct analysis_choice analysis;
    const char *format; /* as written; NULL: text */
    bool list;
};

static bool take_option(void *taker, int key, const char *value, struct failure *failure)
{
    struct check_choice *choice = taker;
    bool known;
    if (key == KEY_FORMAT) {
        choice->format = value;
        return true;
    }
    if (key != KEY_LIST)
        return analysis_choice_take(&choice->analysis, key, value, &known, failure);
    choice->list = true;
    return true;
}

static int write_rules(struct arena *arena, size_t format)
{
    struct terminal_options terminal = terminal_options_here();
    return print_result(format == FORMAT_JSON       ? check_rules_json(arena)
                        : format == FORMAT_MARKDOWN ? check_rules_markdown(arena)
                                                    : check_rules_terminal(arena, &terminal));
}

static int write_checks(struct arena *arena, const struct check_choice *choice, size_t format,
                        const struct command_line *line)
{
    struct results *results;
    int status;
    struct analysis *analysis = analysis_of_inputs(&choice->analysis, line, &results, &status);
    if (analysis == NULL)
        return status;
    struct terminal_options terminal = terminal_options_here();
    int printed =
        print_result(format == FORMAT_JSON ? check_list_json(arena, analysis)
                                           : check_list_terminal(arena, analysis, &terminal));
    analysis_free(analysis);
    results_free(results);
    return printed != 0 ? printed : status;
}

static int check(struct arena *arena, void *taker, const struct command_line *line)
{
    const struct check_choice *choice = taker;
    struct failure failure = {.kind = FAILURE_NONE};
    size_t format = FORMAT_TEXT;
    if (choice->format != NULL &&
        !options_word("format", choice->list ? list_formats : result_formats, choice->format,
                      &format, &failure))
        return fail(&failure);
    if (!choice->list)
        return write_checks(arena, choice, format, line);
    if (line->operand_count == 0)
        return write_rules(arena, format);
    (void)failure_set(&failure, FAILURE_USAGE,
                      "--list tells what the checks are and takes no INPUT: leave out --list or "
                      "\"%s\"",
                      line->operands[0]);
    return fail(&failure);
}

struct subcommand check_command(struct arena *arena)
{
    struct check_choice *choice = arena_take_array(arena, 1, sizeof *choice);
    choice->analysis = analysis_choice_defaults(arena);
    choice->analysis.options.compare_if_clear = true;
    return (struct subcommand){
        .name = "check",
        .brief = "credibility checks only",
        .usage = "[options] INPUT...",
        .summary = "Asks whether the figures are credible: was it the device that was "
                   "measured, is the configuration what it claims, are run and comparison "
                   "sound? Never changes a figure.",
        .rows = options_join(arena, own_rows, options_join(arena, analysis_rows, reading_rows)),
        .choice = choice,
        .take = take_option,
        .act = check};
}
