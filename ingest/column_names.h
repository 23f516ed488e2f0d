#ifndef INGEST_COLUMN_NAMES_H
#define INGEST_COLUMN_NAMES_H

#include "model/observation.h"

/* What a heading of a posted table says: "IOPS", "Avg. BW (MB/s)", "Iteration 3", "ashift=12",
 * "Schreiben". */

enum heading_role {
    HEADING_UNKNOWN,   /* none of the words is known: a label or a value, as its cells are */
    HEADING_VALUE,     /* its cells are values */
    HEADING_WORKLOAD,  /* its cells name the workload */
    HEADING_FACTOR,    /* its cells are levels of `factor` */
    HEADING_ITERATION, /* its cells number the runs */
    HEADING_DIRECTION, /* its cells say read or write */
    HEADING_METRIC,    /* its cells name the metric */
    HEADING_UNIT,      /* its cells name the unit */
    HEADING_PERCENT,   /* its cells are percentages or differences: never results */
    HEADING_IGNORED,   /* remarks, links, dates */
};

struct heading {
    enum heading_role role;
    struct text words;       /* the heading without markup, trimmed */
    const char *metric;      /* "bw", "iops", "lat_p99" ...; NULL = not said */
    const struct unit *unit; /* NULL = not said */
    enum direction direction;
    enum statistic statistic; /* STATISTIC_RUN unless the heading says average, best ... */
    unsigned iteration;       /* 0 = not said */
    bool pair;                /* its cells are "read / write" */
    struct text factor,
        level; /* "ashift" and "12" of a value column, "ashift" of a factor column */
};

/* Reads a heading; texts are owned by `arena`. */
struct heading heading_read(struct arena *arena, struct text text);

/* The statistic that a row label names ("Average", "Median", "Total"); false when it names none. */
bool heading_names_statistic(struct text label, enum statistic *statistic);

/* What the nearest of the headings above figures ("h1 | h2") says of all of them: STATISTIC_BEST
   for peak, best, max, highest, a mean or a median; else STATISTIC_RUN. */
enum statistic headings_statistic(struct text headings);

/* The number of "Run 3", "Iteration 3", "#3"; false when the label is not of that kind. */
bool heading_names_iteration(struct text label, unsigned *iteration);

/* The direction that the words of a text say: "Write speed", "Lesen", "randread"; unstated when
 * none or both. */
enum direction heading_direction(struct text text);

/* The only byte-rate unit that a page uses, wherever it stands ("15MB/s"); NULL when there is none
   or there are several. `*line` gets the line of its first use. */
const struct unit *heading_unit_of_page(struct text page, unsigned *line);

#endif
