/* The block of one job in fio's text output, line by line. Reference: fio stat.c,
   show_thread_status_normal, show_ddir_status, show_group_stats. */
#include "ingest/fio_text_block.h"

#include "ingest/fio_options.h"
#include "model/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const direction_words[FIO_DIRECTIONS] = {"read", "write", "trim", "mixed"};

static bool has(struct text text, const char *part)
{
    return text_find(text, part, 0) < text.size;
}

static struct text after(struct text text, const char *mark)
{
    size_t at = text_find(text, mark, 0);
    return at == text.size ? (struct text){NULL, 0}
                           : text_slice(text, at + strlen(mark), text.size);
}

static bool read_number(struct text token, double *value)
{
    return number_read_plain(token, false, value);
}

/* --- header line --- */

/* "64.0KiB-64.0KiB" or "4K-4K": the one size, 0 when it is a range or not exact. */
static double one_size(struct text range)
{
    size_t dash = text_find(range, "-", 0);
    struct text low = text_slice(range, 0, dash), high = text_slice(range, dash + 1, range.size);
    struct fio_figure size;
    bool decimal = has(low, "kB") || has(low, "MB") || has(low, "GB");
    if (low.size == 0 || !text_equal(low, high) ||
        !fio_figure_read(low, FIO_ROUNDS, decimal ? 1000 : 1024, &size))
        return 0;
    if (!decimal)
        return size.value;
    double power = exp2(round(log2(size.value))); /* kb_base=1000: 65.5kB is 65536 */
    return power >= size.low && power <= size.high ? power : 0;
}

static size_t split_sizes(struct text sizes, struct text ranges[3])
{
    static const char *const marks[] = {"(R) ", "(W) ", "(T) "};
    size_t count = 0;
    if (text_starts_with(sizes, "(R)")) {
        for (; count < 3; count++) {
            struct text range = after(sizes, marks[count]);
            ranges[count] = text_slice(range, 0, text_find(range, ",", 0));
        }
        return count;
    }
    struct text rest = text_slice(sizes, 0, text_find(sizes, ",", 0)), piece;
    while (count < 3 && text_next_piece(&rest, '/', &piece))
        ranges[count++] = piece;
    return count;
}

static struct text written_size(struct arena *arena, double size)
{
    char number[32];
    number_write(size, number);
    return text_copy(arena, text_of(number));
}

static void add_option(struct fio_text_header *header, const char *name, struct text value)
{
    if (value.size > 0)
        header->options[header->option_count++] = (struct setting){text_of(name), value};
}

static void read_sizes(struct arena *arena, struct text line, struct fio_text_header *header)
{
    struct text ranges[3];
    size_t count = split_sizes(after(line, "bs="), ranges);
    bool equal = count > 0;
    for (size_t i = 0; i < count; i++) {
        header->block_sizes[i] = one_size(text_trim(ranges[i]));
        equal = equal && header->block_sizes[i] == header->block_sizes[0];
    }
    if (count > 0 && equal)
        header->block_sizes[FIO_DIRECTIONS - 1] = header->block_sizes[0];
    if (count == 0 || header->block_sizes[0] == 0)
        return;
    while (count > 1 && header->block_sizes[count - 1] == header->block_sizes[count - 2])
        count--; /* bs=READ,WRITE: trims have the size of writes */
    struct text_builder bs = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        if (header->block_sizes[i] == 0)
            return;
        text_add_format(&bs, "%s", i == 0 ? "" : ",");
        text_add(&bs, written_size(arena, header->block_sizes[i]));
    }
    add_option(header, "bs", text_built(&bs));
}

