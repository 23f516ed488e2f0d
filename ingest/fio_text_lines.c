#include "ingest/fio_text_lines.h"

#include <string.h>

/* How lines of a report begin. */
static const char *const beginnings[] = {
    "read",   "write",      "trim",      "mixed",       "slat",        "clat",
    "lat",    "high prio",  "low prio",  "|",           "bw (",        "iops  ",
    "cpu ",   "IO depths",  "submit  ",  "complete ",   "issued ",     "latency  ",
    "fsync/", "sync ",      "errors ",   "READ:",       "WRITE:",      "TRIM:",
    "MIXED:", "Run status", "Disk stat", "Description", "steadystate", "All clients:"};

/* A line with `mark` is whole once it has `end`. */
static const struct {
    const char *mark, *end;
} endings[] = {
    {"(groupid=", ": pid="}, {": (g=", "iodepth="}, {"IOPS=", "msec)"}, {"aggrb=", "maxt="},
    {": bw=", "run="},       {": io=", "msec"},     {"min=", "stdev="}, {"issued ", "short="},
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool has(struct text text, const char *part)
{
    return text_find(text, part, 0) < text.size;
}

static bool begins_line(struct text line)
{
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (text_starts_with(line, beginnings[i]))
            return true;
    return false;
}

/* Bytes of the first line of the text, with its line end. */
static size_t line_size(struct text text)
{
    size_t end = text_find(text, "\n", 0);
    return end < text.size ? end + 1 : text.size;
}

static bool is_whole(struct text line)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (has(line, endings[i].mark))
            return has(line, endings[i].end);
    for (size_t i = line.size; i > 0; i--)
        if (line.data[i - 1] == '[' || line.data[i - 1] == ']')
            return line.data[i - 1] == ']' || !has(line, "th=[");
    return true;
}

static struct text without_leading_blanks(struct text text)
{
    size_t start = 0;
    while (start < text.size && is_blank(text.data[start]))
        start++;
    return text_slice(text, start, text.size);
}

/* "<host> " of client mode at the start of the line. */
static void take_host(struct fio_text_line *line)
{
    size_t end = text_find(line->text, "> ", 0);
    if (line->text.size == 0 || line->text.data[0] != '<' || end == line->text.size)
        return;
    struct text host = text_slice(line->text, 1, end);
    for (size_t i = 0; i < host.size; i++)
        if (is_blank(host.data[i]) || host.data[i] == '<')
            return;
    line->host = host;
    line->text = without_leading_blanks(text_slice(line->text, end + 2, line->text.size));
}

bool fio_text_next_line(struct fio_text_lines *lines, struct fio_text_line *line)
{
    enum { MOST_CONTINUATIONS = 3 };
    if (lines->rest.size == 0)
        return false;
    struct text start = lines->rest;
    size_t size = line_size(start);
    *line = (struct fio_text_line){.number = lines->number, .physical = 1};
    while (size < start.size && line->physical <= MOST_CONTINUATIONS &&
           !is_whole(text_slice(start, 0, size))) {
        struct text next = text_slice(start, size, start.size);
        next = text_slice(next, 0, line_size(next));
        struct text content = text_trim(next);
        if (content.size == 0 || begins_line(content) || has(content, "(groupid="))
            break;
        size += next.size;
        line->physical++;
    }
    line->text = without_leading_blanks(text_slice(start, 0, size));
    take_host(line);
    lines->rest = text_slice(start, size, start.size);
    lines->number += line->physical;
    return true;
}

struct text fio_text_token(struct text line, const char *key, const char *ends)
{
    size_t at = text_find(line, key, 0);
    if (at == line.size)
        return (struct text){NULL, 0};
    at += strlen(key);
    while (at < line.size && is_blank(line.data[at]))
        at++;
    for (size_t end = at; end < line.size; end++)
        if (is_blank(line.data[end]) || strchr(ends, line.data[end]) != NULL)
            return text_slice(line, at, end);
    return (struct text){NULL, 0};
}

struct text fio_text_written(struct text line, const char *key, struct text token)
{
    size_t at = text_find(line, key, 0);
    if (token.data == NULL || at == line.size)
        return token;
    struct text written = text_slice(line, at, (size_t)(token.data - line.data) + token.size);
    return has(written, "\n") ? token : written;
}
