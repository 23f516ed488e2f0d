#ifndef COLLECT_ARCHIVE_H
#define COLLECT_ARCHIVE_H

#include "collect/log.h"
#include "collect/made.h"
#include "collect/plan.h"

/* The folder that holds an experiment: experiment.ini, manifest.jsonl, made.jsonl, jobs/, runs/,
   facts/ (described in docs/archive.md). Every file is written under a temporary name, synced and
   renamed; a run counts as archived only when its line in the manifest is on disk. */

struct run_record {
    const char *id;     /* names the files of the run */
    const char *config; /* "ashift=12" */
    const char *workload;
    unsigned iteration, block, position;
    const char *session;
    int64_t started, ended; /* ns since 1970 */
    int exit_status;
    const char *file; /* "runs/ID.json"; "" when fio wrote nothing */
    const char *sha256;
    const char *failed; /* why the run does not count; "" = it counts */
    unsigned attempt;   /* from 1 */
    bool is_warm_up;    /* declared beforehand not to count in any comparison */
};

/* One line `name = value` of experiment.ini; part 0 is the section [experiment], 1 and up the
 * sections [addition]. */
struct experiment_line {
    unsigned part;
    struct setting setting;
};

struct archive {
    struct arena *arena;
    const char *path;
    struct made made;
    int manifest;
    struct log command_log, daemon_log;
    const struct identities *identities; /* in none of its files */
    struct run_record *runs;
    size_t run_count, run_capacity;
    bool is_continued;      /* experiment.ini was there */
    struct text experiment; /* its text, when continued */
    struct experiment_line *experiment_lines;
    size_t experiment_line_count;
    unsigned part_count; /* 1 + the sections [addition] */
    bool manifest_was_torn;
};

/* The format written to experiment.ini. */
extern const char experiment_format[];

/* Opens the archive, or makes an empty one; locks it. Refuses a folder that holds something else.
   `identities` live as long as the archive. */
NODISCARD bool archive_open(struct archive *archive, struct arena *arena, const char *path,
                            const struct identities *identities, struct failure *failure);
void archive_close(struct archive *archive);

/* The path of a file of the archive. */
const char *archive_path(struct arena *arena, const struct archive *archive, const char *name);

/* Writes a whole file, safely. */
NODISCARD bool archive_write(struct archive *archive, const char *name, struct text content,
                             struct failure *failure);

/* The same for one of many files: its folder is synced only when archive_write writes there next.
 */
NODISCARD bool archive_write_one_of_many(struct archive *archive, const char *name,
                                         struct text content, struct failure *failure);

/* The value of a line of experiment.ini as archived; {NULL, 0} when the part has none of this name.
 */
struct text archive_experiment_value(const struct archive *archive, unsigned part,
                                     const char *name);

/* Where fio writes while it runs. */
const char *archive_output_path(struct arena *arena, const struct archive *archive, const char *id);
const char *archive_errors_path(struct arena *arena, const struct archive *archive, const char *id);

/* Makes a finished run safe: its files are synced and get their names, then the manifest gets its
   line. Fills `file` and `sha256` of the record. */
NODISCARD bool archive_add_run(struct archive *archive, struct run_record record,
                               struct failure *failure);

/* Removes what fio wrote in a run that does not go into the archive. */
void archive_drop_run(struct archive *archive, const char *id);

/* A failure when there is hardly room for another run's results. */
NODISCARD bool archive_has_room(const struct archive *archive, struct failure *failure);

/* The same by trying: a failure when a small file cannot be written. Asked when a run failed,
   because fio does not tell that its output did not fit. */
NODISCARD bool archive_has_space_left(struct archive *archive, struct failure *failure);

#endif
