/* Figures, facts and options of each run as the credibility checks see them. Defaults of fio: its
   HOWTO, "Job parameters". Options that were not given are missing from fio's JSON, and up to 3.41
   also switches that were given without a value. */

#include "analyze/check_scene.h"

#include "analyze/pointer_set.h"
#include "analyze/text_set.h"
#include "model/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- facts --- */

/* Facts of one archive stand together; those that the user states have no path. */
static void find_scopes(struct check_scene *scene)
{
    const struct results *results = scene->results;
    scene->scopes = arena_take_array(scene->arena, results->fact_count, sizeof *scene->scopes);
    for (size_t i = 0; i < results->fact_count; i++) {
        struct text path = results->facts[i].path;
        while (path.size > 0 && path.data[path.size - 1] != '/')
            path.size--;
        if (path.size == 0)
            continue;
        struct fact_scope *last =
            scene->scope_count > 0 ? &scene->scopes[scene->scope_count - 1] : NULL;
        if (last == NULL || !text_equal(last->folder, path))
            scene->scopes[scene->scope_count++] = (struct fact_scope){path, i, 1};
        else
            last->count++;
    }
}

static size_t scope_of(const struct check_scene *scene, struct text path)
{
    for (size_t i = 0; i < scene->scope_count; i++) {
        struct text folder = scene->scopes[i].folder;
        if (path.size > folder.size && memcmp(path.data, folder.data, folder.size) == 0)
            return i;
    }
    return (size_t)SCOPE_NONE;
}

static const struct {
    const char *name, *other;
} same_facts[] = {
    {"memory", "ram"},
    {"drive", "model"},
    {"physical_block_size", "sector"},
};

static bool names_fact(struct text stated, const char *name)
{
    if (text_is(stated, name))
        return true;
    for (size_t i = 0; i < sizeof same_facts / sizeof *same_facts; i++)
        if (strcmp(same_facts[i].name, name) == 0 && text_is(stated, same_facts[i].other))
            return true;
    return false;
}

static struct text fact_among(const struct results *results, size_t first, size_t count,
                              const char *name, bool of_user)
{
    for (size_t i = first; i < first + count; i++) {
        const struct fact *fact = &results->facts[i];
        if ((fact->path.size == 0) == of_user && names_fact(fact->name, name) &&
            !text_starts_with(fact->value, "unknown"))
            return fact->value;
    }
    return (struct text){NULL, 0};
}

/* How `collect` makes its pools on files (docs/archive.md). */
static const struct {
    const char *name, *value;
} of_own_pools[] = {
    {"recordsize", "128K"},  {"compression", "off"}, {"sync", "standard"},
    {"primarycache", "all"}, {"layout", "single"},
};

bool check_is_collected(const struct check_scene *scene, const struct run_figures *figures)
{
    if (figures->scope == (size_t)SCOPE_NONE)
        return false;
    const struct fact_scope *scope = &scene->scopes[figures->scope];
    return fact_among(scene->results, scope->first, scope->count, "where", false).size > 0;
}

bool check_is_on_files(const struct check_scene *scene, const struct run_figures *figures)
{
    if (figures->scope == (size_t)SCOPE_NONE)
        return false;
    const struct fact_scope *scope = &scene->scopes[figures->scope];
    return text_starts_with(fact_among(scene->results, scope->first, scope->count, "where", false),
                            "file");
}

static struct text implied_fact(const struct check_scene *scene, const struct run_figures *figures,
                                const char *name)
{
    bool on_files = check_is_on_files(scene, figures);
    for (size_t i = 0; i < sizeof of_own_pools / sizeof *of_own_pools; i++)
        if (on_files && strcmp(of_own_pools[i].name, name) == 0)
            return text_of(of_own_pools[i].value);
    return (struct text){NULL, 0};
}

