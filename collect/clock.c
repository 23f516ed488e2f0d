#include "collect/clock.h"

#include <time.h>

static int64_t clock_read(clockid_t which)
{
    struct timespec now;
    (void)clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_wall_ns(void)
{
    return clock_read(CLOCK_REALTIME);
}

int64_t clock_steady_ns(void)
{
    return clock_read(CLOCK_MONOTONIC);
}

void clock_sleep_ms(int milliseconds)
{
    struct timespec pause = {milliseconds / 1000, (milliseconds % 1000) * 1000000L};
    (void)nanosleep(&pause, NULL);
}
