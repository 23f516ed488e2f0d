/* The credibility checks: for each one case that hits, one that is clean, one that is unknown, with
   figures worked out by hand; and what a check does to a verdict. */

#include "testing.h"

#include "analyze/checks.h"
#include "made_results.h"

#include <math.h>
#include <stdlib.h>

#define JSON_OPTIONS "rw=randwrite;bs=4096;iodepth=1;ioengine=psync;size=4294967296;"

/* One run, its figures ("metric=value ..." in base units), options and facts. */
struct check_case {
    const char *id;
    enum check_result result;
    const char *severity; /* of a hit */
    const char *says;     /* part of the message */
    const char *config, *direction, *figures, *options, *facts;
    bool archived; /* facts and options are those of an archive that `collect` made */
    const char *tool_version;
    const char *fault;
};

#define READ_64G "io_bytes=4294967296 bw=1e9 runtime=60e9"
#define WRITE_60S "io_bytes=60e9 bw=1e9 runtime=60e9 iops=244140.625 ios=14648438 clat_mean=4000"

static const struct check_case cases[] = {
    /* 1 - 32212254 x 1 / 4294967296 = 0.9925; 1 - 3.9e9 / 4294967296 = 0.092 */
    {"C01", CHECK_HIT, "B", "99 % of the reads", "ashift=12", "read", READ_64G, JSON_OPTIONS,
     "device_read_bytes=32212254", false, "3.33", NULL},
    {"C01", CHECK_HIT, "W", "9 % of the reads", "ashift=12", "read", READ_64G, JSON_OPTIONS,
     "device_read_bytes=3.9e9", false, "3.33", NULL},
    /* 16384 blocks of 128 KiB are half of 4 GiB */
    {"C01", CHECK_HIT, "B", "50 % of the reads", "ashift=12", "read", READ_64G, JSON_OPTIONS,
     "arc_fetched_blocks=16384;recordsize=128k", false, "3.33", NULL},
    {"C01", CHECK_CLEAN, NULL, "", "ashift=12", "read", READ_64G, JSON_OPTIONS,
     "device_read_bytes=4294967296", false, "3.33", NULL},
    {"C01", CHECK_UNKNOWN, NULL, "no counters", "ashift=12", "read", READ_64G, JSON_OPTIONS, "",
     false, "3.33", NULL},
    {"C01b", CHECK_HIT, "W", "the files (4 GiB) are smaller than memory (64 GiB)", "ashift=12",
     "read", READ_64G, JSON_OPTIONS, "ram=64G", false, "3.33", NULL},
    {"C01b", CHECK_CLEAN, NULL, "", "ashift=12", "read", READ_64G, JSON_OPTIONS, "ram=2G", false,
     "3.33", NULL},
    {"C01b", CHECK_CLEAN, NULL, "", "ashift=12", "read", READ_64G, JSON_OPTIONS "direct=1;",
     "ram=64G;zfs=OpenZFS 2.3.1", false, "3.33", NULL},
    {"C01b", CHECK_UNKNOWN, NULL, "memory", "ashift=12", "read", READ_64G, JSON_OPTIONS, "", false,
     "3.33", NULL},
    {"C02", CHECK_HIT, "B", "7.09 GB/s is more than the link sata600 carries (600 MB/s)",
     "ashift=12", "read", "bw=7.094e9", "", "link=sata600;compression=off", false, "", NULL},
    {"C02", CHECK_CLEAN, NULL, "", "ashift=12", "read", "bw=550e6", "", "link=sata600", false, "",
     NULL},
    {"C02", CHECK_CLEAN, NULL, "", "ashift=12", "read", "bw=1100e6", "", "link=sata600;devices=2",
     false, "", NULL},
    {"C02", CHECK_UNKNOWN, NULL, "link", "ashift=12", "read", "bw=7.094e9", "", "", false, "",
     NULL},
    /* 10 % of 32 GiB is 3.2 GiB; twice that is 6.4 GiB */
    {"C03", CHECK_HIT, "W", "(4 GiB) is less than twice ZFS's write buffer (3.2 GiB)", "ashift=12",
     "write", "io_bytes=4294967296 runtime=60e9", JSON_OPTIONS, "ram=32G", false, "3.33", NULL},
    {"C03", CHECK_HIT, "W", "took 14 s", "ashift=12", "write", "io_bytes=60e9 runtime=14e9",
     JSON_OPTIONS, "ram=32G", false, "3.33", NULL},
    {"C03", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "ram=32G", false,
     "3.33", NULL},
    {"C03", CHECK_CLEAN, NULL, "", "ashift=12", "write", "io_bytes=4096 runtime=1e9",
     JSON_OPTIONS "fsync=1;", "ram=32G", false, "3.33", NULL},
    {"C03", CHECK_UNKNOWN, NULL, "memory", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "", false,
     "3.33", NULL},
    {"C04", CHECK_HIT, "W", "the clock stopped", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "",
     false, "3.33", NULL},
    {"C04", CHECK_HIT, "I", "not known whether direct=1", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS "direct=1;", "", false, "3.33", NULL},
    {"C04", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS "end_fsync=1;", "",
     false, "3.33", NULL},
    {"C04", CHECK_UNKNOWN, NULL, "options that flush", "ashift=12", "write", WRITE_60S, NULL, "",
     false, "", NULL},
    /* 88 s of 60; 60e9 B in 60 s */
    {"C05", CHECK_HIT, "W",
     "was set to 60 s but took 88 s: 28 s were the final flush. The rate "
     "includes it; without it at most 1 GB/s",
     "ashift=12", "write", "io_bytes=60e9 runtime=88e9", JSON_OPTIONS "runtime=60;", "", false,
     "3.33", NULL},
    {"C05", CHECK_CLEAN, NULL, "", "ashift=12", "write", "io_bytes=60e9 runtime=62e9",
     JSON_OPTIONS "runtime=60;", "", false, "3.33", NULL},
    {"C05", CHECK_UNKNOWN, NULL, "run time", "ashift=12", "write", "bw=1e9", NULL, "", false, "",
     NULL},
    {"C06", CHECK_HIT, "W", "direct=1 had no effect", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS "direct=1;", "zfs=OpenZFS 2.2.7", false, "3.33", NULL},
    {"C06", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS "direct=1;",
     "zfs=OpenZFS 2.3.0", false, "3.33", NULL},
    {"C06", CHECK_UNKNOWN, NULL, "version of ZFS", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS "direct=1;", "", false, "3.33", NULL},
    {"C07", CHECK_HIT, "B", "zero_buffers=1", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS "zero_buffers=1;", "compression=lz4", false, "3.33", NULL},
    {"C07", CHECK_HIT, "W", "buffer_compress_percentage=50", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS "buffer_compress_percentage=50;zero_buffers=0;", "compression=lz4", false, "3.42",
     NULL},
    /* 6.06 MiB in 720 KiB: 8.62:1, 88 % saved */
    {"C07", CHECK_HIT, "B", "8.62:1 by logicalused", "ashift=12", "write", WRITE_60S, NULL,
     "compression=lz4;logicalused=6.06M;used=720k", false, "", NULL},
    {"C07", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS "zero_buffers=1;",
     "compression=off", false, "3.33", NULL},
    {"C07", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "compression=lz4",
     false, "3.42", NULL},
    {"C07", CHECK_UNKNOWN, NULL, "can be compressed", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "compression=lz4", false, "3.41", NULL},
    {"C10", CHECK_HIT, "B", "ioengine=null", "ashift=12", "write", WRITE_60S,
     "rw=write;bs=4096;ioengine=null", "", false, "3.33", NULL},
    {"C10", CHECK_HIT, "B", "in memory", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "file_system=tmpfs rw,size=1g", false, "3.33", NULL},
    {"C10", CHECK_HIT, "I", "only software", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "where=file;file_system=tmpfs rw", true, "3.33", NULL},
    {"C10", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "file_system=ext4 rw", false, "3.33", NULL},
    {"C10", CHECK_UNKNOWN, NULL, "file system", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "",
     false, "3.33", NULL},
    {"C12", CHECK_HIT, "B", "labelled ashift=13, but the pool has 12", "ashift=13", "write",
     WRITE_60S, NULL, "measured_ashift=12: 12; 13: 12", false, "", NULL},
    {"C12", CHECK_CLEAN, NULL, "", "ashift=13", "write", WRITE_60S, NULL,
     "measured_ashift=12: 12; 13: 13", false, "", NULL},
    {"C12", CHECK_UNKNOWN, NULL, "zdb -C", "ashift=13", "write", WRITE_60S, NULL, "", false, "",
     NULL},
    {"C13", CHECK_HIT, "W", "512-byte blocks on a drive with 4096-byte sectors", "ashift=9",
     "write", WRITE_60S, NULL, "physical_block_size=4096", false, "", NULL},
    {"C13", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, NULL,
     "physical_block_size=4096", false, "", NULL},
    {"C13", CHECK_UNKNOWN, NULL, "sector size", "ashift=12", "write", WRITE_60S, NULL, "", false,
     "", NULL},
    {"C14", CHECK_HIT, "I", "512-byte sectors: flash", "ashift=9", "write", WRITE_60S, NULL,
     "physical_block_size=512;rotational=0", false, "", NULL},
    {"C14", CHECK_HIT, "I", "16384 bytes as the size it prefers", "ashift=9", "write", WRITE_60S,
     NULL, "physical_block_size=512;preferred_write_size=16384", false, "", NULL},
    {"C14", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, NULL,
     "physical_block_size=4096", false, "", NULL},
    {"C14", CHECK_UNKNOWN, NULL, "flash", "ashift=9", "write", WRITE_60S, NULL,
     "physical_block_size=512", false, "", NULL},
    {"C16", CHECK_HIT, "W", "4 KiB writes into 128 KiB records: up to 32 times", "ashift=12",
     "write", WRITE_60S, JSON_OPTIONS, "recordsize=128k", false, "3.33", NULL},
    /* 96 KiB lie in two records of 64 KiB or three: 3 x 64 / 96 = 2 */
    {"C16", CHECK_HIT, "W", "up to 2 times", "ashift=12", "write", WRITE_60S,
     "rw=randwrite;bs=98304", "recordsize=64k", false, "3.33", NULL},
    {"C16", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "recordsize=4k",
     false, "3.33", NULL},
    {"C16", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, "rw=write;bs=4096",
     "recordsize=128k", false, "3.33", NULL},
    {"C16", CHECK_UNKNOWN, NULL, "recordsize", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "",
     false, "3.33", NULL},
    /* 8 KiB in sectors of 4 KiB: 2 + 1 = 3, rounded up to 4: 50 % */
    {"C17", CHECK_HIT, "W", "blocks of 8 KiB on raidz1:3 at ashift=12 hold 50 % of data, not 67 %",
     "ashift=12", "write", WRITE_60S, NULL, "layout=raidz1:3;volblocksize=8k", false, "", NULL},
    /* of 512 B: 16 + 8 = 24: 67 % */
    {"C17", CHECK_CLEAN, NULL, "", "ashift=9", "write", WRITE_60S, NULL,
     "layout=raidz1:3;volblocksize=8k", false, "", NULL},
    {"C17", CHECK_UNKNOWN, NULL, "layout", "ashift=9", "write", WRITE_60S, NULL, "", false, "",
     NULL},
    {"C18", CHECK_HIT, "I", "save nothing", "ashift=13", "write", WRITE_60S, NULL,
     "compression=lz4;volblocksize=8k", false, "", NULL},
    {"C18", CHECK_HIT, "I", "steps of 1/4", "ashift=12", "write", WRITE_60S, NULL,
     "compression=lz4;volblocksize=16k", false, "", NULL},
    /* the ashift of a pool that was there, which no configuration states */
    {"C18", CHECK_HIT, "I", "steps of 1/4", "recordsize=16k", "write", WRITE_60S, NULL,
     "compression=lz4;measured_ashift=12", false, "", NULL},
    {"C18", CHECK_UNKNOWN, NULL, "ashift", "recordsize=16k", "write", WRITE_60S, NULL,
     "compression=lz4;measured_ashift=9 and 12", false, "", NULL},
    {"C18", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, NULL,
     "compression=lz4;recordsize=128k", false, "", NULL},
    {"C18", CHECK_UNKNOWN, NULL, "compression", "ashift=12", "write", WRITE_60S, NULL, "", false,
     "", NULL},
    {"C21", CHECK_HIT, "W", "sync=disabled", "ashift=12;sync=disabled", "write", WRITE_60S, NULL,
     "", false, "", NULL},
    {"C21", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, NULL, "sync=standard", false,
     "", NULL},
    /* a stated fact counts where nothing else names ZFS */
    {"C21", CHECK_HIT, "W", "sync=disabled", "x=1", "write", WRITE_60S, NULL, "sync=disabled",
     false, "", NULL},
    {"C22", CHECK_HIT, "W", "DEGRADED", "x=1", "write", WRITE_60S, NULL, "health=DEGRADED", false,
     "", NULL},
    {"C22", CHECK_HIT, "W", "81 % full", "x=1", "read", READ_64G, NULL, "capacity=81%", false, "",
     NULL},
    {"C21", CHECK_UNKNOWN, NULL, "property sync", "ashift=12", "write", WRITE_60S, NULL, "", false,
     "", NULL},
    {"C22", CHECK_HIT, "W", "93 % full", "ashift=12", "write", WRITE_60S, NULL,
     "capacity=93%;health=ONLINE", false, "", NULL},
    {"C22", CHECK_HIT, "W", "DEGRADED", "ashift=12", "write", WRITE_60S, NULL,
     "capacity=10%;health=DEGRADED", false, "", NULL},
    {"C22", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, NULL,
     "capacity=10%;health=ONLINE", false, "", NULL},
    {"C22", CHECK_UNKNOWN, NULL, "ran on ZFS", "", "write", WRITE_60S, NULL, "", false, "", NULL},
    {"C21", CHECK_UNKNOWN, NULL, "ran on ZFS", "", "write", WRITE_60S, NULL, "", false, "", NULL},
    {"C22", CHECK_UNKNOWN, NULL, "fill and health", "ashift=12", "write", WRITE_60S, NULL, "",
     false, "", NULL},
    {"C24", CHECK_HIT, "B", "ended after 114 of 180 s", "ashift=12", "write",
     "io_bytes=1e9 runtime=114e9", JSON_OPTIONS "runtime=180;", "", false, "3.33", NULL},
    {"C24", CHECK_HIT, "B", "terminating on signal 2", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS, "", false, "3.33", "fio: terminating on signal 2"},
    {"C24", CHECK_CLEAN, NULL, "", "ashift=12", "write", "io_bytes=4294967296 runtime=114e9",
     JSON_OPTIONS "runtime=180;", "", false, "3.33", NULL},
    {"C24", CHECK_UNKNOWN, NULL, "how much the job was to move", "ashift=12", "write",
     "io_bytes=1e9 runtime=114e9", JSON_OPTIONS "runtime=180;offset=4m;", "", false, "3.33", NULL},
    {"C24", CHECK_UNKNOWN, NULL, "run time", "ashift=12", "write", WRITE_60S, NULL, "", false, "",
     NULL},
    {"C25", CHECK_HIT, "W", "took 1.2 s", "ashift=12", "write", "io_bytes=1e9 runtime=1.2e9", NULL,
     "", false, "", NULL},
    {"C25", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, NULL, "", false, "", NULL},
    {"C25", CHECK_UNKNOWN, NULL, "run time", "ashift=12", "write", "bw=1e9", NULL, "", false, "",
     NULL},
    {"C26", CHECK_HIT, "W", "psync works one by one", "ashift=12", "write", WRITE_60S,
     "rw=randwrite;iodepth=16", "", false, "3.33", NULL},
    {"C26", CHECK_HIT, "W", "libaio without direct=1", "ashift=12", "write", WRITE_60S,
     "rw=randwrite;iodepth=16;ioengine=libaio", "", false, "3.33", NULL},
    {"C26", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S,
     "rw=randwrite;iodepth=16;ioengine=posixaio", "", false, "3.33", NULL},
    {"C26", CHECK_UNKNOWN, NULL, "queue depth", "ashift=12", "write", WRITE_60S, NULL, "", false,
     "", NULL},
    {"C30", CHECK_HIT, "W", "rate_iops=1000", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS "rate_iops=1000;", "", false, "3.33", NULL},
    {"C31", CHECK_HIT, "W", "a load of 3.1 on 4 processors", "ashift=12", "write", WRITE_60S, NULL,
     "load=3.1 2.0 1.0 1/2 3;cpu=A, 4 logical", false, "", NULL},
    {"C31", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, NULL,
     "load=1.9 2.0 1.0 1/2 3;cpu=A, 4 logical", false, "", NULL},
    {"C31", CHECK_UNKNOWN, NULL, "load", "ashift=12", "write", WRITE_60S, NULL, "", false, "",
     NULL},
    /* 5860 x 4096 / 22.9e6 = 1.0481 */
    {"C32", CHECK_HIT, "W", "(ratio 1.048): MiB/s taken for MB/s", "ashift=12", "write",
     "bw=22.9e6 iops=5860", JSON_OPTIONS, "", false, "3.33", NULL},
    {"C32", CHECK_HIT, "B", "(ratio 2.048)", "ashift=12", "write", "bw=20e6 iops=10000",
     JSON_OPTIONS, "", false, "3.33", NULL},
    {"C32", CHECK_CLEAN, NULL, "", "ashift=12", "write", "bw=24e6 iops=5860", JSON_OPTIONS, "",
     false, "3.33", NULL},
    /* writes have the second of two sizes */
    {"C32", CHECK_CLEAN, NULL, "", "ashift=12", "write", "bw=8192e3 iops=1000",
     "rw=randrw;bs=4096,8192", "", false, "3.33", NULL},
    {"C32", CHECK_UNKNOWN, NULL, "not both stated", "ashift=12", "write", "bw=24e6", JSON_OPTIONS,
     "", false, "3.33", NULL},
    /* 73400320 B/s for 23 s are 1.57 GiB */
    {"C32b", CHECK_HIT, "W", "73.4 MB/s for 23 s is 1.57 GiB, not the 16 GiB stated", "ashift=12",
     "write", "bw=73400320 runtime=23e9 io_bytes=17179869184", NULL, "", false, "", NULL},
    {"C32b", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, NULL, "", false, "", NULL},
    {"C32b", CHECK_UNKNOWN, NULL, "not all stated", "ashift=12", "write", "bw=1e9", NULL, "", false,
     "", NULL},
    {"C34", CHECK_HIT, "I", "said not to measure", "ashift=12", "write", "bw=1e9",
     JSON_OPTIONS "gtod_reduce=1;", "", false, "3.33", NULL},
    {"C34", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "", false, "3.33",
     NULL},
    {"C34", CHECK_UNKNOWN, NULL, "latencies", "ashift=12", "write", "bw=1e9", NULL, "", false, "",
     NULL},
    {"C35", CHECK_HIT, "I", "same blocks in the same order", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS, "", false, "3.33", NULL},
    {"C35", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS "randrepeat=0;",
     "", false, "3.33", NULL},
    {"C35", CHECK_UNKNOWN, NULL, "order of the blocks", "ashift=12", "write", WRITE_60S, NULL, "",
     false, "", NULL},
    {"C36", CHECK_HIT, "W", "best of several runs", "ashift=12", "write", "bw=1e9", NULL,
     "tool=CrystalDiskMark 8", false, "", NULL},
    {"C36", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "", false, "3.33",
     NULL},
    {"C36", CHECK_UNKNOWN, NULL, "the tool", "ashift=12", "write", "bw=1e9", NULL, "", false, "",
     NULL},
    /* 64 MiB written 86 times are 5.77e9 B; 156e6 B of them at the disks are 2.7 % */
    {"C03b", CHECK_HIT, "W", "(64 MiB) were overwritten 86 times and the disks wrote 2.7 %",
     "ashift=12", "write", "io_bytes=5771362304 runtime=60e9", "rw=randwrite;bs=4096;size=67108864",
     "disk_written_bytes=156e6", false, "3.33", NULL},
    {"C03b", CHECK_CLEAN, NULL, "", "ashift=12", "write", "io_bytes=5771362304 runtime=60e9",
     "rw=randwrite;bs=4096;size=67108864", "disk_written_bytes=3e9", false, "3.33", NULL},
    {"C03b", CHECK_CLEAN, NULL, "", "ashift=12", "write", "io_bytes=5771362304 runtime=60e9",
     "rw=randwrite;bs=4096;size=67108864;fsync=1", "", false, "3.33", NULL},
    {"C03b", CHECK_UNKNOWN, NULL, "was not counted", "ashift=12", "write",
     "io_bytes=5771362304 runtime=60e9", "rw=randwrite;bs=4096;size=67108864", "", false, "3.33",
     NULL},
    {"C03b", CHECK_UNKNOWN, NULL, "pools lie on files", "ashift=12", "write",
     "io_bytes=5771362304 runtime=60e9", "rw=randwrite;bs=4096;size=67108864",
     "where=file;disk_written_bytes=1", true, "3.33", NULL},
    /* 32768 blocks of 128 KiB are the 4 GiB: memory answered nothing */
    {"C08", CHECK_HIT, "B", "the disks read 1.2 %", "ashift=12", "read", READ_64G, JSON_OPTIONS,
     "arc_fetched_blocks=32768;recordsize=128k;disk_read_bytes=51.5e6", false, "3.33", NULL},
    {"C08", CHECK_HIT, "B", "only 50 % of the volume", "ashift=12", "read", READ_64G, JSON_OPTIONS,
     "volsize=8G;referenced=4G", false, "3.33", NULL},
    {"C08", CHECK_CLEAN, NULL, "", "ashift=12", "read", READ_64G, JSON_OPTIONS,
     "arc_fetched_blocks=32768;recordsize=128k;disk_read_bytes=4.2e9", false, "3.33", NULL},
    {"C08", CHECK_UNKNOWN, NULL, "no counters", "ashift=12", "read", READ_64G, JSON_OPTIONS, "",
     false, "3.33", NULL},
    {"C08", CHECK_UNKNOWN, NULL, "which hides it", "ashift=12", "read", READ_64G, JSON_OPTIONS,
     "arc_fetched_blocks=16384;recordsize=128k;disk_read_bytes=1", false, "3.33", NULL},
    {"C09", CHECK_HIT, "W",
     "8 jobs read the same places of the same file in the same order: 7 of 8", "ashift=12", "read",
     READ_64G, "rw=read;bs=4096;numjobs=8", "filename=/tank/f", false, "3.33", NULL},
    {"C09", CHECK_CLEAN, NULL, "", "ashift=12", "read", READ_64G,
     "rw=read;bs=4096;numjobs=8;offset_increment=1073741824", "filename=/tank/f", false, "3.33",
     NULL},
    {"C09", CHECK_CLEAN, NULL, "", "ashift=12", "read", READ_64G, "rw=randread;bs=4096;numjobs=8",
     "filename=/tank/f", false, "3.33", NULL},
    {"C09", CHECK_CLEAN, NULL, "", "ashift=12", "read", READ_64G, "rw=read;bs=4096;numjobs=8", "",
     false, "3.33", NULL},
    {"C09", CHECK_UNKNOWN, NULL, "number of jobs", "ashift=12", "read", READ_64G, NULL, "", false,
     "", NULL},
    {"C11", CHECK_HIT, "B", "fio wrote to rpool/data, not to tank", "ashift=12", "write", WRITE_60S,
     NULL, "pool=tank;mounted_from=rpool/data", false, "", NULL},
    {"C11", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, NULL,
     "pool=tank;mounted_from=tank/test", false, "", NULL},
    {"C11", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "where=pool",
     true, "3.33", NULL},
    {"C11", CHECK_UNKNOWN, NULL, "mounted_from", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "where=target", true, "3.33", NULL},
    {"C15", CHECK_HIT, "I", "rates its 4096-byte format better than the 512-byte", "ashift=12",
     "write", WRITE_60S, NULL, "lba_formats=512:2*,4096:0", false, "", NULL},
    {"C15", CHECK_HIT, "I", "rates all its formats alike", "ashift=12", "write", WRITE_60S, NULL,
     "lba_formats=512:0*,4096:0", false, "", NULL},
    {"C15", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, NULL,
     "lba_formats=512:2,4096:0*", false, "", NULL},
    {"C15", CHECK_UNKNOWN, NULL, "formats", "ashift=12", "write", WRITE_60S, NULL,
     "lba_formats=512:2,4096:0", false, "", NULL},
    {"C23", CHECK_HIT, "W", "the job says bs=8192, the output 4096", "ashift=12", "write",
     WRITE_60S, JSON_OPTIONS, "job_rw=randwrite;job_bs=8192", false, "3.33", NULL},
    {"C23", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "job_rw=randwrite;job_bs=4096", false, "3.33", NULL},
    {"C23", CHECK_HIT, "W", "the job says rw=randread, the output has only writes", "ashift=12",
     "write", WRITE_60S, "rw=randread;bs=4096", "", false, "3.33", NULL},
    {"C23", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "", false, "3.33",
     NULL},
    /* what is verified is read after it was written */
    {"C23", CHECK_UNKNOWN, NULL, "no job and output", "ashift=12", "read", READ_64G,
     "rw=write;verify=crc32c", "", false, "3.33", NULL},
    {"C23", CHECK_UNKNOWN, NULL, "no job and output", "ashift=12", "write", WRITE_60S, NULL, "",
     false, "", NULL},
    {"C27", CHECK_HIT, "W", "fell from 5.9 GB/s in the first third of the run to 1.6 GB/s",
     "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "write_bw_first_third=5.9e9;write_bw_last_third=1.6e9", false, "3.33", NULL},
    {"C27", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "write_bw_first_third=1e9;write_bw_last_third=0.81e9", false, "3.33", NULL},
    {"C27", CHECK_CLEAN, NULL, "", "ashift=12", "write", "io_bytes=1e9 bw=1e9 runtime=1e9",
     JSON_OPTIONS, "write_bw_first_third=1e9;write_bw_last_third=0.1e9", false, "3.33", NULL},
    {"C27", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "write_bw_mean=1e9;write_bw_min=600e6;write_bw_samples=118", false, "3.33", NULL},
    {"C27", CHECK_UNKNOWN, NULL, "within the run", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "write_bw_mean=1e9;write_bw_min=400e6;write_bw_samples=118", false, "3.33", NULL},
    {"C28", CHECK_HIT, "W", "warmed from 41 to 67 C", "ashift=12", "write", WRITE_60S, NULL,
     "temperature_before=41;temperature_after=67", false, "", NULL},
    /* 358 K are 84.85 C, 357 K 83.85 C */
    {"C28", CHECK_HIT, "W", "was at 85 C, its warning begins at 84 C", "ashift=12", "write",
     WRITE_60S, NULL, "temperature_before=350;temperature_after=358;temperature_warning=357", false,
     "", NULL},
    {"C28", CHECK_HIT, "W", "rose by 2", "ashift=12", "write", WRITE_60S, NULL, "throttled=2",
     false, "", NULL},
    {"C28", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, NULL,
     "temperature_before=41;temperature_after=55;throttled=0", false, "", NULL},
    {"C28", CHECK_UNKNOWN, NULL, "temperature", "ashift=12", "write", WRITE_60S, NULL, "", false,
     "", NULL},
    {"C29", CHECK_HIT, "W", "kept a processor busy (98 %", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS, "job_cpu=98.2", false, "3.33", NULL},
    {"C29", CHECK_HIT, "W", "idle for 3.5 %", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "job_cpu=20;cpu_idle=3.5", false, "3.33", NULL},
    {"C29", CHECK_HIT, "W", "took 4.2 %", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "job_cpu=20;cpu_idle=50;cpu_steal=4.2", false, "3.33", NULL},
    {"C29", CHECK_HIT, "I", "governor is powersave", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "job_cpu=20;cpu_idle=50;cpu_steal=0;governor=powersave", false, "3.33", NULL},
    {"C29", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "job_cpu=20;cpu_idle=50;cpu_steal=0;governor=performance", false, "3.33", NULL},
    {"C29", CHECK_UNKNOWN, NULL, "how busy", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "job_cpu=20", false, "3.33", NULL},
    {"C29", CHECK_UNKNOWN, NULL, "how busy", "ashift=12", "write", "bw=1e9 runtime=0.5e9",
     JSON_OPTIONS, "job_cpu=98.2;cpu_idle=50;cpu_steal=0", false, "3.33", NULL},
    {"C33", CHECK_HIT, "I", "over 118 samples is 1.1 GB/s", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS, "write_bw_mean=1.1e9;write_bw_samples=118", false, "3.33", NULL},
    {"C33", CHECK_HIT, "I", "over 2 samples", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "write_bw_mean=1e9;write_bw_samples=2", false, "3.33", NULL},
    {"C33", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "write_bw_mean=1.04e9;write_bw_samples=118", false, "3.33", NULL},
    {"C33", CHECK_UNKNOWN, NULL, "mean over samples", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "", false, "3.33", NULL},
    {"C47", CHECK_HIT, "W", "overwrite the files of the first", "ashift=12", "write", WRITE_60S,
     NULL, "fresh_file=no", false, "", NULL},
    {"C47", CHECK_HIT, "W", "60 % of the drive's size", "ashift=12", "write", WRITE_60S, NULL,
     "fresh_file=yes;written_since_trim=600e9;drive_size=1000e9", false, "", NULL},
    {"C47", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, NULL,
     "fresh_file=yes;written_since_trim=60e9;drive_size=1000e9", false, "", NULL},
    {"C47", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "where=file",
     true, "3.33", NULL},
    {"C47", CHECK_UNKNOWN, NULL, "fresh file", "ashift=12", "write", WRITE_60S, NULL, "", false, "",
     NULL},
    {"C54", CHECK_HIT, "W", "fio-2.16 with clat_ns", "ashift=12", "write", WRITE_60S, JSON_OPTIONS,
     "impossible=fio-2.16 with clat_ns", false, "2.16", NULL},
    {"C54", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S, JSON_OPTIONS, "", false, "3.33",
     NULL},
    {"C54", CHECK_UNKNOWN, NULL, "original output", "ashift=12", "write", WRITE_60S, NULL, "",
     false, "", NULL},
    {"C22", CHECK_HIT, "W", "scrub in progress", "ashift=12", "write", WRITE_60S, NULL,
     "capacity=10%;health=ONLINE;scan=scrub in progress", false, "", NULL},
    /* facts that cannot be read: the limit of one device is 600 MB/s */
    {"C02", CHECK_UNKNOWN, NULL, "the fact devices cannot be read: \"two\"", "ashift=12", "read",
     "bw=1100e6", "", "link=sata600;devices=two", false, "", NULL},
    {"C02", CHECK_UNKNOWN, NULL, "the fact devices cannot be read", "ashift=12", "read",
     "bw=1100e6", "", "link=sata600;devices=0", false, "", NULL},
    {"C02", CHECK_UNKNOWN, NULL, "the fact link cannot be read", "ashift=12", "read", "bw=1100e6",
     "", "link=ide", false, "", NULL},
    {"C01", CHECK_UNKNOWN, NULL, "the fact compressratio cannot be read", "ashift=12", "read",
     READ_64G, JSON_OPTIONS, "device_read_bytes=32212254;compressratio=much", false, "3.33", NULL},
    /* 1 - 3.9e9 x 1.05 / 4294967296 = 0.047 */
    {"C01", CHECK_CLEAN, NULL, "", "ashift=12", "read", READ_64G, JSON_OPTIONS,
     "device_read_bytes=3.9e9;compressratio=1.05x", false, "3.33", NULL},
    {"C01b", CHECK_UNKNOWN, NULL, "the fact memory cannot be read: \"-1\"", "ashift=12", "read",
     READ_64G, JSON_OPTIONS, "ram=-1", false, "3.33", NULL},
    {"C01b", CHECK_UNKNOWN, NULL, "the fact memory cannot be read", "ashift=12", "read", READ_64G,
     JSON_OPTIONS, "ram=0", false, "3.33", NULL},
    {"C07", CHECK_UNKNOWN, NULL, "the fact compression cannot be read", "ashift=12", "write",
     WRITE_60S, JSON_OPTIONS "zero_buffers=1;", "compression=foo", false, "3.33", NULL},
    {"C12", CHECK_UNKNOWN, NULL, "the fact measured_ashift cannot be read", "ashift=13", "write",
     WRITE_60S, NULL, "measured_ashift=garbage", false, "", NULL},
    {"C16", CHECK_UNKNOWN, NULL, "the fact recordsize cannot be read: \"0\"", "ashift=12", "write",
     WRITE_60S, JSON_OPTIONS, "recordsize=0", false, "3.33", NULL},
    {"C17", CHECK_UNKNOWN, NULL, "the fact layout cannot be read: \"foo\"", "ashift=12", "write",
     WRITE_60S, NULL, "layout=foo;volblocksize=8k", false, "", NULL},
    {"C17", CHECK_UNKNOWN, NULL, "the fact layout cannot be read: \"draid2:4\"", "ashift=12",
     "write", WRITE_60S, NULL, "layout=draid2:4;volblocksize=8k", false, "", NULL},
    {"C22", CHECK_UNKNOWN, NULL, "the fact capacity cannot be read", "ashift=12", "write",
     WRITE_60S, NULL, "capacity=full;health=ONLINE", false, "", NULL},
    /* what rests on another fact stays */
    {"C22", CHECK_HIT, "W", "DEGRADED", "ashift=12", "write", WRITE_60S, NULL,
     "capacity=full;health=DEGRADED", false, "", NULL},
    {"C10", CHECK_HIT, "W", "mmap without a sync", "ashift=12", "write", WRITE_60S,
     "rw=write;bs=4096;ioengine=mmap", "file_system=ext4 rw", false, "3.33", NULL},
    {"C10", CHECK_CLEAN, NULL, "", "ashift=12", "write", WRITE_60S,
     "rw=write;bs=4096;ioengine=mmap;end_fsync=1", "file_system=ext4 rw", false, "3.33", NULL},
    {"C10", CHECK_CLEAN, NULL, "", "ashift=12", "read", READ_64G, "rw=read;bs=4096;ioengine=mmap",
     "file_system=ext4 rw", false, "3.33", NULL},
    /* 244140.625 IOPS and 1e9 B/s were reached */
    {"C30", CHECK_HIT, "W", "rate_iops=250000", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS "rate_iops=250000;", "", false, "3.33", NULL},
    {"C30", CHECK_HIT, "W", "rate_iops=62500", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS "rate_iops=62500;numjobs=4;", "", false, "3.33", NULL},
    {"C30", CHECK_HIT, "W", "rate=1000000000", "ashift=12", "write", WRITE_60S,
     JSON_OPTIONS "rate=1000000000;", "", false, "3.33", NULL},
    {"C30", CHECK_HIT, "W", "1 of 2 jobs were held back by rate_iops (100)", "ashift=12", "write",
     WRITE_60S, JSON_OPTIONS "rate_iops=+100;", "", false, "3.33", NULL},
    {"C30", CHECK_HIT, "W", "2 of 4 jobs were held back by rate_iops (200, 100)", "ashift=12",
     "write", WRITE_60S, JSON_OPTIONS "rate_iops=200++100+;", "", false, "3.33", NULL},
};

static void add_facts(struct results *results, const char *list, bool archived)
{
    struct text rest = text_of(list), piece;
    while (rest.size > 0 && text_next_piece(&rest, ';', &piece)) {
        size_t equals = text_find(piece, "=", 0);
        if (equals == piece.size) { /* "12: 12; 13: 12" goes on */
            struct fact *last = &results->facts[results->fact_count - 1];
            last->value = text_format(results->arena, "%.*s;%.*s", (int)last->value.size,
                                      last->value.data, (int)piece.size, piece.data);
            continue;
        }
        results_add_fact(results, (struct fact){.name = text_slice(piece, 0, equals),
                                                .value = text_slice(piece, equals + 1, piece.size),
                                                .path = text_of(archived ? "a/manifest" : "")});
    }
}

static void add_case(struct results *results, const struct check_case *check, unsigned iteration)
{
    struct made_run made = {.config = check->config,
                            .workload = "w",
                            .iteration = iteration,
                            .options = check->options,
                            .fault = check->fault,
                            .tool = check->tool_version[0] == '\0' ? NULL : "fio"};
    struct run *run = make_run(results, &made);
    run->source.path = text_of("a/run.json");
    run->tool_version = text_of(check->tool_version);
    assert_true(direction_find(text_of(check->direction), &made.direction));
    struct text rest = text_of(check->figures), piece;
    while (text_next_piece(&rest, ' ', &piece)) {
        size_t equals = text_find(piece, "=", 0);
        made.metric = text_string(results->arena, text_slice(piece, 0, equals));
        assert_true(
            number_read_plain(text_slice(piece, equals + 1, piece.size), false, &made.value));
        add_value(results, run, &made);
    }
}

static struct results *results_of_case(const struct check_case *check)
{
    struct results *results = results_create();
    struct input_file *file = results_add_file(results);
    file->path = text_of("a/run.json");
    file->format = text_of(check->tool_version[0] == '\0' ? "csv_table" : "fio_json");
    add_facts(results, check->facts, check->archived);
    add_case(results, check, 1);
    return results;
}

/* What the tests of this file have seen of each rule. "Nothing here that it applies to" is no clean
   result. */
enum { MOST_RULES = 100 };
static bool seen[MOST_RULES][CHECK_UNKNOWN + 1];

static void record(const struct check *check)
{
    for (size_t i = 0; i < check_rule_count() && i < MOST_RULES; i++)
        if (check_rule_at(i) == check->rule &&
            (check->result != CHECK_CLEAN || check->message.size == 0))
            seen[i][check->result] = true;
}

/* The first finding of this check with this result, or NULL. */
static const struct check *find_check(const struct analysis *analysis, const char *id,
                                      enum check_result result, const char *says)
{
    for (size_t i = 0; i < analysis->check_count; i++) {
        const struct check *check = &analysis->checks[i];
        if (text_is(text_of(check->rule->id), id) && check->result == result &&
            (says[0] == '\0' || text_find(check->message, says, 0) < check->message.size)) {
            record(check);
            return check;
        }
    }
    return NULL;
}

static void print_check(const struct analysis *analysis, const char *id)
{
    for (size_t i = 0; i < analysis->check_count; i++)
        if (text_is(text_of(analysis->checks[i].rule->id), id))
            print_error("  %s %s %.*s\n", id, check_result_name(analysis->checks[i].result),
                        (int)analysis->checks[i].message.size, analysis->checks[i].message.data);
}

static void cases_give_their_result(void **state)
{
    (void)state;
    size_t faults = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct analysis_options options = analysis_defaults();
        struct results *results = results_of_case(&cases[i]);
        struct analysis *analysis = analyze(results, &options);
        const struct check *found =
            find_check(analysis, cases[i].id, cases[i].result, cases[i].says);
        bool good =
            found != NULL && (cases[i].severity == NULL ||
                              strcmp(check_severity_name(found->severity), cases[i].severity) == 0);
        if (!good) {
            faults++;
            print_error("case %zu: %s should be %s: %s\n", i, cases[i].id,
                        check_result_name(cases[i].result), cases[i].says);
            print_check(analysis, cases[i].id);
        }
        analysis_free(analysis);
        results_free(results);
    }
    assert_int_equal(faults, 0);
}

