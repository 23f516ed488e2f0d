/* The table of the credibility checks. Each row is the whole of what is said about a check; the
   functions are in analyze/check_SUBJECT.c. */

#include "analyze/checks.h"

#include "analyze/check_table.h"

#include <string.h>

const struct check_row check_rows[] = {
    {{"C01", "BW", "reads from memory",
      "1 - device_read_bytes x compressratio / bytes read, or 1 - arc_fetched_blocks x record size "
      "/ bytes read: from 5 % on a warning, from 50 % on it blocks. The facts are the sums over "
      "all "
      "read runs; arc_fetched_blocks is what demand_data_misses and prefetch_data_misses rose by. "
      "The plain hit ratio is not used: blocks fetched ahead count as hits there.",
      "93 % of the reads were answered from memory: this is the speed of the RAM, not of the pool",
      "Use files of at least twice the memory, direct=1 with OpenZFS 2.3 or later, or "
      "primarycache=metadata on both sides.",
      false},
     .of_run = check_reads_from_memory,
     .looks_at = FIGURE_BYTES},
    {{"C01b", "W", "reads that fit into memory",
      "Reads without the counters of C01, files smaller than memory, no direct I/O that works, and "
      "primarycache not none or metadata.",
      "the files (4 GiB) are smaller than memory (64 GiB): reads may come from cache, and no "
      "counters were saved that would tell",
      "Use larger files, or save the counters of ARC and devices before and after.", false},
     .of_run = check_reads_fit_memory,
     .looks_at = FIGURE_BYTES},
    {{"C02", "B", "faster than the hardware",
      "The rate is above devices x link (facts link = sata600, nvme4x4 ..., devices; one device "
      "unless stated), and the data does not shrink (C07). A rate posted in M counts as 1000000 "
      "bytes.",
      "7.09 GB/s is more than the link sata600 carries (600 MB/s): cache or zeros",
      "Find the cache that answered; write data that cannot be compressed, and flush it.", false},
     .of_run = check_faster_than_link,
     .looks_at = FIGURE_RATE},
    {{"C03", "W", "writes that fit into memory",
      "On ZFS: written bytes below 2 x zfs_dirty_data_max (10 % of memory, at most 4 GiB, unless "
      "stated), or run time below 3 x zfs_txg_timeout (5 s). Not where each write waits for the "
      "device (fsync=1, sync=1, dataset sync=always).",
      "all that was written (3.1 GiB) is less than twice ZFS's write buffer (4 GiB): the figure "
      "shows memory and CPU",
      "Run for at least a minute and write several times the buffer.", false},
     .of_run = check_write_fits_memory,
     .looks_at = FIGURE_BYTES | FIGURE_TIME},
    {{"C03b", "W", "the same files over and over",
      "More than 5 x the size of the files was written, neither synchronous nor direct, and the "
      "disks wrote less than half of it (fact disk_written_bytes, times copies). Unknown where the "
      "pools are files.",
      "the files (64 MiB) were overwritten 86 times and the disks wrote 2.7 % of it: most versions "
      "never reached them",
      "Use files larger than what is written in the run time.", false},
     .of_run = check_rewritten,
     .looks_at = FIGURE_BYTES},
    {{"C04", "WI", "no flush",
      "Writes with none of end_fsync, fsync, fdatasync, sync, fsync_on_close, direct I/O that "
      "works, "
      "dataset sync=always. Information only where direct=1 was set and may have worked.",
      "the clock stopped before the data was on the device", "Add end_fsync=1.", false},
     .of_circumstances = check_no_flush},
    {{"C05", "W", "a flush at the end",
      "The writes took more than 1.05 x the run time that was set.",
      "the job was set to 60 s but took 88 s: 28 s were the final flush. The rate includes it; "
      "without it at most 1.2 GB/s",
      "Do not compare this rate with one of a run that has no flush.", false},
     .of_run = check_flush_tail,
     .looks_at = FIGURE_BYTES | FIGURE_TIME},
    {{"C06", "W", "direct=1 without effect",
      "direct=1 on a ZFS that takes the flag and uses the cache: zfs-fuse, OpenZFS before 2.3, or "
      "the property direct=disabled.",
      "direct=1 had no effect: this ZFS takes the flag but uses the cache",
      "Treat it as a buffered test: larger files, end_fsync=1.", false},
     .of_circumstances = check_direct_without_effect},
    {{"C07", "BW", "data that shrinks",
      "compression not off, and the data can be compressed: facts logicalused and used, else "
      "zero_buffers, buffer_pattern, buffer_compress_percentage from 13, dedupe_percentage. A "
      "saving "
      "above 10 % is a warning, above 50 % it blocks.",
      "the test data shrinks on this dataset (66:1 by logicalused and used)",
      "Set refill_buffers=1 with random data, or compression=off on both sides.", false},
     .of_circumstances = check_compressible_data},
    {{"C08", "B", "blocks that were never written",
      "Reads that neither memory answered (below 5 % by C01) nor the disks: they read less than "
      "0.2 x what was asked for (fact disk_read_bytes); or a volume of whose size less than 0.9 is "
      "filled (facts referenced, volsize).",
      "the disks read 1.2 % of what was asked for, and memory did not answer it: these blocks were "
      "never written",
      "Lay the files out first: write all of them, then read.", false},
     .of_run = check_never_written,
     .looks_at = FIGURE_BYTES},
    {{"C09", "W", "jobs that read the same",
      "Several jobs read one file (filename) in sequence, without offset or offset_increment. "
      "Random jobs have sequences of their own.",
      "8 jobs read the same places of the same file in the same order: 7 of 8 are answered by the "
      "cache",
      "Leave filename out, so that each job has its own file, or set offset_increment.", false},
     .of_circumstances = check_shared_offsets},
    {{"C10", "BWI", "no real device",
      "ioengine null, falloc, ftruncate or cpuio; a target on tmpfs or ramfs (fact file_system); "
      "mmap writing without any sync (end_fsync too) is a warning. Where the pools are files "
      "anyway, files in memory are "
      "information.",
      "ioengine=null moves no data: no storage was measured",
      "Measure on the device that the question is about.", false},
     .of_circumstances = check_no_real_device},
    {{"C11", "B", "another target than the pool named",
      "The folder of the files is mounted from another pool or dataset (fact mounted_from, as "
      "findmnt says) than the one named (fact pool). Archives prove it before each run where "
      "collect makes the pool or dataset.",
      "fio wrote to rpool/data, not to tank", "Look at findmnt -T FOLDER before starting fio.",
      false},
     .of_circumstances = check_other_target},
    {{"C12", "B", "ashift is not what the label says",
      "The ashift in the pool's label (archives have it, else the fact measured_ashift) is not the "
      "one that the run is filed under. The pool's property proves nothing.",
      "labelled ashift=13, but the pool has 12", "Read it with zdb -C and make the pool anew.",
      false},
     .of_circumstances = check_other_ashift},
    {{"C13", "W", "ashift below the sector",
      "2^ashift is below the fact physical_block_size. Not on sparse files, which have no sectors.",
      "512-byte blocks on a drive with 4096-byte sectors: each small write becomes "
      "read-modify-write inside the drive",
      "Make the pool with the ashift of the sector or a larger one.", false},
     .of_circumstances = check_ashift_below_sector},
    {{"C14", "I", "sector size not believable",
      "Flash (fact rotational=0) that reports 512-byte sectors; more than 16 KiB; or another size "
      "than the one it prefers to write (fact preferred_write_size, from NPWG).",
      "the drive reports 512-byte sectors: flash pages are larger, so this does not prove that 512 "
      "is native",
      "Measure ashift 12 too before choosing 9.", false},
     .of_circumstances = check_sector_not_believable},
    {{"C15", "I", "format of the drive",
      "Another format of the drive is rated better than the one in use, or all are rated alike "
      "(fact lba_formats=512:2*,4096:0: bytes and relative performance of each, 0 is best).",
      "the drive rates its 4096-byte format better than the 512-byte format in use",
      "Measure both formats; a rating is a claim of its maker.", false},
     .of_circumstances = check_slower_format},
    {{"C16", "W", "blocks and records do not fit",
      "Random writes whose bs is no multiple of recordsize or volblocksize; random reads too where "
      "primarycache is none or metadata.",
      "4 KiB writes into 128 KiB records: up to 32 times the data must be rewritten. This measures "
      "the record size first",
      "Compare with recordsize or volblocksize equal to the block size of the test.", false},
     .of_circumstances = check_block_mismatch},
    {{"C17", "W", "padding of raidz",
      "Fact layout = raidz1:3 (parity and width): blocks of s sectors take s + parity x "
      "ceil(s/(width - parity)), rounded up to a multiple of parity + 1. Hits below 0.9 x what the "
      "layout promises.",
      "blocks of 8 KiB on raidz1:3 at ashift=12 hold 50 % of data, not 67 %",
      "Use a larger volblocksize, or a mirror.", false},
     .of_circumstances = check_raidz_padding},
    {{"C18", "I", "compression cannot act",
      "compression is on and a record has fewer than 8 sectors of 2^ashift: only whole sectors can "
      "be saved.",
      "with ashift=13 and blocks of 8 KiB compression can save nothing",
      "Compare space with larger records, or compression=off.", false},
     .of_circumstances = check_compression_cannot_act},
    {{"C19", "B", "more than one factor",
      "The two sides differ in another property of pool or drive that is known of both, in a job "
      "option, or no two settings differ in the factor alone. What is known of one side only is "
      "unknown.",
      "the two differ not only in ashift but in compression (off and lz4)",
      "Repeat one side with the other's setting; compare what differs in one thing.", false},
     .of_all = check_second_factor},
    {{"C20", "W", "versions differ",
      "kernel, ZFS or fio (major.minor) are not the same on both sides.",
      "versions differ: fio (3.25 and 3.28)", "Repeat both sides with the same versions.", false},
     .of_all = check_versions},
    {{"C21", "W", "safety switched off", "sync=disabled on the dataset.",
      "sync=disabled: writes that asked to be safe were not",
      "Set sync=standard, or say that the figures are of unsafe writes.", false},
     .of_circumstances = check_sync_disabled},
    {{"C22", "W", "state of the pool",
      "Fact capacity above 80 %, fact health not ONLINE, or fact scan (a scrub or resilver was in "
      "progress).",
      "the pool is 93 % full: it searches for free space", "Test on a pool with room, whole.",
      false},
     .of_circumstances = check_pool_state},
    {{"C23", "W", "another job than the output's",
      "The job file or command says another rw, bs, ioengine or iodepth than the output, or all "
      "I/O went another way than rw says.",
      "the job says bs=8192, the output 4096", "Ask for the job that was really run.", false},
     .of_run = check_other_job,
     .looks_at = FIGURE_BYTES},
    {{"C24", "B", "failed or cut short",
      "A run with an error or signal, with I/Os that failed, were short or were dropped (fio's "
      "total_err, short_ios, drop_ios), or one that ended before 0.9 x its run time without having "
      "moved its size. Failed runs are left out of comparisons. fio counts fdatasync and "
      "sync_file_range among the short I/Os: these are told apart by its latencies of syncs.",
      "it ended after 114 of 180 s, before its size was moved", "Repeat the run.", false},
     .of_run = check_failed_or_cut,
     .looks_at = FIGURE_BYTES | FIGURE_TIME | FIGURE_FAULT},
    {{"C25", "W", "too short", "A run of less than 30 s.",
      "a run took 1.2 s: the start weighs heavily", "Run for a minute or more.", false},
     .of_run = check_too_short,
     .looks_at = FIGURE_TIME,
     .says_a_run = true},
    {{"C26", "W", "queue depth not reached",
      "iodepth above 1 with an engine that works one by one (psync, sync, vsync, pvsync, mmap), or "
      "with libaio without direct=1.",
      "iodepth=16 had no effect: psync works one by one, so this is queue depth 1",
      "Use io_uring, or libaio with direct=1, or several jobs.", false},
     .of_circumstances = check_depth_not_reached},
    {{"C27", "W", "decline within the run",
      "More than 10 GiB were moved, and the median of the rate over the last third of the run is "
      "below 0.8 x that over the first (facts write_bw_first_third, write_bw_last_third, or "
      "read_...). Clean too where the lowest of 20 samples or more is above half their mean.",
      "the rate fell from 5.9 GB/s in the first third of the run to 1.6 GB/s in the last: a fast "
      "cache was used up, or the drive held itself back",
      "Run longer and use the rate after the fall, or stay below it and say so.", false},
     .of_run = check_decline,
     .looks_at = FIGURE_BYTES},
    {{"C28", "W", "heat",
      "The drive warmed by 15 C or more, reached its warning temperature, or counted throttling "
      "(facts temperature_before, temperature_after, temperature_warning, throttled).",
      "the drive warmed from 41 to 67 C", "Let it cool down between runs, or cool it.", false},
     .of_circumstances = check_heat},
    {{"C29", "WI", "the processor as the limit",
      "User and system time of a job from 95 % on (of runs of a second or more), processors idle "
      "for less than 10 %, or more "
      "than "
      "2 % stolen by the host of a virtual machine. Information: a frequency governor other than "
      "performance at queue depth 1.",
      "a job of fio kept a processor busy (98 % of its time): the device was not the limit",
      "Use more jobs or larger blocks, and look at what else ran.", false},
     .of_run = check_processor_bound,
     .looks_at = FIGURE_TIME},
    {{"C30", "WI", "a cap",
      "rate or rate_iops is set and 0.9 x of it was reached, or thinktime is set: a warning. Three "
      "runs or more within 0.3 % of each "
      "other "
      "and of a round figure (a multiple of 100 IOPS or of 10 MB/s; of 1000, 10000 ... for larger "
      "ones): information.",
      "all 3 runs give 3000 IOPS: this looks like a provider's cap",
      "A cap hides differences: take the limit away, or ask what the volume is limited to.", false},
     .of_run = check_rate_limit,
     .looks_at = FIGURE_RATE | FIGURE_IOPS,
     .of_all = check_round_figure},
    {{"C31", "W", "other load",
      "The load average before the start (fact load) is above half the number of processors (fact "
      "cpu, \"..., N logical\").",
      "a load of 3.1 on 4 processors before the start: something else was running, or had ended "
      "within the last minutes",
      "Stop it, wait some minutes (a load is an average over the last one and goes down slowly), "
      "and repeat.",
      false},
     .of_circumstances = check_other_load},
    {{"C32", "BW", "rate and IOPS do not fit",
      "IOPS x bs differs from the bandwidth by more than 2 % and the last printed digit. A warning "
      "where a mistaken unit (1.024, 1.048576 ...) or the number of jobs explains it within 0.5 %, "
      "else it blocks. Where only the name of a test has a block size, what no unit explains is "
      "unknown.",
      "22.9 MB/s is not 5860 IOPS of 4 KiB (ratio 1.048): MiB/s taken for MB/s",
      "Ask for the original output.", false},
     .of_run = check_rate_and_iops,
     .looks_at = FIGURE_RATE | FIGURE_IOPS},
    {{"C32b", "W", "size, time and rate do not fit",
      "Bandwidth x run time differs from the bytes moved by more than 2 %, the last printed digit "
      "and one millisecond; in a sentence (\"wrote 16 GiB in 23 s at 70 MiB/s\") by more than "
      "10 %.",
      "73.4 MB/s for 23 s is 1.57 GiB, not the 16 GiB stated", "Ask for the original output.",
      false},
     .of_run = check_size_and_rate,
     .looks_at = FIGURE_RATE | FIGURE_BYTES | FIGURE_TIME,
     .of_all = check_stated_transfers},
    {{"C33", "I", "fio's mean over samples",
      "bw_mean differs from bytes over run time by more than 5 %, or has fewer than 3 samples.",
      "fio's mean over 2 samples is 1.3 GB/s, bytes over run time are 1.1 GB/s: the latter is used",
      "Compare bytes over run time, as is done here.", false},
     .of_run = check_mean_of_samples,
     .looks_at = FIGURE_RATE},
    {{"C34", "I", "no latencies", "gtod_reduce or disable_clat, or no mean latency in the output.",
      "no latencies: the job said not to measure them", "Leave the option out to see latencies.",
      false},
     .of_run = check_no_latencies,
     .looks_at = FIGURE_LATENCY},
    {{"C35", "I", "the same random sequence",
      "A random job with randrepeat not 0 and without randseed or allrandrepeat.",
      "every run visits the same blocks in the same order (fio's default): good for comparing "
      "pairs, "
      "but no sample of all orders",
      "Say so, or set randrepeat=0.", false},
     .of_circumstances = check_same_sequence},
    {{"C36", "W", "peak readings",
      "Figures posted as peak or best, or by CrystalDiskMark. KDiskMark, ATTO and AS SSD: unknown.",
      "these figures are the best of several runs, not their mean: n = 1, to be compared only with "
      "the same tool and settings",
      "Post every run, or the mean with its standard deviation.", false},
     .of_run = check_peak_readings,
     .looks_at = FIGURE_RATE | FIGURE_IOPS},
    {{"C40", "I", "too few runs", "The warning few_runs, the reason too_few_runs.",
      "only 4 runs of each setting: 5 or more are better", "Make more runs: ashiftstat plan.",
      true},
     .of_all = check_few_runs},
    {{"C41", "W", "noise", "Standard deviation over mean of a setting's runs above 10 %.",
      "the 4 runs differ by 61 % (standard deviation over mean): find the cause first",
      "Find what makes the runs uneven before making more of them.", true},
     .of_all = check_noise},
    {{"C42", "WI", "no difference shown",
      "The state INCONCLUSIVE with an interval that holds both faster and slower: information. A "
      "post that names a winner which the verdict does not show: a warning.",
      "stated: ashift 12 is faster; shown in 0 of 3 tests",
      "Name no winner; make more runs: ashiftstat plan.", true},
     .of_all = check_no_difference_shown},
    {{"C43", "W", "one run decides",
      "The warning fragile, or means and medians name different winners by more than the margin.",
      "which setting is ahead depends on run 3 of ashift 12 alone: without it the other one leads",
      "Make more runs; never leave one out for its value.", true},
     .of_all = check_one_run_decides},
    {{"C44", "W", "effect of the order", "The warnings position_pattern and drift.",
      "run 2 was slow under both settings: interleave the runs, or pair them by run number "
      "(--pairing run)",
      "Make file or pool anew for each run, and interleave the settings.", true},
     .of_all = check_order_effect},
    {{"C45", "W", "the first run",
      "In at least half of three tests or more the first run is off the median of the others by "
      "more "
      "than 3 x their median distance from it, always to the same side.",
      "the first run is below the others in 5 of 6 tests",
      "Declare a warm-up run beforehand; do not drop it afterwards.", false},
     .of_all = check_first_run},
    {{"C46", "W", "one setting after the other", "The warning not_interleaved.",
      "all runs of ashift 12 were done before all runs of 13: anything that changed in between "
      "looks "
      "like a difference",
      "Run A B B A ...", true},
     .of_all = check_sequential_levels},
    {{"C47", "W", "state carried over",
      "Runs overwrite the file of an earlier run (fact fresh_file=no), or more than half of the "
      "drive was written since it was trimmed (facts written_since_trim, drive_size). Archives "
      "have a fresh file for every run.",
      "later runs overwrite the files of the first: they meet blocks and a drive in another state",
      "Make files or pool anew for each run, and trim in between.", false},
     .of_circumstances = check_state_carried_over},
    {{"C48", "W", "the same figures twice",
      "Two runs with the same start, bytes and run time, be it in one file or two (they are "
      "counted "
      "once); two settings whose four or more figures "
      "are "
      "all the same; the warning copying_slip.",
      "all 8 figures of volblocksize=64k stand under volblocksize=4k too: a copying slip?",
      "Look at the original output of both.", false},
     .of_all = check_duplicates},
    {{"C49", "W", "a stated average is wrong",
      "A posted average, in a table or a sentence, is not the mean of its runs within one unit of "
      "its last digit.",
      "the posted mean 2150.3 is not the mean of its 4 runs, which is 2050.3; it is the median",
      "Use the mean of the runs.", true},
     .of_all = check_stated_averages},
    {{"C50", "W", "the base of a percentage",
      "A post says that A is x % faster than B, and x is not 100 (a - b)/b within one unit of its "
      "last digit; or x times as fast, and x is not a/b (in words, such as twice, within a tenth). "
      "Or a difference that it states in MB/s is not a - b. Nearly 50 % may be what rounds to it; "
      "up to 15 %, at least 5 % and 5-15 % are bounds. What "
      "is said of single runs is unknown.",
      "Test 1: 10.3 % has ashift 12 as its base; against ashift 13 it is 11.5 %",
      "Give the percentage of the setting that is compared with.", true},
     .of_all = check_stated_percentages},
    {{"C51", "W", "runs are missing",
      "Numbered runs with gaps that no failed run explains; numbers may go through all settings.",
      "run 3 is missing: n = 4 of 5", "Post all runs.", false},
     .of_all = check_missing_runs},
    {{"C52", "I", "many tests",
      "Of several tests at least one is below alpha before the correction.",
      "1 of 12 tests are below 5 %; by chance 0.6 are expected, and the verdict allows for that",
      "Read the adjusted p.", false},
     .of_all = check_many_tests},
    {{"C53", "I", "below any use", "The state EQUIVALENT.",
      "equal for practical purposes: the difference is less than 5 %", "Choose by other reasons.",
      false},
     .of_all = check_below_any_use},
    {{"C54", "W", "not the output of one fio",
      "What stands in it cannot come from one version: words or fields that the version stated did "
      "not have or no longer has.",
      "no version of fio prints this: fio-2.16 with clat_ns, which fio 3.0 began",
      "Ask for the original output.", false},
     .of_circumstances = check_not_one_version},
    {{"C55", "I", "identities in an archive",
      "A file of an archive (the plan, the facts as the programs printed them, fio's output, logs) "
      "with a serial number or world-wide name, the name of a host or user, a hardware or network "
      "address. Numbers of versions and 127.0.0.1 are none. Unknown for a file that cannot be read "
      "as text.",
      "archive/facts/before/lsblk.txt line 12: a serial number stands in the archive",
      "Take it out before the archive is shared.", false},
     .of_all = check_identities},
};

enum { RULES = sizeof check_rows / sizeof *check_rows };

size_t check_rule_count(void)
{
    return RULES;
}

const struct check_rule *check_rule_at(size_t place)
{
    return &check_rows[place].rule;
}

size_t check_rule_place(const char *id)
{
    size_t place = 0;
    while (strcmp(check_rows[place].rule.id, id) != 0)
        place++;
    return place;
}

const struct check_rule *check_rule_find(struct text id)
{
    for (size_t i = 0; i < RULES; i++)
        if (text_is_ignoring_case(id, check_rows[i].rule.id))
            return &check_rows[i].rule;
    return NULL;
}

const char *check_result_name(enum check_result result)
{
    static const char *const names[] = {"hit", "clean", "unknown"};
    return names[result];
}

const char *check_severity_name(enum check_severity severity)
{
    static const char *const names[] = {"B", "W", "I"};
    return names[severity];
}
