#include "ingest/factor_words.h"
#include "ingest/table_reader.h"

static bool speaks_of_storage(struct text text)
{
    static const char *const words[] = {
        "seq",  "rand",  "rnd",  "fio",   "zfs", "raid", "ssd",   "hdd",        "nvme",
        "disk", "drive", "pool", "cache", "qd",  "sync", "bench", "throughput", "bandwidth"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_find_ignoring_case(text, words[i], 0) < text.size)
            return true;
    return heading_direction(text) != DIRECTION_UNSTATED || text_is_sized(text);
}

bool table_is_of_storage(const struct table_reader *reader, size_t first_observation,
                         size_t first_run)
{
    const struct reading *reading = reader->reading;
    for (size_t c = 0; c < reader->column_count; c++) {
        struct text words = reader->columns[c].heading.words;
        if (text_find(words, "/*", 0) < words.size || text_find(words, "#define", 0) < words.size)
            return false; /* source code */
    }
    for (size_t i = first_observation; i < reading->observation_count; i++) {
        const struct found_observation *row = &reading->observations[i];
        if (row->unit.size > 0 || row->direction != DIRECTION_UNSTATED)
            return true;
    }
    for (size_t c = 0; c < reader->column_count; c++)
        if (reader->columns[c].heading.level.size > 0 ||
            table_names_setting(reader->columns[c].heading.words) ||
            speaks_of_storage(reader->columns[c].heading.words))
            return true;
    for (size_t i = first_run; i < reading->run_count; i++) {
        struct found_settings found = {.arena = reader->scratch};
        (void)factor_words_take(&found, reading->runs[i].headings);
        (void)factor_words_take(&found, reading->runs[i].workload);
        if (found.count > 0 || speaks_of_storage(reading->runs[i].headings) ||
            speaks_of_storage(reading->runs[i].workload))
            return true;
    }
    return false;
}
