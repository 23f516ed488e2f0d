#include "collect/dataset.h"

#include "collect/child_process.h"
#include "collect/clock.h"
#include "collect/mounts.h"
#include "collect/pool_layout.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

static const char mark_property[] = "ashiftstat:made";

enum { DESTROY_ATTEMPTS = 20, DEVICE_PATIENCE_MS = 10000 };

struct dataset_request dataset_request_make(struct arena *arena, const char *parent,
                                            const char *token, unsigned position,
                                            const struct setting *properties, size_t count,
                                            int64_t files)
{
    const int64_t unit = 16 << 20; /* a multiple of every volblocksize */
    return (struct dataset_request){
        .name = text_format(arena, "%s/ashiftstat-%s-%u", parent, token, position).data,
        .properties = properties,
        .property_count = count,
        .volume_bytes = (files + unit - 1) / unit * unit,
    };
}

static const char *program(const struct zfs *zfs)
{
    return zfs->zfs == NULL ? "zfs" : zfs->zfs;
}

static const char *const *create_arguments(struct arena *arena, const struct zfs *zfs,
                                           const struct dataset_request *request, const char *mark)
{
    const char **arguments =
        arena_take_array(arena, 10 + 2 * request->property_count, sizeof *arguments);
    size_t next = 0;
    arguments[next++] = program(zfs);
    arguments[next++] = "create";
    if (request->volume_bytes > 0) {
        arguments[next++] = "-s"; /* no more is reserved than is written */
        arguments[next++] = "-V";
        arguments[next++] = text_format(arena, "%" PRId64, request->volume_bytes).data;
    }
    for (size_t i = 0; i < request->property_count; i++) {
        const struct setting *property = &request->properties[i];
        arguments[next++] = "-o";
        arguments[next++] =
            text_format(arena, "%.*s=%.*s", (int)property->name.size, property->name.data,
                        (int)property->value.size, property->value.data)
                .data;
    }
    arguments[next++] = "-o";
    arguments[next++] = text_format(arena, "%s=%s", mark_property, mark).data;
    arguments[next++] = request->name;
    return arguments;
}

/* --- looking --- */

/* One property; the empty text when the dataset does not exist. */
static bool dataset_get(struct zfs_session *session, struct arena *arena, const char *name,
                        const char *property, struct text *value, struct failure *failure)
{
    struct command_result result;
    const char *const arguments[] = {
        program(session->zfs), "get", "-H", "-o", "value", property, name, NULL};
    if (!zfs_command(session, arena, arguments, &result, failure)) {
        return false;
    }
    struct text reason = command_reason(arena, &result);
    if (result.exit_status != 0 && text_find(reason, "does not exist", 0) == reason.size) {
        return failure_set(failure, FAILURE_SYSTEM, "cannot look at %s: %.*s", name,
                           (int)reason.size, reason.data);
    }
    *value = result.exit_status == 0 ? text_trim(result.output) : (struct text){0};
    return true;
}

static bool volume_prove(const struct dataset *dataset, struct failure *failure)
{
    struct stat status;
    uint64_t bytes = 0;
    int descriptor = open(dataset->device, O_RDONLY | O_CLOEXEC);
    bool is_volume = descriptor >= 0 && fstat(descriptor, &status) == 0 &&
                     S_ISBLK(status.st_mode) && ioctl(descriptor, BLKGETSIZE64, &bytes) == 0;
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    if (!is_volume) {
        return failure_set(failure, FAILURE_SYSTEM, "the volume's device %s is not there",
                           dataset->device);
    }
    return bytes == (uint64_t)dataset->request.volume_bytes ||
           failure_set(failure, FAILURE_SYSTEM, "%s has %" PRIu64 " bytes, not %" PRId64,
                       dataset->device, bytes, dataset->request.volume_bytes);
}

bool dataset_prove(const struct dataset *dataset, struct failure *failure)
{
    return dataset->device != NULL
               ? volume_prove(dataset, failure)
               : zfs_mount_prove(dataset->session->zfs, dataset->mount_point, failure);
}

/* The device of a volume comes some time after the volume. */
static bool volume_await(struct dataset *dataset, struct failure *failure)
{
    for (int waited = 0; !dataset_prove(dataset, NULL) && waited < DEVICE_PATIENCE_MS;
         waited += 50) {
        clock_sleep_ms(50);
    }
    return dataset_prove(dataset, failure);
}

static bool mount_find(struct dataset *dataset, struct arena *arena, struct failure *failure)
{
    struct text path;
    if (!dataset_get(dataset->session, arena, dataset->request.name, "mountpoint", &path,
                     failure)) {
        return false;
    }
    if (path.size == 0 || path.data[0] != '/') {
        return failure_set(failure, FAILURE_SYSTEM,
                           "%s has mountpoint=%.*s: its parent needs one that is a path",
                           dataset->request.name, (int)path.size, path.data);
    }
    dataset->mount_point = text_string(arena, path);
    return dataset_prove(dataset, failure);
}

/* Every property must be what was asked for: a level that is not real is no level. */
static bool properties_prove(struct dataset *dataset, struct arena *arena, struct failure *failure)
{
    for (size_t i = 0; i < dataset->request.property_count; i++) {
        const struct setting *asked = &dataset->request.properties[i];
        struct text value;
        if (!dataset_get(dataset->session, arena, dataset->request.name,
                         text_string(arena, asked->name), &value, failure)) {
            return false;
        }
        if (!zfs_values_equal(asked->value, value)) {
            return failure_set(failure, FAILURE_SYSTEM, "%s has %.*s=%.*s, not the %.*s asked for",
                               dataset->request.name, (int)asked->name.size, asked->name.data,
                               (int)value.size, value.data, (int)asked->value.size,
                               asked->value.data);
        }
    }
    return true;
}

