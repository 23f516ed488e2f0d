#ifndef COMMAND_COLLECT_COMMAND_H
#define COMMAND_COLLECT_COMMAND_H

/* ashiftstat collect: arguments as for main, argv[0] is "collect". Returns the exit status. */
int collect_command(int argc, char **argv);

#endif
