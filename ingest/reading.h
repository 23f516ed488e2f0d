#ifndef INGEST_READING_H
#define INGEST_READING_H

#include "model/observation.h"
#include "model/results.h"

/* What readers find in one file, as it stands there. naming.h turns it into runs with a
   configuration, a workload and an iteration once all files are read. Everything is owned by
   `arena`. */

enum { NO_LINE = 0 };

/* One run as the source presents it. */
struct found_run {
    struct text headings;     /* headings above it, joined by " | " */
    struct text column_words; /* of the column's heading, what it says beside metric and unit; of a
                                 page's command above, its options: a label where runs need one */
    struct text passage;   /* the line above the results it stands among: a label where runs of one
                              file need one */
    bool headings_of_page; /* given by the page, not the reader: a label only where runs need one */
    struct text row_label, column_label;
    struct setting *stated; /* factor=level that the text or manifest states */
    size_t stated_count, stated_capacity;
    struct text workload;    /* as named by the source; empty = not named */
    bool is_log;             /* tells of the inside of a run, not when it was made */
    bool workload_is_final;  /* from a manifest or tidy CSV: nothing is taken out of it */
    struct setting *options; /* of the workload, names and values normalised (fio_options.h) */
    size_t option_count, option_capacity;
    struct setting *facts; /* known of this run alone */
    size_t fact_count, fact_capacity;
    unsigned iteration, block, position;
    struct text session;
    int64_t started_at;
    struct text tool, tool_version, fault;
    struct source source;
};

struct found_observation {
    size_t run; /* index into runs */
    enum direction direction;
    enum statistic statistic;
    struct text metric; /* name */
    double value;       /* in `unit` */
    struct text unit;
    bool unit_assumed; /* the base unit, as no figure of this metric beside it has one */
    struct text job, written;
    struct source source;
};

/* Their `run` is given by naming.h; `of_run` is the index into runs. */
struct found_histogram {
    size_t of_run;
    struct histogram histogram;
};

struct found_series {
    size_t of_run;
    struct text metric; /* name */
    struct time_series series;
};

/* Lines from first to last that a reader has understood. */
struct claim_of_lines {
    unsigned first, last;
};

struct reading {
    struct arena *arena;
    struct text path;
    bool shapes;        /* histograms and series are wanted too */
    bool claimed_whole; /* the text holds nothing but what was read */
    struct claim_of_lines *claims;
    size_t claim_count, claim_capacity;
    struct found_run *runs;
    size_t run_count, run_capacity;
    struct found_observation *observations;
    size_t observation_count, observation_capacity;
    struct found_histogram *histograms;
    size_t histogram_count, histogram_capacity;
    struct found_series *series;
    size_t series_count, series_capacity;
    struct note *notes;
    size_t note_count, note_capacity;
    struct fact *facts;
    size_t fact_count, fact_capacity;
    struct repeated_run *repeated;
    size_t repeated_count, repeated_capacity;
    struct identity_place *identities;
    size_t identity_count, identity_capacity;
    size_t searched_files;
};

/* A new run that starts at `line` of the reading's file; returns its index. */
size_t reading_add_run(struct reading *reading, unsigned line);

/* Copies the texts of name and value. Where a name stands twice the first counts. */
void reading_state(struct reading *reading, size_t run, struct text factor, struct text level);
void reading_set_option(struct reading *reading, size_t run, struct text name, struct text value);
void reading_set_fact(struct reading *reading, size_t run, const char *name, struct text value);
/* The same with the shortest decimal that reads back. */
void reading_set_figure(struct reading *reading, size_t run, const char *name, double value);
bool reading_has_option(const struct reading *reading, size_t run, struct text name);

void reading_add_observation(struct reading *reading, struct found_observation observation);
void reading_add_histogram(struct reading *reading, struct found_histogram histogram);
void reading_add_series(struct reading *reading, struct found_series series);
void reading_add_fact(struct reading *reading, const char *name, struct text value,
                      struct text from);

/* Says that `count` runs, one of them at `line`, stand at `first` too and are counted once. */
void reading_add_repeated(struct reading *reading, unsigned line, struct source first,
                          size_t count);

/* Says that these lines (from 1) are understood: no other reader will look at them. A reader of a
   format that can stand among other text claims what it reads; one that reads whole files need not.
 */
void reading_claim(struct reading *reading, unsigned first, unsigned last);

/* Of each line from 1 to `lines` whether it was claimed. */
bool *reading_claimed_lines(struct arena *arena, const struct reading *reading, unsigned lines);

void reading_note(struct reading *reading, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
