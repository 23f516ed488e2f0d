#ifndef COMMAND_SUBCOMMAND_H
#define COMMAND_SUBCOMMAND_H

#include "command/options.h"

/* What a command is: its help, its options, and the two things that only it does. */
struct subcommand {
    const char *name, *brief; /* in the list of commands */
    const char *usage;        /* what stands behind the name; several ways, one a line */
    const char *summary;
    const struct option_row *rows;
    void *choice; /* the command's own structure, which its options fill */
    /* Takes an option of `rows`; NULL where there are none. */
    bool (*take)(void *choice, int key, const char *value, struct failure *failure);
    int (*act)(struct arena *arena, void *choice, const struct command_line *line);
};

/* Reads the options, then acts, prints the help, or says what was wrong with an option. Returns
   the exit status. `arena` is handed to `act` and stays the caller's. */
int subcommand_run(struct arena *arena, const struct subcommand *subcommand, int argc, char **argv);

#endif
