#include "ingest/fio_json_bins.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Where the braces of the next bins object stand; false when there is none. Bins hold numbers only,
   so the next closing brace is theirs. */
static bool find_bins(struct text text, size_t from, size_t *open, size_t *close)
{
    for (size_t at = from; (at = text_find(text, "\"bins\"", at)) < text.size; at++) {
        size_t i = at + strlen("\"bins\"");
        while (i < text.size && strchr(" \t\r\n:", text.data[i]) != NULL)
            i++;
        if (i == text.size || text.data[i] != '{')
            continue;
        *open = i;
        *close = text_find(text, "}", i);
        return *close < text.size;
    }
    return false;
}

struct text fio_bins_blank(struct arena *arena, struct text text)
{
    size_t open, close;
    if (!find_bins(text, 0, &open, &close))
        return text;
    struct text copy = text_copy(arena, text);
    char *data = (char *)(uintptr_t)copy.data;
    do
        memset(data + open + 1, ' ', close - open - 1);
    while (find_bins(text, close, &open, &close));
    return copy;
}

/* Takes the digits at `*i` as a whole number; false when there are none or too many to be exact. */
static bool take_whole(struct text text, size_t *i, double *value)
{
    uint64_t number = 0;
    size_t start = *i;
    while (*i < text.size && text.data[*i] >= '0' && text.data[*i] <= '9')
        number = number * 10 + (uint64_t)(text.data[(*i)++] - '0');
    *value = (double)number;
    return *i > start && *i - start <= 15;
}

static size_t skip_until_digit(struct text text, size_t i)
{
    while (i < text.size && (text.data[i] == ' ' || text.data[i] == '"' || text.data[i] == ':' ||
                             text.data[i] == ',' || text.data[i] == '\n' || text.data[i] == '\t' ||
                             text.data[i] == '\r'))
        i++;
    return i;
}

/* Takes `123" : 45,` off `text` at `*i`. */
static bool take_bin(struct text text, size_t *i, double *key, double *count)
{
    if (!take_whole(text, i, key))
        return false;
    *i = skip_until_digit(text, *i);
    if (!take_whole(text, i, count))
        return false;
    *i = skip_until_digit(text, *i);
    return true;
}

static int compare_bins(const void *a, const void *b)
{
    const struct fio_bin *left = a, *right = b;
    return (left->ns > right->ns) - (left->ns < right->ns);
}

/* Merges the `more` items behind the bins, in any order, into them. */
static void merge(struct fio_bins *bins, size_t more)
{
    struct fio_bin *tail = bins->items + bins->count;
    bool in_order = true;
    for (size_t i = 1; i < more && in_order; i++)
        in_order = tail[i - 1].ns <= tail[i].ns;
    if (!in_order)
        qsort(tail, more, sizeof *tail, compare_bins);
    if (bins->room_capacity < bins->capacity) {
        bins->room = arena_take_array(bins->arena, bins->capacity, sizeof *bins->room);
        bins->room_capacity = bins->capacity;
    }
    size_t size = 0;
    for (size_t i = 0, k = 0; i < bins->count || k < more;) {
        bool old = k == more || (i < bins->count && bins->items[i].ns <= tail[k].ns);
        struct fio_bin next = old ? bins->items[i++] : tail[k++];
        if (size > 0 && bins->room[size - 1].ns == next.ns)
            bins->room[size - 1].count += next.count;
        else
            bins->room[size++] = next;
        bins->total += old ? 0 : next.count;
    }
    struct fio_bins merged = *bins;
    bins->items = merged.room;
    bins->room = merged.items;
    bins->capacity = merged.room_capacity;
    bins->room_capacity = merged.capacity;
    bins->count = size;
}

bool fio_bins_add(struct fio_bins *bins, struct text text, size_t open, double unit_ns)
{
    size_t count = bins->count;
    struct text inside = text_slice(text, open + 1, text_find(text, "}", open));
    for (size_t i = skip_until_digit(inside, 0); i < inside.size;) {
        double key, times;
        if (!take_bin(inside, &i, &key, &times))
            return false;
        bins->items =
            arena_grow(bins->arena, bins->items, count, &bins->capacity, sizeof *bins->items);
        bins->items[count++] = (struct fio_bin){key * unit_ns, times};
    }
    merge(bins, count - bins->count);
    return true;
}

struct histogram fio_bins_histogram(const struct fio_bins *bins, struct arena *arena)
{
    struct histogram_bin *kept = arena_take_array(arena, bins->count + 1, sizeof *kept);
    size_t count = 0;
    for (size_t i = 0; i < bins->count; i++)
        if (bins->items[i].count > 0)
            kept[count++] = (struct histogram_bin){bins->items[i].ns, bins->items[i].count};
    return (struct histogram){.bins = kept, .bin_count = count, .total = bins->total};
}

double fio_bins_percentile(const struct fio_bins *bins, double percent)
{
    if (bins->count == 0)
        return 0;
    double wanted = percent / 100 * bins->total, sum = 0;
    for (size_t i = 0; i < bins->count; i++) {
        sum += bins->items[i].count;
        if (sum >= wanted)
            return bins->items[i].ns;
    }
    return bins->items[bins->count - 1].ns;
}
