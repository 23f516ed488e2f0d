/* The levels of a plan: where each is realised, and all combinations of several factors. */
#include "collect/plan.h"

#include "collect/zfs.h"
#include "model/number.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum { ASHIFT_MIN = 9, ASHIFT_MAX = 16, LEVELS_MAX = 256, FACTORS_MAX = 16 };

static const double pool_bytes_min = 64 << 20; /* the smallest vdev of ZFS */
static const char by_id[] = "/dev/disk/by-id/";

/* A level before it is combined with the properties of --zfs. */
struct base {
    struct setting settings[FACTORS_MAX];
    size_t count;
    struct level level;
};

static struct base *plan_add_base(struct base *bases, size_t *count)
{
    return *count == LEVELS_MAX ? NULL : &bases[(*count)++];
}

static bool too_many(struct failure *failure)
{
    return failure_set(failure, FAILURE_USAGE, "more than %d levels", LEVELS_MAX);
}

/* --- ashift --- */

static bool bases_of_ashift(struct plan *plan, const char *list, struct base *bases, size_t *count,
                            struct failure *failure)
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
        struct base *base = plan_add_base(bases, count);
        if (base == NULL) {
            return too_many(failure);
        }
        base->settings[base->count++] =
            (struct setting){text_of("ashift"), text_format(plan->arena, "%" PRId64, ashift)};
        base->level.ashift = (unsigned)ashift;
    }
    return true;
}

/* --- targets --- */

/* "12" and "012" would be two levels of one ashift, and "abc" is none. */
static bool base_ashift_is_plain(const char *written, const struct base *base,
                                 struct failure *failure)
{
    for (size_t i = 0; i < base->count; i++) {
        struct text value = base->settings[i].value;
        int64_t ashift;
        if (text_is(base->settings[i].name, "ashift") &&
            (!number_read_integer(value, &ashift) || ashift < ASHIFT_MIN || ashift > ASHIFT_MAX ||
             value.data[0] == '0' || value.data[0] == '+')) {
            return failure_set(failure, FAILURE_USAGE,
                               "--target %s: an ashift is a number from %d to %d", written,
                               ASHIFT_MIN, ASHIFT_MAX);
        }
    }
    return true;
}

/* FACTOR=LEVEL[,FACTOR=LEVEL...]:DIR */
static bool base_of_target(struct plan *plan, const char *written, struct base *base,
                           struct failure *failure)
{
    struct text directory = text_of(written), label, piece;
    (void)text_next_piece(&directory, ':', &label);
    bool well_formed = directory.size > 0 && label.size > 0;
    for (size_t i = 0; i < label.size; i++) {
        well_formed = well_formed && (unsigned char)label.data[i] >= ' ';
    }
    while (well_formed && text_next_piece(&label, ',', &piece)) {
        const char *sign = memchr(piece.data, '=', piece.size);
        well_formed = sign != NULL && sign > piece.data && sign + 1 < piece.data + piece.size &&
                      base->count < FACTORS_MAX && text_is_utf8(piece);
        if (well_formed) {
            size_t at = (size_t)(sign - piece.data);
            base->settings[base->count++] =
                (struct setting){text_slice(piece, 0, at), text_slice(piece, at + 1, piece.size)};
        }
    }
    if (!well_formed) {
        return failure_set(failure, FAILURE_USAGE,
                           "--target %s: must be FACTOR=LEVEL:DIR, such as ashift=12:/tank12/test",
                           written);
    }
    return base_ashift_is_plain(written, base, failure) &&
           path_absolute(plan->arena, text_string(plan->arena, directory), &base->level.directory,
                         failure);
}

/* By whatever name; what is on other machines is known by its name alone. */
static bool folders_are_one(const char *a, const char *b, bool are_here)
{
    struct stat first, second;
    return strcmp(a, b) == 0 || (are_here && stat(a, &first) == 0 && stat(b, &second) == 0 &&
                                 first.st_dev == second.st_dev && first.st_ino == second.st_ino);
}

