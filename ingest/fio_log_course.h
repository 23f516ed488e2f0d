#ifndef INGEST_FIO_LOG_COURSE_H
#define INGEST_FIO_LOG_COURSE_H

#include "model/time_series.h"

/* How the values of a log went over time, in constant memory: their means over equal stretches of
   time, which are doubled whenever they no longer reach. */
struct fio_log_course {
    uint64_t begin; /* ms that count as the beginning */
    unsigned shift; /* a stretch is 2^shift ms */
    bool begun;
    struct fio_log_stretch {
        double lines, ms, values; /* sums */
    } stretches[256];
};

/* Takes in a line: `ms` since the run began, or since 1970. */
void fio_log_course_add(struct fio_log_course *course, uint64_t ms, uint64_t value);

/* Values times `worth` by seconds; owned by `arena`. Seconds since 1970 become seconds since the
   first line. */
struct time_series fio_log_course_series(const struct fio_log_course *course, struct arena *arena,
                                         double worth);

#endif
