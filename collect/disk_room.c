/* Reference: statvfs(3). Blocks that are kept for root count for root only. */
#include "collect/disk_room.h"

#include "collect/clock.h"
#include "collect/plan.h"

#include <sys/statvfs.h>
#include <unistd.h>

enum { FULL_BYTES = 1 << 20, RESERVE_BYTES = 8 << 20, RESERVE_SHARE = 128, WAITS = 20 };

/* Bytes that this process can still write; false with errno. */
static bool room_of(const char *directory, double *room)
{
    struct statvfs status;
    if (statvfs(directory, &status) != 0) {
        return false;
    }
    *room = (double)(geteuid() == 0 ? status.f_bfree : status.f_bavail) * (double)status.f_frsize;
    return true;
}

bool disk_has_room(const char *directory, int64_t bytes, struct failure *failure)
{
    double room;
    if (!room_of(directory, &room)) {
        return failure_set_errno(failure, "cannot look at %s", directory);
    }
    if (room >= (double)bytes) {
        return true;
    }
    struct arena *scratch = arena_create();
    (void)failure_set(failure, FAILURE_SYSTEM,
                      "%s has room for %s, and up to %s can be needed: make room there, choose "
                      "another place or use --scale",
                      directory, bytes_written(scratch, room).data,
                      bytes_written(scratch, (double)bytes).data);
    arena_free(scratch);
    return false;
}

bool disk_has_room_for_pool(const char *directory, int64_t bytes, struct failure *failure)
{
    int64_t needed = bytes + bytes / RESERVE_SHARE + RESERVE_BYTES;
    for (int waits = 0; waits < WAITS && !disk_has_room(directory, needed, NULL); waits++) {
        clock_sleep_ms(100);
    }
    return disk_has_room(directory, needed, failure);
}

bool disk_is_full(const char *directory)
{
    double room;
    return room_of(directory, &room) && room < FULL_BYTES;
}

bool disk_full_failure(const char *directory, struct failure *failure)
{
    return failure_set(failure, FAILURE_SYSTEM,
                       "the disk of %s is full, the run on it was ended and does not count: make "
                       "room there and start the same command again, it continues",
                       directory);
}
