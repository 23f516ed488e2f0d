/* The lines of fio logs, fast enough for files of gigabytes: "time, value, direction, block size",
   then, by version and options, offset, priority (decimal, or 0x with log_prio=1), issue time. With
   log_window_value=both two values. A histogram log has "time, direction, block size" and the
   counts of all bins. Reference: fio iolog.c, flush_samples and flush_hist_samples. */
#include "ingest/fio_log_lines.h"

#include <string.h>

enum { BUCKET_BITS = 6, LONGEST_NUMBER = 19, HISTOGRAM_HEAD = 3 };

size_t fio_bucket_of(uint64_t value)
{
    enum { EXACT = 2 << BUCKET_BITS };
    if (value < EXACT)
        return (size_t)value;
    unsigned top = 63 - (unsigned)__builtin_clzll(value);
    unsigned shift = top - BUCKET_BITS;
    return ((size_t)(shift + 1) << BUCKET_BITS) + ((value >> shift) & ((1U << BUCKET_BITS) - 1));
}

double fio_bucket_value(size_t bucket)
{
    enum { EXACT = 2 << BUCKET_BITS };
    if (bucket < EXACT)
        return (double)bucket;
    unsigned shift = (unsigned)(bucket >> BUCKET_BITS) - 1;
    double width = (double)((uint64_t)1 << shift);
    double base = (double)((uint64_t)1 << (shift + BUCKET_BITS));
    return base + ((double)(bucket & ((1U << BUCKET_BITS) - 1)) + 0.5) * width;
}

/* Reads a number; NULL when there is none or it is too long. A line end stops every number, so the
   text needs no other bound. */
static inline const char *read_count(const char *at, uint64_t *count)
{
    const char *start = at;
    uint64_t value = 0;
    for (unsigned digit; (digit = (unsigned)(*at - '0')) < 10; at++)
        value = value * 10 + digit;
    *count = value;
    return at == start || at - start > LONGEST_NUMBER ? NULL : at;
}

static const char *skip_hexadecimal(const char *at)
{
    while ((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'f') || (*at >= 'A' && *at <= 'F'))
        at++;
    return at;
}

/* Reads the columns of one line up to its end; NULL when the line is another. `hexadecimal` is set
   when the last column is. */
static inline const char *read_line(const char *at, size_t columns, uint64_t *values,
                                    bool *hexadecimal)
{
    for (size_t i = 0; i < columns; i++) {
        if (i > 0) {
            if (at[0] != ',' || at[1] != ' ')
                return NULL;
            at += 2;
        }
        at = read_count(at, &values[i]);
        if (at == NULL)
            return NULL;
        if (*at == 'x' && values[i] == 0) {
            at = skip_hexadecimal(at + 1);
            *hexadecimal = true;
        }
    }
    if (*at == '\r')
        at++;
    return *at == '\n' ? at : NULL;
}

static size_t count_columns(struct text line)
{
    size_t columns = 1;
    for (size_t i = 0; i < line.size; i++)
        columns += line.data[i] == ',';
    return columns;
}

/* log_hist_coarseness halves the number of bins up to six times. */
static bool is_bin_count(size_t bins)
{
    static const size_t all[] = {1216, 1856}; /* up to fio 2.20, since */
    for (unsigned coarseness = 0; coarseness <= BUCKET_BITS; coarseness++)
        if (bins == all[0] >> coarseness || bins == all[1] >> coarseness)
            return true;
    return false;
}

struct column_ranges {
    uint64_t highest[FIO_LOG_COLUMNS];
    bool third_below_second, hexadecimal;
};

static bool look_at_lines(struct text head, size_t columns, struct column_ranges *ranges,
                          size_t *count)
{
    struct text rest = head, line;
    uint64_t before = 0, values[FIO_LOG_COLUMNS];
    *count = 0;
    *ranges = (struct column_ranges){.hexadecimal = false};
    while (text_find(rest, "\n", 0) < rest.size && text_next_line(&rest, &line)) {
        if (read_line(line.data, columns, values, &ranges->hexadecimal) == NULL)
            return false;
        enum { OUT_OF_ORDER_MS = 60000 }; /* entries are written as they complete */
        if (values[0] + OUT_OF_ORDER_MS < before)
            return false;
        before = values[0] > before ? values[0] : before;
        for (size_t i = 0; i < columns; i++)
            if (values[i] > ranges->highest[i])
                ranges->highest[i] = values[i];
        ranges->third_below_second = ranges->third_below_second || values[2] < values[1];
        (*count)++;
    }
    return true;
}

static bool histogram_layout(struct text head, size_t columns, struct fio_log_layout *layout)
{
    struct text rest = head, line;
    *layout = (struct fio_log_layout){.columns = columns, .direction = 1};
    layout->bins = columns - HISTOGRAM_HEAD;
    while (text_find(rest, "\n", 0) < rest.size && text_next_line(&rest, &line)) {
        uint64_t values[HISTOGRAM_HEAD];
        const char *at = line.data;
        for (size_t i = 0; i < HISTOGRAM_HEAD && at != NULL; i++) {
            at = read_count(at, &values[i]);
            if (at != NULL)
                at = at[0] == ',' && at[1] == ' ' ? at + 2 : NULL;
        }
        if (at == NULL || values[1] >= FIO_LOG_DIRECTIONS || count_columns(line) != columns)
            return false;
    }
    return true;
}