/* Runs of one test with the same counters and different bytes: 16384 blocks of 128 KiB are half of
   4 GiB and a twentieth of 40 GiB. */
static void counters_of_a_run_are_held_against_its_own_reads(void **state)
{
    (void)state;
    static const double asked[] = {4294967296, 42949672960};
    struct analysis_options options = analysis_defaults();
    struct results *results = results_create();
    for (unsigned i = 0; i < 2; i++) {
        struct made_run made = {.config = "ashift=12",
                                .workload = "w",
                                .iteration = i + 1,
                                .metric = "io_bytes",
                                .value = asked[i],
                                .direction = DIRECTION_READ,
                                .options = JSON_OPTIONS};
        struct run *run = make_run(results, &made);
        run->facts =
            settings_parse(results->settings, text_of("arc_fetched_blocks=16384;recordsize=128k"));
        add_value(results, run, &made);
    }
    struct analysis *analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C01", CHECK_HIT,
                               "95 % of the reads were answered from memory: this is the speed of "
                               "the RAM, not of the pool (run 2; 2 of 2 runs hit)"));
    assert_non_null(find_check(analysis, "C01b", CHECK_CLEAN, "nothing here"));
    analysis_free(analysis);
    results_free(results);
}

/* The message of C30 on a run whose limit was far off holds no word of it; C30 itself is unknown,
   since one run shows no round figure. */
