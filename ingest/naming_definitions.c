#include "ingest/naming_run.h"
#include "ingest/text_index.h"
#include "model/number.h"

#include <math.h>
#include <stdio.h>

/* Options that tell workloads of one name apart, the most telling first. */
static const char *const telling[] = {"rw",        "bs",
                                      "iodepth",   "numjobs",
                                      "rwmixread", "size",
                                      "bssplit",   "bsrange",
                                      "ioengine",  "direct",
                                      "sync",      "fsync",
                                      "fdatasync", "end_fsync",
                                      "runtime",   "io_size",
                                      "rate",      "rate_iops",
                                      "filesize",  "nrfiles",
                                      "offset",    "random_distribution",
                                      "thinktime"};
enum { TELLING = sizeof telling / sizeof *telling };

struct definition_group {
    struct text workload;
    bool chosen[TELLING];
    size_t *members; /* runs of this workload name, in every configuration */
    size_t count, capacity;
};

static struct text option(const struct named_run *run, const char *name)
{
    return settings_value(run->run->options, text_of(name));
}

/* The options `chosen`, as one text. */
static struct text definition(struct arena *arena, const struct named_run *run, const bool *chosen)
{
    struct text_builder builder = {.arena = arena};
    for (size_t k = 0; k < TELLING; k++) {
        if (chosen != NULL && !chosen[k])
            continue;
        text_add(&builder, option(run, telling[k]));
        text_add_string(&builder, "\x1f");
    }
    return text_built(&builder);
}

/* How many different (configuration, definition) pairs the chosen options make; chosen NULL: all of
 * them. */
static size_t count_definitions(const struct naming *naming, const struct definition_group *group,
                                const bool *chosen)
{
    struct arena *scratch = arena_create();
    struct text_index seen = {.arena = scratch};
    for (size_t m = 0; m < group->count; m++) {
        const struct named_run *run = &naming->runs[group->members[m]];
        struct text own = definition(scratch, run, chosen);
        (void)text_index_at(&seen,
                            text_format(scratch, "%s\x1f%.*s",
                                        run->run->configuration->written.data, (int)own.size,
                                        own.data),
                            NULL);
    }
    arena_free(scratch);
    return seen.count;
}

/* The fewest options, in order of `telling`, that tell apart all that differs within
 * configurations. */
static bool choose_options(const struct naming *naming, struct definition_group *group)
{
    size_t all = count_definitions(naming, group, NULL);
    size_t apart = count_definitions(naming, group, group->chosen);
    bool any = false;
    for (size_t k = 0; k < TELLING && apart < all; k++) {
        group->chosen[k] = true;
        size_t more = count_definitions(naming, group, group->chosen);
        group->chosen[k] = more > apart;
        any = any || more > apart;
        apart = more > apart ? more : apart;
    }
    return any;
}

/* 4096 -> "4k" for options that are sizes. */
static struct text option_for_people(struct arena *arena, const char *name, struct text value)
{
    static const char *const sizes[] = {"bs", "size", "filesize", "io_size", "offset"};
    double bytes;
    bool is_size = false;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        is_size = is_size || text_is(text_of(name), sizes[i]);
    if (!is_size || !number_read_plain(value, false, &bytes))
        return value;
    static const char suffixes[] = {'g', 'm', 'k'};
    for (size_t i = 0; i < sizeof suffixes; i++) {
        double unit = pow(1024, (double)(3 - i));
        if (bytes >= unit && fmod(bytes, unit) == 0)
            return text_format(arena, "%.0f%c", bytes / unit, suffixes[i]);
    }
    return value;
}

static void extend_names(struct naming *naming, const struct definition_group *group)
{
    struct arena *arena = naming->results->arena;
    for (size_t m = 0; m < group->count; m++) {
        struct run *run = naming->runs[group->members[m]].run;
        struct text_builder name = {.arena = arena};
        text_add(&name, run->workload);
        for (size_t k = 0; k < TELLING; k++) {
            struct text value = settings_value(run->options, text_of(telling[k]));
            if (!group->chosen[k] || value.size == 0)
                continue;
            value = option_for_people(arena, telling[k], value);
            text_add_format(&name, " %s=%.*s", telling[k], (int)value.size, value.data);
        }
        run->workload = text_built(&name);
    }
}

void naming_tell_definitions_apart(struct naming *naming)
{
    struct arena *scratch = arena_create();
    struct text_index index = {.arena = scratch};
    struct definition_group *groups = NULL;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < naming->run_count; i++) {
        const struct named_run *run = &naming->runs[i];
        if (run->found->workload_is_final || run->run->options == NULL)
            continue;
        bool added;
        size_t *place = text_index_at(&index, run->run->workload, &added);
        if (added) {
            groups = arena_grow(scratch, groups, count, &capacity, sizeof *groups);
            groups[count] = (struct definition_group){.workload = run->run->workload};
            *place = count++;
        }
        struct definition_group *group = &groups[*place];
        group->members = arena_grow(scratch, group->members, group->count, &group->capacity,
                                    sizeof *group->members);
        group->members[group->count++] = i;
    }
    for (size_t g = 0; g < count; g++)
        if (choose_options(naming, &groups[g]))
            extend_names(naming, &groups[g]);
    arena_free(scratch);
}
