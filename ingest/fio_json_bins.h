#ifndef INGEST_FIO_JSON_BINS_H
#define INGEST_FIO_JSON_BINS_H

#include "model/histogram.h"

/* The latency bins of json+ ("bins" : { "NANOSECONDS" : COUNT, ... }): nine tenths of such a
   document and of no use to a parser that makes an object of each. Here they are taken out before
   parsing, and read by themselves. */

/* A copy of equal length whose bins objects are empty; `text` itself when it has none. */
struct text fio_bins_blank(struct arena *arena, struct text text);

/* Counts by latency, in order of latency, each latency once. */
struct fio_bins {
    struct arena *arena;
    struct fio_bin {
        double ns, count;
    } * items, *room; /* room: where the next merge goes */
    size_t count, capacity, room_capacity;
    double total;
};

/* Adds the bins of the object whose brace is at `open` in `text`, their keys times `unit_ns`. False
   when one of them is no pair of numbers: then nothing is added. */
bool fio_bins_add(struct fio_bins *bins, struct text text, size_t open, double unit_ns);

/* The latency below or at which `percent` of the I/Os lie: the first bin at which the running count
   reaches the share (fio stat.c, calc_clat_percentiles). */
double fio_bins_percentile(const struct fio_bins *bins, double percent);

/* The same bins without empty ones; owned by `arena`. */
struct histogram fio_bins_histogram(const struct fio_bins *bins, struct arena *arena);

#endif
