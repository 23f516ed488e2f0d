#include "ingest/disk_mark_line.h"

#include "ingest/column_names.h"
#include "ingest/text_lines.h"
#include "model/number.h"

#include <string.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Where the label begins: the last of the words that begin one, in the text before the colon. */
static bool find_label(struct text before, size_t *start)
{
    static const char *const patterns[] = {"Sequential", "Random", "SEQ", "RND"};
    bool found = false;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        for (size_t at = 0; (at = text_find(before, patterns[i], at)) < before.size; at++) {
            bool word = at == 0 || !is_letter(before.data[at - 1]);
            if (!word || (found && at < *start))
                continue;
            *start = at;
            found = true;
        }
    return found;
}

/* One blank where there are several, none behind "=": "SEQ 1MiB (Q=8, T=1)". */
static struct text fold_label(struct arena *arena, struct text label)
{
    struct text folded = text_folded(arena, label);
    struct text_builder builder = {.arena = arena};
    for (size_t i = 0; i < folded.size; i++)
        if (folded.data[i] != ' ' || folded.data[i - 1] != '=')
            text_add(&builder, text_slice(folded, i, i + 1));
    return text_built(&builder);
}

/* The number behind "Q=", "QD=" or "T=" of a folded label. */
static unsigned number_after(struct text label, const char *name)
{
    size_t at = text_find(label, name, 0), end = at + strlen(name);
    size_t start = end;
    int64_t number = 0;
    while (end < label.size && text_is_digit(label.data[end]))
        end++;
    if (at == label.size || !number_read_integer(text_slice(label, start, end), &number) ||
        number > 1000000)
        return 0;
    return (unsigned)number;
}

/* "4KB" and "4KiB" are both 4096 bytes in these programs. */
static double block_of(struct text label)
{
    size_t bracket = text_find(label, "(", 0);
    for (size_t i = 1; i < bracket; i++) {
        if (!text_is_digit(label.data[i]) || text_is_digit(label.data[i - 1]))
            continue;
        size_t end = i;
        while (end < bracket && (text_is_digit(label.data[end]) || label.data[end] == ' '))
            end++;
        while (end < bracket && is_letter(label.data[end]))
            end++;
        double bytes;
        if (number_read_size(text_slice(label, i, end), &bytes))
            return bytes;
    }
    return 0;
}

/* The figure between `open` and `close` behind `*at`: "[ 4969.9 IOPS]". Moves `*at` behind it. */
static void read_bracket(struct text line, size_t *at, char open, char close,
                         enum dimension dimension, struct posted_figure *figure)
{
    size_t i = *at;
    *figure = (struct posted_figure){.value = 0};
    while (i < line.size && line.data[i] == ' ')
        i++;
    if (i >= line.size || line.data[i] != open)
        return;
    const char *end = memchr(line.data + i, close, line.size - i);
    if (end == NULL)
        return;
    size_t stop = (size_t)(end - line.data);
    struct text inside = text_trim(text_slice(line, i + 1, stop));
    if (!posted_figure_read(inside, 0, figure) || figure->end != inside.size ||
        figure->unit == NULL || figure->unit->dimension != dimension) {
        *figure = (struct posted_figure){.value = 0};
        return;
    }
    *at = stop + 1;
}

/* Reads what stands behind the colon at `colon`. */
static bool read_figures(struct text line, size_t colon, struct disk_mark *mark)
{
    size_t at = colon + 1;
    while (at < line.size && line.data[at] == ' ')
        at++;
    if (at >= line.size || !text_is_digit(line.data[at]) ||
        !posted_figure_read(line, at, &mark->rate) || mark->rate.unit == NULL ||
        mark->rate.unit->dimension != DIMENSION_BYTE_RATE)
        return false;
    mark->end = mark->rate.end;
    read_bracket(line, &mark->end, '[', ']', DIMENSION_RATE, &mark->iops);
    read_bracket(line, &mark->end, '<', '>', DIMENSION_TIME, &mark->latency);
    return true;
}

/* These programs put a comma between brackets only, and one result on a line: "Random 4k, Read
   speed: 120 MB/s, Write ..." and "SEQ1M: Read: 120 MB/s Write: 90 MB/s" are lines of several
   results as people write them. */
static bool is_enumeration(struct text line, size_t start, const struct disk_mark *mark)
{
    size_t depth = 0;
    for (size_t i = start; i < line.size && line.data[i] != ':'; i++) {
        depth += line.data[i] == '(';
        depth -= line.data[i] == ')' && depth > 0;
        if (depth == 0 && (line.data[i] == ',' || line.data[i] == ';'))
            return true;
    }
    struct text behind = text_trim(text_slice(line, mark->end, line.size)), rest = behind;
    struct text word = {NULL, 0};
    while (text_next_piece(&rest, ' ', &word) &&
           (word.size == 0 || strchr("/|-", word.data[0]) != NULL))
        continue;
    return behind.size > 0 && (behind.data[0] == ',' || behind.data[0] == ';' ||
                               heading_direction(word) != DIRECTION_UNSTATED);
}

/* "Rated sequential read: 3500 MB/s": what a data sheet says is no result. */
static bool is_promise(struct text before)
{
    static const char *const words[] = {"rated",     "theoretical", "advertised", "nominal",
                                        "specified", "claimed",     "up to"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_find_ignoring_case(before, words[i], 0) < before.size)
            return true;
    return false;
}

bool disk_mark_find(struct arena *arena, struct text line, size_t from, struct disk_mark *mark)
{
    *mark = (struct disk_mark){.start = 0};
    if (line.size > LONGEST_POSTED_LINE || text_find(line, "B/s", 0) == line.size)
        return false;
    for (size_t colon = from; (colon = text_find(line, ":", colon)) < line.size; colon++) {
        struct text before = text_slice(line, from, colon);
        size_t start = 0;
        if (!find_label(before, &start) || !read_figures(line, colon, mark) || is_promise(before))
            continue;
        if (is_enumeration(line, from + start, mark))
            return false;
        mark->start = from + start;
        mark->label = fold_label(arena, text_slice(before, start, before.size));
        mark->direction = heading_direction(mark->label);
        mark->block_bytes = block_of(mark->label);
        mark->queues = number_after(mark->label, "Q=");
        if (mark->queues == 0)
            mark->queues = number_after(mark->label, "QD=");
        mark->threads = number_after(mark->label, "T=");
        return true;
    }
    return false;
}
