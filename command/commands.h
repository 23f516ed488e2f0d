#ifndef COMMAND_COMMANDS_H
#define COMMAND_COMMANDS_H

#include "command/subcommand.h"

/* The commands of the program, each in a file of its name. What they hold is owned by `arena`. */
struct subcommand collect_command(struct arena *arena);
struct subcommand ingest_command(struct arena *arena);
struct subcommand analyze_command(struct arena *arena);
struct subcommand check_command(struct arena *arena);
struct subcommand plan_command(struct arena *arena);
struct subcommand render_command(struct arena *arena);
struct subcommand report_command(struct arena *arena);
struct subcommand facts_command(struct arena *arena);

/* All of them, in the order in which the help lists them. */
struct command_list {
    struct subcommand *items;
    size_t count;
};

struct command_list command_list_of(struct arena *arena);

#endif
