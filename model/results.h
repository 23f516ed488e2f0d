#ifndef MODEL_RESULTS_H
#define MODEL_RESULTS_H

#include "model/histogram.h"
#include "model/time_series.h"

/* Doubt about data: carried with it and shown, never a failure. */
struct note {
    struct source source;
    struct text message; /* one sentence */
};

/* What was known of the machine and the conditions of the test. */
struct fact {
    struct text name;  /* "kernel", "memory", "zfs", "where" ...; as in experiment.ini */
    struct text value; /* "unknown: lscpu is not installed" where it could not be read */
    struct text from;  /* the command or file it came from */
    struct text path;  /* the archive that holds it */
};

/* Runs, or figures of runs, that stand in another place too and were counted once. */
struct repeated_run {
    struct source place, first; /* one of them, and where it stood before */
    size_t count;
    bool are_figures; /* `count` is of figures */
};

/* What tells whose machine it is, in a file of an archive. */
struct identity_place {
    struct source source;
    const char *what; /* "a serial number"; NULL: the file could not be looked through */
};

/* One input file as it was read. */
struct input_file {
    struct text path;
    struct text format;  /* the reader that read it; empty when refused */
    struct text refusal; /* empty, or one line: why nothing could be read */
    unsigned refusal_line;
    char sha256[65];     /* lower-case hexadecimal; "" when not computed */
    size_t size;         /* bytes read */
    size_t observations; /* numbers it gave */
};

/* Everything that was read, in reading order. Owns all of it. */
struct results {
    struct arena *arena;
    struct settings_pool *settings; /* configurations and options */
    struct metric_table *metrics;
    struct run **runs;
    size_t run_count, run_capacity;
    struct observation *observations;
    size_t observation_count, observation_capacity;
    struct histogram *histograms; /* these and the series only when they were asked for */
    size_t histogram_count, histogram_capacity;
    struct time_series *series;
    size_t series_count, series_capacity;
    struct note *notes;
    size_t note_count, note_capacity;
    struct fact *facts;
    size_t fact_count, fact_capacity;
    struct repeated_run *repeated;
    size_t repeated_count, repeated_capacity;
    struct identity_place *identities; /* the first of each kind in each file */
    size_t identity_count, identity_capacity;
    size_t searched_files; /* of archives, that were looked through for identities */
    struct input_file *files;
    size_t file_count, file_capacity;
    struct arena **kept; /* arenas of readings that texts borrow from */
    size_t kept_count, kept_capacity;
};

/* Empty results; the caller frees them with results_free. */
struct results *results_create(void);
void results_free(struct results *results);

/* A new run at a fixed address, zeroed but for its number; its configuration is the empty set. */
struct run *results_add_run(struct results *results);
/* Room for `count` observations at once, before the first is added; there may be more or fewer. */
void results_expect_observations(struct results *results, size_t count);
void results_add_observation(struct results *results, struct observation observation);
void results_add_histogram(struct results *results, struct histogram histogram);
void results_add_series(struct results *results, struct time_series series);
void results_add_note(struct results *results, struct source source, struct text message);
void results_add_fact(struct results *results, struct fact fact);
void results_add_repeated(struct results *results, struct repeated_run repeated);
void results_add_identity(struct results *results, struct identity_place place);
struct input_file *results_add_file(struct results *results);

/* Hands an arena over: freed with the results. */
void results_keep(struct results *results, struct arena *arena);

#endif
