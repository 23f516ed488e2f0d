/* What is known of one run beside its figures: properties and counters of an archive, the job that
   a page shows, a mixture that no fio prints. */

#include "testing.h"

#include "ingest/archive_run_facts.h"
#include "ingest/posted_job.h"

static struct reading one_run(struct arena *arena, const char *workload)
{
    struct reading reading = {.arena = arena, .path = text_of("made by hand")};
    size_t run = reading_add_run(&reading, 1);
    reading.runs[run].tool = text_of("fio");
    reading.runs[run].workload = text_of(workload);
    return reading;
}

/* "" where there is no such fact. */
static const char *fact_of(const struct reading *reading, const char *name)
{
    for (size_t i = 0; i < reading->runs[0].fact_count; i++)
        if (text_is(reading->runs[0].facts[i].name, name))
            return text_string(reading->arena, reading->runs[0].facts[i].value);
    return "";
}

static void properties_of_the_pool(void **state)
{
    static const char zfs_fuse[] = "==> zpool get all p (exit status 0) <==\n"
                                   "NAME  PROPERTY  VALUE  SOURCE\n"
                                   "p     capacity  7%     -\n"
                                   "p     health    ONLINE -\n"
                                   "p     ashift    9      local\n"
                                   "==> zfs get -Hp all p (exit status 0) <==\n"
                                   "p\trecordsize\t131072\tlocal\n"
                                   "p\tcompression\toff\tlocal\n"
                                   "p\tvolsize\t-\t-\n"
                                   "==> zpool status p (exit status 0) <==\n"
                                   "  pool: p\n"
                                   " scan: scrub in progress since Mon Nov 30\n";
    (void)state;
    struct arena *arena = arena_create();
    struct reading reading = one_run(arena, "w");
    archive_run_properties(&reading, 0, text_of(zfs_fuse));
    assert_string_equal(fact_of(&reading, "capacity"), "7%");
    assert_string_equal(fact_of(&reading, "health"), "ONLINE");
    assert_string_equal(fact_of(&reading, "recordsize"), "131072");
    assert_string_equal(fact_of(&reading, "compression"), "off");
    assert_string_equal(fact_of(&reading, "scan"), "scrub in progress");
    assert_string_equal(fact_of(&reading, "volsize"), "");
    assert_string_equal(fact_of(&reading, "ashift"), ""); /* the property proves nothing */
    arena_free(arena);
}

/* 1000 ticks pass, 250 of them idle and 20 stolen. sda and nvme0n1 are disks, their partitions,
   dm-0 and zd0 lie on them: (300 + 100) sectors read until after, (5000 + 1000) written until
   synced. 40 + 24 blocks missed. */
