#include "ingest/naming_run.h"
#include "ingest/text_index.h"

#include <stdlib.h>

/* Runs of one configuration and workload. */
static struct text group_of(struct arena *arena, const struct named_run *run)
{
    return text_format(arena, "%s\x1f%.*s", run->run->configuration->written.data,
                       (int)run->run->workload.size, run->run->workload.data);
}

static struct text group_and_number(struct arena *arena, struct text group, unsigned number)
{
    return text_format(arena, "%.*s\x1f%u", (int)group.size, group.data, number);
}

/* The number of the run's file or folder, where it counts iterations. */
static unsigned number_of_file(const struct named_run *run)
{
    if (run->found->workload_is_final)
        return 0;
    if (run->file->number_counts)
        return run->file->number;
    return run->file->folder_iteration;
}

/* File numbers are used for a group only when they tell all its runs apart. */
static void use_file_numbers(struct naming *naming)
{
    struct arena *scratch = arena_create();
    struct text_index used = {.arena = scratch}, clashing = {.arena = scratch};
    for (size_t i = 0; i < naming->run_count; i++) {
        struct named_run *run = &naming->runs[i];
        unsigned number = number_of_file(run);
        if (!run->has_values || run->iteration > 0)
            continue;
        bool added;
        struct text group = group_of(scratch, run);
        (void)text_index_at(&used, group_and_number(scratch, group, number), &added);
        if (!added || number == 0)
            *text_index_at(&clashing, group, NULL) = 1;
    }
    for (size_t i = 0; i < naming->run_count; i++) {
        struct named_run *run = &naming->runs[i];
        if (run->has_values && run->iteration == 0 &&
            *text_index_at(&clashing, group_of(scratch, run), NULL) == 0)
            run->iteration = number_of_file(run);
    }
    arena_free(scratch);
}

static int compare_starts(const void *a, const void *b)
{
    const struct named_run *left = *(struct named_run *const *)a;
    const struct named_run *right = *(struct named_run *const *)b;
    int64_t start_left = left->found->started_at, start_right = right->found->started_at;
    if (start_left > 0 && start_right > 0 && start_left != start_right)
        return start_left < start_right ? -1 : 1;
    return left < right ? -1 : 1; /* reading order */
}

void naming_number_runs(struct naming *naming)
{
    for (size_t i = 0; i < naming->run_count; i++)
        if (naming->runs[i].iteration == 0)
            naming->runs[i].iteration = naming->runs[i].found->iteration;
    use_file_numbers(naming);
    struct arena *scratch = arena_create();
    struct named_run **order = arena_take_array(scratch, naming->run_count, sizeof *order);
    struct text_index used = {.arena = scratch}, last = {.arena = scratch};
    size_t count = 0;
    for (size_t i = 0; i < naming->run_count; i++) {
        struct named_run *run = &naming->runs[i];
        if (!run->has_values)
            continue;
        if (run->iteration == 0)
            order[count++] = run;
        else
            (void)text_index_at(
                &used, group_and_number(scratch, group_of(scratch, run), run->iteration), NULL);
    }
    if (count > 1)
        qsort(order, count, sizeof *order, compare_starts);
    for (size_t i = 0; i < count; i++) {
        struct text group = group_of(scratch, order[i]);
        size_t *number = text_index_at(&last, group, NULL);
        bool free_number = false;
        while (!free_number)
            (void)text_index_at(&used, group_and_number(scratch, group, (unsigned)++*number),
                                &free_number);
        order[i]->iteration = (unsigned)*number;
    }
    for (size_t i = 0; i < naming->run_count; i++)
        naming->runs[i].run->iteration = naming->runs[i].iteration;
    arena_free(scratch);
}
