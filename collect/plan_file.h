#ifndef COLLECT_PLAN_FILE_H
#define COLLECT_PLAN_FILE_H

#include "collect/plan.h"

/* A plan as an INI file: one section [collect], its keys are the options of the command without
   dashes (docs/plan-example.ini). */
struct plan_file {
    const char *path;
    struct plan_line {
        const char *name, *value;
        unsigned line;
    } * lines;
    size_t line_count, line_capacity;
};

/* Fills in what the request does not have yet, so that the command line comes first. A failure
   names the line and is FAILURE_USAGE. */
NODISCARD bool plan_file_read(struct arena *arena, const char *path, struct plan_request *request,
                              struct plan_file *file, struct failure *failure);

/* Names in a FAILURE_USAGE that begins with an option the line of the file that gave it. */
void plan_file_locate(const struct plan_file *file, struct failure *failure);

#endif
