#ifndef COLLECT_JOB_FILE_H
#define COLLECT_JOB_FILE_H

#include "model/failure.h"
#include "model/text.h"

#include <stdint.h>

struct job_option {
    struct text name, value; /* "1" for an option written without a value */
    const char *path;        /* where it stands */
    unsigned line;
};

struct job_section {
    struct text name;
    struct job_option *options; /* each name once */
    size_t count, capacity;
};

/* A fio job file. Failures of all functions name file and line and are FAILURE_USAGE. */
struct job_file {
    struct arena *arena;
    const char *path; /* for messages, and the place that included files are looked for */
    struct failure *failure;
    struct job_section global;
    struct job_section *sections; /* each with the global options before its own */
    size_t count, capacity;
    unsigned depth;              /* of files included in each other */
    struct job_section *current; /* the section being read */
};

enum { JOB_FILE_MAX = 1 << 20 };

/* Reads the sections, included files as well; refuses options that lead a job away from the folder
   it is given, start other programs or write further files. Borrows from the text. */
NODISCARD bool job_file_read(struct job_file *file, struct text text);

/* The option of this name or alias (may be NULL); NULL when the section does not have it. */
struct job_option *job_section_find(const struct job_section *section, const char *name,
                                    const char *alias);
void job_section_drop(struct job_section *section, struct job_option *option);
/* Gives the section an option, in the place of an earlier one of this name. */
void job_section_set(struct arena *arena, struct job_section *section, struct job_option option);

/* A failure that names where the option stands and why it cannot be used; returns false. */
bool job_option_refuse(const struct job_file *file, struct job_option option, const char *why);

/* True when the section has the option with another value than 0. */
bool job_section_is_set(const struct job_section *section, const char *name);

/* Values; without the option the variable stays as it is. A number of bytes: "4k", "256m". */
NODISCARD bool job_section_bytes(const struct job_file *file, const struct job_section *section,
                                 const char *name, const char *alias, int64_t *bytes);
/* A number from 1. */
NODISCARD bool job_section_count(const struct job_file *file, const struct job_section *section,
                                 const char *name, int64_t *count);
/* A time: "60", "500ms", "2m"; plain numbers are seconds. */
NODISCARD bool job_section_time(const struct job_file *file, const struct job_section *section,
                                const char *name, const char *alias, int64_t *milliseconds);

/* The largest block size of "4k", "4k,64k" or "4k-64k"; 4096 without the option. */
int64_t job_section_block_size(const struct job_section *section);

#endif
