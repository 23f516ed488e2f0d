#ifndef COLLECT_FACT_SOURCE_H
#define COLLECT_FACT_SOURCE_H

#include "collect/archive.h"
#include "collect/identities.h"

/* A command or file that facts come from. What it said is kept as it was, but for identities, with
   its exit status and errors; what is missing is recorded as missing. */

enum { SOURCE_ARGUMENTS = 12, SOURCE_TIMEOUT_MS = 10000 };

struct fact_source {
    const char *name;                        /* of the file in the archive, without ".txt" */
    const char *files;                       /* a path, may hold "*"; NULL = a command */
    const char *arguments[SOURCE_ARGUMENTS]; /* ended by NULL; the first is looked for on PATH */
};

struct fact_reply {
    bool is_there;   /* the command ran, whatever its exit status; a file could be read */
    int exit_status; /* of the command */
    struct text raw; /* without identities; of several files "PATH: content" a line */
    struct text errors;
    const char *trouble; /* "nvme is not installed"; "" = none */
    const char *from;    /* the command or file, as written */
};

/* Asks the source. In its arguments and path `subject` (may be NULL) stands for "SUBJECT". What a
   drive says of itself (`is_of_drive`) may hold serial numbers anywhere. */
struct fact_reply fact_source_ask(struct arena *arena, const struct identities *identities,
                                  const struct fact_source *source, const char *subject,
                                  bool is_of_drive);

/* Asks all of them and keeps the replies: FOLDER/NAME.txt each, or NAME-TAG.txt (`tag` NULL =
   none), and a line for each in FOLDER/sources.jsonl with `file`, `source`, `exit_status`,
   `errors`, `missing`. */
struct fact_archive {
    struct archive *archive;
    const char *folder; /* "facts/before" */
    const struct identities *identities;
    bool is_of_drive;          /* what is asked next */
    struct text_builder index; /* sources.jsonl so far */
};

/* `clean` (may be NULL) takes out of the raw text what is not meant to be kept. */
NODISCARD bool fact_archive_keep(struct fact_archive *facts, const struct fact_source *source,
                                 const char *subject, const char *tag,
                                 struct text (*clean)(struct arena *arena, struct text raw),
                                 struct fact_reply *reply, struct failure *failure);
NODISCARD bool fact_archive_end(struct fact_archive *facts, struct failure *failure);

#endif
