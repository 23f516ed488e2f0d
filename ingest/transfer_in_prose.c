#include "ingest/transfer_in_prose.h"

#include "ingest/comparative_words.h"
#include "ingest/posted_figure.h"

/* Units of time that stand in prose only. */
static const struct {
    const char *word;
    double nanoseconds;
} times[] = {{"seconds", 1e9},  {"second", 1e9},  {"Sekunden", 1e9},  {"minutes", 60e9},
             {"minute", 60e9},  {"min", 60e9},    {"Minuten", 60e9},  {"Minute", 60e9},
             {"hours", 3600e9}, {"hour", 3600e9}, {"Stunden", 3600e9}};

static double time_at(struct text rest)
{
    rest = text_trim(rest);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (comparative_find_word(text_slice(rest, 0, 12), times[i].word, 0) == 0)
            return times[i].nanoseconds;
    return 0;
}

static bool has_one_of(struct text text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (comparative_find_word(text, words[i], 0) < text.size)
            return true;
    return false;
}

/* The time is that of the transfer when "in" or "took" stands right before it. */
static bool is_of_transfer(struct text before)
{
    static const char *const words[] = {"in", "took", "takes", "within", "dauerte", "dauert"};
    before = text_trim(before);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = text_of(words[i]).size;
        if (before.size > size && text_ends_with(before, words[i]) &&
            before.data[before.size - size - 1] == ' ')
            return true;
    }
    return false;
}

struct counted {
    size_t sizes, times, rates;
    bool of_transfer;
};

static void take_figure(struct text sentence, size_t at, const struct posted_figure *figure,
                        struct stated_transfer *transfer, struct counted *counted)
{
    double value = figure->unit == NULL ? 0 : figure->value * figure->unit->factor;
    double prose_time = figure->unit == NULL && figure->letter == 0
                            ? time_at(text_slice(sentence, figure->end, sentence.size))
                            : 0;
    if (prose_time > 0 || (figure->unit != NULL && figure->unit->dimension == DIMENSION_TIME)) {
        transfer->nanoseconds = prose_time > 0 ? figure->value * prose_time : value;
        counted->times++;
        counted->of_transfer = is_of_transfer(text_slice(sentence, 0, at));
    } else if (figure->unit != NULL && figure->unit->dimension == DIMENSION_BYTES) {
        transfer->bytes = value;
        counted->sizes++;
    } else if (figure->unit != NULL && figure->unit->dimension == DIMENSION_BYTE_RATE) {
        transfer->bytes_a_second = value;
        counted->rates++;
    }
}

bool transfer_in_sentence(struct text sentence, struct stated_transfer *transfer)
{
    static const char *const moved[] = {"wrote",       "written",     "writing", "read",
                                        "copied",      "copying",     "moved",   "transferred",
                                        "geschrieben", "gelesen",     "kopiert", "übertragen",
                                        "schrieb",     "transferring"};
    struct counted counted = {0};
    *transfer = (struct stated_transfer){0};
    if (!has_one_of(sentence, moved, sizeof moved / sizeof *moved) ||
        comparative_is_supposed(sentence))
        return false;
    for (size_t at = 0; at < sentence.size; at++) {
        struct posted_figure figure;
        bool starts = sentence.data[at] >= '0' && sentence.data[at] <= '9';
        if (!starts || !posted_figure_read(sentence, at, &figure))
            continue;
        take_figure(sentence, at, &figure, transfer, &counted);
        at = figure.end > at ? figure.end - 1 : at;
    }
    return counted.sizes == 1 && counted.times == 1 && counted.rates == 1 && counted.of_transfer &&
           transfer->bytes > 0 && transfer->nanoseconds > 0 && transfer->bytes_a_second > 0;
}
