/* From options to a plan. Whatever can be known to be wrong without touching the system is found
 * here. */
#include "collect/plan.h"

#include "collect/whole_file.h"
#include "model/digest.h"
#include "model/number.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    ITERATIONS_DEFAULT = 5,
    ITERATIONS_MAX = 10000,
    WARM_UP_MAX = 100,
    HOSTS_MAX = 256,
    PATIENCE_DEFAULT = 300
};

static const double overhead_seconds = 0.7; /* of one run: pool made and removed, fio started */

/* --- paths --- */

bool path_absolute(struct arena *arena, const char *path, const char **absolute,
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

void word_list_add(struct arena *arena, struct word_list *list, const char *word)
{
    list->words = arena_grow(arena, list->words, list->count, &list->capacity, sizeof *list->words);
    list->words[list->count++] = word;
}

/* --- size --- */

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
    if ((double)files * 1.3 > (double)plan->pool_bytes) {
        return failure_set(failure, FAILURE_USAGE,
                           "--on: the workloads make files of %s; times 1.3 they do not fit a pool "
                           "of %s. Make it larger (the file is sparse), or use --scale",
                           bytes_written(plan->arena, (double)files).data,
                           bytes_written(plan->arena, (double)plan->pool_bytes).data);
    }
    return true;
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
    int64_t warm_up = 0;
    if (request->warm_up != NULL && (!number_read_integer(text_of(request->warm_up), &warm_up) ||
                                     warm_up < 0 || warm_up > WARM_UP_MAX)) {
        return failure_set(failure, FAILURE_USAGE, "--warm-up %s: must be a number from 0 to %d",
                           request->warm_up, WARM_UP_MAX);
    }
    plan->warm_up = (unsigned)warm_up;
    if (request->settle != NULL &&
        (!number_read_plain(text_of(request->settle), false, &plan->settle_seconds) ||
         plan->settle_seconds < 0 || plan->settle_seconds > 86400)) {
        return failure_set(failure, FAILURE_USAGE,
                           "--settle %s: must be seconds from 0 to 86400, such as 10",
                           request->settle);
    }
    plan->patience_seconds = PATIENCE_DEFAULT;
    if (request->patience != NULL &&
        (!number_read_plain(text_of(request->patience), false, &plan->patience_seconds) ||
         plan->patience_seconds < 1 || plan->patience_seconds > 86400)) {
        return failure_set(failure, FAILURE_USAGE,
                           "--patience %s: must be seconds from 1 to 86400, such as 300",
                           request->patience);
    }
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

/* --- hosts --- */

/* ADDRESS[,PORT] */
static bool plan_add_host(struct plan *plan, struct text line, const char *path, unsigned number,
                          struct failure *failure)
{
    struct text rest = line, address;
    int64_t port = 8765; /* fio's own */
    (void)text_next_piece(&rest, ',', &address);
    address = text_trim(address);
    bool plain = address.size > 0 && address.data[0] != '-' && plan->host_count < HOSTS_MAX;
    for (size_t i = 0; i < address.size; i++) {
        plain = plain && (unsigned char)address.data[i] > ' ' && address.data[i] != 127;
    }
    if (!plain || (rest.data != NULL &&
                   (!number_read_integer(text_trim(rest), &port) || port < 1 || port > 65535))) {
        return failure_set(failure, FAILURE_USAGE,
                           "--hosts %s:%u: must be ADDRESS or ADDRESS,PORT, such as 10.0.0.7,8765",
                           path, number);
    }
    struct host host = {text_string(plan->arena, address), (unsigned)port};
    for (size_t i = 0; i < plan->host_count; i++) {
        if (strcmp(plan->hosts[i].address, host.address) == 0 && plan->hosts[i].port == host.port) {
            return failure_set(failure, FAILURE_USAGE, "--hosts %s:%u: %s,%u stands there twice",
                               path, number, host.address, host.port);
        }
    }
    plan->hosts[plan->host_count++] = host;
    return true;
}

static bool plan_set_hosts(struct plan *plan, const char *path, struct failure *failure)
{
    struct text content, line;
    if (path == NULL) {
        return true;
    }
    if (plan->where != WHERE_TARGET || plan->levels[0].property_count > 0) {
        return failure_set(failure, FAILURE_USAGE,
                           "--hosts: fio runs on other machines, where only folders that are there "
                           "can be used: give --target FACTOR=LEVEL:DIR");
    }
    if (!text_file_read(plan->arena, path, 1 << 20, &content)) {
        return failure_set(failure, FAILURE_USAGE, "--hosts %s: %s", path, strerror(errno));
    }
    plan->hosts = arena_take_array(plan->arena, HOSTS_MAX, sizeof *plan->hosts);
    for (unsigned number = 1; text_next_line(&content, &line); number++) {
        line = text_trim(line);
        if (line.size > 0 && line.data[0] != '#' &&
            !plan_add_host(plan, line, path, number, failure)) {
            return false;
        }
    }
    return plan->host_count > 0 ||
           failure_set(failure, FAILURE_USAGE, "--hosts %s: names no host", path);
}

/* What goes into a job file that others run must be a plain line of it. */
static bool hosts_fit(const struct plan *plan, struct failure *failure)
{
    for (size_t i = 0; plan->host_count > 0 && i < plan->level_count; i++) {
        for (const char *at = plan->levels[i].directory; *at != '\0'; at++) {
            if ((unsigned char)*at < ' ' || strchr(";#:$%", *at) != NULL) {
                return failure_set(failure, FAILURE_USAGE,
                                   "--hosts: the folder %s has a name that cannot stand in a job "
                                   "file",
                                   plan->levels[i].directory);
            }
        }
    }
    for (size_t i = 0; plan->host_count > 0 && i < plan->workloads.count; i++) {
        struct text job = plan->workloads.items[i].job_file;
        if (text_find(job, "\nfilename=", 0) < job.size) {
            return failure_set(failure, FAILURE_USAGE,
                               "--hosts: workload %.*s has filename=, which could be somebody's "
                               "file on a host",
                               (int)plan->workloads.items[i].name.size,
                               plan->workloads.items[i].name.data);
        }
    }
    return true;
}

struct text plan_job_for_hosts(struct arena *arena, const struct level *level,
                               const struct workload *workload, const char *token,
                               unsigned position)
{
    return text_format(arena,
                       "[global]\ndirectory=%s\nunlink=1\n"
                       "filename_format=ashiftstat-%s-%u.$clientuid.$jobname.$jobnum.$filenum\n\n"
                       "%.*s",
                       level->directory, token, position, (int)workload->job_file.size,
                       workload->job_file.data);
}

/* --- all of it --- */

bool plan_makes_pools(const struct plan *plan)
{
    return plan->where == WHERE_FILE || plan->where == WHERE_DEVICE;
}

bool plan_build(struct arena *arena, const struct plan_request *request, uint64_t seed_otherwise,
                struct plan *plan, struct failure *failure)
{
    *plan = (struct plan){.arena = arena, .settings = settings_pool_create(arena)};
    if (request->archive == NULL) {
        return failure_set(failure, FAILURE_USAGE, "no archive: give -o ARCHIVE");
    }
    plan->keeps_identities = request->keep_identities != NULL;
    if (!path_absolute(arena, request->archive, &plan->archive, failure) ||
        !plan_set_numbers(plan, request, seed_otherwise, failure) ||
        !plan_set_levels(plan, request, failure) ||
        !plan_set_hosts(plan, request->hosts, failure)) {
        return false;
    }
    struct text workloads = text_of(request->workloads == NULL ? "quick" : request->workloads);
    if (!workload_set_read(arena, workloads, (struct workload_shape){plan->scale, plan->has_zvols},
                           &plan->workloads, failure)) {
        return false;
    }
    return hosts_fit(plan, failure) && (plan->where != WHERE_FILE || plan_size_pool(plan, failure));
}

const char *where_name(enum where where)
{
    static const char *const names[] = {"file", "device", "pool", "target"};
    return names[where];
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

/* The name of the device holds its serial number: a digest tells two devices apart as well. */
static struct text device_name(const struct plan *plan)
{
    char digest[65];
    digest_sha256(text_of(plan->device), digest);
    return text_format(plan->arena, "by-id, SHA-256 %.16s", digest);
}

const struct setting *plan_parameters(const struct plan *plan, size_t *count)
{
    struct arena *arena = plan->arena;
    struct setting *list = arena_take_array(arena, 20, sizeof *list);
    size_t next = 0;
    struct text factor, levels;
    plan_name_levels(plan, &factor, &levels);
    list[next++] = (struct setting){text_of("factor"), factor};
    list[next++] = (struct setting){text_of("levels"), levels};
    list[next++] = (struct setting){text_of("where"), text_of(where_name(plan->where))};
    if (plan->pool_bytes > 0) {
        list[next++] = (struct setting){text_of("pool_size"),
                                        text_format(arena, "%" PRId64, plan->pool_bytes)};
    }
    if (plan->device != NULL) {
        list[next++] = (struct setting){text_of("device"), device_name(plan)};
    }
    if (plan->parent != NULL) {
        list[next++] = (struct setting){text_of("pool"), text_of(plan->parent)};
    }
    if (plan->host_count > 0) {
        list[next++] =
            (struct setting){text_of("hosts"), text_format(arena, "%zu", plan->host_count)};
    }
    list[next++] = (struct setting){text_of("workloads"), plan->workloads.name};
    list[next++] =
        (struct setting){text_of("iterations"), text_format(arena, "%u", plan->iterations)};
    if (plan->warm_up > 0) {
        list[next++] =
            (struct setting){text_of("warm_up"), text_format(arena, "%u", plan->warm_up)};
    }
    list[next++] = (struct setting){text_of("order"), text_of(order_name(plan->order))};
    if (plan->settle_seconds > 0) {
        list[next++] =
            (struct setting){text_of("settle"), text_format(arena, "%g", plan->settle_seconds)};
    }
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
    size_t repeats = plan->level_count * (plan->iterations + plan->warm_up);
    size_t machines = plan->host_count == 0 ? 1 : plan->host_count;
    for (size_t i = 0; i < plan->workloads.count; i++) {
        const struct workload *workload = &plan->workloads.items[i];
        cost.runs += repeats;
        cost.written_bytes += workload->written_bytes * (int64_t)(repeats * machines);
        cost.timed_write_seconds += workload->timed_write_seconds * (double)repeats;
        cost.seconds +=
            (workload->seconds + overhead_seconds + plan->settle_seconds) * (double)repeats;
    }
    return cost;
}
