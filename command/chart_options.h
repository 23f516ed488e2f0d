#ifndef COMMAND_CHART_OPTIONS_H
#define COMMAND_CHART_OPTIONS_H

#include "command/options.h"
#include "render/figures.h"

/* Options of the commands that draw: render, report. */

/* Apart from the keys of analysis_rows and reading_rows, and from letters. */
enum { KEY_THEME = 91, KEY_SIZE, KEY_SCALE, KEY_BARS, KEY_CHART };

extern const struct option_row chart_rows[];

struct chart_choice {
    struct figure_options options;
    bool kinds[CHART_KINDS]; /* --chart */
};

/* Takes an option of chart_rows; `*known` is false when the key is none of them. */
NODISCARD bool chart_choice_take(struct chart_choice *choice, int key, const char *value,
                                 bool *known, struct failure *failure);

#endif
