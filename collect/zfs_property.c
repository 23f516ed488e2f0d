/* The properties that can be a factor, and from which release on. Reference: zfsprops(7) of OpenZFS
   0.8 to 2.3, zfs(8) of zfs-fuse 0.7. Releases are written 100 * major + minor. */
#include "collect/zfs_property.h"

#include "model/number.h"

#include <string.h>

enum { SINCE_FUSE = 0, SINCE_OPEN = 1 }; /* known to both; to OpenZFS of any release */

struct property_value {
    const char *value;
    unsigned since;
};

struct property_row {
    const char *name;
    unsigned since;
    double smallest, largest_fuse, largest_open; /* a power of two between them; 0 = no size */
    const struct property_value *values;         /* ended by NULL; NULL = see the sizes */
};

static const struct property_value on_off[] = {{"on", 0}, {"off", 0}, {NULL, 0}};
static const struct property_value cache[] = {{"all", 0}, {"none", 0}, {"metadata", 0}, {NULL, 0}};
static const struct property_value compression[] = {{"on", 0},
                                                    {"off", 0},
                                                    {"lzjb", 0},
                                                    {"zle", 0},
                                                    {"gzip", 0},
                                                    {"gzip-1", 0},
                                                    {"gzip-2", 0},
                                                    {"gzip-3", 0},
                                                    {"gzip-4", 0},
                                                    {"gzip-5", 0},
                                                    {"gzip-6", 0},
                                                    {"gzip-7", 0},
                                                    {"gzip-8", 0},
                                                    {"gzip-9", 0},
                                                    {"lz4", SINCE_OPEN},
                                                    {"zstd", 200},
                                                    {"zstd-1", 200},
                                                    {"zstd-2", 200},
                                                    {"zstd-3", 200},
                                                    {"zstd-5", 200},
                                                    {"zstd-7", 200},
                                                    {"zstd-9", 200},
                                                    {"zstd-19", 200},
                                                    {"zstd-fast", 200},
                                                    {"zstd-fast-1", 200},
                                                    {"zstd-fast-10", 200},
                                                    {NULL, 0}};
static const struct property_value checksum[] = {{"on", 0},
                                                 {"off", 0},
                                                 {"fletcher2", 0},
                                                 {"fletcher4", 0},
                                                 {"sha256", 0},
                                                 {"noparity", SINCE_OPEN},
                                                 {"sha512", SINCE_OPEN},
                                                 {"skein", SINCE_OPEN},
                                                 {"edonr", SINCE_OPEN},
                                                 {"blake3", 202},
                                                 {NULL, 0}};
static const struct property_value copies[] = {{"1", 0}, {"2", 0}, {"3", 0}, {NULL, 0}};
static const struct property_value logbias[] = {{"latency", 0}, {"throughput", 0}, {NULL, 0}};
static const struct property_value sync_values[] = {
    {"standard", 1}, {"always", 1}, {"disabled", 1}, {NULL, 0}};
static const struct property_value redundant[] = {
    {"all", 1}, {"most", 1}, {"some", 202}, {"none", 202}, {NULL, 0}};
static const struct property_value dnode[] = {{"legacy", 1}, {"auto", 1}, {"1k", 1},  {"2k", 1},
                                              {"4k", 1},     {"8k", 1},   {"16k", 1}, {NULL, 0}};
static const struct property_value direct[] = {
    {"standard", 203}, {"always", 203}, {"disabled", 203}, {NULL, 0}};
static const struct property_value prefetch[] = {
    {"all", 203}, {"none", 203}, {"metadata", 203}, {NULL, 0}};
static const struct property_value xattr[] = {{"on", 0}, {"off", 0}, {"sa", SINCE_OPEN}, {NULL, 0}};

#define KIB 1024.0

static const struct property_row rows[] = {
    {"recordsize", SINCE_FUSE, 512, 128 * KIB, 16 * KIB *KIB, NULL},
    {"volblocksize", SINCE_OPEN, 512, 0, 128 * KIB, NULL},
    {"special_small_blocks", SINCE_OPEN, 512, 0, 1 * KIB *KIB, NULL},
    {"compression", SINCE_FUSE, 0, 0, 0, compression},
    {"checksum", SINCE_FUSE, 0, 0, 0, checksum},
    {"primarycache", SINCE_FUSE, 0, 0, 0, cache},
    {"secondarycache", SINCE_FUSE, 0, 0, 0, cache},
    {"logbias", SINCE_FUSE, 0, 0, 0, logbias},
    {"atime", SINCE_FUSE, 0, 0, 0, on_off},
    {"relatime", SINCE_OPEN, 0, 0, 0, on_off},
    {"copies", SINCE_FUSE, 0, 0, 0, copies},
    {"dedup", SINCE_FUSE, 0, 0, 0, on_off},
    {"sync", SINCE_OPEN, 0, 0, 0, sync_values},
    {"redundant_metadata", SINCE_OPEN, 0, 0, 0, redundant},
    {"dnodesize", SINCE_OPEN, 0, 0, 0, dnode},
    {"direct", 203, 0, 0, 0, direct},
    {"prefetch", 203, 0, 0, 0, prefetch},
    {"xattr", SINCE_FUSE, 0, 0, 0, xattr},
};

#undef KIB

static bool is_known_since(const struct zfs *zfs, unsigned since)
{
    return since == SINCE_FUSE || (zfs->kind == ZFS_OPEN && zfs->release >= since);
}

static bool size_fits(const struct property_row *row, const struct zfs *zfs, struct text value)
{
    double bytes;
    double largest = zfs->kind == ZFS_FUSE ? row->largest_fuse : row->largest_open;
    return number_read_size(value, &bytes) && bytes >= row->smallest && bytes <= largest &&
           ((int64_t)bytes & ((int64_t)bytes - 1)) == 0;
}

static bool value_is_known(const struct property_row *row, const struct zfs *zfs, struct text value)
{
    for (const struct property_value *known = row->values; known->value != NULL; known++) {
        if (text_is(value, known->value)) {
            return is_known_since(zfs, known->since);
        }
    }
    return false;
}

bool zfs_property_check(const struct zfs *zfs, struct text name, struct text value,
                        struct failure *failure)
{
    const struct property_row *row = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        row = text_is(name, rows[i].name) ? &rows[i] : row;
    }
    if (row == NULL || !is_known_since(zfs, row->since)) {
        return failure_set(failure, FAILURE_USAGE, "--zfs %.*s=%.*s: %.*s has no such property%s",
                           (int)name.size, name.data, (int)value.size, value.data,
                           (int)zfs->name.size, zfs->name.data,
                           row == NULL ? " that could be a factor" : "");
    }
    if (row->values != NULL ? value_is_known(row, zfs, value) : size_fits(row, zfs, value)) {
        return true;
    }
    return failure_set(failure, FAILURE_USAGE, "--zfs %.*s=%.*s: %.*s does not know this value",
                       (int)name.size, name.data, (int)value.size, value.data, (int)zfs->name.size,
                       zfs->name.data);
}
