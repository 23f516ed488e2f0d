#ifndef MODEL_FAILURE_H
#define MODEL_FAILURE_H

#include <stdbool.h>

/* A function that can fail returns bool and takes `struct failure *` last. The first failure is
 * kept. */
#define NODISCARD __attribute__((warn_unused_result))

enum failure_kind {
    FAILURE_NONE,
    FAILURE_USAGE,  /* the command line or plan is wrong: exit status 1 */
    FAILURE_INPUT,  /* an input cannot be understood: exit status 2 */
    FAILURE_SYSTEM, /* disk full, permission, a program that failed: exit status 3 */
};

struct failure {
    enum failure_kind kind;
    char message[1024]; /* one line without newline: what was being done, to what, why it failed */
};

/* Records a failure unless one is recorded already; control characters in the message become '?'.
   Returns false always, so that `return failure_set(...)` reads as the failing return. `failure`
   may be NULL. */
bool failure_set(struct failure *failure, enum failure_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As failure_set, kind FAILURE_SYSTEM, with ": " and the text of errno appended. */
bool failure_set_errno(struct failure *failure, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
