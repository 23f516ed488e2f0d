/* From options to a plan. Whatever can be known to be wrong without touching the system is found
 * here. */
#include "collect/plan.h"

#include "model/number.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    ASHIFT_MIN = 9,
    ASHIFT_MAX = 16,
    ITERATIONS_DEFAULT = 5,
    ITERATIONS_MAX = 10000,
    LEVELS_MAX = 64,
};

static const int64_t pool_bytes_min = 64 << 20; /* the smallest vdev of ZFS */
static const double overhead_seconds = 0.7;     /* of one run: pool made and removed, fio started */

/* --- paths --- */

static bool path_absolute(struct arena *arena, const char *path, const char **absolute,
                          struct failure *failure)
{
    if (path[0] == '\0' || !text_is_utf8(text_of(path))) {
        return failure_set(failure, FAILURE_USAGE, "\"%s\" is not a path in UTF-8", path);
    }
    char here[PATH_MAX];
    if (path[0] == '/') {
        *absolute = path;
    } else if (getcwd(here, sizeof here) == NULL) {
        return failure_set_errno(failure, "cannot tell the current folder");
    } else {
        *absolute = text_format(arena, "%s%s%s", here, here[1] == '\0' ? "" : "/", path).data;
    }
    size_t size = strlen(*absolute);
    while (size > 1 && (*absolute)[size - 1] == '/') {
        size--;
    }
    *absolute = text_string(arena, (struct text){*absolute, size});
    return true;
}

/* --- levels --- */

static bool plan_add_level(struct plan *plan, struct level level, struct failure *failure)
{
    for (size_t i = 0; i < plan->level_count; i++) {
        if (plan->levels[i].configuration == level.configuration) {
            return failure_set(failure, FAILURE_USAGE, "%s is given twice",
                               level.configuration->written.data);
        }
    }
    if (plan->level_count == LEVELS_MAX) {
        return failure_set(failure, FAILURE_USAGE, "more than %d levels", LEVELS_MAX);
    }
    plan->levels[plan->level_count++] = level;
    return true;
}

static bool plan_add_ashifts(struct plan *plan, const char *list, struct failure *failure)
{
    struct text rest = text_of(list);
    for (struct text piece; text_next_piece(&rest, ',', &piece);) {
        piece = text_trim(piece);
        int64_t ashift;
        if (!number_read_integer(piece, &ashift) || ashift < ASHIFT_MIN || ashift > ASHIFT_MAX) {
            return failure_set(
                failure, FAILURE_USAGE,
                "--ashift %s: \"%.*s\" is not a number from %d to %d, the range that "
                "ZFS knows",
                list, (int)piece.size, piece.data, ASHIFT_MIN, ASHIFT_MAX);
        }
        struct setting setting = {text_of("ashift"), text_format(plan->arena, "%" PRId64, ashift)};
        struct level level = {.configuration = settings_intern(plan->settings, &setting, 1),
                              .ashift = (unsigned)ashift};
        if (!plan_add_level(plan, level, failure)) {
            return false;
        }
    }
    return true;
}

/* FACTOR=LEVEL[,FACTOR=LEVEL...]:DIR */
static bool plan_add_target(struct plan *plan, const char *written, struct failure *failure)
{
    struct setting settings[16];
    size_t count = 0;
    struct text directory = text_of(written), label, piece;
    (void)text_next_piece(&directory, ':', &label);
    bool well_formed = directory.size > 0 && label.size > 0;
    for (size_t i = 0; i < label.size; i++) {
        well_formed = well_formed && (unsigned char)label.data[i] >= ' ';
    }
    while (well_formed && text_next_piece(&label, ',', &piece)) {
        const char *sign = memchr(piece.data, '=', piece.size);
        well_formed = sign != NULL && sign > piece.data && sign + 1 < piece.data + piece.size &&
                      count < sizeof settings / sizeof settings[0] && text_is_utf8(piece);
        if (well_formed) {
            size_t at = (size_t)(sign - piece.data);
            settings[count++] =
                (struct setting){text_slice(piece, 0, at), text_slice(piece, at + 1, piece.size)};
        }
    }
    if (!well_formed) {
        return failure_set(failure, FAILURE_USAGE,
                           "--target %s: must be FACTOR=LEVEL:DIR, such as ashift=12:/tank12/test",
                           written);
    }
    struct level level = {.configuration = settings_intern(plan->settings, settings, count)};
    return path_absolute(plan->arena, text_string(plan->arena, directory), &level.directory,
                         failure) &&
           plan_add_level(plan, level, failure);
}

/* --- where --- */

