#ifndef INGEST_JOB_NAMES_H
#define INGEST_JOB_NAMES_H

#include "model/arena.h"
#include "model/text.h"

/* Names of the jobs of one run, in their order. Texts are borrowed where they need no change. */

/* The workload: each name once, joined by "+" ("write+read"); of very many "a+b+997 more". */
struct text job_names_joined(struct arena *arena, const struct text *names, size_t count);

/* What tells the jobs apart: "randwrite", and "randwrite#2" for the second of that name. */
struct text *job_names_numbered(struct arena *arena, const struct text *names, size_t count);

#endif
