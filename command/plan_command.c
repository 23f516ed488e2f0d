#include "command/commands.h"

#include "analyze/run_plan.h"
#include "command/analysis_choice.h"
#include "command/terminal_size.h"
#include "model/number.h"
#include "render/terminal.h"

enum { KEY_CV = 96, KEY_CHANGE };

static const struct option_row own_rows[] = {
    {"cv", KEY_CV, "PERCENT",
     "how much runs of one setting scatter (standard deviation over mean), where there is no "
     "pilot"},
    {"change", KEY_CHANGE, "PERCENT", "the difference that is to be seen (default: the margin)"},
    {0}};

struct plan_choice {
    struct analysis_choice analysis;
    double cv; /* 0: from the pilot */
};

/* Reads "8", "8%" and "8 %" as 0.08. */
static bool take_percent(const char *name, const char *value, double *share,
                         struct failure *failure)
{
    struct text text = text_trim(text_of(value));
    if (text_ends_with(text, "%"))
        text.size--;
    if (!number_read_plain(text_trim(text), false, share) || !(*share > 0) || *share > 1e6)
        return failure_set(failure, FAILURE_USAGE, "--%s wants a percentage above 0, not \"%s\"",
                           name, value);
    *share /= 100;
    return true;
}

static bool take_option(void *taker, int key, const char *value, struct failure *failure)
{
    struct plan_choice *choice = taker;
    bool known;
    if (key == KEY_CV)
        return take_percent("cv", value, &choice->cv, failure);
    if (key == KEY_CHANGE)
        return take_percent("change", value, &choice->analysis.options.margin, failure);
    return analysis_choice_take(&choice->analysis, key, value, &known, failure);
}

static int print_plan(struct arena *arena, struct text_list sentences)
{
    struct terminal_options terminal = terminal_options_here();
    return print_result(terminal_sentences(arena, sentences, &terminal));
}

static int plan_without_pilot(struct arena *arena, const struct plan_choice *choice,
                              const struct command_line *line)
{
    struct failure failure = {.kind = FAILURE_NONE};
    const struct analysis_options *options = &choice->analysis.options;
    if (line->operand_count > 0) {
        (void)failure_set(&failure, FAILURE_USAGE,
                          "with --cv there is no pilot to read: leave \"%s\" out",
                          line->operands[0]);
        return fail(&failure);
    }
    return print_plan(arena, wording_run_plan(arena, choice->cv, options->margin, options->alpha));
}

static int plan_from_pilot(struct arena *arena, const struct plan_choice *choice,
                           const struct command_line *line)
{
    struct results *results;
    int status;
    struct analysis *analysis = analysis_of_inputs(&choice->analysis, line, &results, &status);
    if (analysis == NULL)
        return status;
    int printed = print_plan(arena, wording_run_plan_of(arena, analysis));
    analysis_free(analysis);
    results_free(results);
    return printed != 0 ? printed : status;
}

static int plan(struct arena *arena, void *taker, const struct command_line *line)
{
    const struct plan_choice *choice = taker;
    return choice->cv > 0 ? plan_without_pilot(arena, choice, line)
                          : plan_from_pilot(arena, choice, line);
}

struct subcommand plan_command(struct arena *arena)
{
    struct plan_choice *choice = arena_take_array(arena, 1, sizeof *choice);
    choice->analysis = analysis_choice_defaults(arena);
    return (struct subcommand){
        .name = "plan",
        .brief = "how many runs would settle it",
        .usage = "[options] INPUT...",
        .summary = "Says how many runs would settle it, from the runs of a pilot or from "
                   "--cv alone.",
        .rows = options_join(arena, own_rows, options_join(arena, analysis_rows, reading_rows)),
        .choice = choice,
        .take = take_option,
        .act = plan};
}
