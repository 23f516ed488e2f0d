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
         "/dev/removed-part1 removed removed"},
        {"STICK99 usb-STICK_STICK99-0:0-part2 3000592982", "removed removed-part2 3000592982"},
        {"wwn-0x5000c500a1b2c3d4 nvme-DISK_S6P7NX0T_1", "removed removed"},
        {"S6P7NX0T and DISK stays", "removed and DISK stays"},
        {"12345 and 123456 ", "12345 and removed "},
        {"5000c500a1b2c3d4 0x5000c500a1b2c3d4 wwn=5 000", "removed removed wwn=removed"},
        /* by the name of the value, or a part of it */
        {"\tLogical Unit WWN Device Identifier: 50014ee2b1c2d3e4\n\tNAA\t\t: 5\n",
         "\tLogical Unit WWN Device Identifier: removed\n\tNAA\t\t: 5\n"},
        {"\tUnique ID\t: 2b1c2d3e4\n", "\tUnique ID\t: removed\n"},
        {"{\"fguid\":\"0000aabbccdd-1234\",\"subnqn\":\"nqn.2014.08.org:x     y\",\"wctemp\":358}",
         "{\"fguid\":\"removed\",\"subnqn\":\"removed\",\"wctemp\":358}"},
        {"    pool_guid: 9477147274807823514\n        guid: 11110\n",
         "    pool_guid: removed\n        guid: removed\n"},
        {"tank\tguid\t11110\t-\ntank\tsize\t1000198897664\t-\n",
         "tank\tguid\tremoved\t-\ntank\tsize\t1000198897664\t-\n"},
        {"\"snapshots\": 5, sname=x, \"controller_id\": 6",
         "\"snapshots\": 5, sname=x, \"controller_id\": 6"},
        /* by its shape alone */
        {"at 6ba7b810-9dad-11d1-80b4-00c04fd430c8, 0x5000c50099887766.", "at removed, removed."},
        {"50:01:4e:e2:b1:c2:d3:e4 and 02-42-ac-11-00-02", "removed and removed"},
        {"nqn.2014-08.org.nvmexpress:uuid:x eui.0025385b01405c9d naa.5", "removed removed removed"},
        {"ata-WDC_WD40EFRX-68N32N0_WD-WCC7K0-part9 usb-storage.quirks",
         "removed-part9 usb-storage.quirks"},
        {"9477147274807823514 0000000000000000000 1000204886016",
         "removed 0000000000000000000 1000204886016"},
        /* what only looks like one */
        {"6.1.0-13-amd64 2018-03-09 20:15:30 0xd0003a5 12:34:56 decade facade deadbeef0",
         "6.1.0-13-amd64 2018-03-09 20:15:30 0xd0003a5 12:34:56 decade facade deadbeef0"},
        {"Serial, ATA8-AST, SATA 1.0a, SATA Rev 3.0", "Serial, ATA8-AST, SATA 1.0a, SATA Rev 3.0"},
        {"flags : avx512vbmi sse4_2 3dnowprefetch", "flags : avx512vbmi sse4_2 3dnowprefetch"},
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
    assert_int_equal(identities.count, 12); /* each once */
    identities.boot = text_of("aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeee1");
    struct text boot = identities_remove(arena, &identities, identities.boot);
    assert_true(text_equal(boot, identities.boot)); /* tells starts of the machine apart */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text clean = identities_remove(arena, &identities, text_of(rows[i].raw));
        assert_string_equal(clean.data, rows[i].clean);
    }
    identities.are_kept = true;
    assert_true(text_is(identities_remove(arena, &identities, text_of("tower")), "tower"));
    arena_free(arena);
}

static void test_removed_of_drive(void **state)
{
    (void)state;
    static const struct {
        const char *raw, *clean;
    } rows[] = {
        {"{\"logical_name\": \"ZA1AAAAA0000C0001234\", \"scsi_product\": \"ST8000NM0075\"}",
         "{\"logical_name\": \"removed\", \"scsi_product\": \"ST8000NM0075\"}"},
        {"{\"a\" : [\"WD-WCC7K0ABCDEF\"], \"model_name\": \"HGST HUH721010ALE604\"}",
         "{\"a\" : [\"WD-removed\"], \"model_name\": \"HGST HUH721010ALE604\"}"},
        {"\tModel Number:       WDC WD40EFRX68N32N0\n\tMedia Num: 9QJ1ABC7XY\n",
         "\tModel Number:       WDC WD40EFRX68N32N0\n\tMedia Num: removed\n"},
        {"{\"mn\":\"MZVLB1T0HALR00000\",\"fr\":\"EXA7301Q12\",\"x\":\"EXA7301Q12\"}",
         "{\"mn\":\"MZVLB1T0HALR00000\",\"fr\":\"EXA7301Q12\",\"x\":\"removed\"}"},
        {"LBA48 user addressable sectors: 7814037168\n\t   *\tWRITE_UNCORRECTABLE_EXT, UDMA6, "
         "64-bit",
         "LBA48 user addressable sectors: 7814037168\n\t   *\tWRITE_UNCORRECTABLE_EXT, UDMA6, "
         "64-bit"},
    };
    struct arena *arena = arena_create();
    struct identities identities = {0};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text clean = identities_remove_of_drive(arena, &identities, text_of(rows[i].raw));
        assert_string_equal(clean.data, rows[i].clean);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_removed),
                                       cmocka_unit_test(test_removed_of_drive)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
