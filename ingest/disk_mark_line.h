#ifndef INGEST_DISK_MARK_LINE_H
#define INGEST_DISK_MARK_LINE_H

#include "ingest/posted_figure.h"
#include "model/observation.h"

/* One result in a line of CrystalDiskMark or KDiskMark:
   "SEQ    1MiB (Q=  8, T= 1):  5211.300 MB/s [   4969.9 IOPS] <  1606.12 us>" */
struct disk_mark {
    size_t start, end;        /* in the line */
    struct text label;        /* "SEQ 1MiB (Q=8, T=1)" */
    enum direction direction; /* of the label: version 3 to 6; else unstated */
    double block_bytes;       /* 0 = not stated */
    unsigned queues, threads; /* 0 = not stated */
    struct posted_figure rate;
    struct posted_figure iops, latency; /* written.size 0: not there */
};

/* Finds the first result at or after `from`; the label is owned by `arena`. */
bool disk_mark_find(struct arena *arena, struct text line, size_t from, struct disk_mark *mark);

#endif