/* Two levels in one folder are one level. */
static bool base_has_own_folder(const struct plan_request *request, const struct base *bases,
                                size_t index, struct failure *failure)
{
    for (size_t i = 0; i < index; i++) {
        if (folders_are_one(bases[i].level.directory, bases[index].level.directory,
                            request->hosts == NULL)) {
            return failure_set(failure, FAILURE_USAGE,
                               "--target %s: is the folder of --target %s as well; each level "
                               "needs one of its own (one level under two labels is --aa)",
                               request->targets.words[index], request->targets.words[i]);
        }
    }
    return true;
}

/* --- properties --- */

static bool property_name_is_plain(struct text name)
{
    bool plain = name.size > 0 && name.data[0] >= 'a' && name.data[0] <= 'z';
    for (size_t i = 0; i < name.size; i++) {
        plain = plain && ((name.data[i] >= 'a' && name.data[i] <= 'z') ||
                          (name.data[i] >= '0' && name.data[i] <= '9') || name.data[i] == '_');
    }
    return plain;
}

static bool property_value_is_plain(struct text value)
{
    bool plain = value.size > 0 && value.size < 64 && value.data[0] != '-';
    for (size_t i = 0; i < value.size; i++) {
        plain = plain && (unsigned char)value.data[i] > ' ' && (unsigned char)value.data[i] < 127 &&
                strchr(",=;\\'\"", value.data[i]) == NULL;
    }
    return plain;
}

/* Every base so far with every value of one property. */
static bool bases_combine(struct plan *plan, const char *written, struct base *bases, size_t *count,
                          struct failure *failure)
{
    struct text values = text_of(written), name;
    struct base *before = arena_take_array(plan->arena, *count, sizeof *before);
    size_t before_count = *count;
    memcpy(before, bases, before_count * sizeof *before);
    (void)text_next_piece(&values, '=', &name);
    if (!property_name_is_plain(name) || values.size == 0) {
        return failure_set(failure, FAILURE_USAGE,
                           "--zfs %s: must be PROPERTY=VALUE,VALUE, such as recordsize=16k,128k",
                           written);
    }
    plan->has_zvols = plan->has_zvols || text_is(name, "volblocksize");
    *count = 0;
    for (size_t i = 0; i < before_count; i++) {
        struct text rest = values;
        for (struct text value; text_next_piece(&rest, ',', &value);) {
            value = text_trim(value);
            struct base *base = plan_add_base(bases, count);
            if (base == NULL || before[i].count == FACTORS_MAX) {
                return too_many(failure);
            }
            if (!property_value_is_plain(value)) {
                return failure_set(failure, FAILURE_USAGE, "--zfs %s: \"%.*s\" is no value",
                                   written, (int)value.size, value.data);
            }
            *base = before[i];
            for (size_t k = 0; k < base->count; k++) {
                if (text_equal(base->settings[k].name, name)) {
                    return failure_set(failure, FAILURE_USAGE, "--zfs %s: %.*s is a factor already",
                                       written, (int)name.size, name.data);
                }
            }
            base->settings[base->count++] = (struct setting){name, value};
            base->level.property_count++;
        }
    }
    return true;
}

/* One level twice, to see how large a difference is that means nothing. */
static bool bases_double(struct base *bases, size_t *count, struct failure *failure)
{
    if (*count != 1 || bases[0].count == FACTORS_MAX) {
        return failure_set(failure, FAILURE_USAGE,
                           "--aa: runs one level under two labels, but %zu levels are given",
                           *count);
    }
    bases[1] = bases[0];
    *count = 2;
    for (size_t i = 0; i < 2; i++) {
        /* in front: the properties stay the last ones */
        memmove(bases[i].settings + 1, bases[i].settings,
                bases[i].count++ * sizeof *bases[i].settings);
        bases[i].settings[0] = (struct setting){text_of("aa"), text_of(i == 0 ? "a" : "b")};
    }
    return true;
}

/* One level can be written in two ways: 16k, 16K, 16384. */
static bool level_is_new(const struct plan *plan, const struct settings *configuration,
                         struct failure *failure)
{
    for (size_t i = 0; i < plan->level_count; i++) {
        const struct settings *other = plan->levels[i].configuration;
        if (other == configuration) {
            return failure_set(failure, FAILURE_USAGE, "%s is given twice",
                               configuration->written.data);
        }
        if (zfs_configurations_equal(other->written, configuration->written)) {
            return failure_set(failure, FAILURE_USAGE, "%s and %s are one level written twice",
                               other->written.data, configuration->written.data);
        }
    }
    return true;
}