static void limits_that_were_not_reached_hold_nothing_back(void **state)
{
    static const char *const limits[] = {"rate_iops=100000000;", "rate=1099511627776;",
                                         "rate_iops=1m;numjobs=4;"};
    (void)state;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct arena *arena = arena_create();
        struct analysis_options options = analysis_defaults();
        struct check_case check = {.id = "C30",
                                   .config = "ashift=12",
                                   .direction = "write",
                                   .figures = WRITE_60S,
                                   .facts = "",
                                   .tool_version = "3.33"};
        check.options = text_format(arena, "%s%s", JSON_OPTIONS, limits[i]).data;
        struct results *results = results_of_case(&check);
        struct analysis *analysis = analyze(results, &options);
        assert_null(find_check(analysis, "C30", CHECK_HIT, ""));
        analysis_free(analysis);
        results_free(results);
        arena_free(arena);
    }
}

static void identities_are_told_with_their_places(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct results *results = results_create();
    add_series(results, (struct made_run){.config = "ashift=12", .workload = "w"}, "10 11 12");
    struct analysis *analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C55", CHECK_UNKNOWN, "no archive"));
    analysis_free(analysis);
    results->searched_files = 12;
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C55", CHECK_CLEAN, ""));
    analysis_free(analysis);
    for (unsigned i = 1; i <= 5; i++)
        results_add_identity(results,
                             (struct identity_place){{text_of("a/f.txt"), i}, "a serial number"});
    results_add_identity(results, (struct identity_place){{text_of("a/g.txt"), 0}, NULL});
    analysis = analyze(results, &options);
    const struct check *hit =
        find_check(analysis, "C55", CHECK_HIT, "a serial number stands in the archive");
    assert_non_null(hit);
    assert_true(text_is(hit->where, "a/f.txt line 1; a/f.txt line 2; a/f.txt line 3; and 2 more"));
    assert_int_equal(hit->place_count, 5);
    assert_true(text_is(hit->places[4], "a/f.txt line 5"));
    assert_non_null(find_check(analysis, "C55", CHECK_UNKNOWN, "a/g.txt could not be looked"));
    analysis_free(analysis);
    results_free(results);
}

