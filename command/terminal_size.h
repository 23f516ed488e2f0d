#ifndef COMMAND_TERMINAL_SIZE_H
#define COMMAND_TERMINAL_SIZE_H

#include "render/terminal.h"

/* How to write to the standard output of this process: UTF-8 when the locale's character set says
   so, colour on a terminal unless NO_COLOR is set, the terminal's width. */
struct terminal_options terminal_options_here(void);

#endif
