#ifndef ANALYZE_CHECK_SCENE_H
#define ANALYZE_CHECK_SCENE_H

#include "analyze/cell.h"
#include "analyze/comparison_set.h"

/* What the rules look at: the figures of each run and what is known of its machine and options. */

/* What is stated around a run in one direction; runs of which the same is stated share it. */
struct circumstances {
    enum direction direction;
    const struct settings *configuration;
    const struct settings *options, *facts; /* of the run; NULL: none */
    struct text tool, tool_version;
    size_t scope;           /* of the archive's facts; SCOPE_NONE */
    bool options_complete;  /* an option that is absent was not given */
    bool switches_complete; /* the same of options without a value */
};

/* One run in one direction. Figures in base units, NaN where they are not stated. */
struct run_figures {
    const struct run *run;
    const struct circumstances *of;
    unsigned group; /* equal configuration, workload and direction */
    unsigned next;  /* place + 1 of its figures in another direction; 0: none */
    double bw, iops, io_bytes, ios, runtime, lat; /* lat: mean, completion or total */
    const struct observation *bw_row, *iops_row;  /* NULL: not stated */
    double run_bytes, run_time;                   /* of the run in all directions */
    bool left_out; /* of comparisons: for its fault, or posted beside the runs it is of */
};

enum { SCOPE_NONE = -1 };

struct fact_scope {
    struct text folder; /* of the archive */
    size_t first, count;
};

/* Facts that the user states, which hold for all runs. */
struct stated_facts {
    const struct fact **items;
    size_t count;
};

/* Whether a value of a fact can be read, as it was found; most runs share theirs. */
struct judged_fact {
    const char *name, *fault;
    struct text value;
};

enum { JUDGED_FACTS = 128 };

/* A fact that a check asked for and that cannot be read. */
struct unreadable_fact {
    struct judged_fact judged[JUDGED_FACTS]; /* by address of name and value */
    const char *name, *should_be;            /* should_be is NULL: there is none */
    struct text value;
    struct text told; /* the value in `sentence` */
    const char *told_name, *sentence;
};

struct check_scene {
    struct arena *arena;
    struct analysis *analysis;
    const struct results *results;
    const struct cell_table *table;
    const struct comparison_set *set; /* NULL before the comparisons are made */
    struct run_figures *figures;
    size_t figure_count, figure_capacity;
    struct text_set *groups; /* see check_group_of */
    size_t group_count;
    struct fact_scope *scopes;
    size_t scope_count;
    struct stated_facts stated;
    double *read_bytes;    /* that all runs of a scope read; the last is of those without one */
    size_t *first_figures; /* by number of the run: place of its first figures + 1; 0: none */
    struct unreadable_fact *unreadable; /* the last one; cleared before each rule */
};

/* The scene of the runs that were selected and of those left out for a fault. */
void check_scene_make(struct check_scene *scene, struct analysis *analysis,
                      const struct selection *selection, const struct cell_table *table);

/* The figures of the run in any direction, or NULL. */
const struct run_figures *check_figures_of(const struct check_scene *scene, const struct run *run);

/* The number of the group that the runs of a cell are in; SIZE_MAX when none of them is looked at.
 */
size_t check_group_of(const struct check_scene *scene, const struct cell *cell);

/* A fact about the run under any of its names: a level of its configuration, what is known of this
   run alone, a fact of its archive, one that the user states, one that follows from how our
   archives are made. {NULL, 0} when it is not known, or cannot be read (analyze/check_facts.h):
   that is kept in scene->unreadable. */
struct text check_fact(const struct check_scene *scene, const struct circumstances *run,
                       const char *name);
/* The same as a number of bytes ("128K", "16384 KiB"), or as a plain number ("93%", "1.52x"). */
bool check_fact_size(const struct check_scene *scene, const struct circumstances *run,
                     const char *name, double *bytes);

/* True when the run is from an archive that `collect` made. */
bool check_is_collected(const struct check_scene *scene, const struct circumstances *run);

/* True when its pool lay on sparse files, which say nothing about a drive. */
bool check_is_on_files(const struct check_scene *scene, const struct circumstances *run);

/* True when it is known that the run was made on ZFS. */
bool check_is_zfs(const struct check_scene *scene, const struct circumstances *run);

enum known {
    KNOWN_NO,
    KNOWN_YES,
    KNOWN_UNSURE,
};

/* The option as run, fio's default where it was not given; {NULL, 0} when that cannot be told or
   jobs of the run differ. */
struct text check_option(const struct circumstances *run, const char *name);
/* True when the option was given. */
bool check_option_is_given(const struct circumstances *run, const char *name);
/* The option as a size or number, that of the direction where it lists several; false when it is
   not one. */
bool check_option_number(const struct circumstances *run, const char *name, double *value);
/* The option as a switch. */
enum known check_option_on(const struct circumstances *run, const char *name);

/* Did direct=1 pass the cache by? ZFS takes the flag and uses the cache up to OpenZFS 2.2. */
enum known check_direct_works(const struct check_scene *scene, const struct circumstances *run);

/* Does every write wait for the device (fsync=1, sync=1, dataset sync=always)? */
enum known check_is_synchronous(const struct check_scene *scene, const struct circumstances *run);

/* Does anything flush what was written: an option of the job (end_fsync, fsync, fdatasync, sync,
   fsync_on_close), or the dataset (sync=always)? */
enum known check_is_flushed(const struct check_scene *scene, const struct circumstances *run);

/* Are the blocks in random order? */
enum known check_is_random(const struct circumstances *run);

/* Bytes that the job files take together: size or filesize x nrfiles, times numjobs; false when not
   stated. */
bool check_file_size(const struct circumstances *run, double *bytes);

/* recordsize or volblocksize. */
bool check_record_size(const struct check_scene *scene, const struct circumstances *run,
                       double *bytes);

/* "4 KiB", "7.9 GB/s" */
struct text check_bytes(struct arena *arena, double bytes);
struct text check_rate(struct arena *arena, double rate);

/* "randwrite-4k, write (ashift=13)" */
struct text check_place(struct arena *arena, struct text workload, enum direction direction,
                        const struct settings *configuration);

#endif