/* file[:SIZE][@DIR] */
static bool plan_set_place(struct plan *plan, const char *on, struct failure *failure)
{
    struct text rest = text_of(on), place, kind, size;
    (void)text_next_piece(&rest, '@', &place);
    size = place;
    (void)text_next_piece(&size, ':', &kind);
    if (!text_is(kind, "file") || (rest.data != NULL && rest.size == 0)) {
        return failure_set(failure, FAILURE_USAGE,
                           "--on %s: must be file, file:SIZE or file:SIZE@DIR, such as file:4G",
                           on);
    }
    if (size.data != NULL) {
        double bytes;
        if (!number_read_size(size, &bytes) || bytes < 1 || bytes > 1e18) {
            return failure_set(failure, FAILURE_USAGE, "--on %s: \"%.*s\" is not a size", on,
                               (int)size.size, size.data);
        }
        plan->pool_bytes = (int64_t)bytes / 4096 * 4096;
    }
    if (rest.data != NULL) {
        return path_absolute(plan->arena, text_string(plan->arena, rest), &plan->pool_directory,
                             failure);
    }
    plan->pool_directory = plan->archive;
    return true;
}

int64_t plan_file_bytes(const struct plan *plan)
{
    int64_t largest = 0;
    for (size_t i = 0; i < plan->workloads.count; i++) {
        if (plan->workloads.items[i].file_bytes > largest) {
            largest = plan->workloads.items[i].file_bytes;
        }
    }
    return largest;
}

/* The pool must have room for what the workloads write and for the copies that copy on write makes.
 */
static bool plan_size_pool(struct plan *plan, struct failure *failure)
{
    int64_t files = plan_file_bytes(plan);
    if (plan->pool_bytes == 0) {
        const int64_t gibibyte = 1 << 30;
        plan->pool_bytes = (files + files / 2 + 4095) / 4096 * 4096;
        plan->pool_bytes = plan->pool_bytes < gibibyte ? gibibyte : plan->pool_bytes;
    }
    if (plan->pool_bytes < pool_bytes_min) {
        return failure_set(failure, FAILURE_USAGE,
                           "--on: a pool of %s is too small, ZFS wants at least 64 MiB",
                           bytes_written(plan->arena, (double)plan->pool_bytes).data);
    }
    if ((double)files * 1.3 > (double)plan->pool_bytes) {
        return failure_set(failure, FAILURE_USAGE,
                           "--on: the workloads make files of %s; times 1.3 they do not fit a pool "
                           "of %s. Make it larger (the file is sparse), or use --scale",
                           bytes_written(plan->arena, (double)files).data,
                           bytes_written(plan->arena, (double)plan->pool_bytes).data);
    }
    return true;
}

static bool plan_set_levels(struct plan *plan, const struct plan_request *request,
                            struct failure *failure)
{
    plan->levels = arena_take_array(plan->arena, LEVELS_MAX, sizeof *plan->levels);
    if ((request->ashift != NULL) == (request->target_count > 0)) {
        return failure_set(failure, FAILURE_USAGE,
                           request->ashift == NULL
                               ? "nothing to compare: give --ashift 9,12,13 --on file, or --target "
                                 "ashift=12:/dir for each level"
                               : "--ashift makes pools, --target uses what is there: give one of "
                                 "them");
    }
    plan->where = request->ashift != NULL ? WHERE_FILE : WHERE_TARGET;
    if (plan->where == WHERE_TARGET) {
        if (request->on != NULL) {
            return failure_set(failure, FAILURE_USAGE,
                               "--on says where pools are made, but --target makes none");
        }
        for (size_t i = 0; i < request->target_count; i++) {
            if (!plan_add_target(plan, request->targets[i], failure)) {
                return false;
            }
        }
        return true;
    }
    if (request->on == NULL) {
        return failure_set(failure, FAILURE_USAGE,
                           "--ashift needs --on: --on file makes temporary pools on sparse files");
    }
    return plan_add_ashifts(plan, request->ashift, failure) &&
           plan_set_place(plan, request->on, failure);
}

/* --- the rest --- */

static bool seed_read(struct text text, uint64_t *seed)
{
    if (text.size == 0 || text.size > 19) {
        return false;
    }
    int64_t value;
    if (!number_read_integer(text, &value) || value < 0) {
        return false;
    }
    *seed = (uint64_t)value;
    return true;
}

static bool plan_set_numbers(struct plan *plan, const struct plan_request *request,
                             uint64_t seed_otherwise, struct failure *failure)
{
    int64_t iterations = ITERATIONS_DEFAULT;
    if (request->iterations != NULL &&
        (!number_read_integer(text_of(request->iterations), &iterations) || iterations < 1 ||
         iterations > ITERATIONS_MAX)) {
        return failure_set(failure, FAILURE_USAGE, "--iterations %s: must be a number from 1 to %d",
                           request->iterations, ITERATIONS_MAX);
    }
    plan->iterations = (unsigned)iterations;
    if (request->order != NULL && !order_find(text_of(request->order), &plan->order)) {
        return failure_set(failure, FAILURE_USAGE,
                           "--order %s: must be random, interleaved or blocked", request->order);
    }
    plan->seed = seed_otherwise & INT64_MAX;
    plan->seed_is_given = request->seed != NULL;
    if (plan->seed_is_given && !seed_read(text_of(request->seed), &plan->seed)) {
        return failure_set(failure, FAILURE_USAGE, "--seed %s: must be a number from 0 to 2^63 - 1",
                           request->seed);
    }
    plan->scale = (struct scale){1, 1};
    if (request->scale != NULL && !scale_read(text_of(request->scale), &plan->scale)) {
        return failure_set(failure, FAILURE_USAGE,
                           "--scale %s: must be a fraction up to 1, such as 1/16", request->scale);
    }
    return true;
}