/* 60 s were set; 66 and 88 s were taken: io_bytes / 60 s = 1 and 1.5 GB/s. */
static void messages_name_the_run_they_are_of(void **state)
{
    static const char *const figures[] = {
        "io_bytes=60e9 runtime=66e9", "io_bytes=90e9 runtime=88e9", "io_bytes=60e9 runtime=61e9"};
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct results *results = results_create();
    struct input_file *file = results_add_file(results);
    file->path = text_of("a/run.json");
    file->format = text_of("fio_json");
    for (unsigned i = 0; i < 3; i++) {
        struct check_case check = {.config = "ashift=12",
                                   .direction = "write",
                                   .figures = figures[i],
                                   .options = JSON_OPTIONS "runtime=60;",
                                   .facts = "",
                                   .tool_version = "3.33"};
        add_case(results, &check, i + 1);
    }
    struct analysis *analysis = analyze(results, &options);
    assert_non_null(
        find_check(analysis, "C05", CHECK_HIT,
                   "took 88 s: 28 s were the final flush. The rate includes it; without "
                   "it at most 1.5 GB/s (run 2; 2 of 3 runs hit)"));
    /* what is the same for all names none */
    const struct check *same = find_check(analysis, "C04", CHECK_HIT, "on the device");
    assert_non_null(same);
    assert_true(text_find(same->message, "run", 0) == same->message.size);
    analysis_free(analysis);
    results_free(results);
}