bool fio_text_header_read(struct arena *arena, struct text line, struct fio_text_header *header)
{
    size_t mark = text_find(line, ": (g=", 0);
    struct text group = fio_text_token(line, ": (g=", ")");
    *header = (struct fio_text_header){.name = text_trim(text_slice(line, 0, mark))};
    if (mark == line.size || !has(line, "): rw=") || !read_number(group, &header->group))
        return false;
    struct text settings = after(line, "): ");
    add_option(header, "rw", fio_text_token(settings, "rw=", ","));
    read_sizes(arena, settings, header);
    add_option(header, "ioengine", fio_text_token(settings, "ioengine=", ","));
    add_option(header, "iodepth", fio_text_token(settings, "iodepth=", ","));
    return true;
}

/* --- job line --- */

/* Seconds since some day, of "Mon Nov 30 12:59:30 2026"; 0 when it is no such time. No time zone is
   printed, so only differences mean anything. */
static double clock_seconds(struct text time)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    char copy[64], name[4];
    int day, hour, minute, second, year;
    if (time.size == 0)
        return 0;
    (void)snprintf(copy, sizeof copy, "%.*s", (int)(time.size < 63 ? time.size : 63), time.data);
    if (sscanf(copy, "%*3s %3s %d %d:%d:%d %d", name, &day, &hour, &minute, &second, &year) != 6)
        return 0;
    const char *month = strstr(months, name);
    if (month == NULL)
        return 0;
    double days = year * 372.0 + (double)((month - months) / 3) * 31 + day;
    return days * 86400 + hour * 3600 + minute * 60 + second;
}

bool fio_text_job_line(struct arena *arena, const struct fio_text_line *line,
                       struct fio_text_block *block)
{
    size_t mark = text_find(line->text, ": (groupid=", 0);
    double group, jobs = 1, error = 0;
    struct text process = after(line->text, "err="); /* "groupid=" ends like "pid=" */
    struct text pid = fio_text_token(process, "pid=", ":");
    if (mark == line->text.size || pid.size == 0 ||
        !read_number(fio_text_token(line->text, ": (groupid=", ","), &group))
        return false;
    if (!read_number(fio_text_token(line->text, "jobs=", ")"), &jobs))
        jobs = 1;
    if (!read_number(fio_text_token(line->text, "err=", ":("), &error))
        error = 0;
    struct text name = text_trim(text_slice(line->text, 0, mark));
    *block = (struct fio_text_block){
        .job = arena_take(arena, sizeof *block->job),
        .jobs = jobs,
        .printed_at = clock_seconds(text_trim(after(after(process, "pid="), ":"))),
        .pid = pid,
        .has_job_line = true,
        .last_line = line->number + line->physical - 1,
        .direction = FIO_DIRECTIONS};
    block->job->name = name;
    block->job->host = line->host;
    block->job->group = group;
    block->job->error = error > 0 && error < 4096 ? (int)error : 0;
    block->job->all_clients = text_is(name, "All clients");
    block->job->line = line->number;
    return true;
}

/* --- lines of a block --- */

size_t fio_text_direction_of(struct text line)
{
    bool modern = has(line, "IOPS=") && has(line, "BW=") && has(line, "msec)");
    bool old = has(line, "io=") && has(line, "bw=") && has(line, "iops=") && has(line, "runt=");
    for (size_t d = 0; d < FIO_DIRECTIONS && (modern || old); d++) {
        if (!text_starts_with(line, direction_words[d]))
            continue;
        struct text rest = text_slice(line, strlen(direction_words[d]), line.size);
        if (text_starts_with(text_trim(rest), ":"))
            return d;
    }
    return FIO_DIRECTIONS;
}

static bool take_direction(struct arena *arena, struct fio_text_block *block,
                           const struct fio_text_line *line)
{
    (void)arena;
    size_t d = fio_text_direction_of(line->text);
    if (d == FIO_DIRECTIONS || block->lines[d].line.size > 0)
        return false;
    block->lines[d] = (struct direction_lines){line->text, line->number};
    block->direction = d;
    block->percentiles = NULL;
    return true;
}

