#include "command/commands.h"

#include "collect/facts_report.h"
#include "command/reading_inputs.h"

static const struct option_row rows[] = {{0}};

static int facts(struct arena *arena, void *choice, const struct command_line *line)
{
    struct failure failure = {.kind = FAILURE_NONE};
    const char *operand;
    struct text report;
    (void)choice;
    if (!options_one_operand(line, &operand, &failure) ||
        !facts_report(arena, operand, &report, &failure))
        return fail(&failure);
    return print_result(report);
}

struct subcommand facts_command(struct arena *arena)
{
    (void)arena;
    return (struct subcommand){
        .name = "facts",
        .brief = "what this machine says about sectors and ashift",
        .usage = "[POOL|DATASET|DEVICE|DIR]",
        .summary = "What this machine says about sectors and ashift: of all disks, or of "
                   "one pool, dataset, device or folder; and what that means for choosing "
                   "an ashift. Reads only; what needs root is unknown without it.",
        .rows = rows,
        .act = facts};
}
