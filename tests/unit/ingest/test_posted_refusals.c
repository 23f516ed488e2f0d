/* What is no result gives none: prose, source code, logs and listings of other programs. */
#include "ingest/input.h"
#include "testing.h"

#include "posted_reading.h"

#include <string.h>

static const struct {
    const char *name, *text;
} texts[] = {
    {"a log with rates",
     "Nov 30 10:00:01 host kernel: md: resync of RAID array md0\n"
     "Nov 30 10:00:01 host kernel: md: using maximum available idle IO bandwidth (but not more "
     "than "
     "200000 KB/sec) for resync.\n"
     "Nov 30 10:00:05 host backup[311]: read speed 120 MB/s, write speed 90 MB/s\n"
     "Nov 30 10:00:06 host backup[311]: read speed 121 MB/s, write speed 91 MB/s\n"},
    {"ls -l", "total 48\n"
              "-rw-r--r-- 1 user user  1822 Nov 30 09:12 read.c\n"
              "-rw-r--r-- 1 user user 40960 Nov 30 09:12 write.c\n"
              "drwxr-xr-x 2 user user  4096 Nov 30 09:12 iops\n"},
    {"git log", "commit 6ce4c0a\nAuthor: Somebody <some@body>\nDate:   Mon Nov 30 15:00:00 2026\n\n"
                "    Read 128k blocks at 500 MB/s, write 64k blocks\n\n"
                "    The read speed was 300 MB/s and the write speed 200 MB/s.\n"},
    {"prose",
     "The read speed is 500 MB/s and the write speed about 450 MB/s, so the drive is fine.\n"
     "We got a read speed of 3000 MB/s, with a write speed of only 100 MB/s after a while.\n"
     "In one case 2,410 IOPS were seen, in another 1,204.\n"},
    {"iostat",
     "Device            r/s     rkB/s   rrqm/s  %rrqm r_await     w/s     wkB/s  %util\n"
     "nvme0n1         10.00    400.00     0.00   0.00    0.10   20.00   8000.00   3.10\n"
     "nvme1n1         11.00    410.00     0.00   0.00    0.11   21.00   8100.00   3.20\n"},
    {"zpool iostat", "              capacity     operations     bandwidth \n"
                     "pool        alloc   free   read  write   read  write\n"
                     "----------  -----  -----  -----  -----  -----  -----\n"
                     "tank        1.20T   500G     10     20  1.20M  3.40M\n"
                     "tank        1.20T   500G     11     21  1.21M  3.41M\n"},
    {"iotop", "Total DISK READ :       0.00 B/s | Total DISK WRITE :       4.00 M/s\n"
              "    TID  PRIO  USER     DISK READ  DISK WRITE  SWAPIN     IO>    COMMAND\n"
              "      1 be/4 root        0.00 B/s    4.00 M/s  0.00 %  0.00 % init\n"},
    {"df", "Filesystem      Size  Used Avail Use% Mounted on\n"
           "/dev/sda1        98G   40G   53G  43% /\n"},
    {"network", "Provider        | Location        | Send Speed      | Recv Speed      | Ping\n"
                "-----           | -----           | ----            | ----            | ----\n"
                "Somebody        | Somewhere (10G) | 9.17 Gbits/sec  | 8.20 Gbits/sec  | 0.5 ms\n"},
    {"a comparison",
     "| drive | price | capacity |\n|---|---|---|\n| a | 100 | 500 |\n| b | 120 | 1000 |\n"},
    {"sizes", "| tool | bytes in a MB | RAM (GB) |\n|---|---|---|\n| a | 1,000,000 | 16 |\n"},
    {"a dd that failed", "dd: error writing 'x': No space left on device\n"
                         "100+0 records in\n99+0 records out\n"
                         "0 bytes copied, 0.1 s, 0.0 kB/s\n"},
    {"JSON of something else",
     "{\"threads\": 1, \"write_speeds\": [225.76], \"read_speeds\": [2788.86]}\n"},
    {"HTML without tables", "<!DOCTYPE html><html><body><h1>Read 500 MB/s?</h1>"
                            "<p>The read speed is 500 MB/s.</p></body></html>"},
    {"a layout table", "<html><body><table><tr><td>Menu</td><td>Some text with 500 MB/s.</td></tr>"
                       "</table></body></html>"},
    {"half a banner", "CrystalDiskMark 8.0.4 x64 (C) 2007-2021 hiyohiyo\n[Read]\n"},
    {"half a table of YABS", "Block Size | 4k            (IOPS) | 64k           (IOPS)\n"
                             "  ------   | ---            ----  | ----           ----\n"},
};

static void test_nothing_is_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct arena *arena = arena_create();
        struct failure failure;
        struct reading reading = read_posted(arena, text_of(texts[i].text), &failure);
        for (size_t o = 0; o < reading.observation_count; o++)
            print_error("%s: line %u: %.*s = %g\n", texts[i].name,
                        reading.observations[o].source.line,
                        (int)reading.observations[o].written.size,
                        reading.observations[o].written.data, reading.observations[o].value);
        for (size_t n = 0; n < reading.note_count; n++)
            print_error("%s: %.*s\n", texts[i].name, (int)reading.notes[n].message.size,
                        reading.notes[n].message.data);
        assert_int_equal(reading.observation_count, 0);
        assert_int_equal(reading.note_count, 0); /* the refusal is the one line */
        arena_free(arena);
    }
}

/* The project's own texts and sources. */
static void test_own_files(void **state)
{
    (void)state;
    static const char *const paths[] = {"docs/formats.md",
                                        "docs/architecture.md",
                                        "ingest/table.c",
                                        "ingest/column_names.c",
                                        "ingest/crystaldiskmark.c",
                                        "ingest/forum_lines.c",
                                        "ingest/yabs.c",
                                        "model/unit.c",
                                        "CMakeLists.txt",
                                        "runtests"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct arena *arena = arena_create();
        struct failure failure = {.kind = FAILURE_NONE};
        struct text bytes, text;
        assert_true(input_bytes(arena, NULL, paths[i], &bytes, &failure) &&
                    input_decode(arena, bytes, &text, &failure));
        struct reading reading = read_posted(arena, text, &failure);
        for (size_t o = 0; o < reading.observation_count; o++)
            print_error("%s:%u: %.*s\n", paths[i], reading.observations[o].source.line,
                        (int)reading.observations[o].written.size,
                        reading.observations[o].written.data);
        assert_int_equal(reading.observation_count, 0);
        arena_free(arena);
    }
}

static void test_one_cell_per_line(void **state)
{
    (void)state;
    struct arena *arena = arena_create();
    struct failure failure;
    struct reading reading = read_posted(
        arena,
        text_of("Results\n\nTest\nashift\nIteration 1\nIteration 2\nAverage\n1\n12\n176\n150\n163\n"
                "2\n12\n2844\n1104\n1974\n"),
        &failure);
    assert_int_equal(reading.observation_count, 0);
    assert_non_null(strstr(failure.message, "each cell on a line of its own"));
    assert_non_null(strstr(failure.message, "line 3"));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_read),
        cmocka_unit_test(test_own_files),
        cmocka_unit_test(test_one_cell_per_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
