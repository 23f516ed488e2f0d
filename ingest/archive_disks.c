/* Fields of `nvme id-ns`, `nvme id-ctrl` and `nvme smart-log -o json`: NVM Express Base
   Specification, Identify Namespace (NPWG, FLBAS, LBAF), Identify Controller (WCTEMP), SMART /
   Health Information (composite temperature, thermal management transition counts); temperatures
   are kelvin. */
#include "ingest/archive_disks.h"

#include "ingest/input.h"
#include "ingest/json_document.h"
#include "model/number.h"

#include <math.h>

struct drives {
    struct reading *reading;
    const char *folder;
    const struct packed_members *packed;
    size_t count;
    double physical; /* the largest; 0 = not known of any */
    bool all_turn, none_turns;
    struct text models;
    double before, after, warning, throttled; /* NaN = not known */
};

static struct text fact_value(const struct reading *reading, const char *name)
{
    for (size_t i = 0; i < reading->fact_count; i++)
        if (text_is(reading->facts[i].name, name))
            return reading->facts[i].value;
    return (struct text){NULL, 0};
}

/* What a command said of a drive, as JSON; NULL when it is not there. */
static const struct json *said_of(const struct drives *drives, const char *moment,
                                  const char *command, struct text name)
{
    struct arena *arena = drives->reading->arena;
    struct failure none = {.kind = FAILURE_NONE};
    struct text bytes, text;
    size_t end;
    struct json_repair repaired;
    const char *path = text_format(arena, "%s/facts/%s/%s-%.*s.txt", drives->folder, moment,
                                   command, (int)name.size, name.data)
                           .data;
    if (!input_bytes(arena, drives->packed, path, &bytes, &none) ||
        !input_decode(arena, bytes, &text, &none))
        return NULL;
    return json_parse(arena, text, &end, &repaired);
}

static double number_of(const struct json *object, const char *name)
{
    double value;
    return json_number(json_member(object, name), &value) ? value : NAN;
}

/* "MODEL, logical 512, physical 4096, not rotational" */
static void take_words(struct drives *drives, struct text words)
{
    struct arena *arena = drives->reading->arena;
    size_t logical = text_find(words, "logical ", 0);
    size_t physical = text_find(words, "physical ", 0), end;
    double bytes;
    if (physical == words.size)
        return;
    end = text_find(words, ",", physical);
    struct text digits = text_slice(words, physical + sizeof "physical " - 1, end);
    if (number_read_plain(digits, false, &bytes))
        drives->physical = fmax(drives->physical, bytes);
    bool still = text_ends_with(words, "not rotational");
    drives->none_turns = drives->none_turns && still;
    drives->all_turn = drives->all_turn && !still && text_ends_with(words, ", rotational");
    struct text model = text_trim(text_slice(words, 0, logical));
    model.size -= text_ends_with(model, ",");
    if (model.size > 0)
        drives->models =
            text_format(arena, "%.*s%s%.*s", (int)drives->models.size,
                        drives->models.size == 0 ? "" : drives->models.data,
                        drives->models.size == 0 ? "" : " + ", (int)model.size, model.data);
    drives->count++;
}

