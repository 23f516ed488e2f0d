#ifndef RENDER_TERMINAL_H
#define RENDER_TERMINAL_H

#include "analyze/analysis.h"

struct terminal_options {
    bool utf8;        /* else only ASCII is written */
    bool colour;      /* escape sequences for bold and colour */
    unsigned columns; /* of the terminal; taken as between 60 and 100, 0 as 100 */
};

/* What the analysis says, for reading in a terminal: the verdict, a line a workload, warnings, what
   to do next, what it rests on. Owned by `arena`. */
struct text terminal_report(struct arena *arena, const struct analysis *analysis,
                            const struct terminal_options *options);

/* A headline and sentences below it, for the commands that print nothing else. */
struct text terminal_sentences(struct arena *arena, struct text_list sentences,
                               const struct terminal_options *options);

#endif