/* --- making and removing --- */

static const char *mark_make(struct arena *arena)
{
    uint64_t words[2] = {0};
    if (getrandom(words, sizeof words, 0) != (ssize_t)sizeof words) {
        words[0] = (uint64_t)clock_wall_ns();
        words[1] = (uint64_t)clock_steady_ns();
    }
    return text_format(arena, "%016" PRIx64 "%016" PRIx64, words[0], words[1]).data;
}

static bool dataset_make_parts(struct dataset *dataset, struct arena *arena,
                               struct failure *failure)
{
    struct zfs_session *session = dataset->session;
    const struct dataset_request *request = &dataset->request;
    const char *mark = mark_make(session->made->arena);
    struct text home;
    if (!zfs_pool_guid(session, session->made->arena,
                       pool_of_dataset(session->made->arena, request->name), &home, failure) ||
        !made_intend(session->made, THING_DATASET, request->name, mark,
                     text_string(session->made->arena, home), &dataset->id, failure)) {
        return false;
    }
    struct command_result result;
    if (!zfs_command(session, arena, create_arguments(arena, session->zfs, request, mark), &result,
                     failure)) {
        return false;
    }
    if (result.exit_status != 0) {
        struct text reason = command_reason(arena, &result);
        return failure_set(failure, FAILURE_SYSTEM, "zfs create ended with exit status %d: %.*s",
                           result.exit_status, (int)reason.size, reason.data);
    }
    if (request->volume_bytes > 0) {
        dataset->device = text_format(arena, "/dev/zvol/%s", request->name).data;
        return volume_await(dataset, failure) && properties_prove(dataset, arena, failure);
    }
    return mount_find(dataset, arena, failure) && properties_prove(dataset, arena, failure);
}

bool dataset_create(struct dataset *dataset, struct arena *arena, struct zfs_session *session,
                    const struct dataset_request *request, struct failure *failure)
{
    *dataset = (struct dataset){.request = *request, .session = session};
    dataset->request.name = text_copy(session->made->arena, text_of(request->name)).data;
    if (dataset_make_parts(dataset, arena, failure)) {
        return true;
    }
    (void)!dataset_remove(dataset, arena, NULL);
    return false;
}

static bool dataset_destroy(struct zfs_session *session, struct arena *arena, const char *name,
                            struct failure *failure)
{
    struct command_result result = {0};
    const char *const arguments[] = {program(session->zfs), "destroy", name, NULL};
    for (int attempt = 0; attempt < DESTROY_ATTEMPTS; attempt++) {
        if (!zfs_command(session, arena, arguments, &result, failure)) {
            return false;
        }
        if (result.exit_status == 0) {
            return true;
        }
        clock_sleep_ms(100); /* "busy" for a moment after the last close */
    }
    struct text reason = command_reason(arena, &result);
    return failure_set(failure, FAILURE_SYSTEM, "cannot destroy %s: %.*s", name, (int)reason.size,
                       reason.data);
}

/* As mark_make writes them: what ZFS prints for a property that is not set is none. */
static bool mark_is_whole(const char *mark)
{
    return strlen(mark) == 32 && strspn(mark, "0123456789abcdef") == 32;
}

/* True when the pool that the dataset was made in is imported. */
static bool home_is_imported(struct zfs_session *session, struct arena *arena,
                             const struct thing *thing)
{
    struct text guid;
    return thing->home[0] != '\0' &&
           zfs_pool_guid(session, arena, pool_of_dataset(arena, thing->name), &guid, NULL) &&
           text_is(guid, thing->home);
}

enum removal dataset_clean(struct zfs_session *session, struct arena *arena,
                           const struct thing *thing, struct failure *failure)
{
    struct text mark;
    if (!dataset_get(session, arena, thing->name, mark_property, &mark, failure)) {
        return REMOVAL_FAILED;
    }
    if (mark.size == 0) {
        return home_is_imported(session, arena, thing) ? REMOVAL_ABSENT : REMOVAL_UNSEEN;
    }
    if (!mark_is_whole(thing->mark) || !text_is(mark, thing->mark)) {
        return REMOVAL_KEPT;
    }
    return dataset_destroy(session, arena, thing->name, failure) ? REMOVAL_DONE : REMOVAL_FAILED;
}

bool dataset_remove(struct dataset *dataset, struct arena *arena, struct failure *failure)
{
    struct made *made = dataset->session->made;
    const struct thing *thing = made_thing(made, dataset->id);
    if (thing == NULL || thing->is_gone) {
        return true;
    }
    return made_settle(made, dataset->id, dataset_clean(dataset->session, arena, thing, failure));
}

const char *dataset_of_folder(struct arena *arena, const char *folder)
{
    struct mount_entry entry;
    if (!mount_of_path(arena, folder, &entry) ||
        !(text_is(entry.type, "zfs") || text_is(entry.type, "fuse.zfs"))) {
        return NULL;
    }
    return text_string(arena, entry.source);
}

/* --- in words --- */

void dataset_describe_create(struct text_builder *into, const struct zfs *zfs,
                             const struct dataset_request *request)
{
    text_add_format(
        into, "    %s\n",
        command_written(into->arena, create_arguments(into->arena, zfs, request, "XXXXXXXX")).data);
}

void dataset_describe_remove(struct text_builder *into, const struct zfs *zfs,
                             const struct dataset_request *request)
{
    const char *const arguments[] = {program(zfs), "destroy", request->name, NULL};
    text_add_format(into, "    %s\n", command_written(into->arena, arguments).data);
}
