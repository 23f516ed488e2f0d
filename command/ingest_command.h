#ifndef COMMAND_INGEST_COMMAND_H
#define COMMAND_INGEST_COMMAND_H

/* ashiftstat ingest: what was measured, as tidy CSV or JSON on standard output. Returns the exit
 * status. */
int ingest_command(int argc, char **argv);

#endif
