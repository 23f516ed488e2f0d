#include "command/commands.h"

#include "command/analysis_choice.h"
#include "command/terminal_size.h"
#include "render/analysis_json.h"
#include "render/comparison_csv.h"
#include "render/report.h"
#include "render/terminal.h"

enum { KEY_FORMAT = 'f', KEY_TABLE = 't', KEY_FAIL_ON = 96, STATUS_STATE_NAMED = 4 };

static const struct option_row own_rows[] = {
    {"format", KEY_FORMAT, "text|csv|json|markdown", "how the outcome is written (default: text)"},
    {"table", KEY_TABLE, "comparisons|cells|runs",
     "which table --format csv writes (default: comparisons)"},
    {"fail-on", KEY_FAIL_ON, "STATE,...",
     "exit with 4 when the verdict on a pair of levels is one of these: BETTER, WORSE, EQUIVALENT, "
     "INCONCLUSIVE, INSUFFICIENT, NOT_COMPARABLE, MIXED, PARTLY_BETTER, PARTLY_WORSE"},
    {0}};

enum format { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_MARKDOWN, FORMATS };
enum table { TABLE_COMPARISONS, TABLE_CELLS, TABLE_RUNS, TABLES };

struct analyze_choice {
    struct analysis_choice analysis;
    size_t format, table;
    bool fails_on[STATE_COUNT];
};

static bool take_states(struct analyze_choice *choice, const char *value, struct failure *failure)
{
    struct text rest = text_of(value), piece;
    while (text_next_piece(&rest, ',', &piece)) {
        unsigned state = 0;
        piece = text_trim(piece);
        while (state < STATE_COUNT && !text_is_ignoring_case(piece, state_name((enum state)state)))
            state++;
        if (state == STATE_COUNT)
            return failure_set(failure, FAILURE_USAGE,
                               "--fail-on does not know the state \"%.*s\" (see --help)",
                               (int)piece.size, piece.data);
        choice->fails_on[state] = true;
    }
    return true;
}

static bool take_option(void *taker, int key, const char *value, struct failure *failure)
{
    static const char *const formats[] = {"text", "csv", "json", "markdown", NULL};
    static const char *const tables[] = {"comparisons", "cells", "runs", NULL};
    struct analyze_choice *choice = taker;
    bool known;
    if (key == KEY_FORMAT)
        return options_word("format", formats, value, &choice->format, failure);
    if (key == KEY_TABLE)
        return options_word("table", tables, value, &choice->table, failure);
    if (key == KEY_FAIL_ON)
        return take_states(choice, value, failure);
    return analysis_choice_take(&choice->analysis, key, value, &known, failure);
}

static struct text outcome(struct arena *arena, const struct analyze_choice *choice,
                           const struct analysis *analysis)
{
    static struct text (*const tables[TABLES])(struct arena *, const struct analysis *) = {
        comparison_csv, cell_csv, run_csv};
    struct terminal_options terminal;
    switch ((enum format)choice->format) {
    case FORMAT_CSV:
        return tables[choice->table](arena, analysis);
    case FORMAT_JSON:
        return analysis_json(arena, analysis);
    case FORMAT_MARKDOWN:
        return report_markdown(arena, analysis, NULL);
    case FORMAT_TEXT:
    case FORMATS:
        break;
    }
    terminal = terminal_options_here();
    return terminal_report(arena, analysis, &terminal);
}

static int write_outcome(struct arena *arena, void *taker, const struct command_line *line)
{
    struct analyze_choice *choice = taker;
    struct results *results;
    int status;
    choice->analysis.reading.digests =
        choice->format == FORMAT_JSON || choice->format == FORMAT_MARKDOWN;
    struct analysis *analysis = analysis_of_inputs(&choice->analysis, line, &results, &status);
    if (analysis == NULL)
        return status;
    int printed = print_result(outcome(arena, choice, analysis));
    for (size_t i = 0; i < analysis->overall_count && status == 0; i++)
        if (choice->fails_on[analysis->overalls[i].state])
            status = STATUS_STATE_NAMED;
    analysis_free(analysis);
    results_free(results);
    return printed != 0 ? printed : status;
}

struct subcommand analyze_command(struct arena *arena)
{
    struct analyze_choice *choice = arena_take_array(arena, 1, sizeof *choice);
    choice->analysis = analysis_choice_defaults(arena);
    return (struct subcommand){
        .name = "analyze",
        .brief = "tables and the verdict, in the terminal",
        .usage = "[options] INPUT...",
        .summary = "Says whether a setting makes a difference: the verdict, a line for each "
                   "workload, what weakens it, what to do next.",
        .rows = options_join(arena, own_rows, options_join(arena, analysis_rows, reading_rows)),
        .choice = choice,
        .take = take_option,
        .act = write_outcome};
}
