/* Which levels the ZFS in use knows. */
#include "testing.h"

#include "collect/zfs_property.h"

static void test_known(void **state)
{
    (void)state;
    static const struct {
        const char *name, *value;
        unsigned release; /* the first that knows it; 0 = zfs-fuse too, 9999 = none */
    } rows[] = {
        {"recordsize", "16k", 0},        {"recordsize", "128K", 0},    {"recordsize", "512", 0},
        {"recordsize", "1M", 8},         {"recordsize", "131072", 0},  {"recordsize", "100k", 9999},
        {"recordsize", "256", 9999},     {"recordsize", "32M", 9999},  {"recordsize", "x", 9999},
        {"volblocksize", "8k", 8},       {"volblocksize", "1M", 9999}, {"compression", "off", 0},
        {"compression", "gzip-9", 0},    {"compression", "lz4", 8},    {"compression", "zstd", 200},
        {"compression", "lzw", 9999},    {"sync", "always", 8},        {"sync", "maybe", 9999},
        {"primarycache", "metadata", 0}, {"direct", "always", 203},    {"checksum", "blake3", 202},
        {"mountpoint", "/x", 9999},      {"nosuch", "1", 9999},
    };
    static const unsigned releases[] = {0, 8, 201, 202, 203};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t k = 0; k < sizeof releases / sizeof releases[0]; k++) {
            struct zfs zfs = {.kind = releases[k] == 0 ? ZFS_FUSE : ZFS_OPEN,
                              .release = releases[k],
                              .name = text_of("this ZFS")};
            struct failure failure = {0};
            bool known =
                zfs_property_check(&zfs, text_of(rows[i].name), text_of(rows[i].value), &failure);
            if (known != (releases[k] >= rows[i].release)) {
                print_error("%s=%s with release %u: %s\n", rows[i].name, rows[i].value, releases[k],
                            known ? "accepted" : failure.message);
                fail();
            }
            assert_true(known || failure.kind == FAILURE_USAGE);
        }
    }
}

static void test_release(void **state)
{
    (void)state;
    assert_int_equal(zfs_release(text_of("2.2.4-1")), 202);
    assert_int_equal(zfs_release(text_of("0.8.3-1ubuntu12")), 8);
    assert_int_equal(zfs_release(text_of("")), 0);
    assert_int_equal(zfs_release(text_of("unknown")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
