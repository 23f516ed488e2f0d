#ifndef COMMAND_OPTIONS_H
#define COMMAND_OPTIONS_H

#include "model/arena.h"
#include "model/failure.h"

/* Options of a command: one table reads the command line and prints the help. */
struct option_row {
    const char *name; /* without dashes; NULL ends the table */
    char key; /* what the command's switch sees; also the short option when it is a letter */
    const char *argument; /* NULL = a switch */
    const char *help;
};

struct command_line {
    const struct option_row *rows;
    int argc;
    char **argv;
    const char *const *operands; /* after options_read is done */
    int operand_count;
};

enum { OPTION_END = 0, OPTION_WRONG = -1, OPTION_HELP = -2 };

/* The rows of both tables, as one table owned by `arena`. */
const struct option_row *options_join(struct arena *arena, const struct option_row *first,
                                      const struct option_row *second);

/* The key of the next option, its argument in `*value`; OPTION_END when none are left (then the
   operands are set), OPTION_HELP for --help, OPTION_WRONG with FAILURE_USAGE. A long option counts
   by its whole name only, and an empty argument is none. */
int options_next(struct command_line *line, const char **value, struct failure *failure);

/* The only operand, NULL when there is none; more than one is FAILURE_USAGE. */
NODISCARD bool options_one_operand(const struct command_line *line, const char **operand,
                                   struct failure *failure);

/* True when the option can be given as a letter, "-o". */
bool option_has_letter(const struct option_row *row);

/* Prints "usage: ashiftstat COMMAND USAGE" for each line of the usage, the summary and a line an
   option to standard output. */
void options_print_help(const char *command, const char *usage, const char *summary,
                        const struct option_row *rows);

/* Reads "5", "0.05", "5%" as a share between 0 and 1 (exclusive). */
NODISCARD bool options_share(const char *name, const char *value, double *share,
                             struct failure *failure);

/* Finds `value` in `words` (NULL ends them; two or more): its place. */
NODISCARD bool options_word(const char *name, const char *const *words, const char *value,
                            size_t *place, struct failure *failure);

/* Reads a whole number between low and high. */
NODISCARD bool options_whole(const char *name, const char *value, long low, long high, long *number,
                             struct failure *failure);

#endif
