#ifndef INGEST_FIGURE_LIST_H
#define INGEST_FIGURE_LIST_H

#include "ingest/posted_figure.h"

/* Figures in a row with one unit: "100 / 110 / 120 MB/s", "3917, 3871 and 3902 IOPS". */

enum { LONGEST_FIGURE_LIST = 32 };

struct figure_list {
    struct posted_figure figures[LONGEST_FIGURE_LIST]; /* each with the unit of the last */
    size_t count;
    struct text head, behind; /* the line before and behind them */
};

/* Finds the first row of two figures or more whose last has a unit. False when the line has none,
   one whose units differ, or two that only a comma divides ("QD 32, 3917 IOPS") where the line
   speaks of no runs. */
bool figure_list_find(struct text line, struct figure_list *list);

/* True when the words beside the figures leave nothing but repeated runs: three figures or more, or
   two of "2 runs"; no word of a statistic or direction of several, no other row of as many ("16k /
   64k / 128k"). `*line` gets the line with the last figure only and without "3 runs". */
bool figure_list_is_of_runs(struct arena *arena, const struct figure_list *list, struct text *line);

#endif
