#ifndef INGEST_FIO_LOG_LINES_H
#define INGEST_FIO_LOG_LINES_H

#include "ingest/fio_log_course.h"
#include "model/text.h"

#include <stdint.h>

/* Buckets of latencies as fio has them: exact below 128, then 64 for each power of two, so that the
   middle of a bucket is less than 1 % off (fio stat.c, plat_val_to_idx and plat_idx_to_val). */
enum { FIO_BUCKETS = 64 * 59, FIO_LOG_DIRECTIONS = 3, FIO_LOG_COLUMNS = 8 };

size_t fio_bucket_of(uint64_t value);
double fio_bucket_value(size_t bucket);

/* How the lines of a log are made up. */
struct fio_log_layout {
    size_t columns;
    size_t direction;  /* column of the direction; the block size stands behind it */
    bool has_priority; /* the last column is a priority: fio 3.18 and newer */
    size_t bins;       /* of a histogram log; 0 = another log */
};

/* What the lines of one direction say. */
struct fio_log_sums {
    uint64_t lines, whole, lowest, highest; /* whole: sum of the values */
    uint64_t buckets[FIO_BUCKETS];
};

struct fio_log_lines {
    struct fio_log_layout layout;
    struct fio_log_sums sums[FIO_LOG_DIRECTIONS]; /* read, write, trim */
    struct fio_log_course *courses;               /* for each direction; NULL: not wanted */
    uint64_t with_block_size, number, damaged, first_damaged;
};

/* Tells the layout from the first lines; false when they are no lines of a fio log. */
bool fio_log_layout_of(struct text head, struct fio_log_layout *layout);

/* Takes in all whole lines of the text; returns the bytes of them. */
size_t fio_log_take(struct fio_log_lines *lines, const char *data, size_t size);

#endif