struct text check_fact(const struct check_scene *scene, const struct run_figures *figures,
                       const char *name)
{
    const struct results *results = scene->results;
    struct text value = settings_value(figures->run->configuration, text_of(name));
    if (value.size == 0)
        value = settings_value(figures->run->facts, text_of(name));
    if (value.size > 0)
        return value;
    bool archived = figures->scope != (size_t)SCOPE_NONE;
    if (archived) {
        const struct fact_scope *scope = &scene->scopes[figures->scope];
        value = fact_among(results, scope->first, scope->count, name, false);
    }
    if (value.size == 0)
        value = fact_among(results, 0, results->fact_count, name, true);
    if (value.size == 0 && archived)
        value = implied_fact(scene, figures, name);
    return value;
}

bool check_fact_size(const struct check_scene *scene, const struct run_figures *figures,
                     const char *name, double *bytes)
{
    return number_read_size(check_fact(scene, figures, name), bytes);
}

bool check_is_zfs(const struct check_scene *scene, const struct run_figures *figures)
{
    static const char *const names[] = {"ashift", "recordsize", "volblocksize", "zfs"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (check_fact(scene, figures, names[i]).size > 0)
            return true;
    return false;
}

/* --- options --- */

static const struct {
    const char *name, *value;
} defaults[] = {
    {"direct", "0"},
    {"end_fsync", "0"},
    {"fsync", "0"},
    {"fdatasync", "0"},
    {"sync", "0"},
    {"fsync_on_close", "0"},
    {"iodepth", "1"},
    {"ioengine", "psync"},
    {"numjobs", "1"},
    {"nrfiles", "1"},
    {"bs", "4096"},
    {"rw", "read"},
    {"randrepeat", "1"},
    {"invalidate", "1"},
    {"dedupe_percentage", "0"},
    {"rate", "0"},
    {"rate_iops", "0"},
    {"thinktime", "0"},
    {"buffer_compress_percentage", "0"},
};

static const char *const switches[] = {"time_based", "zero_buffers", "refill_buffers", "thread",
                                       "norandommap"};

struct text check_option(const struct run_figures *figures, const char *name)
{
    struct text nothing = {NULL, 0};
    struct text value = settings_value(figures->run->options, text_of(name));
    if (value.data != NULL)
        return text_find(value, "+", 0) < value.size ? nothing : value;
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (strcmp(switches[i], name) == 0)
            return figures->switches_complete ? text_of("0") : nothing;
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults && figures->options_complete; i++)
        if (strcmp(defaults[i].name, name) == 0)
            return text_of(defaults[i].value);
    return nothing;
}

bool check_option_is_given(const struct run_figures *figures, const char *name)
{
    return settings_value(figures->run->options, text_of(name)).data != NULL;
}

/* "4k,8k" is of reads, writes and trims, the last that is given for all after it. */
static struct text value_of_direction(struct text list, enum direction direction)
{
    struct text piece = {NULL, 0}, next;
    unsigned wanted = direction == DIRECTION_READ    ? 1
                      : direction == DIRECTION_WRITE ? 2
                      : direction == DIRECTION_TRIM  ? 3
                                                     : 0;
    for (unsigned i = 0; i < wanted && text_next_piece(&list, ',', &next); i++)
        piece = next;
    return piece;
}

bool check_option_number(const struct run_figures *figures, const char *name, double *value)
{
    struct text text = check_option(figures, name);
    if (text_find(text, ",", 0) < text.size)
        text = value_of_direction(text, figures->direction);
    return number_read_size(text, value);
}

enum known check_option_on(const struct run_figures *figures, const char *name)
{
    struct text value = check_option(figures, name);
    if (value.data == NULL)
        return KNOWN_UNSURE;
    return text_is(value, "0") || text_is(value, "false") || text_is(value, "none") ? KNOWN_NO
                                                                                    : KNOWN_YES;
}

