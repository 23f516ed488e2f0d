/* What is known of pool, drive and programs on each side of a comparison. Names of pools, datasets
   and files, sizes, times and counters never count; a fact known on one side only is unknown. */

#include "analyze/check_conditions.h"

#include "analyze/check_rules.h"
#include "analyze/pointer_set.h"
#include "model/number.h"

#include <string.h>

const char conditions_check_id[] = "C19";

/* Facts of pool and drive: a difference is a second factor. */
static const char *const pool_facts[] = {
    "drive",    "firmware",   "link",          "devices", "layout",  "compression",
    "checksum", "recordsize", "volblocksize",  "sync",    "logbias", "primarycache",
    "copies",   "encryption", "dedup",         "atime",   "where",   "file_system",
    "memory",   "lba_format", "secondarycache"};

/* Facts of programs: a difference is worth a warning. */
static const char *const program_facts[] = {"kernel", "zfs"};
enum { PROGRAM_FACTS = sizeof program_facts / sizeof *program_facts };

enum { POOL_FACTS = sizeof pool_facts / sizeof *pool_facts };

static size_t gather(const struct check_scene *scene, const struct circumstances *run,
                     const char *const *names, size_t count, struct setting *items)
{
    size_t known = 0;
    for (size_t i = 0; i < count; i++) {
        struct text value = check_fact(scene, run, names[i]);
        if (value.size > 0)
            items[known++] = (struct setting){text_of(names[i]), value};
    }
    return known;
}

/* What was gathered for each of the circumstances that were met. */
struct gathered {
    struct settings_pool *pool;
    struct pointer_set *met;
    const struct settings **items; /* by number in `met` */
    size_t capacity;
    struct arena *arena;
};

static struct gathered begin_gathering(struct arena *arena)
{
    return (struct gathered){
        .pool = settings_pool_create(arena), .met = pointer_set_create(arena), .arena = arena};
}

/* Where the settings for these circumstances stand; NULL when they are met for the first time. */
static const struct settings **place_for(struct gathered *gathered, const struct circumstances *run)
{
    size_t known = pointer_set_count(gathered->met), number = pointer_set_add(gathered->met, run);
    if (number == known)
        gathered->items = arena_grow(gathered->arena, gathered->items, known, &gathered->capacity,
                                     sizeof(struct settings *));
    if (number == known)
        gathered->items[number] = NULL;
    return &gathered->items[number];
}

static const struct settings *conditions_of(const struct check_scene *scene,
                                            struct gathered *gathered,
                                            const struct circumstances *run)
{
    const struct settings **place = place_for(gathered, run);
    struct setting items[POOL_FACTS];
    if (*place == NULL)
        *place = settings_intern(gathered->pool, items,
                                 gather(scene, run, pool_facts, POOL_FACTS, items));
    return (*place)->count > 0 ? *place : NULL;
}

void conditions_mark(const struct check_scene *scene)
{
    struct gathered gathered = begin_gathering(scene->arena);
    for (size_t i = 0; i < scene->table->count; i++) {
        struct cell *cell = &scene->table->cells[i];
        const struct run_figures *figures = check_figures_of(scene, cell->observations[0]->run);
        cell->conditions = figures == NULL ? NULL : conditions_of(scene, &gathered, figures->of);
    }
}

static void add_difference(struct text_builder *out, struct text name, struct text value,
                           struct text other)
{
    text_add_format(out, "%s%.*s (%.*s and %.*s)", out->size > 0 ? ", " : "", (int)name.size,
                    name.data, (int)value.size, value.data, (int)other.size, other.data);
}

/* "128K" and "131072" say the same. */
static bool same_value(struct text one, struct text other)
{
    double bytes, other_bytes;
    return text_equal(one, other) ||
           (number_read_size(one, &bytes) && number_read_size(other, &other_bytes) &&
            bytes == other_bytes);
}

static struct text differing(struct arena *arena, const struct settings *one,
                             const struct settings *other, struct text factor)
{
    struct text_builder out = {.arena = arena};
    for (size_t i = 0; one != NULL && other != NULL && one != other && i < one->count; i++) {
        struct text name = one->items[i].name, value = settings_value(other, name);
        if (value.data != NULL && !text_equal(name, factor) &&
            !same_value(value, one->items[i].value))
            add_difference(&out, name, one->items[i].value, value);
    }
    return out.size > 0 ? text_built(&out) : (struct text){NULL, 0};
}

struct text conditions_differ(struct arena *arena, const struct cell *cell,
                              const struct cell *other, struct text factor)
{
    struct text list = differing(arena, cell->conditions, other->conditions, factor);
    if (list.size == 0)
        return list;
    return text_format(arena, "the two differ not only in %.*s but in %.*s", (int)factor.size,
                       factor.data, (int)list.size, list.data);
}

