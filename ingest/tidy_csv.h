#ifndef INGEST_TIDY_CSV_H
#define INGEST_TIDY_CSV_H

#include "ingest/reading.h"
#include "ingest/table.h"

/* The tidy CSV that `ashiftstat ingest` writes (docs/formats.md): one row a number. config,
   workload, direction, metric and value must be there; columns come in any order; unknown columns
   are factors. */

/* True when a line has the five headings, in any order and with any separator. */
bool tidy_csv_has_headings(struct text line);

bool tidy_csv_is(const struct table *table);

/* Adds its rows; returns how many. Rows whose value is no number are left out and noted. */
size_t tidy_csv_read(const struct table *table, struct reading *reading);

#endif
