#include "command/subcommand.h"

#include "command/reading_inputs.h"

int subcommand_run(struct arena *arena, const struct subcommand *subcommand, int argc, char **argv)
{
    struct failure failure = {.kind = FAILURE_NONE};
    struct command_line line = {.rows = subcommand->rows, .argc = argc, .argv = argv};
    const char *value;
    int key;
    while ((key = options_next(&line, &value, &failure)) > 0)
        if (!subcommand->take(subcommand->choice, key, value, &failure))
            break;
    if (key == OPTION_HELP) {
        options_print_help(subcommand->name, subcommand->usage, subcommand->summary,
                           subcommand->rows);
        return 0;
    }
    if (failure.kind != FAILURE_NONE)
        return fail(&failure);
    return subcommand->act(arena, subcommand->choice, &line);
}