static void counters_around_the_run(void **state)
{
    static const char before[] = "==> /proc/stat <==\ncpu  100 0 100 1000 50 0 0 0 0 0\n"
                                 "cpu0 1 2 3 4 5 6 7 8 9 10\n"
                                 "==> /proc/diskstats <==\n"
                                 "   8  0 sda 9 0 1000 1 9 0 2000 1 0 0 0\n"
                                 "   8  1 sda1 9 0 900 1 9 0 1900 1 0 0 0\n"
                                 " 259  0 nvme0n1 9 0 0 1 9 0 0 1 0 0 0\n"
                                 " 259  1 nvme0n1p1 9 0 0 1 9 0 0 1 0 0 0\n"
                                 " 252  0 dm-0 9 0 0 1 9 0 0 1 0 0 0\n"
                                 " 230  0 zd0 9 0 0 1 9 0 0 1 0 0 0\n"
                                 "==> /proc/spl/kstat/zfs/arcstats <==\n"
                                 "13 1 0x01 96 26112 1 2\nname type data\n"
                                 "demand_data_hits 4 70\ndemand_data_misses 4 60\n"
                                 "prefetch_data_misses 4 6\n";
    static const char after[] = "==> /proc/stat <==\ncpu  500 0 380 1250 100 0 0 20 0 0\n"
                                "==> /proc/diskstats <==\n"
                                "   8  0 sda 9 0 1300 1 9 0 3000 1 0 0 0\n"
                                "   8  1 sda1 9 0 1200 1 9 0 1900 1 0 0 0\n"
                                " 259  0 nvme0n1 9 0 100 1 9 0 500 1 0 0 0\n"
                                " 259  1 nvme0n1p1 9 0 100 1 9 0 500 1 0 0 0\n"
                                " 252  0 dm-0 9 0 999 1 9 0 999 1 0 0 0\n"
                                " 230  0 zd0 9 0 999 1 9 0 999 1 0 0 0\n"
                                "==> /proc/spl/kstat/zfs/arcstats <==\n"
                                "demand_data_hits 4 700\ndemand_data_misses 4 100\n"
                                "prefetch_data_misses 4 30\n";
    static const char synced[] = "==> /proc/diskstats <==\n"
                                 "   8  0 sda 9 0 1400 1 9 0 7000 1 0 0 0\n"
                                 " 259  0 nvme0n1 9 0 100 1 9 0 1000 1 0 0 0\n";
    (void)state;
    struct arena *arena = arena_create();
    struct reading reading = one_run(arena, "w");
    archive_run_counters(&reading, 0, text_of(before), text_of(after), text_of(synced));
    assert_string_equal(fact_of(&reading, "cpu_idle"), "25");
    assert_string_equal(fact_of(&reading, "cpu_steal"), "2");
    assert_string_equal(fact_of(&reading, "disk_read_bytes"), "204800");
    assert_string_equal(fact_of(&reading, "disk_written_bytes"), "3072000");
    assert_string_equal(fact_of(&reading, "arc_fetched_blocks"), "64");
    reading = one_run(arena, "w");
    archive_run_counters(&reading, 0, text_of(before), (struct text){NULL, 0},
                         (struct text){NULL, 0});
    assert_int_equal(reading.runs[0].fact_count, 0);
    arena_free(arena);
}

static void jobs_beside_the_output(void **state)
{
    static const char page[] = "I ran this:\n"
                               "[global]\n"
                               "ioengine=libaio\n"
                               "# a remark\n"
                               "\n"
                               "[random-write]\n"
                               "readwrite=randwrite\n"
                               "bs=8k\n"
                               "random-write: (g=0): rw=write, bs=(R) 4096B-4096B\n"
                               "bs=1m\n";
    static const char command[] = "$ fio --bs=4k --name=random-write --rw=readwrite \\\n"
                                  "   --iodepth=16 --name=other --bs=16k\n";
    static const char ambiguous[] = "fio --name=random-write --rw=write --bs=4k\n"
                                    "fio --name=random-write --rw=write --bs=64k\n";
    (void)state;
    struct arena *arena = arena_create();
    struct reading reading = one_run(arena, "random-write");
    posted_jobs_hold(text_of(page), &reading, 0);
    assert_string_equal(fact_of(&reading, "job_ioengine"), "libaio");
    assert_string_equal(fact_of(&reading, "job_rw"), "randwrite");
    assert_string_equal(fact_of(&reading, "job_bs"), "8192");
    reading = one_run(arena, "random-write");
    posted_jobs_hold(text_of(command), &reading, 0);
    assert_string_equal(fact_of(&reading, "job_rw"), "rw");
    assert_string_equal(fact_of(&reading, "job_bs"), "4096");
    assert_string_equal(fact_of(&reading, "job_iodepth"), "16");
    reading = one_run(arena, "random-write");
    posted_jobs_hold(text_of(ambiguous), &reading, 0);
    assert_string_equal(fact_of(&reading, "job_rw"), "write");
    assert_string_equal(fact_of(&reading, "job_bs"), "");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties_of_the_pool),
        cmocka_unit_test(counters_around_the_run),
        cmocka_unit_test(jobs_beside_the_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