/* --- what needs several runs --- */

static const char *const first_seed[][3] = {{"ashift=12", "Test 1", "176e6 92.6e6 150e6 163e6"},
                                            {"ashift=12", "Test 2", "2844e6 1126e6 3865e6 1104e6"},
                                            {"ashift=12", "Test 3", "1139e6 1320e6 1550e6 1473e6"},
                                            {"ashift=13", "Test 1", "177e6 72.7e6 118e6 154e6"},
                                            {"ashift=13", "Test 2", "3199e6 1473e6 993e6 1280e6"},
                                            {"ashift=13", "Test 3", "1030e6 1221e6 1476e6 1287e6"}};

static struct results *first_seed_results(void)
{
    struct results *results = results_create();
    for (size_t i = 0; i < sizeof first_seed / sizeof *first_seed; i++)
        add_series(results,
                   (struct made_run){.config = first_seed[i][0], .workload = first_seed[i][1]},
                   first_seed[i][2]);
    return results;
}

static void add_percent_claim(struct results *results, const char *workload, double percent,
                              const char *clause)
{
    add_made_run(results, (struct made_run){.config = "ashift=12",
                                            .workload = workload,
                                            .value = percent,
                                            .metric = "change",
                                            .statistic = STATISTIC_CLAIM,
                                            .written = clause});
}

/* 145.4/130.425, 2234.75/1736.25 and 1370.5/1253.5: 11.48, 28.71 and 9.33 % of the slower, 10.30,
   22.31 and 8.54 % of the faster. */
static void first_seed_is_judged_as_designed(void **state)
{
    static const double stated[][3] = {
        {10.3, 11.4817, 10.2992}, {22.3, 28.7113, 22.3067}, {8.5, 9.3339, 8.5370}};
    (void)state;
    struct results *results = first_seed_results();
    add_percent_claim(results, "Test 1", 10.3, "10.3% faster");
    add_percent_claim(results, "Test 2", 22.3, "22.3% faster");
    add_percent_claim(results, "Test 3", 8.5, "8.5% faster");
    struct analysis_options options = analysis_defaults();
    struct analysis *analysis = analyze(results, &options);
    assert_int_equal(analysis->overalls[0].state, STATE_INCONCLUSIVE);
    assert_int_equal(analysis->overalls[0].counts[STATE_INCONCLUSIVE], 3);
    assert_int_equal(analysis->stated_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(analysis->stated[i].result, CHECK_HIT);
        assert_true(fabs(analysis->stated[i].on_base - stated[i][1]) < 1e-4);
        assert_true(fabs(analysis->stated[i].on_subject - stated[i][2]) < 1e-4);
    }
    assert_non_null(find_check(analysis, "C50", CHECK_HIT,
                               "10.3 % has ashift 12 as its base; against ashift 13 it is 11.5 %"));
    assert_non_null(find_check(analysis, "C50", CHECK_HIT, "ashift 13 it is 28.7 %"));
    assert_non_null(find_check(analysis, "C50", CHECK_HIT, "ashift 13 it is 9.3 %"));
    assert_non_null(find_check(analysis, "C41", CHECK_HIT, "differ by 61 %"));
    assert_non_null(find_check(analysis, "C43", CHECK_HIT, "depends on run 3 of ashift 12 alone"));
    assert_non_null(find_check(analysis, "C44", CHECK_HIT, "run 2 was slow under both settings"));
    assert_non_null(find_check(analysis, "C46", CHECK_UNKNOWN, ""));
    assert_non_null(find_check(analysis, "C19", CHECK_UNKNOWN, ""));
    assert_non_null(find_check(analysis, "C40", CHECK_HIT, "only 4 runs"));
    analysis_free(analysis);
    results_free(results);
}

static void percentages_with_the_right_base_are_clean(void **state)
{
    (void)state;
    struct results *results = first_seed_results();
    struct analysis_options options = analysis_defaults();
    add_percent_claim(results, "Test 1", 11.5, "11.5% faster");
    add_percent_claim(results, "Test 2", 29, "29 % faster");
    struct analysis *analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C50", CHECK_CLEAN, ""));
    analysis_free(analysis);
    add_percent_claim(results, "Test 4", 29, "29 % faster");
    add_percent_claim(results, "Test 3", 15, "15 % faster");
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C50", CHECK_UNKNOWN, "none fits"));
    assert_non_null(find_check(analysis, "C50", CHECK_HIT, "15 % is not in the figures"));
    analysis_free(analysis);
    results_free(results);
}

static void add_claim(struct results *results, const char *config, const char *workload,
                      const char *metric, double value, const char *clause)
{
    add_made_run(results, (struct made_run){.config = config,
                                            .workload = workload,
                                            .value = value,
                                            .metric = metric,
                                            .unit = "1",
                                            .statistic = STATISTIC_CLAIM,
                                            .written = clause});
}

