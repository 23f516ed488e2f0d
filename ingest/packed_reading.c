/* One pass over the reading counts what is needed, a second, the same, copies it. */
#include "ingest/packed_reading.h"

#include <stddef.h>
#include <string.h>

struct packing {
    struct text path, packed_path; /* of the file, as it was and as it becomes */
    char *items, *texts;           /* where the next ones go; NULL while counting */
    size_t item_bytes, text_bytes;
};

static void *take_items(struct packing *packing, size_t count, size_t size)
{
    enum { ALIGNMENT = sizeof(double) };
    size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    char *taken = packing->items;
    packing->item_bytes += bytes;
    if (taken != NULL)
        packing->items += bytes;
    return taken;
}

/* The array itself while counting. */
static const void *pack_array(struct packing *packing, const void *array, size_t count, size_t size)
{
    void *copy = take_items(packing, count, size);
    if (copy == NULL)
        return array;
    if (count > 0)
        memcpy(copy, array, count * size);
    return copy;
}

static struct text pack_text(struct packing *packing, struct text text)
{
    if (text.size == 0)
        return text.data == NULL ? text : text_of("");
    if (text.data == packing->path.data && text.size == packing->path.size)
        return packing->packed_path;
    char *copy = packing->texts;
    packing->text_bytes += text.size + 1;
    if (copy == NULL)
        return text;
    packing->texts += text.size + 1;
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return (struct text){copy, text.size};
}

static void pack_settings(struct packing *packing, struct setting **items, size_t count)
{
    struct setting *packed = take_items(packing, count, sizeof *packed);
    for (size_t i = 0; i < count; i++) {
        struct setting setting = {pack_text(packing, (*items)[i].name),
                                  pack_text(packing, (*items)[i].value)};
        if (packed != NULL)
            packed[i] = setting;
    }
    if (packed != NULL)
        *items = packed;
}

/* The records of a reading: where the texts stand in one, and what else hangs on it. */
union record {
    struct found_run run;
    struct found_observation observation;
    struct found_histogram histogram;
    struct found_series series;
    struct note note;
    struct fact fact;
    struct repeated_run repeated;
    struct identity_place identity;
};

static void pack_run(struct packing *packing, union record *record)
{
    struct found_run *run = &record->run;
    pack_settings(packing, &run->stated, run->stated_count);
    pack_settings(packing, &run->options, run->option_count);
    pack_settings(packing, &run->facts, run->fact_count);
    run->stated_capacity = run->stated_count;
    run->option_capacity = run->option_count;
    run->fact_capacity = run->fact_count;
}

static void pack_histogram(struct packing *packing, union record *record)
{
    struct histogram *histogram = &record->histogram.histogram;
    histogram->bins =
        pack_array(packing, histogram->bins, histogram->bin_count, sizeof *histogram->bins);
}

static void pack_series(struct packing *packing, union record *record)
{
    struct time_series *series = &record->series.series;
    series->seconds = pack_array(packing, series->seconds, series->count, sizeof *series->seconds);
    series->values = pack_array(packing, series->values, series->count, sizeof *series->values);
}

struct record_kind {
    size_t size;
    size_t texts[12]; /* offsets; NO_MORE behind the last */
    void (*pack)(struct packing *packing, union record *record);
};

enum { NO_MORE = sizeof(union record) };

static const struct record_kind runs = {
    sizeof(struct found_run),
    {offsetof(struct found_run, headings), offsetof(struct found_run, column_words),
     offsetof(struct found_run, passage), offsetof(struct found_run, row_label),
     offsetof(struct found_run, column_label), offsetof(struct found_run, workload),
     offsetof(struct found_run, session), offsetof(struct found_run, tool),
     offsetof(struct found_run, tool_version), offsetof(struct found_run, fault),
     offsetof(struct found_run, source.path), NO_MORE},
    pack_run};
static const struct record_kind observations = {
    sizeof(struct found_observation),
    {offsetof(struct found_observation, metric), offsetof(struct found_observation, unit),
     offsetof(struct found_observation, job), offsetof(struct found_observation, written),
     offsetof(struct found_observation, source.path), NO_MORE},
    NULL};
static const struct record_kind histograms = {sizeof(struct found_histogram),
                                              {offsetof(struct found_histogram, histogram.latency),
                                               offsetof(struct found_histogram, histogram.job),
                                               NO_MORE},
                                              pack_histogram};
static const struct record_kind series = {
    sizeof(struct found_series), {offsetof(struct found_series, metric), NO_MORE}, pack_series};
static const struct record_kind notes = {
    sizeof(struct note),
    {offsetof(struct note, source.path), offsetof(struct note, message), NO_MORE},
    NULL};
