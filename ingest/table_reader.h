#ifndef INGEST_TABLE_READER_H
#define INGEST_TABLE_READER_H

#include "ingest/column_names.h"
#include "ingest/row_label.h"
#include "ingest/table.h"
#include "ingest/table_commas.h"

/* Inside of the table reader: its headings (table_headings.c), what its columns (table_columns.c)
   and the labels of a row (table_labels.c) say, units and metrics (table_units.c), and whether it
   is of storage at all (table_storage.c). */

/* What the cells of one column look like. */
struct cell_counts {
    size_t filled, numbers, sizes;
    size_t rates;      /* "120 MB/s", "31 kIOPS" */
    size_t labels;     /* "Run 3", "Average" */
    size_t directions; /* "4k write", "randread" */
    size_t patterns;   /* more than a direction: "randread", "seq write" */
};

struct column {
    struct heading heading;
    struct cell_counts counts;
    bool labels_runs; /* cells are "Run 3" or "Average" */
    struct comma_proof commas;
    size_t unit_column;  /* whose cells are the units of these, from 1; 0 = none */
    struct text test;    /* the words of its heading, where columns are tests */
    size_t repeat;       /* columns of results before it that have the same heading */
    bool unknown;        /* numbers under a heading that says nothing known */
    bool unit_of_others; /* cells are the units of another column's */
};

struct table_reader {
    struct arena *scratch;
    const struct table *table;
    const struct input *input;
    struct reading *reading;
    struct column *columns;
    size_t column_count;
    struct page_unit *page_unit;
    bool page_unit_used;
    bool
        cells_state_units; /* "510 MB/s": then a bare number beside it is none of the page's unit */
    bool letters_used;     /* "94,71M" was taken as MB/s */
    enum statistic statistic_above; /* that the nearest heading names: "Peak write speed" */
    const struct unit *megabyte;    /* of the tool whose headings these are; NULL = as spelled */
    size_t added;
    bool columns_are_tests;    /* "Sequential read | Random read": their words name the workload */
    struct heading above;      /* what the nearest heading says of the whole table */
    struct comma_proof commas; /* of all columns together */
};

struct text table_cell_text(const struct table_row *row, size_t column); /* empty behind the last */
unsigned table_cell_line(const struct table_row *row, size_t column);

/* The table with a second row of headings taken into the first, where its first row of cells holds
   units ("MiB/s | kIOPS"), names or levels of a known factor that tell columns of equal headings
   apart ("QD1 | QD32"; "ashift | 9 | 12"), the numbers of runs below groups of columns ("ashift=9 |
   | ashift=12 |" above "1 | 2 | 1 | 2"), or the headings below groups ("read | | write" above "IOPS
   | MB/s | IOPS | MB/s"); as it is otherwise. */
struct table table_with_one_heading_row(struct arena *scratch, const struct table *table);

/* The table without the rows of one cell that name the rows below them, which get their text. */
struct table table_with_sections(struct arena *scratch, const struct table *table);

/* "ashift | 9 | 12" above rows of labels as "Test | ashift=9 | ashift=12". */
struct table table_with_levels_named(struct arena *scratch, const struct table *table);

/* A cell without emphasis, code marks and tags around it: "**176**", "<b>176</b>". */
struct text table_cell_bare(struct text text);

/* "16k", "1 MiB": a size with a letter. */
bool text_is_sized(struct text text);

/* "Block size", "QD (jobs)": what was set, not what was measured. */
bool table_names_setting(struct text words);

/* "Capacity (GB)": a column of sizes, which are no results. */
bool column_holds_sizes(const struct heading *heading);

/* The only byte-rate unit that the page uses; NULL when there is none or several. */
const struct unit *table_unit_of_page(const struct table_reader *reader);

size_t table_count_role(const struct table_reader *reader, enum heading_role role);

/* Decides what each column is, by its heading, its cells and the columns beside it. */
void table_read_columns(struct table_reader *reader);

/* What the label cells of one row say. */
struct row_labels {
    struct text workload, metric;
    const struct unit *unit;
    struct row_label said; /* by the words of the workload */
    bool no_result;        /* the row is a difference, a limit, a price ... */
    enum direction direction;
    enum statistic statistic;
    unsigned iteration;
    bool pair; /* "Read/Write" */
};

/* "Average" in a cell is no level but what the row holds; "max" and "best" are so in a column of
   numbers. */
bool column_names_statistic(const struct column *column, struct text text,
                            enum statistic *statistic);

struct row_labels table_read_labels(const struct table_reader *reader, const struct table_row *row);

/* The unit and the metric of one figure. */
struct value_unit {
    const struct unit *unit; /* NULL = none known: as given */
    struct text metric;
    double factor; /* times this gives the base unit */
    bool unclear;  /* a letter may be the prefix of the unit or multiply it */
};

/* Unit and metric of a figure with `word` behind its number, under `heading` in a row of these
   labels: the nearest statement counts, cell before column before row before table and page. */
struct value_unit table_resolve_unit(struct table_reader *reader, const struct heading *heading,
                                     const struct row_labels *labels, struct text word);

/* What a figure of this unit measures when nothing else says it; "value" for NULL. */
struct text table_metric_of_unit(const struct unit *unit);

/* False for a unit that the metric cannot have ("ms" of "iops"); no unit fits all, and any fits a
   metric that is not known. */
bool table_unit_fits(const struct unit *unit, struct text metric);

/* The dimension that a heading, or the words of a row's labels, give by unit or metric. */
enum dimension table_heading_dimension(const struct heading *heading);
enum dimension table_labels_dimension(const struct row_labels *labels);

/* The row's label states a unit that the column's heading denies: "Rand read (IOPS)" under MB/s. */
bool table_label_contradicts(const struct heading *heading, const struct row_labels *labels);

/* True when the runs and figures added since say by unit, direction, level or words that they are
   of storage: a table of anything else may have a column named "speed", "min" or "best". */
bool table_is_of_storage(const struct table_reader *reader, size_t first_observation,
                         size_t first_run);

#endif