/* Of Test 1 (11.48 %) and Test 2 (28.71 %, base turned round -22.31 %). */
static void rounded_percentages_round(void **state)
{
    (void)state;
    static const struct {
        const char *workload;
        double percent;
        const char *clause;
        enum check_result result;
    } claims[] = {
        {"Test 2", 30, "nearly 30 % faster", CHECK_CLEAN},
        {"Test 2", 30, "ist fast 30 % schneller", CHECK_CLEAN},
        {"Test 2", 30, "faster by ~30%", CHECK_CLEAN},
        {"Test 2", 30, "um rund 30 % schneller", CHECK_CLEAN},
        {"Test 2", 30, "about a 30 % gain", CHECK_CLEAN},
        {"Test 1", 10, "roughly 10 % faster", CHECK_CLEAN},
        {"Test 2", 30, "30 % faster", CHECK_HIT},        /* not said to be rounded */
        {"Test 2", 40, "nearly 40 % faster", CHECK_HIT}, /* rounds to 30 */
        {"Test 1", 14, "about 14 % faster", CHECK_HIT},  /* rounds to 11 */
    };
    struct analysis_options options = analysis_defaults();
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        struct results *results = first_seed_results();
        add_percent_claim(results, claims[i].workload, claims[i].percent, claims[i].clause);
        struct analysis *analysis = analyze(results, &options);
        assert_int_equal(analysis->stated_count, 1);
        if (analysis->stated[0].result != claims[i].result)
            fail_msg("%s: %.*s", claims[i].clause, (int)analysis->stated[0].message.size,
                     analysis->stated[0].message.data);
        analysis_free(analysis);
        results_free(results);
    }
}

/* 110 and 100 MB/s: 10 % on the base, 9.09 % on the subject. */
static void bounds_and_single_runs_are_no_exact_claims(void **state)
{
    (void)state;
    static const struct {
        const char *config;
        double percent;
        const char *clause;
        enum check_result result;
    } claims[] = {
        {"ashift=12", 10, "10 % faster", CHECK_CLEAN},
        {"ashift=12", 15, "up to 15 % faster", CHECK_CLEAN},
        {"ashift=12", 8, "up to 8 % faster", CHECK_HIT},
        {"ashift=12", 15, "less than 15 % faster", CHECK_CLEAN},
        {"ashift=12", 15, "bis zu 15 % schneller", CHECK_CLEAN},
        {"ashift=12", 5, "at least 5 % faster", CHECK_CLEAN},
        {"ashift=12", 5, "more than 5 % faster", CHECK_CLEAN},
        {"ashift=12", 5, "5+ % faster", CHECK_CLEAN},
        {"ashift=12", 20, "at least 20 % faster", CHECK_HIT},
        {"ashift=12", 15, "5-15 % faster", CHECK_CLEAN},
        {"ashift=12", 15, "between 5 and 15 % faster", CHECK_CLEAN},
        {"ashift=12", 15, "5 to 15 % faster", CHECK_CLEAN},
        {"ashift=12", 25, "15-25 % faster", CHECK_HIT},
        {"ashift=12", 3, "8 ± 3 % faster", CHECK_CLEAN},
        {"ashift=12", 3, "8 +- 3 % faster", CHECK_CLEAN},
        {"ashift=12", 1, "8 +- 1 % faster",
         CHECK_CLEAN}, /* 9.99...: within a unit of its last digit */
        {"ashift=12", 1, "7 +- 1 % faster", CHECK_HIT},
        {"ashift=13", -15, "up to 15 % slower", CHECK_CLEAN},
        {"ashift=13", 15, "up to 15 % faster", CHECK_HIT}, /* the other way round */
        {"ashift=13", -9.1, "9.1 % slower", CHECK_CLEAN},
        {"ashift=13", -9, "9 % slower", CHECK_CLEAN},
        {"ashift=13", -10, "10 % slower", CHECK_HIT}, /* right only of itself */
        {"ashift=12", 1.8, "Run 2 was 1.8 % faster than run 1", CHECK_UNKNOWN},
        {"ashift=12", 12, "The first run was 12 % faster", CHECK_UNKNOWN},
    };
    struct analysis_options options = analysis_defaults();
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        struct results *results = results_create();
        add_series(results, (struct made_run){.config = "ashift=12", .workload = "w"},
                   "109e6 110e6 111e6 110e6");
        add_series(results, (struct made_run){.config = "ashift=13", .workload = "w"},
                   "99e6 100e6 101e6 100e6");
        add_made_run(results, (struct made_run){.config = claims[i].config,
                                                .workload = "w",
                                                .value = claims[i].percent,
                                                .metric = "change",
                                                .statistic = STATISTIC_CLAIM,
                                                .written = claims[i].clause});
        struct analysis *analysis = analyze(results, &options);
        assert_int_equal(analysis->stated_count, 1);
        if (analysis->stated[0].result != claims[i].result)
            fail_msg("%s: %.*s", claims[i].clause, (int)analysis->stated[0].message.size,
                     analysis->stated[0].message.data);
        analysis_free(analysis);
        results_free(results);
    }
}

static void add_rate_claim(struct results *results, const char *workload, const char *metric,
                           double value, const char *clause)
{
    add_made_run(results, (struct made_run){.config = "ashift=12",
                                            .workload = workload,
                                            .value = value,
                                            .metric = metric,
                                            .unit = "B/s",
                                            .statistic = STATISTIC_CLAIM,
                                            .written = clause});
}

/* Test 1: 145.4 and 130.425, Test 3: 1370.5 and 1253.5 MB/s; difference 14.975 and 117. */
static void averages_and_differences_are_held_against_the_figures(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct results *results = first_seed_results();
    add_rate_claim(results, "Test 1", "average", 145e6, "average of ashift=12 was 145 MB/s");
    add_rate_claim(results, "Test 3", "average", 1.4e9, "average of ashift=12: 1.4 GB/s");
    add_rate_claim(results, "Test 1", "difference", 15e6, "15 MB/s faster");
    add_rate_claim(results, "Test 1", "difference", 20e6, "up to 20 MB/s faster");
    add_rate_claim(results, "Test 3", "difference", 100e6, "more than 100 MB/s faster");
    struct analysis *analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C49", CHECK_CLEAN, ""));
    assert_non_null(find_check(analysis, "C50", CHECK_CLEAN, ""));
    assert_null(find_check(analysis, "C49", CHECK_HIT, ""));
    assert_null(find_check(analysis, "C50", CHECK_HIT, ""));
    analysis_free(analysis);
    add_rate_claim(results, "Test 2", "average", 350e6, "average of ashift=12 was 350 MB/s");
    add_rate_claim(results, "Test 3", "difference", 150e6, "150 MB/s faster");
    add_rate_claim(results, "", "average", 350e6, "average of ashift=12 was 350 MB/s");
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C49", CHECK_HIT,
                               "Test 2: the stated average 350 MB/s of ashift 12 is not the mean "
                               "of its 4 runs, which is 2.2348 GB/s"));
    assert_non_null(find_check(analysis, "C49", CHECK_UNKNOWN, "several fit"));
    assert_non_null(find_check(analysis, "C50", CHECK_HIT,
                               "Test 3: the stated difference 150 MB/s is not in the figures, "
                               "where it is 117 MB/s"));
    analysis_free(analysis);
    results_free(results);
}

/* 2234.75/1736.25 = 1.287, 1370.5/1253.5 = 1.093 */
static void multiples_and_winners_are_held_against_the_figures(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct results *results = first_seed_results();
    add_claim(results, "ashift=12", "Test 2", "times", 1.29, "1.29x as fast");
    add_claim(results, "ashift=12", "Test 2", "times", 0.29, "0.29x faster");
    add_claim(results, "ashift=12", "Test 2", "times", 1.5, "up to 1.5x as fast");
    add_claim(results, "ashift=12", "Test 2", "times", 1.2, "at least 1.2 times as fast");
    add_claim(results, "ashift=13", "Test 2", "times", 1 / 1.28, "1.28 times slower");
    struct analysis *analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C50", CHECK_CLEAN, ""));
    assert_null(find_check(analysis, "C50", CHECK_HIT, ""));
    assert_null(find_check(analysis, "C42", CHECK_HIT, "stated"));
    assert_non_null(find_check(analysis, "C42", CHECK_HIT, "times as fast as ashift"));
    analysis_free(analysis);
    add_claim(results, "ashift=12", "Test 2", "times", 2, "twice as fast");
    add_claim(results, "ashift=13", "Test 3", "times", 0.5, "half the speed");
    add_claim(results, "ashift=12", "", "winner", 1, "faster on all tests");
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C50", CHECK_HIT,
                               "stated 2 times are not in the figures: ashift 12 is 1.29 times"));
    assert_non_null(find_check(analysis, "C50", CHECK_HIT, "stated 0.5 times"));
    assert_non_null(find_check(analysis, "C42", CHECK_HIT, "shown in 0 of 3 tests"));
    assert_int_equal(analysis->overalls[0].state, STATE_INCONCLUSIVE);
    analysis_free(analysis);
    results_free(results);
}

/* 70e6 B/s x 23 s = 1.61e9 B = 1.5 GiB; x 228 s = 15.96e9 B */
static void transfers_are_held_against_their_rate(void **state)
{
    static const double seconds[] = {23, 228};
    (void)state;
    struct analysis_options options = analysis_defaults();
    for (size_t i = 0; i < 2; i++) {
        struct results *results = first_seed_results();
        struct made_run made = {.config = "ashift=12",
                                .workload = "",
                                .metric = "io_bytes",
                                .value = 16e9,
                                .statistic = STATISTIC_CLAIM};
        struct run *run = make_run(results, &made);
        add_value(results, run, &made);
        made.metric = "runtime";
        made.value = seconds[i] * 1e9;
        add_value(results, run, &made);
        made.metric = "bw";
        made.value = 70e6;
        add_value(results, run, &made);
        struct analysis *analysis = analyze(results, &options);
        const char *says = "70 MB/s for 23 s is 1.5 GiB, not the 14.9 GiB stated";
        assert_true((find_check(analysis, "C32b", CHECK_HIT, says) != NULL) == (i == 0));
        assert_int_equal(analysis->overalls[0].counts[STATE_INCONCLUSIVE], 3);
        analysis_free(analysis);
        results_free(results);
    }
}

