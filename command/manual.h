#ifndef COMMAND_MANUAL_H
#define COMMAND_MANUAL_H

#include "command/commands.h"
#include "model/text.h"

/* Manual pages in the language of man(7), from the tables that the help is printed from. */
struct text manual_of_program(struct arena *arena, const struct command_list *commands);
struct text manual_of_command(struct arena *arena, const struct subcommand *command);

#endif
