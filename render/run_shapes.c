#include "render/run_shapes.h"

#include <stdint.h>
#include <stdlib.h>

static int compare(const struct run *run, enum direction direction, const struct run *other_run,
                   enum direction other_direction)
{
    uintptr_t a = (uintptr_t)run, b = (uintptr_t)other_run;
    if (a != b)
        return a < b ? -1 : 1;
    return (direction > other_direction) - (direction < other_direction);
}

static int compare_histograms(const void *a, const void *b)
{
    const struct histogram *left = *(const struct histogram *const *)a;
    const struct histogram *right = *(const struct histogram *const *)b;
    return compare(left->run, left->direction, right->run, right->direction);
}

static int compare_series(const void *a, const void *b)
{
    const struct time_series *left = *(const struct time_series *const *)a;
    const struct time_series *right = *(const struct time_series *const *)b;
    return compare(left->run, left->direction, right->run, right->direction);
}

struct run_shapes run_shapes_of(struct arena *arena, const struct results *results)
{
    struct run_shapes shapes = {0};
    shapes.histograms =
        arena_take_array(arena, results->histogram_count + 1, sizeof(struct histogram *));
    shapes.series =
        arena_take_array(arena, results->series_count + 1, sizeof(struct time_series *));
    for (size_t i = 0; i < results->histogram_count; i++)
        if (results->histograms[i].job.size == 0)
            shapes.histograms[shapes.histogram_count++] = &results->histograms[i];
    for (size_t i = 0; i < results->series_count; i++)
        shapes.series[shapes.series_count++] = &results->series[i];
    qsort(shapes.histograms, shapes.histogram_count, sizeof(struct histogram *),
          compare_histograms);
    qsort(shapes.series, shapes.series_count, sizeof(struct time_series *), compare_series);
    return shapes;
}

const struct histogram *run_shapes_histogram(const struct run_shapes *shapes, const struct run *run,
                                             enum direction direction)
{
    const struct histogram wanted = {.run = run, .direction = direction}, *key = &wanted;
    const struct histogram *const *found =
        bsearch(&key, shapes->histograms, shapes->histogram_count, sizeof(struct histogram *),
                compare_histograms);
    return found == NULL ? NULL : *found;
}

const struct time_series *run_shapes_series(const struct run_shapes *shapes, const struct run *run,
                                            enum direction direction)
{
    const struct time_series wanted = {.run = run, .direction = direction}, *key = &wanted;
    const struct time_series *const *found = bsearch(&key, shapes->series, shapes->series_count,
                                                     sizeof(struct time_series *), compare_series);
    return found == NULL ? NULL : *found;
}
