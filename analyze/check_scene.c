/* Figures, facts and options of each run as the credibility checks see them. Defaults of fio: its
   HOWTO, "Job parameters". Options that were not given are missing from fio's JSON, and up to 3.41
   also switches that were given without a value. */

#include "analyze/check_scene.h"

#include "analyze/check_facts.h"
#include "analyze/pointer_set.h"
#include "analyze/text_set.h"
#include "model/number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- facts --- */

/* Facts of one archive stand together; those that the user states have no path. */
static void find_scopes(struct check_scene *scene)
{
    const struct results *results = scene->results;
    struct stated_facts *stated = &scene->stated;
    scene->scopes = arena_take_array(scene->arena, results->fact_count, sizeof *scene->scopes);
    stated->items = arena_take_array(scene->arena, results->fact_count, sizeof *stated->items);
    for (size_t i = 0; i < results->fact_count; i++) {
        struct text path = results->facts[i].path;
        if (path.size == 0)
            stated->items[stated->count++] = &results->facts[i];
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

static bool tells(const struct fact *fact, const char *name)
{
    return text_is(check_fact_name(fact->name), name) && !text_starts_with(fact->value, "unknown");
}

/* A fact of the run's archive. */
static struct text archived_fact(const struct check_scene *scene, const struct circumstances *run,
                                 const char *name)
{
    if (run->scope == (size_t)SCOPE_NONE)
        return (struct text){NULL, 0};
    const struct fact_scope *scope = &scene->scopes[run->scope];
    for (size_t i = scope->first; i < scope->first + scope->count; i++)
        if (scene->results->facts[i].path.size > 0 && tells(&scene->results->facts[i], name))
            return scene->results->facts[i].value;
    return (struct text){NULL, 0};
}

static struct text stated_fact(const struct check_scene *scene, const char *name)
{
    for (size_t i = 0; i < scene->stated.count; i++)
        if (tells(scene->stated.items[i], name))
            return scene->stated.items[i]->value;
    return (struct text){NULL, 0};
}

/* How `collect` makes its pools on files (docs/archive.md). */
static const struct {
    const char *name, *value;
} of_own_pools[] = {
    {"recordsize", "128K"},  {"compression", "off"}, {"sync", "standard"},
    {"primarycache", "all"}, {"layout", "single"},
};

bool check_is_collected(const struct check_scene *scene, const struct circumstances *run)
{
    return archived_fact(scene, run, "where").size > 0;
}

bool check_is_on_files(const struct check_scene *scene, const struct circumstances *run)
{
    return text_starts_with(archived_fact(scene, run, "where"), "file");
}

static struct text implied_fact(const struct check_scene *scene, const struct circumstances *run,
                                const char *name)
{
    bool on_files = run->scope != (size_t)SCOPE_NONE && check_is_on_files(scene, run);
    for (size_t i = 0; i < sizeof of_own_pools / sizeof *of_own_pools; i++)
        if (on_files && strcmp(of_own_pools[i].name, name) == 0)
            return text_of(of_own_pools[i].value);
    return (struct text){NULL, 0};
}

/* As it is written, be it readable or not. */
static struct text written_fact(const struct check_scene *scene, const struct circumstances *run,
                                const char *name)
{
    struct text fact = text_of(name), value = settings_value(run->configuration, fact);
    if (value.size == 0)
        value = settings_value(run->facts, fact);
    if (value.size == 0)
        value = archived_fact(scene, run, name);
    if (value.size == 0)
        value = stated_fact(scene, name);
    if (value.size == 0)
        value = implied_fact(scene, run, name);
    return value;
}

/* What is wrong with a value of this fact; NULL: nothing. */
static const char *fault_of(const struct check_scene *scene, const char *name, struct text value)
{
    size_t place = ((uintptr_t)name / 8 + (uintptr_t)value.data / 4) % JUDGED_FACTS;
    struct judged_fact *judged = &scene->unreadable->judged[place];
    if (judged->name != name || judged->value.data != value.data ||
        judged->value.size != value.size)
        *judged = (struct judged_fact){name, check_fact_fault(text_of(name), value), value};
    return judged->fault;
}

struct text check_fact(const struct check_scene *scene, const struct circumstances *run,
                       const char *name)
{
    struct text value = written_fact(scene, run, name);
    const char *fault = value.size == 0 ? NULL : fault_of(scene, name, value);
    if (fault == NULL)
        return value;
    scene->unreadable->name = name;
    scene->unreadable->value = value;
    scene->unreadable->should_be = fault;
    return (struct text){NULL, 0};
}

bool check_fact_size(const struct check_scene *scene, const struct circumstances *run,
                     const char *name, double *bytes)
{
    return check_fact_number(check_fact(scene, run, name), bytes);
}

bool check_is_zfs(const struct check_scene *scene, const struct circumstances *run)
{
    static const char *const names[] = {"ashift", "recordsize", "volblocksize", "zfs"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (check_fact(scene, run, names[i]).size > 0)
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

struct text check_option(const struct circumstances *run, const char *name)
{
    struct text nothing = {NULL, 0};
    struct text value = settings_value(run->options, text_of(name));
    if (value.data != NULL)
        return text_find(value, "+", 0) < value.size ? nothing : value;
    if (!run->options_complete)
        return nothing;
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (strcmp(switches[i], name) == 0)
            return run->switches_complete ? text_of("0") : nothing;
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
        if (strcmp(defaults[i].name, name) == 0)
            return text_of(defaults[i].value);
    return nothing;
}

bool check_option_is_given(const struct circumstances *run, const char *name)
{
    return settings_value(run->options, text_of(name)).data != NULL;
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

bool check_option_number(const struct circumstances *run, const char *name, double *value)
{
    struct text text = check_option(run, name);
    if (text_find(text, ",", 0) < text.size)
        text = value_of_direction(text, run->direction);
    return number_read_size(text, value);
}

static enum known is_on(struct text value)
{
    if (value.data == NULL)
        return KNOWN_UNSURE;
    return text_is(value, "0") || text_is(value, "false") || text_is(value, "none") ? KNOWN_NO
                                                                                    : KNOWN_YES;
}

enum known check_option_on(const struct circumstances *run, const char *name)
{
    return is_on(check_option(run, name));
}

/* "OpenZFS 2.3.1" is 2.3 or later; zfs-fuse is not. */
static enum known passes_cache_by(const struct check_scene *scene, const struct circumstances *run)
{
    struct text zfs = check_fact(scene, run, "zfs");
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
    return text_is(check_fact(scene, run, "direct"), "disabled") ? KNOWN_NO : KNOWN_YES;
}

enum known check_direct_works(const struct check_scene *scene, const struct circumstances *run)
{
    enum known asked = check_option_on(run, "direct");
    if (asked != KNOWN_YES)
        return asked;
    if (check_is_zfs(scene, run))
        return passes_cache_by(scene, run);
    return check_fact(scene, run, "file_system").size > 0 ? KNOWN_YES : KNOWN_UNSURE;
}

enum known check_is_synchronous(const struct check_scene *scene, const struct circumstances *run)
{
    static const char *const names[] = {"fsync", "fdatasync", "sync"};
    struct text dataset = check_fact(scene, run, "sync");
    enum known any = text_is(dataset, "always") ? KNOWN_YES : KNOWN_NO;
    for (size_t i = 0; i < sizeof names / sizeof *names && any != KNOWN_YES; i++) {
        struct text value = check_option(run, names[i]);
        enum known on = is_on(value);
        if (on == KNOWN_YES && i < 2 && !text_is(value, "1"))
            continue; /* a flush every so many writes */
        any = on == KNOWN_NO ? any : on;
    }
    return any;
}

enum known check_is_flushed(const struct check_scene *scene, const struct circumstances *run)
{
    static const char *const flushes[] = {"end_fsync", "fsync", "fdatasync", "sync",
                                          "fsync_on_close"};
    enum known any = KNOWN_NO;
    if (text_is(check_fact(scene, run, "sync"), "always"))
        return KNOWN_YES;
    for (size_t i = 0; i < sizeof flushes / sizeof *flushes && any != KNOWN_YES; i++) {
        enum known on = check_option_on(run, flushes[i]);
        any = on == KNOWN_NO ? any : on;
    }
    return any;
}

enum known check_is_random(const struct circumstances *run)
{
    struct text rw = check_option(run, "rw");
    if (rw.data == NULL)
        return KNOWN_UNSURE;
    return text_starts_with(rw, "rand") ? KNOWN_YES : KNOWN_NO;
}

bool check_file_size(const struct circumstances *run, double *bytes)
{
    double files = 1, jobs = 1;
    if (!check_option_number(run, "size", bytes)) {
        if (!check_option_number(run, "filesize", bytes) ||
            !check_option_number(run, "nrfiles", &files))
            return false;
    }
    if (!check_option_number(run, "numjobs", &jobs))
        return false;
    *bytes *= files * jobs;
    return *bytes > 0;
}

bool check_record_size(const struct check_scene *scene, const struct circumstances *run,
                       double *bytes)
{
    return check_fact_size(scene, run, "volblocksize", bytes) ||
           check_fact_size(scene, run, "recordsize", bytes);
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

enum { WANTED = sizeof wanted / sizeof *wanted };

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

/* The circumstances that were met, by what they are made of; `last` of each direction, as the next
   run mostly has the same. */
struct known_circumstances {
    struct text_set *texts; /* tools and versions */
    struct text_set *keys;
    const struct circumstances **items; /* by number of the key */
    size_t capacity;
    const struct circumstances *last[DIRECTION_MIXED + 1];
    struct arena *arena;
};

static bool are_those(const struct circumstances *one, const struct circumstances *other)
{
    return one->configuration == other->configuration && one->options == other->options &&
           one->facts == other->facts && one->scope == other->scope &&
           one->options_complete == other->options_complete &&
           one->switches_complete == other->switches_complete &&
           text_equal(one->tool, other->tool) && text_equal(one->tool_version, other->tool_version);
}

static const struct circumstances *share(struct check_scene *scene,
                                         struct known_circumstances *known,
                                         const struct circumstances *found)
{
    const struct circumstances **last = &known->last[found->direction];
    if (*last != NULL && are_those(*last, found))
        return *last;
    const uintptr_t parts[] = {(uintptr_t)found->configuration,
                               (uintptr_t)found->options,
                               (uintptr_t)found->facts,
                               found->scope,
                               found->direction,
                               found->options_complete,
                               found->switches_complete,
                               text_set_add(known->texts, found->tool),
                               text_set_add(known->texts, found->tool_version)};
    struct text bytes = {(const char *)parts, sizeof parts};
    size_t count = text_set_count(known->keys);
    size_t number = text_set_add(known->keys, text_copy(known->arena, bytes));
    if (number == count) {
        struct circumstances *kept = arena_take(scene->arena, sizeof *kept);
        *kept = *found;
        known->items = arena_grow(known->arena, known->items, count, &known->capacity,
                                  sizeof(struct circumstances *));
        known->items[number] = kept;
    }
    *last = known->items[number];
    return *last;
}

/* What is needed to take the observations of a run. */
struct surroundings {
    const struct metric *metrics[WANTED];
    struct json_files files;
    struct known_circumstances known;
};

static const struct circumstances *circumstances_of(struct check_scene *scene,
                                                    struct surroundings *surroundings,
                                                    const struct run *run, enum direction direction)
{
    struct json_files *files = &surroundings->files;
    struct circumstances found = {.direction = direction,
                                  .configuration = run->configuration,
                                  .options = run->options,
                                  .facts = run->facts,
                                  .tool = run->tool,
                                  .tool_version = run->tool_version,
                                  .scope = scope_of(scene, run->source.path)};
    bool collected = check_is_collected(scene, &found);
    bool json = text_set_add(files->paths, run->source.path) < files->count;
    found.options_complete = run->options != NULL && (collected || json);
    found.switches_complete = found.options_complete && (collected || is_fio_342(run));
    return share(scene, &surroundings->known, &found);
}

static size_t add_figures(struct check_scene *scene, struct surroundings *surroundings,
                          const struct run *run, enum direction direction)
{
    const struct circumstances *of = circumstances_of(scene, surroundings, run, direction);
    scene->figures = arena_grow(scene->arena, scene->figures, scene->figure_count,
                                &scene->figure_capacity, sizeof *scene->figures);
    scene->figures[scene->figure_count++] = (struct run_figures){.run = run,
                                                                 .of = of,
                                                                 .bw = NAN,
                                                                 .iops = NAN,
                                                                 .io_bytes = NAN,
                                                                 .ios = NAN,
                                                                 .runtime = NAN,
                                                                 .lat = NAN,
                                                                 .run_bytes = NAN,
                                                                 .run_time = NAN,
                                                                 .left_out = run->fault.size > 0};
    return scene->figure_count;
}

/* The figures of the observation's run in its direction; those of one run are a chain. */
static struct run_figures *figures_for(struct check_scene *scene, struct surroundings *surroundings,
                                       const struct observation *observation)
{
    size_t *first = &scene->first_figures[observation->run->number], last = 0;
    for (size_t place = *first; place > 0; place = scene->figures[place - 1].next) {
        if (scene->figures[place - 1].of->direction == observation->direction)
            return &scene->figures[place - 1];
        last = place;
    }
    size_t added = add_figures(scene, surroundings, observation->run, observation->direction);
    if (last == 0)
        *first = added;
    else
        scene->figures[last - 1].next = (unsigned)added;
    return &scene->figures[added - 1];
}

/* A posted mean or best figure is not what is compared where its runs are there too. */
static bool is_beside_runs(const struct cell *cell, const struct observation *observation)
{
    return observation->statistic != STATISTIC_RUN && cell != NULL &&
           cell->statistic == STATISTIC_RUN;
}

/* `cell`: that of the observation; NULL: none. */
static void take_observation(struct check_scene *scene, struct surroundings *surroundings,
                             const struct observation *observation, const struct cell *cell)
{
    size_t which = 0;
    while (which < WANTED && observation->metric != surroundings->metrics[which])
        which++;
    if (which == WANTED || observation->job.size > 0)
        return;
    struct run_figures *figures = figures_for(scene, surroundings, observation);
    figures->left_out = figures->left_out || is_beside_runs(cell, observation);
    if (text_is(observation->unit, unit_base(observation->metric->dimension)))
        memcpy((char *)figures + wanted[which].offset, &observation->value, sizeof(double));
    if (which == 0)
        figures->bw_row = observation;
    if (which == 1)
        figures->iops_row = observation;
}

/* Bytes of all directions and the longest time, for every direction of the run. */
static void sum_directions(struct check_scene *scene)
{
    for (size_t i = 0; i < scene->figure_count; i++) {
        struct run_figures *figures = &scene->figures[i];
        double bytes = 0, time = 0;
        for (size_t place = scene->first_figures[figures->run->number]; place > 0;
             place = scene->figures[place - 1].next) {
            bytes += scene->figures[place - 1].io_bytes;
            time = fmax(time, scene->figures[place - 1].runtime);
        }
        figures->run_bytes = bytes;
        figures->run_time = time > 0 ? time : NAN;
    }
}

/* Runs of one cell mostly stand one after the other with the same text as workload. */
static bool same_group(const struct run_figures *figures, const struct run_figures *other)
{
    const struct run *run = figures->run, *before = other->run;
    return run->configuration == before->configuration &&
           figures->of->direction == other->of->direction &&
           run->workload.data == before->workload.data &&
           run->workload.size == before->workload.size;
}

static struct text group_key(struct arena *arena, const struct settings *configuration,
                             struct text workload, enum direction direction)
{
    return text_format(arena, "%s\x1f%.*s\x1f%d", configuration->written.data, (int)workload.size,
                       workload.data, (int)direction);
}

size_t check_group_of(const struct check_scene *scene, const struct cell *cell)
{
    const struct run_figures *figures = check_figures_of(scene, cell->observations[0]->run);
    if (figures != NULL && figures->of->direction == cell->direction)
        return figures->group;
    struct arena *scratch = arena_create();
    struct text key = group_key(scratch, cell->configuration, cell->workload, cell->direction);
    size_t number = text_set_find(scene->groups, key);
    arena_free(scratch);
    return number;
}

static void number_groups(struct check_scene *scene)
{
    scene->groups = text_set_create(scene->arena);
    for (size_t i = 0; i < scene->figure_count; i++) {
        struct run_figures *figures = &scene->figures[i];
        if (i > 0 && same_group(figures, figures - 1)) {
            figures->group = figures[-1].group;
            continue;
        }
        struct text key = group_key(scene->arena, figures->run->configuration,
                                    figures->run->workload, figures->of->direction);
        figures->group = (unsigned)text_set_add(scene->groups, key);
    }
    scene->group_count = text_set_count(scene->groups);
}

static void sum_reads(struct check_scene *scene)
{
    scene->read_bytes =
        arena_take_array(scene->arena, scene->scope_count + 1, sizeof *scene->read_bytes);
    for (size_t i = 0; i < scene->figure_count; i++) {
        const struct circumstances *run = scene->figures[i].of;
        size_t scope = run->scope == (size_t)SCOPE_NONE ? scene->scope_count : run->scope;
        if (run->direction == DIRECTION_READ)
            scene->read_bytes[scope] += scene->figures[i].io_bytes;
    }
}

const struct run_figures *check_figures_of(const struct check_scene *scene, const struct run *run)
{
    size_t place = scene->first_figures[run->number];
    return place == 0 ? NULL : &scene->figures[place - 1];
}

void check_scene_make(struct check_scene *scene, struct analysis *analysis,
                      const struct selection *selection, const struct cell_table *table)
{
    struct arena *scratch = arena_create();
    *scene = (struct check_scene){
        .arena = analysis->arena,
        .analysis = analysis,
        .results = analysis->results,
        .table = table,
        .unreadable = arena_take_array(analysis->arena, 1, sizeof *scene->unreadable)};
    find_scopes(scene);
    struct surroundings surroundings = {.files = find_json_files(scratch, scene->results),
                                        .known = {.texts = text_set_create(scratch),
                                                  .keys = text_set_create(scratch),
                                                  .arena = scratch}};
    for (size_t i = 0; i < WANTED; i++)
        surroundings.metrics[i] = metric_find(scene->results->metrics, text_of(wanted[i].metric));
    scene->figure_capacity = scene->results->run_count; /* most runs have one direction */
    scene->figures = arena_take_array(scene->arena, scene->figure_capacity, sizeof *scene->figures);
    scene->first_figures =
        arena_take_array(scene->arena, scene->results->run_count, sizeof *scene->first_figures);
    for (size_t i = 0; i < selection->count; i++)
        take_observation(scene, &surroundings, selection->observations[i], table->cell_of[i]);
    struct pointer_set *faulty = pointer_set_create(scratch);
    for (size_t i = 0; i < selection->excluded_count; i++)
        (void)pointer_set_add(faulty, selection->excluded[i].run);
    for (size_t i = 0; i < scene->results->observation_count && selection->excluded_count > 0;
         i++) {
        const struct observation *observation = &scene->results->observations[i];
        if (pointer_set_find(faulty, observation->run) != SIZE_MAX &&
            observation->statistic == STATISTIC_RUN)
            take_observation(scene, &surroundings, observation, NULL);
    }
    sum_directions(scene);
    number_groups(scene);
    sum_reads(scene);
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
