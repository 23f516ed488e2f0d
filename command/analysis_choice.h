#ifndef COMMAND_ANALYSIS_CHOICE_H
#define COMMAND_ANALYSIS_CHOICE_H

#include "analyze/analysis.h"
#include "command/reading_inputs.h"

/* Options of the commands that analyze: analyze, render, report. */
extern const struct option_row analysis_rows[];

struct analysis_choice {
    struct reading_choice reading;
    struct analysis_options options;
    size_t filter_capacity;
    struct fact *facts; /* --fact */
    size_t fact_count, fact_capacity;
};

struct analysis_choice analysis_choice_defaults(struct arena *arena);

/* Takes an option of analysis_rows or reading_rows; `*known` is false when the key is none of them.
 */
NODISCARD bool analysis_choice_take(struct analysis_choice *choice, int key, const char *value,
                                    bool *known, struct failure *failure);

/* Reads the operands and analyzes them. NULL with `*status` the exit status after a line on
   standard error; the caller frees the analysis and then `*results`. */
struct analysis *analysis_of_inputs(const struct analysis_choice *choice,
                                    const struct command_line *line, struct results **results,
                                    int *status);

#endif
