#ifndef COLLECT_LOG_H
#define COLLECT_LOG_H

#include "collect/identities.h"

/* A file of the archive that only grows, for people to read; nothing depends on it. What tells
   whose machine it is does not get into it. */
struct log {
    int descriptor; /* -1 = nothing is written */
    const struct identities *identities;
};

/* Appends lines, each with its "\n"; that they cannot be written is no failure. */
void log_add(const struct log *log, struct text lines);

#endif
