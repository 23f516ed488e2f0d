#ifndef COLLECT_PLACE_H
#define COLLECT_PLACE_H

#include "collect/dataset.h"
#include "collect/pool.h"
#include "collect/preparation.h"
#include "collect/target.h"

/* Where one run's files go: made fresh for the run and removed after it. By the plan it is a pool,
   a volume in that pool, a dataset or volume in a pool that was there, or a folder in a target. */
struct place_request {
    const struct plan *plan;
    const struct preparation *preparation;
    size_t level;
    const struct workload *workload;
    const char *token;
    unsigned position;
};

struct place {
    struct pool pool;       /* session NULL = none */
    struct dataset dataset; /* session NULL = none */
    struct target target;
    struct made *made;
    const char *directory; /* for fio's files; NULL when there is a device */
    const char *device;
    const char *target_dataset; /* that a target lies in; NULL = it is not on ZFS */
};

/* Makes all of it, or nothing: what was made before a failure has been removed again. */
NODISCARD bool place_make(struct place *place, struct arena *arena, struct zfs_session *session,
                          const struct place_request *request, struct failure *failure);

/* Proves that the place still is what it was when it was made. */
NODISCARD bool place_prove(const struct place *place, struct failure *failure);

/* False: something of it is still there. */
NODISCARD bool place_remove(struct place *place, struct arena *arena, struct failure *failure);

/* The name of the pool or dataset that the files lie in; NULL = not ZFS. */
const char *place_dataset(const struct place *place);

/* What place_make and place_remove run, in words; and the directory or device fio is given. */
void place_describe_make(struct text_builder *into, const struct place_request *request,
                         const char **directory, const char **device);
void place_describe_remove(struct text_builder *into, const struct place_request *request);

#endif