static const struct record_kind facts = {sizeof(struct fact),
                                         {offsetof(struct fact, name), offsetof(struct fact, value),
                                          offsetof(struct fact, from), offsetof(struct fact, path),
                                          NO_MORE},
                                         NULL};
static const struct record_kind repeated = {
    sizeof(struct repeated_run),
    {offsetof(struct repeated_run, place.path), offsetof(struct repeated_run, first.path), NO_MORE},
    NULL};
static const struct record_kind identities = {
    sizeof(struct identity_place), {offsetof(struct identity_place, source.path), NO_MORE}, NULL};

/* A text that is new in a record must stand in the table above: else it is left in the old arena.
 */
#define HAS_SIZE(record, size)                                                                     \
    _Static_assert(sizeof(record) == (size) || sizeof(void *) != 8, "all texts of " #record)
HAS_SIZE(struct found_run, 296);
HAS_SIZE(struct found_observation, 120);
HAS_SIZE(struct found_histogram, 80);
HAS_SIZE(struct found_series, 72);
HAS_SIZE(struct note, 40);
HAS_SIZE(struct fact, 64);
HAS_SIZE(struct repeated_run, 64);
HAS_SIZE(struct identity_place, 32);

static struct text *text_in(union record *record, size_t offset)
{
    return (struct text *)(void *)((char *)record + offset);
}

/* `before` is the record before this one as it was, `packed` as it became. */
static void pack_texts(struct packing *packing, const struct record_kind *kind,
                       union record *record, union record *before, union record *packed)
{
    for (const size_t *offset = kind->texts; *offset != NO_MORE; offset++) {
        struct text *text = text_in(record, *offset);
        if (text->size > 0 && text_equal(*text, *text_in(before, *offset)))
            *text = *text_in(packed, *offset);
        else
            *text = pack_text(packing, *text);
    }
}

/* The records packed; the array itself while counting. */
static void *pack_records(struct packing *packing, void *array, size_t count,
                          const struct record_kind *kind)
{
    union record before, packed, record;
    memset(&before, 0, sizeof before);
    memset(&packed, 0, sizeof packed);
    char *copy = take_items(packing, count, kind->size);
    for (size_t i = 0; i < count; i++) {
        const char *from = (const char *)array + i * kind->size;
        memcpy(&record, from, kind->size);
        pack_texts(packing, kind, &record, &before, &packed);
        if (kind->pack != NULL)
            kind->pack(packing, &record);
        memcpy(&before, from, kind->size);
        memcpy(&packed, &record, kind->size);
        if (copy != NULL)
            memcpy(copy + i * kind->size, &record, kind->size);
    }
    return copy == NULL ? array : copy;
}

/* The path of the file once, for all that refers to it. */
static void pack_path(struct packing *packing, struct reading *reading)
{
    packing->packed_path = pack_text(packing, reading->path);
    packing->path = reading->path;
    reading->path = packing->packed_path;
}

static void pack(struct packing *packing, struct reading *reading, struct text *also, size_t count)
{
    pack_path(packing, reading);
    reading->runs = pack_records(packing, reading->runs, reading->run_count, &runs);
    reading->observations =
        pack_records(packing, reading->observations, reading->observation_count, &observations);
    reading->histograms =
        pack_records(packing, reading->histograms, reading->histogram_count, &histograms);
    reading->series = pack_records(packing, reading->series, reading->series_count, &series);
    reading->notes = pack_records(packing, reading->notes, reading->note_count, &notes);
    reading->facts = pack_records(packing, reading->facts, reading->fact_count, &facts);
    reading->repeated =
        pack_records(packing, reading->repeated, reading->repeated_count, &repeated);
    reading->identities =
        pack_records(packing, reading->identities, reading->identity_count, &identities);
    for (size_t i = 0; i < count; i++)
        also[i] = pack_text(packing, also[i]);
}

void reading_pack(struct reading *reading, struct text *also, size_t count)
{
    struct packing packing = {.items = NULL};
    pack(&packing, reading, also, count);
    size_t item_bytes = packing.item_bytes, text_bytes = packing.text_bytes;
    reading->arena = arena_create();
    packing.path = (struct text){NULL, 0};
    packing.items = arena_take(reading->arena, item_bytes + text_bytes + 1);
    packing.texts = packing.items + item_bytes;
    pack(&packing, reading, also, count);
    reading->run_capacity = reading->run_count;
    reading->observation_capacity = reading->observation_count;
    reading->histogram_capacity = reading->histogram_count;
    reading->series_capacity = reading->series_count;
    reading->note_capacity = reading->note_count;
    reading->fact_capacity = reading->fact_count;
    reading->repeated_capacity = reading->repeated_count;
    reading->identity_capacity = reading->identity_count;
    reading->claims = NULL;
    reading->claim_count = reading->claim_capacity = 0;
}