/* "OpenZFS 2.3.1" is 2.3 or later; zfs-fuse is not. */
static enum known passes_cache_by(const struct check_scene *scene,
                                  const struct run_figures *figures)
{
    struct text zfs = check_fact(scene, figures, "zfs");
    unsigned major, minor;
    char digits[32];
    if (text_starts_with(zfs, "zfs-fuse"))
        return KNOWN_NO;
    size_t start = 0;
    while (start < zfs.size && (zfs.data[start] < '0' || zfs.data[start] > '9'))
        start++;
    struct text version = text_slice(zfs, start, zfs.size);
    (void)snprintf(digits, sizeof digits, "%.*s", (int)(version.size < 31 ? version.size : 31),
                   version.size == 0 ? "" : version.data);
    if (sscanf(digits, "%u.%u", &major, &minor) != 2)
        return KNOWN_UNSURE;
    if (major < 2 || (major == 2 && minor < 3))
        return KNOWN_NO;
    return text_is(check_fact(scene, figures, "direct"), "disabled") ? KNOWN_NO : KNOWN_YES;
}

enum known check_direct_works(const struct check_scene *scene, const struct run_figures *figures)
{
    enum known asked = check_option_on(figures, "direct");
    if (asked != KNOWN_YES)
        return asked;
    if (check_is_zfs(scene, figures))
        return passes_cache_by(scene, figures);
    return check_fact(scene, figures, "file_system").size > 0 ? KNOWN_YES : KNOWN_UNSURE;
}

enum known check_is_synchronous(const struct check_scene *scene, const struct run_figures *figures)
{
    static const char *const names[] = {"fsync", "fdatasync", "sync"};
    struct text dataset = check_fact(scene, figures, "sync");
    enum known any = text_is(dataset, "always") ? KNOWN_YES : KNOWN_NO;
    for (size_t i = 0; i < sizeof names / sizeof *names && any != KNOWN_YES; i++) {
        enum known on = check_option_on(figures, names[i]);
        struct text value = check_option(figures, names[i]);
        if (on == KNOWN_YES && i < 2 && !text_is(value, "1"))
            continue; /* a flush every so many writes */
        any = on == KNOWN_NO ? any : on;
    }
    return any;
}

enum known check_is_random(const struct run_figures *figures)
{
    struct text rw = check_option(figures, "rw");
    if (rw.data == NULL)
        return KNOWN_UNSURE;
    return text_starts_with(rw, "rand") ? KNOWN_YES : KNOWN_NO;
}

bool check_file_size(const struct run_figures *figures, double *bytes)
{
    double files = 1, jobs = 1;
    if (!check_option_number(figures, "size", bytes)) {
        if (!check_option_number(figures, "filesize", bytes) ||
            !check_option_number(figures, "nrfiles", &files))
            return false;
    }
    if (!check_option_number(figures, "numjobs", &jobs))
        return false;
    *bytes *= files * jobs;
    return *bytes > 0;
}

bool check_record_size(const struct check_scene *scene, const struct run_figures *figures,
                       double *bytes)
{
    return check_fact_size(scene, figures, "volblocksize", bytes) ||
           check_fact_size(scene, figures, "recordsize", bytes);
}

/* --- figures --- */

static const struct {
    const char *metric;
    size_t offset;
} wanted[] = {
    {"bw", offsetof(struct run_figures, bw)},
    {"iops", offsetof(struct run_figures, iops)},
    {"io_bytes", offsetof(struct run_figures, io_bytes)},
    {"ios", offsetof(struct run_figures, ios)},
    {"runtime", offsetof(struct run_figures, runtime)},
    {"clat_mean", offsetof(struct run_figures, lat)},
    {"lat_mean", offsetof(struct run_figures, lat)},
};

static bool is_fio_342(const struct run *run)
{
    char version[32];
    unsigned major = 0, minor = 0;
    (void)snprintf(version, sizeof version, "%.*s",
                   (int)(run->tool_version.size < 31 ? run->tool_version.size : 31),
                   run->tool_version.size == 0 ? "" : run->tool_version.data);
    return text_is(run->tool, "fio") && sscanf(version, "%u.%u", &major, &minor) == 2 &&
           (major > 3 || (major == 3 && minor >= 42));
}