bool fio_log_layout_of(struct text head, struct fio_log_layout *layout)
{
    enum { FEWEST_COLUMNS = 4, FEWEST_LINES = 2, HIGHEST_PRIORITY = 1 };
    struct text first = text_slice(head, 0, text_find(head, "\n", 0));
    struct column_ranges ranges;
    size_t lines, columns = count_columns(first);
    if (first.size == head.size || first.size == 0 || first.data[0] < '0' || first.data[0] > '9')
        return false;
    if (columns > FIO_LOG_COLUMNS)
        return is_bin_count(columns - HISTOGRAM_HEAD) && histogram_layout(head, columns, layout);
    if (columns < FEWEST_COLUMNS || !look_at_lines(head, columns, &ranges, &lines) ||
        lines < FEWEST_LINES)
        return false;
    *layout = (struct fio_log_layout){.columns = columns, .direction = 2};
    if (ranges.highest[2] >= FIO_LOG_DIRECTIONS)
        layout->direction = 3; /* average and maximum */
    if (layout->direction == 3 && (columns <= FEWEST_COLUMNS || ranges.third_below_second))
        return false;
    layout->has_priority = columns > layout->direction + 2 &&
                           (ranges.hexadecimal || ranges.highest[columns - 1] <= HIGHEST_PRIORITY);
    return ranges.highest[layout->direction] < FIO_LOG_DIRECTIONS;
}

static void note_damaged(struct fio_log_lines *lines)
{
    if (lines->damaged++ == 0)
        lines->first_damaged = lines->number;
}

static inline void add_value(struct fio_log_sums *sums, uint64_t value)
{
    if (sums->lines++ == 0 || value < sums->lowest)
        sums->lowest = value;
    if (value > sums->highest)
        sums->highest = value;
    sums->whole += value;
    sums->buckets[fio_bucket_of(value)]++;
}

/* Reads the columns of a line up to the block size and passes over the rest. */
static inline const char *read_needed(const char *at, const char *end,
                                      const struct fio_log_layout *layout, uint64_t *values)
{
    size_t needed = layout->direction + 2;
    bool hexadecimal = false;
    if (needed == layout->columns)
        return read_line(at, needed, values, &hexadecimal);
    for (size_t i = 0; i < needed; i++) {
        at = read_count(at, &values[i]);
        if (at == NULL || at[0] != ',' || at[1] != ' ')
            return NULL;
        at += 2;
    }
    return memchr(at, '\n', (size_t)(end - at));
}

static void take_values(struct fio_log_lines *lines, const char *at, const char *end)
{
    const struct fio_log_layout layout = lines->layout;
    uint64_t values[FIO_LOG_COLUMNS];
    while (at < end) {
        const char *stop = read_needed(at, end, &layout, values);
        lines->number++;
        if (stop != NULL && values[layout.direction] < FIO_LOG_DIRECTIONS) {
            add_value(&lines->sums[values[layout.direction]], values[1]);
            if (lines->courses != NULL)
                fio_log_course_add(&lines->courses[values[layout.direction]], values[0], values[1]);
            lines->with_block_size += values[layout.direction + 1] > 0;
        } else {
            note_damaged(lines);
            stop = memchr(at, '\n', (size_t)(end - at));
        }
        at = stop + 1;
    }
}

/* The counts of one line of a histogram log, added only when the whole line is one. */
static const char *read_bins(const char *at, size_t bins, uint64_t *counts)
{
    for (size_t i = 0; i < bins; i++) {
        at = read_count(at, &counts[i]);
        if (at == NULL || (i + 1 < bins && (at[0] != ',' || at[1] != ' ')))
            return NULL;
        at += i + 1 < bins ? 2 : 0;
    }
    if (*at == '\r')
        at++;
    return *at == '\n' ? at : NULL;
}

static void add_bins(struct fio_log_sums *sums, const uint64_t *counts, size_t bins)
{
    enum { BINS_2 = 1216, BINS_3 = 1856 };
    size_t all = BINS_3 % bins == 0 ? BINS_3 : BINS_2, stride = all / bins;
    sums->lines++;
    for (size_t i = 0; i < bins; i++)
        sums->buckets[i * stride + stride / 2] += counts[i];
}

static void take_bins(struct fio_log_lines *lines, const char *at, const char *end)
{
    uint64_t head[HISTOGRAM_HEAD], counts[FIO_BUCKETS];
    while (at < end) {
        const char *stop = at;
        for (size_t i = 0; i < HISTOGRAM_HEAD && stop != NULL; i++) {
            stop = read_count(stop, &head[i]);
            if (stop != NULL)
                stop = stop[0] == ',' && stop[1] == ' ' ? stop + 2 : NULL;
        }
        if (stop != NULL)
            stop = read_bins(stop, lines->layout.bins, counts);
        lines->number++;
        if (stop != NULL && head[1] < FIO_LOG_DIRECTIONS) {
            add_bins(&lines->sums[head[1]], counts, lines->layout.bins);
        } else {
            note_damaged(lines);
            stop = memchr(at, '\n', (size_t)(end - at));
        }
        at = stop + 1;
    }
}

size_t fio_log_take(struct fio_log_lines *lines, const char *data, size_t size)
{
    size_t whole = size;
    while (whole > 0 && data[whole - 1] != '\n')
        whole--;
    if (lines->layout.bins > 0)
        take_bins(lines, data, data + whole);
    else
        take_values(lines, data, data + whole);
    return whole;
}
