#ifndef COMMAND_READING_INPUTS_H
#define COMMAND_READING_INPUTS_H

#include "command/options.h"
#include "ingest/ingest.h"

/* What the commands that read results have in common. */

enum { KEY_FACTOR = 1, KEY_JOBS, KEY_STRICT, KEY_FORMAT_IN, KEY_EXPLAIN };

/* Rows for --factor, --format-in, --explain, --jobs and --strict, ended by a row without a name. */
extern const struct option_row reading_rows[];

struct reading_choice {
    struct arena *arena;
    struct factor_rule *rules;
    size_t rule_count, rule_capacity;
    unsigned jobs;
    const char *format;
    bool strict, digests, shapes, explain, per_job;
};

struct reading_choice reading_choice_defaults(struct arena *arena);

/* Takes an option of reading_rows; `*known` is false when the key is none of them. */
NODISCARD bool reading_choice_take(struct reading_choice *choice, int key, const char *value,
                                   bool *known, struct failure *failure);

/* Reads the operands and says on standard error which files were refused and what is in doubt.
   Returns the results (the caller frees them), or NULL with `*status` the exit status when nothing
   could be understood or an option is wrong; with results `*status` is 0, or 2 under --strict when
   a file was refused. */
struct results *reading_inputs(const struct reading_choice *choice, const struct command_line *line,
                               int *status);

/* Writes a result to standard output; exit status 0, or 3 with a line on standard error. */
int print_result(struct text text);

/* Prints "ashiftstat: MESSAGE" on standard error and returns the exit status of its kind. */
int fail(const struct failure *failure);

#endif
