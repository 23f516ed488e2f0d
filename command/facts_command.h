#ifndef COMMAND_FACTS_COMMAND_H
#define COMMAND_FACTS_COMMAND_H

int facts_command(int argc, char **argv);

#endif
