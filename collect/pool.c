#include "collect/pool.h"

#include "collect/child_process.h"
#include "collect/clock.h"
#include "collect/dataset.h"
#include "collect/device.h"
#include "model/number.h"

#include <inttypes.h>
#include <string.h>
#include <sys/mount.h>

struct pool_request pool_request_make(struct arena *arena, const struct zfs *zfs,
                                      const struct plan *plan, const struct level *level,
                                      const char *token, unsigned position)
{
    const char *name = text_format(arena, "ashiftstat-%s-%u", token, position).data;
    const char *folder = plan->where == WHERE_DEVICE ? plan->archive : plan->pool_directory;
    const char *vdev = plan->where == WHERE_DEVICE
                           ? plan->device
                           : text_format(arena, "%s/%s.img", folder, name).data;
    return (struct pool_request){
        .name = name,
        .vdev = vdev,
        .recorded_vdev = plan->where == WHERE_DEVICE && !plan->keeps_identities
                             ? device_recorded_name(arena, vdev)
                             : vdev,
        .is_on_device = plan->where == WHERE_DEVICE,
        .may_wipe_signatures = plan->may_wipe_signatures,
        /* zfs-fuse: inside the private tmpfs, where the host never sees it */
        .mount_point = zfs->kind == ZFS_FUSE ? "/run/zfs/pool"
                                             : text_format(arena, "%s/%s.mnt", folder, name).data,
        .bytes = plan->pool_bytes,
        .ashift = level->ashift,
        .properties = level->properties,
        .property_count = plan->has_zvols ? 0 : level->property_count, /* of the volume then */
    };
}

/* What a pool gets unless the level says otherwise: the same with every ZFS. */
static const struct {
    const char *name, *value;
} defaults[] = {{"recordsize", "128K"}, {"compression", "off"}};

enum { DEFAULTS = sizeof defaults / sizeof defaults[0] };

static bool request_has(const struct pool_request *request, const char *property)
{
    for (size_t i = 0; i < request->property_count; i++) {
        if (text_is(request->properties[i].name, property)) {
            return true;
        }
    }
    return false;
}

/* Never -f: what is in the way is not ours. */
static const char *const *create_arguments(struct arena *arena, const struct zfs *zfs,
                                           const struct pool_request *request)
{
    const char **arguments =
        arena_take_array(arena, 14 + 2 * (DEFAULTS + request->property_count), sizeof *arguments);
    size_t next = 0;
    arguments[next++] = zfs->zpool == NULL ? "zpool" : zfs->zpool;
    arguments[next++] = "create";
    arguments[next++] = "-o";
    arguments[next++] = text_format(arena, "ashift=%u", request->ashift).data;
    arguments[next++] = "-o";
    arguments[next++] = "cachefile=none";
    if (zfs->kind == ZFS_OPEN) {
        arguments[next++] = "-O";
        arguments[next++] = "canmount=on";
    }
    for (size_t i = 0; i < DEFAULTS; i++) {
        if (!request_has(request, defaults[i].name)) {
            arguments[next++] = "-O";
            arguments[next++] =
                text_format(arena, "%s=%s", defaults[i].name, defaults[i].value).data;
        }
    }
    for (size_t i = 0; i < request->property_count; i++) {
        const struct setting *property = &request->properties[i];
        arguments[next++] = "-O";
        arguments[next++] =
            text_format(arena, "%.*s=%.*s", (int)property->name.size, property->name.data,
                        (int)property->value.size, property->value.data)
                .data;
    }
    arguments[next++] = "-m";
    arguments[next++] = request->mount_point;
    arguments[next++] = request->name;
    arguments[next++] = request->vdev;
    return arguments;
}

static const char *const *label_arguments(struct arena *arena, const struct zfs *zfs,
                                          const char *file)
{
    const char **arguments = arena_take_array(arena, 4, sizeof *arguments);
    arguments[0] = zfs->zdb == NULL ? "zdb" : zfs->zdb;
    arguments[1] = "-l";
    arguments[2] = file;
    return arguments;
}

/* --- what the label says --- */

/* The value of the first line "   name: value", without quotes. */
static struct text label_value(struct text label, const char *name)
{
    for (struct text line; text_next_line(&label, &line);) {
        struct text rest = text_trim(line), key;
        if (text_next_piece(&rest, ':', &key) && text_is(key, name)) {
            rest = text_trim(rest);
            bool quoted = rest.size >= 2 && rest.data[0] == '\'';
            return quoted ? text_slice(rest, 1, rest.size - 1) : rest;
        }
    }
    return (struct text){0};
}

