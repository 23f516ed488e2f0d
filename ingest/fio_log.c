/* fio's bandwidth, IOPS and latency logs and its histogram logs, of all versions, streamed.

   A log tells of the inside of one job's run; only its name says of what ("NAME_clat.1.log"). What
   is given, under the log's own name as workload, is what the lines surely hold:
   - latencies, one line an I/O: mean, lowest, highest and percentiles of all I/Os (clat_mean ...);
   - histogram logs: percentiles, as metrics of their own (clat_log_p99 ...): fio may leave out the
     last window;
   - averaged logs: mean, lowest and highest of the windows, as metrics of their own (bw_log_mean,
     clat_log_max ...): a mean of windows is not the rate or latency of the run;
   - bandwidth and IOPS with one line an I/O are rates of single I/Os and say nothing of the run.
   Bandwidth is in KiB/s. Latencies were microseconds up to fio 2.20 and are nanoseconds since; the
   priority column (3.18) and the number of bins tell, and where nothing tells they are left out. */
#include "ingest/fio_log.h"

#include "ingest/fio_log_lines.h"
#include "ingest/input.h"
#include "ingest/reader.h"
#include "model/number.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 20, HEAD = 1 << 16 };

/* What a log measures, by the end of its name. */
struct log_kind {
    const char *ending, *metric, *unit;
    double worth; /* of one in base units; 0 = depends on the version */
};

static const struct log_kind kinds[] = {
    {"_clat_hist", "clat", "ns", 0}, {"_bw", "bw", "B/s", 1024}, {"_iops", "iops", "1/s", 1},
    {"_slat", "slat", "ns", 0},      {"_clat", "clat", "ns", 0}, {"_lat", "lat", "ns", 0},
};

/* "folder/i-perio_clat.1.log" -> "i-perio_clat" */
static struct text stem_of(struct text path)
{
    size_t start = path.size;
    while (start > 0 && path.data[start - 1] != '/')
        start--;
    struct text name = text_slice(path, start, path.size);
    if (text_ends_with(name, ".log"))
        name = text_slice(name, 0, name.size - strlen(".log"));
    size_t end = name.size;
    while (end > 0 && name.data[end - 1] >= '0' && name.data[end - 1] <= '9')
        end--;
    return end < name.size && end > 0 && name.data[end - 1] == '.' ? text_slice(name, 0, end - 1)
                                                                   : name;
}

static const struct log_kind *kind_of(struct text stem)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (text_ends_with(stem, kinds[i].ending))
            return &kinds[i];
    return NULL;
}

/* Nanoseconds of one in a latency log; 0 when nothing tells. */
static double latency_unit(const struct fio_log_layout *layout)
{
    enum { BINS_3 = 1856 };
    if (layout->bins > 0)
        return BINS_3 % layout->bins == 0 ? 1 : 1000;
    return layout->has_priority ? 1 : 0;
}

struct row_target {
    struct reading *reading;
    size_t run;
    enum direction direction;
    const struct log_kind *kind;
    double worth;
};

static void add_row(const struct row_target *target, const char *part, double value)
{
    struct reading *reading = target->reading;
    reading_add_observation(
        reading, (struct found_observation){
                     .run = target->run,
                     .direction = target->direction,
                     .metric = text_format(reading->arena, "%s_%s", target->kind->metric, part),
                     .value = value * target->worth,
                     .unit = text_of(target->kind->unit),
                     .source = {reading->path, 1}});
}

/* The bucket that holds the value below which `percent` of all lie. */
static double percentile(const struct fio_log_sums *sums, uint64_t count, double percent)
{
    uint64_t below = 0;
    for (size_t i = 0; i < FIO_BUCKETS; i++) {
        below += sums->buckets[i];
        if ((double)below >= percent / 100 * (double)count && below > 0)
            return fio_bucket_value(i);
    }
    return 0;
}

static void add_percentiles(const struct row_target *target, const struct fio_log_sums *sums,
                            const char *prefix)
{
    static const double percents[] = {50, 90, 95, 99, 99.9, 99.99};
    uint64_t count = 0;
    for (size_t i = 0; i < FIO_BUCKETS; i++)
        count += sums->buckets[i];
    for (size_t i = 0; i < sizeof percents / sizeof *percents && count > 0; i++) {
        char number[32], part[40];
        number_write(percents[i], number);
        (void)snprintf(part, sizeof part, "%s%s", prefix, number);
        add_row(target, part, percentile(sums, count, percents[i]));
    }
}

