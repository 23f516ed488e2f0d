#ifndef RENDER_CELL_GROUPS_H
#define RENDER_CELL_GROUPS_H

#include "analyze/analysis.h"

/* Digits of a mean and of a deviation that are small beside the others of their column. */
enum { MEAN_DIGITS = 3, DEVIATION_DIGITS = 2 };

/* The cells that stand side by side: same workload, direction, metric and other factors, one a
 * level. */
struct cell_group {
    struct text name; /* workload and direction; one line */
    const struct cell *first;
    const struct settings *stratum;
    bool primary;
    const struct cell **cells; /* in the order of levels */
    unsigned *levels;          /* place of cells[i] in the order of levels */
    size_t count;
};

struct cell_groups {
    struct cell_group *items; /* in the order of the comparisons, then of the cells */
    size_t count;
};

/* Owned by `arena`. Without comparisons the metric of the best rank is primary. */
struct cell_groups cell_groups_of(struct arena *arena, const struct analysis *analysis);

/* No group before it has its workload, direction and other factors (in another metric). */
bool cell_group_is_first(const struct cell_groups *groups, const struct cell_group *group);

/* True when figures of both can stand in one column: one metric, and one unit. */
bool cell_same_quantity(const struct cell *a, const struct cell *b);

/* A unit for the figures of these groups that match `primary`, so that they can stand in one
 * column. */
struct display_unit cell_groups_unit(const struct cell_groups *groups, const struct metric *metric);

/* The figures of the metric are given in several units, or span more than three magnitudes, so that
   one unit would show the small ones as next to nothing: each row says its own. */
bool cell_groups_need_units(const struct cell_groups *groups, const struct metric *metric);

/* The unit of one cell's figures: "" where they are shown as given; else that of all groups; where
   those need units that of its own group, and in a group that spans as much its own. */
struct display_unit cell_unit(const struct cell_groups *groups, const struct cell *cell);

/* The same for the cell by itself. */
struct display_unit cell_own_unit(const struct cell *cell);

/* A unit for a panel that shows `count` groups of one metric: the same as for all groups, unless
   its figures would be below a hundredth in it or the groups need units of their own. */
struct display_unit cell_panel_unit(const struct cell_groups *groups,
                                    const struct cell_group *const *shown, size_t count);

/* "ashift 12"; the configuration itself when no factor is compared. */
struct text cell_label(struct arena *arena, const struct analysis *analysis,
                       const struct cell *cell);

/* The same, of long levels only what differs: "setting …always…". */
struct text cell_row_label(struct arena *arena, const struct analysis *analysis,
                           const struct cell *cell);

/* "12"; the configuration where no factor is compared. */
struct text cell_short_label(struct arena *arena, const struct analysis *analysis,
                             const struct cell *cell);

/* "2.10 (1.9 %)", the standard deviation between runs and its share of the mean, which is left out
   where there is none (a mean of zero); "posted mean" for figures that are no runs; empty for one
   run. */
struct text cell_deviation(struct arena *arena, const struct cell *cell, struct display_unit unit,
                           int decimals);

/* "k/s" -> "thousand per second"; other units as they are. */
struct text rate_words(const char *unit);

/* "MB/s", "thousand per second"; "as given" units are the cell's own; empty when there is none, and
   "(different units)" where its runs have several. */
struct text cell_unit_label(const struct cell *cell, struct display_unit unit);

#endif
