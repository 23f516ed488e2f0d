#ifndef INGEST_FIO_TEXT_KNOWN_H
#define INGEST_FIO_TEXT_KNOWN_H

#include "ingest/fio_text_job.h"

/* Runs of a file that were read in another format: fio can print JSON, terse lines and text of one
   run into the same file. */
struct fio_known_runs {
    struct fio_known_run *items;
    size_t count;
};

/* The runs that the reading holds so far; owned by `arena`. */
struct fio_known_runs fio_known_runs(struct arena *arena, const struct reading *reading);

/* The line of the known run that has the jobs of `run` and, within what is printed, its totals
   (FIO_DIRECTIONS of them); NO_LINE when there is none. */
unsigned fio_known_line(const struct fio_known_runs *known, const struct fio_printed_run *run,
                        const struct fio_printed_direction *totals);

#endif
