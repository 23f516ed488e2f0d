#include "command/ingest_command.h"

#include "command/reading_inputs.h"
#include "render/observation_csv.h"
#include "render/observation_json.h"

#include <string.h>

static const struct option_row own_rows[] = {
    {"format", 'f', "csv|json", "how the numbers are written (default: csv)"}, {0}};

struct ingest_choice {
    struct reading_choice reading;
    bool json;
};

static bool take_option(struct ingest_choice *choice, int key, const char *value,
                        struct failure *failure)
{
    bool known;
    if (!reading_choice_take(&choice->reading, key, value, &known, failure))
        return false;
    if (known)
        return true;
    choice->json = strcmp(value, "json") == 0;
    return choice->json || strcmp(value, "csv") == 0 ||
           failure_set(failure, FAILURE_USAGE, "--format is csv or json, not \"%s\"", value);
}

static int write_observations(struct arena *arena, const struct ingest_choice *choice,
                              const struct command_line *line)
{
    int status;
    struct results *results = reading_inputs(&choice->reading, line, &status);
    if (results == NULL)
        return status;
    struct text text =
        choice->json ? observation_json(arena, results) : observation_csv(arena, results);
    int printed = print_result(text);
    results_free(results);
    return printed != 0 ? printed : status;
}

int ingest_command(int argc, char **argv)
{
    struct arena *arena = arena_create();
    struct failure failure = {.kind = FAILURE_NONE};
    struct ingest_choice choice = {.reading = reading_choice_defaults(arena)};
    struct command_line line = {
        .rows = options_join(arena, own_rows, reading_rows), .argc = argc, .argv = argv};
    const char *value;
    int key, status = 0;
    while ((key = options_next(&line, &value, &failure)) > 0)
        if (!take_option(&choice, key, value, &failure))
            break;
    if (key == OPTION_HELP)
        options_print_help(
            "ingest [options] INPUT...",
            "Prints every number that the inputs hold as tidy CSV, one row a number, "
            "with the file and line where it stood.",
            line.rows);
    else if (failure.kind != FAILURE_NONE)
        status = fail(&failure);
    else
        status = write_observations(arena, &choice, &line);
    arena_free(arena);
    return status;
}