bool plan_build(struct arena *arena, const struct plan_request *request, uint64_t seed_otherwise,
                struct plan *plan, struct failure *failure)
{
    *plan = (struct plan){.arena = arena, .settings = settings_pool_create(arena)};
    if (request->archive == NULL) {
        return failure_set(failure, FAILURE_USAGE, "no archive: give -o ARCHIVE");
    }
    if (!path_absolute(arena, request->archive, &plan->archive, failure) ||
        !plan_set_numbers(plan, request, seed_otherwise, failure) ||
        !plan_set_levels(plan, request, failure)) {
        return false;
    }
    struct text workloads = text_of(request->workloads == NULL ? "quick" : request->workloads);
    if (!workload_set_read(arena, workloads, plan->scale, &plan->workloads, failure)) {
        return false;
    }
    return plan->where != WHERE_FILE || plan_size_pool(plan, failure);
}

const char *where_name(enum where where)
{
    return where == WHERE_FILE ? "file" : "target";
}

/* --- in words --- */

struct text bytes_written(struct arena *arena, double bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < sizeof units / sizeof units[0]) {
        bytes /= 1024;
        unit++;
    }
    bool whole = bytes == (double)(int64_t)bytes || bytes >= 100;
    return text_format(arena, "%.*f %s", whole ? 0 : 1, bytes, units[unit]);
}

/* "ashift" and "9,12,13"; with several factors "ashift,recordsize" and the configurations as
 * written. */
static void plan_name_levels(const struct plan *plan, struct text *factor, struct text *levels)
{
    struct text_builder names = {.arena = plan->arena}, values = {.arena = plan->arena};
    const struct settings *first = plan->levels[0].configuration;
    bool single = first->count == 1;
    for (size_t i = 0; i < plan->level_count; i++) {
        const struct settings *other = plan->levels[i].configuration;
        single =
            single && other->count == 1 && text_equal(other->items[0].name, first->items[0].name);
    }
    for (size_t i = 0; i < first->count; i++) {
        text_add_string(&names, i == 0 ? "" : ",");
        text_add(&names, first->items[i].name);
    }
    for (size_t i = 0; i < plan->level_count; i++) {
        const struct settings *configuration = plan->levels[i].configuration;
        text_add_string(&values, i == 0 ? "" : ",");
        text_add(&values, single ? configuration->items[0].value : configuration->written);
    }
    *factor = text_built(&names);
    *levels = text_built(&values);
}

const struct setting *plan_parameters(const struct plan *plan, size_t *count)
{
    struct arena *arena = plan->arena;
    struct setting *list = arena_take_array(arena, 12, sizeof *list);
    size_t next = 0;
    struct text factor, levels;
    plan_name_levels(plan, &factor, &levels);
    list[next++] = (struct setting){text_of("factor"), factor};
    list[next++] = (struct setting){text_of("levels"), levels};
    list[next++] = (struct setting){text_of("where"), text_of(where_name(plan->where))};
    if (plan->where == WHERE_FILE) {
        list[next++] = (struct setting){text_of("pool_size"),
                                        text_format(arena, "%" PRId64, plan->pool_bytes)};
    }
    list[next++] = (struct setting){text_of("workloads"), plan->workloads.name};
    list[next++] =
        (struct setting){text_of("iterations"), text_format(arena, "%u", plan->iterations)};
    list[next++] = (struct setting){text_of("order"), text_of(order_name(plan->order))};
    list[next++] =
        (struct setting){text_of("scale"), plan->scale.denominator == 1
                                               ? text_of("1")
                                               : text_format(arena, "%u/%u", plan->scale.numerator,
                                                             plan->scale.denominator)};
    list[next++] =
        (struct setting){text_of("runs"), text_format(arena, "%zu", plan_cost(plan).runs)};
    list[next++] = (struct setting){text_of("seed"), text_format(arena, "%" PRIu64, plan->seed)};
    *count = next;
    return list;
}

struct plan_cost plan_cost(const struct plan *plan)
{
    struct plan_cost cost = {0};
    size_t repeats = plan->level_count * plan->iterations;
    for (size_t i = 0; i < plan->workloads.count; i++) {
        const struct workload *workload = &plan->workloads.items[i];
        cost.runs += repeats;
        cost.written_bytes += workload->written_bytes * (int64_t)repeats;
        cost.timed_write_seconds += workload->timed_write_seconds * (double)repeats;
        cost.seconds += (workload->seconds + overhead_seconds) * (double)repeats;
    }
    return cost;
}
