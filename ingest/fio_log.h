#ifndef INGEST_FIO_LOG_H
#define INGEST_FIO_LOG_H

#include "ingest/reading.h"
#include "model/failure.h"

/* True when the file is a fio log (by its first 64 KiB) too long to be worth holding in memory. */
bool fio_log_is_long(const char *path);

/* Reads a fio log of any length in constant memory; adds a run with its rows. `*size` gets its
   bytes. */
NODISCARD bool fio_log_read_file(const char *path, struct reading *reading, size_t *size,
                                 struct failure *failure);

#endif
