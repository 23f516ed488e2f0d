#include "collect/snapshot.h"

#include "collect/clock.h"
#include "collect/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* POOL stands for the pool of the run; the last ones are there with OpenZFS only. */
static const char *const counters[] = {
    "/proc/stat",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/pressure/io",
    "/proc/diskstats",
    "/proc/spl/kstat/zfs/arcstats",
    "/proc/spl/kstat/zfs/POOL/{state,iostats,txgs,objset-*}",
};

static const char *pool_of(struct arena *arena, const struct place *place)
{
    const char *dataset = place_dataset(place);
    struct text rest = text_of(dataset), pool = {0};
    (void)text_next_piece(&rest, '/', &pool);
    return dataset == NULL ? NULL : text_string(arena, pool);
}

static void counter_add(struct arena *arena, struct text_builder *into, const char *path)
{
    struct text content;
    text_add_format(into, "==> %s <==\n", path);
    if (stream_file_read(arena, path, &content)) {
        text_add(into, content);
    } else {
        text_add_format(into, "(cannot be read: %s)\n", strerror(errno));
    }
}

bool snapshot_take(struct arena *arena, struct archive *archive, const char *id, const char *moment,
                   const struct place *place, struct failure *failure)
{
    struct text_builder text = {.arena = arena};
    const char *pool = pool_of(arena, place);
    text_add_format(&text, "==> clock <==\nwall %" PRId64 " ns\nmonotonic %" PRId64 " ns\n",
                    clock_wall_ns(), clock_steady_ns());
    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++) {
        const char *mark = strstr(counters[i], "POOL");
        if (mark == NULL) {
            counter_add(arena, &text, counters[i]);
            continue;
        }
        glob_t found = {0};
        const char *pattern = text_format(arena, "%.*s%s%s", (int)(mark - counters[i]), counters[i],
                                          pool == NULL ? "" : pool, mark + 4)
                                  .data;
        if (pool != NULL && glob(pattern, GLOB_BRACE, NULL, &found) == 0) {
            for (size_t k = 0; k < found.gl_pathc; k++) {
                counter_add(arena, &text, found.gl_pathv[k]);
            }
        }
        globfree(&found);
    }
    const char *name = text_format(arena, "facts/runs/%s.%s.txt", id, moment).data;
    return archive_write_one_of_many(archive, name, text_built(&text), failure);
}

void place_sync(struct arena *arena, const struct place *place)
{
    struct zfs_session *session =
        place->dataset.session != NULL ? place->dataset.session : place->pool.session;
    struct command_result result;
    if (session != NULL && session->zfs->kind == ZFS_OPEN) {
        (void)!zfs_command(
            session, arena,
            (const char *[]){session->zfs->zpool, "sync", pool_of(arena, place), NULL}, &result,
            NULL);
        return;
    }
    int descriptor =
        place->directory == NULL ? -1 : open(place->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)syncfs(descriptor);
        (void)close(descriptor);
    }
}

bool snapshot_properties(struct arena *arena, struct archive *archive, const char *id,
                         const struct identities *identities, const struct place *place,
                         struct failure *failure)
{
    static const struct fact_source sources[] = {
        {"pool", NULL, {"zpool", "get", "all", "SUBJECT"}},
        {"dataset", NULL, {"zfs", "get", "-Hp", "all", "SUBJECT"}},
        {"status", NULL, {"zpool", "status", "SUBJECT"}},
    };
    struct text_builder text = {.arena = arena};
    const char *dataset = place_dataset(place);
    if (dataset == NULL) {
        return true;
    }
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        const char *subject = i == 1 ? dataset : pool_of(arena, place);
        struct fact_reply reply = fact_source_ask(arena, identities, &sources[i], subject);
        text_add_format(&text, "==> %s (exit status %d) <==\n%.*s%.*s", reply.from,
                        reply.exit_status, (int)reply.raw.size, reply.raw.data,
                        (int)reply.errors.size, reply.errors.data);
    }
    const char *name = text_format(arena, "facts/pools/%s.properties.txt", id).data;
    return archive_write_one_of_many(archive, name, text_built(&text), failure);
}
