#ifndef COMMAND_CHECK_COMMAND_H
#define COMMAND_CHECK_COMMAND_H

/* ashiftstat check: the credibility checks alone, on standard output. Returns the exit status. */
int check_command(int argc, char **argv);

#endif