/* The label without host name, host id and the folder of the vdev. */
static struct text label_clean(struct arena *arena, struct text label)
{
    static const char *const dropped[] = {"hostname:", "hostid:", "devid:", "phys_path:"};
    struct text_builder clean = {.arena = arena};
    for (struct text line; text_next_line(&label, &line);) {
        struct text trimmed = text_trim(line);
        bool is_dropped = false;
        for (size_t i = 0; i < sizeof dropped / sizeof dropped[0]; i++) {
            is_dropped = is_dropped || text_starts_with(trimmed, dropped[i]);
        }
        if (is_dropped) {
            continue;
        }
        if (text_starts_with(trimmed, "path: '/dev/")) {
            text_add(&clean, text_slice(line, 0, text_find(line, "'", 0)));
            text_add_string(&clean, "(a device)");
        } else if (text_starts_with(trimmed, "path: '/")) {
            size_t start = text_find(line, "'/", 0) + 1, name = start;
            for (size_t i = start; i < line.size; i++) {
                name = line.data[i] == '/' ? i + 1 : name;
            }
            text_add(&clean, text_slice(line, 0, start));
            text_add(&clean, text_slice(line, name, line.size));
        } else {
            text_add(&clean, line);
        }
        text_add_string(&clean, "\n");
    }
    return text_built(&clean);
}

/* What zdb says of the vdev. OpenZFS puts a pool that is given a whole drive into the first
   partition of it. */
static bool label_read(struct zfs_session *session, struct arena *arena,
                       const struct pool_request *request, struct text *label,
                       struct failure *failure)
{
    static const char *const suffixes[] = {"", "-part1"};
    for (size_t i = 0; i < (request->is_on_device ? 2 : 1); i++) {
        struct command_result result;
        const char *vdev = text_format(arena, "%s%s", request->vdev, suffixes[i]).data;
        if (!zfs_command(session, arena, label_arguments(arena, session->zfs, vdev), &result,
                         failure)) {
            return false;
        }
        *label = result.output;
        if (text_equal(label_value(*label, "name"), text_of(request->name))) {
            return true;
        }
    }
    return failure_set(failure, FAILURE_SYSTEM, "zdb finds no pool %s in %s", request->name,
                       request->vdev);
}

static bool pool_read_label(struct pool *pool, struct arena *arena, struct failure *failure)
{
    struct text label;
    const struct pool_request *request = &pool->request;
    if (!label_read(pool->session, arena, request, &label, failure)) {
        return false;
    }
    int64_t ashift;
    if (!number_read_integer(label_value(label, "ashift"), &ashift)) {
        return failure_set(failure, FAILURE_SYSTEM, "zdb names no ashift of %s", request->vdev);
    }
    pool->label = label_clean(arena, label);
    pool->ashift = (unsigned)ashift;
    pool->guid = text_copy(pool->session->made->arena, label_value(label, "pool_guid"));
    if (pool->pool_id != 0 &&
        !made_confirm_pool(pool->session->made, pool->pool_id, pool->guid.data, failure)) {
        return false;
    }
    if (pool->ashift != request->ashift) {
        return failure_set(failure, FAILURE_SYSTEM, "the pool has ashift %u, not the %u asked for",
                           pool->ashift, request->ashift);
    }
    return true;
}

/* --- making --- */

bool pool_prove_mount(const struct pool *pool, struct failure *failure)
{
    return zfs_mount_prove(pool->session->zfs, pool->request.mount_point, failure);
}

/* The sparse file, or the device after all checks. */
/* A name that was moved to another drive is not what was agreed to lose its data. */
static bool pool_same_drive(struct zfs_session *session, const char *identity, const char *name,
                            struct failure *failure)
{
    if (session->drive == NULL) {
        session->drive = identity;
    }
    return strcmp(session->drive, identity) == 0 ||
           failure_set(failure, FAILURE_SYSTEM, "%s is another drive than at the beginning", name);
}

