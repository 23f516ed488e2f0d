#ifndef COLLECT_PLAN_H
#define COLLECT_PLAN_H

#include "collect/run_order.h"
#include "collect/workload.h"
#include "model/settings.h"

/* What the user asked for, as written. NULL = not given. */
struct plan_request {
    const char *archive;
    const char *ashift;         /* "9,12,13" */
    const char *on;             /* "file[:SIZE][@DIR]" */
    const char *const *targets; /* each FACTOR=LEVEL[,FACTOR=LEVEL...]:DIR */
    size_t target_count;
    const char *workloads, *iterations, *order, *seed, *scale;
};

/* One configuration of the experiment and where it is realised. */
struct level {
    const struct settings *configuration; /* ashift=12 */
    unsigned ashift;                      /* of the pool to be made; 0 = a target */
    const char *directory;                /* of a target, absolute; NULL = a pool is made */
};

enum where {
    WHERE_FILE,   /* temporary pools on sparse files */
    WHERE_TARGET, /* directories that are there */
};

struct plan {
    struct arena *arena;
    struct settings_pool *settings;
    const char *archive; /* absolute */
    enum where where;
    struct level *levels;
    size_t level_count;
    struct workload_set workloads;
    unsigned iterations;
    enum order order;
    uint64_t seed;
    bool seed_is_given;
    struct scale scale;
    const char *pool_directory; /* absolute; where the pools' files are made */
    int64_t pool_bytes;
    unsigned positions_before, blocks_before; /* of targets that the archive got earlier */
};

/* Checks the request and completes it with defaults; everything wrong with it is FAILURE_USAGE and
   nothing is made. Without --seed the plan gets `seed_otherwise`. The plan lives in `arena`. */
NODISCARD bool plan_build(struct arena *arena, const struct plan_request *request,
                          uint64_t seed_otherwise, struct plan *plan, struct failure *failure);

/* The parameters as name and value, in the order of experiment.ini: what has to be the same when an
   archive is continued. The seed comes last. */
const struct setting *plan_parameters(const struct plan *plan, size_t *count);

/* "file", "target". */
const char *where_name(enum where where);

/* What one run of each workload and level, repeated, amounts to. */
struct plan_cost {
    size_t runs;
    int64_t written_bytes;      /* for certain */
    double timed_write_seconds; /* writing as fast as it goes */
    double seconds;             /* expected in total */
};

struct plan_cost plan_cost(const struct plan *plan);

/* "1.5 GiB", "512 B". */
struct text bytes_written(struct arena *arena, double bytes);

/* The byte size of the largest file set of the workloads. */
int64_t plan_file_bytes(const struct plan *plan);

#endif