/* Paths of files that are fio's JSON, numbered before all others. */
struct json_files {
    struct text_set *paths;
    size_t count;
};

static struct json_files find_json_files(struct arena *scratch, const struct results *results)
{
    struct json_files files = {text_set_create(scratch), 0};
    for (size_t i = 0; i < results->file_count; i++)
        if (text_find(results->files[i].format, "fio_json", 0) < results->files[i].format.size)
            (void)text_set_add(files.paths, results->files[i].path);
    files.count = text_set_count(files.paths);
    return files;
}

static void add_figures(struct check_scene *scene, struct json_files *files, const struct run *run,
                        enum direction direction)
{
    scene->figures = arena_grow(scene->arena, scene->figures, scene->figure_count,
                                &scene->figure_capacity, sizeof *scene->figures);
    struct run_figures *figures = &scene->figures[scene->figure_count++];
    *figures = (struct run_figures){.run = run,
                                    .direction = direction,
                                    .scope = scope_of(scene, run->source.path),
                                    .bw = NAN,
                                    .iops = NAN,
                                    .io_bytes = NAN,
                                    .ios = NAN,
                                    .runtime = NAN,
                                    .lat = NAN,
                                    .run_bytes = NAN,
                                    .run_time = NAN,
                                    .left_out = run->fault.size > 0};
    bool collected = check_is_collected(scene, figures);
    bool json = text_set_add(files->paths, run->source.path) < files->count;
    figures->options_complete = run->options != NULL && (collected || json);
    figures->switches_complete = figures->options_complete && (collected || is_fio_342(run));
}

struct direction_place {
    struct pointer_set *runs;
    size_t *by_direction; /* 5 a run: place of its figures + 1 */
    size_t capacity;
    struct arena *arena;
};

static size_t *place_of(struct direction_place *places, const struct run *run,
                        enum direction direction)
{
    size_t known = pointer_set_count(places->runs);
    size_t number = pointer_set_add(places->runs, run);
    enum { DIRECTIONS = DIRECTION_MIXED + 1 };
    if (number == known)
        places->by_direction =
            arena_grow(places->arena, places->by_direction, number, &places->capacity,
                       DIRECTIONS * sizeof *places->by_direction);
    size_t *row = places->by_direction + number * DIRECTIONS;
    if (number == known)
        memset(row, 0, DIRECTIONS * sizeof *row);
    return &row[direction];
}

static void take_observation(struct check_scene *scene, struct direction_place *places,
                             struct json_files *files, const struct observation *observation)
{
    size_t which = 0, count = sizeof wanted / sizeof *wanted;
    while (which < count && !text_is(observation->metric->name, wanted[which].metric))
        which++;
    if (which == count || observation->job.size > 0)
        return;
    size_t *place = place_of(places, observation->run, observation->direction);
    if (*place == 0) {
        add_figures(scene, files, observation->run, observation->direction);
        *place = scene->figure_count;
    }
    struct run_figures *figures = &scene->figures[*place - 1];
    if (text_is(observation->unit, unit_base(observation->metric->dimension)))
        memcpy((char *)figures + wanted[which].offset, &observation->value, sizeof(double));
    if (which == 0)
        figures->bw_row = observation;
    if (which == 1)
        figures->iops_row = observation;
}

/* Bytes of all directions and the longest time, for every direction of the run. */
static void sum_directions(struct check_scene *scene, struct direction_place *places)
{
    for (size_t i = 0; i < scene->figure_count; i++) {
        struct run_figures *figures = &scene->figures[i];
        double bytes = 0, time = 0;
        for (unsigned d = 0; d <= DIRECTION_MIXED; d++) {
            size_t place = *place_of(places, figures->run, (enum direction)d);
            if (place == 0)
                continue;
            bytes += scene->figures[place - 1].io_bytes;
            time = fmax(time, scene->figures[place - 1].runtime);
        }
        figures->run_bytes = bytes;
        figures->run_time = time > 0 ? time : NAN;
    }
}