/* Nanoseconds in "(usec)", 0 when none is named. */
static double unit_of(struct text line)
{
    static const struct {
        const char *name;
        double ns;
    } units[] = {{"(nsec)", 1}, {"(usec)", 1e3}, {"(msec)", 1e6}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (has(line, units[i].name))
            return units[i].ns;
    return 0;
}

static struct fio_figure figure_after(const struct fio_text_line *line, const char *key,
                                      const char *ends, double unit)
{
    struct text token = fio_text_token(line->text, key, ends);
    struct fio_figure figure = {.line = line->number};
    if (!fio_figure_read(token, FIO_ROUNDS, 1000, &figure))
        return figure;
    figure.value *= unit;
    figure.low *= unit;
    figure.high *= unit;
    figure.written = fio_text_written(line->text, key, token);
    return figure;
}

/* The latencies that lines of the block tell of: "slat", "clat", "lat", "sync". */
static struct fio_printed_latency *latency_of(struct fio_text_block *block, struct text line)
{
    static const char *const words[FIO_LATENCIES] = {"slat ", "clat ", "lat "};
    if (text_starts_with(line, "sync "))
        return &block->job->sync;
    for (size_t i = 0; i < FIO_LATENCIES && block->direction < FIO_DIRECTIONS; i++)
        if (text_starts_with(line, words[i]))
            return &block->job->directions[block->direction].latencies[i];
    return NULL;
}

/* "clat (usec): min=22, max=12865, avg=152.74, stdev=327.01" */
static bool take_latency(struct arena *arena, struct fio_text_block *block,
                         const struct fio_text_line *line)
{
    (void)arena;
    struct fio_printed_latency *latency = latency_of(block, line->text);
    double unit = unit_of(line->text);
    struct text rest = after(line->text, " ");
    if (unit == 0 || latency == NULL || !text_starts_with(rest, "(") || !has(line->text, "avg=") ||
        latency->mean.written.data != NULL)
        return false;
    latency->lowest = figure_after(line, "min=", ",", unit);
    latency->highest = figure_after(line, "max=", ",", unit);
    latency->mean = figure_after(line, "avg=", ",", unit);
    return true;
}

/* "clat percentiles (usec):"; those of one priority ("clat prio 1/0 (20.49% of IOs) percentiles")
   are passed over. */
static bool take_percentile_heading(struct arena *arena, struct fio_text_block *block,
                                    const struct fio_text_line *line)
{
    (void)arena;
    if (!has(line->text, "percentiles (") || unit_of(line->text) == 0)
        return false;
    struct text rest = after(line->text, " ");
    bool whole = text_starts_with(rest, "percentiles");
    block->percentiles = whole ? latency_of(block, line->text) : NULL;
    block->percentile_unit = unit_of(line->text);
    if (block->percentiles != NULL && block->percentiles->count > 0)
        block->percentiles = NULL;
    return true;
}

/* "|  1.00th=[   22],  5.00th=[   46]," */
static bool take_percentiles(struct arena *arena, struct fio_text_block *block,
                             const struct fio_text_line *line)
{
    if (!has(line->text, "th=["))
        return false;
    struct text rest = line->text;
    for (size_t at; (at = text_find(rest, "th=[", 0)) < rest.size;) {
        size_t start = at, close = text_find(rest, "]", at);
        while (start > 0 && strchr("0123456789.", rest.data[start - 1]) != NULL)
            start--;
        double percent, value;
        if (close < rest.size && block->percentiles != NULL &&
            read_number(text_slice(rest, start, at), &percent) && percent > 0 && percent <= 100 &&
            read_number(text_trim(text_slice(rest, at + 4, close)), &value)) {
            struct text written = text_slice(rest, start, close + 1);
            fio_latency_add_percentile(
                arena, block->percentiles, percent,
                fio_figure_of_count(value, block->percentile_unit, written, line->number));
        }
        rest = text_slice(rest, close, rest.size);
    }
    return true;
}

/* "issued rwts: total=0,4096,0,1 short=...", "issued    : total=r=0/w=4096/d=0, short=..." */
static bool take_issued(struct arena *arena, struct fio_text_block *block,
                        const struct fio_text_line *line)
{
    (void)arena;
    if (!text_starts_with(line->text, "issued"))
        return false;
    struct text rest = after(line->text, "total=");
    for (size_t i = 0; i < FIO_DIRECTIONS; i++) {
        size_t size = 0, letters = 0;
        if (rest.size > 2 && strchr("rwd", rest.data[0]) != NULL && rest.data[1] == '=')
            letters = 2;
        while (letters + size < rest.size &&
               strchr("0123456789", rest.data[letters + size]) != NULL)
            size++;
        struct text digits = text_slice(rest, letters, letters + size);
        double count;
        if (letters + size >= rest.size || strchr(",/ \n\r", rest.data[letters + size]) == NULL ||
            !read_number(digits, &count))
            break;
        block->issued[i] = (struct fio_figure){count, count, count, digits, line->number};
        bool more = strchr(",/", rest.data[letters + size]) != NULL;
        rest = text_slice(rest, letters + size + 1, rest.size);
        if (!more)
            break;
    }
    return true;
}

/* Lines of a block that hold nothing of interest. */
static bool is_passed_over(struct text line)
{
    static const char *const lines[][2] = {
        {"bw (", "avg="},       {"iops ", "avg="},      {"lat (", "%"},
        {"cpu ", "usr="},       {"IO depths", "="},     {"submit", "%"},
        {"complete", "%"},      {"latency ", "target"}, {"fsync/", ":"},
        {"errors ", "total="},  {"Description", "["},   {"steadystate", "attained="},
        {"high prio_", "avg="}, {"low prio_", "avg="},  {"clat prio", "avg="}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (text_starts_with(line, lines[i][0]) && has(line, lines[i][1]))
            return !text_starts_with(line, "lat (") || !has(line, "avg=");
    return false;
}

bool fio_text_block_take(struct arena *arena, struct fio_text_block *block,
                         const struct fio_text_line *line)
{
    static bool (*const takers[])(struct arena *, struct fio_text_block *,
                                  const struct fio_text_line *) = {
        take_direction, take_latency, take_percentile_heading, take_percentiles, take_issued};
    bool taken = is_passed_over(line->text);
    for (size_t i = 0; i < sizeof takers / sizeof *takers && !taken; i++)
        taken = takers[i](arena, block, line);
    if (!taken)
        return false;
    block->last_line = line->number + line->physical - 1;
    return true;
}

/* --- settling --- */

/* The tokens of a direction's line. */
struct direction_tokens {
    struct text bandwidth, second, iops, io, runtime;
    bool modern;
};

/* The text between the `place`th "(" (from 1) and its ")". */
static struct text in_brackets(struct text text, size_t place)
{
    for (size_t i = 1; i <= place; i++)
        text = after(text, "(");
    size_t end = text_find(text, ")", 0);
    return end == text.size ? (struct text){NULL, 0} : text_slice(text, 0, end);
}

/* "1033msec" behind the key; empty when the unit is not there in full. */
static struct text runtime_after(struct text line, const char *key)
{
    struct text rest = after(line, key);
    size_t unit = text_find(rest, "msec", 0), comma = text_find(rest, ",", 0);
    if (unit == rest.size || comma < unit)
        return (struct text){NULL, 0};
    return text_trim(text_slice(rest, 0, unit + strlen("msec")));
}

static struct direction_tokens find_tokens(struct text line)
{
    struct direction_tokens tokens = {.modern = has(line, "BW=")};
    if (!tokens.modern) {
        tokens.bandwidth = fio_text_token(line, "bw=", ",");
        tokens.iops = fio_text_token(line, "iops=", ",");
        tokens.io = fio_text_token(line, "io=", ",");
        tokens.runtime = runtime_after(line, "runt=");
        return tokens;
    }
    struct text rates = after(line, "BW=");
    tokens.bandwidth = fio_text_token(line, "BW=", ",(");
    tokens.iops = fio_text_token(line, "IOPS=", ",");
    tokens.second = in_brackets(rates, 1);
    struct text totals = in_brackets(rates, 2);
    size_t slash = text_find(totals, "/", 0);
    tokens.io = text_slice(totals, 0, slash);
    tokens.runtime = text_slice(totals, slash + 1, totals.size);
    return tokens;
}

/* "1033msec", in nanoseconds */
static bool read_runtime(struct text token, struct fio_figure *runtime)
{
    double ms;
    size_t unit = text_find(token, "msec", 0);
    if (unit == token.size || !read_number(text_trim(text_slice(token, 0, unit)), &ms))
        return false;
    runtime->value = runtime->low = runtime->high = ms * 1e6;
    runtime->written = token;
    return true;
}

static void read_rate(struct text token, struct text second, enum fio_rounding rounding,
                      double thousand, struct text written, struct fio_figure *rate)
{
    struct fio_figure other = {.line = 0};
    if (!fio_figure_read(token, rounding, thousand, rate))
        return;
    rate->written = written;
    if (fio_figure_read(second, rounding, 1000, &other))
        (void)fio_figure_narrow(rate, &other);
}

/* Up to 2.16 KB is 1024 bytes, but 1000 with kb_base=1000, and only the count of I/Os tells. */
static double thousand_of(const struct direction_tokens *tokens, double exact_bytes)
{
    struct fio_figure binary, decimal;
    if (tokens->modern)
        return 1000;
    if (exact_bytes <= 0 || !fio_figure_read(tokens->io, FIO_CUTS, 1024, &binary) ||
        !fio_figure_read(tokens->io, FIO_CUTS, 1000, &decimal))
        return 1024;
    bool fits_decimal = exact_bytes >= decimal.low && exact_bytes <= decimal.high;
    bool fits_binary = exact_bytes >= binary.low && exact_bytes <= binary.high;
    return fits_decimal && !fits_binary ? 1000 : 1024;
}

static struct fio_figure exact_total(const struct fio_figure *ios, double block_size)
{
    struct fio_figure total = *ios;
    total.value = total.low = total.high = ios->value * block_size;
    if (block_size <= 0)
        total.written = (struct text){NULL, 0};
    return total;
}

static bool settle(struct text line, unsigned number, enum fio_rounding rounding, double block_size,
                   struct fio_printed_direction *direction)
{
    struct direction_tokens tokens = find_tokens(line);
    struct fio_figure exact = exact_total(&direction->ios, block_size);
    double thousand = thousand_of(&tokens, exact.written.data == NULL ? 0 : exact.value);
    bool agree = true, exact_agrees = true;
    if (!tokens.modern)
        rounding = FIO_CUTS;
    direction->bandwidth.line = direction->iops.line = direction->io_bytes.line =
        direction->runtime.line = number;
    read_rate(tokens.bandwidth, tokens.second, rounding, thousand,
              fio_text_written(line, tokens.modern ? "BW=" : "bw=", tokens.bandwidth),
              &direction->bandwidth);
    read_rate(tokens.iops, (struct text){NULL, 0}, rounding, 1000,
              fio_text_written(line, tokens.modern ? "IOPS=" : "iops=", tokens.iops),
              &direction->iops);
    if (fio_figure_read(tokens.io, rounding, thousand, &direction->io_bytes))
        direction->io_bytes.written = tokens.io;
    if (!read_runtime(tokens.runtime, &direction->runtime))
        return true;
    struct fio_figure settled =
        fio_settle_rate(&direction->bandwidth, &exact, &direction->runtime, &exact_agrees);
    if (!exact_agrees || exact.written.data == NULL)
        settled = fio_settle_rate(&direction->bandwidth, &direction->io_bytes, &direction->runtime,
                                  &agree);
    direction->bandwidth = settled;
    if (exact_agrees && exact.written.data != NULL && direction->io_bytes.written.data != NULL)
        (void)fio_figure_narrow(&direction->io_bytes, &exact);
    bool ignored = true;
    direction->iops =
        fio_settle_rate(&direction->iops, &direction->ios, &direction->runtime, &ignored);
    return agree;
}

static void place_issued(struct fio_text_block *block)
{
    size_t mixed = FIO_DIRECTIONS - 1;
    bool unified = block->lines[mixed].line.size > 0 && block->lines[0].line.size == 0 &&
                   block->lines[1].line.size == 0 && block->lines[2].line.size == 0;
    for (size_t d = 0; d < mixed; d++)
        if (block->lines[d].line.size > 0 || block->issued[d].value > 0)
            block->job->directions[unified ? mixed : d].ios = block->issued[d];
    block->job->sync_ios = block->issued[mixed];
}

const char *fio_text_block_finish(struct fio_text_block *block, struct text version,
                                  const struct fio_text_header *header, bool one_size)
{
    const char *doubt = NULL;
    place_issued(block);
    for (size_t d = 0; d < FIO_DIRECTIONS; d++) {
        double size = header != NULL && one_size ? header->block_sizes[d] : 0;
        struct fio_printed_direction *direction = &block->job->directions[d];
        if (block->lines[d].line.size == 0)
            continue;
        if (!settle(block->lines[d].line, block->lines[d].number, fio_rounding_of(version), size,
                    direction))
            doubt = "the printed rate is not bytes by run time; the printed rate was taken";
    }
    struct fio_printed_direction *mixed = &block->job->directions[FIO_DIRECTIONS - 1];
    if (mixed->bandwidth.written.data != NULL && mixed->bandwidth.value == 0 &&
        (block->issued[0].value > 0 || block->issued[1].value > 0))
        doubt = "fio 3.27 to 3.38 prints 0 for mixed where it also prints read and write; the "
                "figures of mixed are not known";
    return doubt;
}

/* --- group lines --- */

bool fio_text_group_line(const struct fio_text_line *line, struct text version,
                         struct fio_printed_direction *directions)
{
    static const char *const words[FIO_DIRECTIONS] = {"READ:", "WRITE:", "TRIM:", "MIXED:"};
    size_t d = 0;
    while (d < FIO_DIRECTIONS && !text_starts_with(line->text, words[d]))
        d++;
    bool old = has(line->text, "aggrb=");
    if (d == FIO_DIRECTIONS || (!old && !(has(line->text, "bw=") && has(line->text, "run="))))
        return false;
    struct fio_printed_direction *direction = &directions[d];
    const char *rate = old ? "aggrb=" : "bw=";
    struct text token = fio_text_token(line->text, rate, ",("), second = {NULL, 0};
    struct text io = fio_text_token(line->text, "io=", ",");
    struct text runtime = runtime_after(line->text, old ? "maxt=" : "run=");
    enum fio_rounding rounding = old ? FIO_CUTS : fio_rounding_of(version);
    if (!old)
        second = in_brackets(after(line->text, "bw="), 1);
    direction->bandwidth.line = direction->io_bytes.line = direction->runtime.line = line->number;
    read_rate(token, second, rounding, old ? 1024 : 1000, fio_text_written(line->text, rate, token),
              &direction->bandwidth);
    if (fio_figure_read(io, rounding, old ? 1024 : 1000, &direction->io_bytes))
        direction->io_bytes.written = io;
    size_t dash = text_find(runtime, "-", 0);
    (void)read_runtime(dash < runtime.size ? text_slice(runtime, dash + 1, runtime.size) : runtime,
                       &direction->runtime);
    return true;
}