/* "512:2*, 4096:0" of the formats without metadata. */
static void take_formats(const struct drives *drives, const struct json *space)
{
    struct text_builder list = {.arena = drives->reading->arena};
    double in_use = number_of(space, "flbas"), place = 0;
    struct text from = text_of("nvme id-ns");
    const struct json *formats = json_member(space, "lbafs");
    for (const struct json *item = json_first(formats); item != NULL; item = json_next(item)) {
        double shift = number_of(item, "ds"), rating = number_of(item, "rp");
        if (number_of(item, "ms") == 0 && shift >= 9 && shift < 32 && !isnan(rating))
            text_add_format(&list, "%s%.0f:%.0f%s", list.size > 0 ? ", " : "", ldexp(1, (int)shift),
                            rating, place == fmod(in_use, 16) ? "*" : "");
        place++;
    }
    if (list.size > 0 && place <= 16) /* of more formats other bits tell the one in use */
        reading_add_fact(drives->reading, "lba_formats", text_built(&list), from);
    double granularity = number_of(space, "npwg"), features = number_of(space, "nsfeat");
    double shift = NAN;
    place = 0;
    for (const struct json *item = json_first(formats); item != NULL; item = json_next(item))
        if (place++ == fmod(in_use, 16))
            shift = number_of(item, "ds");
    if (granularity >= 0 && features >= 0 && fmod(floor(features / 16), 2) == 1 && shift >= 9)
        reading_add_fact(
            drives->reading, "preferred_write_size",
            text_format(drives->reading->arena, "%.0f", (granularity + 1) * ldexp(1, (int)shift)),
            from);
}

static double throttlings(const struct json *health)
{
    return number_of(health, "thm_temp1_trans_count") + number_of(health, "thm_temp2_trans_count");
}

static void take_heat(struct drives *drives, struct text name)
{
    const struct json *before = said_of(drives, "before", "nvme-smart", name);
    const struct json *after = said_of(drives, "after", "nvme-smart", name);
    double from = number_of(before, "temperature"), to = number_of(after, "temperature");
    double warning = number_of(said_of(drives, "before", "nvme-ctrl", name), "wctemp");
    double counted = throttlings(after) - throttlings(before);
    if (!isnan(counted))
        drives->throttled = (isnan(drives->throttled) ? 0 : drives->throttled) + counted;
    bool warmed_more = isnan(drives->before) || to - from > drives->after - drives->before;
    if (isnan(from) || isnan(to) || !warmed_more)
        return;
    drives->before = from;
    drives->after = to;
    drives->warning = warning > 0 ? warning : NAN;
}

static void add_figure(const struct drives *drives, const char *name, double value,
                       const char *from)
{
    char written[32];
    if (isnan(value))
        return;
    number_write(value, written);
    reading_add_fact(drives->reading, name, text_of(written), text_of(from));
}

static void write_drives(const struct drives *drives)
{
    static const char smart[] = "nvme smart-log", block[] = "/sys/block";
    add_figure(drives, "devices", (double)drives->count, block);
    if (drives->physical > 0)
        add_figure(drives, "physical_block_size", drives->physical, block);
    if (drives->none_turns != drives->all_turn)
        add_figure(drives, "rotational", drives->all_turn, block);
    if (drives->models.size > 0)
        reading_add_fact(drives->reading, "drive", drives->models, text_of(block));
    add_figure(drives, "temperature_before", drives->before, smart);
    add_figure(drives, "temperature_after", drives->after, smart);
    add_figure(drives, "temperature_warning", drives->warning, "nvme id-ctrl");
    add_figure(drives, "throttled", drives->throttled, smart);
}

void archive_disks_write(struct reading *reading, const char *folder,
                         const struct packed_members *packed)
{
    static const char prefix[] = "disk_";
    struct drives drives = {.reading = reading,
                            .folder = folder,
                            .packed = packed,
                            .all_turn = true,
                            .none_turns = true,
                            .before = NAN,
                            .after = NAN,
                            .warning = NAN,
                            .throttled = NAN};
    size_t known = reading->fact_count;
    if (!text_is(fact_value(reading, "virtual"), "none") ||
        text_starts_with(fact_value(reading, "where"), "file"))
        return;
    for (size_t i = 0; i < known; i++) {
        struct text name = reading->facts[i].name, words = reading->facts[i].value;
        if (!text_starts_with(name, prefix) || text_starts_with(words, "unknown"))
            continue;
        name = text_slice(name, sizeof prefix - 1, name.size);
        take_words(&drives, words);
        take_heat(&drives, name);
        if (drives.count == 1)
            take_formats(&drives, said_of(&drives, "before", "nvme-ns", name));
    }
    if (drives.count > 0)
        write_drives(&drives);
}