/* 5860 x 4096 = 24.0e6: 24 MB/s; 25.17e6 B/s are 24.0 MiB/s. What no unit explains may be another
   block size. */
static void block_sizes_stand_in_names(void **state)
{
    static const struct {
        const char *workload;
        double bw;
        enum check_result result;
        const char *says;
    } rows[] = {{"randwrite 4k", 24.0e6, CHECK_CLEAN, ""},
                {"randwrite 4k", 24.0e6 * 1.048576, CHECK_HIT, "MB/s taken for MiB/s"},
                {"randwrite 4k", 34.0e6, CHECK_UNKNOWN, "does not fit"},
                {"4k of 1g", 24.0e6 * 1.048576, CHECK_UNKNOWN, "not stated"},
                {"Test 1", 24.0e6, CHECK_UNKNOWN, "not stated"}};
    (void)state;
    struct analysis_options options = analysis_defaults();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct results *results = results_create();
        struct made_run made = {
            .config = "ashift=12", .workload = rows[i].workload, .value = rows[i].bw};
        struct run *run = make_run(results, &made);
        add_value(results, run, &made);
        made.metric = "iops";
        made.value = 5860;
        add_value(results, run, &made);
        struct analysis *analysis = analyze(results, &options);
        assert_non_null(find_check(analysis, "C32", rows[i].result, rows[i].says));
        analysis_free(analysis);
        results_free(results);
    }
}

static void averages_are_named_for_what_they_are(void **state)
{
    (void)state;
    struct results *results = results_create();
    struct made_run posted = {.config = "x=1",
                              .workload = "w",
                              .value = 2150e6,
                              .statistic = STATISTIC_MEAN,
                              .written = "2150"};
    struct analysis_options options = analysis_defaults();
    /* mean 2250, median 2150 */
    add_series(results, (struct made_run){.config = "x=1", .workload = "w"},
               "2000e6 2100e6 2200e6 2700e6");
    add_made_run(results, posted);
    struct analysis *analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C49", CHECK_HIT, "it is the median"));
    analysis_free(analysis);
    posted.value = 2250e6;
    posted.written = "2250";
    results->observations[results->observation_count - 1].value = 2250e6;
    results->observations[results->observation_count - 1].written = text_of("2250");
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C49", CHECK_CLEAN, ""));
    analysis_free(analysis);
    posted.workload = "v";
    add_made_run(results, posted);
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C49", CHECK_UNKNOWN, "without their runs"));
    analysis_free(analysis);
    results_free(results);
}

/* Two runs a side under two archives, whose facts differ in compression. */
static struct results *two_archives(const char *compression)
{
    struct results *results = results_create();
    for (size_t side = 0; side < 2; side++) {
        const char *path = side == 0 ? "a/manifest" : "b/manifest";
        results_add_fact(results, (struct fact){text_of("compression"),
                                                text_of(side == 0 ? "off" : compression),
                                                text_of(""), text_of(path)});
        results_add_fact(results, (struct fact){text_of("recordsize"), text_of("128k"), text_of(""),
                                                text_of(path)});
        results_add_fact(results,
                         (struct fact){text_of("kernel"), text_of(side == 0 ? "6.1" : "6.5"),
                                       text_of(""), text_of(path)});
        for (unsigned i = 0; i < 4; i++) {
            struct made_run made = {.config = side == 0 ? "ashift=12" : "ashift=13",
                                    .workload = "w",
                                    .value = 100e6 * (1 + (double)side) + 1e6 * i,
                                    .iteration = i + 1};
            struct run *run = make_run(results, &made);
            run->source.path = text_of(side == 0 ? "a/run" : "b/run");
            add_value(results, run, &made);
        }
    }
    return results;
}

static void a_second_factor_blocks(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct results *results = two_archives("lz4");
    struct analysis *analysis = analyze(results, &options);
    assert_int_equal(analysis->comparisons[0].state, STATE_NOT_COMPARABLE);
    assert_int_equal(analysis->comparisons[0].reason, REASON_CHECK);
    assert_string_equal(comparison_reason_name(&analysis->comparisons[0]), "C19");
    assert_non_null(find_check(analysis, "C19", CHECK_HIT, "compression (off and lz4)"));
    assert_non_null(find_check(analysis, "C20", CHECK_HIT, "kernel (6.1 and 6.5)"));
    /* the figures stay */
    assert_true(analysis->cells[0].n == 4 && analysis->cells[0].mean == 101.5e6);
    analysis_free(analysis);
    struct text ignored = text_of("c19");
    options.ignored_checks = (struct text_list){&ignored, 1};
    analysis = analyze(results, &options);
    assert_int_equal(analysis->comparisons[0].state, STATE_BETTER);
    assert_null(find_check(analysis, "C19", CHECK_HIT, ""));
    analysis_free(analysis);
    results_free(results);
    options = analysis_defaults();
    results = two_archives("off");
    analysis = analyze(results, &options);
    assert_int_equal(analysis->comparisons[0].state, STATE_BETTER);
    assert_non_null(find_check(analysis, "C19", CHECK_CLEAN, ""));
    analysis_free(analysis);
    results_free(results);
}

static void figures_that_are_no_measurement_block(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct results *results = first_seed_results();
    results_add_fact(results,
                     (struct fact){text_of("link"), text_of("sata600"), text_of(""), text_of("")});
    struct analysis *analysis = analyze(results, &options);
    assert_int_equal(analysis->comparisons[0].state, STATE_INCONCLUSIVE); /* Test 1: up to 177 */
    assert_string_equal(comparison_reason_name(&analysis->comparisons[1]), "C02");
    assert_string_equal(comparison_reason_name(&analysis->comparisons[2]), "C02");
    assert_int_equal(analysis->overalls[0].counts[STATE_NOT_COMPARABLE], 2);
    assert_int_equal(analysis->comparisons[0].family_size, 1);
    analysis_free(analysis);
    results_free(results);
}

static void an_unknown_check_cannot_be_ignored(void **state)
{
    (void)state;
    struct failure failure = {.kind = FAILURE_NONE};
    struct analysis_options options = analysis_defaults();
    struct text ignored = text_of("C99");
    options.ignored_checks = (struct text_list){&ignored, 1};
    struct results *results = first_seed_results();
    assert_null(analysis_create(results, &options, &failure));
    assert_int_equal(failure.kind, FAILURE_USAGE);
    results_free(results);
}

static void order_of_runs(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct results *results = results_create();
    for (unsigned i = 0; i < 8; i++)
        add_made_run(results, (struct made_run){.config = i < 4 ? "ashift=12" : "ashift=13",
                                                .workload = "w",
                                                .value = 100e6 + 0.2e6 * (i * 3 % 8),
                                                .iteration = i % 4 + 1,
                                                .position = i + 1});
    struct analysis *analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C46", CHECK_HIT, "before all runs"));
    assert_non_null(find_check(analysis, "C41", CHECK_CLEAN, ""));
    assert_non_null(find_check(analysis, "C44", CHECK_CLEAN, ""));
    assert_non_null(find_check(analysis, "C45", CHECK_UNKNOWN, ""));
    analysis_free(analysis);
    for (unsigned i = 0; i < 8; i++)
        results->runs[i]->position = 2 * (i % 4) + (i >= 4) + 1;
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C46", CHECK_CLEAN, ""));
    assert_non_null(find_check(analysis, "C53", CHECK_HIT, "less than 5 %"));
    assert_non_null(find_check(analysis, "C43", CHECK_CLEAN, ""));
    analysis_free(analysis);
    results_free(results);
}

static void first_runs_and_missing_runs(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct results *results = results_create();
    const char *workloads[] = {"a", "b", "c"};
    /* median of the others 101, their median distance 1: 80 is off by 21 */
    for (size_t i = 0; i < 3; i++)
        add_series(results, (struct made_run){.config = "ashift=12", .workload = workloads[i]},
                   "80e6 100e6 101e6 102e6 103e6");
    struct analysis *analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C45", CHECK_HIT, "below the others in 3 of 3"));
    assert_non_null(find_check(analysis, "C51", CHECK_CLEAN, ""));
    assert_non_null(find_check(analysis, "C40", CHECK_UNKNOWN, "nothing is compared"));
    analysis_free(analysis);
    for (size_t i = 0; i < 3; i++)
        results->observations[5 * i].value = 101.5e6;
    results->runs[4]->iteration = 6;
    results->runs[5]->iteration = 0;
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C51", CHECK_HIT, "run 5 is missing: n = 5 of 6"));
    assert_non_null(find_check(analysis, "C51", CHECK_UNKNOWN, "not numbered"));
    assert_null(find_check(analysis, "C45", CHECK_HIT, ""));
    analysis_free(analysis);
    results_free(results);
}

/* Six runs of each of two settings, the runs of both numbered by `first` + `step` x place. */
static struct results *numbered_results(const unsigned first[2], unsigned step)
{
    struct results *results = results_create();
    for (size_t level = 0; level < 2; level++)
        for (unsigned i = 0; i < 6; i++)
            add_made_run(results, (struct made_run){.config = level == 0 ? "x=1" : "x=2",
                                                    .workload = "w",
                                                    .value = 100 + i,
                                                    .iteration = first[level] + step * i});
    return results;
}