static bool pool_make_vdev(struct pool *pool, struct arena *arena, struct failure *failure)
{
    struct made *made = pool->session->made;
    const struct pool_request *request = &pool->request;
    if (!request->is_on_device) {
        return made_file(made, request->vdev, request->bytes, &pool->file_id, failure);
    }
    struct device device;
    return device_find(arena, request->vdev, &device, failure) &&
           pool_same_drive(pool->session, device_identity(made->arena, &device), request->vdev,
                           failure) &&
           device_check(arena, &device, request->may_wipe_signatures, failure) &&
           made_intend(made, THING_LABEL, request->recorded_vdev, request->name,
                       device_identity(made->arena, &device), &pool->label_id, failure) &&
           device_blank(arena, &device, failure);
}

static bool pool_make_parts(struct pool *pool, struct arena *arena, struct failure *failure)
{
    struct zfs_session *session = pool->session;
    const struct pool_request *request = &pool->request;
    if (!pool_make_vdev(pool, arena, failure)) {
        return false;
    }
    if (session->zfs->kind == ZFS_FUSE) {
        if (!zfs_daemon_start(session, arena, &pool->daemon, &pool->daemon_id, failure)) {
            return false;
        }
    } else if (!made_directory(session->made, THING_DIRECTORY, request->mount_point,
                               &pool->mount_id, failure) ||
               !made_intend(session->made, THING_POOL, request->name, request->recorded_vdev, "",
                            &pool->pool_id, failure)) {
        return false;
    }
    struct command_result result;
    if (!zfs_command(session, arena, create_arguments(arena, session->zfs, request), &result,
                     failure)) {
        return false;
    }
    if (result.exit_status != 0) {
        struct text reason = command_reason(arena, &result);
        return failure_set(failure, FAILURE_SYSTEM, "zpool create ended with exit status %d: %.*s",
                           result.exit_status, (int)reason.size, reason.data);
    }
    return pool_prove_mount(pool, failure) && pool_read_label(pool, arena, failure);
}

bool pool_create(struct pool *pool, struct arena *arena, struct zfs_session *session,
                 const struct pool_request *request, struct failure *failure)
{
    *pool = (struct pool){.request = *request, .session = session};
    /* Names live as long as the record. */
    struct arena *kept = session->made->arena;
    pool->request.name = text_copy(kept, text_of(request->name)).data;
    pool->request.vdev = text_copy(kept, text_of(request->vdev)).data;
    pool->request.recorded_vdev = text_copy(kept, text_of(request->recorded_vdev)).data;
    pool->request.mount_point = text_copy(kept, text_of(request->mount_point)).data;
    if (pool_make_parts(pool, arena, failure)) {
        return true;
    }
    (void)!pool_remove(pool, arena, NULL);
    return false;
}

/* --- removing --- */

/* zpool destroy says "busy" for a moment after the last close: again until it does not. */
static bool open_pool_destroy(struct zfs_session *session, struct arena *arena, const char *name,
                              const char *mount_point, struct failure *failure)
{
    struct command_result result = {0};
    const char *const arguments[] = {session->zfs->zpool, "destroy", name, NULL};
    const char *const forced[] = {session->zfs->zpool, "destroy", "-f", name, NULL};
    for (int attempt = 0; attempt < 20; attempt++) {
        if (!zfs_command(session, arena, arguments, &result, failure)) {
            return false;
        }
        if (result.exit_status == 0) {
            return true;
        }
        clock_sleep_ms(100);
    }
    if (mount_point != NULL) {
        (void)umount2(mount_point, 0);
    }
    if (!zfs_command(session, arena, forced, &result, failure)) {
        return false;
    }
    struct text reason = command_reason(arena, &result);
    return result.exit_status == 0 ||
           failure_set(failure, FAILURE_SYSTEM, "cannot remove pool %s: %.*s", name,
                       (int)reason.size, reason.data);
}

/* Destroys the imported pool of this name when it has the recorded guid, or, when that was not
   recorded yet, the one that is written in our file. */
static enum removal own_pool_destroy(struct zfs_session *session, struct arena *arena,
                                     const struct pool_request *request, struct text recorded,
                                     struct failure *failure)
{
    struct text guid, label;
    if (!zfs_pool_guid(session, arena, request->name, &guid, failure)) {
        return REMOVAL_FAILED;
    }
    if (guid.size == 0) {
        return REMOVAL_ABSENT;
    }
    if (recorded.size == 0) {
        if (!label_read(session, arena, request, &label, failure)) {
            return REMOVAL_FAILED;
        }
        recorded = label_value(label, "pool_guid");
    }
    if (!text_equal(guid, recorded)) {
        return REMOVAL_KEPT;
    }
    return open_pool_destroy(session, arena, request->name, request->mount_point, failure)
               ? REMOVAL_DONE
               : REMOVAL_FAILED;
}

