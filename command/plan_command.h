#ifndef COMMAND_PLAN_COMMAND_H
#define COMMAND_PLAN_COMMAND_H

/* `ashiftstat plan`; returns the exit status. */
int plan_command(int argc, char **argv);

#endif