static void number_groups(struct check_scene *scene, struct arena *scratch)
{
    struct text_set *groups = text_set_create(scratch);
    for (size_t i = 0; i < scene->figure_count; i++) {
        struct run_figures *figures = &scene->figures[i];
        struct text workload = figures->run->workload;
        figures->group = text_set_add(groups, text_format(scratch, "%s\x1f%.*s\x1f%d",
                                                          figures->run->configuration->written.data,
                                                          (int)workload.size, workload.data,
                                                          (int)figures->direction));
    }
    scene->group_count = text_set_count(groups);
}

static void index_runs(struct check_scene *scene)
{
    size_t capacity = 0;
    scene->runs = pointer_set_create(scene->arena);
    for (size_t i = 0; i < scene->figure_count; i++) {
        size_t known = pointer_set_count(scene->runs);
        if (pointer_set_add(scene->runs, scene->figures[i].run) < known)
            continue;
        scene->first_figures = arena_grow(scene->arena, scene->first_figures, known, &capacity,
                                          sizeof *scene->first_figures);
        scene->first_figures[known] = i;
    }
}

const struct run_figures *check_figures_of(const struct check_scene *scene, const struct run *run)
{
    size_t place = pointer_set_find(scene->runs, run);
    return place == SIZE_MAX ? NULL : &scene->figures[scene->first_figures[place]];
}

void check_scene_make(struct check_scene *scene, struct analysis *analysis,
                      const struct selection *selection, const struct cell_table *table)
{
    struct arena *scratch = arena_create();
    *scene = (struct check_scene){.arena = analysis->arena,
                                  .analysis = analysis,
                                  .results = analysis->results,
                                  .table = table};
    find_scopes(scene);
    struct json_files files = find_json_files(scratch, scene->results);
    struct direction_place places = {.runs = pointer_set_create(scratch), .arena = scratch};
    for (size_t i = 0; i < selection->count; i++)
        take_observation(scene, &places, &files, selection->observations[i]);
    struct pointer_set *faulty = pointer_set_create(scratch);
    for (size_t i = 0; i < selection->excluded_count; i++)
        (void)pointer_set_add(faulty, selection->excluded[i].run);
    for (size_t i = 0; i < scene->results->observation_count && selection->excluded_count > 0;
         i++) {
        const struct observation *observation = &scene->results->observations[i];
        if (pointer_set_find(faulty, observation->run) != SIZE_MAX &&
            observation->statistic == STATISTIC_RUN)
            take_observation(scene, &places, &files, observation);
    }
    sum_directions(scene, &places);
    number_groups(scene, scratch);
    index_runs(scene);
    arena_free(scratch);
}

/* --- words --- */

struct text check_bytes(struct arena *arena, double bytes)
{
    struct display_unit unit = unit_for_display(DIMENSION_BYTES, bytes);
    return text_format(arena, "%.3g %s", bytes / unit.divisor, unit.label);
}

struct text check_rate(struct arena *arena, double rate)
{
    struct display_unit unit = unit_for_display(DIMENSION_BYTE_RATE, rate);
    return text_format(arena, "%.3g %s", rate / unit.divisor, unit.label);
}

struct text check_place(struct arena *arena, struct text workload, enum direction direction,
                        const struct settings *configuration)
{
    struct text_builder words = {.arena = arena};
    const char *side = direction_name(direction);
    text_add(&words, workload);
    if (side[0] != '\0' && text_find(workload, side, 0) == workload.size)
        text_add_format(&words, "%s%s", words.size > 0 ? ", " : "", side);
    if (configuration->count > 0)
        text_add_format(&words, words.size > 0 ? " (%s)" : "%s", configuration->written.data);
    return text_built(&words);
}
