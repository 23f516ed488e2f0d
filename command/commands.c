#include "command/commands.h"

static struct subcommand (*const makers[])(struct arena *arena) = {
    collect_command, ingest_command, analyze_command, check_command,
    plan_command,    render_command, report_command,  facts_command};
enum { COMMANDS = sizeof makers / sizeof *makers };

struct command_list command_list_of(struct arena *arena)
{
    struct command_list list = {arena_take_array(arena, COMMANDS, sizeof *list.items), COMMANDS};
    for (size_t i = 0; i < COMMANDS; i++)
        list.items[i] = makers[i](arena);
    return list;
}
