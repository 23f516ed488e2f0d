#ifndef COLLECT_REMOVAL_H
#define COLLECT_REMOVAL_H

#include "collect/made.h"

/* Removing what the record of a collection names. Nothing is removed whose identity is not the
   recorded one, and nothing is called gone that was not seen to be gone: a name that leads nowhere
   can lead there again when a drive is plugged in or a file system mounted. */

/* What became of a thing. */
enum removal {
    REMOVAL_ABSENT, /* its home is there and it is not in it: gone */
    REMOVAL_DONE,   /* it was there and is gone now */
    REMOVAL_KEPT,   /* something else has its name, or it is in use by others */
    REMOVAL_UNSEEN, /* its home cannot be looked at: it may be there still */
    REMOVAL_FAILED, /* it is there and cannot be removed */
};

/* Records what became of a thing: absent and done are gone, the others stay in the record. False:
   it is there and could not be removed. */
bool made_settle(struct made *made, int64_t id, enum removal removal);

/* Removes the thing (no pool). False: it is there and could not be removed. What is put off stays
   in the record. */
NODISCARD bool made_remove(struct made *made, int64_t id, struct failure *failure);

/* How a pool, dataset or label is removed. */
typedef enum removal pool_remover(void *user, const struct thing *thing, struct failure *failure);

struct made_cleaning {
    size_t removed;     /* things that were still there */
    const char *kept;   /* one that has another identity; NULL = none */
    const char *unseen; /* one that could not be looked at, in words; NULL = none */
    const char *left;   /* one of these that this start of the program has made; NULL = none */
};

/* Removes everything that is not gone, last made first; goes on after a failure. Without
   `remove_pool` pools, datasets and labels stay in the record. */
NODISCARD bool made_remove_all(struct made *made, pool_remover *remove_pool, void *user,
                               struct made_cleaning *cleaning, struct failure *failure);

#endif