/* All comparisons lack a side: no two configurations differ in the factor alone. */
static bool no_pair_is_left(const struct check_scene *scene)
{
    for (size_t i = 0; i < scene->set->count; i++)
        if (scene->set->comparisons[i].reason != REASON_MISSING_SIDE)
            return false;
    return scene->set->count > 0;
}

static void name_configurations(const struct check_scene *scene, struct check_findings *findings)
{
    enum { NAMED = 4 };
    struct text_builder list = {.arena = scene->arena};
    const struct settings *last = NULL;
    size_t named = 0;
    for (size_t i = 0; i < scene->table->count && named < NAMED; i++) {
        const struct settings *configuration = scene->table->cells[i].configuration;
        if (configuration == last)
            continue;
        text_add_format(&list, "%s%s", named++ > 0 ? "; " : "", configuration->written.data);
        last = configuration;
    }
    struct text all = text_built(&list), factor = scene->analysis->factor;
    check_findings_add(findings, CHECK_HIT, SEVERITY_BLOCKS,
                       text_format(scene->arena, "no two settings differ in %.*s alone: %.*s",
                                   (int)factor.size, factor.data, (int)all.size, all.data),
                       (struct text){NULL, 0});
}

/* True when something is known of the pool that the run's own factors do not say. */
static bool knows_pool(const struct cell *cell)
{
    static const char *const names[] = {"recordsize", "volblocksize", "drive"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct text name = text_of(names[i]);
        if (settings_value(cell->conditions, name).size > 0 &&
            settings_value(cell->configuration, name).size == 0)
            return true;
    }
    return false;
}

void check_second_factor(const struct check_scene *scene, struct check_findings *findings)
{
    if (no_pair_is_left(scene)) {
        name_configurations(scene, findings);
        return;
    }
    for (size_t i = 0; i < scene->set->count; i++) {
        const struct comparison *comparison = &scene->set->comparisons[i];
        struct text where = comparison->workload;
        if (!comparison->primary || comparison->reason == REASON_MISSING_SIDE)
            continue;
        if (comparison->reason == REASON_WORKLOAD_MISMATCH)
            check_findings_add(findings, CHECK_HIT, SEVERITY_BLOCKS,
                               text_format(scene->arena, "two different tests: %.*s",
                                           (int)comparison->detail.size, comparison->detail.data),
                               where);
        else if (comparison->blocked_by != NULL &&
                 strcmp(comparison->blocked_by, conditions_check_id) == 0)
            check_findings_add(findings, CHECK_HIT, SEVERITY_BLOCKS, comparison->detail, where);
        else if (!knows_pool(comparison->baseline) || !knows_pool(comparison->candidate))
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("drive and properties of the pools are not stated on both "
                                       "sides"),
                               (struct text){NULL, 0});
        else
            check_findings_clean(findings);
    }
}

/* "3.25" of "3.25-2-g1234" */
static struct text major_minor(struct text version)
{
    size_t end = 0, dots = 0;
    while (end < version.size && ((version.data[end] >= '0' && version.data[end] <= '9') ||
                                  (version.data[end] == '.' && ++dots < 2)))
        end++;
    return text_slice(version, 0, end);
}

/* What is known of the programs of a cell's first run. */
static const struct settings *programs_of(const struct check_scene *scene,
                                          struct gathered *gathered, const struct cell *cell)
{
    const struct run_figures *figures = check_figures_of(scene, cell->observations[0]->run);
    struct setting items[PROGRAM_FACTS + 1];
    if (figures == NULL)
        return NULL;
    const struct circumstances *run = figures->of;
    const struct settings **place = place_for(gathered, run);
    if (*place != NULL)
        return *place;
    size_t count = gather(scene, run, program_facts, PROGRAM_FACTS, items);
    if (run->tool_version.size > 0)
        items[count++] = (struct setting){run->tool, major_minor(run->tool_version)};
    *place = settings_intern(gathered->pool, items, count);
    return *place;
}

void check_versions(const struct check_scene *scene, struct check_findings *findings)
{
    struct gathered gathered = begin_gathering(scene->arena);
    for (size_t i = 0; i < scene->set->count; i++) {
        const struct comparison *comparison = &scene->set->comparisons[i];
        if (!comparison->primary || comparison->baseline == NULL || comparison->candidate == NULL)
            continue;
        const struct settings *one = programs_of(scene, &gathered, comparison->baseline);
        const struct settings *other = programs_of(scene, &gathered, comparison->candidate);
        struct text list = differing(scene->arena, one, other, comparison->factor);
        if (list.size > 0)
            check_findings_add(
                findings, CHECK_HIT, SEVERITY_WARNS,
                text_format(scene->arena, "versions differ: %.*s", (int)list.size, list.data),
                comparison->workload);
        else if (one == NULL || other == NULL || one->count < 2 || one != other)
            check_findings_add(findings, CHECK_UNKNOWN, SEVERITY_INFORMS,
                               text_of("the versions of kernel, ZFS and fio are not stated on both "
                                       "sides"),
                               (struct text){NULL, 0});
        else
            check_findings_clean(findings);
    }
}
