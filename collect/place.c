#include "collect/place.h"

static const struct level *request_level(const struct place_request *request)
{
    return &request->plan->levels[request->level];
}

/* The dataset in which a fresh one is made; NULL when none is. */
static const char *request_parent(const struct place_request *request, const char *pool)
{
    const struct level *level = request_level(request);
    if (plan_makes_pools(request->plan)) {
        return request->plan->has_zvols ? pool : NULL;
    }
    return level->property_count > 0 ? request->preparation->parents[request->level] : NULL;
}

static struct dataset_request
dataset_request(struct arena *arena, const struct place_request *request, const char *parent)
{
    const struct level *level = request_level(request);
    int64_t bytes = request->plan->has_zvols ? request->workload->file_bytes : 0;
    return dataset_request_make(arena, parent, request->token, request->position, level->properties,
                                level->property_count, bytes);
}

static struct pool_request pool_request(struct arena *arena, const struct place_request *request)
{
    return pool_request_make(arena, &request->preparation->zfs, request->plan,
                             request_level(request), request->token, request->position);
}

static bool place_make_parts(struct place *place, struct arena *arena, struct zfs_session *session,
                             const struct place_request *request, struct failure *failure)
{
    const char *pool_name = NULL;
    if (plan_makes_pools(request->plan)) {
        struct pool_request pool = pool_request(arena, request);
        if (!pool_create(&place->pool, arena, session, &pool, failure)) {
            place->pool = (struct pool){.session = NULL};
            return false;
        }
        pool_name = place->pool.request.name;
        place->directory = place->pool.request.mount_point;
    }
    const char *parent = request_parent(request, pool_name);
    if (parent != NULL) {
        struct dataset_request dataset = dataset_request(arena, request, parent);
        if (!dataset_create(&place->dataset, arena, session, &dataset, failure)) {
            place->dataset = (struct dataset){.session = NULL};
            return false;
        }
        place->directory = place->dataset.mount_point;
        place->device = place->dataset.device;
    } else if (request->plan->host_count > 0) {
        place->directory = request_level(request)->directory; /* of the hosts */
    } else if (pool_name == NULL) {
        if (!target_make(&place->target, session->made, request_level(request)->directory,
                         &request->preparation->folders[request->level], request->token,
                         request->position, failure)) {
            return false;
        }
        place->directory = place->target.directory;
        place->target_dataset = request->preparation->parents[request->level];
    }
    return true;
}

bool place_make(struct place *place, struct arena *arena, struct zfs_session *session,
                const struct place_request *request, struct failure *failure)
{
    *place = (struct place){.made = session->made};
    if (place_make_parts(place, arena, session, request, failure)) {
        return true;
    }
    (void)!place_remove(place, arena, NULL);
    return false;
}

bool place_prove(const struct place *place, struct failure *failure)
{
    if (place->dataset.session != NULL) {
        return dataset_prove(&place->dataset, failure);
    }
    if (place->target.id != 0) {
        return target_prove(&place->target, place->made, failure);
    }
    return place->pool.session == NULL || pool_prove_mount(&place->pool, failure);
}

bool place_remove(struct place *place, struct arena *arena, struct failure *failure)
{
    bool removed =
        place->dataset.session == NULL || dataset_remove(&place->dataset, arena, failure);
    if (place->pool.session != NULL) {
        removed = pool_remove(&place->pool, arena, failure) && removed;
    }
    if (place->target.id != 0) {
        removed = target_remove(&place->target, place->made, failure) && removed;
    }
    return removed;
}

const char *place_dataset(const struct place *place)
{
    if (place->dataset.session != NULL) {
        return place->dataset.request.name;
    }
    return place->pool.session == NULL ? place->target_dataset : place->pool.request.name;
}

/* --- in words --- */

void place_describe_make(struct text_builder *into, const struct place_request *request,
                         const char **directory, const char **device)
{
    struct arena *arena = into->arena;
    const struct zfs *zfs = &request->preparation->zfs;
    const char *pool_name = NULL;
    *directory = *device = NULL;
    if (plan_makes_pools(request->plan)) {
        struct pool_request pool = pool_request(arena, request);
        pool_describe_create(into, zfs, &pool);
        pool_name = pool.name;
        *directory = pool.mount_point;
    }
    const char *parent = request_parent(request, pool_name);
    if (parent != NULL) {
        struct dataset_request dataset = dataset_request(arena, request, parent);
        dataset_describe_create(into, zfs, &dataset);
        *directory = text_format(arena, "(mount point of %s)", dataset.name).data;
        *device =
            dataset.volume_bytes > 0 ? text_format(arena, "/dev/zvol/%s", dataset.name).data : NULL;
    } else if (request->plan->host_count > 0) {
        *directory = request_level(request)->directory;
    } else if (pool_name == NULL) {
        *directory = target_path(arena, request_level(request)->directory, request->token,
                                 request->position);
        text_add_format(into, "    %s\n",
                        command_written(arena, (const char *[]){"mkdir", *directory, NULL}).data);
    }
}

void place_describe_remove(struct text_builder *into, const struct place_request *request)
{
    struct arena *arena = into->arena;
    const struct zfs *zfs = &request->preparation->zfs;
    const struct pool_request pool = plan_makes_pools(request->plan)
                                         ? pool_request(arena, request)
                                         : (struct pool_request){.name = NULL};
    const char *parent = request_parent(request, pool.name);
    if (parent != NULL) {
        struct dataset_request dataset = dataset_request(arena, request, parent);
        dataset_describe_remove(into, zfs, &dataset);
    }
    if (plan_makes_pools(request->plan)) {
        pool_describe_remove(into, zfs, &pool);
    } else if (parent == NULL && request->plan->host_count == 0) {
        const char *directory = target_path(arena, request_level(request)->directory,
                                            request->token, request->position);
        text_add_format(into, "    %s\n",
                        command_written(arena, (const char *[]){"rm", "-r", directory, NULL}).data);
    }
}
