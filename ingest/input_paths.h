#ifndef INGEST_INPUT_PATHS_H
#define INGEST_INPUT_PATHS_H

#include "ingest/packed_file.h"
#include "model/failure.h"
#include "model/settings.h"

/* One file or archive to read. */
struct input_path {
    const char *path;
    const struct setting *labels; /* factor=level before the path on the command line */
    size_t label_count;
    bool archive;        /* a folder made by `ashiftstat collect` */
    bool named;          /* stood on the command line itself, not found in a folder */
    const char *refusal; /* why it cannot be read; NULL = try */
    bool system;         /* it is the system's fault, not the input's */
    const struct packed_members *packed; /* the path is a member of these; NULL = a file */
};

struct input_paths {
    struct arena *arena;
    struct input_path *items;
    size_t count, capacity;
};

/* Adds what an argument `[FACTOR=LEVEL[,FACTOR=LEVEL...]:]PATH` stands for: the file, or all files
   of a folder, recursively and in natural order (2 before 10), hidden ones left out. A folder that
   holds manifest.jsonl is one archive. An argument that is an existing path is a path. A path that
   does not exist is added all the same: its reading says so. */
void input_paths_add(struct input_paths *paths, const char *argument);

/* Adds all files of a folder in the same way, also of one that is an archive. */
void input_paths_add_folder(struct input_paths *paths, const char *folder);

#endif