static bool plan_take_bases(struct plan *plan, const struct base *bases, size_t count,
                            struct failure *failure)
{
    plan->levels = arena_take_array(plan->arena, count, sizeof *plan->levels);
    for (size_t i = 0; i < count; i++) {
        struct level level = bases[i].level;
        level.configuration = settings_intern(plan->settings, bases[i].settings, bases[i].count);
        struct setting *properties =
            arena_take_array(plan->arena, level.property_count, sizeof *properties);
        memcpy(properties, bases[i].settings + bases[i].count - level.property_count,
               level.property_count * sizeof *properties);
        level.properties = properties;
        if (!level_is_new(plan, level.configuration, failure)) {
            return false;
        }
        plan->levels[plan->level_count++] = level;
    }
    return true;
}

/* --- where --- */

/* file[:SIZE][@DIR]: `place` is what follows "file" */
static bool place_file(struct plan *plan, const char *on, struct text place,
                       struct failure *failure)
{
    struct text rest = place, size;
    (void)text_next_piece(&rest, '@', &size);
    bool well_formed = rest.data == NULL || rest.size > 0;
    if (well_formed && size.size > 0) {
        double bytes;
        well_formed = size.data[0] == ':';
        size = text_slice(size, 1, size.size);
        if (well_formed && (!number_read_size(size, &bytes) || bytes < 1 || bytes > 1e18)) {
            return failure_set(failure, FAILURE_USAGE, "--on %s: \"%.*s\" is not a size", on,
                               (int)size.size, size.data);
        }
        if (well_formed && bytes < pool_bytes_min) {
            return failure_set(failure, FAILURE_USAGE,
                               "--on %s: a pool of %s is too small, ZFS wants at least 64 MiB", on,
                               bytes_written(plan->arena, bytes).data);
        }
        plan->pool_bytes = well_formed ? (int64_t)bytes / 4096 * 4096 : 0;
    }
    if (!well_formed) {
        return failure_set(failure, FAILURE_USAGE,
                           "--on %s: must be file, file:SIZE or file:SIZE@DIR, such as file:4G",
                           on);
    }
    plan->pool_directory = plan->archive;
    return rest.data == NULL || path_absolute(plan->arena, text_string(plan->arena, rest),
                                              &plan->pool_directory, failure);
}

/* device:/dev/disk/by-id/NAME: a name that stays with the drive, and said twice. */
static bool place_device(struct plan *plan, const struct plan_request *request, struct text place,
                         struct failure *failure)
{
    struct text name = text_slice(place, strlen(by_id), place.size);
    if (!text_starts_with(place, by_id) || name.size == 0 || name.data[0] == '.' ||
        memchr(name.data, '/', name.size) != NULL) {
        return failure_set(failure, FAILURE_USAGE,
                           "--on %s: must be device:%sNAME, a name that stays with the drive",
                           request->on, by_id);
    }
    if (request->destroy_data_on == NULL || !text_is(name, request->destroy_data_on)) {
        return failure_set(failure, FAILURE_USAGE,
                           "--on %s: everything on this device would be lost; if that is meant, "
                           "give --destroy-data-on %.*s as well",
                           request->on, (int)name.size, name.data);
    }
    plan->device = text_string(plan->arena, place);
    plan->may_wipe_signatures = request->wipe_signatures != NULL;
    return true;
}