/* Wipes what our pool left on the device; a device that has become another one, or is used by
   another pool now, is left alone. */
static enum removal label_clean_up(struct arena *arena, const struct thing *thing,
                                   struct failure *failure)
{
    struct device device;
    const char *path = device_of_record(arena, thing->name);
    return path == NULL || !device_find(arena, path, &device, NULL)
               ? REMOVAL_UNSEEN
               : device_forget_pool(arena, &device, thing->mark, thing->home, failure);
}

enum removal pool_clean(void *user, const struct thing *thing, struct failure *failure)
{
    const struct pool_cleaner *cleaner = user;
    if (thing->kind == THING_LABEL) {
        return label_clean_up(cleaner->arena, thing, failure);
    }
    if (thing->kind == THING_DATASET) {
        return dataset_clean(cleaner->session, cleaner->arena, thing, failure);
    }
    const char *vdev = device_of_record(cleaner->arena, thing->mark);
    struct pool_request request = {.name = thing->name,
                                   .vdev = vdev == NULL ? thing->mark : vdev,
                                   .is_on_device = text_starts_with(text_of(thing->mark), "/dev/")};
    return cleaner->session->zfs->kind == ZFS_OPEN
               ? own_pool_destroy(cleaner->session, cleaner->arena, &request, text_of(thing->guid),
                                  failure)
               : REMOVAL_ABSENT; /* without its module nothing is imported */
}

/* zfs-fuse is killed, and the pool with it. */
static bool fuse_pool_end(struct pool *pool, struct failure *failure)
{
    (void)umount2(pool->request.mount_point, MNT_DETACH);
    return zfs_daemon_end(pool->session, &pool->daemon, pool->daemon_id, failure);
}

bool pool_remove(struct pool *pool, struct arena *arena, struct failure *failure)
{
    struct made *made = pool->session->made;
    bool removed = pool->daemon_id == 0 || fuse_pool_end(pool, failure);
    if (pool->pool_id != 0) {
        removed = made_settle(
            made, pool->pool_id,
            own_pool_destroy(pool->session, arena, &pool->request, pool->guid, failure));
    }
    if (removed && pool->label_id != 0) {
        removed = made_settle(made, pool->label_id,
                              label_clean_up(arena, made_thing(made, pool->label_id), failure));
    }
    if (removed && pool->file_id != 0) {
        removed = made_remove(made, pool->file_id, failure);
    }
    if (removed && pool->mount_id != 0) {
        removed = made_remove(made, pool->mount_id, failure);
    }
    return removed;
}

/* --- in words --- */

static void describe_command(struct text_builder *into, const char *const *arguments)
{
    text_add_format(into, "    %s\n", command_written(into->arena, arguments).data);
}

void pool_describe_create(struct text_builder *into, const struct zfs *zfs,
                          const struct pool_request *request)
{
    if (request->is_on_device) {
        text_add_format(into, "    (every check of %s, then %s)\n", request->vdev,
                        request->may_wipe_signatures ? "wipefs --all, as --wipe-signatures allows"
                                                     : "nothing is wiped: it must be blank");
    } else {
        const char *size = text_format(into->arena, "%" PRId64, request->bytes).data;
        describe_command(into, (const char *[]){"truncate", "-s", size, request->vdev, NULL});
    }
    if (zfs->kind == ZFS_FUSE) {
        describe_command(into, zfs_daemon_arguments(into->arena, zfs));
    } else {
        describe_command(into, (const char *[]){"mkdir", request->mount_point, NULL});
    }
    describe_command(into, create_arguments(into->arena, zfs, request));
    describe_command(into, label_arguments(into->arena, zfs, request->vdev));
}

void pool_describe_remove(struct text_builder *into, const struct zfs *zfs,
                          const struct pool_request *request)
{
    if (zfs->kind == ZFS_FUSE) {
        text_add_string(into, "    (zfs-fuse is killed, its mount goes with it)\n");
    } else {
        describe_command(into, (const char *[]){zfs->zpool == NULL ? "zpool" : zfs->zpool,
                                                "destroy", request->name, NULL});
        describe_command(into, (const char *[]){"rmdir", request->mount_point, NULL});
    }
    if (request->is_on_device) {
        text_add_format(into, "    (the labels of %s are wiped off the device)\n", request->name);
    } else {
        describe_command(into, (const char *[]){"rm", request->vdev, NULL});
    }
}
