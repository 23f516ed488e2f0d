#ifndef INGEST_FIO_TEXT_REPORT_H
#define INGEST_FIO_TEXT_REPORT_H

#include "ingest/fio_text_block.h"
#include "ingest/fio_text_known.h"

/* One start of fio, as far as its first lines tell. */
struct fio_text_session {
    struct fio_text_header *headers;
    size_t header_count, header_capacity;
    struct text version;
    struct text host;    /* of the last "hostname=" line */
    size_t hosts;        /* such lines */
    double started_jobs; /* "Starting 4 processes"; 0 = not said */
    struct text fault;   /* "fio: terminating on signal 2" */
    bool has_results;
};

/* The lines under "Run status group N". */
struct fio_text_status {
    double group;
    size_t report;
    unsigned line;
    bool has_aggrb, has_bw; /* lines as up to 2.16, and as since */
    struct fio_printed_direction directions[FIO_DIRECTIONS];
};

/* All job blocks that fio printed at once, and the status groups below them: these ranges of
   `blocks` and `statuses`. */
struct fio_text_report {
    size_t session;
    size_t section; /* of the page: headings above it */
    size_t first_block, block_end, first_status, status_end;
    bool has_status, superseded;
    double printed_at;
};

struct fio_text_reports {
    struct arena *arena;
    size_t section; /* headings passed so far */
    struct fio_text_session *sessions;
    size_t session_count, session_capacity;
    struct fio_text_report *reports;
    size_t report_count, report_capacity;
    struct fio_text_status *statuses;
    size_t status_count, status_capacity;
    struct fio_text_placed_block {
        struct fio_text_block block;
        size_t report;
        bool taken;
    } * blocks;
    size_t block_count, block_capacity;
};

/* Adds the runs of all reports to the reading. Of several reports on one run (--status-interval,
   the same text twice) the last counts. */
void fio_text_reports_write(struct fio_text_reports *reports, const struct fio_known_runs *known,
                            struct reading *reading);

#endif
