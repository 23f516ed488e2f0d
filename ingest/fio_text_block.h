#ifndef INGEST_FIO_TEXT_BLOCK_H
#define INGEST_FIO_TEXT_BLOCK_H

#include "ingest/fio_text_job.h"
#include "ingest/fio_text_lines.h"

/* A job as its header line defines it: "name: (g=0): rw=randwrite, bs=..., ioengine=psync,
   iodepth=1". */
struct fio_text_header {
    struct text name;
    double group;
    double block_sizes[FIO_DIRECTIONS]; /* bytes; 0 = not one size, or not known */
    struct setting options[4];
    size_t option_count;
};

/* Reads a header line; false when the line is none. Texts are owned by `arena`. */
bool fio_text_header_read(struct arena *arena, struct text line, struct fio_text_header *header);

/* The block of one job while its lines come in. */
struct fio_text_block {
    struct fio_printed_job *job;
    double jobs;       /* "jobs=4": several in one block */
    double printed_at; /* seconds on an unknown clock; 0 = unknown */
    struct text pid;
    bool has_job_line;
    unsigned last_line;      /* that it was seen to have */
    struct direction_lines { /* as printed, settled when the block is whole */
        struct text line;    /* empty: the direction has none */
        unsigned number;
    } lines[FIO_DIRECTIONS];
    size_t direction;                        /* of the lines that come; FIO_DIRECTIONS: none yet */
    struct fio_printed_latency *percentiles; /* that come; NULL: not of interest */
    double percentile_unit;
    struct fio_figure issued[FIO_DIRECTIONS]; /* read, write, trim, sync */
};

/* Reads "name: (groupid=0, jobs=1): err= 0: pid=9675: Mon Nov 30 12:59:30 2026"; false when the
   line is none. */
bool fio_text_job_line(struct arena *arena, const struct fio_text_line *line,
                       struct fio_text_block *block);

/* The place in fio_directions of the direction that the line has figures of ("  read: IOPS=...",
   "  write: io=..."); FIO_DIRECTIONS when it is no such line. */
size_t fio_text_direction_of(struct text line);

/* Takes in a line of the block; false when it is none. */
bool fio_text_block_take(struct arena *arena, struct fio_text_block *block,
                         const struct fio_text_line *line);

/* Settles the figures of a whole block. `header` may be NULL; `one_size`: its block sizes hold for
   all jobs of the block. Returns a sentence when printed figures contradict each other, else NULL.
 */
const char *fio_text_block_finish(struct fio_text_block *block, struct text version,
                                  const struct fio_text_header *header, bool one_size);

/* Reads "  WRITE: bw=..., io=..., run=..." or "  WRITE: io=..., aggrb=..., maxt=..." of a status
   group into `directions`; false when the line is none. */
bool fio_text_group_line(const struct fio_text_line *line, struct text version,
                         struct fio_printed_direction *directions);

#endif
