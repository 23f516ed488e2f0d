/* The rules are those of the checks with the same number that `analyze` applies to results; here
   only what follows from the job files, the plan and the memory of the machine. */
#include "collect/prediction.h"

#include "collect/job_file.h"
#include "collect/whole_file.h"
#include "model/number.h"

#include <math.h>
#include <string.h>

/* One section of a workload and what surrounds it. */
struct situation {
    const struct plan *plan;
    const struct zfs *zfs; /* NULL = none is used */
    const struct workload *workload;
    const struct job_file *file;
    const struct job_section *section;
    double memory_bytes; /* 0 = unknown */
    bool reads, writes, is_random;
    int64_t runtime_ms; /* 0 = not set */
};

static struct text option(const struct situation *at, const char *name, const char *alias)
{
    const struct job_option *found = job_section_find(at->section, name, alias);
    return found == NULL ? (struct text){0} : found->value;
}

static bool is_set(const struct situation *at, const char *name)
{
    return job_section_is_set(at->section, name);
}

/* True when a level (or what pools get by default) has this value of a dataset property. */
static bool some_level_has(const struct situation *at, const char *property, const char *value)
{
    for (size_t i = 0; i < at->plan->level_count; i++) {
        for (size_t k = 0; k < at->plan->levels[i].property_count; k++) {
            const struct setting *setting = &at->plan->levels[i].properties[k];
            if (text_is(setting->name, property) && text_is(setting->value, value)) {
                return true;
            }
        }
    }
    return false;
}

/* The largest block size of the datasets; 0 = unknown. */
static double largest_record(const struct situation *at)
{
    double largest = 0;
    bool stated = false;
    for (size_t i = 0; i < at->plan->level_count; i++) {
        for (size_t k = 0; k < at->plan->levels[i].property_count; k++) {
            const struct setting *setting = &at->plan->levels[i].properties[k];
            double bytes;
            if ((text_is(setting->name, "recordsize") || text_is(setting->name, "volblocksize")) &&
                number_read_size(setting->value, &bytes)) {
                stated = true;
                largest = bytes > largest ? bytes : largest;
            }
        }
    }
    return stated || !plan_makes_pools(at->plan) ? largest : 128 * 1024;
}

static bool direct_is_effective(const struct situation *at)
{
    return is_set(at, "direct") &&
           (at->zfs == NULL || (at->zfs->kind == ZFS_OPEN && at->zfs->release >= 203));
}

static bool flushes(const struct situation *at)
{
    static const char *const names[] = {"end_fsync", "fsync", "fdatasync", "fsync_on_close",
                                        "sync"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct text value = option(at, names[i], NULL);
        if (value.size > 0 && !text_is(value, "0") && !text_is(value, "none")) {
            return true;
        }
    }
    return direct_is_effective(at) || some_level_has(at, "sync", "always");
}

static bool is_open_zfs(const struct situation *at)
{
    return at->zfs != NULL && at->zfs->kind == ZFS_OPEN;
}

/* Every write waits for the disk. */
static bool is_synchronous(const struct situation *at)
{
    struct text sync = option(at, "sync", NULL);
    bool by_option = sync.size > 0 && !text_is(sync, "0") && !text_is(sync, "none");
    return by_option || text_is(option(at, "fsync", NULL), "1") ||
           text_is(option(at, "fdatasync", NULL), "1") || some_level_has(at, "sync", "always");
}

/* --- one function a check --- */

static bool reads_fit_in_memory(const struct situation *at)
{
    return at->reads && at->memory_bytes > 0 &&
           (double)at->workload->file_bytes < at->memory_bytes && !direct_is_effective(at) &&
           !some_level_has(at, "primarycache", "none") &&
           !some_level_has(at, "primarycache", "metadata");
}

/* With OpenZFS the counters of the ARC tell how many there were; without them it cannot be told. */
static bool reads_are_counted(const struct situation *at)
{
    return reads_fit_in_memory(at) && is_open_zfs(at);
}

static bool reads_are_not_counted(const struct situation *at)
{
    return reads_fit_in_memory(at) && !is_open_zfs(at);
}

static bool write_fits_in_memory(const struct situation *at)
{
    const double limit = (double)((int64_t)4 << 30);
    double dirty = at->memory_bytes / 10 < limit ? at->memory_bytes / 10 : limit;
    bool is_timed = at->runtime_ms > 0 && is_set(at, "time_based");
    bool is_small = is_open_zfs(at) && !is_timed && (double)at->workload->written_bytes < 2 * dirty;
    return at->writes && at->zfs != NULL && !is_synchronous(at) &&
           ((is_timed && at->runtime_ms < 15000) || is_small);
}