static void add_rows(const struct row_target *target, const struct fio_log_lines *lines,
                     const struct fio_log_sums *sums)
{
    static const char *const parts[2][3] = {{"mean", "min", "max"},
                                            {"log_mean", "log_min", "log_max"}};
    bool averaged = lines->with_block_size == 0;
    if (sums->lines == 0)
        return;
    if (lines->layout.bins == 0) {
        add_row(target, parts[averaged][0], (double)sums->whole / (double)sums->lines);
        add_row(target, parts[averaged][1], (double)sums->lowest);
        add_row(target, parts[averaged][2], (double)sums->highest);
    }
    if (lines->layout.bins > 0 || !averaged)
        add_percentiles(target, sums, lines->layout.bins > 0 ? "log_p" : "p");
}

/* The latencies of all I/Os, by the buckets that hold them. */
static void keep_histogram(const struct row_target *target, const struct fio_log_sums *sums)
{
    struct arena *arena = target->reading->arena;
    struct histogram histogram = {.direction = target->direction,
                                  .latency = text_of(target->kind->metric)};
    for (size_t i = 0; i < FIO_BUCKETS; i++)
        histogram.bin_count += sums->buckets[i] > 0;
    struct histogram_bin *bins = arena_take_array(arena, histogram.bin_count + 1, sizeof *bins);
    histogram.bins = bins;
    for (size_t i = 0; i < FIO_BUCKETS; i++) {
        if (sums->buckets[i] == 0)
            continue;
        *bins++ =
            (struct histogram_bin){fio_bucket_value(i) * target->worth, (double)sums->buckets[i]};
        histogram.total += (double)sums->buckets[i];
    }
    if (histogram.bin_count > 0)
        reading_add_histogram(target->reading, (struct found_histogram){target->run, histogram});
}

static void keep_series(const struct row_target *target, const struct fio_log_course *course)
{
    struct arena *arena = target->reading->arena;
    struct time_series series = fio_log_course_series(course, arena, target->worth);
    series.direction = target->direction;
    bool latency = target->kind->worth == 0;
    struct text metric = text_format(arena, "%s%s", target->kind->metric, latency ? "_mean" : "");
    if (series.count > 0)
        reading_add_series(target->reading, (struct found_series){target->run, metric, series});
}

static bool write_log(const struct fio_log_lines *lines, struct reading *reading,
                      struct failure *failure)
{
    static const enum direction directions[FIO_LOG_DIRECTIONS] = {DIRECTION_READ, DIRECTION_WRITE,
                                                                  DIRECTION_TRIM};
    struct text stem = stem_of(reading->path);
    const struct log_kind *kind = kind_of(stem);
    uint64_t all = 0;
    for (size_t d = 0; d < FIO_LOG_DIRECTIONS; d++)
        all += lines->sums[d].lines;
    bool hist = lines->layout.bins > 0, each_io = lines->with_block_size > 0;
    if (kind == NULL)
        return failure_set(failure, FAILURE_INPUT,
                           "has the lines of a fio log, but its name does not say of what");
    double worth = kind->worth > 0 ? kind->worth : latency_unit(&lines->layout);
    if (worth == 0)
        return failure_set(
            failure, FAILURE_INPUT,
            "is a latency log of fio, but nothing tells whether in microseconds (fio "
            "2) or nanoseconds (fio 3)");
    if (!hist && each_io && (kind->worth > 0 || lines->with_block_size < all))
        return failure_set(failure, FAILURE_INPUT,
                           "is a fio log of single I/Os: its rates are not the run's");
    size_t run = reading_add_run(reading, 1);
    reading->runs[run].tool = text_of("fio");
    reading->runs[run].is_log = true;
    reading->runs[run].workload = text_clean(reading->arena, stem);
    for (size_t d = 0; d < FIO_LOG_DIRECTIONS; d++) {
        struct row_target target = {reading, run, directions[d], kind, worth};
        add_rows(&target, lines, &lines->sums[d]);
        if (reading->shapes && (hist || each_io))
            keep_histogram(&target, &lines->sums[d]);
        if (lines->courses != NULL && !hist)
            keep_series(&target, &lines->courses[d]);
    }
    if (lines->damaged > 0)
        reading_note(reading, (unsigned)lines->first_damaged,
                     "%llu lines are no lines of the log and were left out",
                     (unsigned long long)lines->damaged);
    return true;
}