static bool place_pool(struct plan *plan, const char *on, struct text place,
                       struct failure *failure)
{
    bool plain = place.size > 0 && place.size < 200 && place.data[0] != '-' &&
                 place.data[0] != '/' && place.data[place.size - 1] != '/';
    for (size_t i = 0; i < place.size; i++) {
        unsigned char byte = (unsigned char)place.data[i];
        plain = plain &&
                (byte > 127 || strchr("/_-.: ", byte) != NULL || (byte >= '0' && byte <= '9') ||
                 (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z'));
    }
    plan->parent = text_string(plan->arena, place);
    return plain || failure_set(failure, FAILURE_USAGE,
                                "--on %s: must be pool:NAME or pool:NAME/DATASET", on);
}

static bool plan_set_place(struct plan *plan, const struct plan_request *request,
                           struct failure *failure)
{
    struct text on = text_of(request->on);
    if (text_starts_with(on, "device:")) {
        plan->where = WHERE_DEVICE;
        return place_device(plan, request, text_slice(on, 7, on.size), failure);
    }
    if (text_starts_with(on, "pool:")) {
        plan->where = WHERE_POOL;
        return place_pool(plan, request->on, text_slice(on, 5, on.size), failure);
    }
    plan->where = WHERE_FILE;
    if (!text_starts_with(on, "file")) {
        return failure_set(failure, FAILURE_USAGE,
                           "--on %s: must be file, file:SIZE, file:SIZE@DIR, "
                           "device:/dev/disk/by-id/NAME or pool:NAME",
                           request->on);
    }
    return place_file(plan, request->on, text_slice(on, 4, on.size), failure);
}

/* What does not go together. */
static const char *request_contradiction(const struct plan *plan,
                                         const struct plan_request *request)
{
    bool makes = plan_makes_pools(plan);
    const struct {
        bool holds;
        const char *message;
    } rows[] = {
        {request->ashift == NULL && request->targets.count == 0 && request->on == NULL,
         "nothing to compare: give --ashift 9,12,13 --on file, or --target ashift=12:/dir for each "
         "level"},
        {request->ashift != NULL && request->targets.count > 0,
         "--ashift makes pools, --target uses what is there: give one of them"},
        {request->targets.count > 0 && request->on != NULL,
         "--on says where pools are made, but --target makes none"},
        {request->ashift != NULL && request->on == NULL,
         "--ashift needs --on: --on file makes temporary pools on sparse files"},
        {request->on != NULL && makes && request->ashift == NULL,
         "--on makes pools and needs --ashift: which ashift are they to have?"},
        {plan->where == WHERE_POOL && request->ashift != NULL,
         "--ashift: a pool that is there keeps its ashift; give --on file or --on device"},
        {plan->where == WHERE_POOL && request->zfs.count == 0,
         "--on pool: needs --zfs PROPERTY=VALUE,VALUE: what are the datasets to have?"},
        {request->destroy_data_on != NULL && plan->where != WHERE_DEVICE,
         "--destroy-data-on goes with --on device: only"},
        {request->wipe_signatures != NULL && plan->where != WHERE_DEVICE,
         "--wipe-signatures goes with --on device: only"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].holds) {
            return rows[i].message;
        }
    }
    return NULL;
}

static bool plan_make_bases(struct plan *plan, const struct plan_request *request,
                            struct base *bases, size_t *count, struct failure *failure)
{
    if (request->ashift != NULL) {
        return bases_of_ashift(plan, request->ashift, bases, count, failure);
    }
    if (plan->where == WHERE_POOL) {
        *plan_add_base(bases, count) = (struct base){.count = 0};
    }
    for (size_t i = 0; i < request->targets.count; i++) {
        struct base *base = plan_add_base(bases, count);
        if (base == NULL) {
            return too_many(failure);
        }
        if (!base_of_target(plan, request->targets.words[i], base, failure) ||
            !base_has_own_folder(request, bases, i, failure)) {
            return false;
        }
    }
    return true;
}

bool plan_set_levels(struct plan *plan, const struct plan_request *request, struct failure *failure)
{
    struct base *bases = arena_take_array(plan->arena, LEVELS_MAX, sizeof *bases);
    size_t count = 0;
    plan->where = WHERE_TARGET;
    if (request->on != NULL && !plan_set_place(plan, request, failure)) {
        return false;
    }
    const char *contradiction = request_contradiction(plan, request);
    if (contradiction != NULL) {
        return failure_set(failure, FAILURE_USAGE, "%s", contradiction);
    }
    if (!plan_make_bases(plan, request, bases, &count, failure)) {
        return false;
    }
    for (size_t i = 0; i < request->zfs.count; i++) {
        if (!bases_combine(plan, request->zfs.words[i], bases, &count, failure)) {
            return false;
        }
    }
    if (request->aa != NULL && !bases_double(bases, &count, failure)) {
        return false;
    }
    return plan_take_bases(plan, bases, count, failure);
}
