#include "command/facts_command.h"

#include "collect/facts_report.h"
#include "command/options.h"
#include "command/reading_inputs.h"

static const struct option_row rows[] = {{0}};

int facts_command(int argc, char **argv)
{
    struct arena *arena = arena_create();
    struct failure failure = {.kind = FAILURE_NONE};
    struct command_line line = {.rows = rows, .argc = argc, .argv = argv};
    const char *value;
    struct text report;
    int status = 0, key = options_next(&line, &value, &failure);
    if (key == OPTION_END && line.operand_count > 1)
        (void)failure_set(&failure, FAILURE_USAGE, "unexpected argument %s", line.operands[1]);
    if (key == OPTION_HELP)
        options_print_help("facts [POOL|DATASET|DEVICE|DIR]",
                           "What this machine says about sectors and ashift: of all disks, or of "
                           "one pool, dataset, device or folder; and what that means for choosing "
                           "an ashift. Reads only; what needs root is unknown without it.",
                           rows);
    else if (failure.kind != FAILURE_NONE ||
             !facts_report(arena, line.operand_count == 1 ? line.operands[0] : NULL, &report,
                           &failure))
        status = fail(&failure);
    else
        status = print_result(report);
    arena_free(arena);
    return status;
}
