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
        {"at fe80::5054:ff:fe12:abcd%eth0.", "at removed%eth0."},
        {"fd00:1:2:3:4:5:6:7, 2001:db8::1: gone", "removed, removed: gone"},
        {"0000:00:1f.2 std::foo abc::def 1:2:3 ::1", "0000:00:1f.2 std::foo abc::def 1:2:3 ::1"},
        {"root=PARTUUID=3cb7d6b5-02 ro", "root=PARTUUID=removed"},
        {"ata-DRIVE_SN4711X ONLINE, sn4711x", "removed ONLINE, sn4711x"},
        {"/dev/ata-DRIVE_SN4711X-part1 SN4711X scsi-0_SN4711X",
         "/dev/removed-part1 removed scsi-0_removed"},
        {"STICK99 usb-STICK_STICK99-0:0-part2 3000592982", "removed removed-part2 3000592982"},
        {"wwn-0x5000c500a1b2c3d4 nvme-DISK_S6P7NX0T_1", "removed removed"},
        {"S6P7NX0T and DISK stays", "removed and DISK stays"},
        {"12345 and 123456 ", "12345 and removed "},
    };
    struct arena *arena = arena_create();
    struct identities identities = {0};
    identities_add(arena, &identities, "tower");
    identities_add(arena, &identities, "root"); /* everybody's */
    identities_add(arena, &identities, "None");
    identities_add(arena, &identities, "12345"); /* a short number stands for many things */
    assert_int_equal(identities.count, 1);
    identities_add(arena, &identities, "123456");
    identities_add_disk_name(arena, &identities, "ata-DRIVE_SN4711X");
    identities_add_disk_name(arena, &identities, "ata-DRIVE_SN4711X-part1");
    identities_add_disk_name(arena, &identities, "usb-STICK_STICK99-0:0");
    identities_add_disk_name(arena, &identities, "wwn-0x5000c500a1b2c3d4");
    identities_add_disk_name(arena, &identities, "nvme-DISK_S6P7NX0T_1");
    assert_int_equal(identities.count, 10); /* each once */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text clean = identities_remove(arena, &identities, text_of(rows[i].raw));
        assert_string_equal(clean.data, rows[i].clean);
    }
    identities.are_kept = true;
    assert_true(text_is(identities_remove(arena, &identities, text_of("tower")), "tower"));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_removed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