/* How long a run without a run time takes is a guess. */
static bool write_may_be_short(const struct situation *at)
{
    return at->writes && at->zfs != NULL && !is_synchronous(at) && !write_fits_in_memory(at) &&
           !(at->runtime_ms > 0 && is_set(at, "time_based")) && at->workload->seconds < 30;
}

static bool never_flushes(const struct situation *at)
{
    return at->writes && !flushes(at);
}

static bool flush_is_timed(const struct situation *at)
{
    return at->writes && at->runtime_ms > 0 && is_set(at, "time_based") &&
           is_set(at, "end_fsync") && !is_synchronous(at);
}

static bool direct_has_no_effect(const struct situation *at)
{
    return is_set(at, "direct") && !direct_is_effective(at);
}

static bool data_shrinks(const struct situation *at)
{
    double share;
    bool compressible =
        is_set(at, "zero_buffers") ||
        (option(at, "buffer_pattern", NULL).size > 0 &&
         option(at, "buffer_compress_percentage", NULL).size == 0) ||
        (number_read_plain(option(at, "buffer_compress_percentage", NULL), false, &share) &&
         share >= 13) ||
        is_set(at, "dedupe_percentage");
    bool is_off = plan_makes_pools(at->plan) || some_level_has(at, "compression", "off");
    for (size_t i = 0; i < at->plan->level_count; i++) {
        for (size_t k = 0; k < at->plan->levels[i].property_count; k++) {
            const struct setting *setting = &at->plan->levels[i].properties[k];
            is_off = is_off &&
                     !(text_is(setting->name, "compression") && !text_is(setting->value, "off"));
        }
    }
    return at->writes && compressible && !is_off;
}

static bool blocks_do_not_match(const struct situation *at)
{
    double record = largest_record(at), size;
    if (number_read_size(option(at, "size", NULL), &size) && size < record) {
        record = size;
    }
    return at->writes && at->is_random && record > 0 &&
           fmod((double)job_section_block_size(at->section), record) != 0;
}

static bool is_short(const struct situation *at)
{
    double seconds = at->runtime_ms > 0 ? (double)at->runtime_ms / 1000 : at->workload->seconds;
    return seconds < 30;
}

static bool depth_has_no_effect(const struct situation *at)
{
    static const char *const one_by_one[] = {"psync", "sync", "vsync", "pvsync", "pvsync2", "mmap"};
    struct text engine = option(at, "ioengine", NULL);
    int64_t depth = 1;
    bool waits = engine.size == 0 || (text_is(engine, "libaio") && !is_set(at, "direct"));
    for (size_t i = 0; i < sizeof one_by_one / sizeof one_by_one[0]; i++) {
        waits = waits || text_is(engine, one_by_one[i]);
    }
    return waits && number_read_integer(option(at, "iodepth", NULL), &depth) && depth > 1;
}

static bool rate_is_capped(const struct situation *at)
{
    return is_set(at, "rate") || is_set(at, "rate_iops");
}

static bool waits_between(const struct situation *at)
{
    return is_set(at, "thinktime");
}

static bool sequence_repeats(const struct situation *at)
{
    struct text repeat = option(at, "randrepeat", NULL);
    return at->is_random && !text_is(repeat, "0") && option(at, "randseed", NULL).size == 0 &&
           option(at, "allrandrepeat", NULL).size == 0;
}

static bool has_no_latencies(const struct situation *at)
{
    return is_set(at, "gtod_reduce") || is_set(at, "disable_clat") || is_set(at, "disable_lat");
}

/* fio samples the bandwidth every half second. */
static bool has_few_samples(const struct situation *at)
{
    int64_t jobs = 1;
    bool is_one = at->file->count == 1 &&
                  (!number_read_integer(option(at, "numjobs", NULL), &jobs) || jobs == 1);
    return is_one && (at->runtime_ms > 0 ? at->runtime_ms < 1500 : at->workload->seconds < 5);
}

static bool has_few_runs(const struct situation *at)
{
    return at->plan->iterations < 5;
}

static bool is_not_interleaved(const struct situation *at)
{
    enum { LEAST_TESTED = 3 };
    return at->plan->order == ORDER_BLOCKED && at->plan->level_count > 1 &&
           at->plan->iterations >= LEAST_TESTED;
}

