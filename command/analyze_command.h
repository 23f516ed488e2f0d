#ifndef COMMAND_ANALYZE_COMMAND_H
#define COMMAND_ANALYZE_COMMAND_H

/* ashiftstat analyze: tables and the verdict on standard output. Returns the exit status. */
int analyze_command(int argc, char **argv);

#endif
