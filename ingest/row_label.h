#ifndef INGEST_ROW_LABEL_H
#define INGEST_ROW_LABEL_H

#include "ingest/column_names.h"

/* What the label of a table's row says of the row's figures: "Rand read (IOPS)", "Latency (ms)",
   "CPU (%)". A number before a unit is a size or a time of the test ("128 KiB", "60 s"), never the
   unit of the figures. */
struct row_label {
    const char *metric;      /* NULL = not said */
    const struct unit *unit; /* NULL = not said */
    enum direction direction;
    enum statistic statistic;
    bool pair;           /* "Read/Write" */
    bool names_workload; /* more words than metric, unit, direction and statistic */
    bool no_result;      /* a difference, a limit, a percentage, a price: never a run */
};

/* Reads a row label; texts are owned by `arena`. */
struct row_label row_label_read(struct arena *arena, struct text text);

/* "Temp", "CPU usage", "Kosten (EUR)", "Score": of something else than storage's speed. */
bool label_names_another_quantity(struct text label);

/* "Rated read", "Limit", "Expected", "Geomean": a figure that no run gave. */
bool label_names_no_measurement(struct text label);

/* The words of a heading that name neither metric, unit, direction nor statistic: "4k randwrite" of
   "4k randwrite (KB/s)". Patterns ("seq", "randread") count among them. */
struct text label_telling_words(struct arena *arena, struct text heading);

/* What a metric is measured in; DIMENSION_UNKNOWN for NULL. */
enum dimension row_label_dimension(const char *metric);

/* "Sequential 1M", "4k", "QD32": words of how a test accesses. */
bool label_names_pattern(struct text label);

#endif
