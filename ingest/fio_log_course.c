#include "ingest/fio_log_course.h"

#include <string.h>

enum {
    STRETCHES = sizeof(((struct fio_log_course *)NULL)->stretches) / sizeof(struct fio_log_stretch)
};

/* No run takes so long: what is more is a time of day (log_unix_epoch), or a damaged line. */
static const uint64_t longest_ms = UINT64_C(10) * 366 * 86400 * 1000;

/* Two stretches become one. */
static void double_stretches(struct fio_log_course *course)
{
    struct fio_log_stretch *stretches = course->stretches;
    for (size_t i = 0; i < STRETCHES / 2; i++) {
        struct fio_log_stretch a = stretches[2 * i], b = stretches[2 * i + 1];
        stretches[i] =
            (struct fio_log_stretch){a.lines + b.lines, a.ms + b.ms, a.values + b.values};
    }
    memset(stretches + STRETCHES / 2, 0, STRETCHES / 2 * sizeof *stretches);
    course->shift++;
}

void fio_log_course_add(struct fio_log_course *course, uint64_t ms, uint64_t value)
{
    if (!course->begun)
        course->begin = ms > longest_ms ? ms : 0;
    course->begun = true;
    uint64_t since = ms > course->begin ? ms - course->begin : 0;
    if (since > longest_ms)
        return;
    while (since >> course->shift >= STRETCHES)
        double_stretches(course);
    struct fio_log_stretch *stretch = &course->stretches[since >> course->shift];
    stretch->lines++;
    stretch->ms += (double)since;
    stretch->values += (double)value;
}

struct time_series fio_log_course_series(const struct fio_log_course *course, struct arena *arena,
                                         double worth)
{
    double *seconds = arena_take_array(arena, (size_t)2 * STRETCHES, sizeof *seconds);
    struct time_series series = {.seconds = seconds, .values = seconds + STRETCHES};
    for (size_t i = 0; i < STRETCHES; i++) {
        const struct fio_log_stretch *stretch = &course->stretches[i];
        if (stretch->lines == 0)
            continue;
        seconds[series.count] = stretch->ms / stretch->lines / 1000;
        seconds[STRETCHES + series.count] = stretch->values / stretch->lines * worth;
        series.count++;
    }
    return series;
}