/* Empty sums, with courses when the reading wants them. */
static struct fio_log_lines *lines_for(struct arena *scratch, const struct reading *reading)
{
    struct fio_log_lines *lines = arena_take(scratch, sizeof *lines);
    if (reading->shapes)
        lines->courses = arena_take_array(scratch, FIO_LOG_DIRECTIONS, sizeof *lines->courses);
    return lines;
}

static int bid(struct text head)
{
    struct fio_log_layout layout;
    return fio_log_layout_of(text_slice(head, 0, HEAD), &layout) ? 110 : 0;
}

static bool read_log(const struct input *input, struct reading *reading, struct failure *failure)
{
    struct arena *scratch = arena_create();
    struct fio_log_lines *lines = lines_for(scratch, reading);
    bool written = false;
    if (fio_log_layout_of(text_slice(input->text, 0, HEAD), &lines->layout)) {
        (void)fio_log_take(lines, input->text.data, input->text.size);
        written = write_log(lines, reading, failure);
    } else {
        (void)failure_set(failure, FAILURE_INPUT, "is no fio log");
    }
    arena_free(scratch);
    return written;
}

/* --- long files --- */

static bool fill(int file, char *buffer, size_t *size, size_t capacity, struct failure *failure)
{
    while (*size < capacity) {
        ssize_t got = read(file, buffer + *size, capacity - *size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failure_set(failure, FAILURE_INPUT, "cannot be read: %s", strerror(errno));
        if (got == 0)
            break;
        *size += (size_t)got;
    }
    return true;
}

static int open_regular(const char *path, off_t longer_than)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0 &&
        (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= longer_than)) {
        (void)close(file);
        return -1;
    }
    return file;
}

bool fio_log_is_long(const char *path)
{
    char head[HEAD];
    struct fio_log_layout layout;
    size_t size = 0;
    int file = strcmp(path, "-") == 0 ? -1 : open_regular(path, CHUNK);
    if (file < 0)
        return false;
    bool is_log = fill(file, head, &size, sizeof head, NULL) &&
                  fio_log_layout_of((struct text){head, size}, &layout);
    (void)close(file);
    return is_log;
}

static bool take_file(int file, struct fio_log_lines *lines, char *buffer, size_t *total,
                      struct failure *failure)
{
    size_t held = 0;
    for (;;) {
        size_t before = held;
        if (!fill(file, buffer, &held, CHUNK, failure))
            return false;
        if (held == before) /* what is left has no line end: it may be cut */
            return true;
        *total += held - before;
        if (lines->layout.columns == 0 &&
            !fio_log_layout_of((struct text){buffer, held < HEAD ? held : HEAD}, &lines->layout))
            return failure_set(failure, FAILURE_INPUT, "is no fio log");
        size_t used = fio_log_take(lines, buffer, held);
        if (used == 0 && held == CHUNK)
            return failure_set(failure, FAILURE_INPUT, "has a line of more than a mebibyte");
        memmove(buffer, buffer + used, held - used);
        held -= used;
    }
}

bool fio_log_read_file(const char *path, struct reading *reading, size_t *size,
                       struct failure *failure)
{
    int file = open_regular(path, 0);
    if (file < 0)
        return failure_set(failure, FAILURE_INPUT, "cannot be opened: %s", strerror(errno));
    struct arena *scratch = arena_create();
    struct fio_log_lines *lines = lines_for(scratch, reading);
    *size = 0;
    bool read = take_file(file, lines, arena_take(scratch, CHUNK), size, failure) &&
                write_log(lines, reading, failure);
    arena_free(scratch);
    (void)close(file);
    return read;
}

const struct reader fio_log_reader = {
    "fio_log", "bandwidth, IOPS, latency and histogram logs of fio", bid, read_log};
