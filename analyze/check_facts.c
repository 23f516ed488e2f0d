/* Words of properties: zfsprops(7), zpoolprops(7). Rates of links: SATA and SAS after 8b/10b
   coding, PCIe a lane after 128b/130b. */
#include "analyze/check_facts.h"

#include "model/number.h"

#include <math.h>

bool check_fact_number(struct text value, double *number)
{
    if (value.size == 0)
        return false;
    value = text_trim(value);
    value.size -= text_ends_with(value, "%") || text_ends_with(value, "x");
    return number_read_size(text_trim(value), number) ||
           number_read_plain(text_trim(value), false, number);
}

bool check_link_rate(struct text link, double *rate)
{
    static const struct {
        const char *name;
        double rate;
    } links[] = {
        {"sata150", 150e6},       {"sata300", 300e6},       {"sata600", 600e6},
        {"sas600", 600e6},        {"sas1200", 1200e6},      {"nvme3x1", 0.985e9},
        {"nvme3x2", 2 * 0.985e9}, {"nvme3x4", 4 * 0.985e9}, {"nvme4x1", 1.969e9},
        {"nvme4x2", 2 * 1.969e9}, {"nvme4x4", 4 * 1.969e9}, {"nvme5x2", 2 * 3.938e9},
        {"nvme5x4", 4 * 3.938e9},
    };
    for (size_t i = 0; i < sizeof links / sizeof *links && link.size > 0; i++)
        if (text_is_ignoring_case(link, links[i].name)) {
            *rate = links[i].rate;
            return true;
        }
    return false;
}

bool check_raidz_layout(struct text layout, double *parity, double *width)
{
    size_t colon = text_find(layout, ":", 0);
    struct text digits = text_slice(layout, sizeof "raidz" - 1, colon);
    if (!text_starts_with(layout, "raidz") || colon == layout.size)
        return false;
    *parity = 1; /* "raidz" is raidz1 */
    return (digits.size == 0 || number_read_plain(digits, false, parity)) &&
           number_read_plain(text_slice(layout, colon + 1, layout.size), false, width) &&
           *parity >= 1 && *parity <= 3 && *width > *parity && *width == floor(*width) &&
           *parity == floor(*parity);
}

/* --- what a fact may hold --- */

static bool is_number_from(struct text value, double least, double most)
{
    double number;
    return check_fact_number(value, &number) && number >= least && number <= most;
}

static bool is_whole(struct text value, double least, double most)
{
    double number;
    return number_read_plain(text_trim(value), false, &number) && number == floor(number) &&
           number >= least && number <= most;
}

static bool is_size(struct text value)
{
    return is_number_from(value, 1, 1e24);
}

static bool is_amount(struct text value)
{
    return is_number_from(value, 0, 1e24);
}

static bool is_ratio(struct text value)
{
    return is_number_from(value, 1, 1e6);
}

static bool is_share(struct text value)
{
    return is_number_from(value, 0, 101); /* sums of rounded percentages */
}

/* Celsius or kelvin. */
static bool is_temperature(struct text value)
{
    return is_number_from(value, -50, 500);
}

static bool is_count(struct text value)
{
    return is_whole(value, 1, 1e6);
}

static bool is_switch(struct text value)
{
    return text_is(value, "0") || text_is(value, "1");
}

/* "12", "9: 9; 12: 12", "12: 12 and 13" */
static bool is_ashift(struct text value)
{
    struct text piece, word;
    size_t read = 0;
    while (text_next_piece(&value, ';', &piece)) {
        size_t colon = text_find(piece, ":", 0);
        piece = colon < piece.size ? text_slice(piece, colon + 1, piece.size) : piece;
        while (text_next_piece(&piece, ' ', &word)) {
            if (word.size == 0 || text_is(word, "and"))
                continue;
            if (!is_whole(word, 9, 16))
                return false;
            read++;
        }
    }
    return read > 0;
}

static bool is_link(struct text value)
{
    double rate;
    return check_link_rate(value, &rate);
}

static bool is_layout(struct text value)
{
    static const char *const words[] = {"single", "stripe", "mirror"};
    double parity, width;
    struct text word = text_slice(value, 0, text_find(value, ":", 0));
    struct text width_of = text_slice(value, word.size + 1, value.size);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(word, words[i]))
            return word.size == value.size || is_whole(width_of, 1, 1000);
    return check_raidz_layout(value, &parity, &width);
}

static bool is_one_of(struct text value, const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++)
        if (text_is_ignoring_case(value, words[i]))
            return true;
    return false;
}

/* With a level ("zstd-3", "gzip-9"). */
static bool is_compression(struct text value)
{
    static const char *const words[] = {"on",  "off",  "lzjb", "gzip", "zle",
                                        "lz4", "zstd", "zlib", "lzo",  NULL};
    return is_one_of(text_slice(value, 0, text_find(value, "-", 0)), words);
}

static bool is_sync(struct text value)
{
    static const char *const words[] = {"standard", "always", "disabled", "never", "0", "1", NULL};
    return is_one_of(value, words);
}

static bool is_cache(struct text value)
{
    static const char *const words[] = {"all", "none", "metadata", NULL};
    return is_one_of(value, words);
}

