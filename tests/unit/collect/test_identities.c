/* What tells whose machine it is does not get into an archive. */
#include "testing.h"

#include "collect/identities.h"

static void test_removed(void **state)
{
    (void)state;
    static const struct {
        const char *raw, *clean;
    } rows[] = {
        {"nothing of the kind 1.2.3 12:34", "nothing of the kind 1.2.3 12:34"},
        {"{\"sn\" : \"S6P7NX0T\", \"mn\" : \"Drive\"}",
         "{\"sn\" : \"removed\", \"mn\" : \"Drive\"}"},
        {"Serial Number:    ABC 123\nModel: X\n", "Serial Number:    removed\nModel: X\n"},
        {"    hostid: 8323328\n    hostname: 'tower'\n",
         "    hostid: removed\n    hostname: 'removed'\n"},
        {"{\"wwn\": {\"naa\": 5}, \"a\": 1}", "{\"wwn\": \"removed\", \"a\": 1}"},
        {"addr 192.168.1.20, v0.7.0", "addr removed, v0.7.0"},
        {"link/ether 52:54:00:12:ab:cd brd", "link/ether removed brd"},
        {"/dev/disk/by-id/nvme-X_S123-part1 ok", "/dev/disk/by-id/removed ok"},
        {"on tower, not towers", "on removed, not towers"},
        {"passnumber: 3", "passnumber: 3"},
        {"1.2.3.4.5 and 300.1.1.1", "1.2.3.4.5 and 300.1.1.1"},
    };
    struct arena *arena = arena_create();
    struct identities identities = {0};
    identities_add(arena, &identities, "tower");
    identities_add(arena, &identities, "root"); /* everybody's */
    identities_add(arena, &identities, "None");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text clean = identities_remove(arena, &identities, text_of(rows[i].raw));
        assert_string_equal(clean.data, rows[i].clean);
    }
    assert_int_equal(identities.count, 1);
    identities.are_kept = true;
    assert_true(text_is(identities_remove(arena, &identities, text_of("tower")), "tower"));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_removed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
