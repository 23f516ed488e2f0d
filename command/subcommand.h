#ifndef COMMAND_SUBCOMMAND_H
#define COMMAND_SUBCOMMAND_H

#include "command/options.h"

/* What a command is: its help, its options, and the two things that only it does. `choice` is the
   command's own structure, which its options fill. */
struct subcommand {
    const char *usage, *summary; /* of options_print_help */
    const struct option_row *rows;
    /* Takes an option of `rows`; NULL where there are none. */
    bool (*take)(void *choice, int key, const char *value, struct failure *failure);
    int (*act)(struct arena *arena, void *choice, const struct command_line *line);
};

/* Reads the options, then acts, prints the help, or says what was wrong with an option. Returns
   the exit status. `arena` is handed to `act` and stays the caller's. */
int subcommand_run(struct arena *arena, const struct subcommand *subcommand, void *choice, int argc,
                   char **argv);

#endif