static bool is_direct(struct text value)
{
    static const char *const words[] = {"standard", "always", "disabled", "0", "1", NULL};
    return is_one_of(value, words);
}

static bool is_yes_or_no(struct text value)
{
    static const char *const words[] = {"yes", "no", NULL};
    return is_one_of(value, words);
}

static bool is_anything(struct text value)
{
    return value.size > 0;
}

struct fact_form {
    bool (*fits)(struct text value);
    const char *words;
};

static const struct fact_form size = {is_size, "a number of bytes above 0, such as 128k or 64G"};
static const struct fact_form amount = {is_amount, "a number of bytes or a count, 0 or more"};
static const struct fact_form ratio = {is_ratio, "a ratio of 1 or more, such as 1.52x"};
static const struct fact_form share = {is_share, "a percentage, such as 93%"};
static const struct fact_form heat = {is_temperature, "a temperature, such as 41"};
static const struct fact_form count = {is_count, "a whole number from 1"};
static const struct fact_form zero_or_one = {is_switch, "0 or 1"};
static const struct fact_form ashift = {is_ashift,
                                        "from 9 to 16, or a list such as \"9: 9; 12: 12\""};
static const struct fact_form link_name = {
    is_link, "one of the links known, such as sata600, sas1200 or nvme4x4"};
static const struct fact_form layout = {
    is_layout, "single, stripe, mirror or raidz with its width, such as raidz1:3"};
static const struct fact_form compression = {is_compression,
                                             "a compression of ZFS, such as off, lz4 or zstd-3"};
static const struct fact_form sync_of = {is_sync, "standard, always or disabled"};
static const struct fact_form cache = {is_cache, "all, metadata or none"};
static const struct fact_form direct_of = {is_direct, "standard, always or disabled"};
static const struct fact_form answer = {is_yes_or_no, "yes or no"};
static const struct fact_form words = {is_anything, "not empty"};

static const struct {
    const char *name;
    const struct fact_form *form;
} facts[] = {
    {"memory", &size},
    {"recordsize", &size},
    {"volblocksize", &size},
    {"zfs_dirty_data_max", &size},
    {"logicalused", &size},
    {"used", &size},
    {"volsize", &size},
    {"physical_block_size", &size},
    {"preferred_write_size", &size},
    {"drive_size", &size},
    {"device_read_bytes", &amount},
    {"arc_fetched_blocks", &amount},
    {"disk_read_bytes", &amount},
    {"disk_written_bytes", &amount},
    {"referenced", &amount},
    {"written_since_trim", &amount},
    {"throttled", &amount},
    {"write_bw_first_third", &amount},
    {"write_bw_last_third", &amount},
    {"read_bw_first_third", &amount},
    {"read_bw_last_third", &amount},
    {"write_bw_mean", &amount},
    {"write_bw_min", &amount},
    {"write_bw_samples", &amount},
    {"read_bw_mean", &amount},
    {"read_bw_min", &amount},
    {"read_bw_samples", &amount},
    {"zfs_txg_timeout", &count},
    {"devices", &count},
    {"copies", &count},
    {"compressratio", &ratio},
    {"capacity", &share},
    {"job_cpu", &amount},
    {"cpu_idle", &share},
    {"cpu_steal", &share},
    {"temperature_before", &heat},
    {"temperature_after", &heat},
    {"temperature_warning", &heat},
    {"rotational", &zero_or_one},
    {"ashift", &ashift},
    {"measured_ashift", &ashift},
    {"link", &link_name},
    {"layout", &layout},
    {"compression", &compression},
    {"sync", &sync_of},
    {"primarycache", &cache},
    {"secondarycache", &cache},
    {"direct", &direct_of},
    {"fresh_file", &answer},
    {"lba_formats", &words},
    {"health", &words},
    {"scan", &words},
    {"load", &words},
    {"cpu", &words},
    {"governor", &words},
    {"file_system", &words},
    {"filename", &words},
    {"mounted_from", &words},
    {"pool", &words},
    {"where", &words},
    {"tool", &words},
    {"zfs", &words},
    {"kernel", &words},
    {"impossible", &words},
    {"job_rw", &words},
    {"job_bs", &words},
    {"job_ioengine", &words},
    {"job_iodepth", &words},
    {"drive", &words},
    {"firmware", &words},
    {"checksum", &words},
    {"logbias", &words},
    {"encryption", &words},
    {"dedup", &words},
    {"atime", &words},
    {"lba_format", &words},
};

static const struct {
    const char *name, *other;
} same_facts[] = {
    {"memory", "ram"},
    {"drive", "model"},
    {"physical_block_size", "sector"},
};

struct text check_fact_name(struct text name)
{
    for (size_t i = 0; i < sizeof same_facts / sizeof *same_facts; i++)
        if (text_is(name, same_facts[i].other))
            return text_of(same_facts[i].name);
    return name;
}

static const struct fact_form *form_of(struct text name)
{
    name = check_fact_name(name);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (text_is(name, facts[i].name))
            return facts[i].form;
    return NULL;
}

bool check_fact_is_used(struct text name)
{
    return form_of(name) != NULL;
}

const char *check_fact_fault(struct text name, struct text value)
{
    const struct fact_form *form = form_of(name);
    return form == NULL || form->fits(value) ? NULL : form->words;
}
