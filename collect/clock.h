#ifndef COLLECT_CLOCK_H
#define COLLECT_CLOCK_H

#include <stdint.h>

/* Nanoseconds since 1970, as written to the manifest. */
int64_t clock_wall_ns(void);

/* Nanoseconds of a clock that is never set back, for waiting and measuring. */
int64_t clock_steady_ns(void);

/* Sleeps; a signal may end it early. */
void clock_sleep_ms(int milliseconds);

#endif
