#ifndef COLLECT_PLAN_H
#define COLLECT_PLAN_H

#include "collect/run_order.h"
#include "collect/workload.h"
#include "model/settings.h"

struct word_list {
    const char **words;
    size_t count, capacity;
};

/* What the user asked for, as written. NULL = not given. */
struct plan_request {
    const char *archive;
    const char *ashift; /* "9,12,13" */
    const char *on;     /* "file[:SIZE][@DIR]", "device:/dev/disk/by-id/NAME", "pool:NAME" */
    const char *destroy_data_on, *wipe_signatures; /* what is allowed to be lost */
    struct word_list targets;                      /* each FACTOR=LEVEL[,FACTOR=LEVEL...]:DIR */
    struct word_list zfs;                          /* each PROPERTY=VALUE[,VALUE...] */
    const char *workloads, *iterations, *warm_up, *order, *settle, *patience, *seed, *scale, *hosts;
    const char *aa, *keep_identities; /* "1" = yes */
};

/* One configuration of the experiment and where it is realised. */
struct level {
    const struct settings *configuration; /* ashift=12 */
    unsigned ashift;                      /* of the pool to be made; 0 = none is made */
    const char *directory;                /* of a target, absolute; NULL = there is none */
    const struct setting *properties;     /* of the dataset that is made */
    size_t property_count;
};

enum where {
    WHERE_FILE,   /* temporary pools on sparse files */
    WHERE_DEVICE, /* temporary pools on a named device, whose content is lost */
    WHERE_POOL,   /* fresh datasets in a pool that is there */
    WHERE_TARGET, /* directories that are there */
};

/* One server of fio's client/server mode. */
struct host {
    const char *address;
    unsigned port;
};

struct plan {
    struct arena *arena;
    struct settings_pool *settings;
    const char *archive; /* absolute */
    enum where where;
    struct level *levels;
    size_t level_count;
    struct workload_set workloads;
    unsigned iterations, warm_up;
    enum order order;
    double settle_seconds;
    uint64_t seed;
    bool seed_is_given;
    struct scale scale;
    const char *pool_directory; /* absolute; where the pools' files are made */
    int64_t pool_bytes;         /* 0 on a device: what it has */
    const char *device;         /* "/dev/disk/by-id/NAME" */
    const char *parent;         /* WHERE_POOL: the dataset that the fresh ones are made in */
    struct host *hosts;         /* none: fio runs here */
    size_t host_count;
    double patience_seconds; /* so much longer than expected a run may take */
    bool may_wipe_signatures, keeps_identities;
    bool has_zvols;                           /* volblocksize is among the properties */
    unsigned positions_before, blocks_before; /* of targets that the archive got earlier */
};

/* Adds a word to a list of the request. */
void word_list_add(struct arena *arena, struct word_list *list, const char *word);

/* A path made absolute, without "/" at its end. */
NODISCARD bool path_absolute(struct arena *arena, const char *path, const char **absolute,
                             struct failure *failure);

/* The levels of the request and where they are realised (part of plan_build). */
NODISCARD bool plan_set_levels(struct plan *plan, const struct plan_request *request,
                               struct failure *failure);

/* The job file that is sent to the hosts for one run: its files get names that nobody else's have,
   and are removed at its end. */
struct text plan_job_for_hosts(struct arena *arena, const struct level *level,
                               const struct workload *workload, const char *token,
                               unsigned position);

/* True when pools are made for the runs. */
bool plan_makes_pools(const struct plan *plan);

/* Checks the request and completes it with defaults; everything wrong with it is FAILURE_USAGE and
   nothing is made. Without --seed the plan gets `seed_otherwise`. The plan lives in `arena`. */
NODISCARD bool plan_build(struct arena *arena, const struct plan_request *request,
                          uint64_t seed_otherwise, struct plan *plan, struct failure *failure);

/* The parameters as name and value, in the order of experiment.ini: what has to be the same when an
   archive is continued. The seed comes last. */
const struct setting *plan_parameters(const struct plan *plan, size_t *count);

/* "file", "device", "pool", "target". */
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
