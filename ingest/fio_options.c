#include "ingest/fio_options.h"

#include "model/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_one_of(struct text name, const char *const *names)
{
    for (size_t i = 0; names[i] != NULL; i++)
        if (text_is(name, names[i]))
            return true;
    return false;
}

static const char *const aliases[][2] = {
    {"blocksize", "bs"},
    {"blocksizes", "bs"},
    {"readwrite", "rw"},
    {"io_limit", "io_size"},
    {"iodepth_batch", "iodepth_batch_submit"},
    {"bs_unaligned", "blocksize_unaligned"},
    {"blocksize_range", "bsrange"},
    {"ba", "blockalign"},
    {"rate_iops_min", "rate_min_iops"},
    {"fill_fs", "fill_device"},
    {"disable_bw", "disable_bw_measurement"},
};

struct text fio_option_name(struct text name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (text_is(name, aliases[i][0]))
            return text_of(aliases[i][1]);
    return name;
}

bool fio_option_has_alias(struct text name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (text_is(name, aliases[i][1]))
            return true;
    return false;
}

bool fio_option_is_bookkeeping(struct text name)
{
    static const char *const names[] = {
        "name",           "description",   "directory",       "filename",       "filename_format",
        "write_bw_log",   "write_lat_log", "write_iops_log",  "write_hist_log", "log_avg_msec",
        "log_unix_epoch", "per_job_logs",  "group_reporting", "output",         "output-format",
        "stonewall",      "new_group",     "wait_for",        "unlink",         NULL};
    return is_one_of(name, names);
}

struct size_suffix {
    const char *letters;
    unsigned power;
    bool inverse; /* "Ki" means 1000 while "k" means 1024, and the other way round with kb_base=1000
                   */
};

/* Worth of a size suffix, 0 when the letters are none (fio parse.c, get_mult_bytes). */
static double suffix_worth(struct text letters, bool kb_base_1000)
{
    static const struct size_suffix suffixes[] = {
        {"", 0, false},   {"b", 0, false},  {"k", 1, false},  {"kb", 1, false}, {"ki", 1, true},
        {"kib", 1, true}, {"m", 2, false},  {"mb", 2, false}, {"mi", 2, true},  {"mib", 2, true},
        {"g", 3, false},  {"gb", 3, false}, {"gi", 3, true},  {"gib", 3, true}, {"t", 4, false},
        {"tb", 4, false}, {"ti", 4, true},  {"tib", 4, true},
    };
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (text_is_ignoring_case(letters, suffixes[i].letters))
            return pow(suffixes[i].inverse != kb_base_1000 ? 1000 : 1024, suffixes[i].power);
    return 0;
}

static bool is_alphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.';
}

static void add_size(struct text_builder *builder, struct text token, bool kb_base_1000)
{
    size_t digits = 0;
    while (digits < token.size &&
           ((token.data[digits] >= '0' && token.data[digits] <= '9') || token.data[digits] == '.'))
        digits++;
    double count;
    double worth = suffix_worth(text_slice(token, digits, token.size), kb_base_1000);
    if (digits == 0 || worth == 0 ||
        !number_read_plain(text_slice(token, 0, digits), false, &count)) {
        text_add(builder, token);
        return;
    }
    char written[32];
    number_write(count * worth, written);
    text_add_string(builder, written);
}

/* "4k,16k-64k" -> "4096,16384-65536": every token of letters and digits that is a size. */
static struct text sizes_in_bytes(struct arena *arena, struct text value, bool kb_base_1000)
{
    struct text_builder builder = {.arena = arena};
    for (size_t i = 0; i < value.size;) {
        size_t end = i;
        while (end < value.size && is_alphanumeric(value.data[end]))
            end++;
        if (end == i)
            end++, text_add(&builder, text_slice(value, i, end));
        else
            add_size(&builder, text_slice(value, i, end), kb_base_1000);
        i = end;
    }
    return text_built(&builder);
}

static struct text time_in_seconds(struct arena *arena, struct text value)
{
    static const struct {
        const char *letters;
        double seconds;
    } units[] = {{"", 1},        {"s", 1},     {"sec", 1},    {"m", 60},
                 {"min", 60},    {"h", 3600},  {"d", 86400},  {"ms", 1e-3},
                 {"msec", 1e-3}, {"us", 1e-6}, {"usec", 1e-6}};
    struct number number;
    if (number_read(value, &number) != NUMBER_FOUND)
        return value;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (!text_is_ignoring_case(number.rest, units[i].letters))
            continue;
        char written[32];
        number_write(number.value * units[i].seconds, written);
        return text_copy(arena, text_of(written));
    }
    return value;
}

struct text fio_option_value(struct arena *arena, struct text name, struct text value,
                             bool kb_base_1000)
{
    static const char *const sizes[] = {
        "bs",      "size",    "filesize",   "io_size",  "offset", "offset_increment",
        "bsrange", "bssplit", "blockalign", "zonesize", "rate",   "rate_min",
        NULL};
    static const char *const times[] = {"runtime", "ramp_time", "startdelay", NULL};
    value = text_trim(value);
    if (value.size == 0)
        return text_of("1"); /* an option given without a value is a switch */
    if (is_one_of(name, sizes))
        return sizes_in_bytes(arena, value, kb_base_1000);
    if (is_one_of(name, times))
        return time_in_seconds(arena, value);
    return value;
}
