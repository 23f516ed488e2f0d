#include "command/commands.h"

#include "command/reading_inputs.h"
#include "render/observation_csv.h"
#include "render/observation_json.h"

static const struct option_row own_rows[] = {
    {"format", 'f', "csv|json", "how the numbers are written (default: csv)"}, {0}};

struct ingest_choice {
    struct reading_choice reading;
    size_t format;
};

enum format { FORMAT_CSV, FORMAT_JSON };

static bool take_option(void *taker, int key, const char *value, struct failure *failure)
{
    static const char *const formats[] = {"csv", "json", NULL};
    struct ingest_choice *choice = taker;
    bool known;
    if (!reading_choice_take(&choice->reading, key, value, &known, failure))
        return false;
    return known || options_word("format", formats, value, &choice->format, failure);
}

static bool print_piece(void *status, struct text piece)
{
    int *printed = status;
    *printed = print_result(piece);
    return *printed == 0;
}

static int write_observations(struct arena *arena, void *taker, const struct command_line *line)
{
    (void)arena;
    const struct ingest_choice *choice = taker;
    int status;
    struct results *results = reading_inputs(&choice->reading, line, &status);
    if (results == NULL)
        return status;
    int printed = 0;
    (void)(choice->format == FORMAT_JSON ? observation_json_give(results, print_piece, &printed)
                                         : observation_csv_give(results, print_piece, &printed));
    results_free(results);
    return printed != 0 ? printed : status;
}

struct subcommand ingest_command(struct arena *arena)
{
    struct ingest_choice *choice = arena_take_array(arena, 1, sizeof *choice);
    choice->reading = reading_choice_defaults(arena);
    return (struct subcommand){.name = "ingest",
                               .brief = "what was measured, as tidy CSV",
                               .usage = "[options] INPUT...",
                               .summary =
                                   "Prints every number that the inputs hold as tidy CSV, one row "
                                   "a number, with the file and line where it stood.",
                               .rows = options_join(arena, own_rows, reading_rows),
                               .choice = choice,
                               .take = take_option,
                               .act = write_observations};
}
