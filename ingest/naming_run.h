#ifndef INGEST_NAMING_RUN_H
#define INGEST_NAMING_RUN_H

#include "ingest/factor_words.h"
#include "ingest/naming.h"

/* Working values while runs are named; shared by the steps of naming.c. */

/* What the path of one reading says. */
struct named_file {
    const struct labelled_reading *from;
    struct found_settings settings; /* of the path */
    struct text folder;             /* as given */
    struct text stem;               /* without factors */
    struct text numbered_stem;      /* `stem` without its trailing number; empty = no number */
    unsigned number;
    bool number_counts; /* other files share the rest of the name */
    unsigned folder_iteration;
};

struct named_run {
    const struct found_run *found;
    const struct named_file *file;
    struct found_settings settings;
    struct text headings, row_label, column_label, workload;
    bool has_values; /* at least one number that is one run's own */
    unsigned iteration;
    struct run *run;
};

struct naming {
    struct arena *arena;
    struct results *results;
    struct named_file *files;
    size_t file_count;
    struct named_run *runs;
    size_t run_count;
    bool *repeated; /* of each observation of the readings, one after the other: left out */
};

/* Adds the folder level or levels that tell files apart and are not explained by other factors:
 * `directory`. */
void naming_add_directories(struct naming *naming);

/* Words of headings that not every passage has, and labels of rows and columns that are not the
   same everywhere, become the factor `label`. Headings of a page around outputs of fio do so only
   where they tell runs of one file, settings, workload and options apart. */
void naming_add_labels(struct naming *naming);

/* Gives every run without an iteration one: the number of its file, else its place in order of
 * start or reading. */
void naming_number_runs(struct naming *naming);

/* Where one configuration holds runs of one workload name with different definitions, adds the
   differing options to the name everywhere: "random-write bs=4k". */
void naming_tell_definitions_apart(struct naming *naming);

/* Marks figures that an earlier file states of the same setting, test and run number as repeated
   where the two files agree, and tells of such files in a note. */
void naming_find_repeated(struct naming *naming);

#endif