static void numbers_may_go_through_all_settings(void **state)
{
    (void)state;
    static const struct {
        unsigned first[2], step;
        unsigned taken; /* number that the fourth run of x=2 has instead; 0: its own */
        enum check_result result;
        const char *says;
    } numbered[] = {
        {{1, 1}, 1, 0, CHECK_CLEAN, ""},
        {{1, 7}, 1, 0, CHECK_CLEAN, ""}, /* 1 to 6 and 7 to 12 */
        {{1, 2}, 2, 0, CHECK_CLEAN, ""}, /* odd and even */
        {{1, 7}, 1, 13, CHECK_HIT, "run 10 is missing: n = 12 of 13 over all settings"},
        {{1, 2}, 1, 0, CHECK_HIT, "run 1 is missing: n = 6 of 7"}, /* both have 2 to 6 */
        {{1, 8}, 1, 0, CHECK_HIT, "run 7 is missing: n = 12 of 13 over all settings"},
        {{1, 9}, 1, 0, CHECK_HIT, "runs 7, 8 are missing: n = 12 of 14 over all settings"},
        {{3, 15},
         2,
         0,
         CHECK_HIT,
         "runs 1, 2, 4, 6, 8 and 8 more are missing: n = 12 of 25 over all settings"},
    };
    struct analysis_options options = analysis_defaults();
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++) {
        struct results *results = numbered_results(numbered[i].first, numbered[i].step);
        if (numbered[i].taken > 0)
            results->runs[9]->iteration = numbered[i].taken;
        struct analysis *analysis = analyze(results, &options);
        if (find_check(analysis, "C51", numbered[i].result, numbered[i].says) == NULL)
            print_check(analysis, "C51");
        assert_non_null(find_check(analysis, "C51", numbered[i].result, numbered[i].says));
        if (numbered[i].result == CHECK_CLEAN)
            assert_null(find_check(analysis, "C51", CHECK_HIT, ""));
        /* a run that is missing is told once */
        size_t told = 0;
        for (size_t k = 0; k < analysis->check_count; k++)
            told += text_is(text_of(analysis->checks[k].rule->id), "C51") &&
                    analysis->checks[k].result == CHECK_HIT;
        assert_int_equal(told, numbered[i].result == CHECK_HIT);
        analysis_free(analysis);
        results_free(results);
    }
}

static void round_figures_and_caps(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct results *results = results_create();
    struct made_run made = {.config = "ashift=12",
                            .workload = "w",
                            .metric = "iops",
                            .options = "rw=randwrite;bs=4096",
                            .tool = "fio"};
    struct input_file *file = results_add_file(results);
    file->path = text_of("made by hand");
    file->format = text_of("fio_json");
    add_series(results, made, "3000 3001 2999");
    struct analysis *analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C30", CHECK_HIT, "all 3 runs give 3000 IOPS"));
    analysis_free(analysis);
    results->observations[0].value = 3100;
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C30", CHECK_CLEAN, ""));
    analysis_free(analysis);
    results->observation_count = 2;
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C30", CHECK_UNKNOWN, "fewer than 3 runs"));
    analysis_free(analysis);
    results_free(results);
}

/* Figures of a forum post: two volumes with the same eight figures, one dataset with others. */
static void copied_tables_are_found(void **state)
{
    static const struct {
        const char *workload;
        double read, write, other_read, other_write;
    } rows[] = {{"Sequential 1MB", 559e6, 78e6, 208e6, 26e6},
                {"Sequential 128KB", 553e6, 74e6, 188e6, 12e6},
                {"Random 4KB 16 threads", 124e6, 8e6, 24e6, 0.5e6},
                {"Random 4KB single thread", 20e6, 0.8e6, 20e6, 0.8e6}};
    static const char *const configs[] = {"volblocksize=4k", "volblocksize=64k", "recordsize=4k"};
    (void)state;
    struct analysis_options options = analysis_defaults();
    options.compare = text_of("volblocksize");
    struct results *results = results_create();
    for (size_t side = 0; side < 3; side++)
        for (size_t i = 0; i < 4; i++)
            for (unsigned writes = 0; writes < 2; writes++)
                add_made_run(
                    results,
                    (struct made_run){
                        .config = configs[side],
                        .workload = rows[i].workload,
                        .direction = writes ? DIRECTION_WRITE : DIRECTION_READ,
                        .statistic = STATISTIC_BEST,
                        .value = side < 2 ? (writes ? rows[i].write : rows[i].read)
                                          : (writes ? rows[i].other_write : rows[i].other_read)});
    struct analysis *analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C48", CHECK_HIT,
                               "all 8 figures of volblocksize=64k stand under volblocksize=4k"));
    assert_non_null(find_check(analysis, "C36", CHECK_HIT, "best of several runs"));
    assert_non_null(find_check(analysis, "C40", CHECK_HIT, "n = 1 and 1"));
    analysis_free(analysis);
    results->observations[0].value = 560e6; /* the other seven are still copies */
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C48", CHECK_HIT, "the same 7 figures"));
    analysis_free(analysis);
    for (size_t i = 0; i < 8; i++)
        results->observations[i].value *= 1.01;
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C48", CHECK_CLEAN, ""));
    analysis_free(analysis);
    results->observation_count = 1;
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C48", CHECK_UNKNOWN, ""));
    analysis_free(analysis);
    results_free(results);
}

/* A large effect in one of two tests. */
static void many_tests_are_told(void **state)
{
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct results *results = results_create();
    add_series(results, (struct made_run){.config = "ashift=12", .workload = "a"}, "10 11 12 11");
    add_series(results, (struct made_run){.config = "ashift=13", .workload = "a"}, "20 21 22 21");
    struct analysis *analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C52", CHECK_CLEAN, ""));
    analysis_free(analysis);
    add_series(results, (struct made_run){.config = "ashift=12", .workload = "b"}, "10 21 12 11");
    add_series(results, (struct made_run){.config = "ashift=13", .workload = "b"}, "20 11 22 21");
    analysis = analyze(results, &options);
    assert_non_null(find_check(analysis, "C52", CHECK_HIT, "1 of 2 tests are below 5 %"));
    analysis_free(analysis);
    results_free(results);
}

/* One run of each setting tells nothing of noise, order or versions. */
static void single_runs_leave_checks_unknown(void **state)
{
    static const char *const ids[] = {"C20", "C41", "C42", "C43", "C44", "C52", "C53"};
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct results *results = results_create();
    add_series(results, (struct made_run){.config = "ashift=12", .workload = "a"}, "10");
    add_series(results, (struct made_run){.config = "ashift=13", .workload = "a"}, "20");
    struct analysis *analysis = analyze(results, &options);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        assert_non_null(find_check(analysis, ids[i], CHECK_UNKNOWN, ""));
        assert_null(find_check(analysis, ids[i], CHECK_HIT, ""));
        assert_null(find_check(analysis, ids[i], CHECK_CLEAN, ""));
    }
    analysis_free(analysis);
    results_free(results);
}

/* Five even runs of three tests, 13 twice as fast, on one machine. */
static void a_sound_comparison_is_clean(void **state)
{
    static const char *const ids[] = {"C20", "C40", "C41", "C42", "C43", "C45", "C51", "C53"};
    (void)state;
    struct analysis_options options = analysis_defaults();
    struct results *results = results_create();
    results_add_fact(results,
                     (struct fact){text_of("kernel"), text_of("6.1"), text_of(""), text_of("")});
    results_add_fact(
        results, (struct fact){text_of("zfs"), text_of("OpenZFS 2.3.1"), text_of(""), text_of("")});
    for (char name = 'a'; name <= 'c'; name++) {
        const char workload[] = {name, '\0'};
        const char *kept =
            text_string(results->arena, text_copy(results->arena, text_of(workload)));
        add_series(results, (struct made_run){.config = "ashift=12", .workload = kept},
                   "101 103 100 102 104");
        add_series(results, (struct made_run){.config = "ashift=13", .workload = kept},
                   "202 200 204 206 208");
    }
    struct analysis *analysis = analyze(results, &options);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        assert_null(find_check(analysis, ids[i], CHECK_HIT, ""));
        assert_null(find_check(analysis, ids[i], CHECK_UNKNOWN, ""));
        assert_non_null(find_check(analysis, ids[i], CHECK_CLEAN, ""));
    }
    analysis_free(analysis);
    results_free(results);
}

/* Comes last: each rule was seen to hit, to be clean and to be unknown. */
static void every_rule_was_seen_with_every_result(void **state)
{
    size_t lacking = 0;
    (void)state;
    assert_true(check_rule_count() < MOST_RULES);
    for (size_t i = 0; i < check_rule_count(); i++)
        for (size_t result = 0; result <= CHECK_UNKNOWN; result++)
            if (!seen[i][result]) {
                print_error("%s was not seen %s\n", check_rule_at(i)->id,
                            check_result_name((enum check_result)result));
                lacking++;
            }
    assert_int_equal(lacking, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_give_their_result),
        cmocka_unit_test(counters_of_a_run_are_held_against_its_own_reads),
        cmocka_unit_test(limits_that_were_not_reached_hold_nothing_back),
        cmocka_unit_test(identities_are_told_with_their_places),
        cmocka_unit_test(messages_name_the_run_they_are_of),
        cmocka_unit_test(bounds_and_single_runs_are_no_exact_claims),
        cmocka_unit_test(first_seed_is_judged_as_designed),
        cmocka_unit_test(percentages_with_the_right_base_are_clean),
        cmocka_unit_test(rounded_percentages_round),
        cmocka_unit_test(averages_and_differences_are_held_against_the_figures),
        cmocka_unit_test(multiples_and_winners_are_held_against_the_figures),
        cmocka_unit_test(transfers_are_held_against_their_rate),
        cmocka_unit_test(block_sizes_stand_in_names),
        cmocka_unit_test(averages_are_named_for_what_they_are),
        cmocka_unit_test(a_second_factor_blocks),
        cmocka_unit_test(figures_that_are_no_measurement_block),
        cmocka_unit_test(an_unknown_check_cannot_be_ignored),
        cmocka_unit_test(order_of_runs),
        cmocka_unit_test(first_runs_and_missing_runs),
        cmocka_unit_test(numbers_may_go_through_all_settings),
        cmocka_unit_test(round_figures_and_caps),
        cmocka_unit_test(copied_tables_are_found),
        cmocka_unit_test(many_tests_are_told),
        cmocka_unit_test(single_runs_leave_checks_unknown),
        cmocka_unit_test(a_sound_comparison_is_clean),
        cmocka_unit_test(every_rule_was_seen_with_every_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
