#ifndef COMMAND_COMPLETION_H
#define COMMAND_COMPLETION_H

#include "command/commands.h"
#include "model/text.h"

/* A bash script that completes command lines of the program: commands, options, the words of
   options that take one of a few, and file names otherwise. From the tables that the help is
   printed from. */
struct text completion_for_bash(struct arena *arena, const struct command_list *commands);

#endif
