#include "collect/snapshot.h"

#include "collect/clock.h"
#include "collect/disks.h"
#include "collect/pool_layout.h"
#include "collect/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
    return dataset == NULL ? NULL : pool_of_dataset(arena, dataset);
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

static bool link_leads_to(const char *link, const char *file)
{
    char target[PATH_MAX];
    ssize_t size = readlink(link, target, sizeof target);
    return size > 0 && text_is((struct text){target, (size_t)size}, file);
}

/* How the daemon opened the file: O_DIRECT goes past the page cache of the file system below. */
static void daemon_flags_add(struct arena *arena, struct text_builder *into, pid_t daemon,
                             const char *file)
{
    glob_t found = {0};
    const char *process = text_format(arena, "/proc/%ld", (long)daemon).data;
    (void)glob(text_format(arena, "%s/fd/*", process).data, 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct text info = {0}, line, key;
        const char *number = strrchr(found.gl_pathv[i], '/') + 1;
        if (link_leads_to(found.gl_pathv[i], file)) {
            const char *path = text_format(arena, "%s/fdinfo/%s", process, number).data;
            (void)stream_file_read(arena, path, &info);
        }
        while (text_next_line(&info, &line)) {
            if (text_next_piece(&line, ':', &key) && text_is(key, "flags")) {
                unsigned long flags = strtoul(text_string(arena, text_trim(line)), NULL, 8);
                text_add_format(into, "page cache %s (open flags %#lo)\n",
                                (flags & O_DIRECT) == 0 ? "used" : "not used", flags);
            }
        }
    }
    globfree(&found);
}

/* The file that a pool lies in, and what its daemon has moved: it has no device counters of its
   own. */
static void vdev_file_add(struct arena *arena, struct text_builder *into, const struct pool *pool)
{
    struct stat status;
    const char *file = pool->request.vdev;
    if (pool->session == NULL || pool->request.is_on_device || stat(file, &status) != 0) {
        return;
    }
    text_add_format(into,
                    "==> the pool's file <==\nsize %" PRId64 " bytes\nallocated %" PRId64
                    " bytes\nblocks of the file system %" PRId64 " bytes\n",
                    (int64_t)status.st_size, (int64_t)status.st_blocks * 512,
                    (int64_t)status.st_blksize);
    if (pool->daemon.pid > 0) {
        daemon_flags_add(arena, into, pool->daemon.pid, file);
        counter_add(arena, into, text_format(arena, "/proc/%ld/io", (long)pool->daemon.pid).data);
    }
}

/* The disks that the place lies on. */
static void disks_of_place(struct arena *arena, const struct place *place, struct disk_list *disks)
{
    if (place->pool.session != NULL) {
        disks_of_path(arena, place->pool.request.vdev, disks);
    } else if (pool_of(arena, place) != NULL) {
        disks_of_pool(arena, pool_of(arena, place), disks);
    } else if (place->target.id != 0) {
        disks_of_path(arena, place->target.directory, disks);
    }
}

/* Temperature, throttling and wear, which one run can change: what the drive says itself. */
static void health_add(struct arena *arena, struct text_builder *into, const struct place *place,
                       const struct identities *identities)
{
    static const struct fact_source nvme = {
        "nvme", NULL, {"nvme", "smart-log", "-o", "json", "/dev/SUBJECT"}};
    static const struct fact_source any = {"any", NULL, {"smartctl", "-j", "-A", "/dev/SUBJECT"}};
    struct disk_list disks = {0};
    disks_of_place(arena, place, &disks);
    for (size_t i = 0; i < disks.count; i++) {
        bool is_nvme = strncmp(disks.names[i], "nvme", 4) == 0;
        struct fact_reply reply =
            fact_source_ask(arena, identities, is_nvme ? &nvme : &any, disks.names[i], true);
        text_add_format(into, "==> %s <==\n", reply.from);
        if (reply.is_there) {
            text_add(into, reply.raw);
            text_add_string(into, "\n");
        } else {
            text_add_format(into, "(cannot be read: %s)\n", reply.trouble);
        }
    }
}

bool snapshot_take(struct arena *arena, struct archive *archive, const char *id, const char *moment,
                   const struct place *place, struct failure *failure)
{
    struct text_builder text = {.arena = arena}, health = {.arena = arena};
    const char *pool = pool_of(arena, place);
    if (strcmp(moment, "before") == 0) {
        health_add(arena, &health, place,
                   archive->identities); /* nothing between counters and fio */
    }
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
    vdev_file_add(arena, &text, &place->pool);
    if (strcmp(moment, "after") == 0) {
        health_add(arena, &health, place, archive->identities);
    }
    text_add(&text, text_built(&health));
    const char *name = text_format(arena, "facts/runs/%s.%s.txt", id, moment).data;
    return archive_write_one_of_many(archive, name, text_built(&text), failure);
}

void place_sync(struct arena *arena, struct zfs_session *session, const struct place *place)
{
    const char *pool = pool_of(arena, place);
    struct command_result result;
    if (pool != NULL && session->zfs->kind == ZFS_OPEN &&
        zfs_command(session, arena, (const char *[]){session->zfs->zpool, "sync", pool, NULL},
                    &result, NULL) &&
        result.exit_status == 0) {
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
                         const struct place *place, bool with_configuration,
                         struct failure *failure)
{
    const struct fact_source sources[] = {
        {"pool", NULL, {"zpool", "get", "all", "SUBJECT"}},
        {"dataset", NULL, {"zfs", "get", "-Hp", "all", "SUBJECT"}},
        {"status", NULL, {"zpool", "status", "SUBJECT"}},
        /* our pools are in no cache file; every file of the folder is looked at */
        {"configuration", NULL, {"zdb", "-e", "-C", "-p", archive->path, "SUBJECT"}},
    };
    bool lies_in_archive = with_configuration && place->pool.session != NULL &&
                           text_starts_with(text_of(place->pool.request.vdev), archive->path);
    const size_t count = sizeof sources / sizeof sources[0] - (lies_in_archive ? 0 : 1);
    struct text_builder text = {.arena = arena};
    const char *dataset = place_dataset(place);
    if (dataset == NULL) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        const char *subject = i == 1 ? dataset : pool_of(arena, place);
        struct fact_reply reply =
            fact_source_ask(arena, archive->identities, &sources[i], subject, false);
        text_add_format(&text, "==> %s (exit status %d) <==\n%.*s%.*s", reply.from,
                        reply.exit_status, (int)reply.raw.size, reply.raw.data,
                        (int)reply.errors.size, reply.errors.data);
    }
    const char *name = text_format(arena, "facts/pools/%s.properties.txt", id).data;
    return archive_write_one_of_many(archive, name, text_built(&text), failure);
}