static const struct prediction_row {
    const char *id;
    bool (*hits)(const struct situation *at);
    const char *message;
    bool is_of_plan; /* the same for all workloads */
    bool is_unsure;  /* the runs will tell */
} rows[] = {
    {"C01", reads_are_counted,
     "the files are smaller than the memory: the counters of the ARC will tell how much was read "
     "from it",
     false, true},
    {"C01b", reads_are_not_counted,
     "the files are smaller than the memory: reads may come from the cache, not from the disk",
     false, false},
    {"C03", write_fits_in_memory,
     "what is written in that time can stay in memory: it shows memory and CPU as well", false,
     false},
    {"C03", write_may_be_short,
     "it may take less than three transaction groups of ZFS: then it shows memory and CPU as well",
     false, true},
    {"C04", never_flushes,
     "the clock stops before the data is on the disk; end_fsync=1 in the job file changes that",
     false, false},
    {"C05", flush_is_timed,
     "the last flush counts: a run can take longer than its run time, and its rate is lower then",
     false, true},
    {"C06", direct_has_no_effect, "direct=1 has no effect with this ZFS: the cache is used", false,
     false},
    {"C07", data_shrinks, "the data can be compressed, and some level does", false, false},
    {"C16", blocks_do_not_match,
     "blocks smaller than the records of the dataset: each rewrites more than was asked for", false,
     false},
    {"C25", is_short, "less than 30 seconds: start-up effects weigh", false, false},
    {"C26", depth_has_no_effect, "iodepth has no effect: this engine works on one at a time", false,
     false},
    {"C30", rate_is_capped, "the job limits its own rate: the runs will tell whether it gets there",
     false, true},
    {"C30", waits_between, "the job waits between its requests (thinktime)", false, false},
    {"C33", has_few_samples,
     "fewer than three samples of the bandwidth: their mean will not be the rate", false, true},
    {"C34", has_no_latencies, "the job says not to measure latencies", false, false},
    {"C35", sequence_repeats,
     "every run visits the same blocks in the same order (randrepeat): good for pairing, bad as a "
     "sample",
     false, false},
    {"C40", has_few_runs, "fewer than five runs of a level show large differences only", true,
     false},
    {"C46", is_not_interleaved, "all runs of a level before the next: any drift counts as effect",
     true, false},
};

/* --- all of them --- */

static double memory_bytes(struct arena *arena)
{
    struct text meminfo = {0}, line;
    double kibibytes;
    (void)stream_file_read(arena, "/proc/meminfo", &meminfo);
    while (text_next_line(&meminfo, &line)) {
        struct text key;
        if (text_next_piece(&line, ':', &key) && text_is(key, "MemTotal")) {
            line = text_trim(line);
            return number_read_plain(text_trim(text_slice(line, 0, text_find(line, "k", 0))), false,
                                     &kibibytes)
                       ? kibibytes * 1024
                       : 0;
        }
    }
    return 0;
}

static bool workload_hits(struct arena *arena, const struct prediction_row *row,
                          struct situation *at)
{
    struct failure ignored = {0};
    struct job_file file = {.arena = arena, .path = "", .failure = &ignored};
    if (!job_file_read(&file, at->workload->job_file)) {
        return false;
    }
    at->file = &file;
    bool hits = false;
    for (size_t i = 0; i < file.count; i++) {
        at->section = &file.sections[i];
        struct text rw = option(at, "rw", "readwrite");
        rw = rw.size == 0 ? text_of("read") : rw;
        bool both = text_find(rw, "rw", 0) < rw.size;
        at->reads = both || text_find(rw, "read", 0) < rw.size;
        at->writes = both || text_find(rw, "write", 0) < rw.size;
        at->is_random = text_starts_with(rw, "rand");
        at->runtime_ms = 0;
        (void)!job_section_time(&file, at->section, "runtime", "timeout", &at->runtime_ms);
        hits = hits || row->hits(at);
    }
    return hits;
}

struct text predictions_written(struct arena *arena, const struct plan *plan,
                                const struct preparation *preparation)
{
    struct text_builder text = {.arena = arena};
    struct situation at = {.plan = plan,
                           .zfs = preparation->has_zfs ? &preparation->zfs : NULL,
                           .memory_bytes = memory_bytes(arena)};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *separator = "";
        struct text_builder names = {.arena = arena};
        size_t hits = 0;
        for (size_t k = 0; k < plan->workloads.count; k++) {
            at.workload = &plan->workloads.items[k];
            if (workload_hits(arena, &rows[i], &at)) {
                text_add_format(&names, "%s%.*s", separator, (int)at.workload->name.size,
                                at.workload->name.data);
                separator = ", ";
                hits++;
            }
        }
        if (hits == 0) {
            continue;
        }
        bool all = rows[i].is_of_plan || hits == plan->workloads.count;
        text_add_format(&text, "check %s %s hit (%s): %s\n", rows[i].id,
                        rows[i].is_unsure ? "may" : "will",
                        all ? "all workloads" : text_built(&names).data, rows[i].message);
    }
    return text_built(&text);
}
