/* What tells whose machine it is, and what only looks like it. */
#include "testing.h"

#include "ingest/identity.h"

#include <string.h>

/* The first identity of a text that is told. */
static bool first_identity(struct text raw, struct identity *found)
{
    for (size_t at = 0; at < raw.size; at++)
        if (identity_at(raw, at, found) &&
            identity_is_told(text_slice(raw, found->start, found->start + found->size)))
            return true;
    return false;
}

static void identities_are_found(void **state)
{
    static const struct {
        const char *raw, *identity, *what;
    } rows[] = {
        {"Serial Number:    ABC 123\n", "ABC 123", "a serial number"},
        {"Example SSD serial S6B0NL0T900001", "S6B0NL0T900001", "a serial number"},
        {"{\"serial\":\"S3Z8NB0K\"}", "S3Z8NB0K", "a serial number"},
        {"\"wwn\" : \"0x5000c500a1b2c3d4\"", "0x5000c500a1b2c3d4", "a world-wide name"},
        {"lrwxrwxrwx wwn-0x5000c500a1b2c3d4", "wwn-0x5000c500a1b2c3d4", "a world-wide name"},
        {"wwid eui.0025385b71b0a1c2", "eui.0025385b71b0a1c2", "a world-wide name"},
        {"nvme-eui.0025385b71b0a1c2-part1", "nvme-eui.0025385b71b0a1c2-part1", "a world-wide name"},
        {"naa.5000c500a1b2c3d4", "naa.5000c500a1b2c3d4", "a world-wide name"},
        {"/dev/disk/by-id/ata-X_S1 ok", "ata-X_S1", "the name of a drive with its serial number"},
        {"host = nas", "nas", "a host name"},
        {"\"directory\" : \"/home/alice/bench\"", "alice", "the name of a user"},
        {"\"hostname\" : \"be.example.org\",", "be.example.org", "a host name"},
        {"    hostid: 8323328\n", "8323328", "the identifier of a host"},
        {"nfs 192.168.1.20:/x", "192.168.1.20", "a network address"},
        {"at 10.0.0.1.", "10.0.0.1", "a network address"},
        {"inet6 fe80::5054:ff:fe12:abcd%eth0", "fe80::5054:ff:fe12:abcd", "a network address"},
        {"net=2001:db8::1, up", "2001:db8::1", "a network address"},
        {"link/ether 52:54:00:12:ab:cd brd ff:ff:ff:ff:ff:ff", "52:54:00:12:ab:cd",
         "a hardware address"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct identity found;
        struct text raw = text_of(rows[i].raw);
        if (!first_identity(raw, &found))
            fail_msg("nothing found in %s", rows[i].raw);
        struct text identity = text_slice(raw, found.start, found.start + found.size);
        if (!text_is(identity, rows[i].identity) || strcmp(found.what, rows[i].what) != 0)
            fail_msg("%s: %.*s is %s", rows[i].raw, (int)identity.size, identity.data, found.what);
    }
}

static void what_only_looks_like_one(void **state)
{
    static const char *const rows[] = {
        "zfs = 2.1.11.1",
        "/dev/disk/by-id/SHA-256-a771feab566747ea",
        "OpenZFS 2.1.11.1",
        "zfs-2.1.11.1",
        "fio-3.33.0.1",
        "version: 1.2.3.4",
        "Firmware Revision: 1.2.3.4",
        "zfs-fuse 0.7.0-25",
        "1.2.3.4.5 and 300.1.1.1",
        "6.1.0.18-amd64",
        "inet 127.0.0.1/8",
        "0.0.0.0:2024",
        "mask 255.255.255.0",
        "link/loopback 00:00:00:00:00:00 brd ff:ff:ff:ff:ff:ff",
        "0000:00:1f.2 12:34:56 std::foo 1:2:3 ::1",
        "serial: none",
        "Serial Number: removed",
        "\"wwn\": null",
        "/dev/disk/by-id/removed",
        "hostname: localhost",
        "Host: scsi0 Channel: 00",
        "hosts = 2",
        "host_reads : 123456",
        "the serial console is off",
        "passnumber: 3",
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct identity found;
        struct text raw = text_of(rows[i]);
        if (first_identity(raw, &found))
            fail_msg("%s: %.*s was taken for %s", rows[i], (int)found.size, raw.data + found.start,
                     found.what);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identities_are_found),
        cmocka_unit_test(what_only_looks_like_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
